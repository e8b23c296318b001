"""Pictures of letters as a browser shows them, to be looked at: `python -m tests.letters.shots FOLDER [NAME …]`.

For each decision and each kind of letter a phone (390) and a desktop (1280), light, dark and with pictures off. NAMES
are of phases and of kinds (`pbem mail preview` lists them). A tool for people; no test runs it.
"""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from pbem import play
from pbem.config import local_settings
from pbem.mail.pictures import Album, shown_inline, with_data
from pbem.mail.samples import sample
from tests.letters.conftest import html_of
from tests.letters.samples import PHASES, composed, decisions
from tests.servers import CHROMIUMS

SIZES = {"phone": 390, "desktop": 1280}


def letters(language: str, players: int, wanted: set[str]) -> Iterator[tuple[str, str, str]]:
    """Names of all samples, or of those wanted, and their HTML with pictures and without."""
    found = decisions(players)
    for phase in PHASES:
        if not wanted or phase in wanted:
            made = composed(found[phase], "turn", language, album=Album("pbem.example", 1))
            yield phase, with_data(made.html, {image.cid: image.png for image in made.album.images}), made.html
    for kind in play.KINDS:
        if not wanted or kind in wanted:
            letter = sample(local_settings(os.environ), kind, language)
            yield kind, shown_inline(letter), html_of(letter)


def shoot(browser: Browser, folder: Path, name: str, shown: str, bare: str) -> None:
    """Writes NAME-SIZE-SCHEME.png into the folder; `off` is light, with the pictures' texts in their places."""
    for size, width in SIZES.items():
        for scheme, html in (("light", shown), ("dark", shown), ("off", bare)):
            page = browser.new_page(
                viewport={"width": width, "height": 800}, color_scheme="dark" if scheme == "dark" else "light"
            )
            page.set_content(html)
            page.screenshot(path=folder / f"{name}-{size}-{scheme}.png", full_page=True)
            page.close()


def main(arguments: list[str]) -> None:
    """Shoots all letters, or those named."""
    folder, wanted = Path(arguments[0]), set(arguments[1:])
    folder.mkdir(parents=True, exist_ok=True)
    browsers = [path for name in CHROMIUMS if (path := shutil.which(name))]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browsers[0], args=["--no-sandbox"])
        for name, shown, bare in letters("nl", 4, wanted):
            shoot(browser, folder, name, shown, bare)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
