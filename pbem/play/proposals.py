"""What who proposed a table sees of it until it begins: who has answered, who may be reminded; it changes nothing."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from pbem import store
from pbem.play.kinds import BEFORE_START, INVITING
from pbem.play.proposing import REMIND_AFTER
from pbem.play.types import House
from pbem.store import Seat


@dataclass(frozen=True)
class Place:
    """A seat of a proposed table. `invited_at`: when the invitation left, `reminded_at`: when the reminder was written.

    `may_remind`, `may_give`: what its proposer may do about it now.
    """

    seat_id: int
    number: int
    name: str
    bot: str | None
    status: str
    is_mine: bool
    invited_at: datetime | None
    reminded_at: datetime | None
    may_remind: bool
    may_give: bool


@dataclass(frozen=True)
class Proposed:
    """A table before it begins, as its proposer sees it. `state`: proposed (an admin is to agree) or inviting."""

    state: str
    word: str
    places: tuple[Place, ...]


def proposal_of(house: House, seat_id: int) -> Proposed | None:
    """The seat's table as its proposer sees it; None where somebody else proposed it, or it has begun or is off."""
    with house.store.read() as session:
        seat = session.scalars(select(Seat).where(Seat.id == seat_id).options(joinedload(Seat.game))).one()
        game = seat.game
        if game.state not in BEFORE_START or seat.person_id is None or seat.person_id != game.proposed_by:
            return None
        sent = _sent(session, game.id)
        now = house.clock()
        return Proposed(game.state, game.word, tuple(_place(other, seat, sent, now) for other in game.seats))


def _sent(session: Session, game_id: int) -> dict[tuple[int, int, str], datetime | None]:
    """When invitations and reminders left (None: they wait), by seat, person and kind."""
    letter = store.Letter
    query = select(letter).where(letter.game_id == game_id, letter.kind.in_(INVITING))
    rows = session.scalars(query.where(letter.state.in_(("sent", "waiting"))).order_by(letter.id))
    return {(row.seat_id, row.person_id, row.kind): row.ended_at for row in rows}


def _place(seat: Seat, mine: Seat, sent: dict[tuple[int, int, str], datetime | None], now: datetime) -> Place:
    key = (seat.id, seat.person_id or 0)
    invited = sent.get((*key, "invitation"))
    is_reminded = (*key, "invitation_reminder") in sent
    is_open = seat.status == "invited" and seat.game.state == "inviting"
    return Place(
        seat_id=seat.id,
        number=seat.number,
        name=seat.name,
        bot=seat.bot,
        status=seat.status,
        is_mine=seat.id == mine.id,
        invited_at=invited,
        reminded_at=(sent[(*key, "invitation_reminder")] or now) if is_reminded else None,
        may_remind=is_open and invited is not None and invited <= now - REMIND_AFTER and not is_reminded,
        may_give=seat.status != "accepted",
    )
