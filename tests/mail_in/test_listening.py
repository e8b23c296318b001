"""The door for mail, spoken to as an MTA speaks: who is let in, what is answered when, what reaches the database."""

import logging
import smtplib
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import select

from pbem import play
from pbem.config import ConfigError
from pbem.mail.inbound import listening
from pbem.mail.inbound.listening import Door, refuse_public
from pbem.store import InboundMail, Store
from tests.conftest import Doorbell, StandingClock, test_settings
from tests.servers import PostgresServer, _migrate, _postgres_bin, missing, wait_until

MAIL_IN = "play@in.pbem.example"
TAGGED = "play+g1.s0.p0.abcdefghabcdefgh@in.pbem.example"
MAIL = b"From: Anna <anna@example.org>\r\nSubject: Re: table\r\n\r\n2\r\n"


@pytest.fixture
def house(sqlite_url: str, tmp_path: Path, clock: StandingClock, doorbell: Doorbell) -> Iterator[play.House]:
    store = Store(sqlite_url)
    yield play.House(test_settings(sqlite_url, tmp_path, mail_in=MAIL_IN), store, clock, doorbell)
    store.close()


@pytest.fixture
def opened() -> Iterator[Callable[..., Door]]:
    """Opens doors and closes them at the end."""
    doors: list[Door] = []

    def open_one(house: play.House, *, lmtp: bool = True) -> Door:
        door = Door(house, "127.0.0.1", 0, lmtp=lmtp)
        door.start()
        doors.append(door)
        return door

    yield open_one
    for door in doors:
        door.stop(1)


def lmtp(door: Door) -> smtplib.LMTP:
    """An MTA that has greeted."""
    client = smtplib.LMTP("127.0.0.1", door.port, timeout=10)
    client.ehlo("mx.example")
    return client


def hand_in(client: smtplib.SMTP, raw: bytes, *recipients: str, sender: str = "anna@example.org") -> list[int]:
    """Sends a mail by LMTP and gives the answer for each recipient that was taken."""
    client.mail(sender)
    taken = [address for address in recipients if client.rcpt(address)[0] == 250]
    client.putcmd("data")
    assert client.getreply()[0] == 354
    client.send(raw + b".\r\n")
    return [client.getreply()[0] for _ in taken]


def rows(house: play.House) -> list[InboundMail]:
    with house.store.read() as session:
        return list(session.scalars(select(InboundMail).order_by(InboundMail.id)))


def test_by_lmtp_each_recipient_gets_an_answer(house, opened, doorbell):
    with closing(lmtp(opened(house))) as client:
        assert "pipelining" in client.esmtp_features and "8bitmime" in client.esmtp_features
        assert hand_in(client, MAIL, TAGGED, "eve@in.pbem.example", MAIL_IN.upper()) == [250, 250]
        assert client.noop()[0] == 250
    assert [(r.envelope_from, r.envelope_to, r.raw, r.via) for r in rows(house)] == [
        ("anna@example.org", TAGGED, MAIL, "lmtp"),
        ("anna@example.org", MAIL_IN.upper(), MAIL, "lmtp"),
    ]
    assert doorbell.taken() == [("read_mail", 1), ("read_mail", 2)]


def test_by_smtp_there_is_one_answer_for_all(house, opened):
    with smtplib.SMTP("127.0.0.1", opened(house, lmtp=False).port, timeout=10) as client:
        assert client.sendmail("anna@example.org", [TAGGED, "eve@in.pbem.example", MAIL_IN], MAIL) == {
            "eve@in.pbem.example": (550, b"5.1.1 nobody of that name here")
        }
        client.sendmail("<>", [MAIL_IN], b"Subject: bounce\r\n\r\n.dots\r\n..\r\n")
    assert [r.envelope_from for r in rows(house)] == ["anna@example.org", "anna@example.org", "<>"]
    assert rows(house)[-1].raw == b"Subject: bounce\r\n\r\n.dots\r\n..\r\n"


@pytest.mark.parametrize(
    ("address", "code"),
    [
        (MAIL_IN, 250),
        ("PLAY+x@IN.pbem.example", 250),
        ("table@pbem.example", 250),  # the sender of our letters: who answers there gets an answer
        ("table+x@pbem.example", 550),
        ("player@in.pbem.example", 550),
        ("play@pbem.example", 550),
        ("play+x@in.pbem.example.org", 550),
        ("+@in.pbem.example", 550),
    ],
)
def test_who_is_let_in(house, opened, address, code):
    with closing(lmtp(opened(house))) as client:
        client.mail("<>")
        assert client.rcpt(address)[0] == code


def test_the_same_mail_again_is_taken_and_is_the_same(house, opened):
    with closing(lmtp(opened(house))) as client:
        assert hand_in(client, MAIL, TAGGED) == [250]
        assert hand_in(client, MAIL, TAGGED, MAIL_IN) == [250, 250]
    assert len(rows(house)) == 2


@pytest.mark.parametrize(
    "lines", [b"a" * 300_000 + b"\r\n", b"\0\xff\r\n", b"2\n.\n3\r\n", b"\r\n" * 5000, b"x\ry\r\n"]
)
def test_odd_lines_come_through_as_they_are(house, opened, lines):
    with closing(lmtp(opened(house))) as client:
        assert hand_in(client, b"Subject: a\r\n\r\n" + lines, TAGGED) == [250]
        assert client.noop()[0] == 250
    assert rows(house)[0].raw == b"Subject: a\r\n\r\n" + lines


def test_what_is_sent_behind_a_mail_is_the_next_command(house, opened):
    with (
        socket.create_connection(("127.0.0.1", opened(house).port), timeout=10) as caller,
        caller.makefile("rb") as said,
    ):
        start = f"LHLO mx\r\nMAIL FROM:<>\r\nRCPT TO:<{TAGGED}>\r\nDATA\r\n"
        caller.sendall(start.encode())
        while not (line := said.readline()).startswith(b"354"):
            assert line[:1] in b"2", line
        caller.sendall(MAIL + b".\r\nRSET\r\nQUIT\r\n")
        assert [said.readline()[:3] for _ in range(3)] == [b"250", b"250", b"221"]
    assert rows(house)[0].raw == MAIL


@pytest.mark.parametrize(
    "pieces", [[b".\r\n"], [b".", b"\r", b"\n"], [b"\r\n.\r\n"], [b"a\r\n.\r", b"\n"], [b"..\r\n", b".\r\n"]]
)
def test_the_end_of_a_mail_is_found_wherever_it_is_cut(house, opened, pieces):
    with closing(lmtp(opened(house))) as client:
        client.mail("<>")
        client.rcpt(TAGGED)
        client.putcmd("data")
        client.getreply()
        for piece in pieces:
            client.sock.sendall(piece)
            time.sleep(0.01)
        assert client.getreply()[0] == 250
        assert client.noop()[0] == 250
    sent = b"".join(pieces).removesuffix(b".\r\n")
    assert rows(house)[0].raw == (sent[1:] if sent.startswith(b".") else sent)


def test_what_is_too_large_is_refused_for_good_and_the_talk_goes_on(house, opened, monkeypatch):
    monkeypatch.setattr(listening, "MOST_BYTES", 100_000)
    with closing(lmtp(opened(house))) as client:
        assert client.mail("anna@example.org", ["SIZE=100001"])[0] == 552  # said before it is sent
        client.rset()
        for body in (b"a" * 100_000, b"\r\n" * 50_000):
            assert hand_in(client, body + b"\r\n", TAGGED, MAIL_IN) == [552, 552]
        assert hand_in(client, MAIL, TAGGED) == [250]
    assert len(rows(house)) == 1


def test_slow_callers_hold_up_nobody_and_are_sent_away(house, opened, monkeypatch):
    monkeypatch.setattr(listening, "PATIENCE", 1.0)
    door = opened(house)
    slow = [lmtp(door) for _ in range(listening.AT_ONCE + 1)]
    for client in slow:
        client.mail("eve@example.com")
        client.rcpt(TAGGED)
        client.putcmd("data")
        assert client.getreply()[0] == 354
        client.send(b"Subject: never ends\r\n")
    began = time.monotonic()
    with closing(lmtp(door)) as client:
        assert hand_in(client, MAIL, TAGGED) == [250]
    assert time.monotonic() - began < 1.0
    assert {client.getreply()[0] for client in slow} == {421}
    for client in slow:
        client.close()


def test_large_mails_come_in_one_after_the_other(house, opened):
    door, large = opened(house), MAIL + b"x" * 70 + b"\r\n" * listening.CHUNK
    answers: list[int] = []

    def come(number: int) -> None:
        with closing(lmtp(door)) as client:
            answers.extend(hand_in(client, b"X-Number: %d\r\n" % number + large, TAGGED))

    callers = [threading.Thread(target=come, args=(number,)) for number in range(3 * listening.AT_ONCE)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join(20)
    assert answers == [250] * len(callers)


def test_with_the_database_away_the_mail_stays_with_its_mta(house, opened, tmp_path):
    file = Path(str(house.store.engine.url.database))
    with closing(lmtp(opened(house))) as client:
        hidden = file.rename(tmp_path / "hidden")
        file.mkdir()  # nothing can be opened there now
        assert hand_in(client, MAIL, TAGGED, MAIL_IN) == [451, 451]
        file.rmdir()
        hidden.rename(file)
        assert hand_in(client, MAIL, TAGGED) == [250]
    assert len(rows(house)) == 1


@pytest.mark.slow
def test_with_postgresql_stopped_the_mail_stays_with_its_mta(tmp_path, clock, doorbell, opened):
    binaries = _postgres_bin()
    if binaries is None:
        missing("PostgreSQL", "postgresql")
    server = PostgresServer(binaries)
    url = server.new_database()
    _migrate(url)
    store = Store(url)
    door = opened(play.House(test_settings(url, tmp_path, mail_in=MAIL_IN), store, clock, doorbell))
    with closing(lmtp(door)) as client:
        assert hand_in(client, MAIL, TAGGED) == [250]
        server.stop()
        assert hand_in(client, MAIL, TAGGED) == [451]
    store.close()


def test_what_breaks_is_told_to_the_log_and_not_to_the_caller(house, opened, monkeypatch, caplog):
    def breaks(*_):
        raise ValueError("a secret of the house")

    monkeypatch.setattr(play, "store_mail", breaks)
    with closing(lmtp(opened(house))) as client:
        client.mail("anna@example.org")
        client.rcpt(TAGGED)
        code, text = client.data(MAIL)
    assert code == 451 and b"secret" not in text and b"Error" not in text
    assert "a secret of the house" in caplog.text


def test_the_log_names_nobody(house, opened, caplog):
    caplog.set_level(logging.INFO)
    with closing(lmtp(opened(house))) as client:
        hand_in(client, MAIL, TAGGED)
        hand_in(client, MAIL, TAGGED)
        client.rcpt("eve@example.com")
    assert "taken as 1" in caplog.text and "here before" in caplog.text
    assert "@" not in caplog.text


def test_bad_syntax_is_answered(house, opened):
    with closing(lmtp(opened(house))) as client:
        assert client.docmd("HELO", "x")[0] == 500
        assert client.docmd("DATA")[0] == 503
        assert client.docmd("VRFY", "play")[0] in (252, 502, 503)
        client.mail("a@example.org")
        client.rcpt(MAIL_IN)
        assert client.docmd("DATA", "now")[0] == 501


def test_the_end_waits_for_a_mail_that_is_coming_in_and_for_no_idle_caller(house, opened, monkeypatch):
    door, storing, go_on = opened(house), threading.Event(), threading.Event()
    real = play.store_mail

    def slow(*arguments):
        storing.set()
        go_on.wait(10)
        return real(*arguments)

    monkeypatch.setattr(play, "store_mail", slow)
    with closing(lmtp(door)) as idle, closing(lmtp(door)) as client:
        answers: list[list[int]] = []
        sending = threading.Thread(target=lambda: answers.append(hand_in(client, MAIL, TAGGED)))
        sending.start()
        storing.wait(10)
        ending = threading.Thread(target=door.stop)
        ending.start()
        wait_until(lambda: not can_call(door.port), "the door being shut")
        go_on.set()
        sending.join(10)
        ending.join(10)
        assert answers == [[250]]
        assert not ending.is_alive()
        with pytest.raises(smtplib.SMTPServerDisconnected):
            idle.noop()
    assert len(rows(house)) == 1


def can_call(port: int) -> bool:
    with socket.socket() as caller:
        return caller.connect_ex(("127.0.0.1", port)) == 0


def test_a_port_that_is_taken_is_said(house):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(ConfigError, match=str(port)):
            Door(house, "127.0.0.1", port, lmtp=True).start()


@pytest.mark.parametrize(
    ("host", "is_refused"),
    [
        ("127.0.0.1", False),
        ("::1", False),
        ("localhost", False),
        ("0.0.0.0", True),
        ("192.0.2.1", True),
        ("mx.example", True),
    ],
)
def test_a_public_address_is_refused(host, is_refused):
    try:
        refuse_public(host)
    except ConfigError:
        assert is_refused
    else:
        assert not is_refused


def test_without_mail_in_nothing_but_the_sender_of_letters_is_ours(house, opened):
    house = replace(house, settings=replace(house.settings, mail_in=None))
    with closing(lmtp(opened(house))) as client:
        client.mail("<>")
        assert client.rcpt("+x@")[0] in (550, 553)
        assert client.rcpt(MAIL_IN)[0] == 550
