"""Reads what an admin's lists need: whose turn it is in many games, who sits where, how the mail stands; no verbs."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import and_, case, func, or_, select
from sqlalchemy.orm import Session, joinedload, selectinload

from pbem import store
from pbem.play.kinds import OPEN_STATES
from pbem.play.pacing import is_reachable
from pbem.play.reading import game_info, owed_of
from pbem.play.transaction import read_slug
from pbem.play.types import GameInfo, House, Owed
from pbem.store import Game, Person, Seat, Turn

DEAD_SHOWN_FOR = timedelta(days=7)
_OPEN_FIRST = case((Game.state.in_(OPEN_STATES), 0), else_=1)


@dataclass(frozen=True)
class TableLine:
    """A game as a line of the list. `names`, `bots` (names of those that are) and `status` go by seat number.

    `failing`: letters that could not be sent so far; `dead`: letters given up.
    """

    game: GameInfo
    names: tuple[str, ...]
    status: tuple[str, ...]
    is_bot: tuple[bool, ...]
    owed: tuple[Owed, ...]
    failing: int
    dead: int


@dataclass(frozen=True)
class SeatDesk:
    """What an admin may know of a seat and nobody else: the address. `stamp` changes when its links are voided."""

    id: int
    number: int
    address: str | None
    stamp: str


@dataclass(frozen=True)
class MailState:
    """How the outbox stands: letters that should have left (`late`, the oldest of `oldest_at`), and `dead` ones."""

    late: int
    oldest_at: datetime | None
    oldest_to: str
    dead: int


def list_tables(house: House, *, first: int = 0, limit: int = 50) -> tuple[TableLine, ...]:
    """Games from the `first`th on: those not over first, each kind newest first."""
    with house.store.read() as session:
        query = select(Game).options(selectinload(Game.seats)).order_by(_OPEN_FIRST, Game.id.desc())
        games = session.scalars(query.offset(first).limit(limit)).all()
        ids = [game.id for game in games]
        owed, troubles = _owed(session, ids), _troubles(session, ids)
        return tuple(_line(game, owed.get(game.id, ()), troubles.get(game.id, (0, 0))) for game in games)


def _line(game: Game, owed: Iterable[Owed], troubles: tuple[int, int]) -> TableLine:
    return TableLine(
        game=game_info(game),
        names=tuple(seat.name for seat in game.seats),
        status=tuple(seat.status for seat in game.seats),
        is_bot=tuple(seat.bot is not None for seat in game.seats),
        owed=tuple(owed),
        failing=troubles[0],
        dead=troubles[1],
    )


def _owed(session: Session, ids: list[int]) -> dict[int, list[Owed]]:
    query = select(Turn).where(Turn.game_id.in_(ids), Turn.done_at.is_(None)).options(joinedload(Turn.seat))
    found: dict[int, list[Owed]] = {}
    for turn in session.scalars(query.order_by(Turn.id)):
        found.setdefault(turn.game_id, []).append(owed_of(turn))
    return found


def _troubles(session: Session, ids: list[int]) -> dict[int, tuple[int, int]]:
    """Letters that fail and letters given up, by game."""
    letter = store.Letter
    failing = func.sum(case((and_(letter.state == "waiting", letter.last_error.is_not(None)), 1), else_=0))
    dead = func.sum(case((letter.state == "dead", 1), else_=0))
    query = select(letter.game_id, failing, dead).where(letter.game_id.in_(ids)).group_by(letter.game_id)
    return {game_id: (int(one), int(other)) for game_id, one, other in session.execute(query)}


def seat_desks(house: House, slug: str) -> tuple[SeatDesk, ...]:
    """The seats of a game in order; none for a game that does not exist. PlayError no_such_game for what is no slug."""
    with house.store.read() as session:
        query = select(Seat).join(Seat.game).where(Game.slug == read_slug(slug)).options(joinedload(Seat.person))
        return tuple(_desk(seat) for seat in session.scalars(query.order_by(Seat.number)))


def _desk(seat: Seat) -> SeatDesk:
    address = seat.person.address if seat.person else None
    return SeatDesk(seat.id, seat.number, address, hashlib.sha256(seat.nonce.encode()).hexdigest()[:12])


def mail_state(house: House) -> MailState:
    """How the outbox stands just now. A letter that waits on purpose is not late."""
    letter, now = store.Letter, house.clock()
    late = and_(letter.state == "waiting", or_(letter.not_before <= now, letter.attempts > 0), is_reachable())
    given_up = and_(letter.state == "dead", letter.ended_at > now - DEAD_SHOWN_FOR)
    with house.store.read() as session:
        oldest = session.execute(
            select(letter.created_at, Person.name).join(letter.person).where(late).order_by(letter.id).limit(1)
        ).first()
        return MailState(
            late=session.scalar(select(func.count()).select_from(letter).where(late)) or 0,
            oldest_at=oldest[0] if oldest else None,
            oldest_to=oldest[1] if oldest else "",
            dead=session.scalar(select(func.count()).select_from(letter).where(given_up)) or 0,
        )
