"""What opens every link of every letter before its reader does: nothing is played, voted, stopped, confirmed, spent."""

import re
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import replace
from email.message import EmailMessage
from http.cookiejar import CookieJar

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Error, Page, sync_playwright
from werkzeug.serving import make_server

from pbem import mail, play
from pbem.web import create_app
from pbem.web.guards import limiter
from tests.browser.conftest import FLAGS, _Quiet
from tests.letters.conftest import Played, house, html_of, letter_of, played, text_of  # noqa: F401
from tests.servers import free_port
from tests.web.test_house_rules import dump

pytestmark = pytest.mark.slow
URL = re.compile(r"https?://[^\s<>\"')]+")
METHODS = ("HEAD", "GET")
WITHOUT_LINKS = ("replaced",)  # who left the table has no link any more


@pytest.fixture
def served(house: play.House) -> Iterator[play.House]:  # noqa: F811
    """The house with its pages behind a real port, letters leaving for elsewhere."""
    port = free_port()
    served = replace(house, settings=replace(house.settings, base_url=f"http://127.0.0.1:{port}", port=port))
    app = create_app(served, mailbox=False)
    limiter.reset()
    server = make_server("127.0.0.1", port, app, threaded=True, request_handler=_Quiet)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield served
    server.shutdown()
    thread.join()


@pytest.fixture(scope="module")
def chromium(chromium_path: str) -> Iterator[Chromium]:
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=chromium_path, args=FLAGS)
        yield browser
        browser.close()


def urls(letter: EmailMessage) -> list[str]:
    """Every address in a letter: its two forms and its headers, as scanners find them."""
    links = [str(a["href"]) for a in BeautifulSoup(html_of(letter), "html.parser").select("[href]")]
    heads = [found for name, value in letter.items() if name != "Message-ID" for found in URL.findall(str(value))]
    found = [*links, *URL.findall(text_of(letter)), *heads]
    return list(dict.fromkeys(url for url in found if url.startswith("http")))


def fetched(url: str, method: str) -> int:
    """What a scanner is answered, redirects followed and cookies kept."""
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    try:
        with opener.open(urllib.request.Request(url, method=method), timeout=20) as answer:
            answer.read()
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def open_with_scripts(page: Page, url: str) -> None:
    """Opens an address as a person's browser does, and lets its scripts run."""
    try:
        answer = page.goto(url, wait_until="load")
    except Error as error:  # the file of a finished game
        assert "Download is starting" in error.message, url
    else:
        assert answer is not None and answer.status == 200, url


@pytest.mark.parametrize("kind", sorted(mail.KINDS))
def test_links_are_opened_by_machines_and_nothing_happens(
    served: play.House,
    played: Played,  # noqa: F811
    chromium: Chromium,
    kind: str,
) -> None:
    letter = letter_of(served, played, kind, "en")
    found = urls(letter)
    assert bool(found) is (kind not in WITHOUT_LINKS) and all(url.startswith(served.settings.base_url) for url in found)
    before = dump(served)
    for url in found:
        answers = [fetched(url, method) for method in METHODS * 2]
        assert set(answers) == {200}, (url, answers)
    assert dump(served) == before, "fetched"
    context = chromium.new_context()
    page = context.new_page()
    for url in found:
        open_with_scripts(page, url)
    context.close()
    assert dump(served) == before, "opened with scripts"
