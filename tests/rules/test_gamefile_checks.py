"""Notation 4: what a game file tells about itself, whatever was done to it; and that any game survives as a file."""

import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem import rules
from pbem.rules import gamefile, replaying
from pbem.rules.checking import BAD, GOOD, UNKNOWN, Check, check_file
from tests.rules.test_gamefile import tags_of
from tests.rules.test_play import TABLES, choose

GOLDEN = Path(__file__).parent / "friday.prn"
PLAIN = sorted((Path(__file__).parents[1] / "games").glob("*.prn"))
TEXT = GOLDEN.read_text("ascii")
ROWS = TEXT.split("\n")
FIRST = ROWS.index("") + 2  # the line of move 1; lines count from 1


def bad(text: str) -> dict[str, str]:
    """The checks that fail, with what they say; a file that cannot be read fails as "form"."""
    try:
        checks = check_file(gamefile.read(text))
    except rules.RulesError as error:
        return {"form": str(error)}
    return {check.what: check.message for check in checks if check.outcome == BAD}


def outcomes(text: str) -> dict[str, str]:
    return {check.what: check.outcome for check in check_file(gamefile.read(text))}


def move(number: int) -> str:
    """The golden file's line of a move."""
    return ROWS[FIRST + number - 2]


def line(number: int) -> int:
    """Where that line stands."""
    return FIRST + number - 1


def renumbered(rows: list[str]) -> str:
    """The golden file with other moves, numbered anew, its comments as they were."""
    moves = [f"{number} {row.partition(' ')[2]}" for number, row in enumerate(rows, 1)]
    end = ROWS.index("", FIRST)
    return "\n".join([*ROWS[: FIRST - 1], *moves, *ROWS[end:]])


MOVES = ROWS[FIRST - 1 : ROWS.index("", FIRST)]


def test_the_golden_file_is_good_in_every_respect() -> None:
    assert set(outcomes(TEXT).values()) == {GOOD}


def test_the_golden_file_is_written_as_it_was() -> None:
    """Byte for byte, for ever: files that people keep must stay good."""
    game = gamefile.read(TEXT)
    tags = {tag: value for tag, value in game.tags.items() if tag not in ("Format", "Moves", "Chain", "Digest")}
    assert gamefile.write(tags, game.lines) == TEXT
    assert list(game.tags)[:5] == ["Format", "Game", "Rules", "RulesVersion", "SeedHash"]
    assert game.tags["Seat0"] == 'Zoë "Zo" [1] \\'


def test_the_digits_below_are_the_chain() -> None:
    game = gamefile.read(TEXT)
    hashes = gamefile.chain_of(game.tags["SeedHash"], game.lines)
    assert [digits for digits, _ in game.digits] == [value[:8] for value in hashes[1:]]
    assert game.tags["Chain"] == hashes[-1]


@pytest.mark.parametrize("file", PLAIN[::4], ids=lambda file: file.stem)
def test_plain_files_of_notation_4_are_checked_as_far_as_they_go(file: Path) -> None:
    found = outcomes(file.read_text("ascii"))
    assert found == {"header": UNKNOWN, "seed": GOOD, "chain": UNKNOWN, "moves": GOOD, "result": GOOD}


# --- what somebody may do to a file: (what he does, which checks fail, what they say)

Tampering = tuple[Callable[[], str], str, str]
BUILD = next(n for n, row in enumerate(MOVES, 1) if " build " in row)
AUTO = next(n for n, row in enumerate(MOVES, 1) if row.endswith("!auto"))
BOT = next(n for n, row in enumerate(MOVES, 1) if row.endswith("!bot"))
SEED = next(row for row in ROWS if row.startswith("[Seed "))
HASH = next(row for row in ROWS if row.startswith("[SeedHash "))
CHAIN = next(row for row in ROWS if row.startswith("[Chain "))
RESULT = next(row for row in ROWS if row.startswith("[Result "))


def tag_line(row: str) -> int:
    return ROWS.index(row) + 1


TAMPERINGS: dict[str, Tampering] = {
    "another building": (
        lambda: TEXT.replace(move(BUILD) + "\n", f"{BUILD} {move(BUILD).split()[1]} build city_hall\n"),
        "chain", f"Line {line(BUILD)}: move {BUILD} was changed",
    ),
    "a move that is not legal": (
        lambda: TEXT.replace(move(BUILD) + "\n", f"{BUILD} {move(BUILD).split()[1]} build city_hall\n"),
        "moves", f"Line {line(BUILD)}, move {BUILD}: ",
    ),
    "another seat": (
        lambda: TEXT.replace("\n1 0 role", "\n1 1 role"),
        "moves", f"Line {FIRST}, move 1: It is not the turn of seat 1",
    ),
    "another mark": (
        lambda: TEXT.replace(move(BOT) + "\n", move(BOT).replace("!bot", "!timeout") + "\n"),
        "chain", f"Line {line(BOT)}: move {BOT} was changed",
    ),
    "a mark less": (
        lambda: TEXT.replace(move(BOT) + "\n", move(BOT).replace(" !bot", "") + "\n"),
        "chain", f"Line {line(BOT)}: move {BOT} was changed",
    ),
    "a forced move as if it were chosen": (
        lambda: TEXT.replace(move(AUTO) + "\n", move(AUTO).replace(" !auto", "") + "\n"),
        "moves", f"Line {line(AUTO)}, move {AUTO}: it is forced",
    ),
    "a line left out": (
        lambda: TEXT.replace(move(20) + "\n", ""), "form", f"Line {line(20)}: move 20 is expected here.",
    ),
    "a line left out, the others numbered anew": (
        lambda: renumbered(MOVES[:19] + MOVES[20:]), "chain", f"Line {line(20)}: move 20 was changed",
    ),
    "the last lines left out": (
        lambda: renumbered(MOVES[:-3]),
        "chain", f"Line {line(len(MOVES) - 3)}: the moves end at {len(MOVES) - 3}, but {len(MOVES)} are said",
    ),
    "a line twice": (
        lambda: TEXT.replace(move(20) + "\n", f"{move(20)}\n{move(20)}\n"),
        "form", f"Line {line(21)}: move 21 is expected",
    ),
    "two lines swapped": (
        lambda: TEXT.replace(f"{move(20)}\n{move(21)}\n", f"{move(21)}\n{move(20)}\n"),
        "form", f"Line {line(20)}: move 20 is expected here.",
    ),
    "two lines swapped, numbered anew": (
        lambda: renumbered([*MOVES[:19], MOVES[20], MOVES[19], *MOVES[21:]]),
        "chain", f"Line {line(20)}: move 20 was changed",
    ),
    "another seed": (
        lambda: TEXT.replace(SEED, '[Seed "other"]'),
        "seed", f"Line {tag_line(SEED)} or line {tag_line(HASH)}: the Seed is not the one",
    ),
    "another seed, whose moves do not fit": (
        lambda: TEXT.replace(SEED, '[Seed "other"]'), "moves", "Line ",
    ),
    "another seed with its hash": (
        lambda: TEXT.replace(SEED, '[Seed "o"]').replace(HASH, f'[SeedHash "{gamefile.seed_hash("o")}"]'),
        "chain", f"Line {FIRST}: move 1 (or the SeedHash in line {tag_line(HASH)}) was changed",
    ),
    "another result": (
        lambda: TEXT.replace(RESULT, RESULT.replace("0:", "0:9")),
        "result", f"Line {tag_line(RESULT)}: the result is {RESULT[9:-2]}.",
    ),
    "other rules": (
        lambda: TEXT.replace("players=3", "players=4"), "moves", "Line ",
    ),
    "another name": (
        lambda: TEXT.replace('[Seat1 "', '[Seat1 "Not '),
        "header", f"Lines 1 to {FIRST - 2}: a tag of the header was changed",
    ),
    "a tag less": (
        lambda: TEXT.replace(RESULT + "\n", ""), "header", f"Lines 1 to {FIRST - 3}: a tag of the header was changed",
    ),
    "a tag more": (
        lambda: TEXT.replace(RESULT, f'{RESULT}\n[Winner "me"]'), "header", f"Lines 1 to {FIRST - 1}: a tag",
    ),
    "tags in another order": (
        lambda: TEXT.replace(f"{SEED}\n", "").replace(RESULT, f"{RESULT}\n{SEED}"), "header", "Lines 1 to",
    ),
    "other chain digits": (
        lambda: re.sub(r"(# chain 21: \w{8}) \w{8}", r"\1 00000000", TEXT),
        "chain", "the chain digits of move 22 were changed; the moves are right.",
    ),
    "another Chain": (
        lambda: TEXT.replace(CHAIN, '[Chain "ffff"]'), "chain", f"Line {tag_line(CHAIN)}: the Chain was changed",
    ),
    "a move of a file without digits": (
        lambda: re.sub(r"\n#.*", "", TEXT).replace(move(BOT) + "\n", move(BOT).replace(" !bot", "") + "\n"),
        "chain", f"Line {tag_line(CHAIN)}: the chain ends with",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", TAMPERINGS)
def test_a_tampered_file_says_at_which_line(what: str) -> None:
    make, check, said = TAMPERINGS[what]
    text = make()
    assert text != TEXT
    found = bad(text)
    assert said in found.get(check, ""), found


def test_any_changed_character_of_a_move_is_found() -> None:
    luck = random.Random(4)
    start, end = TEXT.index("\n\n") + 2, TEXT.index("\n\n# ")
    for _ in range(60):
        at = luck.randrange(start, end)
        text = TEXT[:at] + luck.choice("0123456789abc !=#\n") + TEXT[at + 1 :]
        if [row.split() for row in text.split("\n")] != [row.split() for row in ROWS]:
            assert bad(text), f"at {at}: {text[at - 20 : at + 20]!r}"


def test_a_file_cut_off_anywhere_is_read_or_refused() -> None:
    """And noticed, unless only comments are gone, or nothing is left but the header of a game that has just begun."""
    moves_end, begun = TEXT.index("\n\n# "), range(TEXT.index(HASH) + len(HASH), TEXT.index("[Moves "))
    for at in range(0, len(TEXT), 50):
        found = bad(TEXT[:at])
        assert found or at > moves_end or at in begun, at
        assert all("\n" not in said for said in found.values())


# --- a running game has no seed yet


def running(text: str = TEXT) -> str:
    """The golden file as it was while the game was running: move 60, no seed, no result."""
    game = gamefile.read(text)
    tags = {tag: game.tags[tag] for tag in ("Game", "Rules", "RulesVersion", "SeedHash", "Seat0")}
    return gamefile.write(tags, game.lines[:60])


def test_without_its_seed_a_file_is_checked_by_its_chain() -> None:
    found = outcomes(running())
    assert found == {"header": GOOD, "seed": UNKNOWN, "chain": GOOD, "moves": UNKNOWN, "result": UNKNOWN}


@pytest.mark.parametrize(
    ("old", "new", "check", "said"),
    [
        ("\n1 0 role", "\n1 1 role", "chain", "move 1 (or the SeedHash in line 5) was changed"),
        ("\n1 0 role", "\n1 7 role", "moves", "there is no seat 7"),
        ("\n1 0 role ", "\n1 0 roll ", "moves", "is no move"),
        ('[SeedHash "', '[SeedHash "0', "chain", "the SeedHash in line 5"),
        ("players=3", "players=8", "moves", "from 2 to 5"),
    ],
)
def test_without_its_seed_a_changed_file_is_found_too(old: str, new: str, check: str, said: str) -> None:
    assert said in bad(running().replace(old, new))[check]


def test_without_seed_and_hash_nothing_can_be_checked() -> None:
    text = "".join(row + "\n" for row in running().split("\n") if not row.startswith(("[SeedHash", "[Digest")))
    assert "neither SeedHash nor Seed" in bad(text)["chain"]


def test_a_check_is_json() -> None:
    assert Check("seed", GOOD, "x").to_json() == {"what": "seed", "outcome": "good", "message": "x"}


# --- any game


words = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


@settings(max_examples=20, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(options=TABLES, seed=words, names=st.lists(words, min_size=2, max_size=5), decisions=st.integers(0, 400))
def test_any_game_comes_back_from_its_file(options: dict, seed: str, names: list[str], decisions: int) -> None:
    state = rules.new_game(rules.Rules.from_json(options), seed)
    luck, lines = random.Random(seed), []
    while state.to_act and decisions:
        decisions -= 1
        seat = luck.choice(state.to_act)
        mark = luck.choice(("", "", "order", "bot", "timeout", "admin"))
        for made in rules.apply(state, seat, choose(state, seat, luck)):
            lines.append(gamefile.Line(len(lines) + 1, made.seat, made.move, "auto" if made.auto else mark))
    seats = {f"Seat{n}": name for n, name in enumerate(names[: len(state.players)])}
    text = gamefile.write(tags_of(state, seed, **seats), lines)
    game = gamefile.read(text)
    assert {tag: game.tags[tag] for tag in seats} == seats
    assert game.lines == tuple(lines)
    assert json.dumps(rules.dump(replaying.replay(game).state)) == json.dumps(rules.dump(state))
    assert bad(text) == {}
