"""How long people usually take to answer, from the turns they have answered; it words and writes nothing."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from statistics import median
from weakref import WeakKeyDictionary

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from pbem.play.transaction import game_named
from pbem.play.types import House, Table
from pbem.store import AuditEntry, Game, Seat, Store, Turn

FEW = 3  # answers; with fewer at this table those at all tables count
NEWEST = 40  # answers that are looked at, for each person
SITTING = timedelta(minutes=2)  # what is asked so soon after an own move is decided in the same sitting

# What was found for a table as it stands: nobody answers without a move. A store holds a few tables in use.
MOST_KNOWN = 500
_KNOWN: WeakKeyDictionary[Store, dict[Hashable, Mapping[int, timedelta]]] = WeakKeyDictionary()

Asked = tuple[datetime, datetime]


def answer_times(house: House, table: Table) -> Mapping[int, timedelta]:
    """How long each person at a table usually takes, by seat: the median of his newest answers here.

    With few here, of those at all his tables; who has answered few anywhere, and bots, are left out. Several decisions
    in one sitting count once. Who has taken a seat over is not judged by who sat there before. Found once
    for each move of a table. Raises PlayError no_such_game.
    """
    known = _KNOWN.setdefault(house.store, {})
    key = (table.game.slug, table.game.ply, *((seat.id, seat.name) for seat in table.seats))
    if key not in known:
        if len(known) >= MOST_KNOWN:
            known.clear()
        known[key] = _answer_times(house, table.game.slug)
    return known[key]


def _answer_times(house: House, slug: str) -> Mapping[int, timedelta]:
    with house.store.read() as session:
        game = game_named(session, slug)
        people = {seat.person_id: seat for seat in game.seats if seat.person_id is not None}
        since = _since(session, game)
        here = _answered(session, Seat.id.in_([seat.id for seat in people.values()]))
        found: dict[int, timedelta] = {}
        few: dict[int, list[Asked]] = {}
        for person, seat in people.items():
            turns = [each for each in here.get(person, ()) if each[0] >= since.get(seat.number, each[0])]
            usual = _usual(turns)
            if usual is None:
                few[person] = turns
            else:
                found[seat.number] = usual
        elsewhere = _answered(session, Seat.person_id.in_(few), Seat.game_id != game.id) if few else {}
        for person, turns in few.items():
            usual = _usual(sorted([*turns, *elsewhere.get(person, ())]))
            if usual is not None:
                found[people[person].number] = usual
        return found


def _usual(turns: Sequence[Asked]) -> timedelta | None:
    times = first_answers(turns)
    return timedelta(seconds=median(time.total_seconds() for time in times)) if len(times) >= FEW else None


def first_answers(turns: Iterable[Asked]) -> Sequence[timedelta]:
    """How long each answer took that began a sitting; `turns` (asked, answered) in the order of asking."""
    taken: list[timedelta] = []
    last: datetime | None = None
    for asked, answered in turns:
        if last is None or asked - last > SITTING:
            taken.append(answered - asked)
        last = answered if last is None else max(answered, last)
    return taken


def _answered(session: Session, *where: ColumnElement[bool]) -> Mapping[int, list[Asked]]:
    """The newest answers at these seats, in the order of asking, by their person's id."""
    query = select(Seat.person_id, Turn.asked_at, Turn.done_at).join(Seat, Seat.id == Turn.seat_id)
    newest = query.where(*where, Turn.done_at.is_not(None)).order_by(Turn.id.desc()).limit(NEWEST * 5)
    found: dict[int, list[Asked]] = {}
    for person, asked, done in session.execute(newest):
        if person is not None and done is not None and len(found.setdefault(person, [])) < NEWEST:
            found[person].append((asked, done))
    return {person: sorted(turns) for person, turns in found.items()}


def _since(session: Session, game: Game) -> Mapping[int, datetime]:
    """When a seat was given to who has it now, by seat."""
    given = select(AuditEntry.detail, AuditEntry.at).where(
        AuditEntry.game_id == game.id, AuditEntry.verb == "replace_seat"
    )
    return {row.detail["seat"]: row.at for row in session.execute(given.order_by(AuditEntry.id))}
