"""Sends what an admin has to say to the people of a table, or of all tables that run; it judges no content."""

import secrets
from collections.abc import Iterable, Sequence

from sqlalchemy import select
from sqlalchemy.orm import joinedload

from pbem.play.outbox import write_letter
from pbem.play.people import check_name
from pbem.play.said import check_message
from pbem.play.texts import check_text
from pbem.play.transaction import Transaction, transaction
from pbem.play.types import N_, House, PlayError
from pbem.store import Game, Seat


def send_message(
    house: House,
    slug: str | None,
    text: str,
    by: str,
    *,
    sender: str = "",
    seats: Sequence[int] | None = None,
    key: str | None = None,
) -> int:
    """Writes the text to the people of a table (`seats`: some of them), or without a slug once to everybody who plays.

    `sender` is the name it is signed with; without it it comes from the host of the table. Who has declined or stopped
    the letters of the game gets none. Returns how many were written to. A second call with the same `key` writes
    nothing and returns 0. Raises PlayError no_such_game, bad_text, bad_name or nobody_there.
    """
    message, name = check_message(text), check_name(sender) if sender.strip() else ""
    mark = check_text(key or secrets.token_hex(8))
    with transaction(house) as tx:
        game = tx.lock_game(slug) if slug is not None else None
        if tx.was_done(game.id if game else None, "message", key):
            return 0
        told = list(_of_table(game, seats) if game else _of_all(tx))
        if not told:
            raise PlayError("nobody_there", N_("There is nobody there who gets letters. Nothing was sent."), 409)
        for seat in told:
            write_letter(
                tx, "message", seat, f"message:{seat.id}:{mark}"[:120], ply=seat.game.ply, text=message, sender=name
            )
        tx.audit(by, "message", game.id if game else None, people=len(told), text=message, sender=name, key=key)
        return len(told)


def _of_table(game: Game, seats: Sequence[int] | None) -> Iterable[Seat]:
    return (seat for seat in game.seats if _is_reached(seat) and (seats is None or seat.number in seats))


def _of_all(tx: Transaction) -> Iterable[Seat]:
    """One seat of each person who has one in a game that is not over: that of the newest."""
    query = select(Seat).join(Seat.game).where(Game.state.in_(("inviting", "running")), Seat.person_id.is_not(None))
    found: dict[int, Seat] = {}
    for seat in tx.session.scalars(query.options(joinedload(Seat.game)).order_by(Game.id, Seat.number)):
        if _is_reached(seat) and seat.person_id is not None:
            found[seat.person_id] = seat
    return found.values()


def _is_reached(seat: Seat) -> bool:
    return seat.person_id is not None and seat.letters_off_at is None and seat.status != "declined"
