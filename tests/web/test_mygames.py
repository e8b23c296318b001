"""My games: reached by any letter, who one is in a browser, what ends that; and the page itself, without a table."""

import pytest
from sqlalchemy import select, update

from pbem import play
from pbem.store import Game, Seat, Talk
from tests.conftest import SEATS, StandingClock, new_game
from tests.web.conftest import FOUR, Browser, Site, position_for, set_position

pytestmark = pytest.mark.slow

ANNA, BEA, CEM = SEATS
GOOD = {"language": "nl", "zone": "Europe/Amsterdam", "mode": "each", "digest_hour": 8}


def games(site: Site, slug: str, seat: int = 0) -> Browser:
    """A browser that came by the foot of a letter."""
    browser = site.browser()
    assert browser.get(site.link(slug, seat) + "?open=games").status == 200
    return browser


def seat_row(site: Site, slug: str, number: int) -> Seat:
    with site.house.store.read() as session:
        return session.scalars(select(Seat).join(Seat.game).where(Seat.number == number).order_by(Seat.id)).first()  # type: ignore[return-value]


def headings(browser: Browser) -> list[str]:
    assert browser.page
    return [each.get_text() for each in browser.page.soup.select("main h2")]


def names(browser: Browser) -> list[str]:
    assert browser.page
    return [each.get_text() for each in browser.page.soup.select(".games h3")]


def test_a_letter_opens_all_games_of_its_person_and_none_of_others(site: Site, slug: str) -> None:
    new_game(site.house, BEA, ANNA, name="Second")
    new_game(site.house, BEA, CEM, name="Not Anna's")
    browser = games(site, slug)
    assert names(browser) == ["Friday table", "Second"]
    assert browser.page and "Dit zijn de spellen van Anna." in browser.page.words
    assert "Kies een rol" in browser.page.words and "1 tafel wacht op je" in browser.page.words


def test_a_table_opens_without_another_letter_and_a_move_is_made_there(site: Site, slug: str) -> None:
    second = new_game(site.house, ANNA, BEA, name="Second").slug
    browser = games(site, slug)
    assert browser.page and browser.page.soup.select_one(f".games a[href='/games/{second}']")
    assert browser.get(f"/games/{second}").status == 200
    assert browser.send(move="role settler").status == 200
    assert play.table(site.house, second, None).log[-1].move == "role settler"
    assert f"seat-{second}" not in str(browser.client._cookies), "no key of another seat is handed out"


def test_the_bar_of_the_table_leads_there(site: Site, slug: str) -> None:
    page = site.browser(slug, 0).get(f"/games/{slug}")
    assert [a["href"] for a in page.soup.select("header nav a")] == ["/my-games", "/rules"]
    assert [a["href"] for a in site.browser().get("/").soup.select("header nav a")] == ["/rules"]


def test_who_is_not_known_is_told_how_to_come_in(site: Site) -> None:
    for path in ("/my-games", "/preferences"):
        page = site.browser().get(path)
        assert page.status == 403 and page.soup.select_one("a[href='/lost-link']")


# --- what ends it


def test_replaced_links_end_it(site: Site, slug: str) -> None:
    second = new_game(site.house, ANNA, BEA, name="Second").slug
    browser = games(site, slug)
    play.revoke_links(site.house, seat_row(site, slug, 0).id, "test")
    page = browser.get("/my-games")
    assert page.status == 403 and page.soup.select_one("a[href='/lost-link']")
    assert browser.get(f"/games/{second}").status == browser.get("/preferences").status == 403


def test_who_loses_the_seat_loses_what_its_link_opened(site: Site, slug: str) -> None:
    second = new_game(site.house, ANNA, BEA, name="Second").slug
    browser = games(site, slug)
    play.replace_seat(site.house, slug, 0, play.read_seat("Dirk <dirk@example.org>"), "test")
    assert browser.get("/my-games").status == 403 and browser.get(f"/games/{second}").status == 403
    assert names(games(site, second)) == ["Second"], "the letters of the other table open what is left"


def test_an_old_link_ends_it_and_offers_a_new_one(site: Site, slug: str, clock: StandingClock) -> None:
    browser = games(site, slug)
    clock.forward(days=61)
    page = browser.get("/my-games")
    assert page.status == 403 and page.soup.select_one("form[action='/fresh-link']")


def test_a_link_that_was_replaced_leaves_the_tables_own_cookie_good(site: Site, slug: str) -> None:
    """Of two links in one browser one may end; the other table opens as before."""
    second = new_game(site.house, ANNA, BEA, name="Second").slug
    browser = site.browser(second, 0)
    browser.get(site.link(slug, 0))
    play.revoke_links(site.house, seat_row(site, slug, 0).id, "test")
    assert browser.get(f"/games/{second}").status == 200 and browser.get("/my-games").status == 403


def test_a_made_up_cookie_opens_nothing(site: Site, slug: str) -> None:
    for token in ("x", site.stop_link(slug, 0).rpartition("/")[2], site.token(slug, 0)[:-3] + "abc"):
        browser = site.browser()
        browser.client.set_cookie("me", token)
        assert browser.get("/my-games").status == 403 and browser.get(f"/games/{slug}").status == 403


# --- two persons at one browser


def test_the_newest_link_says_who_one_is(site: Site, slug: str) -> None:
    of_bea = new_game(site.house, BEA, CEM, name="Of Bea").slug
    browser = games(site, slug)
    browser.get(site.link(of_bea, 0) + "?open=games")
    assert names(browser) == ["Friday table", "Of Bea"] or names(browser) == ["Of Bea", "Friday table"]
    assert browser.page and "Das sind die Spiele von Bea." in browser.page.words
    page = browser.get(f"/games/{slug}")  # both sit there
    assert "Bea, du" in page.words and "Anna, du" not in page.words


def test_a_form_opened_as_another_person_plays_nothing(site: Site, slug: str) -> None:
    browser = site.browser(slug, 0)
    kept = browser.fields()
    browser.client.get(site.link(new_game(site.house, BEA, CEM, name="Of Bea").slug, 0))
    answer = browser.client.post(f"/games/{slug}/move", data={**kept, "move": "role settler"})
    assert answer.status_code == 409 and play.table(site.house, slug, None).log == ()


def test_a_seat_that_the_newest_person_has_not_stays_with_its_own_cookie(site: Site, slug: str) -> None:
    alone = new_game(site.house, ANNA, "bot:steady", name="Alone").slug
    browser = site.browser(alone, 0)
    browser.get(site.link(slug, 1))
    assert browser.get(f"/games/{alone}").status == 200


def test_forget_me(site: Site, slug: str) -> None:
    browser = games(site, slug)
    assert browser.client.post("/my-games/forget").status_code == 400, "only by the page's own form"
    page = browser.send("#forget form")
    assert page.status == 200 and "forgotten you" in page.words
    assert browser.get("/my-games").status == 403 and browser.get(f"/games/{slug}").status == 403
    assert site.browser().get(site.link(slug, 0) + "?open=games").status == 200, "letters' links work as before"


# --- the list


def test_the_most_urgent_comes_first_and_old_games_are_folded(site: Site, clock: StandingClock) -> None:
    house, anna = site.house, FOUR[2]
    old = new_game(house, anna, FOUR[0], name="Old").slug
    play.call_off_game(house, old, "test")
    clock.forward(days=31)
    later = new_game(house, anna, FOUR[0], name="Later", clock="90h")
    sooner = new_game(house, anna, FOUR[0], name="Sooner", clock="20h").slug
    new_game(house, FOUR[0], anna, name="Of others")
    paused = new_game(house, anna, FOUR[0], name="Paused").slug
    play.pause_game(house, paused, "test")
    new_game(house, FOUR[0], anna, name="Invited", start=False, inviter="Dirk <b>")
    ended = new_game(house, *FOUR, name="Ended").slug
    set_position(house, ended, position_for("game_over"))
    browser = games(site, sooner)
    assert names(browser) == ["Sooner", "Later", "Invited", "Of others", "Paused", "Old", "Ended"] or names(browser)[
        :5
    ] == ["Sooner", "Later", "Invited", "Of others", "Paused"]
    page = browser.page
    assert page and later.name and "Dirk <b> invites you." in page.words and "Bea chooses a role" in page.words
    assert "since Thu" in page.words and "in 20 hours" in page.words and "no clock runs" in page.words
    assert page.soup.select_one("details h3") and headings(browser)[-1] == "This device"
    assert "3 tables wait for you" in page.words


def test_what_others_said_since_is_hinted_at(site: Site, slug: str, clock: StandingClock) -> None:
    with site.house.store.write() as session:
        game = seat_row(site, slug, 0).game_id
        for number, who in enumerate((1, 2, None)):
            person = session.get_one(Seat, seat_row(site, slug, who).id).person_id if who else None
            session.add(
                Talk(
                    game_id=game,
                    seat=who,
                    person_id=person,
                    name="x",
                    text="x",
                    via="page",
                    key=f"{number}",
                    at=clock(),
                )
            )
    browser = games(site, slug)
    assert browser.page and "3 nieuwe berichten" in browser.page.words


def test_no_games_at_all(site: Site) -> None:
    slug = new_game(site.house, BEA, ANNA, name="Only").slug
    play.call_off_game(site.house, slug, "test")
    browser = games(site, slug, 1)
    assert browser.page and "Geen spel wacht op je. De volgende brief zegt het als eerste." in browser.page.words


# --- preferences by themselves


def test_preferences_without_a_table(site: Site, slug: str) -> None:
    browser = games(site, slug)
    page = browser.get("/preferences")
    assert page.status == 200 and not page.soup.select("button[name=letters]")
    fields = {"name": "Anna", "language": "en", "zone": "UTC", "mode": "each", "hour": "8", "away": "", "talk": "turn",
              "quiet_from": "22", "quiet_to": "7", "points": "yes", "still": "yes"}  # fmt: skip
    page = browser.send("form.sheetform", **fields)
    assert page.status == 200 and "Saved." in page.words
    found = play.preferences(site.house, seat_row(site, slug, 0).id).habits
    assert found == play.Habits("Anna", (22, 7), "turn", open_points=True, motion="none")
    assert page.soup.html and page.soup.html["class"] == ["still"]
    assert browser.get(f"/games/{slug}").soup.html["class"] == ["still"]  # type: ignore[index]


@pytest.mark.parametrize(
    ("changes", "at", "says"),
    [
        ({"name": "bea"}, "name", "Aan Friday table heet iemand anders al bea."),
        ({"name": " "}, "name", "Er ontbreekt een naam."),
        ({"quiet_from": "22"}, "quiet", "Stille uren hebben een begin en een einde, of geen van beide."),
        ({"quiet_from": "x", "quiet_to": "3"}, "quiet", "Stille uren hebben een begin"),
        ({"talk": "shout"}, "talk", "Kies of wat er aan tafel gezegd wordt per brief komt."),
    ],
)
def test_what_cannot_be_is_said_and_kept(site: Site, slug: str, changes: dict[str, str], at: str, says: str) -> None:
    browser = games(site, slug)
    browser.get("/preferences")
    fields = {"name": "Anna", "language": "en", "zone": "UTC", "mode": "each", "hour": "8", "away": "", "talk": "each",
              "quiet_from": "", "quiet_to": "", **changes}  # fmt: skip
    page = browser.send("form.sheetform", **fields)
    fault = page.soup.select_one(f"#{at}-fault")
    assert page.status in (409, 422) and fault and says in fault.get_text()
    assert play.preferences(site.house, seat_row(site, slug, 0).id).language == "nl"
    if "quiet_from" in changes and changes["quiet_from"] == "22":
        assert page.soup.select_one("#quiet_from option[selected]").text == "22:00"  # type: ignore[union-attr]


def test_the_board_says_why_points_lie_open(site: Site) -> None:
    slug = new_game(site.house, FOUR[2], "bot:steady", name="Open", open_points=True).slug
    assert "Points lie open: so the table was set." in site.browser(slug, 0).get(f"/games/{slug}").words
    slug = new_game(site.house, FOUR[2], "bot:steady", name="Wish").slug
    seat = play.table(site.house, slug, 0).seats[0].id
    play.set_preferences(site.house, seat, **{**GOOD, "language": "en"}, habits=play.Habits("Anna", open_points=True))
    assert "Points lie open: all at the table want it." in site.browser(slug, 0).get(f"/games/{slug}").words


def test_a_damaged_game_hides_no_other(site: Site, slug: str) -> None:
    whole = new_game(site.house, ANNA, BEA, name="Whole").slug
    for damage in ({"to_act": []}, {"nothing": 1}):
        with site.house.store.write() as session:
            session.execute(update(Game).where(Game.slug == slug).values(position=damage))
        page = games(site, whole).get("/my-games")
        assert page.status == 200 and {"Friday table", "Whole"} <= set(names(games(site, whole)))


@pytest.mark.parametrize("path", ["/", "/lost-link", "/finished", "/rules", "/nothing"])
def test_pages_for_anybody_speak_as_whom_the_browser_knows(site: Site, slug: str, path: str) -> None:
    assert site.browser().get(path).soup.html["lang"] == "en"  # type: ignore[index]
    assert site.browser(slug, 1).get(path).soup.html["lang"] == "de"  # type: ignore[index]
