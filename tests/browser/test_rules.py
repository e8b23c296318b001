"""The rules in short in Chromium: nothing for axe-core to find, nothing wider than the screen, no script needed."""

import pytest
from playwright.sync_api import Browser as Chromium

from pbem import play
from pbem.words import LANGUAGES
from tests.browser.conftest import OPEN, anna_alone, open_table, violations
from tests.web.conftest import Site

pytestmark = pytest.mark.slow


def test_the_rules_read_well_everywhere(served: Site, chromium: Chromium) -> None:
    for scheme, languages in (("light", LANGUAGES[::2]), ("dark", LANGUAGES[1::2])):
        context = chromium.new_context(color_scheme=scheme, bypass_csp=True)  # type: ignore[arg-type]
        OPEN.append(context)
        page = context.new_page()
        for language in languages:
            page.set_viewport_size({"width": 500, "height": 900})
            page.goto(f"{served.house.settings.base_url}/rules?lang={language}")
            assert page.locator("script").count() == 0
            assert violations(page) == [], (language, scheme)
            for width in (320, 390, 1280, 2560):
                page.set_viewport_size({"width": width, "height": 900})
                assert page.evaluate("document.documentElement.scrollWidth") <= width, (language, width)


def test_a_guide_is_read_followed_and_put_away_without_script(served: Site, chromium: Chromium) -> None:
    slug = anna_alone(served)
    while not play.table(served.house, slug, 0).my_turn:
        play.let_bots_move(served.house, play.table(served.house, slug, 0).game.id)
    page = open_table(chromium, served, slug, viewport={"width": 390, "height": 844}, color_scheme="dark",
                      java_script_enabled=False)  # fmt: skip
    assert page.locator("#choose .pick").first.bounding_box()["y"] < 400  # type: ignore[index]
    page.locator(".to-guide a").click()
    page.locator("#guide .looks a").first.click()
    assert page.url.endswith("#p0")
    page.locator("#guide button[value=choose_role]").click()
    assert page.locator("#guide").count() == 0 and page.locator("#choose").count() == 1
