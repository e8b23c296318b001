"""What holds for every letter: plain text of 72 columns, small HTML without anything remote or active."""

import re

from bs4 import BeautifulSoup


def check_text(text: str) -> None:
    """72 columns, no markup, links alone on their line."""
    for line in text.split("\n"):
        if "http" in line:
            assert re.fullmatch(r"\s*https?://\S+", line), line
        else:
            assert len(line) <= 72, line
        assert line == line.rstrip()
    assert not re.search(r"<\w|&\w+;|%\(|\{\{|\bNone\b", text)
    assert "\n\n\n" not in text


def check_html(html: str, language: str) -> None:
    """Small, nothing remote, nothing that acts, styles inlined, a preheader first."""
    assert len(html.encode()) < 60_000
    page = BeautifulSoup(html, "html.parser")
    assert page.html and page.html["lang"] == language
    assert not page.find_all(["script", "link", "iframe", "form", "input", "object", "video"])
    assert not re.search(r"url\(|@import|@font-face|\son\w+=", html)
    for image in page.find_all("img"):
        assert str(image["src"]).startswith("cid:") and 40 < len(str(image["alt"])) <= 400
        assert image["width"] == "560" and "max-width" in str(image["style"])
    styles = page.find_all("style")
    assert len(styles) == 1
    assert styles[0].get_text().lstrip().startswith("@media (prefers-color-scheme:dark)")
    for link in page.find_all("a"):
        assert str(link["href"]).startswith("http://127.0.0.1:8000/")
        assert link.get("style"), "css was not inlined"
    first = page.body.find("div") if page.body else None
    assert first is not None and "display:none" in str(first["style"]) and first.get_text().strip()
    assert not re.search(r"%\(|\{\{|\bNone\b", page.get_text())
