"""Two windows, late clicks, lost lines and sessions, in a browser: nothing is played twice, no choice gets lost."""

import time

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Page, Route
from sqlalchemy import select

from pbem import play, rules
from pbem.store import Game, Talk
from tests.browser.conftest import COMPLAINTS, open_table
from tests.conftest import START, new_game, play_on
from tests.web.conftest import ANNA, FOUR, Site, position_for, set_position

pytestmark = pytest.mark.slow
BEA, CEM = 0, 1


@pytest.fixture
def slug(served: Site) -> str:
    """A table where Anna is to choose a role."""
    slug = new_game(served.house, *FOUR).slug
    set_position(served.house, slug, position_for("choose_role"))
    return slug


def address(site: Site, slug: str) -> str:
    return f"{site.house.settings.base_url}/games/{slug}"


def moves(site: Site, slug: str) -> list[str]:
    """The moves that a person made."""
    return [entry.move for entry in play.table(site.house, slug, None).log if entry.mark == ""]


def look(page: Page) -> None:
    """Has the page ask for news now, as it does by itself every few seconds."""
    with page.expect_response("**/now"):
        page.evaluate("dispatchEvent(new Event('online'))")


def choose(page: Page, label: str) -> None:
    page.locator("#choose .pick", has_text=label).first.click()
    assert page.locator("#choose input:checked").count() == 1


def confirm(page: Page) -> None:
    page.locator("#choose .confirm .btn:not(.q)").first.click()


def write(site: Site, slug: str, seat: int, text: str) -> None:
    with site.house.store.write() as session:
        game = session.scalars(select(Game).where(Game.slug == slug)).one()
        name = next(each.name for each in game.seats if each.number == seat)
        session.add(Talk(game_id=game.id, seat=seat, name=name, text=text, via="page", key=text, at=START))


def test_who_reads_what_happened_stays_there_when_it_is_her_turn(served: Site, chromium: Chromium, slug: str) -> None:
    set_position(served.house, slug, position_for("trader"))
    page = open_table(chromium, served, slug, ANNA, viewport={"width": 390, "height": 500})
    page.locator("label.pick", has_text="Coffee").click()
    page.evaluate("scrollTo(0, 300)")
    page.locator("#choose .confirm .btn").first.click()
    page.locator("#turn .told", has_text="Played: coffee.").wait_for()
    assert page.evaluate("document.activeElement.id") == "since"
    assert page.evaluate("document.querySelector('#turn .told').getBoundingClientRect().top") >= 0, "it is in sight"
    set_position(served.house, slug, position_for("settler"))
    look(page)
    page.locator("#choose").wait_for()
    assert page.evaluate("document.activeElement.id") == "since"


def test_news_while_choosing_move_nothing_and_take_nothing(served: Site, chromium: Chromium, slug: str) -> None:
    set_position(served.house, slug, position_for("mayor"))
    page = open_table(chromium, served, slug, ANNA, viewport={"width": 390, "height": 600})
    page.get_by_role("button", name="one fewer: Corn plantation").click()
    page.evaluate("scrollTo(0, 260)")
    before = page.evaluate("[scrollY, document.querySelector('#steppers').getBoundingClientRect().top]")
    state = rules.load(play.whole_position(served.house, slug) or {})
    other = next(seat for seat in state.to_act if seat != ANNA)
    ply = play.table(served.house, slug, None).game.ply
    play.submit(served.house, slug, other, ply, rules.suggest_placement(rules.view(state, other), other), "web")
    write(served, slug, other, "There they are")
    look(page)
    line = page.locator("#news")
    line.wait_for()
    name = play.table(served.house, slug, None).names[other]
    assert name in line.inner_text() and "New in the table talk" in line.inner_text()
    assert page.locator("#pool").inner_text().strip() == "1 still to place"
    assert page.evaluate("[scrollY, document.querySelector('#steppers').getBoundingClientRect().top]") == before
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "one fewer: Corn plantation"
    assert name in page.locator("#says").inner_text()
    page.keyboard.press("Escape")
    assert not line.is_visible()
    page.get_by_role("button", name="one more: Sugar plantation").click()
    confirm(page)
    page.locator(".told", has_text="Played:").wait_for()


def test_news_take_nothing_of_what_is_written_or_was_refused(served: Site, chromium: Chromium, slug: str) -> None:
    page = open_table(chromium, served, slug, ANNA)
    seat = play.table(served.house, slug, ANNA).seats[ANNA].id
    page.locator("#order-form summary").click()
    page.fill("#order-text", "whatever you like best")
    page.get_by_role("button", name="Leave this order").click()
    page.locator("#order-fault").wait_for()  # a new page, with what was refused
    for number in range(10):
        play.say(served.house, seat, f"message {number}", "page", str(number))
    page.fill("#say", "one too many")
    page.get_by_role("button", name="Say it").click()
    page.locator("#say-fault").wait_for()
    play.leave_order(served.house, seat, "mayor", "bot", language="en", is_once=False)
    write(served, slug, BEA, "There they are")
    page.evaluate("document.activeElement.blur()")
    look(page)
    page.locator("#news").wait_for()
    assert page.input_value("#say") == "one too many"
    assert page.input_value("#order-text") == "whatever you like best"
    COMPLAINTS.clear()  # of the two refusals


def test_a_choice_that_was_made_elsewhere_is_told_and_let_go(served: Site, chromium: Chromium, slug: str) -> None:
    first = open_table(chromium, served, slug, ANNA)
    choose(first, "Captain")
    second = first.context.new_page()
    second.goto(address(served, slug))
    choose(second, "Craftsman" if second.locator("#choose .pick", has_text="Craftsman").count() else "Trader")
    confirm(second)
    second.locator(".told", has_text="Played:").wait_for()
    look(first)
    first.locator("#news", has_text="Already played").wait_for()
    assert first.locator("#choose input:checked").count() == 0
    assert first.locator("#ask").inner_text() == second.locator("#ask").inner_text()
    assert len(moves(served, slug)) == 1


def test_a_window_that_heard_nothing_is_told_why_and_keeps_the_table(
    served: Site, chromium: Chromium, slug: str
) -> None:
    page = open_table(chromium, served, slug, ANNA)
    page.route("**/now", lambda route: route.abort())
    choose(page, "Captain")
    play.submit(served.house, slug, ANNA, play.table(served.house, slug, None).game.ply, "role captain", "mail")
    confirm(page)
    page.locator(".told", has_text="Already played: captain").wait_for()
    assert len(moves(served, slug)) == 1
    COMPLAINTS.clear()  # Chromium logs the 409 and the line that was cut


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_back_after_a_move_shows_the_table_as_it_is(served: Site, chromium: Chromium, slug: str, script: bool) -> None:
    page = open_table(chromium, served, slug, ANNA, java_script_enabled=script)
    choose(page, "Captain")
    confirm(page)
    page.locator(".told", has_text="Played:").wait_for()
    ask = page.locator("#ask").inner_text()
    page.goto(f"{address(served, slug)}/preferences")
    page.go_back()
    page.locator("#ask", has_text=ask).wait_for()
    page.go_back()
    page.wait_for_load_state()
    page.reload()
    assert len(moves(served, slug)) == 1


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_a_double_click_plays_once(served: Site, chromium: Chromium, slug: str, script: bool) -> None:
    page = open_table(chromium, served, slug, ANNA, java_script_enabled=script)
    choose(page, "Captain")
    page.locator("#choose .confirm .btn:not(.q)").first.dblclick(no_wait_after=True)
    page.locator(".told", has_text="layed").wait_for()
    page.wait_for_timeout(200)
    assert moves(served, slug) == ["role captain"]


def test_a_slow_line_is_waited_for_and_plays_once(served: Site, chromium: Chromium, slug: str) -> None:
    page = open_table(chromium, served, slug, ANNA)
    posted: list[str] = []

    def slowly(route: Route) -> None:
        posted.append(route.request.url)
        time.sleep(0.6)
        route.continue_()

    page.route("**/move", slowly)
    choose(page, "Captain")
    for _ in range(3):
        page.locator("#choose .confirm .btn:not(.q)").first.click(no_wait_after=True, force=True)
    page.locator(".told", has_text="Played:").wait_for()
    assert moves(served, slug) == ["role captain"]


def test_a_line_that_is_down_is_told_and_comes_back(served: Site, chromium: Chromium, slug: str) -> None:
    page = open_table(chromium, served, slug, CEM)
    page.route("**/now", lambda route: route.abort())
    for _ in range(2):
        page.evaluate("dispatchEvent(new Event('online'))")
        page.wait_for_timeout(100)
    page.locator("#news", has_text="There is no connection just now.").wait_for()
    play_on(served.house, slug, 1)
    page.unroute("**/now")
    look(page)
    page.locator("#news", has_text="Anna, ").wait_for()
    COMPLAINTS.clear()


def test_the_seat_is_lost(served: Site, chromium: Chromium, slug: str) -> None:
    page = open_table(chromium, served, slug, ANNA)
    choose(page, "Captain")
    page.context.clear_cookies()
    look(page)
    page.locator("#news", has_text="no seat at the table any more").wait_for()
    assert page.locator("#choose input:checked").count() == 1
    confirm(page)
    page.get_by_text("newest letter").first.wait_for()
    assert moves(served, slug) == []
    COMPLAINTS.clear()
