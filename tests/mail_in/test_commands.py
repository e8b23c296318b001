"""The ways in as an MTA uses them: `pbem mail-in`, `pbem receive`, and what their ends tell it."""

import signal
import smtplib
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import click.testing
import pytest

from pbem.cli import main
from tests.mail_in.test_hostile import attached
from tests.mail_in.test_inbox import written
from tests.processes import OURS, Running, environ, pbem, up
from tests.servers import free_port, wait_until

MAIL_IN = "play@in.pbem.example"
TAGGED = "play+g1.s0.p0.abcdefghabcdefgh@in.pbem.example"
PIPES = ("ORIGINAL_RECIPIENT", "RECIPIENT", "SENDER")


@pytest.fixture
def receive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., click.testing.Result]:
    """Pipes a mail into `pbem receive`; keywords are environment."""
    for name in (*OURS, *PIPES):
        monkeypatch.delenv(name, raising=False)

    def run(raw: bytes, *arguments: str, **env: str) -> click.testing.Result:
        given = {"PBEM_DATA": str(tmp_path / "var"), "MAIL_IN": MAIL_IN, **env}
        return click.testing.CliRunner().invoke(main, ["receive", *arguments], input=raw, env=given)

    return run


def stored(tmp_path: Path) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(tmp_path / "var" / "pbem.sqlite")) as database:
        query = "SELECT envelope_from, envelope_to, via, raw FROM inbound_mail ORDER BY id"
        return database.execute(query).fetchall()


def test_the_envelope_comes_from_options_environment_or_head(receive, tmp_path):
    head = f"Return-Path: <bas@example.com>\nDelivered-To: play@in.pbem.example\nX-Original-To: {TAGGED}\n".encode()
    for number, (arguments, env) in enumerate(
        [
            (("--from", "a@example.org", "--to", TAGGED), {"SENDER": "b@example.org"}),
            ((), {"SENDER": "b@example.org", "RECIPIENT": "play@host.internal", "ORIGINAL_RECIPIENT": TAGGED}),
            ((), {"SENDER": ""}),
            ((), {}),
            (("--from", "<>"), {"RECIPIENT": MAIL_IN}),
        ]
    ):
        done = receive(head + written(str(number)), *arguments, **env)
        assert (done.exit_code, done.output) == (0, "")
    assert [row[:3] for row in stored(tmp_path)] == [
        ("a@example.org", TAGGED, "pipe"),
        ("b@example.org", TAGGED, "pipe"),
        ("<>", TAGGED, "pipe"),
        ("bas@example.com", TAGGED, "pipe"),
        ("<>", TAGGED, "pipe"),  # the head knows the tag that the pipe dropped
    ]


def test_without_any_envelope_the_head_says_to_whom(receive, tmp_path):
    assert receive(written(To=f'"Table, the" <{TAGGED}>')).exit_code == 0
    assert [row[:2] for row in stored(tmp_path)] == [("", TAGGED)]


def test_what_comes_twice_is_there_once(receive, tmp_path):
    for _ in range(2):
        assert receive(written(), "--to", TAGGED).exit_code == 0
    assert len(stored(tmp_path)) == 1
    assert stored(tmp_path)[0][3] == written()


@pytest.mark.parametrize(
    ("raw", "arguments", "code"),
    [
        (b"", ("--to", TAGGED), 65),
        (b" \n", ("--to", TAGGED), 65),
        (b"a" * (25 * 1024 * 1024 + 1), ("--to", TAGGED), 65),
        (written(), ("--to", "eve@in.pbem.example"), 67),
        (written(To="eve@in.pbem.example"), (), 67),
        (written(), ("--nonsense",), 2),
    ],
    ids=["empty", "blank", "too large", "somebody else", "somebody else in the head", "misused"],
)
def test_what_is_no_mail_for_us_is_said_by_the_exit_code(receive, raw, arguments, code):
    done = receive(raw, *arguments)
    assert done.exit_code == code
    assert done.stderr.count("\n") == 1 and "Traceback" not in done.output


def test_with_the_database_away_or_wrong_settings_the_mail_is_to_come_again(receive, tmp_path):
    nowhere = receive(written(), "--to", TAGGED, DATABASE_URL="postgresql://nobody@127.0.0.1:1/none")
    assert nowhere.exit_code == 75 and "database" in nowhere.stderr
    wrong = receive(written(), "--to", TAGGED, PORT="x")
    assert wrong.exit_code == 75 and "PORT" in wrong.stderr
    unset = receive(written(), "--to", TAGGED, MAIL_IN="", SMTP_URL="smtp://127.0.0.1:1")
    assert unset.exit_code == 75 and "MAIL_IN" in unset.stderr


def test_the_listener_wants_an_address_and_stays_private(local_env):
    done = click.testing.CliRunner().invoke(main, ["mail-in"], env=local_env)
    assert done.exit_code == 2 and "MAIL_IN" in done.stderr
    done = click.testing.CliRunner().invoke(
        main, ["mail-in", "--host", "0.0.0.0"], env={**local_env, "MAIL_IN": MAIL_IN}
    )
    assert done.exit_code == 2 and "--public" in done.stderr


@pytest.fixture
def local_env(tmp_path, monkeypatch):
    for name in OURS:
        monkeypatch.delenv(name, raising=False)
    return {"PBEM_DATA": str(tmp_path / "var")}


# --- processes ----------------------------------------------------------------------------------------------------

DIES = """
import os, signal
from pbem.mail.inbound import listening
store = listening.Door._store
def dying(*arguments):
    store(*arguments)
    os.kill(os.getpid(), signal.SIGKILL)
listening.Door._store = dying
from pbem.cli import main
main(["mail-in"])
"""


@contextmanager
def listening(tmp_path: Path, port: int, *command: str):
    env = environ(PBEM_DATA=tmp_path / "var", MAIL_IN=MAIL_IN, PORT=free_port(), MAIL_IN_PORT=port)
    with Running([sys.executable, *command], env, tmp_path) as running:
        wait_until(lambda: "is taken at" in running.said or running.process.poll() is not None, "the listener")
        yield running


def send(port: int) -> None:
    with smtplib.LMTP("127.0.0.1", port, timeout=20) as client:
        client.sendmail("anna@example.org", [TAGGED], written())


@pytest.mark.slow
def test_killed_between_storing_and_the_answer_a_mail_is_there_once(tmp_path):
    port = free_port()
    with listening(tmp_path, port, "-c", DIES) as running:
        with pytest.raises((smtplib.SMTPException, OSError)):
            send(port)
        assert running.process.wait(20) == -signal.SIGKILL
    assert len(stored(tmp_path)) == 1
    with listening(tmp_path, port, "-m", "pbem", "mail-in") as running:
        send(port)  # the MTA comes again
        assert running.stop(signal.SIGTERM) == 0
        assert "here before" in running.said
        assert "@" not in running.said.partition("\n")[2]  # after the first line, which names our own address
        assert "Traceback" not in running.said
    assert len(stored(tmp_path)) == 1


@pytest.mark.slow
def test_pbem_up_takes_mail_in_and_reads_it(tmp_path):
    port = free_port()
    with up(tmp_path, MAIL_IN_PORT=port, MAIL_IN=MAIL_IN) as running:
        running.wait_for_pages()
        assert f"127.0.0.1:{port}" in running.said
        send(port)
        read = ["mail", "inbox", "--json"]
        wait_until(lambda: '"done"' in pbem(*read, env=running.env).stdout, "the mail being read")
        assert running.stop(signal.SIGTERM) == 0
        assert "Traceback" not in running.said


@pytest.mark.slow
def test_the_procfiles_listener_waits_where_no_address_is_set(tmp_path):
    env = environ(PBEM_DATA=tmp_path / "var", PORT=free_port())
    with Running([sys.executable, "-m", "pbem", "mail-in", "--wait"], env, tmp_path) as running:
        wait_until(lambda: "no mail is taken in" in running.said, "the sentence")
        assert running.stop(signal.SIGTERM) == 0


@pytest.mark.slow
@pytest.mark.parametrize("body", ["a file", "line ends"])
def test_a_mail_of_20_megabytes_is_taken_in_four_times_its_memory(tmp_path, body):
    port = free_port()
    raw = attached(15_000_000) if body == "a file" else written() + b"\r\n" * 10_000_000
    with listening(tmp_path, port, "-m", "pbem", "mail-in") as running:
        before = peak(running.process.pid)
        with smtplib.LMTP("127.0.0.1", port, timeout=60) as client:
            client.sendmail("anna@example.org", [TAGGED], raw)
        assert peak(running.process.pid) - before < 4 * len(raw)
        assert running.stop(signal.SIGTERM) == 0
    assert len(stored(tmp_path)) == 1


def peak(pid: int) -> int:
    """The most memory that a process had so far, in bytes."""
    status = Path(f"/proc/{pid}/status").read_text("ascii")
    return int(status.partition("VmHWM:")[2].split()[0]) * 1024
