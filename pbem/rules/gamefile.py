"""Game files, `.prn` (notation 4): move lines, hashes, writing and replaying; it must decide no move."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from pbem.rules.errors import N_, BadRequest, RulesError
from pbem.rules.model import Rules, State

FORMAT: Final = "puerto-rico-game/1"
MARKS: Final = ("", "auto", "order", "bot", "timeout", "admin")


@dataclass(frozen=True, slots=True)
class Line:
    """One move of a game file: its number from 1, seat, move and mark ("" for an ordinary one)."""

    number: int
    seat: int
    move: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class GameFile:
    """A game file: its header tags in order and its moves."""

    tags: dict[str, str]
    lines: tuple[Line, ...]


def move_line(number: int, seat: int, move: str, mark: str = "") -> str:
    """One line: `4 2 pass !auto`."""
    return f"{number} {seat} {move} !{mark}" if mark else f"{number} {seat} {move}"


def seed_hash(seed: str) -> str:
    """SHA-256 of the seed as hex, published from the first day."""
    return sha256(seed.encode()).hexdigest()


def chain(previous: str, line: str) -> str:
    """A line's hash: SHA-256 of the hash before it (hex; at first the seed's) and the line."""
    return sha256((previous + line).encode()).hexdigest()


def rules_text(rules: Rules) -> str:
    """The value of the Rules tag."""
    simultaneous = "yes" if rules.simultaneous else "no"
    return f"players={rules.players} ship_minimum={rules.ship_minimum} simultaneous={simultaneous}"


def rules_from_text(text: str) -> Rules:
    """The rules a Rules tag speaks of; BadRequest where it speaks of none."""
    fields: dict[str, object] = {}
    for word in text.split():
        key, _, value = word.partition("=")
        if key == "simultaneous":
            fields[key] = {"yes": True, "no": False}.get(value)
        else:
            fields[key] = int(value) if value.isascii() and value.isdigit() and len(value) < 3 else value
    return Rules.from_json(fields)


def write(tags: dict[str, str], lines: Iterable[Line]) -> str:
    """A whole game file. Quotes, backslashes and line breaks in tags are made harmless."""
    header = [f'[{name} "{_quoted(value)}"]' for name, value in {"Format": FORMAT, **tags}.items()]
    moves = [move_line(line.number, line.seat, line.move, line.mark) for line in lines]
    return "\n".join([*header, "", *moves]) + "\n"


def _quoted(value: str) -> str:
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


def read(text: str) -> GameFile:
    """The header and moves of a game file; BadRequest names the line that cannot be read."""
    tags: dict[str, str] = {}
    lines: list[Line] = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.partition("#")[0].strip() if not raw.startswith("[") else raw.strip()
        if not line:
            continue
        if line.startswith("["):
            name, value = _read_tag(line, number)
            tags[name] = value
        else:
            lines.append(_read_line(line, number, len(lines) + 1))
    if tags.get("Format") != FORMAT:
        raise BadRequest(N_("A game file begins with [Format “%(format)s”]."), format=FORMAT)
    return GameFile(tags, tuple(lines))


def _read_tag(line: str, number: int) -> tuple[str, str]:
    name, quote, rest = line[1:].partition(' "')
    if not quote or not rest.endswith('"]') or not name.isidentifier():
        raise BadRequest(N_("Line %(line)s is no header tag."), line=number)
    return name, rest[:-2].replace('\\"', '"').replace("\\\\", "\\")


def _read_line(line: str, number: int, wanted: int) -> Line:
    words = line.split(" ")
    mark = words.pop()[1:] if words[-1].startswith("!") else ""
    numbers = words[:2]
    if len(words) < 3 or not all(w.isascii() and w.isdigit() and len(w) < 7 for w in numbers) or mark not in MARKS:
        raise BadRequest(N_("Line %(line)s is no move line."), line=number)
    if int(words[0]) != wanted:
        raise BadRequest(N_("Line %(line)s: move %(wanted)s is expected here."), line=number, wanted=wanted)
    return Line(wanted, int(words[1]), " ".join(words[2:]), mark)


def replay(game: GameFile) -> State:
    """The final state of a game file with its seed; BadRequest where the moves are not those of a game."""
    from pbem.rules import apply, new_game

    if "Rules" not in game.tags or "Seed" not in game.tags:
        raise BadRequest(N_("A replay needs the tags Rules and Seed."))
    state = new_game(rules_from_text(game.tags["Rules"]), game.tags["Seed"])
    waiting: list[tuple[int, str]] = []
    for line in game.lines:
        if waiting:
            if (line.seat, line.move) != waiting.pop(0):
                raise BadRequest(N_("Move %(number)s is not the forced move that comes here."), number=line.number)
            continue
        try:
            applied = apply(state, line.seat, line.move)
        except RulesError as wrong:
            raise BadRequest(N_("Move %(number)s: %(why)s"), number=line.number, why=str(wrong)) from wrong
        waiting = [(made.seat, made.move) for made in applied[1:]]
    if waiting:
        raise BadRequest(N_("The file ends before the forced moves do."))
    return state
