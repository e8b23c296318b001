"""In Chromium: from the foot of a letter by "My games" to another table and a move there; axe; without JavaScript."""

import pytest
from playwright.sync_api import Browser as Chromium

from pbem import play
from tests.browser.conftest import COMPLAINTS, anna_alone, open_table, violations
from tests.conftest import new_game
from tests.web.conftest import Site

pytestmark = pytest.mark.slow
ANNA = "Anna <anna@example.org>;lang=en;tz=Europe/Amsterdam"


@pytest.mark.parametrize("has_script", [True, False])
def test_from_one_letter_to_another_table_and_a_move(chromium: Chromium, served: Site, has_script: bool) -> None:
    first = anna_alone(served)
    second = new_game(served.house, ANNA, "bot:steady", name="Second table").slug
    page = open_table(chromium, served, first, java_script_enabled=has_script, viewport={"width": 390, "height": 844})
    page.get_by_role("link", name="My games").click()
    assert page.get_by_role("heading", level=1).inner_text() == "My games"
    page.get_by_role("link", name="Second table").click()
    page.locator("#choose label").first.click()
    page.get_by_role("button", name="Take the settler").click()
    page.get_by_text("Played:").first.wait_for()
    assert play.table(served.house, second, 0).log[0].move.startswith("role ")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(chromium: Chromium, served: Site, scheme: str) -> None:
    slug = anna_alone(served)
    new_game(served.house, ANNA, "bot:steady", name="Soon", start=False)
    page = open_table(chromium, served, slug, bypass_csp=True, color_scheme=scheme)
    for path in ("/my-games", "/preferences", "/lost-link", "/lost-link/sent", "/"):
        page.goto(served.house.settings.base_url + path)
        assert violations(page) == [], path
        for width in (320, 2560):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (path, width)
    page.goto(served.house.settings.base_url + "/lost-link")
    page.locator("#address").fill("nobody@x")
    page.get_by_role("button", name="Send the link").click()
    page.locator("#address-fault").wait_for()
    assert violations(page) == []
    COMPLAINTS.clear()  # Chromium says of each page that it came with 422
