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
        {"headers": {"Host": "games.example.org"}},
        {"headers": {"Host": "localhost.evil.example"}},
        {"headers": {"X-Forwarded-For": "203.0.113.5"}},
        {"environ_base": {"REMOTE_ADDR": ""}},
    ],
)
def test_nobody_else_sees_it(site: Site, posted: list[int], request_options: dict[str, object]) -> None:
    for path in ("/mailbox", f"/mailbox/{posted[0]}", f"/mailbox/{posted[0]}/raw"):
        assert site.app.test_client().get(path, **request_options).status_code == 404  # type: ignore[arg-type]


def test_local_names(site: Site) -> None:
    for host in ("localhost:8000", "127.0.0.1", "[::1]:8000", "LOCALHOST"):
        assert site.app.test_client().get("/mailbox", headers={"Host": host}).status_code == 200


def test_only_in_this_mode(site: Site) -> None:
    app = create_app(replace(site.house), mailbox=False)
    assert app.test_client().get("/mailbox").status_code == 404
    assert "/mailbox" not in app.test_client().get("/").text
    assert "/mailbox" in site.app.test_client().get("/").text
