"""Every kind of letter in every language against its golden text and HTML.

After a wanted change: `UPDATE_GOLDEN=1 pytest tests/letters/test_golden.py`, then read the difference.
"""

import os
import re
from pathlib import Path

import pytest

from pbem import mail, play
from pbem.paths import templates_dir
from pbem.words import LANGUAGES
from tests.letters.checks import check_html, check_text
from tests.letters.conftest import Played, html_of, letter_of, text_of

GOLDEN = Path(__file__).parent / "golden"


def settled(text: str) -> str:
    """The text with what differs from run to run taken out: tokens of links."""
    return re.sub(r"/(t|stop|address)/[\w.\-]+", r"/\1/TOKEN", text)


def test_every_kind_has_contents_templates_and_golden_letters() -> None:
    kinds = set(play.KINDS)
    folders = {path.name for path in (templates_dir() / "mail").iterdir() if not path.name.startswith("_")}
    golden = {path.name for path in GOLDEN.iterdir()}
    assert kinds == set(mail.KINDS) == folders
    wanted = {f"{kind}.{language}.{part}" for kind in kinds for language in LANGUAGES for part in ("txt", "html")}
    assert golden == wanted


@pytest.mark.parametrize(
    "language", [pytest.param(each, marks=() if each == "nl" else pytest.mark.slow) for each in LANGUAGES]
)
@pytest.mark.parametrize("kind", mail.KINDS)
def test_a_letter_is_as_it_was_approved(house: play.House, played: Played, kind: str, language: str) -> None:
    letter = letter_of(house, played, kind, language)
    text, html = text_of(letter), html_of(letter)
    check_text(text)
    check_html(html, language)
    head = f"Subject: {letter['Subject']}\nFrom: {letter['From']}\nTo: {letter['To']}\n\n"
    _compare(f"{kind}.{language}.txt", settled(head + text))
    _compare(f"{kind}.{language}.html", settled(html))


def _compare(name: str, made: str) -> None:
    path = GOLDEN / name
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(made, encoding="utf-8")
    assert made == path.read_text(encoding="utf-8"), f"{name} is not what it was"
