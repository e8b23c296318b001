"""The pieces of the board in a browser: one stop for Tab, arrows, cards with script and without."""

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Page

from tests.browser.conftest import open_table, violations
from tests.conftest import new_game
from tests.web.conftest import ANNA, FOUR, Site, position_for, set_position

pytestmark = pytest.mark.slow
FOCUSED = "document.activeElement.getAttribute('aria-label') || document.activeElement.textContent.trim()"
OPEN_CARD = ".pop:popover-open"


def captain(site: Site) -> str:
    english = [seat.replace("lang=nl", "lang=en").replace("lang=de", "lang=en") for seat in FOUR]
    slug = new_game(site.house, *english).slug
    set_position(site.house, slug, position_for("captain"))
    return slug


def press(page: Page, *keys: str) -> str:
    """What has the focus after these keys, by its name."""
    for key in keys:
        page.keyboard.press(key)
    return str(page.evaluate(FOCUSED))


def test_a_block_is_one_stop_and_arrows_walk_it(chromium: Chromium, served: Site) -> None:
    page = open_table(chromium, served, captain(served), ANNA, viewport={"width": 1280, "height": 900})
    page.locator(".board.me .blk a").first.focus()
    assert press(page, "ArrowRight") == "Indigo plantation, manned"
    assert "Indigo plantation" in page.locator(OPEN_CARD).inner_text()
    assert press(page, "ArrowDown") == "Sugar plantation, no colonist: it does not work"
    assert "No colonist: it does not work" in page.locator(f"{OPEN_CARD} .state").inner_text().capitalize()
    assert press(page, "ArrowUp", "End", "Home") == "Corn plantation, manned"
    assert press(page, "Escape") == "Corn plantation, manned"
    assert not page.locator(OPEN_CARD).count()
    assert press(page, "Tab") == "Small indigo plant, manned: 1 of 1"
    assert press(page, "ArrowDown", "ArrowRight") == "Coffee roaster, manned: 1 of 2"
    assert press(page, "Shift+Tab", "Tab") == "Coffee roaster, manned: 1 of 2", "a block remembers where one was"


def test_a_click_opens_the_card_and_one_beside_it_closes_it(chromium: Chromium, served: Site) -> None:
    size = {"width": 390, "height": 844}
    page = open_table(chromium, served, captain(served), ANNA, viewport=size, bypass_csp=True)
    page.locator(".board.me .blk").nth(1).locator("a").first.click()
    card = page.locator(OPEN_CARD)
    assert "1 point" in card.inner_text() and card.locator(".state").inner_text().endswith("1 of 1")
    assert not violations(page)
    page.mouse.click(5, 5)
    assert not card.count() and "#c-" not in page.url


def test_a_piece_of_the_board_sets_the_choice(chromium: Chromium, served: Site) -> None:
    page = open_table(chromium, served, captain(served), ANNA, viewport={"width": 1280, "height": 900})
    page.locator("#harbour .ship a").nth(1).click()
    page.locator("#choose input:checked[value='ship coffee 6']").wait_for(state="attached")


def test_without_script_a_card_is_the_target_of_a_link(chromium: Chromium, served: Site) -> None:
    size = {"width": 390, "height": 844}
    page = open_table(chromium, served, captain(served), ANNA, viewport=size, java_script_enabled=False)
    page.locator(".board.me .blk").nth(1).locator("a").first.click()
    card = page.locator("#c-small_indigo_plant")
    assert card.is_visible() and "barrel" in card.inner_text()
    card.get_by_role("link", name="Close").click()
    assert not card.is_visible()


def test_a_board_is_a_list_to_a_screen_reader(chromium: Chromium, served: Site) -> None:
    page = open_table(chromium, served, captain(served), ANNA)
    islands = page.get_by_role("list", name="Island", exact=True)
    assert islands.count() == 4
    assert islands.first.get_by_role("listitem").count() == 8
    assert islands.first.get_by_role("link", name="Quarry, manned").count() == 1
