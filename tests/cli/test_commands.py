"""The commands as programs and people use them: JSON, exit codes, one sentence on stderr (issue 2, item 9)."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli import main
from tests.processes import environ

pytestmark = pytest.mark.slow

SEATS = (
    "--seat",
    "Anna <anna@example.org>;lang=nl;tz=Europe/Amsterdam",
    "--seat",
    "bot:steady",
    "--seat",
    "bot:random",
)
CREATE = ("game", "create", "--name", "Friday table", *SEATS)


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Runs a command over a data folder of this test's own."""
    for name in ("BASE_URL", "SECRET_KEYS", "DATABASE_URL", "REDIS_URL", "SMTP_URL", "MAIL_FROM", "PORT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PBEM_DATA", str(tmp_path / "var"))
    return lambda *arguments: CliRunner().invoke(main, list(arguments))


def answer(result):
    """The JSON that a command printed."""
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def sentence(result, code):
    """The one sentence of a command that failed with `code`."""
    assert result.exit_code == code
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    return result.stderr.strip()


def test_a_game_from_creation_to_call_off(run):
    made = answer(run(*CREATE, "--clock", "3d", "--json"))
    assert (made["slug"], made["state"], made["clock_text"]) == ("friday-table", "inviting", "3d")
    assert answer(run("game", "start", "friday-table", "--json"))["state"] == "running"
    shown = answer(run("game", "show", "friday-table", "--json"))
    assert [seat["name"] for seat in shown["seats"]] == ["Anna", "Steady", "Random"]
    assert shown["position"]["phase"]
    assert shown["to_act"][0]["seat"] in (0, 1, 2)
    assert answer(run("game", "call-off", "friday-table", "--json"))["state"] == "cancelled"
    assert [game["slug"] for game in answer(run("game", "list", "--json"))] == ["friday-table"]


def test_the_position_shown_has_no_secrets(run):
    answer(run(*CREATE, "--start", "--json"))
    shown = run("game", "show", "friday-table", "--json").stdout
    assert "address" not in shown
    assert "anna@example.org" not in shown
    assert '"seed"' not in shown


def test_rules_and_seed_can_be_chosen(run):
    options = ("--in-turn", "--ship-minimum", "players", "--seed", "one", "--start", "--json")
    first, second = (answer(run(*CREATE, *options)) for _ in range(2))
    assert first["seed_hash"] == second["seed_hash"]
    assert first["slug"] != second["slug"]
    assert first["rules"]["simultaneous"] is False
    assert first["rules"]["ship_minimum"] == "players"


def test_links_are_of_people_alone(run):
    run(*CREATE)
    (link,) = answer(run("game", "links", "friday-table", "--json"))
    assert link["name"] == "Anna"
    assert link["url"].startswith("http://127.0.0.1:8000/t/")


@pytest.fixture
def asked(run):
    """A started game of three people; the seat that chooses the first role, seat 0."""
    people = (
        f"{name} <{name}@example.org>;lang={language}" for name, language in (("a", "nl"), ("b", "de"), ("c", "en"))
    )
    seats = (part for seat in people for part in ("--seat", seat))
    answer(run("game", "create", "--name", "Moves", *seats, "--start", "--seed", "moves", "--json"))


@pytest.mark.parametrize(
    "text", [("burgemeester",), ("role", "mayor"), ("ik", "neem", "de", "burgemeester"), ("2", "--ply", "0")]
)
def test_a_move_is_made_for_a_seat(run, asked, text):
    made = answer(run("game", "move", "moves", "0", *text, "--json"))
    assert made["applied"][0] == {"seat": 0, "move": "role mayor"}
    log = answer(run("game", "show", "moves", "--json"))["log"]
    assert (log[0]["move"], log[0]["mark"], log[0]["via"]) == ("role mayor", "", "cli")


def test_a_move_with_a_dash(run, asked):
    made = run("game", "move", "moves", "0", "role", "mayor", "-colonist")
    assert made.exit_code == 0, made.stderr
    assert made.stdout.splitlines()[0] == "0  role mayor -colonist"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("0", "captain", "or", "mayor"), "Mayor or captain? Nothing was played."),
        (("0", "captain?"), "as a question"),
        (("0", "2"), "only in answer to a numbered list"),
        (("0", "99", "--ply", "0"), "The list goes from 1 to"),
        (("0", "prospector_2"), "is not in this game"),
        (("1", "captain"), "It is not your turn"),
        (("4", "captain"), "There is no seat 4"),
        (("0", "captain", "--ply", "7"), "your choice was for move 7"),
        (("0", "captain", "--nonsense"), "do not know"),
    ],
)
def test_a_move_that_is_none_changes_nothing(run, asked, arguments, said):
    assert said in sentence(run("game", "move", "moves", *arguments), 1)
    assert answer(run("game", "show", "moves", "--json"))["log"] == []


def test_letters_are_listed(run):
    run(*CREATE)
    for command in (("mail", "list", "--json"), ("mail", "list", "friday-table", "--json")):
        (letter,) = answer(run(*command))
        assert (letter["kind"], letter["to_address"], letter["state"]) == ("invitation", "anna@example.org", "waiting")


def test_everything_reads_well_without_json(run):
    assert "no game yet" in run("game", "list").stdout
    assert "friday-table" in run(*CREATE, "--start").stdout
    assert "Friday table" in run("game", "list").stdout
    assert "is to act" in run("game", "show", "friday-table").stdout
    assert "/t/" in run("game", "links", "friday-table").stdout
    assert "anna@example.org" in run("mail", "list").stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("game", "show", "nothing"), "no game nothing"),
        (("game", "start", "nothing"), "no game nothing"),
        (("game", "call-off", "nothing"), "no game nothing"),
        (("game", "links", "nothing"), "no game nothing"),
        (("mail", "list", "nothing"), "no game nothing"),
        ((*CREATE, "--clock", "0s"), "5 seconds to 60 days"),
        ((*CREATE, "--clock", "36500d"), "5 seconds to 60 days"),
        ((*CREATE, "--clock", "soon"), "48h"),
        ((*CREATE, "--seat", "Anna <anna@example.org>"), "two seats"),
        ((*CREATE, *SEATS), "2 to 5"),
        ((*CREATE, "--seat", "Bea <bea>"), "no mail address"),
        ((*CREATE, "--seat", "Bea"), "Anna <anna@example.org>"),
        ((*CREATE, "--seat", "Bea\nX <bea@example.org>"), "one line"),
        ((*CREATE, "--seat", "bot:genius"), "steady"),
        ((*CREATE, "--seat", "Bea <bea@example.org>;lang=xx"), "nl"),
        ((*CREATE, "--seat", "Bea <bea@example.org>;tz=Mars/Base"), "Europe/Amsterdam"),
        (("game", "create", "--name", "Two", *SEATS[:2]), "2 to 5"),
        (("admin", "create", "nobody"), "no mail address"),
    ],
)
def test_a_refusal_is_one_sentence_and_1(run, arguments, said):
    assert said in sentence(run(*arguments), 1)


@pytest.mark.parametrize(
    "arguments",
    [
        ("game", "create"),
        ("game", "nonsense"),
        ("nonsense",),
        ("game", "list", "--nonsense"),
        (*CREATE, "--ship-minimum", "7"),
        ("simulate", "--players", "6"),
    ],
)
def test_wrong_usage_is_one_sentence_and_2(run, arguments):
    assert sentence(run(*arguments), 2)


def test_an_unwritable_data_folder_is_one_sentence(run, tmp_path):
    (tmp_path / "var").write_text("a file, not a folder")
    assert "PBEM_DATA" in sentence(run("game", "list"), 2)


def test_a_database_that_is_away_is_one_sentence(run, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgresql://nobody:very-secret@127.0.0.1:1/none")
    said = sentence(run("game", "list"), 1)
    assert "cannot be reached" in said
    assert "very-secret" not in said


def test_an_admin_gets_a_link_for_once(run):
    made = run("admin", "create", "anna@example.org")
    assert made.exit_code == 0
    assert made.stdout.startswith("http://127.0.0.1:8000/admin/welcome/")


def test_local_data_is_brought_up_to_date_by_itself(run):
    assert "is up to date now" in run("db", "upgrade").stdout
    assert "was up to date" in run("db", "upgrade").stdout


@pytest.fixture
def production(monkeypatch, bare_postgres_url):
    """The environment of a production whose Redis and mail host are away."""
    values = {
        "BASE_URL": "https://games.example.org",
        "SECRET_KEYS": "a-key-of-the-tests-only",
        "DATABASE_URL": bare_postgres_url,
        "REDIS_URL": "redis://127.0.0.1:1/0",
        "SMTP_URL": "smtp://127.0.0.1:1",
        "MAIL_FROM": "Puerto Rico <table@example.org>",
    }
    for name, value in values.items():
        monkeypatch.setenv(name, value)


def test_production_is_upgraded_on_request_alone(run, production):
    assert "pbem db upgrade" in sentence(run("game", "list"), 1)
    assert "is up to date now" in run("db", "upgrade").stdout
    assert "no game yet" in run("game", "list").stdout


def test_production_without_a_secret_is_refused(run, production, monkeypatch):
    monkeypatch.delenv("SECRET_KEYS")
    assert "SECRET_KEYS is not set" in sentence(run("game", "list"), 2)


def test_a_dead_redis_does_not_fail_a_command(run, production):
    run("db", "upgrade")
    made = run(*CREATE, "--start", "--json")
    assert json.loads(made.stdout)["state"] == "running"


def test_upgrade_and_admin_speak_json(run):
    assert answer(run("db", "upgrade", "--json")) == {"upgraded": True}
    assert answer(run("db", "upgrade", "--json")) == {"upgraded": False}
    made = answer(run("admin", "create", "host@example.org", "--json"))
    assert made["email"] == "host@example.org" and "/admin/welcome/" in made["link"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("game", "show", "\udcff"),
        ("game", "links", "\udcff"),
        ("game", "start", "\udcff"),
        ("game", "export", "\udcff"),
        ("game", "move", "\udcff", "0", "pass"),
        ("game", "move", "x", "0", "\udcff"),
        ("mail", "list", "\udcff"),
        ("admin", "create", "\udcff@example.org"),
        (*CREATE, "--seed", "\udcff"),
        (*CREATE, "--clock", "\udcff"),
        (*CREATE, "--seat", "\udcff <a@example.org>"),
        ("simulate", "--games", "1", "--seed", "\udcff"),
    ],
)
def test_what_is_no_text_is_no_argument(run, arguments):
    assert "no text in UTF-8" in sentence(run(*arguments), 2)


def test_an_output_that_takes_nothing_is_one_sentence(tmp_path):
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "pbem", "game", "list"], env=environ(PBEM_DATA=tmp_path / "var"), stdout=full,
            stderr=subprocess.PIPE, text=True, timeout=60,
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (1, "The output cannot be written (No space left on device).\n")
