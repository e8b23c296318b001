"""What `pbem game show` and `pbem mail list` tell a person at a terminal (README; issue 2, item 9)."""

import json
from datetime import timedelta

import pytest
from click.testing import CliRunner
from sqlalchemy import text, update

from pbem import play, store
from pbem.cli import main
from pbem.cli_house import quiet_house
from pbem.cli_words import letter_fate
from tests.conftest import SEATS, START, new_game, play_on


@pytest.fixture
def run(local_machine):
    """Runs a command over a data folder of this test's own, and gives what it printed."""

    def invoke(*arguments):
        done = CliRunner().invoke(main, list(arguments))
        assert done.exit_code == 0, done.output
        return done.stdout

    return invoke


@pytest.fixture
def local(run):
    """The house of those commands."""
    house = quiet_house()
    yield house
    house.store.close()


def test_a_running_game_shows_seats_questions_position_and_log(run, local):
    game = new_game(local, SEATS[0], SEATS[1], "bot:steady")
    play_on(local, game.slug, 8)
    play.stop_letters(local, play.table(local, game.slug, 1).seats[1].id)
    said, table = run("game", "show", game.slug), play.table(local, game.slug, None)
    assert "  0  Anna  accepted\n" in said
    assert "  1  Bea  accepted, letters stopped\n" in said
    assert "  2  Steady  bot:steady\n" in said
    owed = table.owed[0]
    asked = next(line for line in said.splitlines() if "is to act: " in line)
    assert asked.startswith(f"  {table.names[owed.seat]} is to act: Choose ")
    if owed.deadline_at:
        assert f"until {owed.deadline_at:%Y-%m-%d %H:%M} UTC (in 48 hours)" in asked
    for heading in ("Ships: ", "Trading house: ", "Roles taken: ", "doubloons"):
        assert heading in said
    for entry in table.log[-10:]:
        assert f"{entry.ply:>4}  {entry.at:%Y-%m-%d %H:%M} UTC  {table.names[entry.seat]} " in said
    assert f"Chain {table.game.chain}, hash of the seed {table.game.seed_hash}\n" in said
    assert ", seed " not in said


def test_only_the_newest_ten_moves_are_shown(run, local):
    game = new_game(local)
    play_on(local, game.slug, 30)
    said, log = run("game", "show", game.slug), play.table(local, game.slug, None).log
    shown = [line for line in said.splitlines() if line.lstrip()[:2].strip().isdigit() and " UTC  " in line]
    assert [int(line.split()[0]) for line in shown] == [entry.ply for entry in log[-10:]]


def test_before_the_start_there_are_only_seats(run, local):
    game = new_game(local, start=False)
    lines = run("game", "show", game.slug).splitlines()
    assert lines[1:] == [f"  {number}  {name}  invited" for number, name in enumerate(("Anna", "Bea", "Cem"))]


def test_a_game_of_rules_that_we_do_not_have_says_so(run, local):
    game = new_game(local)
    with local.store.write() as session:
        session.execute(update(store.Game).values(rules_version=99))
    assert "begun with version 99 of the rules" in run("game", "show", game.slug)
    assert "version 99" in json.loads(run("game", "show", game.slug, "--json"))["trouble"]


def letter(**values):
    """A turn letter to Anna, written at START."""
    given = {
        "id": 7, "kind": "turn", "slug": "table", "seat": 0, "to_name": "Anna", "to_address": "anna@example.org",
        "ply": 3, "state": "waiting", "subject": None, "created_at": START, "not_before": START, "ended_at": None,
        "attempts": 0, "last_error": None, "merged_into": None, "lease_until": None, "is_kept": False,
    }  # fmt: skip
    return play.LetterInfo(**{**given, **values})


LATER = START + timedelta(minutes=3)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({}, "is due; the worker's next round sends it"),
        ({"not_before": LATER}, "waits until 09:03 UTC, as its person is on the page"),
        ({"not_before": LATER, "waits_for": "day"}, "waits until 2026-11-30 09:03 UTC, as its person wants"),
        ({"not_before": LATER, "waits_for": "visit"}, "waits for its person to play or look in, who wants no second"),
        ({"not_before": LATER, "last_error": "connection refused", "attempts": 1},
         "will be tried again 2026-11-30 09:03 UTC: connection refused"),
        ({"last_error": "busy", "attempts": 1}, "is due; the worker's next round sends it (tried before: busy)"),
        ({"lease_until": LATER, "attempts": 1}, "being sent now"),
        ({"state": "sent", "ended_at": LATER}, "sent 2026-11-30 09:03 UTC"),
        (
            {"state": "sent", "ended_at": LATER, "bounced_at": LATER},
            "sent 2026-11-30 09:03 UTC, came back 2026-11-30 09:03 UTC",
        ),
        ({"is_held": True, "last_error": "550 no"}, "waits until the address takes letters again: 550 no"),
        ({"state": "sent", "ended_at": LATER, "is_kept": True}, "kept in the mailbox 2026-11-30 09:03 UTC"),
        ({"state": "sent", "ended_at": LATER, "merged_into": 4}, "gone 2026-11-30 09:03 UTC within letter 4"),
        ({"state": "withdrawn", "ended_at": LATER, "last_error": "the turn was over"},
         "withdrawn 2026-11-30 09:03 UTC: the turn was over"),
        ({"state": "dead", "ended_at": LATER, "last_error": "550 no such user", "attempts": 1},
         "given up 2026-11-30 09:03 UTC after 1 attempt: 550 no such user"),
    ],
)  # fmt: skip
def test_what_became_of_a_letter(values, said):
    assert letter_fate(letter(**values), START).startswith(said)


def test_letters_are_listed_with_their_moments(run, local):
    new_game(local, name="Kept")
    (claimed,) = [play.claim_letter(local, number) for number in play.due(local).letters]
    play.record_sent(local, claimed, "Kept – your turn", b"raw")
    with local.store.read() as session:
        (at,) = session.scalars(text("SELECT created_at FROM letter"))
    (line,) = run("mail", "list").splitlines()
    assert line.startswith(f"{claimed.id}  {at[:16]} UTC  kept  turn to anna@example.org: kept in the mailbox ")
    (shown,) = json.loads(run("mail", "list", "--json"))
    assert {"id", "kind", "slug", "seat", "to_name", "to_address", "ply", "state", "subject"} <= set(shown)
    assert {"created_at", "not_before", "ended_at", "attempts", "last_error", "merged_into"} <= set(shown)
    assert shown["state"] == "sent"


# --- the address of a `pbem up` in another shell


def test_links_lead_to_where_pbem_up_was_last_reached(run, local, local_machine, monkeypatch):
    new_game(local, name="Far")
    (local_machine / "address").write_text("http://127.0.0.1:8123\n")
    assert "http://127.0.0.1:8123/t/" in run("game", "links", "far")
    assert run("admin", "create", "host@example.org").startswith("http://127.0.0.1:8123/admin/welcome/")
    monkeypatch.setenv("PORT", "8124")
    assert "http://127.0.0.1:8124/t/" in run("game", "links", "far")
    monkeypatch.setenv("BASE_URL", "https://games.example.org")
    assert "https://games.example.org/t/" in run("game", "links", "far")


@pytest.mark.parametrize("noted", [b"", b"somewhere\n", b"\xff\xfe"])
def test_a_note_that_is_no_address_is_one_sentence(run, local, local_machine, noted):
    (local_machine / "address").write_bytes(noted)
    done = CliRunner().invoke(main, ["game", "list"])
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "delete it" in done.stderr


@pytest.mark.parametrize("name", ["--ship-minimum", "--in-turn"])
def test_the_help_says_what_a_rule_is(run, name):
    said = " ".join(run("game", "create", "--help").split())
    assert {"--ship-minimum": "fewest colonists on a new colonist ship", "--in-turn": "one player after the other"}[
        name
    ] in said


def test_the_moves_of_who_is_to_act_are_numbered_as_game_move_takes_them(run, local):
    slug = new_game(local).slug
    shown = run("game", "show", slug).splitlines()
    at = next(i for i, line in enumerate(shown) if line.startswith("Moves of seat 0"))
    assert shown[at].endswith(f"`pbem game move {slug} 0 MOVE --ply 0`:")
    assert shown[at + 2].split(maxsplit=1) == ["2", "role mayor"]
    run("game", "move", slug, "0", "2", "--ply", "0")
    assert play.table(local, slug, 0).log[0].move == "role mayor"
