"""`make play` as a person sees it: from the mailbox to the end of the first round, in Chromium (issue 2)."""

import os
import random
from pathlib import Path

import pytest
from playwright.sync_api import Page, sync_playwright

from tests.e2e.services import Service, one_process

pytestmark = pytest.mark.slow
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
WIDTHS = {"phone": (390, 844), "desktop": (1280, 900)}


@pytest.fixture
def demo(tmp_path):
    service = one_process(tmp_path, "")
    service.env.pop("SMTP_URL")
    service.env["LANG"] = "nl_NL.UTF-8"
    made = Service(("pbem up --demo",), service.env, tmp_path)
    made.start()
    yield made
    made.stop()


@pytest.mark.parametrize(("size", "script"), [("phone", True)], ids=["on a phone"])
def test_from_the_mailbox_to_the_end_of_the_first_round(demo, chromium_path, tmp_path, size, script):
    shots = Path(os.environ.get("PBEM_SHOTS") or tmp_path)
    width, height = WIDTHS[size]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, args=FLAGS)
        context = browser.new_context(viewport={"width": width, "height": height}, java_script_enabled=script)
        page = context.new_page()
        errors: list[str] = []
        page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        open_the_table(demo, page)
        play_the_first_round(page, shots / f"demo-{size}-{'js' if script else 'plain'}")
        assert errors == []
        browser.close()


def open_the_table(demo: Service, page: Page) -> None:
    """From the line that `pbem up` printed: mailbox, newest letter, a choice in it."""
    mailbox = next(word for word in demo.output.split() if word.endswith("/mailbox"))
    for _ in range(50):
        page.goto(mailbox)
        if page.locator("a[href^='/mailbox/']").count():
            break
        page.wait_for_timeout(200)
    page.locator("a[href^='/mailbox/']").first.click()
    choice = page.frame_locator("iframe").locator("a[href*='move=role+mayor']").first
    with page.expect_popup() if choice.get_attribute("target") == "_blank" else _same(page) as opened:
        choice.click()
    target = opened.value if opened.value is not None else page
    if target is not page:
        url = target.url
        target.close()
        page.goto(url)
    page.wait_for_url("**/games/**")
    assert "/games/" in page.url
    assert page.locator("input[name=move]:checked").get_attribute("value") == "role mayor", "the choice is filled in"


class _same:
    """A click that opens no window."""

    value = None

    def __init__(self, page: Page) -> None:
        pass

    def __enter__(self) -> "_same":
        return self

    def __exit__(self, *_: object) -> None:
        pass


def play_the_first_round(page: Page, shots: Path) -> None:
    shots.mkdir(parents=True, exist_ok=True)
    luck = random.Random(7)
    for step in range(60):
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), "nothing sticks out"
        if "Ronde 1," not in page.locator("header.top").inner_text():
            page.screenshot(path=shots / "round-2.png", full_page=True)
            return
        if not page.locator("form#choose").count():
            page.wait_for_timeout(300)
            page.reload()
            continue
        page.screenshot(path=shots / f"{step:02}.png", full_page=True)
        choose(page, luck)
    raise AssertionError(f"still round 1 after sixty steps: {page.locator('h1').first.inner_text()}")


def choose(page: Page, luck: random.Random) -> None:
    """Touches a choice as a finger would, then the button that names it."""
    choices = page.locator("form#choose label.pick")
    if choices.count():
        choices.nth(luck.randrange(choices.count())).click()
    with page.expect_navigation():
        page.locator("form#choose button.btn").first.click()
