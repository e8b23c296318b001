"""Mail on pages: a letter answered from the mailbox, and the admin's list of what came in."""

import re
from dataclasses import replace
from email import message_from_bytes, policy

import pytest
from click.testing import CliRunner

from pbem import mail, play
from pbem.cli import main
from pbem.mail import inbound
from pbem.web import create_app
from tests.cli.conftest import local_machine  # noqa: F401
from tests.conftest import new_game
from tests.mail_in.test_inbox import row, written
from tests.web.admin_browser import AdminBrowser
from tests.web.conftest import Browser, Site, site, web_house  # noqa: F401

MAIL_IN = "play@in.pbem.example"
FORM = 'form[action$="/answer"]'


@pytest.fixture
def answering(web_house: play.House) -> Site:  # noqa: F811
    """The pages of a house that takes mail in."""
    house = replace(web_house, settings=replace(web_house.settings, mail_in=MAIL_IN))
    return Site(house, create_app(house, mailbox=True))


def first_letter(site: Site) -> int:  # noqa: F811
    """A game begun, its first turn letter in the mailbox."""
    new_game(site.house)
    for letter in play.due(site.house).letters:
        mail.deliver(site.house, letter)
    return next(entry.id for entry in play.mailbox(site.house) if entry.kind == "turn")


def test_a_letter_is_answered_as_a_mail_program_does(answering: Site) -> None:
    number = first_letter(answering)
    browser = Browser(answering.app)
    page = browser.get(f"/mailbox/{number}")
    letter = message_from_bytes(play.mailbox_letter(answering.house, number) or b"", policy=policy.default)
    assert str(letter["Reply-To"]) in page.words
    page = browser.send(FORM, text="2\n\nAnna")
    assert "on its way" in page.words and page.soup.select_one("script[src*=reload]")
    (stored,) = play.due(answering.house).mails
    raw = row(answering.house, stored).raw or b""
    reply = message_from_bytes(raw, policy=policy.default)
    assert reply["From"].addresses[0].addr_spec == "anna@example.org"
    assert reply["To"] == letter["Reply-To"] and reply["In-Reply-To"] == letter["Message-ID"]
    assert str(reply["Subject"]).startswith("Re: ")
    text = reply.get_content().replace("\r\n", "\n")
    own, quote = text.split("wrote:")
    assert own.startswith("2\n\nAnna\n\nOn Mon, Nov 30, 2026 at 09:00, ")
    assert len(quote.splitlines()) > 10 and all(line.startswith(">") for line in quote.strip().splitlines())
    incoming = inbound.parse_mail(raw)
    assert (incoming.machine, incoming.sender) == ("", "anna@example.org")
    inbound.read_mail(answering.house, stored)
    page = browser.get(f"/mailbox/{number}?answered={stored}")
    assert page.soup.select_one(".told") and not page.soup.select_one("script[src*=reload]")


def test_one_form_sent_twice_is_one_mail(answering: Site, clock) -> None:  # type: ignore[no-untyped-def]
    number = first_letter(answering)
    browser = Browser(answering.app)
    browser.get(f"/mailbox/{number}")
    fields = {**browser.fields(FORM), "text": "2"}
    for _ in range(2):
        assert browser.client.post(f"/mailbox/{number}/answer", data=fields).status_code == 303
        clock.forward(seconds=5)
    outcomes = [inbound.read_mail(answering.house, stored) for stored in play.due(answering.house).mails]
    assert len(outcomes) == 2 and outcomes[1] == "copy"


def test_an_empty_answer_is_not_sent(answering: Site) -> None:
    number = first_letter(answering)
    browser = Browser(answering.app)
    browser.get(f"/mailbox/{number}")
    page = browser.send(FORM, text=" \n")
    assert page.status == 422 and "Nothing was written" in page.words
    assert play.due(answering.house).mails == ()


def test_only_this_machine_with_its_own_form_answers(answering: Site) -> None:
    number = first_letter(answering)
    browser = Browser(answering.app)
    browser.get(f"/mailbox/{number}")
    fields = {**browser.fields(FORM), "text": "2"}
    path = f"/mailbox/{number}/answer"
    assert browser.client.post(path, data={**fields, "csrf_token": "x"}).status_code == 400
    assert browser.client.post(path, data={**fields, "key": "x>\r\nBcc: a@b"}).status_code == 404
    assert browser.client.post(path, data=fields, headers={"Via": "1.1 proxy"}).status_code == 404
    assert browser.client.post("/mailbox/9999/answer", data=fields).status_code == 404
    assert browser.client.get(path).status_code == 405
    assert play.due(answering.house).mails == ()


def test_a_letter_that_takes_no_answer_has_no_form(site: Site) -> None:  # noqa: F811
    number = first_letter(site)
    browser = Browser(site.app)
    assert browser.get(f"/mailbox/{number}").soup.select_one(FORM) is None
    for answered in ("1", "x", "9" * 20, "-1"):
        assert browser.get(f"/mailbox/{number}?answered={answered}").status == 200


# --- the admin's list ---------------------------------------------------------------------------------------------


def test_the_admin_sees_who_wrote_when_and_what_came_of_it(site: Site) -> None:  # noqa: F811
    house = site.house
    browser = AdminBrowser(site).enter()
    assert "No mail has come in yet" in browser.get("/admin/mail").words
    hostile = written(
        "<script>alert(1)</script>\nsecond line",
        Subject="<b>\u202ehi</b>",
        From="=?utf-8?q?=3Cimg=3E?= <eve@example.com>",
    )
    for number, raw in enumerate((hostile, written("2", "<m2@example.org>", Auto_Submitted="auto-replied"))):
        stored = play.store_mail(house, raw, "eve@example.com", MAIL_IN, "lmtp")
        assert stored is not None
        if number:
            inbound.read_mail(house, stored)
    inbound.read_mail(house, 1)
    page = browser.get("/admin/mail")
    assert "eve@example.com" in page.words and "<script>alert(1)</script>" in page.words
    assert "second line" not in page.words and not page.soup.select("td script, td b, td img")
    assert "\u202e" not in page.answer.text
    assert "A machine wrote it" in page.words
    assert browser.get("/admin/mail?page=2").words.count("There is no more mail") == 1
    assert browser.get("/admin/mail?page=x").status == 200


def test_who_is_not_signed_in_sees_no_mail(site: Site) -> None:  # noqa: F811
    answer = site.app.test_client().get("/admin/mail")
    assert answer.status_code == 303 and "/admin/sign-in" in answer.headers["Location"]


def test_the_command_says_the_same(local_machine) -> None:  # type: ignore[no-untyped-def]  # noqa: F811
    run = CliRunner()
    raw = written("2\x1b[31m\n", Subject="x")
    assert run.invoke(main, ["receive", "--to", MAIL_IN], input=raw, env={"MAIL_IN": MAIL_IN}).exit_code == 0
    said = run.invoke(main, ["mail", "inbox"]).output
    assert re.fullmatch(r"1  \d{4}-\d\d-\d\d \d\d:\d\d UTC  pipe from \?: It waits for the worker\.\n", said)
    assert '"state": "new"' in run.invoke(main, ["mail", "inbox", "--json"]).output
    assert run.invoke(main, ["mail", "inbox", "friday-table"]).output == ""
