"""Production's processes: refused without their settings, alive without Redis, silent about keys (issue 2, item 9)."""

import contextlib
import json
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest

from pbem.config import PRODUCTION
from tests.e2e.services import as_in_the_procfile
from tests.processes import BIN, environ, fetch, pbem
from tests.servers import free_port, wait_until

GUNICORN = [str(BIN / "gunicorn"), "pbem.wsgi:application", "--preload"]
WORKER = [sys.executable, "-m", "celery", "-A", "worker.entry", "worker"]
BEAT = [sys.executable, "-m", "celery", "-A", "worker.entry", "beat"]


def start(command, **given):
    """Runs a process that should refuse to start."""
    env = environ(PORT=free_port(), **given)
    return subprocess.run(command, env=env, capture_output=True, text=True, timeout=60)


@pytest.mark.slow
@pytest.mark.parametrize("command", [GUNICORN, WORKER, BEAT], ids=["web", "worker", "beat"])
def test_without_its_settings_a_process_says_what_is_missing(command):
    done = start(command)
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    for name in PRODUCTION:
        assert len(re.findall(f"^{name} is not set: .*\\.$", done.stderr, re.MULTILINE)) == 1


@pytest.mark.slow
@pytest.mark.parametrize("command", [GUNICORN, WORKER], ids=["web", "worker"])
def test_over_an_old_database_neither_pages_nor_tasks_are_served(bare_postgres_url, command):
    done = start(
        command,
        BASE_URL="https://games.example.org",
        SECRET_KEYS="a-key-of-the-tests-only",
        DATABASE_URL=bare_postgres_url,
        REDIS_URL="redis://127.0.0.1:1/0",
        SMTP_URL="smtp://127.0.0.1:1",
        MAIL_FROM="table@example.org",
    )
    assert done.returncode != 0
    assert "The database is not in the form of this version; run `pbem db upgrade` first." in done.stderr
    assert "Traceback" not in done.stderr


@pytest.fixture
def service(tmp_path, smtp_sink, bare_postgres_url, redis_server):
    """The Procfile's processes over a new database."""
    made = as_in_the_procfile(tmp_path, smtp_sink.url, bare_postgres_url, redis_server.url)
    assert pbem("db", "upgrade", env=made.env).returncode == 0
    yield made.start()
    made.stop()


def post_move(service, token, key):
    """Makes the first legal move by the JSON API and gives the answer and how long it took."""
    head = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    asked = urllib.request.Request(f"{service.url}/api/games/letters", headers=head)
    table = json.load(urllib.request.urlopen(asked, timeout=10))
    seat = str(table["seat"])
    moves = table["legal"]["moves"]
    body = json.dumps({"ply": table["ply"], "move": moves[seat][0], "key": key}).encode()
    began = time.monotonic()
    posted = urllib.request.Request(f"{service.url}/api/games/letters/moves", data=body, headers=head)
    answer = json.load(urllib.request.urlopen(posted, timeout=10))
    return answer, time.monotonic() - began


@pytest.mark.slow
def test_redis_killed_loses_nothing_and_slows_nobody(service, smtp_sink, redis_server):
    seats = [f"{name} <{name.lower()}@example.org>" for name in ("Anna", "Bea")]
    seats_given = [part for seat in seats for part in ("--seat", seat)]
    service.command("game", "create", "--name", "letters", "--clock", "20m", "--start", *seats_given)
    first = next(letter for letter in smtp_sink.wait(2) if letter.message["X-PBEM-Kind"] == "turn")
    token = re.search(r"/t/([^\s?]+)", first.message.get_body(("plain",)).get_content())[1]

    # A worker that Redis leaves in the middle of a task ends (kombu cannot acknowledge it), and is started again by
    # whoever watches over it; here nobody does.
    wait_until(lambda: {letter["state"] for letter in service.command("mail", "list")} == {"sent"}, "both being sent")
    redis_server.kill()
    answer, took = post_move(service, token, "once")
    assert answer["ply"] >= 1
    assert took < 5  # a dead Redis would hold up a naive move for longer than anybody waits
    redis_server.start()
    smtp_sink.wait(3, seconds=60)

    with contextlib.suppress(urllib.error.HTTPError):  # urllib keeps no cookie, so the page behind the link is refused
        fetch(f"{service.url}/t/{token}")
    wait_until(lambda: "/t/" in service.output, "the access log")
    assert token not in service.output
    assert "Traceback" not in service.output
