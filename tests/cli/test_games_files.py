"""`pbem game export`, `pbem replay`, `pbem verify`: files and stored games (issue 3, items 4 and 5)."""

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import update

from pbem import play
from pbem.cli import main
from pbem.cli_house import quiet_house
from pbem.store import Game
from tests.conftest import new_game, play_on
from tests.play.test_verifying import BOTS, play_out

pytestmark = pytest.mark.slow

FILE = Path(__file__).parents[1] / "rules" / "friday.prn"
PLAIN = Path(__file__).parents[1] / "games" / "vp_3_sheet_together.prn"
TEXT = FILE.read_text("ascii")
BUILD = next(number for number, row in enumerate(TEXT.split("\n"), 1) if " build " in row)
CHANGED = TEXT.replace(TEXT.split("\n")[BUILD - 1], f"{TEXT.split(chr(10))[BUILD - 1].rpartition(' ')[0]} hospice")


def local(patch, folder):
    """Settings of a machine of one's own, with that data folder."""
    for name in ("BASE_URL", "SECRET_KEYS", "DATABASE_URL", "REDIS_URL", "SMTP_URL", "MAIL_FROM", "PORT"):
        patch.delenv(name, raising=False)
    patch.setenv("PBEM_DATA", str(folder))


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Runs a command over a data folder of this test's own."""
    local(monkeypatch, tmp_path / "var")
    return lambda *arguments, **options: CliRunner().invoke(main, [str(each) for each in arguments], **options)


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A data folder with a game that is over and one that runs."""
    folder = tmp_path_factory.mktemp("played") / "var"
    with pytest.MonkeyPatch.context() as patch:
        local(patch, folder)
        house = quiet_house()
        play_out(house, new_game(house, *BOTS, name="Over").slug)
        play_on(house, new_game(house, name="Running").slug, moves=9)
        house.store.close()
    return folder


@pytest.fixture
def stored(run, played, tmp_path):
    """A house with a game that is over and one that runs."""
    shutil.copytree(played, tmp_path / "var")
    house = quiet_house()
    yield house
    house.store.close()


def answer(result, code=0):
    """The JSON that a command printed."""
    assert result.exit_code == code, result.stderr
    return json.loads(result.stdout)


def sentence(result):
    """The one sentence of a refusal."""
    assert result.exit_code == 1, result.output
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert "Traceback" not in result.stderr
    return result.stderr.strip()


# --- show


def test_a_game_that_is_over_shows_its_count_and_its_seed(run, stored):
    table = play.table(stored, "over", None)
    assert table.seed == "tests"
    said = run("game", "show", "over").stdout
    assert f"hash of the seed {table.game.seed_hash}, seed tests\n" in said
    places = [line.split(". ")[0].strip() for line in said.splitlines() if ". " in line[:6]]
    assert places == [str(score.place) for score in sorted(table.scores, key=lambda score: score.place)]
    assert answer(run("game", "show", "over", "--json"))["seed"] == "tests"
    assert "seed" not in answer(run("game", "show", "running", "--json"))


# --- export


def test_an_exported_game_replays_to_the_stored_position(run, stored, tmp_path):
    path = tmp_path / "over.prn"
    assert run("game", "export", "over", "--output", path).stdout == ""
    assert path.read_text("ascii") == run("game", "export", "over").stdout
    replayed = answer(run("replay", path, "--json"))
    assert json.dumps(replayed["position"]) == json.dumps(play.whole_position(stored, "over"))
    assert replayed["ply"] == replayed["moves"] == len(replayed["log"])
    assert replayed["chain"] == play.table(stored, "over", None).game.chain
    assert answer(run("verify", path, "--json"))["ok"] is True


def test_an_exported_game_as_json(run, stored):
    made = answer(run("game", "export", "over", "--json"))
    assert made["tags"]["Game"] == "Over"
    assert made["tags"]["Seed"] == "tests"
    assert made["moves"][0].keys() == {"ply", "seat", "move", "mark", "chain"}
    assert made["moves"][-1]["chain"] == play.table(stored, "over", None).game.chain
    assert "Seed" not in answer(run("game", "export", "running", "--json"))["tags"]


def test_what_cannot_be_exported(run, stored, tmp_path):
    new_game(stored, start=False, name="Waiting")
    assert "has not begun" in sentence(run("game", "export", "waiting"))
    assert "no game nothing" in sentence(run("game", "export", "nothing"))
    assert "cannot be written" in sentence(run("game", "export", "over", "--output", tmp_path))
    assert "cannot be written" in sentence(run("game", "export", "over", "--output", tmp_path / "none" / "x.prn"))


# --- replay


def test_a_replay_in_words(run):
    shown = run("replay", FILE).stdout
    assert shown.startswith("Friday table: move 277 of 277, chain 9124e78d\n")
    for words in ('Zoë "Zo" [1] \\, craftsman: ', "Trading house: ", "Ωmega", "Round 2: Bea is governor."):
        assert words in shown
    assert "45" in shown.rpartition("\n\n")[2]


def test_a_replay_speaks_the_languages_of_the_table(run):
    assert "Runde 2" in run("replay", FILE, "--language", "de").stdout
    assert "Ronde 2" in run("replay", FILE, "--language", "nl").stdout


def test_a_replay_up_to_a_ply(run):
    start, middle, end = (answer(run("replay", FILE, "--json", "--upto", ply)) for ply in (0, 30, 277))
    assert (start["ply"], start["log"], start["position"]["round"]) == (0, [], 1)
    assert (middle["ply"], len(middle["log"]), middle["log"][-1]["ply"]) == (30, 30, 30)
    assert end == answer(run("replay", FILE, "--json"))
    assert end["position"]["phase"] == "game_over"
    assert "move 30 of 277" in run("replay", FILE, "--upto", "30").stdout
    assert "move 0 of 277" in run("replay", FILE, "--upto", "0").stdout
    assert "there is no move 278" in sentence(run("replay", FILE, "--upto", "278"))
    assert run("replay", FILE, "--upto", "-1").exit_code == 2


def test_the_file_of_a_running_game_says_what_can_be_checked(run, stored, tmp_path):
    path = tmp_path / "running.prn"
    run("game", "export", "running", "--output", path)
    said = sentence(run("replay", path))
    chain = play.table(stored, "running", None).game.chain
    assert "secret until the game is over" in said
    assert f"is whole and ends with {chain}" in said
    assert run("verify", path).exit_code == 0
    path.write_text(path.read_text("ascii").replace("\n3 ", "\n3 1 pass # "))
    assert "move 3 was changed" in sentence(run("replay", path))


def test_a_plain_file_of_notation_4_and_standard_input(run):
    by_name = answer(run("replay", PLAIN, "--json"))
    assert by_name == answer(run("replay", "-", "--json", input=PLAIN.read_bytes()))
    assert by_name["scores"][0]["total"] == 45
    assert run("verify", PLAIN).exit_code == 0
    assert run("verify", "-", input=PLAIN.read_bytes()).exit_code == 0


# --- verify


def test_a_good_file(run):
    done = run("verify", FILE)
    assert done.exit_code == 0
    assert [row.split()[:2] for row in done.stdout.splitlines()] == [
        ["good", what] for what in ("header", "seed", "chain", "moves", "result")
    ]
    found = answer(run("verify", FILE, "--json"))
    assert (found["ok"], found["ply"], found["chain"]) == (True, 277, "9124e78d")


def test_a_tampered_file_says_at_which_line(run, tmp_path):
    path = tmp_path / "changed.prn"
    path.write_text(CHANGED)
    done = run("verify", path)
    assert done.exit_code == 1
    assert f"FAILED  chain   Line {BUILD}: move " in done.stdout
    found = answer(run("verify", path, "--json"), 1)
    assert found["ok"] is False
    assert [check["what"] for check in found["checks"] if check["outcome"] == "bad" and str(BUILD) in check["message"]]


BROKEN = {
    "nothing": (b"", "begins with"),
    "a letter": (b"Dear Anna,\n", "begins with"),
    "zeros": (b"\0" * 5000, "begins with"),
    "binary": (bytes(range(256)) * 20, "Line 2 is no text in UTF-8"),
    "latin-1": (b'[Format "puerto-rico-game/1"]\n[Game "Zo\xeb"]\n', "Line 2 is no text in UTF-8"),
    "surrogates": (b'[Format "puerto-rico-game/1"]\n[Game "\\ud800"]\n', "Line 2 is no header tag"),
    "utf-16": (TEXT.encode("utf-16"), "Line 1 is no text in UTF-8"),
    "huge": (TEXT.encode() + b"#" * 1_000_000, "at most 1000000 bytes"),
    "many lines": (TEXT.encode() + b"\n" * 10_000, "at most 10000 lines"),
    "cut off": (TEXT[:1000].rpartition(" ")[0].encode(), "Line 40, move 26: “settle” is no move."),
    "a line less": (TEXT.replace(TEXT.split("\n")[29] + "\n", "").encode(), "Line 30: move "),
    "a picture": (b"\x89PNG\r\n\x1a\n\0\0", "Line 1 is no text in UTF-8"),
    "unknown rules": (
        b'[Format "puerto-rico-game/1"]\n[Rules "a\\u001b[31m=1"]\n[Seed "x"]\n',
        "Line 2: The rules know no “a?[31m”.",
    ),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_file_gets_a_clear_sentence(run, tmp_path, what):
    data, said = BROKEN[what]
    path = tmp_path / "broken.prn"
    path.write_bytes(data)
    assert said in sentence(run("replay", path))
    done = run("verify", path)
    assert done.exit_code == 1
    assert said in done.output
    found = answer(run("verify", path, "--json"), 1)
    assert found["ok"] is False


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_file_that_is_not_there(run, tmp_path, command):
    assert "No such file" in sentence(run(command, tmp_path / "none.prn"))
    assert "directory" in sentence(run(command, tmp_path))


def test_a_stored_game(run, stored):
    assert run("verify", "over").stdout.endswith("  good\n")
    found = answer(run("verify", "running", "--json"))
    assert (found["slug"], found["ok"], found["state"], found["faults"]) == ("running", True, "running", [])
    assert "no game nothing" in sentence(run("verify", "nothing"))


def test_all_stored_games(run, stored):
    assert run("verify", "--all").stdout.splitlines()[-1] == "2 games: 2 good, 0 failed."
    with stored.store.write() as session:
        session.execute(update(Game).where(Game.slug == "over").values(seed="other"))
    done = run("verify", "--all")
    assert done.exit_code == 1
    over, running, summary = done.stdout.splitlines()
    assert "FAILED: The seed is not the one whose hash was published" in over
    assert running.endswith("good")
    assert summary == "2 games: 1 good, 1 failed."
    lines = [json.loads(line) for line in run("verify", "--all", "--json").stdout.splitlines()]
    assert [line.get("ok") for line in lines] == [False, True, None]
    assert lines[-1] == {"games": 2, "good": 1, "failed": 1}


def test_no_stored_game_at_all(run):
    assert run("verify", "--all").stdout == "0 games: 0 good, 0 failed.\n"


@pytest.mark.parametrize("arguments", [(), ("x", "--all")])
def test_verify_wants_one_thing(run, arguments):
    done = run("verify", *arguments)
    assert done.exit_code == 2
    assert "Name a file or a game, or say --all." in done.stderr
