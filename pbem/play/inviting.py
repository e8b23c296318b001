"""Reminds who was invited and has not answered, once; it invites nobody and answers for nobody."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from pbem import store
from pbem.play.games import Allowed
from pbem.play.outbox import write_letter
from pbem.play.reading import inviter_of
from pbem.play.transaction import transaction
from pbem.play.types import House
from pbem.store import Game, Person, Seat

REMINDED_AFTER = timedelta(days=2)  # after the invitation has left, whatever the clock of the game is


def unanswered(
    session: Session, now: datetime, limit: int, seat_id: int | None = None, after: timedelta = REMINDED_AFTER
) -> Sequence[int]:
    """The seats (or that one) whose invitation left `after` ago without an answer or a reminder, as ids."""
    letter = store.Letter
    own = (letter.seat_id == Seat.id, letter.person_id == Seat.person_id)
    is_invited = exists().where(
        *own, letter.kind == "invitation", letter.state == "sent", letter.ended_at <= now - after
    )
    is_reminded = exists().where(*own, letter.kind == "invitation_reminder")
    is_open = (Game.state == "inviting", Seat.status == "invited")
    is_wanted = (Seat.letters_off_at.is_(None), Person.letter_mode != "none")
    query = select(Seat.id).join(Seat.game).join(Seat.person).where(*is_open, *is_wanted, is_invited, ~is_reminded)
    if seat_id is not None:
        query = query.where(Seat.id == seat_id)
    return session.scalars(query.order_by(Seat.id).limit(limit)).all()


def remind_invited(
    house: House, seat_id: int, *, after: timedelta = REMINDED_AFTER, allowed: Allowed | None = None
) -> bool:
    """Writes the one reminder of an invitation that left `after` ago. False: it is not due, or not any more.

    Raises PlayError as `allowed` does.
    """
    with transaction(house) as tx:
        game_id = tx.session.scalar(select(Seat.game_id).where(Seat.id == seat_id))
        if game_id is None:
            return False
        game = tx.lock_game_id(game_id)
        if allowed is not None:
            allowed(tx, game)
        if not unanswered(tx.session, tx.now, 1, seat_id, after):
            return False
        seat = tx.session.get_one(Seat, seat_id)
        dedupe = f"invitation_reminder:{seat.id}:{seat.person_id}"
        write_letter(tx, "invitation_reminder", seat, dedupe, ply=0, inviter=inviter_of(tx.session, game))
        return True
