"""The admin's door: one-time links, passwords, sessions, limits, and where one is sent on to."""

from dataclasses import replace

import pytest

from pbem import play
from pbem.web import create_app
from pbem.web.app import harmless
from tests.conftest import StandingClock
from tests.web.admin_browser import ADDRESS, PASSWORD, AdminBrowser, cheap_hashes  # noqa: F401
from tests.web.conftest import Page, Site
from tests.web.test_house_rules import dump

pytestmark = pytest.mark.slow


def verbs(site: Site) -> list[str]:
    return [line.verb for line in play.list_audit(site.house)]


def test_one_time_link_sets_a_password_once(site: Site) -> None:
    browser = AdminBrowser(site)
    assert not play.has_admin(site.house)
    path = browser.welcome_path()
    assert ADDRESS in browser.get(path).words
    page = browser.post("main form", password=PASSWORD, again=PASSWORD)
    assert page.ask == "Games" and play.has_admin(site.house)
    for method in ("GET", "POST"):
        answer = AdminBrowser(site)
        answer.get("/admin/sign-in")
        token = answer.fields("main form")["csrf_token"]
        typed = {"csrf_token": token, "password": "x" * 12, "again": "x" * 12}
        spent = Page(answer.client.open(path, method=method, data=typed))
        assert spent.status == 403 and "used or replaced" in spent.words and "pbem admin create" in spent.words
    assert verbs(site)[:2] == ["set_password", "create_admin"]


def test_opening_a_one_time_link_spends_nothing(site: Site) -> None:
    browser = AdminBrowser(site)
    path = browser.welcome_path()
    before = dump(site.house)
    for method in ("GET", "HEAD", "GET"):
        assert browser.client.open(path, method=method).status_code == 200
    assert dump(site.house) == before


def test_a_second_link_voids_the_first_and_resets_the_password(site: Site) -> None:
    browser = AdminBrowser(site).enter()
    first, second = browser.welcome_path(), browser.welcome_path("Marjan@Example.org")
    assert AdminBrowser(site).get(first).status == 403
    other = AdminBrowser(site)
    other.get(second)
    other.post("main form", password="another long one", again="another long one")
    assert AdminBrowser(site).sign_in().status == 403
    assert AdminBrowser(site).sign_in(password="another long one").ask == "Games"
    assert browser.get("/admin/").ask == "Sign in", "a new password ends old sessions"


def test_link_of_yesterday(site: Site, clock: StandingClock) -> None:
    browser = AdminBrowser(site)
    path = browser.welcome_path()
    clock.forward(hours=23)
    assert browser.get(path).status == 200
    clock.forward(hours=2)
    page = browser.get(path)
    assert page.status == 403 and "good for a day" in page.words


@pytest.mark.parametrize("token", ["x", "a.b.c", "x" * 1000, "é"])
def test_link_that_is_none(site: Site, token: str) -> None:
    page = AdminBrowser(site).get(f"/admin/welcome/{token}")
    assert page.status == 403 and "not one of ours" in page.words


def test_links_of_seats_open_no_door(site: Site, slug: str) -> None:
    token = site.token(slug, 0)
    assert AdminBrowser(site).get(f"/admin/welcome/{token}").status == 403
    browser = AdminBrowser(site)
    browser.client.set_cookie("admin", token, path="/admin")
    assert browser.get("/admin/").ask == "Sign in"


@pytest.mark.parametrize(
    ("password", "again", "says"),
    [
        ("short", "short", "this one has 5"),
        ("", "", "this one has 0"),
        (PASSWORD, PASSWORD + "x", "not the same"),
        ("x" * 1001, "x" * 1001, "this one has 1001"),
    ],
)
def test_bad_passwords(site: Site, password: str, again: str, says: str) -> None:
    browser = AdminBrowser(site)
    browser.get(browser.welcome_path())
    page = browser.post("main form", password=password, again=again)
    assert page.status == 422 and says in page.words
    assert not play.has_admin(site.house)
    assert browser.post("main form", password=PASSWORD, again=PASSWORD).ask == "Games"


def test_sign_in_and_out(site: Site) -> None:
    AdminBrowser(site).enter()
    browser = AdminBrowser(site)
    assert browser.get("/admin/").ask == "Sign in"
    assert browser.sign_in(email=" MARJAN@example.org ").ask == "Games"
    assert ADDRESS in browser.get("/admin/").words
    assert browser.post("header form").ask == "Sign in"
    assert browser.get("/admin/games/new").ask == "Sign in"
    assert verbs(site)[:2] == ["sign_out", "sign_in"]


def test_a_copied_cookie_is_void_after_signing_out(site: Site) -> None:
    browser, thief = AdminBrowser(site).enter(), AdminBrowser(site)
    cookie = browser.client.get_cookie("admin", path="/admin")
    assert cookie is not None
    thief.client.set_cookie("admin", cookie.value, path="/admin")
    assert thief.get("/admin/").ask == "Games"
    link = play.create_admin(site.house, "new@example.org", "test")
    browser.get("/admin/")
    browser.post("header form")
    assert thief.get("/admin/").ask == "Sign in"
    assert thief.sign_in().ask == "Games"
    assert AdminBrowser(site).get(link.removeprefix(site.house.settings.base_url)).ask == "Choose a password"


def test_wrong_password_and_unknown_address_look_alike(site: Site) -> None:
    AdminBrowser(site).enter()
    play.create_admin(site.house, "new@example.org", "test")  # has set no password yet
    answers = [
        AdminBrowser(site).sign_in(email=email, password=password)
        for email, password in ((ADDRESS, "wrong"), ("nobody@example.org", PASSWORD), ("new@example.org", ""), ("", ""))
    ]
    for page in answers:
        assert page.status == 403 and "do not belong together" in page.words
    assert ADDRESS in answers[0].answer.text, "the address stays typed"
    assert PASSWORD not in answers[1].answer.text
    audit = play.list_audit(site.house)
    assert [line.actor for line in audit[:4]] == ["?", "new@example.org", "nobody@example.org", ADDRESS]
    assert {line.verb for line in audit[:4]} == {"sign_in_failed"}
    assert "wrong" not in str(audit)


def test_password_typed_as_address_is_not_noted(site: Site) -> None:
    AdminBrowser(site).sign_in(email=PASSWORD, password="")
    assert PASSWORD not in str(play.list_audit(site.house))


def test_first_visit_says_how_to_begin(site: Site) -> None:
    assert "pbem admin create EMAIL" in AdminBrowser(site).get("/admin/").words
    AdminBrowser(site).enter()
    assert "Nobody can sign in yet" not in AdminBrowser(site).get("/admin/").words


def test_session_lasts_fourteen_days(site: Site, clock: StandingClock) -> None:
    browser = AdminBrowser(site).enter()
    clock.forward(days=13, hours=23)
    assert browser.get("/admin/").ask == "Games"
    clock.forward(hours=2)
    assert browser.get("/admin/").ask == "Sign in"


def test_session_cookie(site: Site) -> None:
    browser = AdminBrowser(site)
    browser.get(browser.welcome_path())
    cookie = browser.post("main form", follow=False, password=PASSWORD, again=PASSWORD).answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie and "Path=/admin" in cookie
    assert "Max-Age=1209600" in cookie and "Secure" not in cookie


def test_session_cookie_under_https(web_house: play.House) -> None:
    house = replace(web_house, settings=replace(web_house.settings, base_url="https://games.example.org"))
    browser = AdminBrowser(Site(house, create_app(house, mailbox=False)))
    path = browser.welcome_path()
    browser.get(path, base_url="https://games.example.org")
    fields = browser.all_fields("main form")
    data = {**fields, "password": PASSWORD, "again": PASSWORD}
    answer = browser.client.post(path, data=data, base_url="https://games.example.org")
    assert answer.status_code == 303
    assert all("Secure" in cookie for cookie in answer.headers.getlist("Set-Cookie"))


@pytest.mark.parametrize(
    "wanted",
    ["https://evil.example", "//evil.example/admin/", "/admin/../..//evil.example\\", "/admin/\\evil", "javascript:1",
     "/games/x", "/admin/\r\nX: y", "admin/", "/admin/sign-in?next=/admin/", "/administrator", "/admin/" + "x" * 600],
)  # fmt: skip
def test_no_way_out_by_next(site: Site, wanted: str) -> None:
    AdminBrowser(site).enter()
    browser = AdminBrowser(site)
    browser.get("/admin/sign-in", query_string={"next": wanted})
    for changes in ({}, {"next": wanted}):
        page = browser.post("main form", follow=False, email=ADDRESS, password=PASSWORD, **changes)
        assert page.status == 303 and page.answer.headers["Location"] == "/admin/"
    signed_in = browser.client.get("/admin/sign-in", query_string={"next": wanted})
    assert signed_in.headers["Location"] == "/admin/"


def test_next_leads_to_the_page_that_was_asked_for(site: Site, slug: str) -> None:
    AdminBrowser(site).enter()
    browser = AdminBrowser(site)
    assert browser.get(f"/admin/games/{slug}?log=all").ask == "Sign in"
    page = browser.post("main form", follow=False, email=ADDRESS, password=PASSWORD)
    assert page.answer.headers["Location"] == f"/admin/games/{slug}?log=all"


def test_sign_in_is_limited_by_address(site: Site) -> None:
    AdminBrowser(site).enter()
    for _ in range(10):
        assert AdminBrowser(site).sign_in(password="wrong").status == 403
    page = AdminBrowser(site).sign_in()
    assert page.status == 429 and "too often" in page.words and page.ask == "Sign in"
    assert ADDRESS in page.answer.text and PASSWORD not in page.answer.text
    assert int(page.answer.headers["Retry-After"]) > 0
    assert AdminBrowser(site).sign_in(email="other@example.org").status == 403


def from_place(site: Site, place: str, **typed: str) -> Page:
    """Tries to sign in from an address of the internet."""
    browser = AdminBrowser(site)
    browser.client.environ_base["REMOTE_ADDR"] = place
    return browser.sign_in(**typed)


def test_nobody_can_lock_an_admin_out(site: Site) -> None:
    AdminBrowser(site).enter()
    for _ in range(11):
        page = from_place(site, "203.0.113.5", password="wrong")
    assert page.status == 429
    assert from_place(site, "203.0.113.6").ask == "Games"
    for number in range(12):
        page = from_place(site, f"2001:db8:0:1::{number}", password="wrong")
    assert page.status == 429, "a network of IPv6 is one place"
    assert from_place(site, "2001:db8:0:2::1").ask == "Games"


@pytest.mark.slow
def test_sign_in_is_limited_from_everywhere_together(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(site.app.config, "WTF_CSRF_ENABLED", False)
    client, typed = site.app.test_client(), {"email": ADDRESS, "password": "wrong"}
    places = ({"REMOTE_ADDR": f"203.0.113.{number % 40}"} for number in range(201))
    statuses = [client.post("/admin/sign-in", data=typed, environ_base=place).status_code for place in places]
    assert (statuses.count(403), statuses[-1]) == (200, 429)


def test_sign_in_is_limited_by_place(site: Site) -> None:
    for number in range(30):
        assert AdminBrowser(site).sign_in(email=f"a{number}@example.org", password="").status == 403
    assert AdminBrowser(site).sign_in(email="fresh@example.org").status == 429


def test_forged_posts(site: Site, slug: str) -> None:
    browser = AdminBrowser(site).enter()
    before = dump(site.house)
    for path in (f"/admin/games/{slug}/call-off", f"/admin/games/{slug}/seats/0/fresh-link", "/admin/games/new"):
        page = Page(browser.client.post(path, data={"name": "Kept as typed"}))
        assert page.status == 400 and "Nothing was changed" in page.words, path
    assert "Kept as typed" in page.answer.text
    assert browser.client.post("/admin/sign-out").status_code == 303
    assert Page(AdminBrowser(site).client.post("/admin/sign-in", data={"email": ADDRESS})).status == 400
    path = browser.welcome_path("new@example.org")
    page = Page(AdminBrowser(site).client.post(path, data={"password": PASSWORD, "again": PASSWORD}))
    assert page.status == 400 and page.ask == "Choose a password"
    assert browser.get("/admin/").ask == "Games", "a forged sign-out signs nobody out"
    after = dump(site.house)
    assert {**after, "admin": 0, "audit": 0} == {**before, "admin": 0, "audit": 0}


def test_strangers_may_do_nothing(site: Site, slug: str) -> None:
    browser = AdminBrowser(site)
    browser.get("/admin/sign-in")
    token = browser.fields("main form")["csrf_token"]
    before = dump(site.house)
    for path in ("/admin/", "/admin/audit", "/admin/games/new", f"/admin/games/{slug}", "/admin/games/none"):
        assert browser.client.get(path).status_code == 303, path
    for path in ("/admin/games/new", "/admin/sign-out", f"/admin/games/{slug}/start", f"/admin/games/{slug}/call-off",
                 f"/admin/games/{slug}/seats/0/fresh-link"):  # fmt: skip
        answer = browser.client.post(path, data={"csrf_token": token})
        assert answer.status_code == 303 and answer.headers["Location"] == "/admin/sign-in", path
    assert dump(site.house) == before


def test_one_time_links_reach_no_log() -> None:
    assert "secret" not in harmless("/admin/welcome/secret") and harmless("/admin/games/x") == "/admin/games/x"


@pytest.mark.parametrize("address", ["", "nobody", "a@b\r\nBcc: c@d.example", "a b@example.org"])
def test_admin_needs_an_address(site: Site, address: str) -> None:
    with pytest.raises(play.PlayError) as refused:
        play.create_admin(site.house, address, "test")
    assert refused.value.code == "bad_address"
