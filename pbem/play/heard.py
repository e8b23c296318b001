"""What of a table's talk each seat's person knows, by letter or from the page, and what is new; it says nothing."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Select, func, or_, select, update

from pbem.play.kinds import ASKING
from pbem.play.transaction import Transaction, transaction
from pbem.play.types import House, Letter
from pbem.store import Person, Seat, Talk

TELLING = ("talk", *ASKING)  # the kinds of letters that tell by themselves what was said
MOST_TOLD = 30  # messages in one letter


@dataclass(frozen=True, slots=True)
class Saying:
    """One message. `seat` is None for the host; `text` is "" and `is_hidden` true where a host took it away."""

    id: int
    seat: int | None
    person_id: int | None
    name: str
    text: str
    via: str
    at: datetime
    is_hidden: bool = False


def untold(house: House, seat_id: int, kind: str) -> tuple[Saying, ...]:
    """What others have said that a letter of this kind tells the seat's person, oldest first; the newest MOST_TOLD.

    Nothing for a kind that tells no talk, and for who wants none.
    """
    if kind not in TELLING:
        return ()
    with house.store.read() as session:
        seat = session.get_one(Seat, seat_id)
        person = session.get(Person, seat.person_id) if seat.person_id is not None else None
        if person is None or person.talk_mode == "none":
            return ()
        found = session.scalars(_unknown(seat).order_by(Talk.id.desc()).limit(MOST_TOLD))
        return tuple(map(saying_of, reversed(found.all())))


def newest_ids(tx: Transaction, game_ids: Iterable[int]) -> Mapping[int, int]:
    """The id of the last message of each of these games, by game; games without any are left out."""
    wanted = set(game_ids)
    if not wanted:
        return {}
    query = select(Talk.game_id, func.max(Talk.id)).where(Talk.game_id.in_(wanted)).group_by(Talk.game_id)
    return {row[0]: row[1] for row in tx.session.execute(query)}


def note_told(tx: Transaction, told: Mapping[int, int]) -> None:
    """Notes up to which message the person of each seat knows the talk (seat's id: message's id); never less.

    Seats are locked before letters, as everywhere, so this comes first in a transaction that ends letters.
    """
    for seat_id, upto in sorted(told.items()):
        known = update(Seat).where(Seat.id == seat_id, Seat.talk_told < upto).values(talk_told=upto)
        tx.session.execute(known.execution_options(synchronize_session=False))


def talk_known(house: House, seat_id: int) -> int:
    """The last message of which the seat's person knows, by letter or from the page; 0 for none."""
    with house.store.read() as session:
        return session.get_one(Seat, seat_id).talk_told


def talk_seen(house: House, seat_id: int, upto: int) -> None:
    """Notes that the seat's person was on the page when it showed the message `upto`: no letter tells it any more."""
    with house.store.read() as session:
        seat = session.get_one(Seat, seat_id)
        is_new = seat.talk_told < upto
        is_there = session.scalar(select(Talk.id).where(Talk.id == upto, Talk.game_id == seat.game_id)) is not None
    if is_new and is_there:
        with transaction(house) as tx:
            note_told(tx, {seat_id: upto})


def told_by(letter: Letter) -> Mapping[int, int]:
    """Up to which message a letter that left has told the talk, by the seat's id, with what went along in it."""
    telling = [letter, *(other for other in letter.merged if other.kind == "talk")]
    return {each.seat_id: each.talk_to for each in telling if each.talk_to}


def saying_of(row: Any) -> Saying:
    """The view of a message: of a Talk, or of its columns."""
    is_hidden = row.hidden_at is not None
    text = "" if is_hidden else row.text
    return Saying(row.id, row.seat, row.person_id, row.name, text, row.via, row.at, is_hidden)


def _unknown(seat: Seat) -> Select[Talk]:
    """What others have said that the seat's person does not know of."""
    is_others = or_(Talk.person_id.is_(None), Talk.person_id != seat.person_id)
    return select(Talk).where(
        Talk.game_id == seat.game_id, Talk.id > seat.talk_told, Talk.hidden_at.is_(None), is_others
    )
