"""What a person's mail changes besides its moves: letters back, being away, what was decided before a crash.

What the mail means is for pbem.mail.inbound; the moves themselves are made by `submit`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import joinedload

from pbem import store
from pbem.play.outbox import write_letter
from pbem.play.transaction import Transaction, transaction
from pbem.play.types import House, PersonInfo
from pbem.store import Game, InboundMail, Person, Seat
from pbem.words.times import zone_named

TALKING_BACK = ("answer", "confirm")  # they say something although no move was made
LETTERS_BACK = ("receipt", *TALKING_BACK)  # RFC 3834: auto-replied, with an empty envelope sender
MOST_BACK = 5  # letters of TALKING_BACK to a seat, each hour; more is a loop or a joke
HOUR = timedelta(hours=1)
LONGEST_AWAY = timedelta(days=366)  # who names no day is away so long, or until he writes that he is back
MOST_SUBJECTS = 30


@dataclass(frozen=True, slots=True)
class Addressee:
    """The person to whose seat an address of ours belongs. `address_key` is the address as it is compared."""

    seat_id: int
    slug: str
    number: int
    seat_name: str
    person: PersonInfo
    address_key: str


@dataclass(frozen=True, slots=True)
class OwnSeat:
    """A person's seat at a running table, with the nonce of its links."""

    seat_id: int
    slug: str
    number: int
    nonce: str


@dataclass(frozen=True, slots=True)
class AnsweredLetter:
    """The letter to which a mail is an answer; `sent_at` is None while it is not known to have left."""

    seat_id: int
    sent_at: datetime | None
    subject: str


def addressee(house: House, seat_id: int) -> Addressee | None:
    """Who sits there; None where a bot does by now."""
    with house.store.read() as session:
        load = (joinedload(Seat.person), joinedload(Seat.game))
        seat = session.scalars(select(Seat).where(Seat.id == seat_id).options(*load)).one()
        return _addressee(seat)


def seat_of_known(house: House, address: str) -> Addressee | None:
    """Some seat of the person with this address: of the newest running table, else of the newest; None for nobody's."""
    with house.store.read() as session:
        is_running = Game.state == "running"
        query = select(Seat).join(Game).join(Person, Person.id == Seat.person_id)
        query = query.where(Person.address_key == address.casefold()).order_by(is_running.desc(), Game.id.desc())
        seat = session.scalar(query.options(joinedload(Seat.person), joinedload(Seat.game)).limit(1))
        return _addressee(seat) if seat is not None else None


def _addressee(seat: Seat) -> Addressee | None:
    person = seat.person
    if person is None:
        return None
    info = PersonInfo(person.id, person.name, person.address, person.language, person.zone)
    return Addressee(seat.id, seat.game.slug, seat.number, seat.name, info, person.address_key)


def tables_of_person(house: House, person_id: int) -> tuple[OwnSeat, ...]:
    """The person's seats at running tables, oldest first."""
    with house.store.read() as session:
        query = select(Seat.id, Game.slug, Seat.number, Seat.nonce).join(Game, Game.id == Seat.game_id)
        query = query.where(Seat.person_id == person_id, Game.state == "running").order_by(Game.id, Seat.number)
        return tuple(OwnSeat(*row) for row in session.execute(query))


def answered_letter(house: House, message_ids: Iterable[str]) -> AnsweredLetter | None:
    """The letter of ours that comes first among the Message-IDs; None when none of them is ours."""
    wanted, letter = list(message_ids)[:20], store.Letter
    with house.store.read() as session:
        query = select(letter.message_id, letter.seat_id, letter.ended_at, letter.subject).where(
            letter.message_id.in_(wanted)
        )
        found = {
            row.message_id: AnsweredLetter(row.seat_id, row.ended_at, row.subject or "")
            for row in session.execute(query)
        }
    return next((found[each] for each in wanted if each in found), None)


def letter_subjects(house: House, seat_id: int) -> tuple[str, ...]:
    """The subjects of the newest letters to a seat."""
    letter = store.Letter
    with house.store.read() as session:
        query = select(letter.subject).where(letter.seat_id == seat_id, letter.subject.is_not(None))
        newest = session.scalars(query.order_by(letter.id.desc()).limit(MOST_SUBJECTS))
        return tuple(dict.fromkeys(str(each) for each in newest))


def note_plan(house: House, mail_id: int, plan: dict[str, Any]) -> dict[str, Any]:
    """Notes what is to be done for a mail before it is done, and gives what was noted first: a mail that is read
    again after a crash, when the table has moved on, is not understood anew."""
    with transaction(house) as tx:
        row = tx.session.get(InboundMail, mail_id, with_for_update=True)
        if row is None:
            return plan
        row.detail = {"plan": plan, **row.detail}
        return dict(row.detail["plan"])


def noted_plan(house: House, mail_id: int) -> dict[str, Any] | None:
    """What `note_plan` noted, or None."""
    with house.store.read() as session:
        detail = session.scalar(select(InboundMail.detail).where(InboundMail.id == mail_id))
        return dict(detail["plan"]) if detail and "plan" in detail else None


def write_back(house: House, mail_id: int, seat_id: int, kind: str, ply: int, facts: Mapping[str, Any]) -> bool:
    """Writes the one letter back to the person of a seat; False where a letter was not written.

    It is once for each mail, and MOST_BACK an hour for each seat: then nothing is said any more, but that moves were
    made. Receipts do not count, so that who plays much by mail still gets his questions answered. `kind` is one of
    LETTERS_BACK; it goes to the seat's own address, whatever the mail says.
    """
    with transaction(house) as tx:
        seat = _lock_seat(tx, seat_id)
        dedupe = f"mail:{mail_id}:{seat_id}"
        if seat.person_id is None or (kind != "receipt" and _is_enough(tx, seat, dedupe)):
            return False
        write_letter(tx, kind, seat, dedupe, ply=ply, **facts)
        return True


def _is_enough(tx: Transaction, seat: Seat, dedupe: str) -> bool:
    letter = store.Letter
    back = select(func.count()).where(
        letter.seat_id == seat.id,
        letter.kind.in_(TALKING_BACK),
        letter.created_at > tx.now - HOUR,
        letter.dedupe != dedupe,
    )
    return (tx.session.scalar(back) or 0) >= MOST_BACK


def set_away(house: House, seat_id: int, until: datetime | None) -> datetime:
    """Notes that the person of a seat is away until then, or for LONGEST_AWAY; gives until when. No clock stops."""
    with transaction(house) as tx:
        seat = _lock_seat(tx, seat_id)
        end = min(until or tx.now + LONGEST_AWAY, tx.now + LONGEST_AWAY)
        if seat.person is not None:
            seat.person.away_until = end
            day = end.astimezone(zone_named(seat.person.zone))
            tx.audit(seat.name, "away", seat.game_id, seat=seat.number, until=f"{day:%Y-%m-%d}")
        return end


def set_back(house: House, seat_id: int) -> None:
    """Notes that the person of a seat is there again."""
    with transaction(house) as tx:
        seat = _lock_seat(tx, seat_id)
        if seat.person is not None and seat.person.away_until is not None:
            seat.person.away_until = None
            tx.audit(seat.name, "back", seat.game_id, seat=seat.number)


def _lock_seat(tx: Transaction, seat_id: int) -> Seat:
    """The seat; its game is locked first, as everywhere."""
    tx.lock_game_id(tx.session.scalars(select(Seat.game_id).where(Seat.id == seat_id)).one())
    return tx.session.get_one(Seat, seat_id)
