"""The bots: legal, the same for equal input, from the view alone, and steady beats random."""

import json
import random
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem import bots, rules
from pbem.bots.table import Unfinished, play
from pbem.cli_engine import engine, simulate


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("name", bots.NAMES)
def test_whole_games_end(name: str, players: int) -> None:
    for game in range(3):
        played = play([name] * players, f"{name}{game}")
        assert played.ending in ("colonists", "buildings", "vp")
        assert len(played.scores) == players


@pytest.mark.parametrize("name", bots.NAMES)
def test_equal_input_equal_answer_and_nothing_hidden(name: str) -> None:
    state = rules.new_game(rules.Rules.from_json({"players": 4}), "equal")
    luck = random.Random(1)
    for ply in range(150):
        if not state.to_act:
            break
        seat = luck.choice(state.to_act)
        legal = rules.legal(state)
        view = rules.view(state, seat)
        before = json.dumps(view)
        move = bots.choose(name, view, legal, seat, str(ply))
        assert move == bots.choose(name, json.loads(before), legal, seat, str(ply))
        assert json.dumps(view) == before
        rules.apply(state, seat, move)


def test_the_random_bot_depends_on_its_seed() -> None:
    state = rules.new_game(rules.Rules.from_json({"players": 4}), "seeds")
    moves = {bots.choose("random", rules.view(state, 0), rules.legal(state), 0, str(seed)) for seed in range(200)}
    assert moves == set(rules.legal(state).moves[0])


def test_an_unknown_bot() -> None:
    state = rules.new_game(rules.Rules.from_json({"players": 4}), "x")
    with pytest.raises(ValueError, match="deep"):
        bots.choose("deep", rules.view(state, 0), rules.legal(state), 0, "x")


def test_a_game_that_takes_too_long_is_told() -> None:
    with pytest.raises(Unfinished):
        play(["random"] * 2, "short", at_most=5)


@pytest.mark.parametrize("seat", range(4))
def test_steady_beats_three_randoms(seat: int) -> None:
    wins = 0
    for game in range(10):
        names = ["random"] * 4
        names[seat] = "steady"
        wins += play(names, f"beat {game}").scores[seat].place == 1
    assert wins >= 9


@pytest.mark.slow
@pytest.mark.parametrize(("players", "seat"), [(players, seat) for players in (2, 3, 4, 5) for seat in range(players)])
def test_steady_beats_randoms_in_every_seat(players: int, seat: int) -> None:
    names = ["random"] * players
    names[seat] = "steady"
    wins = sum(play(names, f"slow {game}").scores[seat].place == 1 for game in range(25))
    assert wins >= 23


def test_bots_are_handed_no_state() -> None:
    for source in Path(bots.__file__).parent.glob("*.py"):
        if source.name != "table.py":
            assert "new_game" not in source.read_text(encoding="utf-8")


def test_simulate_prints_json() -> None:
    args = ["--players", "3", "--games", "4", "--bot", "steady", "--bot", "random", "--seed", "s", "--json"]
    done = CliRunner().invoke(simulate, args)
    report = json.loads(done.output)
    again = json.loads(CliRunner().invoke(simulate, args).output)
    del report["seconds"], again["seconds"]
    assert report == again
    assert report["games"] == 4
    assert set(report["mean_points_by_bot"]) == {"steady", "random"}
    assert sum(report["endings"].values()) == 4
    assert sum(report["wins_by_seat"].values()) >= 4


def test_simulate_can_keep_the_seats() -> None:
    args = ["--players", "4", "--games", "3", "--bot", "random", "--bot", "steady", "--keep-seats", "--json"]
    args += ["--bot", "random", "--bot", "random"]
    report = json.loads(CliRunner().invoke(simulate, args).output)
    assert report["wins_by_seat"]["1"] == report["wins_by_bot"]["steady"] == 3
    assert report["mean_points_by_seat"]["1"] == report["mean_points_by_bot"]["steady"]


def test_simulate_prints_lines() -> None:
    done = CliRunner().invoke(simulate, ["--players", "2", "--games", "1", "--bot", "random"])
    assert done.exit_code == 0
    assert "wins by bot: random:" in done.output


@pytest.mark.parametrize("args", [["--players", "6"], ["--games", "0"], ["--bot", "deep"]])
def test_simulate_refuses(args: list[str]) -> None:
    assert CliRunner().invoke(simulate, args).exit_code == 2


def test_the_engine_command() -> None:
    done = CliRunner().invoke(engine, input='{"cmd":"score"}\n')
    assert json.loads(done.output)["error"] == "no_game"
