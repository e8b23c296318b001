"""A player proposes a table on the pages: the form, its faults, the table until it begins; the public list."""

import re

import pytest
from sqlalchemy import select

from pbem import play
from pbem.store import Person
from tests.conftest import new_game
from tests.web.admin_browser import AdminBrowser
from tests.web.conftest import Page, position_for, set_position

TWO = ("Anna <anna@example.org>;lang=en", "Bea <bea@example.org>;lang=en")


def propose(browser, **fields):
    """Posts the form of /propose as it stands, with these fields."""
    page = browser.page
    form = page.soup.select_one("form.propose")
    sent = {field["name"]: field.get("value", "") for field in form.select("input") if field.get("type") != "radio"}
    sent |= {field["name"]: field["value"] for field in form.select("input[type=radio][checked]")}
    for select_ in form.select("select"):
        chosen = select_.select_one("option[selected]") or select_.select_one("option")
        sent[select_["name"]] = chosen.get("value", "")
    browser.page = Page(browser.client.post("/propose", data={**sent, **fields}, follow_redirects=True))
    return browser.page


def signed_in(site):
    admin = AdminBrowser(site).enter()
    admin.get("/admin/")
    return admin


def mate(page, name):
    return next(option["value"] for option in page.soup.select("option") if option.get_text() == name)


def slug_of(site, name="Quiet table"):
    return next(game.slug for game in play.list_games(site.house) if game.name == name)


def test_from_a_seat_to_a_table_that_invites(site):
    slug = new_game(site.house, *TWO).slug
    browser = site.browser(slug)
    page = browser.get(browser.page.soup.select_one('a[href^="/propose"]')["href"])
    assert page.status == 200 and "bea@example.org" not in page.answer.text
    page = propose(
        browser, name="Quiet table", **{"kind-1": mate(page, "Bea"), "kind-2": "person", "name-2": "Zoe"},
        **{"address-2": "zoe@example.net", "word": "<b>No hurry</b>", "clock": "72h"},
    )  # fmt: skip
    assert page.ask == "Your table waits for Bea and Zoe" or page.ask == "Your table waits for Zoe and Bea"
    assert "<b>No hurry</b>" in page.words and "zoe@example.net" not in page.answer.text
    game = play.table(site.house, slug_of(site), None)
    assert (game.game.state, game.game.clock_seconds) == ("inviting", 72 * 3600)


@pytest.mark.slow
def test_what_cannot_be_is_said_at_its_field_and_kept(site):
    browser = site.browser(new_game(site.house, *TWO).slug)
    browser.get("/propose")
    page = propose(
        browser, name="see www.example.org", clock="own", own_clock="soon", word="x" * 250,
        **{"kind-1": "person", "name-1": "Zoe", "address-1": "zoe"},
    )  # fmt: skip
    assert page.status == 422
    faults = {fault["id"] for fault in page.soup.select(".fault")}
    assert faults == {"name-fault", "word-fault", "own_clock-fault", "address-1-fault"}
    assert (
        page.soup.select_one("#address-1")["value"] == "zoe" and page.soup.select_one("#own_clock")["value"] == "soon"
    )
    for wrong in ({"kind-1": "mate:9999"}, {"kind-1": "bot:none"}, {"ship": "?"}, {}):
        browser.get("/propose")
        assert propose(browser, name="Quiet", **wrong).status == 422
    assert len(play.list_games(site.house)) == 1


@pytest.mark.slow
def test_a_form_posted_twice_sets_one_table(site):
    browser = site.browser(new_game(site.house, *TWO).slug)
    form = browser.get("/propose")
    for _ in range(2):
        browser.page = form
        assert propose(browser, name="Quiet table", **{"kind-1": "bot:steady"}).status == 200
    assert len(play.list_games(site.house)) == 2


def test_nobody_proposes_without_a_seat_and_off_it_is_not_there(site):
    assert site.browser().get("/propose").status == 403
    slug = new_game(site.house, *TWO).slug
    browser = site.browser(slug)
    form = browser.get("/propose")
    play.set_proposals(site.house, "off", "test")
    browser.page = form
    answer = propose(browser, name="Quiet table", **{"kind-1": "bot:steady"})
    assert answer.status == 403 and "hosts of this house alone" in answer.words
    assert browser.get("/propose").status == 403
    assert not browser.get(f"/games/{slug}").soup.select('a[href^="/propose"]')


@pytest.mark.slow
def test_the_proposer_gives_a_declined_seat_away_and_calls_off(site):
    browser = site.browser(new_game(site.house, *TWO).slug)
    browser.get("/propose")
    propose(browser, name="Quiet table", **{"kind-1": "person", "name-1": "Zoe", "address-1": "zoe@example.net"})
    slug = slug_of(site)
    zoe = next(seat for seat in play.table(site.house, slug, None).seats if seat.name == "Zoe")
    play.decline(site.house, zoe.id)
    page = browser.get(f"/games/{slug}")
    assert page.ask == "Zoe will not play"
    give = f'form[action$="/seats/{zoe.number}/give"]'
    row = {f"kind-{zoe.number}": "person", f"name-{zoe.number}": "Yan", f"address-{zoe.number}": "?"}
    assert browser.send(give, **row).status == 422
    assert browser.page.soup.select_one(f"#name-{zoe.number}")["value"] == "Yan"
    again = browser.send(give, **{**row, f"address-{zoe.number}": "yan@example.net"})
    assert again.ask == "Your table waits for Yan"
    assert "earliest" in browser.client.post(f"/games/{slug}/seats/{zoe.number}/remind", data=browser.fields(give)).text
    off = browser.send('form[action$="/call-off"]', reason="Ill.")
    assert off.status == 200 and "called off" in off.ask


@pytest.mark.slow
def test_the_invited_may_not_do_what_the_proposer_may(site):
    browser = site.browser(new_game(site.house, *TWO).slug)
    page = browser.get("/propose")
    propose(browser, name="Quiet table", word="No hurry.", **{"kind-1": mate(page, "Bea")})
    slug = slug_of(site)
    number = next(seat.number for seat in play.table(site.house, slug, None).seats if seat.name == "Bea")
    bea = site.browser(slug, number)
    assert "Anna invites you" in bea.page.ask and "Anna writes: No hurry." in bea.page.words
    token = bea.page.soup.select_one("[name=csrf_token]")["value"]
    for path in (f"seats/{number}/give", f"seats/{number}/remind", "call-off"):
        assert bea.client.post(f"/games/{slug}/{path}", data={"csrf_token": token}).status_code == 403
    assert play.table(site.house, slug, None).game.state == "inviting"


@pytest.mark.slow
def test_a_rematch_with_changes_is_filled_in(site):
    slug = new_game(site.house, *TWO, "bot:steady", "bot:steady").slug
    set_position(site.house, slug, position_for("game_over"))
    browser = site.browser(slug)
    page = browser.get(browser.page.soup.select_one('a[href*="again=1"]')["href"])
    assert page.soup.select_one("#name")["value"] == "Friday table 2"
    assert [option.get_text() for option in page.soup.select("option[selected]")][:3] == [
        "Bea",
        "a bot that plays as well as it can",
        "a bot that plays as well as it can",
    ]
    propose(browser, clock="24h")
    first = slug_of(site, "Friday table 2")
    bea = site.browser(slug, 1)
    assert bea.page.soup.select_one('form[action$="/again"]') is not None, "it is the rematch, which Bea can accept"
    bea.send('form[action$="/again"]')
    assert play.table(site.house, first, None).game.state == "running"
    browser.get(f"/propose?at={slug}&again=1")
    assert propose(browser, name="Once more").ask == "Your table waits for Bea", "the rematch has begun: another table"


@pytest.mark.slow
def test_the_public_list_and_who_may_read_it(site):
    slug = new_game(site.house, *TWO, "bot:steady", "bot:steady").slug
    assert "No game stands here yet" in site.browser().get("/finished").words
    set_position(site.house, slug, position_for("game_over"))
    anna, bea = site.browser(slug, 0), site.browser(slug, 1)
    form = f'form[action="/games/{slug}/public"]'
    assert "It waits for Bea" in anna.send(form, public="yes").words
    assert anna.client.post(f"/games/{slug}/public", data={**anna.fields(form), "public": "?"}).status_code == 400
    assert "stands in the public list" in bea.send(form, public="yes").words
    page = site.browser().get("/finished")
    assert page.soup.select_one(f'a[href="/finished/{slug}"]') is not None
    assert "@" not in page.answer.text and "Anna" in page.words
    assert "May this game stand" in bea.send(form, public="no").words
    assert not site.browser().get("/finished").soup.select(f'a[href="/finished/{slug}"]')


@pytest.mark.slow
def test_a_letter_ends_all_invitations(site):
    browser = site.browser(new_game(site.house, *TWO).slug)
    browser.get("/propose")
    propose(browser, name="Quiet table", **{"kind-1": "person", "name-1": "Zoe", "address-1": "zoe@example.net"})
    with site.house.store.read() as session:
        zoe = session.scalars(select(Person.id).where(Person.name == "Zoe")).one()
    path = play.uninvite_url(site.house, zoe).removeprefix(site.house.settings.base_url)
    stranger = site.browser()
    for _ in range(2):  # opening it changes nothing
        assert stranger.get(path).ask == "No more invitations?"
    assert stranger.send("form", invitations="none").ask == "No player of this house invites you any more"
    assert browser.get(f"/games/{slug_of(site)}").ask == "Zoe will not play"
    browser.get("/propose")
    row = {"kind-2": "person", "name-2": "Z", "address-2": "zoe@example.net"}
    answer = propose(browser, name="Another", **row)
    assert answer.status == 409 and "takes no invitations" in answer.soup.select_one("#address-2-fault").get_text()
    assert stranger.send("form", invitations="again").ask == "Players may invite you again"


@pytest.mark.slow
def test_an_admin_switches_agrees_and_refuses(site):
    admin = signed_in(site)
    token = admin.page.soup.select_one("[name=csrf_token]")["value"]
    answer = admin.client.post("/admin/proposals", data={"csrf_token": token, "proposals": "moderated"})
    assert answer.status_code == 303 and play.proposals_mode(site.house) == "moderated"
    assert admin.client.post("/admin/proposals", data={"csrf_token": token, "proposals": "?"}).status_code == 400
    browser = site.browser(new_game(site.house, *TWO).slug)
    for name in ("One", "Two"):
        browser.get("/propose")
        page = propose(browser, name=name, **{"kind-1": "person", "name-1": name, "address-1": f"{name}@example.net"})
        assert page.ask == "Your table waits for the host"
    home = admin.get("/admin/")
    assert "2 proposed tables wait for you" in home.words and "One@example.net" in home.words
    assert admin.get("/admin/games/one").status == 200
    assert "has agreed to the table" in admin.send('form[action="/admin/games/one/agree"]').words
    admin.get("/admin/")
    done = admin.send('form[action="/admin/games/two/refuse"]', reason="Enough.")
    assert "has not agreed to the table" in done.words
    states = {game.name: game.state for game in play.list_games(site.house)}
    assert (states["One"], states["Two"]) == ("inviting", "cancelled")


@pytest.mark.slow
def test_every_page_knows_a_proposed_table(site):
    play.set_proposals(site.house, "moderated", "test")
    browser = site.browser(new_game(site.house, *TWO).slug)
    browser.get("/propose")
    propose(browser, name="Quiet table", **{"kind-1": "person", "name-1": "Zoe", "address-1": "zoe@example.net"})
    slug = slug_of(site)
    assert play.table(site.house, slug, None).game.state == "proposed"
    for path in (f"/games/{slug}", f"/games/{slug}/preferences", f"/api/games/{slug}"):
        assert browser.get(path).status == 200, path
    admin = signed_in(site)
    for path in ("/admin/", f"/admin/games/{slug}", "/admin/audit"):
        assert admin.get(path).status == 200 and not re.search(r"\bNone\b", admin.page.words), path
