"""Handing letters in: what each refusal does to letter and address, talks that go on, envelopes, the pace."""

import dataclasses
import os
import smtplib
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest
from sqlalchemy import select

from pbem import mail, play
from pbem.config import ConfigError, local_settings
from pbem.mail import lines, smtp
from pbem.mail.delivering import FULL_BACK_OFF, envelope_sender
from pbem.mail.lines import LINES, MOST
from pbem.mail.message import ANSWERING, answered_id
from pbem.mail.pace import BURST, MOST_SLEEP, PACE, Pace
from pbem.store import AddressTrouble
from tests.letters.conftest import Played
from tests.letters.test_delivery import by_smtp, state_of
from tests.servers import SmtpSink

RAW = b"From: a@example.org\r\nTo: b@example.org\r\nSubject: x\r\n\r\nx\r\n"


# --- refusals

REFUSALS = [
    # at RCPT: dead addresses, which take no letters from then on
    ("refuse_recipient", "550 5.1.1 <anna@example.org>: User unknown in virtual mailbox table", "held", "dead"),
    ("refuse_recipient", "550 no such user here", "held", "dead"),
    ("refuse_recipient", "550 5.2.1 The email account that you tried to reach is disabled", "held", "dead"),
    ("refuse_recipient", "550 5.1.10 RESOLVER.ADR.RecipientNotFound", "held", "dead"),
    ("refuse_recipient", "556 5.1.10 Domain does not accept mail", "held", "dead"),
    # full: once is no reason to give up
    ("refuse_recipient", "552 5.2.2 Mailbox full", "retry", "full"),
    ("refuse_recipient", "452 4.2.2 The recipient's inbox is out of storage space", "retry", "full"),
    ("refuse_data", "552 5.2.2 over quota", "retry", "full"),
    # a host or domain that is away
    ("refuse_recipient", "550 5.4.4 Host not found", "retry", "away"),
    # for the time being
    ("refuse_recipient", "450 4.2.0 Greylisted, try again in 5 minutes", "retry", ""),
    ("refuse_recipient", "452 4.5.3 Too many recipients", "retry", ""),
    ("refuse_recipient", "451 4.1.1 user lookup failed, user unknown", "retry", ""),
    ("refuse_data", "452 4.3.1 Insufficient system storage", "retry", ""),
    ("refuse_data", "421 4.7.0 Try again later, closing connection", "retry", ""),
    # this letter's own fault: the address is as good as before
    ("refuse_data", "554 5.7.1 Message rejected as spam", "given_up", ""),
    ("refuse_data", "550 5.7.26 unauthenticated mail is not accepted", "given_up", ""),
    ("refuse_data", "554 we do not like this", "given_up", ""),
    ("refuse_data", "552 5.3.4 Message too big for system", "given_up", ""),
    ("refuse_recipient", "550 5.7.1 blocked by policy", "given_up", ""),
    ("refuse_recipient", "550 nobody knows why", "given_up", ""),
    ("refuse_sender", "552 5.3.4 too large", "given_up", ""),
    # ours to mend: every letter would fare so
    ("refuse_recipient", "554 5.7.1 <anna@example.org>: Relay access denied", "retry", ""),
    ("refuse_recipient", "530 5.7.0 Authentication required", "retry", ""),
    ("refuse_sender", "451 4.7.1 later", "retry", ""),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("where", "answer", "outcome", "trouble"), REFUSALS)
def test_a_refusal_by_kind(
    house: play.House, played: Played, smtp_sink: SmtpSink, where: str, answer: str, outcome: str, trouble: str
) -> None:
    played.copy("midgame", house, "en")
    setattr(smtp_sink, where, answer)
    there, number = by_smtp(house, smtp_sink.url), play.due(house).letters[0]
    assert mail.deliver(there, number) == outcome
    info = state_of(house)
    assert info.state == ("dead" if outcome == "given_up" else "waiting")
    assert info.last_error is not None and answer in info.last_error
    with house.store.read() as session:
        found = session.scalars(select(AddressTrouble)).all()
    assert [(row.kind, row.suppressed_at is not None) for row in found] == (
        [(trouble, trouble == "dead")] if trouble else []
    )
    setattr(smtp_sink, where, None)
    house.clock.forward(hours=3)  # type: ignore[attr-defined]
    assert mail.deliver(there, number) == ("sent" if outcome == "retry" else "not_due")


def test_a_letter_held_goes_once_its_address_is_mended(house: play.House, played: Played, smtp_sink: SmtpSink) -> None:
    played.copy("midgame", house, "en")
    smtp_sink.refuse_recipient = "550 5.1.1 user unknown"
    there, number = by_smtp(house, smtp_sink.url), play.due(house).letters[0]
    assert mail.deliver(there, number) == "held"
    smtp_sink.refuse_recipient = None
    house.clock.forward(hours=3)  # type: ignore[attr-defined]
    assert number not in play.due(house).letters
    seat = play.table(house, "friday-table", 0).seats[0]
    assert play.mend_address(house, seat.id)
    assert mail.deliver(there, number) == "sent"


def test_a_full_mailbox_is_given_time_and_then_no_more(house: play.House, played: Played, smtp_sink: SmtpSink) -> None:
    played.copy("midgame", house, "en")
    smtp_sink.refuse_recipient = "452 4.2.2 mailbox full"
    there, number = by_smtp(house, smtp_sink.url), play.due(house).letters[0]
    outcomes = []
    for _ in range(6):
        outcomes.append(mail.deliver(there, number))
        info = state_of(house)
        assert outcomes[-1] == "not_due" or info.not_before - house.clock() >= FULL_BACK_OFF[0]
        house.clock.forward(hours=8)  # type: ignore[attr-defined]
    assert outcomes == ["retry", "retry", "held", "not_due", "not_due", "not_due"]


# --- envelopes


def test_each_letter_has_an_envelope_of_its_own(house: play.House, played: Played, smtp_sink: SmtpSink) -> None:
    played.copy("midgame", house, "en")
    assert mail.deliver(by_smtp(house, smtp_sink.url), play.due(house).letters[0]) == "sent"
    (arrived,) = smtp_sink.letters
    assert play.read_bounce_address(house, arrived.sender) == state_of(house).id
    assert arrived.message["From"].addresses[0].addr_spec == "table@pbem.example"


def test_without_a_way_in_the_sender_is_the_envelope(house: play.House, played: Played, smtp_sink: SmtpSink) -> None:
    played.copy("midgame", house, "en")
    there = by_smtp(house, smtp_sink.url)
    there = dataclasses.replace(there, settings=dataclasses.replace(there.settings, mail_in=None))
    assert mail.deliver(there, play.due(house).letters[0]) == "sent"
    assert smtp_sink.letters[0].sender == "table@pbem.example"


def test_an_answer_to_a_mail_comes_from_nobody(house: play.House, played: Played) -> None:
    played.copy("midgame", house, "en")
    letter = play.claim_letter(house, play.due(house).letters[0])
    assert letter is not None
    for kind in play.KINDS:
        sender = envelope_sender(house, dataclasses.replace(letter, kind=kind))
        assert (sender == "") == (kind in ANSWERING)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("<CAF+abc=def@mail.gmail.example>", True),
        ("<" + "x" * 150 + "@AM0PR01MB0001.eurprd01.prod.outlook.example>", True),
        ("<a b@example.org>", False),
        ("<a@b>\r\nBcc: c@example.org", False),
        ("<=?utf-8?q?a?=@b>", False),
        ("<ä@example.org>", False),
        ("none", False),
        (None, False),
        (7, False),
    ],
)
def test_the_mail_that_is_answered_is_named_if_it_can_be(
    house: play.House, played: Played, given: object, kept: bool
) -> None:
    played.copy("midgame", house, "en")
    letter = play.claim_letter(house, play.due(house).letters[0])
    assert letter is not None
    answer = dataclasses.replace(letter, kind="answer", extra={"in_reply_to": given})
    assert answered_id(answer) == (given if kept else "")
    assert answered_id(dataclasses.replace(answer, kind="turn")) == ""


# --- talks that go on


@dataclasses.dataclass
class CountingHost:
    """A mail host that notes calls and letters; it hangs up before or after what `hangs_up` says, once."""

    hangs_up: str = ""
    calls: int = 0
    letters: int = 0
    said: list[str] = dataclasses.field(default_factory=list)
    quit: threading.Event = dataclasses.field(default_factory=threading.Event)

    @contextmanager
    def listening(self) -> Iterator[str]:
        with socket.create_server(("127.0.0.1", 0)) as server:
            threading.Thread(target=self._accept, args=(server,), daemon=True).start()
            yield f"smtp://127.0.0.1:{server.getsockname()[1]}"
            LINES.hang_up()

    def _accept(self, server: socket.socket) -> None:
        with suppress(OSError):
            while True:
                caller = server.accept()[0]
                self.calls += 1
                threading.Thread(target=self._serve, args=(caller,), daemon=True).start()

    def _serve(self, caller: socket.socket) -> None:
        with caller, caller.makefile("rb") as heard, suppress(OSError):
            caller.sendall(b"220 x\r\n")
            while line := heard.readline():
                verb = line[:4].upper().decode()
                self.said.append(verb)
                if self._hangs_up(verb):
                    return
                if verb != "DATA":
                    caller.sendall(b"221 bye\r\n" if verb == "QUIT" else b"250 x\r\n")
                    if verb == "QUIT":
                        self.quit.set()
                    continue
                caller.sendall(b"354 x\r\n")
                while heard.readline() not in (b".\r\n", b""):
                    pass
                self.letters += 1
                if self._hangs_up("250"):
                    return
                caller.sendall(b"250 x\r\n")

    def _hangs_up(self, where: str) -> bool:
        if self.letters and where == self.hangs_up:
            self.hangs_up = ""
            return True
        return False


def send(url: str) -> None:
    smtp.send(url, RAW, "a@example.org", "b@example.org")


def test_letters_go_one_after_the_other_in_one_talk() -> None:
    host = CountingHost()
    with host.listening() as url:
        for _ in range(5):
            send(url)
        assert (host.calls, host.letters) == (1, 5)
        assert host.said.count("RSET") == 4


def test_a_talk_has_its_share_of_letters() -> None:
    host = CountingHost()
    with host.listening() as url:
        for _ in range(MOST + 1):
            send(url)
        assert (host.calls, host.letters) == (2, MOST + 1)
        assert host.said.count("QUIT") == 1


def test_a_talk_without_letters_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "REST", 0.1)
    host = CountingHost()
    with host.listening() as url:
        send(url)
        assert host.quit.wait(10)
        send(url)
        assert host.calls == 2


@pytest.mark.parametrize("where", ["RSET", "MAIL", "RCPT"])
def test_a_talk_that_the_host_ended_is_begun_anew_and_nothing_failed(where: str) -> None:
    host = CountingHost(hangs_up=where)
    with host.listening() as url:
        send(url)
        send(url)
        assert (host.calls, host.letters) == (2, 2)


@pytest.mark.parametrize("where", ["DATA", "250"])
def test_what_the_host_may_have_taken_is_not_sent_again_at_once(where: str) -> None:
    host = CountingHost()
    with host.listening() as url:
        send(url)
        host.hangs_up = where
        with pytest.raises(smtp.Refused) as refused:
            send(url)
        assert refused.value.may_retry
        assert host.calls == 1
        assert host.letters == (2 if where == "250" else 1)


def test_a_refusal_ends_no_talk(smtp_sink: SmtpSink) -> None:
    for answer in ("451 later", "550 5.1.1 unknown", None, "554 spam"):
        smtp_sink.refuse_recipient = answer
        with suppress(smtp.Refused):
            send(smtp_sink.url)
    smtp_sink.refuse_recipient, smtp_sink.refuse_data = None, "554 spam"
    with suppress(smtp.Refused):
        send(smtp_sink.url)
    smtp_sink.refuse_data = None
    send(smtp_sink.url)
    assert len(smtp_sink.letters) == 2
    assert len(smtp_sink.callers) == 1


def test_a_time_limit_in_the_middle_ends_the_talk(smtp_sink: SmtpSink, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody knows what the host would answer to next."""

    class Over(Exception):
        pass

    def over(*_: object) -> None:
        raise Over

    with monkeypatch.context() as patch:
        patch.setattr(smtplib.SMTP, "getreply", over)
        with pytest.raises(Over):
            smtp.send(smtp_sink.url, RAW, "a@example.org", "b@example.org")
    send(smtp_sink.url)
    with monkeypatch.context() as patch:
        patch.setattr(smtplib.SMTP, "rcpt", over)
        with pytest.raises(Over):
            send(smtp_sink.url)
    send(smtp_sink.url)
    assert len(smtp_sink.letters) == 2


def test_threads_never_share_a_talk() -> None:
    host = CountingHost()
    with host.listening() as url:
        threads = [threading.Thread(target=lambda: [send(url) for _ in range(10)]) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert host.letters == 40
        assert host.calls <= 4


def test_a_forked_process_begins_talks_of_its_own() -> None:
    host = CountingHost()
    with host.listening() as url:
        send(url)
        child = os.fork()
        if child == 0:
            with suppress(BaseException):
                send(url)
            os._exit(0)
        os.waitpid(child, 0)
        send(url)
        assert (host.calls, host.letters) == (2, 3)


# --- the pace


def test_a_burst_goes_at_once_and_the_rest_at_its_pace() -> None:
    now = [100.0]
    pace = Pace(lambda: now[0])
    assert [pace.wait("a.example", 60) for _ in range(BURST)] == [0.0] * BURST
    assert pace.wait("a.example", 60) == pytest.approx(1.0)
    assert [pace.wait("a.example", 60) for _ in range(3)] == pytest.approx([2.0, 3.0, 4.0]), "each its own moment"
    assert pace.wait("b.example", 60) == 0.0
    assert pace.wait("a.example", 0) == 0.0
    now[0] += 2.0
    assert pace.wait("a.example", 60) <= MOST_SLEEP
    now[0] += 1000.0
    assert [pace.wait("a.example", 60) for _ in range(BURST)] == [0.0] * BURST


def test_a_domain_that_had_enough_is_given_time(house: play.House, played: Played, smtp_sink: SmtpSink) -> None:
    played.copy("midgame", house, "en")
    there = by_smtp(house, smtp_sink.url)
    there = dataclasses.replace(there, settings=dataclasses.replace(there.settings, mail_pace=1))
    number = play.due(house).letters[0]
    for _ in range(BURST):
        assert PACE.wait((smtp_sink.url, "example.org"), 1) == 0.0
    began = time.monotonic()
    assert mail.deliver(there, number) == "postponed"
    assert time.monotonic() - began < MOST_SLEEP
    info = state_of(house)
    assert (info.state, info.attempts, info.last_error) == ("waiting", 0, None)
    assert 50 < (info.not_before - house.clock()).total_seconds() <= 60
    assert smtp_sink.letters == []


@pytest.mark.parametrize("text", ["-1", "1.5", "many", "1000000"])
def test_a_pace_that_is_no_number_is_a_sentence(text: str) -> None:
    with pytest.raises(ConfigError, match=r"^MAIL_PACE is .*; it must be a number.*\.$"):
        local_settings({"MAIL_PACE": text, "SECRET_KEYS": "x" * 20})
