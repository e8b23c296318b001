"""Pictures of letters as a browser shows them, to be looked at: `python -m tests.letters.shots FOLDER [PHASE …]`.

For each decision, and for the reminder and the letter to who was late, a phone (390) and a desktop (1280), light and
dark; one with pictures off. A tool for people; no test runs it.
"""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.letters.samples import PHASES, composed, decisions, late
from tests.servers import CHROMIUMS

SIZES = {"phone": 390, "desktop": 1280}


def letters(language: str, players: int) -> Iterator[tuple[str, str]]:
    """Names and HTML of all sample letters."""
    found = decisions(players)
    for phase in PHASES:
        yield phase, composed(found[phase], "turn", language).html
    yield "reminder", composed(found["choose_role"], "reminder", language).html
    table, extra = late(found["captain"])
    yield "timeout", composed(table, "timeout", language, extra=extra).html


def shoot(browser: Browser, folder: Path, name: str, html: str) -> None:
    """Writes NAME-SIZE-SCHEME.png into the folder."""
    for size, width in SIZES.items():
        for scheme in ("light", "dark"):
            page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)  # type: ignore[arg-type]
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
        for name, html in letters("nl", 4):
            if not wanted or name in wanted:
                shoot(browser, folder, name, html)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
