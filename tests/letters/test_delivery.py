"""Delivery: real SMTP, refusals of each kind, turns that are over, letters that become one."""

import dataclasses
import logging
import re
import smtplib
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta

import pytest
from celery.exceptions import SoftTimeLimitExceeded

from pbem import mail, play
from pbem.assembly import check_mail
from pbem.config import ConfigError
from pbem.mail import lines, smtp
from pbem.mail.delivering import BACK_OFF, MOST_CLAIMS
from pbem.mail.lines import LINES
from pbem.play.claiming import LEASE
from tests.conftest import first_answer
from tests.letters.conftest import ANNA, Played, deliver_due, move_on, newest, table_for, text_of
from tests.servers import PATIENCE, SmtpSink, free_port
from worker.app import SOFT_LIMIT

pytestmark = pytest.mark.slow


def by_smtp(house: play.House, url: str) -> play.House:
    return dataclasses.replace(house, settings=dataclasses.replace(house.settings, smtp_url=url))


def state_of(house: play.House, kind: str = "turn") -> play.LetterInfo:
    return next(letter for letter in play.list_letters(house) if letter.kind == kind)


@dataclasses.dataclass(frozen=True)
class DrippingHost:
    """A mail host whose answers can be given; the longer ones come byte by byte, 20 ms apart."""

    greeting: bytes = b"220 x\r\n"
    ehlo: bytes = b"250 x\r\n"
    auth: bytes = b""
    sender: bytes = b"250 x\r\n"
    data: bytes = b"354 x\r\n"
    taken: bytes = b"250 x\r\n"
    farewell: bytes = b"221 x\r\n"
    reads: bool = True

    @contextmanager
    def listening(self) -> Iterator[str]:
        """Serves one caller; gives the URL."""
        with socket.create_server(("127.0.0.1", 0)) as server:
            thread = threading.Thread(target=self._serve, args=(server,), daemon=True)
            thread.start()
            yield f"smtp://127.0.0.1:{server.getsockname()[1]}"
            LINES.hang_up()
            thread.join(10)
            assert not thread.is_alive()

    def _serve(self, server: socket.socket) -> None:
        answers = {
            b"EHLO": self.ehlo, b"HELO": self.ehlo, b"AUTH": self.auth, b"MAIL": self.sender, b"DATA": self.data,
            b"QUIT": self.farewell,
        }  # fmt: skip
        caller = server.accept()[0]
        with caller, caller.makefile("rb") as said, suppress(OSError):
            self._drip(caller, self.greeting)
            while line := said.readline():
                self._drip(caller, answers.get(line[:4].upper(), b"250 x\r\n"))
                if line[:4].upper() == b"DATA":
                    if not self.reads:
                        time.sleep(1)
                        return
                    while said.readline() not in (b".\r\n", b""):
                        pass
                    self._drip(caller, self.taken)

    def _drip(self, caller: socket.socket, answer: bytes) -> None:
        if len(answer) < 100:
            caller.sendall(answer)
            return
        for byte in answer:
            caller.sendall(bytes([byte]))
            time.sleep(0.02)


# --- a host that takes letters


def test_a_letter_arrives_by_smtp(house: play.House, played: Played, smtp_sink: SmtpSink) -> None:
    played.copy("midgame", house, "de")
    there = by_smtp(house, smtp_sink.url)
    assert deliver_due(there)[-1] == "sent"
    arrived = smtp_sink.to("anna@example.org")[-1]
    assert arrived.sender == play.bounce_address(house, state_of(house).id)
    assert arrived.message["Subject"] == "Friday table – du bist dran"
    assert "WÄHLE EINE ROLLE" in text_of(arrived.message)
    info = state_of(house)
    assert (info.state, info.subject, info.attempts) == ("sent", "Friday table – du bist dran", 1)
    assert play.mailbox(house) == (), "the bytes are kept in mailbox mode alone"


def test_a_letter_goes_once(house: play.House, played: Played, smtp_sink: SmtpSink) -> None:
    played.copy("midgame", house, "en")
    there, number = by_smtp(house, smtp_sink.url), play.due(house).letters[0]
    outcomes: list[str] = []
    pair = [threading.Thread(target=lambda: outcomes.append(mail.deliver(there, number))) for _ in range(2)]
    for thread in pair:
        thread.start()
    for thread in pair:
        thread.join()
    assert sorted(outcomes) == ["not_due", "sent"]
    assert mail.deliver(there, number) == "not_due"
    assert len(smtp_sink.to("anna@example.org")) == 1


def test_without_a_host_the_bytes_are_kept(house: play.House, played: Played) -> None:
    played.copy("midgame", house, "nl")
    assert set(deliver_due(house)) == {"kept"}
    assert newest(house, "turn")["Subject"] == "Friday table – je bent aan zet"


def test_no_address_and_no_link_is_logged(
    house: play.House, played: Played, smtp_sink: SmtpSink, caplog: pytest.LogCaptureFixture
) -> None:
    played.copy("midgame", house, "en")
    with caplog.at_level(logging.DEBUG, logger="pbem"):
        deliver_due(by_smtp(house, smtp_sink.url))
    assert "sent" in caplog.text
    assert "@" not in caplog.text and "/t/" not in caplog.text and "/stop/" not in caplog.text


# --- hosts that do not


@pytest.mark.parametrize(
    ("where", "answer", "outcome"),
    [
        ("refuse_sender", "451 try later", "retry"),
        ("refuse_sender", "552 too large", "given_up"),
        ("refuse_recipient", "451 try later", "retry"),
        ("refuse_recipient", "550 nobody here", "given_up"),
        ("refuse_data", "452 disk full", "retry"),
        ("refuse_data", "554 we do not like this", "given_up"),
    ],
)
def test_a_refusal_is_tried_again_or_not(
    house: play.House, played: Played, smtp_sink: SmtpSink, where: str, answer: str, outcome: str
) -> None:
    played.copy("midgame", house, "en")
    setattr(smtp_sink, where, answer)
    there, number = by_smtp(house, smtp_sink.url), play.due(house).letters[0]
    assert mail.deliver(there, number) == outcome
    info = state_of(house)
    assert info.last_error is not None and answer[:3] in info.last_error
    assert info.state == ("waiting" if outcome == "retry" else "dead")
    setattr(smtp_sink, where, None)
    assert mail.deliver(there, number) == "not_due"
    house.clock.forward(minutes=2)  # type: ignore[attr-defined]
    assert mail.deliver(there, number) == ("sent" if outcome == "retry" else "not_due")


def test_a_dead_host_is_tried_again_later_and_later(house: play.House, played: Played) -> None:
    played.copy("midgame", house, "en")
    there, number = by_smtp(house, f"smtp://127.0.0.1:{free_port()}"), play.due(house).letters[0]
    for step in (*BACK_OFF, BACK_OFF[-1]):
        assert mail.deliver(there, number) == "retry"
        info = state_of(house)
        wait = info.not_before - house.clock()
        assert step <= wait <= step * 1.2
        assert info.last_error is not None and "refused" in info.last_error
        house.clock.forward(seconds=wait.total_seconds() + 1)  # type: ignore[attr-defined]


def test_a_host_that_hangs_up_or_says_nothing_is_tried_again(
    house: play.House, played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    played.copy("midgame", house, "en")
    monkeypatch.setattr(smtp, "TIMEOUT", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        there = by_smtp(house, f"smtp://127.0.0.1:{silent.getsockname()[1]}")
        assert mail.deliver(there, play.due(house).letters[0]) == "retry"
    assert "timed out" in (state_of(house).last_error or "")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("host", "said"),
    [
        (DrippingHost(ehlo=b"250-" + b"x" * 200 + b"\r\n250 z\r\n"), "took longer than 0.5 s"),
        (DrippingHost(greeting=b"220 " + b"x" * 200 + b"\r\n"), "took longer than 0.5 s"),
        (DrippingHost(data=b"354 " + b"x" * 200 + b"\r\n"), "took longer than 0.5 s"),
        (DrippingHost(ehlo=b"250-more\r\n" * 200 + b"250 z\r\n"), "took longer than 0.5 s"),
        (DrippingHost(taken=b"250 " + b"x" * 200 + b"\r\n"), "took longer than 0.5 s"),
    ],
)
def test_a_talk_has_one_end_however_the_host_dawdles(
    house: play.House, played: Played, monkeypatch: pytest.MonkeyPatch, host: "DrippingHost", said: str
) -> None:
    """Each byte comes in good time, and all of them would take a minute."""
    played.copy("midgame", house, "en")
    monkeypatch.setattr(smtp, "TALK", 0.5)
    with host.listening() as url:
        began = time.monotonic()
        assert mail.deliver(by_smtp(house, url), play.due(house).letters[0]) == "retry"
        assert 0.4 < time.monotonic() - began < PATIENCE
    info = state_of(house)
    assert info.state == "waiting" and said in (info.last_error or "")


def test_a_host_that_dawdles_over_the_farewell_has_the_letter(
    house: play.House, played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    played.copy("midgame", house, "en")
    monkeypatch.setattr(lines, "FAREWELL", 0.3)
    with DrippingHost(farewell=b"221 " + b"x" * 200 + b"\r\n").listening() as url:
        began = time.monotonic()
        assert mail.deliver(by_smtp(house, url), play.due(house).letters[0]) == "sent"
        assert time.monotonic() - began < PATIENCE


def test_a_host_that_reads_nothing_does_not_hold_a_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    """More than the sockets between us take in: the rest waits until the deadline."""
    monkeypatch.setattr(smtp, "TALK", 0.5)
    letter = (b"x" * 70 + b"\r\n") * 300_000
    with DrippingHost(reads=False).listening() as url, pytest.raises(smtp.Refused, match=r"longer than 0\.5") as late:
        smtp.send(url, letter, "a@b.example", "c@d.example")
    assert late.value.may_retry


def test_the_longest_talk_ends_before_the_task_and_the_lease() -> None:
    assert smtp.TALK + lines.FAREWELL < SOFT_LIMIT - 10
    assert LEASE.total_seconds() > SOFT_LIMIT


@pytest.mark.parametrize(
    ("host", "code"),
    [
        (DrippingHost(greeting=b"554 not you\r\n"), "554 not you"),
        (DrippingHost(ehlo=b"550 who are you\r\n"), "550 who are you"),
        (DrippingHost(sender=b"530 5.7.0 sign in first\r\n"), "530 5.7.0 sign in first"),
        (DrippingHost(ehlo=b"250-x\r\n250 AUTH PLAIN\r\n", auth=b"535 5.7.8 wrong\r\n"), "535 5.7.8 wrong"),
    ],
)
def test_a_refusal_of_us_is_said_and_waits_for_the_admin(
    house: play.House, played: Played, host: "DrippingHost", code: str
) -> None:
    played.copy("midgame", house, "en")
    with host.listening() as url:
        url = url.replace("//", "//user:geheim@") if host.auth else url
        assert mail.deliver(by_smtp(house, url), play.due(house).letters[0]) == "retry"
    info = state_of(house)
    assert info.state == "waiting" and (info.last_error or "").endswith(f": the host refused us: {code}")


def test_trouble_after_the_250_does_not_send_twice(
    house: play.House, played: Played, smtp_sink: SmtpSink, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(self: smtplib.SMTP) -> None:
        raise smtplib.SMTPServerDisconnected("gone")

    monkeypatch.setattr(smtplib.SMTP, "quit", broken)
    played.copy("midgame", house, "en")
    assert mail.deliver(by_smtp(house, smtp_sink.url), play.due(house).letters[0]) == "sent"


def test_a_url_that_cannot_be_read_is_no_end_of_a_letter(house: play.House, played: Played) -> None:
    played.copy("midgame", house, "en")
    assert mail.deliver(by_smtp(house, "smtp://host:25?starttls=maybe"), play.due(house).letters[0]) == "retry"
    assert "auto, required, never" in (state_of(house).last_error or "")


@pytest.mark.parametrize("sender", ["a@ü.org", "x <a b@c.org>", "ü@x.org", "@b", "nobody"])
@pytest.mark.parametrize("way", ["mailbox", "smtp"])
def test_a_sender_that_cannot_be_is_no_end_of_a_letter(
    house: play.House, played: Played, smtp_sink: SmtpSink, way: str, sender: str
) -> None:
    """Nor is it tried at all: the letters wait for the admin who mends MAIL_FROM."""
    played.copy("midgame", house, "en")
    there = by_smtp(house, smtp_sink.url) if way == "smtp" else house
    there = dataclasses.replace(there, settings=dataclasses.replace(there.settings, mail_from=sender))
    assert mail.deliver(there, play.due(house).letters[0]) == "retry"
    assert "MAIL_FROM" in (state_of(house).last_error or "")
    assert smtp_sink.letters == []


def test_starttls_that_is_required_and_not_offered_sends_nothing(
    house: play.House, played: Played, smtp_sink: SmtpSink
) -> None:
    played.copy("midgame", house, "en")
    there = by_smtp(house, f"{smtp_sink.url}?starttls=required")
    assert mail.deliver(there, play.due(house).letters[0]) == "retry"
    assert smtp_sink.letters == []


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("smtp://mail.example.org", ("mail.example.org", 25, False, "auto", None, None)),
        ("smtp://u:p%40ss@mail.example.org", ("mail.example.org", 587, False, "auto", "u", "p@ss")),
        ("smtp://h:2525?starttls=never", ("h", 2525, False, "never", None, None)),
        ("smtps://u:p@h", ("h", 465, True, "auto", "u", "p")),
        ("smtp://[::1]:25", ("::1", 25, False, "auto", None, None)),
    ],
)
def test_reading_smtp_urls(url: str, expected: tuple[object, ...]) -> None:
    assert dataclasses.astuple(mail.read_smtp_url(url)) == expected


@pytest.mark.parametrize(
    "url",
    [
        "mail.example.org",
        "http://h",
        "smtp://",
        "smtp://h:x",
        "smtp://h:0",
        "smtp://u:geheim@h:99999",
        "smtp://u:geheim@h?startls=required",
        "smtp://u:geheim@h?STARTTLS=required",
        "smtp://u:geheim@h?starttls=",
        "smtp://u:geheim@h?starttls",
        "smtp://u:geheim@h?starttls=required&starttls=never",
        "smtp://u:1?geheim@h",
        "smtp://u:1#geheim@h",
        "smtp://u:1/geheim@h",
        "smtp://:geheim@h",
        "smtp://u:geheim%00@h",
        "smtp://u:geheim@h/path",
        "smtp://u:geheim@mail .example.org",
        "smtp://u:geheim@h\n",
        "smtp://u:geheim@a..b.org",
        f"smtp://u:geheim@{'x' * 64}.org",
    ],
)
def test_urls_that_are_none_are_refused_without_their_password(url: str) -> None:
    with pytest.raises(mail.MailSettingsError) as error:
        mail.read_smtp_url(url)
    assert "geheim" not in str(error.value)


def test_a_slip_in_smtp_url_stops_the_start(house: play.House) -> None:
    with pytest.raises(ConfigError, match=r"^SMTP_URL has more behind its \? than can be.*\.$"):
        check_mail(by_smtp(house, "smtp://mail.example.org?startls=required").settings)


# --- what is true at sending time


def test_no_letter_for_a_turn_that_is_over(house: play.House, played: Played) -> None:
    played.copy("midgame", house, "en")
    number = play.due(house).letters[0]
    letter = play.claim_letter(house, number)
    assert letter is not None
    table = play.table(house, letter.slug, letter.seat)
    play.submit(house, letter.slug, letter.seat, table.game.ply, first_answer(table), "test", None)
    assert mail.compose(house, letter) is None


def test_a_letter_that_is_over_is_withdrawn(house: play.House, played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    """The turn passes after the claim: the only moment in which the outbox itself cannot take the letter back."""
    played.copy("midgame", house, "en")
    real = play.claim_letter

    def claim_and_lose(there: play.House, number: int) -> play.Letter | None:
        letter = real(there, number)
        assert letter is not None
        table = play.table(there, letter.slug, letter.seat)
        play.submit(there, letter.slug, letter.seat, table.game.ply, first_answer(table), "test", None)
        return letter

    monkeypatch.setattr(play, "claim_letter", claim_and_lose)
    number = play.due(house).letters[0]
    assert mail.deliver(house, number) == "withdrawn"
    assert play.mailbox(house) == ()


def test_no_turn_letter_to_who_stopped_the_letters_meanwhile(house: play.House, played: Played) -> None:
    played.copy("midgame", house, "en")
    letter = play.claim_letter(house, play.due(house).letters[0])
    assert letter is not None
    play.stop_letters(house, letter.seat_id)
    assert mail.compose(house, letter) is None


def test_an_invitation_that_was_answered_is_not_sent(house: play.House) -> None:
    game = table_for(house, "en", start=False)
    letter = play.claim_letter(house, play.due(house).letters[0])
    assert letter is not None and letter.kind == "invitation"
    play.accept(house, play.table(house, game.slug, letter.seat).seats[letter.seat].id)
    assert mail.compose(house, letter) is None


def test_turns_of_one_person_in_two_games_become_one_letter(house: play.House) -> None:
    first = table_for(house, "nl")
    second = table_for(house, "nl", name="Zondagtafel")
    third = table_for(house, "nl", name="Maandagtafel")
    house.clock.forward(minutes=2)  # type: ignore[attr-defined]
    assert sorted(deliver_due(house)) == ["kept", "not_due", "not_due"]
    letter = newest(house, "turn")
    text = text_of(letter)
    assert letter["Subject"] == "Friday table – je bent aan zet"
    below = text.partition("WACHT OOK OP JE")[2]
    assert "Zondagtafel: Kies een rol, tot woensdag 2 december, 10:00" in " ".join(below.split())
    assert "Maandagtafel: Kies een rol" in " ".join(below.split())
    tokens = [line.strip().rpartition("/")[2] for line in below.split("\n") if re.search(r"/t/[^?]+$", line)]
    assert [play.read_link(house, "play", token).slug for token in tokens] == [second.slug, third.slug]
    assert {letter.state for letter in play.list_letters(house)} == {"sent"}
    assert first.slug == "friday-table"


def test_a_merged_turn_that_is_over_is_left_out(house: play.House, monkeypatch: pytest.MonkeyPatch) -> None:
    table_for(house, "en")
    second = table_for(house, "en", name="Sunday table")
    house.clock.forward(minutes=2)  # type: ignore[attr-defined]
    letter = play.claim_letter(house, play.due(house).letters[0])
    assert letter is not None and len(letter.merged) == 1
    move_on(house, second.slug, 1)
    made = mail.compose(house, letter)
    assert made is not None
    assert "Sunday table" not in text_of(made)


# --- what a turn letter says


ORDER = [
    "CHOOSE A ROLE",
    "until Wednesday 2 December, ",
    " 1  Settler",
    "Answer with a number or a word, at the top: ",
    "Choose on the page:",
    "SINCE YOUR LAST MOVE",
    "YOUR BOARD",
    "THE TABLE",
    "IN THE HARBOUR",
    "Check digits",
    "?open=preferences",
    "No more letters of this game:",
]


def test_a_turn_letter_says_all_in_order(house: play.House, played: Played) -> None:
    played.copy("midgame", house, "en")
    deliver_due(house)
    text = text_of(newest(house, "turn"))
    places = [text.find(part) for part in ORDER]
    assert -1 not in places, dict(zip(ORDER, places, strict=True))
    assert places == sorted(places)


def test_each_choice_is_a_link_with_that_choice(house: play.House, played: Played) -> None:
    """In the text where no mail comes in; in the HTML always (test_decisions)."""
    played.copy("midgame", house, "en")
    there = dataclasses.replace(house, settings=dataclasses.replace(house.settings, mail_in=None))
    legal = play.table(house, "friday-table", 0).legal
    deliver_due(there)
    text = text_of(newest(house, "turn"))
    assert legal is not None
    for move in legal.moves[0]:
        assert f"?move={move.replace(' ', '+')}\n" in text


def test_the_first_letter_says_that_the_game_begins(house: play.House) -> None:
    table_for(house, "en")
    house.clock.forward(minutes=2)  # type: ignore[attr-defined]
    deliver_due(house)
    text = text_of(newest(house, "turn"))
    assert "The game has just begun. Anna is the first governor." in text
    assert "SINCE YOUR LAST MOVE" not in text


@pytest.mark.parametrize("error", [KeyError("broken"), ValueError("anna@example.org"), SoftTimeLimitExceeded()])
def test_what_breaks_unforeseen_is_noted_and_tried_again(
    house: play.House,
    played: Played,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
) -> None:
    """A mistake of ours, or a task's time limit, is not the letter's fault, whatever kind of error it is."""

    def broken(*_: object) -> None:
        raise error

    played.copy("midgame", house, "en")
    number = play.due(house).letters[0]
    with monkeypatch.context() as patch:
        patch.setattr("pbem.mail.delivering.compose", broken)
        assert mail.deliver(house, number) == "retry"
    info = state_of(house)
    assert info.state == "waiting" and info.not_before - house.clock() >= BACK_OFF[0]
    assert info.last_error == f"something broke while it was written or sent: {type(error).__name__}"
    assert [record.exc_info is not None for record in caplog.records if record.levelno >= logging.ERROR] == [True]
    assert mail.deliver(house, number) == "not_due"
    house.clock.forward(minutes=2)  # type: ignore[attr-defined]
    assert mail.deliver(house, number) == "kept"


def test_a_letter_over_which_the_process_dies_every_time_is_given_up(
    house: play.House, played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dying(there: play.House, letter: play.Letter) -> None:
        raise SystemExit

    monkeypatch.setattr("pbem.mail.delivering.compose", dying)
    played.copy("midgame", house, "en")
    number = play.due(house).letters[0]
    for _ in range(MOST_CLAIMS):
        with pytest.raises(SystemExit):
            mail.deliver(house, number)
        assert mail.deliver(house, number) == "not_due", "the lease holds"
        house.clock.forward(minutes=4)  # type: ignore[attr-defined]
    assert mail.deliver(house, number) == "given_up"
    assert state_of(house).state == "dead"


def test_reminders_come_twice_at_most_and_say_so(house: play.House, played: Played) -> None:
    played.copy("midgame", house, "en")
    deliver_due(house)
    for hours in (25, 20):
        house.clock.forward(hours=hours)  # type: ignore[attr-defined]
        for number in play.due(house).reminders:
            play.remind(house, number)
        deliver_due(house)
    reminders = [letter for letter in play.list_letters(house) if letter.kind == "reminder"]
    assert [letter.state for letter in reminders] == ["sent", "sent"]
    assert "A reminder: the table still waits for you." in text_of(newest(house, "reminder"))


def test_the_final_count_is_equal_on_all_sides(house: play.House, played: Played) -> None:
    played.copy("finished", house, "nl")
    deliver_due(house)
    counts = []
    for address in ("anna@example.org", "bea@example.org", "cem@example.org"):
        lines = text_of(newest(house, "game_over", address)).split("\n")
        rows = [line.lstrip("> ").split() for line in lines if line.lstrip("> ")[:3] in ("1. ", "2. ", "3. ")]
        counts.append(rows)
    assert len(counts[0]) == 3
    assert counts[0] == counts[1] == counts[2]
    for row, score in zip(
        counts[0], sorted(play.table(house, "friday-table", None).scores, key=lambda s: (s.place, s.seat)), strict=True
    ):
        assert [int(n) for n in row[2:]] == [score.vp_chips, score.buildings, score.large, score.total, score.tiebreak]


def test_the_back_off_is_as_promised() -> None:
    assert tuple(timedelta(minutes=m) for m in (1, 5, 30, 120, 360)) == BACK_OFF
    assert "lang=" in ANNA
