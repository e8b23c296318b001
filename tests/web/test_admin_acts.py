"""What an admin does to a table that is set, through its forms; and what the players' pages say of it."""

import pytest

from pbem import play
from tests.conftest import SEATS, StandingClock, new_game
from tests.web.admin_browser import AdminBrowser, cheap_hashes  # noqa: F401
from tests.web.conftest import Page, Site

pytestmark = pytest.mark.slow


@pytest.fixture
def admin(site: Site) -> AdminBrowser:
    return AdminBrowser(site).enter()


def act(admin: AdminBrowser, slug: str, path: str, **typed: str) -> Page:
    """Fills in a form of the game's page and sends it."""
    admin.get(f"/admin/games/{slug}")
    return admin.post(f"form[action$='/{path}']", **typed)


def told(page: Page) -> str:
    return page.soup.select(".told")[0].get_text(strip=True)


def kinds(house: play.House, slug: str) -> list[tuple[str, int]]:
    return [(x.kind, x.seat) for x in reversed(play.list_letters(house, slug)) if x.state == "waiting"]


def test_a_game_is_paused_and_goes_on(admin: AdminBrowser, clock: StandingClock) -> None:
    house, slug = admin.site.house, new_game(admin.site.house).slug
    clock.forward(hours=20)
    page = act(admin, slug, "pause", reason="Bea is away.")
    assert told(page).endswith("has paused the game. Bea is away.")
    assert "paused" in page.ask and "Paused since Tue 05:00 UTC. Bea is away." in page.words
    assert "the clock rests; 28 hours are left then" in page.words
    assert not page.soup.select("form[action$='/pause']")
    assert "paused" in admin.get("/admin/").words
    anna = admin.site.browser(slug, 0).page
    assert anna is not None
    assert "Bea is away. Je mag nu spelen; als het verdergaat, heb je 28 uur." in anna.words
    assert not anna.soup.select(".due") and anna.soup.select("#choose")
    bea = admin.site.browser(slug, 1).page
    assert bea is not None and "Bis es weitergeht, läuft keine Uhr" in bea.words
    page = act(admin, slug, "resume")
    assert "has let the game go on" in told(page) and not page.soup.select("form[action$='/resume']")
    assert play.table(house, slug, None).game.paused_at is None


def test_more_time_is_given_once_for_each_form(admin: AdminBrowser) -> None:
    house, slug = admin.site.house, new_game(admin.site.house).slug
    admin.get(f"/admin/games/{slug}")
    form = "form[action$='/seats/0/more-time']"
    fields = {**admin.all_fields(form), "more": "3d"}
    assert "has given more time to seat 0" in told(admin.post(form, more="3d"))
    admin.client.post(f"/admin/games/{slug}/seats/0/more-time", data=fields)  # the second half of a double click
    turn = play.table(house, slug, 0).my_turn
    assert turn and turn.deadline_at and (turn.deadline_at - turn.asked_at).days == 5
    page = act(admin, slug, "seats/0/more-time", more="soon")
    assert page.status == 400 and "soon is no time" in told(page)
    opened = page.soup.select("details[open]")
    assert len(opened) == 1 and opened[0].select_one("input[name=more]")["value"] == "soon"  # type: ignore[index]


def test_a_seat_is_given_to_somebody_else(admin: AdminBrowser) -> None:
    house, slug = admin.site.house, new_game(admin.site.house).slug
    typed = {"name": "Dirk", "address": "dirk@example", "language": "nl", "reason": "Anna is ill."}
    page = act(admin, slug, "seats/0/replace", **typed)
    assert page.status == 400 and "dirk@example is no mail address" in told(page)
    opened = page.soup.select("details[open]")[0]
    assert opened.select_one("input[name=name]")["value"] == "Dirk"  # type: ignore[index]
    assert opened.select_one("option[selected]")["value"] == "nl"  # type: ignore[index]
    page = act(admin, slug, "seats/0/replace", **{**typed, "address": "dirk@example.org"})
    assert told(page).endswith("has given the seat of Anna to Dirk. Anna is ill.")
    assert kinds(house, slug) == [("takeover", 0), ("turn", 0)]
    bea = admin.site.browser(slug, 1).page
    assert bea is not None and "anstelle von Anna seit Zug 0" in bea.words
    act(admin, slug, "seats/1/replace", kind="bot:steady")
    assert [seat.name for seat in play.table(house, slug, None).seats] == ["Dirk", "Steady", "Cem"]


def test_a_message_to_a_table_and_to_everybody(admin: AdminBrowser) -> None:
    house, slug = admin.site.house, new_game(admin.site.house, *SEATS[:2], "bot:steady").slug
    page = act(admin, slug, "message", text="<b>Hello</b>\r\nall", sender="Marjan")
    assert "has written a message; people it goes to: 2." in told(page)
    letter = play.claim_letter(house, play.list_letters(house, slug)[0].id)
    assert letter and letter.extra == {"text": "<b>Hello</b>\nall", "sender": "Marjan"}
    assert "is empty" in told(act(admin, slug, "message", text=" "))
    admin.get("/admin/")
    assert "people it goes to: 2" in told(admin.post("form[action='/admin/message']", text="To all"))
    page = admin.post("form[action='/admin/message']", text="", sender="M & M")
    assert page.status == 400 and "is empty" in told(page)
    assert page.soup.select_one("#all-sender")["value"] == "M & M"  # type: ignore[index]


def test_a_game_is_called_off_with_a_reason(admin: AdminBrowser) -> None:
    slug = new_game(admin.site.house).slug
    page = act(admin, slug, "call-off", reason="No time.")
    assert told(page).endswith("has called the game off. No time.")
    assert not page.soup.select("form[action$='/pause'], form[action$='/replace'], form[action$='/message']")


@pytest.mark.parametrize("path", ["pause", "resume", "message", "seats/0/more-time", "seats/0/replace"])
def test_acts_need_an_admin_a_token_and_a_post(admin: AdminBrowser, path: str) -> None:
    house, slug = admin.site.house, new_game(admin.site.house).slug
    before = play.table(house, slug, 0)
    assert admin.client.get(f"/admin/games/{slug}/{path}").status_code == 405
    assert admin.client.post(f"/admin/games/{slug}/{path}", data={"more": "24h", "text": "x"}).status_code == 400
    stranger = admin.site.browser()
    stranger.get("/admin/sign-in")
    answer = stranger.client.post(f"/admin/games/{slug}/{path}", data=stranger.fields("main form"))
    assert "/admin/sign-in" in answer.headers["Location"]
    assert admin.raw(f"/admin/games/nobody/{path}", more="24h", text="x", kind="bot:steady").status == 404
    assert play.table(house, slug, 0) == before


def test_an_invitation_is_answered_by_the_button_that_the_letter_chose(site: Site) -> None:
    game = new_game(site.house, start=False)
    browser = site.browser()
    for wanted, first in (("accept", "accept"), ("decline", "decline"), ("<b>", "accept"), ("", "accept")):
        page = browser.get(f"{site.link(game.slug, 0)}?answer={wanted}")
        buttons = page.soup.select("form.btns button")
        assert buttons[0]["value"] == first and buttons[0]["class"] == ["btn"]
    assert {seat.status for seat in play.table(site.house, game.slug, None).seats} == {"invited"}  # GET answers nothing


def test_every_kind_of_letter_can_be_looked_at(admin: AdminBrowser) -> None:
    page = admin.get("/admin/letters?language=de")
    frames = page.soup.select("iframe")
    assert len(frames) == 2 * len(play.KINDS)
    assert all(not frame["sandbox"] and frame["loading"] == "lazy" for frame in frames)
    html, text = (admin.client.get(str(frame["src"])) for frame in page.soup.select("#message iframe"))
    assert "Dirk schreibt" in html.text and "DIRK SCHREIBT" in text.text
    for answer in (html, text):
        assert answer.headers["Content-Security-Policy"].endswith("frame-ancestors 'self'; sandbox")
        assert answer.headers["X-Frame-Options"] == "SAMEORIGIN"
    for path in ("nobody/de/html", "message/fr/html", "message/de/raw"):
        assert admin.client.get(f"/admin/letters/{path}").status_code == 404
    assert "/admin/sign-in" in admin.site.browser().client.get("/admin/letters/message/de/html").headers["Location"]
    assert play.list_games(admin.site.house) == ()


def test_the_host_speaks_at_the_table_and_takes_a_message_away(admin: AdminBrowser) -> None:
    house, slug = admin.site.house, new_game(admin.site.house).slug
    seat = play.table(house, slug, 0).seats[1].id
    rude = play.say(house, seat, "Something <i>rude</i>", "page", "1")
    play.write_note(house, seat, "my secret plan", "")
    assert "has said something at the table" in told(act(admin, slug, "say", sender="Marjan", text="Be kind."))
    assert "taken away a message of Bea" in told(act(admin, slug, f"talk/{rude}/hide"))
    page = admin.get(f"/admin/games/{slug}")
    assert "rude" not in page.words and "secret" not in page.answer.text
    anna = admin.site.browser(slug, 0).page
    assert anna is not None and "Be kind." in anna.words and "rude" not in anna.words
    assert "De gastheer heeft dit bericht weggehaald." in anna.words
    assert "message is empty" in told(act(admin, slug, "say", text=" "))
