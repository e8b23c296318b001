"""Plays a log again, move by move, with the rules it was played by (notation 4); it reads no file and no database."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pbem.rules.errors import BadRequest, RulesError
from pbem.rules.events import Event
from pbem.rules.gamefile import GameFile, Line, rules_from_text
from pbem.rules.model import Rules, State
from pbem.rules.moves import Move
from pbem.rules.versions import Edition, edition


@dataclass(frozen=True, slots=True)
class Step:
    """A move of the log as it was made again, and what it did."""

    ply: int
    seat: int
    move: str
    mark: str
    event: Event


@dataclass(frozen=True, slots=True)
class Replay:
    """Where a log leads: the state after its last step, forced moves that are missing there not made."""

    edition: Edition
    state: State
    steps: tuple[Step, ...]


def file_edition(game: GameFile) -> Edition:
    """The version of the rules that a file names; 1 where it names none. UnknownVersion for one we do not have."""
    text = game.tags.get("RulesVersion", "1")
    return edition(int(text) if text.isascii() and text.isdigit() and len(text) < 9 else text)


def file_rules(game: GameFile) -> Rules:
    """The rules of a file's tag; BadRequest with its line where there are none."""
    if "Rules" not in game.tags:
        raise BadRequest("The file has no tag Rules, such as [Rules “players=4”].")
    try:
        return rules_from_text(game.tags["Rules"])
    except BadRequest as wrong:
        raise BadRequest("Line %(line)s: %(why)s", line=game.tag_lines.get("Rules", 0), why=str(wrong)) from wrong


def file_seed(game: GameFile) -> str:
    """The seed of a file; BadRequest where it has none, as while its game is running."""
    if "Seed" not in game.tags:
        raise BadRequest("The file has no tag Seed, without which nobody can repeat the shuffles.")
    return game.tags["Seed"]


def replay(game: GameFile, upto: int | None = None) -> Replay:
    """The game of a file with its seed, after all moves or after `upto` of them.

    Raises UnknownVersion, or BadRequest with the line of the first move that the rules do not allow there.
    """
    if upto is not None and not 0 <= upto <= len(game.lines):
        raise BadRequest("The file has moves 1 to %(last)s; there is no move %(ply)s.", last=len(game.lines), ply=upto)
    rules = file_edition(game)
    state = rules.new_game(file_rules(game), file_seed(game))
    steps = tuple(make_all(rules, state, game.lines if upto is None else game.lines[:upto]))
    if upto is None:
        must_be_settled(rules, state)
    return Replay(rules, state, steps)


def make_all(rules: Edition, state: State, lines: Iterable[Line]) -> Iterator[Step]:
    """Makes the moves one after another; BadRequest for the first that the rules do not allow there."""
    for line in lines:
        yield Step(line.number, line.seat, line.move, line.mark, _make(rules, state, line))


def _make(rules: Edition, state: State, line: Line) -> Event:
    forced = rules.next_forced(state)
    if forced is not None:
        return _make_forced(rules, state, line, *forced)
    if line.mark == "auto":
        raise _wrong(line, "it is marked !auto, but it is not forced.")
    try:
        if line.seat >= len(state.players):
            raise BadRequest("There is no seat %(seat)s.", seat=line.seat)
        move = rules.read(state, line.seat, line.move)
    except RulesError as wrong:
        raise _wrong(line, str(wrong)) from wrong
    return rules.make(state, line.seat, move, False)


def _make_forced(rules: Edition, state: State, line: Line, seat: int, move: Move) -> Event:
    if (line.seat, line.move) != (seat, move.text):
        raise _wrong(line, f"it is not the forced move that comes here, {move.text} of seat {seat}.")
    if line.mark != "auto":
        raise _wrong(line, "it is forced, so its mark is !auto.")
    return rules.make(state, seat, move, True)


def _wrong(line: Line, why: str) -> BadRequest:
    if line.at:
        template = "Line %(line)s, move %(number)s: %(why)s"
        return BadRequest(template, line=line.at, number=line.number, why=why)
    return BadRequest("Move %(number)s: %(why)s", number=line.number, why=why)


def must_be_settled(rules: Edition, state: State) -> None:
    """BadRequest where a forced move that belongs to the log is missing at its end."""
    forced = rules.next_forced(state)
    if forced is not None:
        raise BadRequest(
            "The log ends before its forced moves do: %(move)s of seat %(seat)s is missing.",
            seat=forced[0],
            move=forced[1].text,
        )
