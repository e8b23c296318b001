"""The outbox: letters are rows, written once and ended once; must not compose or send them."""

import secrets
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import or_, select, update

from pbem import store
from pbem.play.heard import note_told, told_by
from pbem.play.kinds import ALONE, ASKING, WANTED_ALWAYS
from pbem.play.pacing import time_to_write
from pbem.play.texts import storable
from pbem.play.transaction import Transaction, transaction
from pbem.play.types import House, Letter
from pbem.store import Seat

LAST_ATTEMPT = 24  # after about five days, as mail hosts do; a letter that asks is tried until its turn is over
SETTLED = "settled"  # in a letter's `extra`: the attempts that came to an outcome


def write_letter(
    tx: Transaction,
    kind: str,
    seat: Seat,
    dedupe: str,
    *,
    ply: int,
    not_before: datetime | None = None,
    **extra: object,
) -> None:
    """Puts a letter into the outbox, once for each `dedupe`; bots and who wants no such letter get none.

    It leaves at `not_before` or when the person may be written to (pbem.play.pacing), whichever is later.
    """
    if seat.person_id is None or (seat.letters_off_at is not None and kind not in WANTED_ALWAYS):
        return
    if tx.session.scalar(select(store.Letter.id).where(store.Letter.dedupe == dedupe)) is not None:
        return
    due = time_to_write(tx, kind, seat, not_before or tx.now)
    if due is None:
        return
    letter = store.Letter(
        dedupe=dedupe,
        kind=kind,
        game_id=seat.game_id,
        seat_id=seat.id,
        person_id=seat.person_id,
        ply=ply,
        extra=extra,
        message_id=f"<g{seat.game_id}.{secrets.token_hex(8)}@{tx.house.settings.mail_domain}>",
        state="waiting",
        created_at=tx.now,
        not_before=due,
    )
    tx.session.add(letter)
    tx.session.flush()
    if due <= tx.now:
        tx.ring("deliver", letter.id)


def withdraw_asking(tx: Transaction, seat: Seat, why: str) -> None:
    """Takes back what still waits to ask this seat for a decision: it is over, or a newer letter says it better."""
    withdraw_kinds(tx, seat, ASKING, why)


def withdraw_kinds(tx: Transaction, seat: Seat, kinds: Sequence[str], why: str) -> bool:
    """Takes back the letters of these kinds that still wait to go to this seat. True: there were some.

    One that a worker holds just now is left to it: it looks again before it sends.
    """
    taken = tx.session.execute(
        update(store.Letter)
        .where(
            store.Letter.seat_id == seat.id,
            store.Letter.state == "waiting",
            store.Letter.kind.in_(kinds),
            or_(store.Letter.lease_until.is_(None), store.Letter.lease_until < tx.now),
        )
        .values(state="withdrawn", ended_at=tx.now, last_error=why)
        .returning(store.Letter.id)
    )
    return bool(taken.scalars().all())


def withdraw_seat(tx: Transaction, seat: Seat, why: str) -> None:
    """Takes back every letter to a seat that has not left, those that a worker holds too: its person changes."""
    tx.session.execute(
        update(store.Letter)
        .where(store.Letter.seat_id == seat.id, store.Letter.state == "waiting")
        .values(state="withdrawn", ended_at=tx.now, lease_until=None, last_error=why)
    )


def is_waiting(tx: Transaction, seat: Seat, kinds: Sequence[str]) -> bool:
    """Whether a letter of these kinds to this seat has not left yet; it will say how things are when it does."""
    letter = store.Letter
    waiting = select(letter.id).where(letter.seat_id == seat.id, letter.state == "waiting", letter.kind.in_(kinds))
    return tx.session.scalar(waiting.limit(1)) is not None


def has_heard(tx: Transaction, seat: Seat) -> bool:
    """Whether the seat's person has had a letter of this game."""
    letter = store.Letter
    sent = select(letter.id).where(
        letter.seat_id == seat.id, letter.person_id == seat.person_id, letter.state == "sent"
    )
    return tx.session.scalar(sent.limit(1)) is not None


def withdraw_all(tx: Transaction, game_id: int, why: str) -> None:
    """Takes back every letter of a game that has not left."""
    tx.session.execute(
        update(store.Letter)
        .where(store.Letter.game_id == game_id, store.Letter.state == "waiting")
        .values(state="withdrawn", ended_at=tx.now, lease_until=None, last_error=why)
    )


def record_sent(house: House, letter: Letter, subject: str, raw: bytes | None) -> None:
    """Marks a letter, and those merged into it, as taken by the host (or kept: `raw`, in mailbox mode)."""
    with transaction(house) as tx:
        note_told(tx, told_by(letter))
        _lock(tx, letter)
        noted: dict[str, object] = {"subject": subject, "to_address": letter.person.address, "last_error": None}
        _end(tx, letter.id, "sent", raw=raw, **noted)
        for other in letter.merged:
            _end(tx, other.id, "sent", merged_into=letter.id, **noted)


def record_failure(house: House, letter: Letter, error: str, retry_at: datetime | None) -> None:
    """Notes that sending failed: again at `retry_at`, or never (None, or after LAST_ATTEMPT; what asks goes on).

    Merged letters go back to wait; they are tried by themselves when this one is given up.
    """
    given_up = retry_at is None or (letter.attempts >= LAST_ATTEMPT and letter.kind not in ASKING)
    error = storable(error)[:500]  # a mail host says what it likes
    with transaction(house) as tx:
        _lock(tx, letter)
        if given_up:
            _end(tx, letter.id, "dead", last_error=error)
            tx.audit(
                "worker",
                "give_up_letter",
                _row(tx, letter.id).game_id,
                letter=letter.id,
                error=error,
            )
        else:
            _wait(tx, letter.id, retry_at or tx.now, error)
        for other in letter.merged:
            _wait(tx, other.id, tx.now if given_up else retry_at or tx.now, error)


def postpone(house: House, letter: Letter, until: datetime) -> None:
    """Puts a letter off, and those merged into it, without an attempt: its host has had enough for the moment."""
    with transaction(house) as tx:
        _lock(tx, letter)
        for each in (letter, *letter.merged):
            row = _row(tx, each.id)
            if row.state == "waiting":
                row.not_before, row.lease_until, row.attempts = until, None, row.attempts - 1


def withdraw(house: House, letter: Letter, why: str) -> None:
    """Ends a letter that has nothing to say any more; merged ones go on by themselves."""
    with transaction(house) as tx:
        _lock(tx, letter)
        _end(tx, letter.id, "withdrawn", last_error=why)
        for other in letter.merged:
            _wait(tx, other.id, tx.now, None)


def part(house: House, letter: Letter) -> None:
    """Has a letter and those merged into it go alone from now on: something breaks when they are written together."""
    with transaction(house) as tx:
        _lock(tx, letter)
        for each in (letter, *letter.merged):
            row = _row(tx, each.id)
            row.extra = {**row.extra, ALONE: True}
            _wait(tx, each.id, tx.now, None)


def _lock(tx: Transaction, letter: Letter) -> None:
    """Locks a letter and those merged into it in the order of their ids, as everywhere."""
    ids = [letter.id, *(other.id for other in letter.merged)]
    tx.session.execute(
        select(store.Letter.id).where(store.Letter.id.in_(ids)).order_by(store.Letter.id).with_for_update()
    )


def _row(tx: Transaction, letter_id: int) -> store.Letter:
    return tx.session.get_one(store.Letter, letter_id, populate_existing=True)


def _end(tx: Transaction, letter_id: int, state: str, **values: object) -> None:
    tx.session.execute(
        update(store.Letter)
        .where(store.Letter.id == letter_id, store.Letter.state == "waiting")
        .values(state=state, ended_at=tx.now, lease_until=None, **values)
    )


def _wait(tx: Transaction, letter_id: int, until: datetime, error: str | None) -> None:
    row = _row(tx, letter_id)
    if row.state != "waiting":
        return
    row.not_before, row.lease_until, row.last_error = until, None, error
    row.extra = {**row.extra, SETTLED: row.attempts}
    if until <= tx.now:
        tx.ring("deliver", letter_id)
