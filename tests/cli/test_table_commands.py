"""The commands that act on a table that is set."""

import json

import pytest
from click.testing import CliRunner

from pbem.cli import main

TABLE = ("--seat", "Anna <anna@example.org>;lang=nl", "--seat", "Bea <bea@example.org>", "--seat", "bot:steady")


@pytest.fixture
def run(local_machine):
    def call(*arguments, given=None, code=0):
        done = CliRunner().invoke(main, list(arguments), input=given)
        assert done.exit_code == code, done.output
        return done.output

    call("game", "create", "--name", "Friday", "--start", *TABLE)
    return call


def letters(run):
    return sorted(x["kind"] for x in json.loads(run("mail", "list", "friday", "--json")))


def test_the_clock_of_a_table(run):
    assert "running, paused since 20" in run("game", "pause", "friday", "--why", "Bea is away.")
    assert "hours left when the game goes on" in run("game", "show", "friday")
    assert "paused" not in run("game", "resume", "friday")
    shown = json.loads(run("game", "more-time", "friday", "24h", "--seat", "0", "--json"))
    assert shown["paused_at"] is None
    (owed,) = json.loads(run("game", "show", "friday", "--json"))["to_act"]
    assert "2 days" in run("game", "show", "friday") or "3 days" in run("game", "show", "friday")
    assert owed["deadline_at"]
    assert "is no moment" in run("game", "more-time", "friday", "--until", "Friday", code=2)
    assert "Give a duration" in run("game", "more-time", "friday", code=2)
    assert "no more time" in run("game", "more-time", "friday", "--until", "2020-01-01T10:00+01:00", code=1)


def test_a_seat_and_a_message(run):
    assert "running" in run("game", "replace", "friday", "1", "Dirk <dirk@example.org>;lang=de", "--why", "Bea is ill.")
    assert "has two seats" in run("game", "replace", "friday", "1", "Anna <a@example.org>", code=1)
    assert run("game", "message", "friday", "Hello", "all", "--from", "Marjan") == "Written to 2 people.\n"
    assert run("game", "message", "all", given="To everybody\n\nMarjan\n") == "Written to 2 people.\n"
    assert json.loads(run("game", "message", "friday", "Hi", "--seat", "0", "--json")) == {"people": 1}
    assert letters(run).count("message") == 5 and "takeover" in letters(run)
    assert "cancelled" in run("game", "call-off", "friday", "--why", "No time.")


def test_what_players_propose(run):
    assert run("house", "proposals") == "Tables that players propose: open\n"
    assert "moderated" in run("house", "proposals", "moderated")
    assert json.loads(run("house", "proposals", "--json")) == {"proposals": "moderated", "waiting": []}
    assert "perhaps" in run("house", "proposals", "perhaps", code=2)
    assert "does not wait for an answer" in run("game", "agree", "friday", code=1)
    assert "does not wait for an answer" in run("game", "refuse", "friday", "--why", "No.", code=1)
    assert "not over yet" in run("game", "unlist", "friday", code=1)
