"""Letters that came back: what each report means, the address set aside for it, and what never counts."""

import dataclasses
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem import play
from pbem.mail.bounces import MOST_BYTES, handle_bounce, read_report
from pbem.mail.verdicts import about_recipient, said
from tests.letters.conftest import deliver_due, table_for

REPORTS = sorted((Path(__file__).parent / "bounces").glob("*.eml"))


@pytest.mark.parametrize("file", REPORTS, ids=lambda file: file.stem)
def test_what_a_returned_letter_means(file: Path) -> None:
    """The file's name begins with the kind; `none` is no report at all."""
    report = read_report(file.read_bytes())
    expected = file.stem.partition("_")[0]
    assert (report.kind if report else "none") == expected
    if report and expected in ("dead", "full", "refused"):
        assert report.detail and "\n" not in report.detail and len(report.detail) <= 300


def test_the_report_names_recipient_status_and_reason() -> None:
    report = read_report((Path(__file__).parent / "bounces" / "dead_postfix_user_unknown.eml").read_bytes())
    assert report is not None
    assert (report.status, report.recipient) == ("5.1.1", "anna@example.org")
    assert report.detail == (
        "550 5.1.1 <anna@example.org>: Recipient address rejected: User unknown in virtual mailbox table"
    )


@given(st.integers(0, len(REPORTS) - 1), st.integers(0, 2000), st.binary(max_size=40))
def test_a_broken_report_breaks_nothing(number: int, at: int, junk: bytes) -> None:
    raw = REPORTS[number].read_bytes()
    read_report(raw[:at] + junk + raw[at:])
    read_report(raw[:at] + junk)


def test_a_huge_report_is_read_from_its_beginning() -> None:
    raw = (Path(__file__).parent / "bounces" / "dead_gmail.eml").read_bytes()
    report = read_report(raw + b"x" * MOST_BYTES * 4)
    assert report is not None and report.kind == "dead"


@pytest.mark.parametrize(
    ("code", "text", "kind"),
    [
        (550, "5.1.1 <anna@example.org>: Recipient address rejected: User unknown in local recipient table", "dead"),
        (550, "No such user here", "dead"),
        (550, "Requested action not taken: mailbox unavailable", "dead"),
        (554, "delivery error: dd This user doesn't have a yahoo.example account (anna@yahoo.example) [0]", "dead"),
        (550, "5.1.1 The email account that you tried to reach does not exist.", "dead"),
        (550, "5.2.1 The email account that you tried to reach is disabled", "dead"),
        (550, "5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup", "dead"),
        (556, "5.1.10 Domain does not accept mail (nullMX)", "dead"),
        (552, "5.2.2 Mailbox full", "full"),
        (452, "4.2.2 The recipient's inbox is out of storage space", "full"),
        (552, "sorry, that recipient's mailbox is over quota", "full"),
        (550, "5.7.26 This mail has been blocked because the sender is unauthenticated.", "refused"),
        (550, "5.7.515 Access denied", "refused"),
        (554, "5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.example", "refused"),
        (550, "rejected by our spam policy", "refused"),
        (550, "nobody here", "refused"),
        (554, "5.7.1 <anna@example.org>: Relay access denied", "us"),
        (553, "sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)", "us"),
        (550, "5.7.1 Unable to relay", "us"),
        (550, "5.1.8 <table@pbem.example>: Sender address rejected: Domain not found", "refused"),
        (550, "5.4.4 Host not found", "away"),
    ],
)
def test_what_a_refusal_of_an_address_means(code: int, text: str, kind: str) -> None:
    assert about_recipient(said(code, text)) == kind


# --- what comes of it


def mail_house(house: play.House) -> play.House:
    return dataclasses.replace(house, settings=dataclasses.replace(house.settings, mail_in="play@in.example.org"))


def sent_letters(house: play.House) -> list[int]:
    """A table of Anna's, its first letter sent; the ids of all letters sent so far, newest first."""
    table_for(house, "nl")
    house.clock.forward(minutes=2)  # type: ignore[attr-defined]
    deliver_due(house)
    return [letter.id for letter in play.list_letters(house) if letter.state == "sent"]


def raw_of(name: str) -> bytes:
    return (Path(__file__).parent / "bounces" / f"{name}.eml").read_bytes()


def bounced(house: play.House, letter_id: int, name: str) -> str:
    address = play.bounce_address(house, letter_id)
    assert address is not None
    return handle_bounce(house, raw_of(name), address, 1)


def test_a_dead_address_is_set_aside_at_once(house: play.House) -> None:
    house = mail_house(house)
    number = sent_letters(house)[0]
    assert bounced(house, number, "dead_postfix_user_unknown") == "bounce_dead"
    (trouble,) = play.list_troubles(house)
    assert (trouble.name, trouble.kind, trouble.address) == ("Anna", "dead", "anna@example.org")
    assert "User unknown" in trouble.detail
    assert play.seat_trouble(house, trouble.seat_id) == trouble
    assert bounced(house, number, "dead_postfix_user_unknown") == "bounce_again"


@pytest.mark.parametrize(
    ("name", "outcome"),
    [
        ("delayed_postfix", "bounce_delayed"),
        ("delayed_exim_text", "bounce_delayed"),
        ("automatic_vacation_sieve", "bounce_automatic"),
        ("automatic_exchange_out_of_office", "bounce_automatic"),
        ("none_vacation_without_headers", "bounce_unclear"),
        ("none_a_person", "bounce_unclear"),
    ],
)
def test_what_never_counts(house: play.House, name: str, outcome: str) -> None:
    house = mail_house(house)
    number = sent_letters(house)[0]
    for _ in range(4):
        assert bounced(house, number, name) == outcome
    assert play.list_troubles(house) == ()


def test_a_forged_address_does_nothing(house: play.House) -> None:
    house = mail_house(house)
    number = sent_letters(house)[0]
    forged = f"play+b{number}.aaaaaaaaaaaaaaaa@in.example.org"
    assert handle_bounce(house, raw_of("dead_gmail"), forged, 1) == "bounce_forged"
    assert play.list_troubles(house) == ()
