"""Reads a game's log, whole or its newest rounds, and where one was told last; it must not change anything."""

from collections.abc import Iterator, Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from pbem import rules
from pbem.play.types import LogEntry
from pbem.store import Game, Move

AT_ONCE = 100  # moves: three rounds of five players, mostly


def whole_log(session: Session, game: Game) -> tuple[LogEntry, ...]:
    """Every move of the game, in order."""
    return tuple(reversed(list(_backward(session, game, None))))


def newest_moves(session: Session, game: Game, me: int | None, seen: int | None = None) -> tuple[LogEntry, ...]:
    """The moves of the newest rounds, in order.

    Whole rounds: this one and the one before, and back to that of the last own move of seat `me`, and to that in which
    the log had `seen` moves.
    """
    found: list[LogEntry] = []
    first, has_own = 0, me is None
    for entry in _backward(session, game, AT_ONCE):
        is_own = entry.seat == me and entry.mark == ""
        if not found:
            first = entry.event.round - 1
        if (seen is not None and entry.ply > seen) or (is_own and not has_own):
            first = min(first, entry.event.round)
        has_own = has_own or is_own
        if has_own and entry.event.round < first:
            break
        found.append(entry)
    return tuple(reversed(found))


def _backward(session: Session, game: Game, at_once: int | None) -> Iterator[LogEntry]:
    """The moves from the newest to the first, fetched `at_once` as they are asked for."""
    ply: int | None = game.ply
    while ply:
        query = select(Move.ply, Move.seat, Move.move, Move.mark, Move.via, Move.at, Move.event)
        query = query.where(Move.game_id == game.id, Move.ply <= ply).order_by(Move.ply.desc()).limit(at_once)
        rows = session.execute(query).all()
        for row in rows:
            yield LogEntry(row.ply, row.seat, row.move, row.mark, row.via, row.at, rules.Event.from_json(row.event))
        ply = rows[-1].ply - 1 if rows and at_once else None


def told_from(log: Sequence[LogEntry], me: int) -> int:
    """The ply from which a seat has not been told what happened, that of its own last move; 0 when it made none.

    What a role brings all (production, new colonists) belongs to the move that chose it. So where the last move
    answers one's own role, with none of the others in between but in placing, it is the choice of the role.
    """
    last = next((n for n in range(len(log) - 1, -1, -1) if log[n].seat == me and log[n].mark == ""), None)
    if last is None:
        return 0
    first, role = last, (log[last].event.round, log[last].event.role)
    while first and (log[first - 1].event.round, log[first - 1].event.role) == role and _is_own(log[first - 1], me):
        first -= 1
    return log[first if log[first].seat == me and log[first].move.startswith("role ") else last].ply


def _is_own(entry: LogEntry, me: int) -> bool:
    return entry.seat == me or entry.event.phase == "mayor"
