"""The daily digest: when it is due, and for which waiting games it is written; it words and sends nothing."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from pbem.play.outbox import write_letter
from pbem.play.transaction import transaction
from pbem.play.types import House
from pbem.rules import versions
from pbem.store import Game, Person, Seat, Turn
from pbem.words.times import zone_named


@dataclass(frozen=True)
class WaitingSeat:
    """A seat that is asked something. `ply`: since when; `nonce`: for its links."""

    slug: str
    seat: int
    seat_id: int
    nonce: str
    ply: int


def next_digest(now: datetime, zone: str, hour: int) -> datetime:
    """The next moment after `now` (UTC) at which a clock in that zone shows the hour, once for each date there.

    An hour that a date leaves out in spring is the one after it; of an hour that comes twice in autumn the first.
    """
    place = zone_named(zone)
    date = now.astimezone(place).date()
    while True:
        at = datetime.combine(date, time(hour), tzinfo=place).astimezone(UTC)
        if at > now:
            return at
        date += timedelta(days=1)


def write_digest(house: House, person_id: int) -> bool:
    """Writes the digest that is due, if any game waits for the person, and sets the next. False: none was due.

    While the person is away there is none, as with reminders.
    """
    with transaction(house) as tx:
        query = select(Person).where(Person.id == person_id).with_for_update(key_share=True)
        person = tx.session.scalar(query)
        if person is None or person.letter_mode != "digest" or person.digest_at is None or person.digest_at > tx.now:
            return False
        dedupe = f"digest:{person.id}:{person.digest_at:%Y%m%d%H%M}"
        person.digest_at = next_digest(tx.now, person.zone, person.digest_hour)
        turns = _open_turns(tx.session, person.id)
        is_away = person.away_until is not None and person.away_until > tx.now
        if turns and not is_away:
            write_letter(tx, "digest", turns[0].seat, dedupe, ply=turns[0].game.ply)
        return True


def due_digests(session: Session, now: datetime, limit: int) -> Sequence[int]:
    """The persons whose digest is due, by id."""
    query = select(Person.id).where(Person.digest_at <= now, Person.letter_mode == "digest")
    return session.scalars(query.order_by(Person.digest_at).limit(limit)).all()


def waiting_seats(house: House, person_id: int) -> tuple[WaitingSeat, ...]:
    """All that a person is asked, in the order of the deadlines; not of games whose letters were stopped."""
    with house.store.read() as session:
        return tuple(
            WaitingSeat(turn.game.slug, turn.seat.number, turn.seat_id, turn.seat.nonce, turn.since_ply)
            for turn in _open_turns(session, person_id)
        )


def _open_turns(session: Session, person_id: int) -> Sequence[Turn]:
    query = select(Turn).join(Turn.seat).join(Turn.game).where(Turn.done_at.is_(None), Seat.person_id == person_id)
    is_known = Game.rules_version.in_(versions.KNOWN)  # in the others nobody can move for the time being
    query = query.where(Seat.letters_off_at.is_(None), Game.state == "running", is_known)
    query = query.options(joinedload(Turn.seat), joinedload(Turn.game))
    return session.scalars(query.order_by(Turn.deadline_at.is_(None), Turn.deadline_at, Turn.id)).all()
