"""The doors that letters point to: entering, links that do not work, fresh links, the end of letters."""

from dataclasses import replace

from sqlalchemy import func, select

from pbem import play
from pbem.store import Letter, Seat
from pbem.web import create_app
from pbem.web.guards import limiter
from tests.conftest import SEATS, StandingClock, new_game
from tests.servers import free_port
from tests.web.conftest import APPS, Browser, Site


def letters(site: Site, kind: str) -> int:
    with site.house.store.read() as session:
        return session.scalar(select(func.count()).select_from(Letter).where(Letter.kind == kind)) or 0


def test_link_sets_a_cookie_and_leads_to_the_table(site: Site, slug: str) -> None:
    answer = site.app.test_client().get(site.link(slug, 0))
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/games/{slug}")
    cookie = next(c for c in answer.headers.getlist("Set-Cookie") if c.startswith(f"seat-{slug}="))
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie and "Secure" not in cookie


def test_cookie_is_secure_behind_https(web_house: play.House) -> None:
    house = replace(web_house, settings=replace(web_house.settings, base_url="https://games.example"))
    site = Site(house, create_app(house, mailbox=False))
    answer = site.app.test_client().get(site.link(new_game(house).slug, 0))
    assert all("Secure" in c for c in answer.headers.getlist("Set-Cookie"))


def test_link_carries_a_choice_to_the_page(site: Site, slug: str) -> None:
    answer = site.app.test_client().get(site.link(slug, 0) + "?move=role+mayor")
    assert answer.headers["Location"] == f"/games/{slug}?move=role+mayor"
    browser = Browser(site.app)
    browser.get(site.link(slug, 0) + "?move=role+mayor")
    assert browser.fields()["move"] == "role mayor"


def test_head_is_harmless(site: Site, slug: str) -> None:
    assert site.app.test_client().head(site.link(slug, 0)).status_code == 303
    assert site.app.test_client().head(site.stop_link(slug, 0)).status_code == 200


def test_tampered_and_unknown_links_say_so(site: Site, slug: str) -> None:
    good = site.link(slug, 0)
    for path in (
        good[:-2] + ("AA" if good[-2:] != "AA" else "BB"),
        "/t/nonsense",
        "/t/" + "x" * 500,
        site.stop_link(slug, 0).replace("/stop/", "/t/"),
    ):
        page = Browser(site.app).get(path)
        assert page.status == 403
        assert "not one of ours" in page.words


def test_old_link_offers_a_fresh_one_to_its_own_address(site: Site, slug: str, clock: StandingClock) -> None:
    link = site.link(slug, 0)
    clock.forward(days=61)
    browser = Browser(site.app)
    page = browser.get(link)
    assert page.status == 403 and "too old" in page.words
    assert "anna@example.org" not in page.answer.text
    page = browser.send("form")
    assert page.status == 200 and "on its way" in page.ask
    assert "anna@example.org" not in page.answer.text
    assert letters(site, "fresh_link") == 1


def test_old_cookie_offers_a_fresh_link_too(site: Site, slug: str, clock: StandingClock) -> None:
    browser = site.browser(slug, 2)
    clock.forward(days=61)
    assert browser.get(f"/games/{slug}").status == 403
    assert browser.send("form").status == 200
    assert letters(site, "fresh_link") == 1


def test_asking_often_is_answered_with_wait(site: Site, slug: str, clock: StandingClock) -> None:
    link = site.link(slug, 0)
    clock.forward(days=61)
    browser = Browser(site.app)
    statuses = []
    for _ in range(7):
        browser.get(link)
        statuses.append(browser.send("form").status)
    assert statuses == [200] * 5 + [429] * 2
    assert "too often" in browser.page.ask  # type: ignore[union-attr]


def test_a_dead_redis_stops_nobody(site: Site, slug: str, clock: StandingClock) -> None:
    dead = f"redis://127.0.0.1:{free_port()}/0"
    house = replace(site.house, settings=replace(site.house.settings, redis_url=dead))
    browser = Browser(create_app(house, mailbox=False))
    try:
        assert browser.get(site.link(slug, 0)).status == 200
        link = site.link(slug, 0)
        clock.forward(days=61)
        statuses = []
        for _ in range(7):
            browser.get(link)
            statuses.append(browser.send("form").status)
        assert statuses[0] == 200 and statuses[-1] == 429  # counted in this process meanwhile
    finally:
        limiter._storage_dead = False  # it would find out by itself, in a while
        APPS.clear()  # the next test makes an application that counts in memory again


def test_replaced_link_points_to_the_newest_letter(site: Site, slug: str) -> None:
    link = site.link(slug, 0)
    with site.house.store.read() as session:
        seat = session.scalars(select(Seat.id).where(Seat.number == 0)).one()
    play.revoke_links(site.house, seat, "test")
    page = Browser(site.app).get(link)
    assert page.status == 403 and "newest letter" in page.words
    assert page.words.count("This link has been replaced") == 2, "in the title and the heading, not in the text too"


def test_the_link_of_the_last_letter_opens_the_game_as_a_file(site: Site, slug: str) -> None:
    answer = site.app.test_client().get(site.link(slug, 0) + "?open=file", follow_redirects=True)
    assert answer.status_code == 200 and answer.text.startswith("[Format ")
    assert "attachment" in answer.headers["Content-Disposition"]


def test_no_seat_at_a_table(site: Site, slug: str) -> None:
    page = Browser(site.app).get(f"/games/{slug}")
    assert page.status == 403 and "no seat" in page.words
    other = new_game(site.house, SEATS[1], SEATS[2], name="Other table").slug
    browser = site.browser(slug, 0)
    browser.client.set_cookie(f"seat-{other}", site.token(slug, 0))
    page = browser.get(f"/games/{other}")
    assert page.status == 403 and "Friday table" in page.words


def test_letters_stop_by_one_click_without_session_and_twice(site: Site, slug: str) -> None:
    link = site.stop_link(slug, 2)
    page = Browser(site.app).get(link)
    assert page.status == 200 and page.ask.startswith("Stop the letters")
    for _ in range(2):
        answer = site.app.test_client().post(link, data={"List-Unsubscribe": "One-Click"})
        assert answer.status_code == 200
        assert not play.read_link(site.house, "stop", link.rpartition("/")[2]).letters_on


def test_letters_begin_again(site: Site, slug: str) -> None:
    browser = Browser(site.app)
    browser.get(site.stop_link(slug, 2))
    assert "have stopped" in browser.send("form").ask
    assert "come again" in browser.send("form").words
    assert "letters come" not in Browser(site.app).get("/stop/nonsense").words


def test_a_play_link_stops_nothing(site: Site, slug: str) -> None:
    answer = site.app.test_client().post(site.link(slug, 2).replace("/t/", "/stop/"))
    assert answer.status_code == 403


def test_the_invitation_shows_the_check_digits(site: Site) -> None:
    game = new_game(site.house, start=False)
    page = site.browser(game.slug, 0).page
    assert page and f"Controlecijfers na zet 0: {game.chain}" in page.words


def test_a_daily_letter_is_stopped_by_its_link_and_not_one_game_alone(site: Site, slug: str) -> None:
    house, path = site.house, site.stop_link(slug, 0) + "?of=digest"
    seat = play.table(house, slug, 0).seats[0].id
    play.set_preferences(house, seat, language="en", zone="UTC", mode="digest", digest_hour=8)
    page = site.browser().get(path)
    assert "Stop the daily letters?" in page.words and play.preferences(house, seat).mode == "digest"
    done = site.browser().client.post(path, data={"List-Unsubscribe": "One-Click"})
    assert done.status_code == 200 and "The daily letters have stopped" in done.text
    assert play.preferences(house, seat).mode == "none" and play.table(house, slug, 0).seats[0].letters_on
    site.browser().client.post(path, data={"letters": "resume"})
    assert play.preferences(house, seat).mode == "digest"
