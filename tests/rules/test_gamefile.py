"""Notation 4: game files, and chance that anybody can check from the seed."""

import json
import random
from hashlib import sha256

import pytest

from pbem import rules
from pbem.rules import gamefile, replaying, versions
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


def tags_of(state: rules.State, seed: str, **more: str) -> dict[str, str]:
    """The header of a game, with its result when it is over."""
    tags = {"Game": "Friday table", "Rules": gamefile.rules_text(state.rules)}
    tags |= {"SeedHash": gamefile.seed_hash(seed), "Seed": seed, **more}
    return tags if state.to_act else {**tags, "Result": gamefile.result_text(rules.score(state))}


@pytest.mark.parametrize("players", [2, 4])
def test_a_file_replays_to_the_same_position(players: int) -> None:
    state, lines = whole_game(players, "file")
    game = gamefile.read(gamefile.write(tags_of(state, "file"), lines))
    assert game.lines == tuple(lines)
    assert json.dumps(rules.dump(replaying.replay(game).state)) == json.dumps(rules.dump(state))


def test_every_ply_has_its_position() -> None:
    """Between forced moves too; after the last forced one it is where the engine stands."""
    _, lines = whole_game(3, "plies")
    game = gamefile.GameFile({"Rules": "players=3", "Seed": "plies"}, tuple(lines[:60]))
    state = rules.new_game(rules.Rules(3), "plies")
    done = 0
    while done < 40:
        done += len(rules.apply(state, lines[done].seat, lines[done].move))
        assert rules.dump(replaying.replay(game, done).state) == rules.dump(state)
    forced = next(line.number for line in lines if line.mark)
    before, after = (replaying.replay(game, ply) for ply in (forced - 1, forced))
    assert len(after.steps) == len(before.steps) + 1
    assert rules.dump(before.state) != rules.dump(after.state)
    for ply in (-1, 61):
        with pytest.raises(rules.BadRequest, match="moves 1 to 60"):
            replaying.replay(game, ply)


HOSTILE = [
    'Fri"day\\ [table]',
    '"]',
    '\\"] # no comment',
    "Zoë “Ω” 🏝",
    'a  b\n[Seed "x"]\t\x1b[31m\u2028\x85',
    "",
    "# chain 1: 00000000",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_any_text_in_a_tag_comes_back(text: str) -> None:
    tags = {"Game": text, "Seed": text, "Seat0": text, "Rules": "players=2"}
    written = gamefile.write(tags, [])
    assert written.isascii()
    assert written.count("\n") == 9
    game = gamefile.read(written)
    assert {tag: game.tags[tag] for tag in tags} == tags
    assert gamefile.digest(game.tags) == game.tags["Digest"]


def test_what_people_do_to_a_file_is_understood() -> None:
    """Windows line ends, comments, blank lines, indents, names as they are typed."""
    text = '# mine\r\n[Format "puerto-rico-game/1"]\r\n[Game "Zoë"] # hers\r\n\r\n  1 0   role settler # good?\r\n'
    game = gamefile.read(text)
    assert game.tags["Game"] == "Zoë"
    assert game.lines == (gamefile.Line(1, 0, "role settler"),)
    assert game.lines[0].at == 5


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
        ("\n# nothing\n", "begins with"),
        ('[Format "puerto-rico-game/2"]\n', "begins with"),
        ("[Format x]\n", "Line 1 is no header tag"),
        (HEAD + "[Game Friday]\n", "Line 4 is no header tag"),
        (HEAD + '[Game "a"b"]\n', "Line 4 is no header tag"),
        (HEAD + '[Game "a\\"]\n', "Line 4 is no header tag"),
        (HEAD + '[Game "a\\x"]\n', "Line 4 is no header tag"),
        (HEAD + '[Game "a\\ud800"]\n', "Line 4 is no header tag"),
        (HEAD + '[Ga me "a"]\n', "Line 4 is no header tag"),
        (HEAD + '[Seed "t"]\n', "Line 4: the tag Seed stands there twice"),
        (HEAD + '1 0 pass\n[Game "a"]\n', "Line 5: a header tag cannot come after"),
        (HEAD + "1 0\n", "Line 4 is no move line"),
        (HEAD + "one 0 pass\n", "Line 4 is no move line"),
        (HEAD + "1 0 pass !later\n", "Line 4 is no move line"),
        (HEAD + "1 0 pass !\n", "Line 4 is no move line"),
        (HEAD + "!auto\n", "Line 4 is no move line"),
        (HEAD + "1 -1 pass\n", "Line 4 is no move line"),
        (HEAD + "1 0 pãss\n", "Line 4 is no move line"),
        (HEAD + "1 ² pass\n", "Line 4 is no move line"),
        (HEAD + "1 0 pa\x1bss\n", "Line 4 is no move line"),
        (HEAD + "1 9999999 pass\n", "Line 4 is no move line"),
        (HEAD + "2 0 role settler\n", "Line 4: move 1 is expected"),
        (HEAD + "# chain 2: 00000000\n", "Line 4: the chain digits from move 1 on"),
        (HEAD + "# chain 1: 0000000g\n", "Line 4: chain digits are 8"),
        (HEAD + "# chain 1: 00000000 0000\n", "Line 4: chain digits are 8"),
        (HEAD + "\n" * 10_000, "at most 10000 lines"),
        (HEAD + "#" * 1_000_000, "at most 1000000 characters"),
    ],
)
def test_files_that_cannot_be_read(text: str, why: str) -> None:
    with pytest.raises(rules.BadRequest, match=why):
        gamefile.read(text)


@pytest.mark.parametrize(
    ("moves", "why"),
    [
        ("1 0 pass", "Line 4, move 1: "),
        ("1 1 role settler", "Line 4, move 1: It is not the turn of seat 1"),
        ("1 9 role settler", "Line 4, move 1: There is no seat 9"),
        ("1 0 role settler !auto", "Line 4, move 1: it is marked !auto, but it is not forced"),
        ("1 0 role captain\n", "ends before its forced moves do: pass of seat 0 is missing"),
        ("1 0 role captain\n2 0 pass", "Line 5, move 2: it is forced, so its mark is !auto"),
        (
            "1 0 role captain\n2 1 pass !auto",
            "Line 5, move 2: it is not the forced move that comes here, pass of seat 0",
        ),
        (
            "1 0 role captain\n2 0 keep !auto",
            "Line 5, move 2: it is not the forced move that comes here, pass of seat 0",
        ),
    ],
)
def test_files_that_are_no_game(moves: str, why: str) -> None:
    with pytest.raises(rules.BadRequest, match=why):
        replaying.replay(gamefile.read(HEAD + moves + "  # a comment\n"))


@pytest.mark.parametrize(
    ("header", "why"),
    [
        ('[Rules "players=3"]', "no tag Seed"),
        ('[Seed "s"]', "no tag Rules"),
        ('[Seed "s"]\n[Rules "players=9"]', "Line 3: The rules need players"),
        ('[Seed "s"]\n[Rules "players=3 ship_minimum=99999999999999999999"]', "Line 3: ship_minimum must"),
        ('[Seed "s"]\n[Rules "players=3 simultaneous=perhaps"]', "Line 3: simultaneous must"),
        ('[Seed "s"]\n[Rules "players=3 expansions=nobles"]', "Line 3: expansions must"),
        ('[Seed "s"]\n[Rules "players=3 colour=red"]', "Line 3: The rules know no “colour”"),
    ],
)
def test_headers_that_are_no_game(header: str, why: str) -> None:
    with pytest.raises(rules.BadRequest, match=why):
        replaying.replay(gamefile.read(f'[Format "{gamefile.FORMAT}"]\n{header}\n'))


@pytest.mark.parametrize("version", ["2", "0", "one", "", "99999999999999"])
def test_a_version_of_the_rules_that_nobody_has_is_refused(version: str) -> None:
    game = gamefile.read(HEAD + f'[RulesVersion "{version}"]\n')
    with pytest.raises(versions.UnknownVersion, match="this program has version 1"):
        replaying.replay(game)


def test_the_version_of_today_can_be_played() -> None:
    assert versions.edition(rules.RULES_VERSION).version == rules.RULES_VERSION
    for wrong in (True, None, "1", 1.0):
        with pytest.raises(versions.UnknownVersion):
            versions.edition(wrong)


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


def test_a_rule_that_stands_there_twice_is_refused():
    with pytest.raises(rules.BadRequest, match="players stands there twice"):
        gamefile.rules_from_text("players=3 players=4")
