"""Pictures of letters as a browser shows them, to be looked at: `python -m tests.letters.shots FOLDER [NAME …]`.

For each decision, and for the reminder and the letter to who was late, a phone (390) and a desktop (1280), light, dark
and with pictures off. NAMES are of phases, `reminder` and `timeout`. A tool for people; no test runs it.
"""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from pbem.mail.pictures import Album, with_data
from tests.letters.samples import PHASES, Composed, composed, decisions, late
from tests.servers import CHROMIUMS

SIZES = {"phone": 390, "desktop": 1280}


def letters(language: str, players: int) -> Iterator[tuple[str, Composed]]:
    """Names and letters of all samples."""
    found = decisions(players)
    for phase in PHASES:
        yield phase, composed(found[phase], "turn", language, album=Album("pbem.example", 1))
    yield "reminder", composed(found["choose_role"], "reminder", language, album=Album("pbem.example", 1))
    table, extra = late(found["captain"])
    yield "timeout", composed(table, "timeout", language, album=Album("pbem.example", 1), extra=extra)


def shoot(browser: Browser, folder: Path, name: str, letter: Composed) -> None:
    """Writes NAME-SIZE-SCHEME.png into the folder; `off` is light, with the pictures' texts in their places."""
    shown = with_data(letter.html, {image.cid: image.png for image in letter.album.images})
    for size, width in SIZES.items():
        for scheme, html in (("light", shown), ("dark", shown), ("off", letter.html)):
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
        for name, letter in letters("nl", 4):
            if not wanted or name in wanted:
                shoot(browser, folder, name, letter)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
