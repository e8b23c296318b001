"""The mailbox of the trial mode: every letter readable, by this machine alone."""

from dataclasses import replace
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

import pytest
from sqlalchemy import select

from pbem.store import Letter
from pbem.web import create_app
from tests.conftest import new_game
from tests.web.conftest import Browser, Site

HTML = '<!doctype html><html><head></head><body><script>alert(1)</script><a href="/t/x">go</a></body></html>'


@pytest.fixture
def posted(site: Site) -> list[int]:
    """Three letters in the mailbox, as the worker leaves them."""
    new_game(site.house, start=False)
    with site.house.store.write() as session:
        rows = session.scalars(select(Letter).order_by(Letter.id)).all()
        for row in rows:
            message = EmailMessage(policy=SMTP)
            message["Subject"], message["From"] = f"Letter {row.id} <b>é</b>", "table@pbem.example"
            message["To"], message["Date"] = row.person.address, format_datetime(site.house.clock())
            message.set_content(f"Your link: http://127.0.0.1:8000/t/abc{row.id} <i>ü</i>\n")
            message.add_alternative(HTML, subtype="html")
            row.state, row.raw, row.subject, row.ended_at = (
                "sent",
                bytes(message),
                str(message["Subject"]),
                site.house.clock(),
            )
        return [row.id for row in rows]


def test_list_and_filter(site: Site, posted: list[int]) -> None:
    page = Browser(site.app).get("/mailbox")
    assert [str(a["href"]) for a in page.soup.select(".letters a")] == [f"/mailbox/{n}" for n in reversed(posted)]
    assert "<b>é</b>" in page.words
    page = Browser(site.app).get("/mailbox?to=bea@example.org")
    assert len(page.soup.select(".letters li")) == 1
    assert page.soup.select_one("a[aria-current]").get_text() == "Bea"  # type: ignore[union-attr]


def test_a_letter_as_text_and_as_framed_html(site: Site, posted: list[int]) -> None:
    page = Browser(site.app).get(f"/mailbox/{posted[0]}")
    assert page.soup.select_one("pre a")["href"] == f"http://127.0.0.1:8000/t/abc{posted[0]}"  # type: ignore[index]
    assert "<i>ü</i>" in page.words
    moment = "Monday 30 November, 09:00"
    assert moment in page.words and moment in Browser(site.app).get("/mailbox").words
    frame = page.soup.select_one("iframe")
    assert frame and "allow-scripts" not in str(frame["sandbox"]) and "allow-same-origin" not in str(frame["sandbox"])
    answer = site.app.test_client().get(str(frame["src"]))
    policy = answer.headers["Content-Security-Policy"]
    assert "sandbox" in policy and "script-src" not in policy and "frame-ancestors 'self'" in policy
    assert '<base target="_top">' in answer.text
    assert b"Subject:" in site.app.test_client().get(f"/mailbox/{posted[0]}/raw").data


def test_a_letter_that_is_none(site: Site) -> None:
    for path in ("/mailbox/999", "/mailbox/999/html", "/mailbox/999/raw", "/mailbox/x"):
        assert Browser(site.app).get(path).status == 404


@pytest.mark.parametrize(
    "request_options",
    [
        {"environ_base": {"REMOTE_ADDR": "203.0.113.5"}},
        {"environ_base": {"REMOTE_ADDR": ""}},
        *(
            {"headers": {"Host": "127.0.0.1", name: value}}
            for name, value in (
                ("X-Forwarded-For", "203.0.113.5"),
                ("X-Forwarded-Host", "games.example.org"),
                ("X-Forwarded-Proto", "https"),
                ("Forwarded", "for=203.0.113.5"),
                ("Via", "1.1 proxy"),
                ("X-Real-IP", "203.0.113.5"),
                ("CF-Connecting-IP", "203.0.113.5"),
                ("True-Client-IP", "203.0.113.5"),
            )
        ),
    ],
)
def test_nobody_else_sees_it(site: Site, posted: list[int], request_options: dict[str, object]) -> None:
    for path in ("/mailbox", f"/mailbox/{posted[0]}", f"/mailbox/{posted[0]}/raw"):
        assert site.app.test_client().get(path, **request_options).status_code == 404  # type: ignore[arg-type]


@pytest.mark.parametrize("host", ["games.example.org", "localhost.evil.example", "evil@localhost.example", "[::2]", ""])
def test_nobody_sees_it_under_another_name(site: Site, posted: list[int], host: str) -> None:
    answer = site.app.test_client().get("/mailbox", headers={"Host": host})
    assert answer.status_code == 400 and "anna@example.org" not in answer.text


@pytest.mark.parametrize("number", ["9" * 9, "9" * 10, "9" * 23, "9" * 5000, "²", "-1"])
def test_a_number_that_no_letter_can_have(site: Site, number: str) -> None:
    for path in (f"/mailbox/{number}", f"/mailbox/{number}/html", f"/mailbox/{number}/raw"):
        assert site.app.test_client().get(path).status_code == 404


@pytest.mark.parametrize(
    ("address", "is_served"),
    [
        ("http://localhost:8000", True),
        ("http://127.0.0.1", True),
        ("http://127.1.2.3:80", True),
        ("http://[::1]:8000", True),
        ("https://games.example.org", False),
        ("http://127.example.org", False),
        ("http://192.168.1.5:8000", False),
    ],
)
def test_there_is_none_where_the_pages_are_for_others(site: Site, address: str, is_served: bool) -> None:
    house = replace(site.house, settings=replace(site.house.settings, base_url=address))
    client = create_app(house, mailbox=True).test_client()
    assert client.get("/mailbox", base_url="http://127.0.0.1").status_code == (200 if is_served else 404)
    assert ("/mailbox" in client.get("/", base_url=address).text) is is_served


def test_local_names(site: Site) -> None:
    for host in ("localhost:8000", "127.0.0.1", "[::1]:8000", "LOCALHOST"):
        assert site.app.test_client().get("/mailbox", headers={"Host": host}).status_code == 200


def test_only_in_this_mode(site: Site) -> None:
    app = create_app(replace(site.house), mailbox=False)
    assert app.test_client().get("/mailbox").status_code == 404
    assert "/mailbox" not in app.test_client().get("/").text
    assert "/mailbox" in site.app.test_client().get("/").text
