"""All tables of one person, as the page and the letter that list them need it; it changes nothing."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import structlog
from sqlalchemy import ColumnElement, and_, func, or_, select
from sqlalchemy.orm import InstrumentedAttribute, Session, joinedload

from pbem import rules
from pbem.play.links import linked_seat
from pbem.play.reading import inviter_of, owed_of
from pbem.play.transaction import read_slug
from pbem.play.types import House, LinkedSeat, Owed
from pbem.rules import versions
from pbem.store import Game, Move, Seat, Talk, Turn

LOG = structlog.get_logger(__name__)
MOST_TABLES = 200


@dataclass(frozen=True)
class MyTable:
    """A table in somebody's list. `state` as a game's; `seat` and `status` are of the own seat.

    `view` is what the seat may see, while the game runs with rules that this program has; `mine` what the seat owes,
    `owed` what the others owe, in the order of asking; `place` and `points` are the own ones of a finished game.
    `waits_for` are those who have not accepted yet; `talk` counts what others have said since the person last moved or
    spoke there.
    """

    slug: str
    name: str
    state: str
    seat: int
    status: str
    round: int
    names: Mapping[int, str]
    bots: frozenset[int]
    is_paused: bool
    view: dict[str, Any] | None
    mine: Owed | None
    owed: tuple[Owed, ...]
    inviter: str
    finished_at: datetime | None
    place: int = 0
    points: int = 0
    talk: int = 0
    waits_for: tuple[str, ...] = ()


def knows_of(person_id: int | InstrumentedAttribute[int | None]) -> ColumnElement[bool]:
    """Whether the person on a seat has heard of its game: of a proposal that no admin has agreed to only who made it.

    Nor has anybody else heard of one that was refused: there nobody has accepted, and it invites no more.
    """
    is_asked = and_(Game.state == "inviting", Seat.status == "invited")
    return or_(and_(Game.state != "proposed", or_(Seat.status == "accepted", is_asked)), Game.proposed_by == person_id)


def seat_at_table(house: House, person_id: int, slug: str) -> LinkedSeat | None:
    """The person's seat at that table, or None. Raises PlayError no_such_game for a slug that is none."""
    with house.store.read() as session:
        query = select(Seat).join(Seat.game).where(Seat.person_id == person_id, Game.slug == read_slug(slug))
        query = query.where(or_(knows_of(person_id), Seat.status == "declined"))
        seat = session.scalar(query.options(joinedload(Seat.game), joinedload(Seat.person)))
        return linked_seat(seat) if seat is not None else None


def my_tables(house: House, person_id: int) -> tuple[MyTable, ...]:
    """The MOST_TABLES newest tables at which the person has a seat and has not declined it, newest first.

    One to which an admin has not agreed is for those alone who know of it.
    """
    with house.store.snapshot() as session:
        query = select(Seat).join(Seat.game).where(Seat.person_id == person_id, Seat.status != "declined")
        query = query.where(knows_of(person_id))
        load = joinedload(Seat.game).selectinload(Game.seats)
        seats = session.scalars(query.options(load).order_by(Game.id.desc()).limit(MOST_TABLES)).all()
        games = [seat.game_id for seat in seats]
        turns, talk = _open_turns(session, games), _unheard(session, person_id, seats)
        return tuple(_my_table(session, seat, turns.get(seat.game_id, ()), talk.get(seat.id, 0)) for seat in seats)


def _open_turns(session: Session, games: Iterable[int]) -> dict[int, list[Turn]]:
    query = select(Turn).where(Turn.game_id.in_(list(games)), Turn.done_at.is_(None)).options(joinedload(Turn.seat))
    found: dict[int, list[Turn]] = {}
    for turn in session.scalars(query):
        found.setdefault(turn.game_id, []).append(turn)
    return found


def _unheard(session: Session, person_id: int, seats: Sequence[Seat]) -> dict[int, int]:
    """By seat how much others have said since its person last moved or spoke there; games under way alone."""
    running = [seat.id for seat in seats if seat.game.state == "running"]
    if not running:
        return {}
    moved = select(func.max(Move.at)).where(Move.game_id == Seat.game_id, Move.seat == Seat.number, Move.mark == "")
    spoke = select(func.max(Talk.at)).where(Talk.game_id == Seat.game_id, Talk.person_id == person_id)
    is_new = [
        or_(last.scalar_subquery().is_(None), Talk.at > last.scalar_subquery())
        for last in (moved.correlate(Seat), spoke.correlate(Seat))
    ]
    query = select(Seat.id, func.count(Talk.id)).join(Talk, Talk.game_id == Seat.game_id)
    query = query.where(Seat.id.in_(running), or_(Talk.person_id.is_(None), Talk.person_id != person_id), *is_new)
    return {row[0]: row[1] for row in session.execute(query.group_by(Seat.id))}


def _my_table(session: Session, seat: Seat, turns: Iterable[Turn], talk: int) -> MyTable:
    game = seat.game
    view, score = _played(game, seat.number)
    order = list((game.position or {}).get("to_act", []))
    owed = sorted((owed_of(turn) for turn in turns), key=lambda each: (each.seat not in order, *_place(order, each)))
    return MyTable(
        slug=game.slug,
        name=game.name,
        state=game.state,
        seat=seat.number,
        status=seat.status,
        round=(game.position or {}).get("round", 0),
        names={other.number: other.name for other in game.seats},
        bots=frozenset(other.number for other in game.seats if other.bot),
        is_paused=game.paused_at is not None,
        view=view,
        mine=next((each for each in owed if each.seat == seat.number), None),
        owed=tuple(each for each in owed if each.seat != seat.number),
        inviter=inviter_of(session, game) if game.state == "inviting" else "",
        finished_at=game.finished_at,
        place=score.place if score else 0,
        points=score.total if score else 0,
        talk=talk,
        waits_for=tuple(other.name for other in game.seats if other.status != "accepted"),
    )


def _place(order: Sequence[int], owed: Owed) -> tuple[int, ...]:
    return (order.index(owed.seat),) if owed.seat in order else ()


def _played(game: Game, number: int) -> tuple[dict[str, Any] | None, rules.Score | None]:
    """What the seat sees of a game under way, and its score where it is over; neither without the game's rules.

    Nor for a damaged game: one of them must not hide all the others.
    """
    if not game.position or game.rules_version not in versions.KNOWN or game.state not in ("running", "finished"):
        return None, None
    try:
        state = rules.load(game.position)
        if game.state == "running":
            return rules.view(state, number), None
        return None, next((score for score in rules.score(state) if score.seat == number), None)
    except Exception:  # whatever stands there instead of a position
        LOG.exception("the position of a game cannot be read", game=game.slug, ply=game.ply)
        return None, None
