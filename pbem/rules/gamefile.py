"""Game files, `.prn` (notation 4): hashes, writing and reading; it must decide no move and open no file.

Notation 4 gives each line a chain hash but no place in the file. We write the whole last one as tag `Chain`, with
`Moves` and a `Digest` of the header, and the first 8 digits after every move (as letters show them) in comments of
the form `# chain 11: 1f2e3d4c …` below the moves. So the move lines stay those of notation 4, any reader of it reads
the file, and a change can be found at its line. All of it is optional: a file without is read as well. Who changes a
move and works out all digits anew is found out by comparing them with a letter.

Tags are ASCII: their values are written as JSON strings.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from pbem.rules.errors import BadRequest
from pbem.rules.model import Rules
from pbem.rules.scoring import Score

FORMAT: Final = "puerto-rico-game/1"
MARKS: Final = ("", "auto", "order", "bot", "timeout", "admin")
LARGEST: Final = 1_000_000  # characters; a long game has 30,000
MOST_LINES: Final = 10_000
SHOWN_DIGITS: Final = 8  # of a chain hash, in letters and in the comments of a file

_TAG: Final = re.compile(r'\[([A-Za-z][A-Za-z0-9]{0,31}) ("(?:[^"\\]|\\.)*")\][ \t]*(?:#.*)?', re.ASCII)
_CHAIN: Final = re.compile(r"# chain ([0-9]{1,6}):(.*)", re.ASCII)
_DIGITS: Final = re.compile(r"[0-9a-f]{8}", re.ASCII)
_DIGITS_A_LINE: Final = 10
_TITLE: Final = "# The first 8 digits of the chain after each move, as they stand in the letters:"


@dataclass(frozen=True, slots=True)
class Line:
    """One move of a game file: its number from 1, seat, move, mark ("" for an ordinary one), its line in the file."""

    number: int
    seat: int
    move: str
    mark: str = ""
    at: int = field(default=0, compare=False)

    @property
    def text(self) -> str:
        """As notation 4 writes it."""
        return move_line(self.number, self.seat, self.move, self.mark)


@dataclass(frozen=True, slots=True)
class GameFile:
    """A game file: its tags in order, its moves, the chain's digits (with their line) and the line of each tag."""

    tags: dict[str, str]
    lines: tuple[Line, ...]
    digits: tuple[tuple[str, int], ...] = ()
    tag_lines: dict[str, int] = field(default_factory=dict, compare=False)


def move_line(number: int, seat: int, move: str, mark: str = "") -> str:
    """One line: `4 2 pass !auto`."""
    return f"{number} {seat} {move} !{mark}" if mark else f"{number} {seat} {move}"


def seed_hash(seed: str) -> str:
    """SHA-256 of the seed as hex, published from the first day."""
    return sha256(seed.encode()).hexdigest()


def chain(previous: str, line: str) -> str:
    """A line's hash: SHA-256 of the hash before it (hex; at first the seed's) and the line."""
    return sha256((previous + line).encode()).hexdigest()


def chain_of(start: str, lines: Iterable[Line]) -> list[str]:
    """The chain from the seed's hash on: that one, then one after each line."""
    hashes = [start]
    for line in lines:
        hashes.append(chain(hashes[-1], line.text))
    return hashes


def digest(tags: dict[str, str]) -> str:
    """SHA-256 of the header's lines but for the Digest itself, in their order."""
    header = [_tag_line(name, value) for name, value in tags.items() if name != "Digest"]
    return sha256("\n".join(header).encode()).hexdigest()


def rules_text(rules: Rules) -> str:
    """The value of the Rules tag."""
    simultaneous = "yes" if rules.simultaneous else "no"
    return f"players={rules.players} ship_minimum={rules.ship_minimum} simultaneous={simultaneous}"


def rules_from_text(text: str) -> Rules:
    """The rules a Rules tag speaks of; BadRequest where it speaks of none."""
    fields: dict[str, object] = {}
    for word in text.split():
        key, _, value = word.partition("=")
        if key in fields:
            raise BadRequest("The rule %(rule)s stands there twice.", rule=key)
        if key == "simultaneous":
            fields[key] = {"yes": True, "no": False}.get(value)
        else:
            fields[key] = int(value) if value.isascii() and value.isdigit() and len(value) < 3 else value
    return Rules.from_json(fields)


def result_text(scores: Sequence[Score]) -> str:
    """The value of the Result tag: points and tie-break a seat, `0:52/9 1:47/3`."""
    return " ".join(f"{score.seat}:{score.total}/{score.tiebreak}" for score in scores)


def write(tags: dict[str, str], lines: Sequence[Line]) -> str:
    """A whole game file, in ASCII. The chain is written where a tag SeedHash or Seed gives it a start."""
    header = {"Format": FORMAT, **tags}
    start = tags.get("SeedHash") or (seed_hash(tags["Seed"]) if "Seed" in tags else None)
    below: list[str] = []
    if start is not None:
        hashes = chain_of(start, lines)
        header.update(Moves=str(len(lines)), Chain=hashes[-1])
        below = _digit_lines(hashes[1:])
    header["Digest"] = digest(header)
    above = [_tag_line(name, value) for name, value in header.items()]
    return "\n".join([*above, "", *(line.text for line in lines), *below]) + "\n"


def _tag_line(name: str, value: str) -> str:
    return f"[{name} {json.dumps(value)}]"


def _digit_lines(hashes: Sequence[str]) -> list[str]:
    rows = range(0, len(hashes), _DIGITS_A_LINE)
    digits = [value[:SHOWN_DIGITS] for value in hashes]
    below = [f"# chain {row + 1}: {' '.join(digits[row : row + _DIGITS_A_LINE])}" for row in rows]
    return ["", _TITLE, *below] if below else []


def read(text: str) -> GameFile:
    """The header, moves and chain digits of a game file; BadRequest names the line that cannot be read."""
    if len(text) > LARGEST:
        raise BadRequest("A game file has at most %(most)s characters; this one is longer.", most=LARGEST)
    rows = text.replace("\r\n", "\n").split("\n")
    if len(rows) > MOST_LINES:
        raise BadRequest("A game file has at most %(most)s lines; this one has more.", most=MOST_LINES)
    reader = _Reader()
    for number, row in enumerate(rows, 1):
        reader.take(row.strip(), number)
    reader.must_have_begun()
    return GameFile(reader.tags, tuple(reader.lines), tuple(reader.digits), reader.tag_lines)


class _Reader:
    """What has been read so far, row by row."""

    def __init__(self) -> None:
        self.tags: dict[str, str] = {}
        self.tag_lines: dict[str, int] = {}
        self.lines: list[Line] = []
        self.digits: list[tuple[str, int]] = []

    def take(self, row: str, number: int) -> None:
        """Reads one row of the file."""
        if row.startswith("["):
            self._take_tag(row, number)
        elif row.startswith("#"):
            self._take_digits(row, number)
        elif row:
            self.must_have_begun()
            self.lines.append(_read_line(row.partition("#")[0], number, len(self.lines) + 1))

    def must_have_begun(self) -> None:
        """BadRequest unless the header says that this is a game file."""
        if self.tags.get("Format") != FORMAT:
            raise BadRequest("A game file begins with [Format “%(format)s”].", format=FORMAT)

    def _take_tag(self, row: str, number: int) -> None:
        name, value = _read_tag(row, number)
        if self.lines:
            raise BadRequest("Line %(line)s: a header tag cannot come after the first move.", line=number)
        if name in self.tags:
            raise BadRequest("Line %(line)s: the tag %(tag)s stands there twice.", line=number, tag=name)
        self.tags[name] = value
        self.tag_lines[name] = number

    def _take_digits(self, row: str, number: int) -> None:
        found = _CHAIN.fullmatch(row)
        if found is None:
            return  # any other comment
        wanted = len(self.digits) + 1
        if int(found[1]) != wanted:
            why = "Line %(line)s: the chain digits from move %(wanted)s on are expected here."
            raise BadRequest(why, line=number, wanted=wanted)
        for digits in found[2].split():
            if not _DIGITS.fullmatch(digits):
                raise BadRequest("Line %(line)s: chain digits are 8 of 0-9 and a-f a move.", line=number)
            self.digits.append((digits, number))


def _read_tag(row: str, number: int) -> tuple[str, str]:
    found = _TAG.fullmatch(row)
    try:
        value = json.loads(found[2]) if found else None
    except ValueError:
        value = None
    if found is None or value is None or any("\ud800" <= char <= "\udfff" for char in value):
        raise BadRequest("Line %(line)s is no header tag; one is written like [Game “Friday”].", line=number)
    return found[1], str(value)


def _read_line(row: str, number: int, wanted: int) -> Line:
    words = row.split()
    mark = words.pop()[1:] or "?" if words and words[-1].startswith("!") else ""
    numbers = words[:2]
    is_line = len(words) > 2 and all(w.isdigit() and len(w) < 7 for w in numbers) and mark in MARKS
    move = " ".join(words[2:])
    if not is_line or not all(w.isascii() for w in words) or not move.isprintable():
        raise BadRequest("Line %(line)s is no move line; one is written like 4 2 pass !auto.", line=number)
    if int(words[0]) != wanted:
        raise BadRequest("Line %(line)s: move %(wanted)s is expected here.", line=number, wanted=wanted)
    return Line(wanted, int(words[1]), move, mark, number)
