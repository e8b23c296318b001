"""No request is answered with a failure: every address, whoever sends what, and with the database away."""

import itertools
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask, current_app
from werkzeug.test import TestResponse

from pbem import play
from pbem.store import Store
from pbem.web import create_app
from pbem.web.guards import limiter
from pbem.web.unfailing import unfailing
from tests.conftest import new_game
from tests.web.admin_browser import AdminBrowser, cheap_hashes  # noqa: F401
from tests.web.conftest import Page, Site

SLUGS = ("SLUG", "nothing", "%00")
TOKENS = ("x", "%00")
NUMBERS = ("0", "9" * 9, "9" * 23)
SAMPLES = {"slug": SLUGS, "token": TOKENS, "number": NUMBERS, "name": ("paper.css", "%00"),
    "kind": ("turn", "%00"), "language": ("nl", "xx"), "part": ("html", "..")}  # fmt: skip
HOSTILE = ("answer", "clock", "key", "move", "name", "next", "password", "stamp", "token", "written", "text", "version",
    "phase", "word", "reason", "own_clock", "name-1", "address", "hide", "zone", "away", "sender")  # fmt: skip
NUMBERED = ("ply", "seat", "said", "hour", "quiet_from", "quiet_to")
ODD = {"email": "a@b\0c", "at": "\u0663", "kind-1": "mate:" + "9" * 30, "kind-2": "person", "address-2": "\u202e"}
BODIES = ({}, {**dict.fromkeys(HOSTILE, "\0"), **dict.fromkeys(NUMBERED, "9" * 30), **ODD})


def addresses(app: Flask) -> Iterator[tuple[str, str]]:
    """Every method and path of the application, with each sample in its place."""
    for rule in app.url_map.iter_rules():
        names = sorted(rule.arguments)
        for values in itertools.product(*(SAMPLES[name] for name in names)):
            path = str(rule)
            for name, value in zip(names, values, strict=True):
                path = path.replace(f"<int:{name}>", value).replace(f"<path:{name}>", value).replace(f"<{name}>", value)
            for method in (rule.methods or set()) & {"GET", "POST"}:
                yield method, path


def failures(site: Site, browser: AdminBrowser, slug: str, allowed: int) -> list[str]:
    """The addresses that are answered by a failure other than the allowed one."""
    found = []
    for method, path in addresses(site.app):
        path = path.replace("SLUG", slug)
        for body in BODIES if method == "POST" else BODIES[:1]:
            limiter.reset()
            answer = browser.client.open(path, method=method, data=body)
            if answer.status_code >= 500 and answer.status_code != allowed:
                found.append(f"{answer.status_code} {method} {path} {body}")
    return found


@pytest.fixture
def callers(site: Site, slug: str) -> dict[str, AdminBrowser]:
    """Who may ask: with no cookie, with a forged one, with a seat, as an admin."""
    named = {name: AdminBrowser(site) for name in ("stranger", "forger", "player", "admin")}
    named["forger"].client.set_cookie(f"seat-{slug}", "forged")
    named["forger"].client.set_cookie("seat-nothing", "forged")
    named["forger"].client.set_cookie("admin", "forged", path="/admin")
    named["player"].get(site.link(slug, 0))
    named["admin"].enter()
    return named


CALLERS = ("stranger", "forger", "player", "admin")


@pytest.mark.slow
@pytest.mark.parametrize("name", CALLERS)
@pytest.mark.parametrize("has_tokens", [False, True], ids=["without csrf token", "with csrf token"])
def test_nothing_fails(
    site: Site, slug: str, callers: dict[str, AdminBrowser], name: str, has_tokens: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setitem(site.app.config, "WTF_CSRF_ENABLED", not has_tokens)
    assert failures(site, callers[name], slug, allowed=0) == []


@pytest.fixture(params=["sqlite", "postgresql"])
def away(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """A database that cannot be reached."""
    (tmp_path / "folder").mkdir()
    url = {"sqlite": f"sqlite:///{tmp_path / 'folder'}", "postgresql": "postgresql+psycopg://x@127.0.0.1:1/x"}
    store = Store(url[request.param])
    yield store
    store.close()


@pytest.mark.slow
@pytest.mark.parametrize("name", CALLERS)
@pytest.mark.parametrize("has_tokens", [False, True], ids=["without csrf token", "with csrf token"])
def test_a_database_away_is_always_said(
    site: Site, slug: str, callers: dict[str, AdminBrowser], away: Store, name: str, has_tokens: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setitem(site.app.config, "WTF_CSRF_ENABLED", not has_tokens)
    monkeypatch.setitem(site.app.extensions, "pbem.house", replace(site.house, store=away))
    assert failures(site, callers[name], slug, allowed=503) == []
    expected = [("GET", "/healthz"), ("POST", "/admin/sign-in")]
    if name == "player":  # who has also asked to be forgotten by this browser
        callers[name].client.set_cookie(f"seat-{slug}", site.token(slug, 0))
        expected += [("GET", f"/games/{slug}"), ("POST", f"/games/{slug}/move")]
    for method, path in expected:
        answer = callers[name].client.open(path, method=method)
        assert answer.status_code == 503, path
        assert "RuntimeError" not in answer.text


@pytest.mark.parametrize("cookie", [None, "forged"])
@pytest.mark.parametrize("table", ["friday-table", "nothing"])
def test_who_has_cookies_off_is_told_so(site: Site, slug: str, cookie: str | None, table: str) -> None:
    client = site.app.test_client()
    if cookie:
        client.set_cookie(f"seat-{table}", cookie)
    page = Page(client.post(f"/games/{table}/move", data={"ply": "0", "move": "role settler"}))
    assert page.status == 403 and "cookies are off" in page.words
    assert "Your choice was not recorded: settler." in page.words


def test_forms_of_the_admin_without_their_token(site: Site, slug: str) -> None:
    browser = AdminBrowser(site).enter()
    page = Page(browser.client.post("/admin/games/nothing/start"))
    assert page.status == 404 and "There is no game nothing" in page.words
    page = Page(site.app.test_client().post("/admin/welcome/x", data={"password": "x"}))
    assert page.status == 403 and "not one of ours" in page.words


def test_too_many_tries_of_a_link_that_is_none(site: Site) -> None:
    browser = AdminBrowser(site)
    browser.get("/admin/sign-in")
    token = browser.fields("main form")["csrf_token"]
    answers = [browser.client.post("/admin/welcome/x", data={"csrf_token": token}) for _ in range(31)]
    assert {answer.status_code for answer in answers} == {403}


@pytest.fixture
def fragile(web_house: play.House) -> Flask:
    """The application with addresses whose troubles bring worse troubles."""
    app = create_app(web_house, mailbox=False)

    class FirstError(Exception):
        """Handled by something that breaks."""

    class Endless(Exception):
        """Handled by something that raises what it handles."""

    def broken(error: FirstError) -> str:
        raise RuntimeError("secret")

    def endless(error: Endless) -> str:
        raise play.PlayError("no_seat", "No seat", 403) if not current_app.testing else Endless

    app.register_error_handler(FirstError, unfailing(broken))
    app.register_error_handler(Endless, unfailing(endless))

    def first() -> None:
        raise FirstError

    def second() -> None:
        raise Endless

    for path in ("/first", "/api/first"):
        app.add_url_rule(path, path, first)
    app.add_url_rule("/second", "second", second)
    return app


def test_a_handler_that_breaks_is_answered_without_it(fragile: Flask) -> None:
    page: TestResponse = fragile.test_client().get("/first")
    assert page.status_code == 500 and "Something broke here" in page.text and "secret" not in page.text
    assert page.headers["Content-Security-Policy"]
    answer = fragile.test_client().get("/api/first")
    assert answer.status_code == 500 and answer.json and answer.json["error"] == "internal"


def test_a_handler_may_hand_on_to_another_once(fragile: Flask) -> None:
    assert fragile.test_client().get("/second").status_code == 403
    fragile.testing = True
    assert fragile.test_client().get("/second").status_code == 500


# --- names, and when to come again


@pytest.mark.parametrize("path", ["/admin", "/", "/games/x", "/admin/sign-in"])
def test_another_name_is_refused_and_not_repeated(site: Site, path: str) -> None:
    for host in ("evil.com", "localhost.evil.com", "evil.com:80", "127.0.0.1@evil.com", ""):
        answer = site.app.test_client().get(path, headers={"Host": host})
        assert answer.status_code == 400, host
        assert "evil" not in answer.text and "evil" not in str(answer.headers)
        assert site.house.settings.base_url in answer.text
    refused = site.app.test_client().get("/api/games/x", headers={"Host": "evil.com"})
    assert refused.json and refused.json["error"] == "bad_host"


def test_own_names_are_known(web_house: play.House) -> None:
    house = replace(web_house, settings=replace(web_house.settings, base_url="https://Games.Example.org"))
    client = create_app(house, mailbox=False).test_client()
    for host in ("games.example.org", "GAMES.example.org:443", "localhost:8000", "127.0.0.1", "[::1]:8000"):
        assert client.get("/", headers={"Host": host}).status_code == 200, host
    assert client.get("/healthz", headers={"Host": "10.0.0.7:8000"}).status_code == 200


def test_when_to_come_again_is_said_with_refusals_alone(site: Site, slug: str) -> None:
    client = site.app.test_client()
    answer = client.get(site.link(slug, 0))
    assert answer.status_code == 303 and "Retry-After" not in answer.headers
    answers = [client.post("/stop/x") for _ in range(61)]
    assert answers[0].status_code == 403 and "Retry-After" not in answers[0].headers
    assert answers[-1].status_code == 429 and int(answers[-1].headers["Retry-After"]) > 0


def test_a_bad_text_in_json(site: Site) -> None:
    slug = new_game(site.house).slug
    headers = {"Authorization": f"Bearer {site.token(slug, 0)}"}
    for text in ("\ud800", "a\0b", "\udfff\0"):
        for body in ({"ply": 0, "move": "role settler", "key": text}, {"ply": 0, "move": text, "key": "k"}):
            answer = site.app.test_client().post(f"/api/games/{slug}/moves", json=body, headers=headers)
            assert answer.status_code == 400 and answer.json, body
            assert answer.json["error"] in ("bad_request", "malformed_move")
