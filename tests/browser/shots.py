"""Pictures of the table's page as a browser shows it, to be looked at: `python -m tests.browser.shots FOLDER [KIND …]`.

For each kind of decision, a game that has just begun and one that is over: phone (390) and desktop (1280), light and
dark, in three languages (LANGS, WIDTHS, SCHEMES in the environment choose some). A tool for people; no test runs it.
"""

import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import product
from pathlib import Path

from playwright.sync_api import sync_playwright
from werkzeug.serving import make_server

from pbem import play
from pbem.store import Store, migrate
from pbem.web import create_app
from tests.browser.conftest import FLAGS, _Quiet
from tests.conftest import Doorbell, StandingClock, new_game, play_on, test_settings
from tests.servers import CHROMIUMS, free_port
from tests.web.conftest import ANNA, FOUR, Site, position_for, set_position

KINDS = (
    "choose_role",
    "settler",
    "mayor",
    "builder",
    "craftsman",
    "trader",
    "captain",
    "storage",
    "start",
    "game_over",
)
MOVES = 60  # so that there is a story to tell before the position is set


def wanted(name: str, values: str) -> list[str]:
    """What of these the environment asks for."""
    return os.environ.get(name, values).split(",")


@contextmanager
def served(folder: Path) -> Iterator[Site]:
    """The application behind a port, over an empty database."""
    port, url = free_port(), f"sqlite:///{folder / 'shots.sqlite'}"
    settings = replace(test_settings(url, folder), base_url=f"http://127.0.0.1:{port}", port=port)
    store = Store(url)
    migrate(store)
    house = play.House(settings, store, StandingClock(), Doorbell())
    site = Site(house, create_app(house, mailbox=True))
    server = make_server("127.0.0.1", port, site.app, threaded=True, request_handler=_Quiet)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield site
    server.shutdown()
    store.close()


def table(site: Site, kind: str, language: str) -> str:
    """A table in that state, with Anna reading the language; its slug."""
    seats = [seat.replace("lang=en", f"lang={language}") for seat in FOUR]
    slug = new_game(site.house, *seats).slug
    if kind != "start":
        play_on(site.house, slug, MOVES)
        set_position(site.house, slug, position_for(kind))
    return slug


def shoot(folder: Path, kinds: list[str]) -> None:
    """Writes KIND-LANGUAGE-WIDTH-SCHEME.png for each."""
    executable = next(filter(None, map(shutil.which, CHROMIUMS)))
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, served(Path(data)) as site, sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=executable, args=FLAGS)
        for kind, language in product(kinds, wanted("LANGS", "en,nl,de")):
            address = site.house.settings.base_url + site.link(table(site, kind, language), ANNA)
            for width, scheme in product(map(int, wanted("WIDTHS", "390,1280")), wanted("SCHEMES", "light,dark")):
                context = browser.new_context(viewport={"width": width, "height": 844}, color_scheme=scheme)
                page = context.new_page()
                page.goto(address)
                page.screenshot(path=folder / f"{kind}-{language}-{width}-{scheme}.png", full_page=True)
                context.close()
        browser.close()


if __name__ == "__main__":
    shoot(Path(sys.argv[1]), sys.argv[2:] or list(KINDS))
