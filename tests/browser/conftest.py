"""Fixtures of the tests in a browser: the application behind a port, Chromium, a seat's page, axe-core."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import axe_playwright_python
import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import BrowserContext, Page, sync_playwright
from werkzeug.serving import WSGIRequestHandler, make_server

from pbem import play
from pbem.web import create_app
from tests.conftest import new_game
from tests.servers import free_port
from tests.web.conftest import Site, web_house

__all__ = ["web_house"]
# Of the things that Chromium does in the background none is tried here, and some have held it up for minutes.
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
         "--disable-features=OptimizationHints,OptimizationGuideOnDeviceModel,Translate"]  # fmt: skip
COMPLAINTS: list[str] = []
OPEN: list[BrowserContext] = []  # a page that waits asks the server again and again


class _Quiet(WSGIRequestHandler):
    def log(self, *_: object, **__: object) -> None:
        pass


@pytest.fixture
def served(web_house: play.House) -> Iterator[Site]:
    """The application behind a real port."""
    port = free_port()
    house = replace(web_house, settings=replace(web_house.settings, base_url=f"http://127.0.0.1:{port}", port=port))
    site = Site(house, create_app(house, mailbox=True))
    server = make_server("127.0.0.1", port, site.app, threaded=True, request_handler=_Quiet)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield site
    while OPEN:
        OPEN.pop().close()
    server.shutdown()
    thread.join()


@pytest.fixture(autouse=True)
def no_complaints() -> Iterator[None]:
    """What Chromium complains of (scripts, policy, missing files) fails the test once it is through."""
    COMPLAINTS.clear()
    yield
    assert not COMPLAINTS


@pytest.fixture(scope="module")
def chromium(chromium_path: str) -> Iterator[Chromium]:
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=chromium_path, args=FLAGS)
        yield browser
        browser.close()


def anna_alone(site: Site) -> str:
    return new_game(site.house, "Anna <anna@example.org>;lang=en;tz=Europe/Amsterdam", "bot:steady", "bot:steady").slug


def open_table(chromium: Chromium, site: Site, slug: str, seat: int = 0, **options: object) -> Page:
    context = chromium.new_context(**options)  # type: ignore[arg-type]
    OPEN.append(context)
    page = context.new_page()
    page.on("console", lambda line: COMPLAINTS.append(line.text) if line.type == "error" else None)
    page.on("pageerror", lambda error: COMPLAINTS.append(str(error)))
    page.goto(site.house.settings.base_url + site.link(slug, seat))
    return page


AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text("utf-8")


def violations(page: Page) -> list[str]:
    """What axe-core finds wrong with the page as it stands: "rule: selector" each; needs a context with bypass_csp."""
    page.evaluate(AXE)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']}).then(r => r.violations)")
    return [f"{each['id']}: {node['target']} {node['failureSummary']}" for each in found for node in each["nodes"]]
