"""What holds for every page: headers, nothing changed by reading, no tokens in logs, errors that help."""

import logging
from pathlib import Path

import pytest
from sqlalchemy import text

from pbem import draw, play
from pbem.store import Base, StoreError
from pbem.web.app import harmless
from tests.conftest import new_game
from tests.web.conftest import Browser, Site


def dump(house: play.House) -> dict[str, list[object]]:
    with house.store.read() as session:
        return {
            table.name: [tuple(row) for row in session.execute(text(f'SELECT * FROM "{table.name}"'))]
            for table in Base.metadata.sorted_tables
        }


def every_page(site: Site, slug: str, inviting: str) -> list[str]:
    return [
        site.link(slug, 0), site.link(slug, 0) + "?move=role+captain", site.stop_link(slug, 0), f"/games/{slug}",
        f"/games/{slug}?played=1", site.link(inviting, 0), f"/games/{inviting}", f"/api/games/{slug}", "/", "/healthz",
        "/mailbox", "/mailbox/1", "/mailbox/1/html", "/mailbox/1/raw", "/mailbox?to=anna@example.org", "/t/x",
        "/mailbox/1?answered=1", "/stop/x", f"/games/{slug}.prn", f"/games/{inviting}.prn",
        "/nothing", "/games/nothing", "/robots.txt", f"/games/{slug}/move", f"/games/{slug}/answer", "/fresh-link",
    ]  # fmt: skip


def test_get_and_head_change_nothing(site: Site, slug: str) -> None:
    inviting = new_game(site.house, name="Inviting", start=False).slug
    browser = site.browser(slug, 0)
    before = dump(site.house)
    for path in every_page(site, slug, inviting):
        for method in ("GET", "HEAD"):
            assert browser.client.open(path, method=method).status_code < 500, path
    assert dump(site.house) == before


def test_headers_of_every_answer(site: Site, slug: str) -> None:
    browser = site.browser(slug, 0)
    for path in every_page(site, slug, slug):
        headers = browser.client.get(path).headers
        assert headers["Referrer-Policy"] == "no-referrer", path
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "noindex" in headers["X-Robots-Tag"]
        assert headers["Cache-Control"] == "no-store"
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "frame-ancestors" in policy
        assert "unsafe" not in policy or path.endswith("/html")


def test_static_files_may_be_kept(site: Site, slug: str) -> None:
    page = site.browser(slug, 0).page
    assert page
    hrefs = [str(e.get("href") or e.get("src")) for e in page.soup.select("link, script")]
    assert len(hrefs) == 3
    for href in hrefs:
        answer = site.app.test_client().get(href)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["Cache-Control"]
        assert "Set-Cookie" not in answer.headers
    assert site.app.test_client().get("/static/paper.css").status_code == 404


def test_page_is_light(site: Site, slug: str) -> None:
    import gzip

    page = site.browser(slug, 0).page
    assert page and len(gzip.compress(page.answer.data)) < 40_000


def test_tokens_reach_no_log(
    site: Site, slug: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    token = site.token(slug, 0)
    assert token not in harmless(f"/t/{token}") and harmless("/games/x") == "/games/x"
    assert token not in harmless(f"/stop/{token}")

    def broken(*_: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(play, "read_link", broken)
    with caplog.at_level(logging.DEBUG):
        answer = site.app.test_client().get(f"/t/{token}")
    assert answer.status_code == 500
    assert "Traceback" not in answer.text and "broken" not in answer.text
    assert "RuntimeError" in caplog.text and token not in caplog.text


def test_database_away(site: Site, slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = site.browser(slug, 0)

    def away(*_: object) -> None:
        raise StoreError("away")

    fields = browser.fields()
    monkeypatch.setattr(play, "submit", away)
    answer = browser.client.post(f"/games/{slug}/move", data={**fields, "move": "role settler"})
    assert answer.status_code == 503
    monkeypatch.setattr(play, "read_link", away)
    assert browser.client.get(f"/api/games/{slug}").json["error"] == "unavailable"  # type: ignore[index]
    assert browser.client.get(f"/games/{slug}").status_code == 503


def test_database_gone_for_the_sign_of_life(site: Site, tmp_path: Path) -> None:
    assert site.app.test_client().get("/healthz").text == "ok\n"
    site.house.store.close()
    for file in tmp_path.glob("pbem.sqlite*"):
        file.unlink()
    (tmp_path / "pbem.sqlite").mkdir()
    assert site.app.test_client().get("/healthz").status_code == 503


@pytest.mark.parametrize("language", ["en", "nl", "de"])
def test_errors_speak_the_readers_language(site: Site, language: str) -> None:
    page = Browser(site.app).get("/nothing", headers={"Accept-Language": language})
    assert page.status == 404 and page.soup.select_one(f"html[lang={language}]")
    assert len(page.words) > 40


def test_wrong_method_and_too_much(site: Site, slug: str) -> None:
    client = site.app.test_client()
    assert client.post("/").status_code == 405
    browser = site.browser(slug, 0)
    answer = browser.client.post(f"/games/{slug}/move", data={**browser.fields(), "written": "x" * 100_000})
    assert answer.status_code == 413


def test_colours_come_from_the_one_table(site: Site, slug: str) -> None:
    page = site.browser(slug, 0).page
    assert page
    href = str(page.soup.select_one("link[rel=stylesheet]")["href"])  # type: ignore[index]
    css = site.app.test_client().get(href).text
    for token in draw.TOKENS:
        assert f"--{token}:{draw.LIGHT[token]};" in css and f"--{token}:{draw.DARK[token]};" in css
    import re

    assert set(re.findall(r"var\(--([a-z0-9-]+)\)", css)) - set(draw.TOKENS) <= {"f", "w", "m"}


def test_drawings() -> None:
    assert len(draw.symbol_ids()) == 62
    assert draw.holds(5, 3) == (12, 32, 52)
    assert draw.sprite(["vp", "vp"]).count("<symbol") == 1
    with pytest.raises(KeyError):
        draw.sprite(["nothing"])
