"""Every kind of letter in every language against its golden text and HTML.

After a wanted change: `UPDATE_GOLDEN=1 pytest tests/letters/test_golden.py`, then read the difference.
"""

import os
import re
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from pbem import mail, play
from pbem.words import LANGUAGES
from tests.letters.conftest import Played, html_of, letter_of, text_of

GOLDEN = Path(__file__).parent / "golden"


def settled(text: str) -> str:
    """The text with what differs from run to run taken out: tokens of links."""
    return re.sub(r"/(t|stop)/[\w.\-]+", r"/\1/TOKEN", text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", mail.KINDS)
def test_a_letter_is_as_it_was_approved(house: play.House, played: Played, kind: str, language: str) -> None:
    letter = letter_of(house, played, kind, language)
    text, html = text_of(letter), html_of(letter)
    _check_text(text)
    _check_html(html, language)
    head = f"Subject: {letter['Subject']}\nFrom: {letter['From']}\nTo: {letter['To']}\n\n"
    _compare(f"{kind}.{language}.txt", settled(head + text))
    _compare(f"{kind}.{language}.html", settled(html))


def _compare(name: str, made: str) -> None:
    path = GOLDEN / name
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(made, encoding="utf-8")
    assert made == path.read_text(encoding="utf-8"), f"{name} is not what it was"


def _check_text(text: str) -> None:
    """72 columns, no markup, links alone on their line."""
    for line in text.split("\n"):
        if "http" in line:
            assert re.fullmatch(r"\s*https?://\S+", line), line
        else:
            assert len(line) <= 72, line
        assert line == line.rstrip()
    assert not re.search(r"<\w|&\w+;|%\(|\{\{|\bNone\b", text)
    assert "\n\n\n" not in text


def _check_html(html: str, language: str) -> None:
    """Small, nothing remote, nothing that acts, styles inlined, a preheader first."""
    assert len(html.encode()) < 60_000
    page = BeautifulSoup(html, "html.parser")
    assert page.html and page.html["lang"] == language
    assert not page.find_all(["script", "img", "link", "iframe", "form", "input", "object", "video"])
    assert not re.search(r"url\(|@import|@font-face|\son\w+=", html)
    styles = page.find_all("style")
    assert len(styles) == 1
    assert styles[0].get_text().lstrip().startswith("@media (prefers-color-scheme:dark)")
    for link in page.find_all("a"):
        assert str(link["href"]).startswith("http://127.0.0.1:8000/")
        assert link.get("style"), "css was not inlined"
    first = page.body.find("div") if page.body else None
    assert first is not None and "display: none" in str(first["style"]) and first.get_text().strip()
    assert not re.search(r"%\(|\{\{|\bNone\b", page.get_text())
