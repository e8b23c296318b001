"""What a page asks every few seconds: a tag that tells whether anything is new, and what is new in a line."""

import re
from collections.abc import Callable

import pytest
from sqlalchemy import event, select

from pbem import play, rules
from pbem.store import Game, Person, Talk
from tests.conftest import START, StandingClock, new_game, play_on
from tests.web.conftest import ANNA, FOUR, Browser, Site, position_for, set_position


def ask(browser: Browser, slug: str, tag: str | None = None) -> tuple[int, str]:
    """Status and tag."""
    headers = {"If-None-Match": tag} if tag else {}
    answer = browser.client.get(f"/games/{slug}/now", headers=headers)
    return answer.status_code, answer.headers.get("ETag", "")


def write(site: Site, slug: str, seat: int, text: str) -> None:
    with site.house.store.write() as session:
        game = session.scalars(select(Game).where(Game.slug == slug)).one()
        name = next(each.name for each in game.seats if each.number == seat)
        session.add(Talk(game_id=game.id, seat=seat, name=name, text=text, via="page", key=text, at=START))


def leave(site: Site, slug: str) -> None:
    with site.house.store.write() as session:
        session.scalars(select(Person).where(Person.name == "Cem")).one().away_until = START.replace(year=2027)


CHANGES: dict[str, Callable[[Site, str], object]] = {
    "a move": lambda site, slug: play_on(site.house, slug),
    "a message": lambda site, slug: write(site, slug, 1, "Well played"),
    "a pause": lambda site, slug: play.pause_game(site.house, slug, by="test"),
    "somebody away": leave,
}


@pytest.mark.parametrize("change", CHANGES)
def test_the_tag_is_another_when_anything_is(site: Site, slug: str, change: str) -> None:
    browser = site.browser(slug, 0)
    main = browser.get(f"/games/{slug}").soup.select_one("main")
    assert main and main["data-now"] == f"/games/{slug}/now"
    tag = str(main["data-tag"])
    assert ask(browser, slug, tag) == (304, tag)
    CHANGES[change](site, slug)
    status, other = ask(browser, slug, tag)
    assert status == 200 and other != tag and ask(browser, slug, other) == (304, other)
    assert browser.get(f"/games/{slug}").soup.select_one("main")["data-tag"] == other  # type: ignore[index]


def test_it_is_small_quick_and_notes_nobody(site: Site, slug: str) -> None:
    browser = site.browser(slug, 0)
    asked: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        asked.append(statement)

    event.listen(site.house.store.engine, "before_cursor_execute", note)
    answer = browser.client.get(f"/games/{slug}/now")
    event.remove(site.house.store.engine, "before_cursor_execute", note)
    assert answer.json == {"ply": 0, "turn": 0, "talk": 0}
    assert len([each for each in asked if each.startswith("SELECT")]) == 2
    assert not [each for each in asked if each.startswith(("INSERT", "UPDATE"))]
    with site.house.store.read() as session:
        assert all(person.seen_at is None for person in session.scalars(select(Person)))


def test_a_page_asks_few_questions_of_one_moment(site: Site, slug: str) -> None:
    browser = site.browser(slug, 0)
    asked: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        asked.append(statement)

    event.listen(site.house.store.engine, "before_cursor_execute", note)
    browser.client.get(f"/games/{slug}")
    event.remove(site.house.store.engine, "before_cursor_execute", note)
    assert asked.count("BEGIN") == 1 and len([each for each in asked if each.startswith("SELECT")]) <= 20


def test_who_has_no_seat_is_told_nothing(site: Site, slug: str) -> None:
    assert ask(Browser(site.app), slug)[0] == 403
    assert site.browser(slug, 0).client.get("/games/no-such-table/now").status_code == 403


def test_what_is_secret_is_in_no_tag(site: Site, slug: str) -> None:
    """Two seats have two tags; talk is in none of who only watches."""
    house = site.house
    before = play.pulse(house, slug, None).tag
    write(site, slug, 1, "Well played")
    assert play.pulse(house, slug, None).tag == before and play.pulse(house, slug, None).talk == 0
    assert len({play.pulse(house, slug, seat).tag for seat in (0, 1, None)}) == 3


def test_the_page_says_what_is_new_since_it_was_open(site: Site, slug: str) -> None:
    cem = site.browser(slug, 2)
    line = cem.get(f"/games/{slug}?seen=0&said=0").soup.select_one("#news")
    assert line and line.has_attr("hidden") and not line.get_text().strip(" ×\n")
    play_on(site.house, slug, 2)
    write(site, slug, 1, "<b>Well played</b>")
    page = cem.get(f"/games/{slug}?seen=0&said=0")
    line = page.soup.select_one("#news")
    assert line and not line.has_attr("hidden")
    assert "Anna, settler:" in line.get_text() and "New in the table talk, from Bea." in line.get_text()
    assert "Bea" not in site.browser(slug, 1).get(f"/games/{slug}?seen=2&said=0").soup.select_one("#news").get_text()  # type: ignore[union-attr]
    for odd in ("x", "-1", "9" * 30, ""):
        assert cem.get(f"/games/{slug}?seen={odd}&said={odd}").status == 200


def test_a_move_of_mine_from_elsewhere_is_told_as_such(site: Site, slug: str) -> None:
    anna = site.browser(slug, 0)
    play.submit(site.house, slug, 0, 0, "role settler", "mail")
    line = anna.get(f"/games/{slug}?seen=0").soup.select_one("#news")
    assert line and "Al gespeeld: kolonist, maandag 30 november, 10:00, per mail." in line.get_text()


def test_who_has_placed_is_told_though_no_story_tells_it(site: Site) -> None:
    slug = new_game(site.house, *FOUR).slug
    set_position(site.house, slug, position_for("mayor"))
    for number in (0, 1):
        table = play.table(site.house, slug, number)
        if table.my_turn:
            move = rules.suggest_placement(table.view or {}, number)
            play.submit(site.house, slug, number, table.game.ply, move, "web")
    ply = play.table(site.house, slug, None).game.ply
    line = site.browser(slug, ANNA).get(f"/games/{slug}?seen=0").soup.select_one("#news")
    assert ply > 0 and line and re.search("Bea and Cem have placed the colonists|(Bea|Cem) has placed", line.get_text())
    assert "mayor" not in line.get_text()


def test_an_invitation_notices_that_the_game_has_begun(site: Site, clock: StandingClock) -> None:
    slug = new_game(site.house, *FOUR, start=False).slug
    browser = site.browser(slug, 0)
    tag = str(browser.get(f"/games/{slug}").soup.select_one("main")["data-tag"])  # type: ignore[index]
    play.start_game(site.house, slug, by="test")
    assert ask(browser, slug, tag)[0] == 200


def test_who_looks_on_follows_the_table_too(site: Site, slug: str) -> None:
    play.open_watch(site.house, play.table(site.house, slug, 0).seats[0].id)
    url = (play.watch_url(site.house, slug) or "").removeprefix(site.house.settings.base_url)
    watcher = Browser(site.app)
    main = watcher.get(url).soup.select_one("main")
    assert main
    where, tag = str(main["data-now"]), str(main["data-tag"])
    assert watcher.client.get(where, headers={"If-None-Match": tag}).status_code == 304
    write(site, slug, 1, "Well played")
    assert watcher.client.get(where, headers={"If-None-Match": tag}).status_code == 304, "talk is not for them"
    play_on(site.house, slug)
    assert watcher.client.get(where, headers={"If-None-Match": tag}).status_code == 200
    line = watcher.get(f"{url}?seen=0").soup.select_one("#news")
    assert line and "Anna, settler." in line.get_text()
