"""Talk and notes in a browser: sent without a new page, kept while typed, by plain forms without script, axe-core."""

import pytest
from playwright.sync_api import Browser as Chromium

from pbem import play
from tests.browser.conftest import COMPLAINTS, anna_alone, open_table, violations
from tests.web.conftest import Site

pytestmark = pytest.mark.slow


def test_a_message_goes_without_a_new_page_and_what_is_typed_stays(served: Site, chromium: Chromium) -> None:
    slug = anna_alone(served)
    page = open_table(chromium, served, slug, bypass_csp=True, viewport={"width": 390, "height": 844})
    page.evaluate("window.mine = 1")
    page.locator("#notes summary").click()
    page.fill("#note", "half a thought")
    page.fill("#say", "Hello\nall")
    page.get_by_role("button", name="Say it").click()
    page.locator(".talk li", has_text="Hello").wait_for()
    assert page.input_value("#say") == "" and page.input_value("#note") == "half a thought"
    assert page.evaluate("window.mine === 1 && document.activeElement.id === 'say'")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved Mon").wait_for()
    assert play.read_note(served.house, play.table(served.house, slug, 0).seats[0].id).text == "half a thought"
    assert violations(page) == []
    page.fill("#say", "x" * 1999)
    page.context.set_offline(True)
    page.get_by_role("button", name="Say it").click()
    page.locator("#talk [data-down]").wait_for()
    assert len(page.input_value("#say")) == 1999
    page.context.set_offline(False)
    COMPLAINTS.clear()  # of the line that was down


def test_talk_goes_by_plain_forms_without_script(served: Site, chromium: Chromium) -> None:
    slug = anna_alone(served)
    page = open_table(chromium, served, slug, java_script_enabled=False)
    page.fill("#say", "Hello")
    page.get_by_role("button", name="Say it").click()
    page.locator(".talk li", has_text="Hello").wait_for()
    assert page.url.endswith(f"/games/{slug}#talk")
