"""In one small query: whether anything at a table is not as a page shows it; it says not what, and notes nobody."""

from dataclasses import dataclass
from hashlib import sha256

from sqlalchemy import func, select

from pbem.play.transaction import no_such_game, read_slug
from pbem.play.types import House
from pbem.store import Game, Person, Seat, Talk, Turn


@dataclass(frozen=True)
class Pulse:
    """How far a table is, for one seat. `turn`: since which ply it owes a decision, None where it owes none.

    `talk` is the id of the newest message, 0 where nothing was said; `tag` is another one as soon as anything that the
    seat's page shows is another: moves, who owes what by when, pauses, people, what was said or hidden.
    """

    ply: int
    turn: int | None
    talk: int
    tag: str


def pulse(house: House, slug: str, number: int | None) -> Pulse:
    """The pulse of a table for a seat, or for who only watches (None), to whom talk says nothing.

    Raises PlayError no_such_game.
    """
    newest = select(func.coalesce(func.max(Talk.id), 0)).where(Talk.game_id == Game.id, Talk.hidden_at.is_(None))
    hidden = select(func.count(Talk.hidden_at)).where(Talk.game_id == Game.id)
    query = (
        select(
            *(Game.ply, Game.state, Game.paused_at, Game.open_points),
            *(newest.scalar_subquery().label("talk"), hidden.scalar_subquery().label("hidden")),
            *(Seat.number, Seat.name, Seat.bot, Seat.status, Person.away_until, Person.zone),
            *(Turn.since_ply, Turn.deadline_at, Turn.left_seconds),
        )
        .join(Seat, Seat.game_id == Game.id)
        .outerjoin(Person, Person.id == Seat.person_id)
        .outerjoin(Turn, (Turn.seat_id == Seat.id) & Turn.done_at.is_(None))
        .where(Game.slug == read_slug(slug))
        .order_by(Seat.number)
    )
    with house.store.read() as session:
        rows = session.execute(query).all()
    if not rows:
        raise no_such_game(slug)
    talk = rows[0].talk if number is not None else 0
    seen = [(*row[:4], *row[6:]) for row in rows]
    seen_of_talk = (talk, rows[0].hidden) if number is not None else ()
    tag = sha256(repr((seen, seen_of_talk, number)).encode()).hexdigest()[:20]
    return Pulse(rows[0].ply, next((row.since_ply for row in rows if row.number == number), None), talk, tag)


def speakers_since(house: House, slug: str, number: int, said: int) -> tuple[str, ...]:
    """Who but the seat itself has written after the message `said`, each once, in the order of their first message."""
    query = (
        select(Talk.name)
        .join(Game, Game.id == Talk.game_id)
        .where(Game.slug == read_slug(slug), Talk.id > said, Talk.hidden_at.is_(None))
        .where(Talk.seat.is_distinct_from(number))
        .order_by(Talk.id)
    )
    with house.store.read() as session:
        return tuple(dict.fromkeys(session.scalars(query)))
