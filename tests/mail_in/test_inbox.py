"""Mail as rows: stored once, claimed by one, tried a few times, given up without holding up others, forgotten."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest
from sqlalchemy import select, update

from pbem import play
from pbem.mail import inbound
from pbem.mail.inbound import receiving
from pbem.play.inbox import KEEP, LAST_ATTEMPT, LEASE
from pbem.store import AuditEntry, InboundMail, Seat, Store
from tests.conftest import Doorbell, StandingClock, first_answer, new_game, test_settings
from worker.app import MEMORY, WorkerApp

MAIL_IN = "play@in.pbem.example"


@pytest.fixture
def lite(sqlite_url: str, tmp_path: Path, clock: StandingClock, doorbell: Doorbell) -> Iterator[play.House]:
    """A house on SQLite alone, for what does not depend on the database."""
    store = Store(sqlite_url)
    yield play.House(test_settings(sqlite_url, tmp_path), store, clock, doorbell)
    store.close()


def written(text: str = "2", message_id: str = "<m1@example.org>", **fields: str) -> bytes:
    """A mail of Anna's."""
    message = EmailMessage()
    for name, value in {"From": "Anna <anna@example.org>", "Subject": "Re: Friday table", **fields}.items():
        message[name.replace("_", "-")] = value
    message["Message-ID"] = message_id
    message.set_content(text)
    return message.as_bytes()


def store(house: play.House, raw: bytes | None = None, to: str = MAIL_IN, sender: str = "anna@example.org") -> int:
    number = play.store_mail(house, raw or written(), sender, to, "lmtp")
    assert number is not None
    return number


def row(house: play.House, number: int) -> InboundMail:
    with house.store.read() as session:
        return session.get_one(InboundMail, number)


def test_a_mail_is_stored_once_for_each_recipient_and_rung_for(house: play.House, doorbell: Doorbell) -> None:
    first = store(house)
    assert doorbell.taken() == [("read_mail", first)]
    assert play.store_mail(house, written(), "anna@example.org", MAIL_IN.upper(), "pipe") is None
    assert doorbell.taken() == []
    second = store(house, to="play+x@in.pbem.example")
    third = store(house, written("3"))
    assert play.due(house).mails == (first, second, third)
    assert row(house, first).raw == written()


def test_what_no_database_holds_as_text_is_stored_all_the_same(house: play.House) -> None:
    number = store(house, b"\0\xff" * 10, to="play+\0\udcff@in.pbem.example", sender="\0")
    assert inbound.read_mail(house, number) == "ignored"
    assert row(house, number).state == "done"


def test_one_worker_has_it_until_its_lease_is_over(house: play.House, clock: StandingClock) -> None:
    number = store(house)
    claimed = play.claim_mail(house, number)
    assert claimed is not None and claimed.raw == written() and claimed.attempts == 1
    assert play.claim_mail(house, number) is None
    assert play.due(house).mails == ()
    clock.forward(seconds=LEASE.total_seconds() + 1)
    assert play.due(house).mails == (number,)
    again = play.claim_mail(house, number)
    assert again is not None and again.attempts == 2
    play.finish_mail(house, number, "move", detail={"ply": 3})
    play.finish_mail(house, number, "answer")  # a second end is none
    assert play.claim_mail(house, number) is None
    assert (row(house, number).outcome, row(house, number).detail) == ("move", {"ply": 3})
    clock.forward(days=1)
    assert play.due(house).mails == ()


def test_a_mail_that_breaks_its_reader_is_given_up_and_holds_up_nobody(
    house: play.House, clock: StandingClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    poison, good = store(house, written("poison")), store(house, written("2", "<m2@example.org>"))
    real = receiving.parse_mail

    def breaking(raw, *rest):
        if b"poison" in raw:
            raise RecursionError("deep")
        return real(raw, *rest)

    monkeypatch.setattr(receiving, "parse_mail", breaking)
    assert [inbound.read_mail(house, number) for number in play.due(house).mails] == ["retry", "ignored"]
    assert play.due(house).mails == ()
    tries = 1
    while row(house, poison).state == "new":
        clock.forward(hours=1)
        assert [inbound.read_mail(house, number) for number in play.due(house).mails] == ["retry"]
        tries += 1
    assert tries == LAST_ATTEMPT
    assert row(house, poison).state == "failed" and row(house, poison).detail["error"] == "RecursionError"
    assert row(house, good).state == "done"
    with house.store.read() as session:
        assert [e.detail["mail"] for e in session.scalars(select(AuditEntry)) if e.verb == "give_up_mail"] == [poison]


def test_a_mail_that_kills_its_reader_is_given_up_too(lite: play.House, clock: StandingClock) -> None:
    number = store(lite)
    for _ in range(LAST_ATTEMPT):
        assert play.claim_mail(lite, number) is not None  # and the process is gone
        clock.forward(seconds=LEASE.total_seconds() + 1)
    assert play.claim_mail(lite, number) is None
    assert row(lite, number).state == "failed"
    assert play.due(lite).mails == ()


def test_of_two_mails_with_one_message_id_the_second_does_nothing(house: play.House) -> None:
    game = new_game(house)
    to = play.reply_address(with_mail(house), game.id, 0, 0, nonce(house, game.id)) or ""
    house = with_mail(house)
    first = store(house, written(Received="by a"), to)
    second = store(house, written(Received="by b"), to.upper())
    elsewhere = store(house, written(Received="by c"))
    third = store(house, written("3", "<m3@example.org>"), to)
    # The second is read first: then the first is the copy.
    assert inbound.read_mail(house, second) == "move"
    assert inbound.read_mail(house, first) == "copy"
    assert inbound.read_mail(house, elsewhere) == "answer"
    assert inbound.read_mail(house, third) == "answer"
    seats = [mail.seat for mail in play.list_mails(house)]
    assert seats == ["Anna", "Anna", "Anna", None]  # newest first; the copy was nobody's any more


def with_mail(house: play.House) -> play.House:
    return replace(house, settings=replace(house.settings, mail_in=MAIL_IN))


def nonce(house: play.House, game_id: int) -> str:
    with house.store.read() as session:
        return session.scalar(select(Seat.nonce).where(Seat.game_id == game_id, Seat.number == 0)) or ""


def test_a_copy_waits_for_no_mail_that_was_given_up(house: play.House) -> None:
    first, second = store(house, written(Received="by a")), store(house, written(Received="by b"))
    claimed = play.claim_mail(house, first)
    assert claimed and not play.is_copy(house, first, "<m1@example.org>", None)
    # The reader was killed here. The other one is the copy; read again, the first is none.
    assert play.is_copy(house, second, "<m1@example.org>", None)
    assert not play.is_copy(house, first, "<m1@example.org>", None)
    assert not play.is_copy(house, first, "", None)


@pytest.mark.parametrize(
    ("fields", "outcome"),
    [
        ({"Auto_Submitted": "auto-replied"}, "ignored"),
        ({"List_Id": "<a.b>"}, "ignored"),
        ({"Content_Type": "multipart/report; report-type=feedback-report; boundary=b"}, "complaint"),
        ({}, "ignored"),
    ],
)
def test_machines_are_noted_and_no_more(lite: play.House, fields: dict[str, str], outcome: str) -> None:
    raw = written(**{k: v for k, v in fields.items() if k != "Content_Type"})
    if "Content_Type" in fields:
        raw = b"Content-Type: " + fields["Content_Type"].encode() + b"\n\n--b\n\n2\n--b--\n"
    number = store(lite, raw)
    assert inbound.read_mail(lite, number) == outcome
    assert inbound.read_mail(lite, number) == "not_due"


def test_who_sends_letters_from_his_own_address_can_answer_from_there(lite: play.House) -> None:
    raw = written(From="Puerto Rico <Table@pbem.example>")
    assert inbound.read_mail(lite, store(lite, raw)) == "ignored"
    new_game(lite, "Owner <table@pbem.example>", "Bea <bea@example.org>", "Cem <cem@example.org>")
    assert inbound.read_mail(lite, store(lite, raw.replace(b"m1@", b"m2@"))) == "answer"


def test_a_mail_to_a_bounce_address_is_a_report_or_nothing(lite: play.House) -> None:
    lite = with_mail(lite)
    to = play.bounce_address(lite, 1) or ""
    assert inbound.read_mail(lite, store(lite, written("2"), to)).startswith("bounce_")


def test_the_admins_list_says_who_when_and_what(lite: play.House) -> None:
    number = store(lite, written("\n\n<b>2</b> \u202e" + "x" * 300))
    inbound.read_mail(lite, number)
    (info,) = play.list_mails(lite)
    assert info.detail["sender"] == "anna@example.org" and info.detail["subject"] == "Re: Friday table"
    assert info.detail["line"].startswith("<b>2</b>") and len(info.detail["line"]) == 120
    assert (info.via, info.state, info.outcome, info.slug) == ("lmtp", "done", "ignored", None)
    assert play.list_mails(lite, "friday-table") == ()


def test_the_bytes_of_old_mails_go_and_what_came_of_them_stays(house: play.House, clock: StandingClock) -> None:
    old, waiting = store(house), store(house, written("3"))
    inbound.read_mail(house, old)
    clock.forward(seconds=(KEEP + timedelta(minutes=1)).total_seconds())
    fresh = store(house, written("4"))
    inbound.read_mail(house, fresh)
    assert play.forget_old_mails(house) == 1
    assert play.forget_old_mails(house) == 0
    assert row(house, old).raw is None and row(house, old).outcome == "ignored"
    assert row(house, waiting).raw and row(house, fresh).raw
    assert play.store_mail(house, written(), "a@example.org", MAIL_IN, "lmtp") is None  # it came before all the same


def test_of_a_large_mail_the_bytes_go_once_it_is_read(lite: play.House) -> None:
    raw = written() + b"x" * 300_000
    number = store(lite, raw)
    assert row(lite, number).raw == raw
    inbound.read_mail(lite, number)
    assert row(lite, number).raw is None and row(lite, number).state == "done"
    assert play.store_mail(lite, raw, "a@example.org", MAIL_IN, "lmtp") is None


def test_the_round_finds_mail_and_keeps_house_once_an_hour(
    lite: play.House, clock: StandingClock, doorbell: Doorbell
) -> None:
    app = WorkerApp(lambda: lite, MEMORY)
    app.loader.import_default_modules()
    number = store(lite)
    doorbell.taken()
    app.tasks["pbem.sweep"]()
    assert doorbell.taken() == [("read_mail", number)]
    app.tasks["pbem.read_mail"](number)
    clock.forward(days=31)
    store(lite, written("3"))
    app.tasks["pbem.sweep"]()
    assert row(lite, number).raw is None
    with lite.store.write() as session:
        session.execute(update(InboundMail).values(raw=b"x", state="done"))
    clock.forward(minutes=59)
    app.tasks["pbem.sweep"]()
    assert row(lite, number).raw == b"x"
    clock.forward(minutes=2)
    app.tasks["pbem.sweep"]()
    assert row(lite, number).raw is None


@pytest.mark.slow
def test_of_two_copies_read_at_once_one_plays(house: play.House) -> None:
    house = with_mail(house)
    game = new_game(house)
    for number in range(20):
        table = play.table(house, game.slug, None)
        seat = table.owed[0].seat
        with house.store.read() as session:
            key = session.scalar(select(Seat.nonce).where(Seat.game_id == game.id, Seat.number == seat)) or ""
        to = play.reply_address(house, game.id, seat, table.owed[0].since_ply, key) or ""
        sender = ("anna", "bea", "cem")[seat] + "@example.org"
        answer = first_answer(play.table(house, game.slug, seat))
        mails = [
            store(house, written(answer, f"<m{number}@example.org>", From=sender, Received=by), to) for by in ("a", "b")
        ]
        with ThreadPoolExecutor(2) as pool:
            outcomes = sorted(pool.map(lambda mail: inbound.read_mail(house, mail), mails))
        assert outcomes == ["copy", "move"]
