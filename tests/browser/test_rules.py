"""The rules in short in Chromium: nothing for axe-core to find, nothing wider than the screen, no script needed."""

import pytest
from playwright.sync_api import Browser as Chromium

from pbem.words import LANGUAGES
from tests.browser.conftest import OPEN, violations
from tests.web.conftest import Site

pytestmark = pytest.mark.slow


def test_the_rules_read_well_everywhere(served: Site, chromium: Chromium) -> None:
    for scheme in ("light", "dark"):
        context = chromium.new_context(color_scheme=scheme, bypass_csp=True)  # type: ignore[arg-type]
        OPEN.append(context)
        page = context.new_page()
        for language in LANGUAGES:
            page.set_viewport_size({"width": 500, "height": 900})
            page.goto(f"{served.house.settings.base_url}/rules?lang={language}")
            assert page.locator("script").count() == 0
            assert violations(page) == [], (language, scheme)
            for width in (320, 390, 1280, 2560):
                page.set_viewport_size({"width": width, "height": 900})
                assert page.evaluate("document.documentElement.scrollWidth") <= width, (language, width)
