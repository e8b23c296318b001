"""Notation 4: game files, and chance that anybody can check from the seed."""

import random
from hashlib import sha256

import pytest

from pbem import rules
from pbem.rules import gamefile
from pbem.rules.chance import Chance, from_seed, from_text
from tests.rules.test_play import choose


def whole_game(players: int, seed: str) -> tuple[rules.State, list[gamefile.Line]]:
    state = rules.new_game(rules.Rules.from_json({"players": players}), seed)
    luck = random.Random(seed)
    lines: list[gamefile.Line] = []
    while state.to_act:
        seat = state.to_act[0]
        for made in rules.apply(state, seat, choose(state, seat, luck)):
            lines.append(gamefile.Line(len(lines) + 1, made.seat, made.move, "auto" if made.auto else ""))
    return state, lines


@pytest.mark.parametrize("players", [2, 4])
def test_a_file_replays_to_the_same_position(players: int) -> None:
    state, lines = whole_game(players, "file")
    tags = {"Game": 'Fri"day\\ [table]\nx', "Rules": gamefile.rules_text(state.rules), "Seed": "file"}
    text = gamefile.write(tags, lines)
    game = gamefile.read(text)
    assert game.lines == tuple(lines)
    assert game.tags["Game"] == 'Fri"day\\ [table] x'
    assert rules.dump(gamefile.replay(game)) == rules.dump(state)
    cut = next(i for i, line in enumerate(lines) if line.mark)
    with pytest.raises(rules.BadRequest, match="before the forced"):
        gamefile.replay(gamefile.GameFile(game.tags, tuple(lines[:cut])))
    changed = gamefile.Line(cut + 1, lines[cut].seat, "pass" if lines[cut].move != "pass" else "keep")
    with pytest.raises(rules.BadRequest, match="not the forced"):
        gamefile.replay(gamefile.GameFile(game.tags, (*lines[:cut], changed, *lines[cut + 1 :])))


def test_lines_and_chain() -> None:
    assert gamefile.move_line(4, 2, "pass", "auto") == "4 2 pass !auto"
    assert gamefile.move_line(1, 0, "role settler") == "1 0 role settler"
    first = gamefile.seed_hash("abc")
    assert first == sha256(b"abc").hexdigest()
    assert gamefile.chain(first, "1 0 role settler") == sha256((first + "1 0 role settler").encode()).hexdigest()


HEAD = '[Format "puerto-rico-game/1"]\n[Rules "players=3 ship_minimum=5 simultaneous=yes"]\n[Seed "s"]\n'


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "begins with"),
        ("1 0 pass\n", "begins with"),
        ("[Format x]\n", "Line 1 is no header tag"),
        (HEAD + "1 0\n", "Line 4 is no move line"),
        (HEAD + "one 0 pass\n", "Line 4 is no move line"),
        (HEAD + "1 0 pass !later\n", "Line 4 is no move line"),
        (HEAD + "2 0 role settler\n", "move 1 is expected"),
    ],
)
def test_files_that_cannot_be_read(text: str, why: str) -> None:
    with pytest.raises(rules.BadRequest, match=why):
        gamefile.read(text)


@pytest.mark.parametrize(
    ("moves", "why"),
    [
        ("1 0 pass", "Move 1: "),
        ("1 1 role settler", "Move 1: "),
        ("1 0 role captain\n2 0 pass !auto\n", "before the forced"),
    ],
)
def test_files_that_are_no_game(moves: str, why: str) -> None:
    with pytest.raises(rules.BadRequest, match=why):
        gamefile.replay(gamefile.read(HEAD + moves + "  # a comment\n"))


def test_chance_is_sha256_of_seed_and_counter() -> None:
    stream = from_seed("abc")
    wanted = [int.from_bytes(sha256(b"abc:%d" % i).digest(), "big") % 6 for i in range(20)]
    assert [stream.below(6) for _ in range(20)] == wanted
    assert stream.text() == "616263:20"
    again = from_text("616263:20")
    assert again is not None
    assert again.below(1000) == stream.below(1000)


def test_shuffles_are_fair() -> None:
    counts: dict[tuple[int, ...], int] = {}
    stream = Chance(b"fair")
    for _ in range(6000):
        items = [0, 1, 2]
        stream.shuffle(items)
        counts[tuple(items)] = counts.get(tuple(items), 0) + 1
    assert len(counts) == 6
    assert all(850 < n < 1150 for n in counts.values())
