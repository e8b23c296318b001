"""The replay in a real browser: slider, keys and lines without a reload; by links and a form without script."""

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Page, expect

from pbem import play
from tests.browser.conftest import open_table, violations
from tests.conftest import new_game, play_on
from tests.web.conftest import FOUR, Site

pytestmark = pytest.mark.slow


@pytest.fixture
def begun(served: Site) -> str:
    """A table of four some moves into its game."""
    slug = new_game(served.house, *FOUR).slug
    play_on(served.house, slug, 14)
    return slug


def _at(page: Page, at: int) -> None:
    expect(page.locator(".at")).to_contain_text(f"Move {at} of ")
    expect(page.locator("input[type=range]")).to_have_value(str(at))


def test_slider_keys_and_lines_walk_without_a_reload(served: Site, chromium: Chromium, begun: str) -> None:
    page = open_table(chromium, served, begun, 2, bypass_csp=True, viewport={"width": 1280, "height": 900})
    page.goto(f"{served.house.settings.base_url}/games/{begun}/replay?at=3")
    page.evaluate("window.stays = true")
    last = play.table(served.house, begun, 2).game.ply
    page.keyboard.press("]")
    _at(page, 4)
    page.keyboard.press("[")
    page.keyboard.press("[")
    _at(page, 2)
    page.locator('a[data-go="on"]').click()
    _at(page, 3)
    expect(page.locator('[data-go="on"]')).to_be_focused()
    page.locator("input[type=range]").focus()
    page.keyboard.press("End")
    _at(page, last)
    page.keyboard.press("Home")
    _at(page, 0)
    page.keyboard.press("ArrowRight")
    _at(page, 1)
    line = page.locator("a.ln").nth(2)
    href = line.get_attribute("href") or ""
    line.click()
    _at(page, int(href.partition("at=")[2]))
    assert page.url.endswith(href) and page.evaluate("window.stays")
    expect(page.locator("[aria-current=step]")).to_have_count(1)
    assert not violations(page)


def test_it_plays_by_itself_until_it_is_stopped(served: Site, chromium: Chromium, begun: str) -> None:
    page = open_table(chromium, served, begun, 2)
    page.clock.install()
    page.goto(f"{served.house.settings.base_url}/games/{begun}/replay?at=1")
    page.get_by_role("button", name="Play through").click()
    page.clock.run_for(1600)
    _at(page, 2)
    page.clock.run_for(1600)
    _at(page, 3)
    page.get_by_role("button", name="Stop").click()
    page.clock.run_for(5000)
    _at(page, 3)


def test_without_script_links_and_a_form_lead_on(served: Site, chromium: Chromium, begun: str) -> None:
    page = open_table(chromium, served, begun, 2, java_script_enabled=False, viewport={"width": 390, "height": 844})
    page.get_by_role("link", name="The whole story").click()
    page.locator("a.ln").first.click()
    _at(page, 1)
    page.get_by_role("link", name="Next", exact=True).click()
    _at(page, 2)
    page.locator("input[type=range]").press("End")
    page.get_by_role("button", name="Show").click()
    _at(page, play.table(served.house, begun, 2).game.ply)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("link", name="Back to the table").click()
    expect(page.locator("#turn")).to_be_visible()


def test_story_and_onlookers_page_are_accessible(served: Site, chromium: Chromium, begun: str) -> None:
    seat = play.table(served.house, begun, 2).seats[2].id
    play.open_watch(served.house, seat)
    url = play.watch_url(served.house, begun)
    assert url
    page = open_table(chromium, served, begun, 2, bypass_csp=True, color_scheme="dark")
    for address in (url, f"{url}/story", f"{url}/replay?at=5"):
        page.goto(address)
        assert not violations(page), address
        assert page.locator("form[method=post]").count() == 0


def test_an_onlookers_page_notices_a_move_by_itself(served: Site, chromium: Chromium, begun: str) -> None:
    seat = play.table(served.house, begun, 2).seats[2].id
    play.open_watch(served.house, seat)
    page = open_table(chromium, served, begun, 2)
    page.clock.install()
    page.goto(play.watch_url(served.house, begun) or "")
    ask = page.locator("#ask").inner_text()
    play_on(served.house, begun, 3)
    page.clock.run_for(6000)
    expect(page.locator("#news")).to_be_visible()
    expect(page.locator("main")).to_have_attribute("data-ply", str(play.table(served.house, begun, 2).game.ply))
    assert page.locator("#ask").inner_text() != ask
