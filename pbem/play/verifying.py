"""Plays stored games again and says where they are not what was played; it repairs nothing."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Row, select
from sqlalchemy.orm import Session

from pbem.play.transaction import no_such_game, read_slug
from pbem.play.types import House
from pbem.rules import Rules, RulesError, State, gamefile, versions
from pbem.rules.replaying import make_all, must_be_settled
from pbem.store import Game, Move

_Row = Row[*tuple[Any, ...]]
_BATCH = 200  # rows or ids held at a time, however long a log or a list of games is
_COLUMNS = (
    Game.id, Game.slug, Game.name, Game.state, Game.rules, Game.rules_version, Game.seed, Game.seed_hash,
    Game.chain, Game.ply, Game.position,
)  # fmt: skip


@dataclass(frozen=True)
class Fault:
    """Something in the database that is not what was played; `ply` is the move where it shows, if it is about one."""

    ply: int | None
    message: str


@dataclass(frozen=True)
class Verified:
    """How a stored game came out. `chain`: first 8 digits of the chain as it is stored."""

    slug: str
    name: str
    state: str
    ply: int
    chain: str
    faults: tuple[Fault, ...]

    @property
    def is_good(self) -> bool:
        """Whether the stored game is what was played."""
        return not self.faults


def verify_game(house: House, slug: str) -> Verified:
    """Replays one stored game with its own version of the rules. Raises PlayError no_such_game."""
    with house.store.read() as session:
        game_id = session.scalar(select(Game.id).where(Game.slug == read_slug(slug)))
    if game_id is None:
        raise no_such_game(slug)
    return _verify(house, game_id)


def verify_all(house: House) -> Iterator[Verified]:
    """Replays every stored game, oldest first, holding one at a time."""
    last = 0
    while True:
        with house.store.read() as session:
            ids = session.scalars(select(Game.id).where(Game.id > last).order_by(Game.id).limit(_BATCH)).all()
        if not ids:
            return
        for game_id in ids:
            yield _verify(house, game_id)
        last = ids[-1]


def _verify(house: House, game_id: int) -> Verified:
    with house.store.snapshot() as session:
        try:
            game = session.execute(select(*_COLUMNS).where(Game.id == game_id)).one()
        except ValueError:  # SQLite keeps JSON as any text
            return _unreadable(session, game_id)
        faults = tuple(_faults(game, _rows(session, game_id)))
        return Verified(game.slug, game.name, game.state, game.ply, game.chain[: gamefile.SHOWN_DIGITS], faults)


def _unreadable(session: Session, game_id: int) -> Verified:
    columns = (Game.slug, Game.name, Game.state, Game.ply, Game.chain)
    slug, name, state, ply, chain = session.execute(select(*columns).where(Game.id == game_id)).one()
    fault = Fault(None, "The stored rules or position are no JSON.")
    return Verified(slug, name, state, ply, chain[: gamefile.SHOWN_DIGITS], (fault,))


def _rows(session: Session, game_id: int) -> Iterator[_Row]:
    columns = (Move.ply, Move.seat, Move.move, Move.mark, Move.chain)
    query = select(*columns).where(Move.game_id == game_id).order_by(Move.ply)
    yield from session.execute(query.execution_options(yield_per=_BATCH))


@dataclass
class _Log:
    """The log as it is read: how far, the chain up to there, and the first fault of chain and form."""

    chain: str
    ply: int = 0
    faults: list[Fault] = field(default_factory=list)

    def lines(self, rows: Iterable[_Row]) -> Iterator[gamefile.Line]:
        """The moves up to the first gap, each checked against its chain hash."""
        for row in rows:
            self.ply += 1
            if row.ply != self.ply:
                self._note(f"the log goes on with move {row.ply}; what is between is missing.")
                return
            if row.mark not in gamefile.MARKS:
                self._note("there is no such mark.")
            line = gamefile.Line(row.ply, row.seat, row.move, row.mark)
            self.chain = gamefile.chain(self.chain, line.text)
            if row.chain != self.chain:
                self._note("its chain hash is not that of the moves up to here; a move or its hash was changed.")
            yield line

    def _note(self, why: str) -> None:
        if not self.faults:
            self.faults.append(Fault(self.ply, f"Move {self.ply}: {why}"))


def _faults(game: _Row, rows: Iterator[_Row]) -> Iterator[Fault]:
    if gamefile.seed_hash(game.seed) != game.seed_hash:
        yield Fault(None, "The seed is not the one whose hash was published at the start.")
    log = _Log(game.seed_hash)
    lines = log.lines(rows)
    replayed = list(_replay(game, log, lines))
    for _ in lines:  # what the replay left, for the chain
        pass
    yield from log.faults
    yield from replayed
    if not log.faults:
        yield from _ends(game, log)


def _ends(game: _Row, log: _Log) -> Iterator[Fault]:
    if log.ply != game.ply:
        yield Fault(None, f"The log has {log.ply} moves, but the game counts {game.ply}.")
    elif log.chain != game.chain:
        yield Fault(None, "The game's chain hash is not that of its last move.")


def _replay(game: _Row, log: _Log, lines: Iterator[gamefile.Line]) -> Iterator[Fault]:
    """Faults of the moves, and then of the position they lead to."""
    try:
        edition = versions.edition(game.rules_version)
        if game.position is None and game.ply == 0:
            return
        state = edition.new_game(Rules.from_json(game.rules), game.seed)
        for _ in make_all(edition, state, lines):
            pass
        must_be_settled(edition, state)
    except RulesError as wrong:
        yield Fault(log.ply or None, str(wrong))
        return
    if not log.faults:
        yield from _compare(game, edition.dump(state), state)


def _compare(game: _Row, position: dict[str, Any], state: State) -> Iterator[Fault]:
    if json.dumps(game.position) != json.dumps(position):
        yield Fault(None, f"The stored position is not where the moves lead: {_difference(game.position, position)}.")
    is_over = not state.to_act
    if (game.state == "finished") != is_over and game.state != "cancelled":
        yield Fault(None, f"The game is {'over' if is_over else 'not over'}, but it is stored as {game.state}.")


def _difference(stored: Any, right: Any, path: str = "position") -> str:
    """The first field that differs, with both values."""
    if isinstance(stored, dict) and isinstance(right, dict) and list(stored) == list(right):
        pairs = [(f"{path}.{key}", stored[key], right[key]) for key in right]
    elif isinstance(stored, list) and isinstance(right, list) and len(stored) == len(right):
        pairs = [(f"{path}.{index}", *both) for index, both in enumerate(zip(stored, right, strict=True))]
    else:
        return f"{path} is {json.dumps(stored)[:60]}, not {json.dumps(right)[:60]}"
    return next(_difference(mine, theirs, at) for at, mine, theirs in pairs if json.dumps(mine) != json.dumps(theirs))
