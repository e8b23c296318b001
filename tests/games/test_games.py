"""Golden games (notation 4): whole games of every kind, whose replay must come to what was recorded, for ever."""

import re
from hashlib import sha256
from pathlib import Path

import pytest

from pbem import rules
from pbem.rules import gamefile
from tests.games.make_games import ENDINGS, names, position_hash, result
from tests.rules import oracle

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.prn"))


def recorded(text: str, what: str) -> str:
    """The hash that a comment of the file tells."""
    found = re.findall(rf"^# the {what} is ([0-9a-f]{{64}})$", text, re.MULTILINE)
    assert len(found) == 1
    return str(found[0])


def start(game: gamefile.GameFile) -> rules.State:
    return rules.new_game(gamefile.rules_from_text(game.tags["Rules"]), game.tags["Seed"])


def test_every_kind_of_game_is_here() -> None:
    assert [file.stem for file in FILES] == sorted(name for name, _, _ in names())
    kinds = [(ending, *options.values()) for _, ending, options in names()]
    assert {kind[:3] for kind in kinds} == {(e, p, m) for e in ENDINGS for p in (2, 3, 4, 5) for m in (5, "players")}
    assert {kind[:2] + kind[3:] for kind in kinds} == {
        (e, p, together) for e in ENDINGS for p in (2, 3, 4, 5) for together in (True, False)
    }


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_golden_game(file: Path) -> None:
    text = file.read_text(encoding="ascii")
    game = gamefile.read(text)
    state = start(game)
    lines = list(game.lines)
    while lines:
        made = rules.apply(state, lines[0].seat, lines[0].move)
        told = [(line.seat, line.move, line.mark == "auto") for line in lines[: len(made)]]
        assert [(one.seat, one.move, one.auto) for one in made] == told
        del lines[: len(made)]
    assert state.to_act == []
    assert state.ending == file.stem.split("_")[0]
    assert result(state) == game.tags["Result"]
    assert position_hash(state) == recorded(text, "final position")
    assert sha256(game.tags["Seed"].encode()).hexdigest() == game.tags["SeedHash"]
    hashed = game.tags["SeedHash"]
    for raw in text.split("\n\n")[1].splitlines()[:-2]:
        hashed = sha256((hashed + raw).encode()).hexdigest()
    assert hashed == recorded(text, "last chain hash")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_golden_game_in_the_second_engine(file: Path) -> None:
    game = gamefile.read(file.read_text(encoding="ascii"))
    twin = rules.dump(start(game))
    lines = list(game.lines)
    while lines:
        seat, move = lines[0].seat, lines[0].move
        assert twin["phase"] == "mayor" or move in oracle.legal(twin, seat)
        made = oracle.make(twin, seat, move)
        assert made == [(line.seat, line.move, line.mark == "auto") for line in lines[: len(made)]]
        del lines[: len(made)]
    counted = [f"{seat}:{total}/{tie}" for seat, (total, tie, _) in enumerate(oracle.scores(twin))]
    assert " ".join(counted) == game.tags["Result"]
