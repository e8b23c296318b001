"""`pbem up` as a user starts, misuses and stops it (issue 2, item 9)."""

import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error

import pytest
from click.testing import CliRunner

from pbem.cli import main
from tests.processes import OURS, environ, fetch, pbem, up
from tests.servers import free_port, wait_until

SENTENCE = re.compile(r"\A[^\n]+\.\n\Z")


@pytest.fixture
def refused(tmp_path, monkeypatch):
    """Starts `pbem up` where it cannot begin and gives what it says on stderr: exit code 2, nothing else."""

    def start(**given):
        values = environ(**{"PBEM_DATA": tmp_path / "var", "PORT": free_port(), **given})
        for name in OURS:
            monkeypatch.delenv(name, raising=False)
            if name in values:
                monkeypatch.setenv(name, values[name])
        done = CliRunner().invoke(main, ["up"])
        assert (done.exit_code, done.stdout) == (2, ""), done.output
        return done.stderr

    return start


@pytest.mark.slow
def test_the_demo_sends_its_first_letter_to_the_mailbox_and_stops_in_seconds(tmp_path):
    with up(tmp_path, "--demo", LANG="nl_NL.UTF-8", TZ="Europe/Amsterdam") as running:
        running.wait_for_pages("/mailbox")
        wait_until(lambda: "/mailbox/1" in fetch(running.base + "/mailbox"), "the first letter")
        assert "Gast" in fetch(running.base + "/mailbox/1")
        assert f"{running.base}/mailbox" in running.said
        assert f"{running.base}/admin/welcome/" in running.said
        assert (tmp_path / "var" / "address").read_text() == f"{running.base}\n"  # for commands of another shell
        began = time.monotonic()
        assert running.stop(signal.SIGTERM) == 0
        assert time.monotonic() - began < 30
        assert "Traceback" not in running.said


@pytest.mark.slow
def test_ctrl_c_is_a_clean_stop_and_a_second_start_keeps_the_demo(tmp_path):
    for _ in range(2):
        with up(tmp_path, "--demo") as running:
            running.wait_for_pages()
            assert running.stop(signal.SIGINT) == 0
    games = pbem("game", "list", env=environ(PBEM_DATA=tmp_path / "var"), cwd=tmp_path)
    assert games.stdout.count("demo") == 1


@pytest.mark.slow
def test_a_second_one_on_the_same_data_is_refused(tmp_path):
    with up(tmp_path) as running:
        running.wait_for_pages()
        second = pbem("up", env=environ(PBEM_DATA=tmp_path / "var", PORT=free_port()), cwd=tmp_path)
        assert (second.returncode, second.stdout) == (2, "")
        assert SENTENCE.match(second.stderr)
        assert f"process {running.process.pid}" in second.stderr
        assert "PBEM_DATA" in second.stderr


@pytest.mark.slow
def test_a_killed_one_leaves_no_lock_behind(tmp_path):
    with up(tmp_path) as running:
        running.wait_for_pages()
        running.kill()
    with up(tmp_path) as again:
        again.wait_for_pages()


def test_a_port_in_use_is_said(refused):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        said = refused(PORT=taken.getsockname()[1])
    assert SENTENCE.match(said)
    assert "PORT" in said


def test_a_lock_that_cannot_be_made_is_said(refused, tmp_path):
    (tmp_path / "var" / "lock").mkdir(parents=True)
    said = refused()
    assert SENTENCE.match(said) and "lock cannot be written" in said


@pytest.mark.slow
def test_the_demo_without_a_mailbox_for_its_address_is_refused(tmp_path):
    env = environ(PBEM_DATA=tmp_path / "var", PORT=free_port(), BASE_URL="https://games.example.org")
    done = pbem("up", "--demo", env=env, cwd=tmp_path)
    assert done.returncode == 2
    assert SENTENCE.match(done.stderr) and "BASE_URL" in done.stderr


@pytest.mark.slow
def test_where_the_pages_are_for_others_letters_cannot_be_read(tmp_path):
    with up(tmp_path, BASE_URL="https://games.example.org") as running:
        running.wait_for_pages()
        wait_until(lambda: "Stop it with" in running.said, "the greeting")
        assert "/mailbox" not in running.said and "no SMTP_URL is set" in running.said
        with pytest.raises(urllib.error.HTTPError, match="404"):
            fetch(running.base + "/mailbox")


def test_an_unwritable_data_folder_is_said(refused, tmp_path):
    (tmp_path / "var").write_text("a file, which even root cannot make a folder of")
    said = refused()
    assert SENTENCE.match(said)
    assert "PBEM_DATA" in said


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "http"),
        ("BASE_URL", "games"),
        ("SMTP_URL", "mail.example.org"),
        ("SMTP_URL", "smtp://mail.example.org?starttls=perhaps"),
        ("SECRET_KEYS", "short"),
        ("DATABASE_URL", "mysql://host/pbem"),
        ("DATABASE_URL", "postgresql://host/pbem?foo=1"),
        ("DATABASE_URL", "sqlite:///:memory:"),
        ("PORT", "9" * 5000),
        ("SECRET_KEYS", ","),
        ("REDIS_URL", "redis://h/abc"),
    ],
)
def test_a_wrong_variable_is_one_sentence(refused, name, value):
    said = refused(**{name: value})
    assert SENTENCE.match(said)
    assert name in said


def test_with_a_real_database_and_broker_it_shows_the_procfile(refused):
    said = refused(DATABASE_URL="postgresql://nobody@127.0.0.1:1/none", REDIS_URL="redis://127.0.0.1:1/0")
    assert "pbem db upgrade" in said
    assert "gunicorn pbem.wsgi" in said
    assert "celery -A worker.entry worker" in said
    assert "celery -A worker.entry beat" in said


@pytest.mark.slow
def test_no_mailbox_where_letters_leave(tmp_path, smtp_sink):
    with up(tmp_path, SMTP_URL=smtp_sink.url) as running:
        running.wait_for_pages()
        seats = ("--seat", "Anna <anna@example.org>", "--seat", "bot:steady")
        subprocess.run(
            [sys.executable, "-m", "pbem", "game", "create", "--name", "Friday table", *seats, "--start"],
            env=running.env,
            check=True,
            timeout=60,
        )
        assert smtp_sink.wait(1, "anna@example.org")
        assert "Mailbox" not in running.said


@pytest.mark.slow
def test_the_demo_without_a_mailbox_is_refused(tmp_path):
    env = environ(PBEM_DATA=tmp_path / "var", PORT=free_port(), SMTP_URL="smtp://127.0.0.1:1")
    done = subprocess.run(
        [sys.executable, "-m", "pbem", "up", "--demo"],
        cwd=tmp_path,
        env=env,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 2
    assert SENTENCE.match(done.stderr) and "SMTP_URL" in done.stderr
