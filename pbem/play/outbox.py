"""The outbox: letters are rows, claimed by a lease and ended once; must not compose or send them."""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Select, and_, or_, select, update
from sqlalchemy.orm import Session, aliased, joinedload

from pbem import store
from pbem.play.texts import storable
from pbem.play.transaction import Transaction, transaction
from pbem.play.types import House, Letter, PersonInfo
from pbem.store import AddressTrouble, Game, Person, Seat

LEASE = timedelta(minutes=3)  # longer than the longest talk with an SMTP host
LAST_ATTEMPT = 24  # after about five days, as mail hosts do; a letter that asks is tried until its turn is over
SETTLED = "settled"  # in a letter's `extra`: the attempts that came to an outcome
KINDS = (
    "invitation", "invitation_reminder", "start", "turn", "reminder", "timeout", "paused", "resumed", "deadline",
    "replaced", "takeover", "takeback", "message", "bounce_mended", "game_over", "called_off", "fresh_link", "digest",
    "receipt", "answer", "confirm",
)  # fmt: skip
# Asked for by the reader, or about more than turns: who stopped the letters of a game gets these all the same.
WANTED_ALWAYS = ("invitation", "fresh_link", "replaced", "takeover", "bounce_mended", "receipt", "answer", "confirm")
ASKING = ("turn", "reminder")
INVITING = ("invitation", "invitation_reminder")
TO_OTHERS = ("new_address",)  # goes to the address in its `extra`, not to the person's present one
ALONE = "alone"  # in a letter's `extra`: it is never merged


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
    """Puts a letter into the outbox, once for each `dedupe`; bots and who stopped letters get none."""
    if seat.person_id is None or (seat.letters_off_at is not None and kind not in WANTED_ALWAYS):
        return
    if tx.session.scalar(select(store.Letter.id).where(store.Letter.dedupe == dedupe)) is not None:
        return
    due = not_before or tx.now
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
    return _was_written_to(tx.session, seat.id, seat.person_id)


def withdraw_all(tx: Transaction, game_id: int, why: str) -> None:
    """Takes back every letter of a game that has not left."""
    tx.session.execute(
        update(store.Letter)
        .where(store.Letter.game_id == game_id, store.Letter.state == "waiting")
        .values(state="withdrawn", ended_at=tx.now, lease_until=None, last_error=why)
    )


def claim_letter(house: House, letter_id: int) -> Letter | None:
    """Takes a due letter for sending, for LEASE; None when it is not due, ended, or another worker's.

    A turn letter brings along the other turn letters that its person is due just now (`merged`).
    """
    with transaction(house) as tx:
        ids = _lease(tx, letter_id)
        if letter_id not in ids:
            return None
        merged = tuple(_letter(house, _row(tx.session, other)) for other in ids if other != letter_id)
        letter = _letter(house, _row(tx.session, letter_id), merged)
        return replace(letter, is_first=not _was_written_to(tx.session, letter.seat_id, letter.person.id))


def _was_written_to(session: Session, seat_id: int, person_id: int | None) -> bool:
    letter = store.Letter
    sent = select(letter.id).where(letter.seat_id == seat_id, letter.person_id == person_id, letter.state == "sent")
    return session.scalar(sent.limit(1)) is not None


def _lease(tx: Transaction, letter_id: int) -> list[int]:
    """Leases a due letter and its company, by id; nothing if another worker has it.

    Rows are locked in the order of their ids and those held by others passed over, so that two workers with the
    letters of one person never wait for each other.
    """
    letter, wanted = store.Letter, _with_company(letter_id)
    free = select(letter.id, letter.extra).where(letter.id.in_(wanted), *_due_at(tx.now)).order_by(letter.id)
    found = {row.id: row.extra for row in tx.session.execute(free.with_for_update(skip_locked=True))}
    is_alone = ALONE in found.get(letter_id, ())
    ids = [number for number, extra in found.items() if number == letter_id or not (is_alone or ALONE in extra)]
    if letter_id in ids:
        values = {"lease_until": tx.now + LEASE, "attempts": letter.attempts + 1}
        tx.session.execute(update(letter).where(letter.id.in_(ids)).values(values))
    return ids


def _with_company(letter_id: int) -> Select[int]:
    """The letter itself and, for a turn letter, all turn letters of its person."""
    own, other = aliased(store.Letter), aliased(store.Letter)
    is_company = and_(own.kind == "turn", other.kind == "turn", other.person_id == own.person_id)
    return select(other.id).join(own, or_(other.id == own.id, is_company)).where(own.id == letter_id)


def _due_at(now: datetime) -> tuple[ColumnElement[bool], ...]:
    free = or_(store.Letter.lease_until.is_(None), store.Letter.lease_until < now)
    return store.Letter.state == "waiting", store.Letter.not_before <= now, free, is_reachable()


def is_reachable() -> ColumnElement[bool]:
    """Whether the letter's person has an address that takes letters; else it waits until that is mended."""
    trouble = select(AddressTrouble.id).join(Person, Person.address_key == AddressTrouble.address_key)
    suppressed = trouble.where(Person.id == store.Letter.person_id, AddressTrouble.suppressed_at.is_not(None))
    return or_(~suppressed.exists(), store.Letter.kind.in_(TO_OTHERS))


def _row(session: Session, letter_id: int) -> store.Letter:
    load = (joinedload(store.Letter.person), joinedload(store.Letter.seat), joinedload(store.Letter.game))
    query = select(store.Letter).where(store.Letter.id == letter_id).options(*load)
    return session.scalars(query.execution_options(populate_existing=True)).one()


def _letter(house: House, row: store.Letter, merged: tuple[Letter, ...] = ()) -> Letter:
    return Letter(
        id=row.id,
        kind=row.kind,
        person=_person(row.person),
        seat_id=row.seat_id,
        seat=row.seat.number,
        # Whose seat it is no more gets no link to it, whatever letter is still under way.
        seat_nonce=row.seat.nonce if row.seat.person_id == row.person_id else "",
        slug=row.game.slug,
        ply=row.ply,
        message_id=row.message_id,
        thread_id=thread_id(house, row.game, row.seat),
        attempts=row.attempts,
        claims=row.attempts - int(row.extra.get(SETTLED, 0)),
        extra=dict(row.extra),
        merged=merged,
    )


def thread_id(house: House, game: Game, seat: Seat) -> str:
    """The id to which all letters of a game to a seat refer, so that clients keep one thread."""
    return f"<g{game.id}.s{seat.number}.{game.seed_hash[:8]}@{house.settings.mail_domain}>"


def _person(row: Person) -> PersonInfo:
    return PersonInfo(row.id, row.name, row.address, row.language, row.zone)


def record_sent(house: House, letter: Letter, subject: str, raw: bytes | None) -> None:
    """Marks a letter, and those merged into it, as taken by the host (or kept: `raw`, in mailbox mode)."""
    with transaction(house) as tx:
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
        if given_up:
            _end(tx, letter.id, "dead", last_error=error)
            tx.audit(
                "worker",
                "give_up_letter",
                _row(tx.session, letter.id).game_id,
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
        for each in (letter, *letter.merged):
            row = _row(tx.session, each.id)
            if row.state == "waiting":
                row.not_before, row.lease_until, row.attempts = until, None, row.attempts - 1


def withdraw(house: House, letter: Letter, why: str) -> None:
    """Ends a letter that has nothing to say any more; merged ones go on by themselves."""
    with transaction(house) as tx:
        _end(tx, letter.id, "withdrawn", last_error=why)
        for other in letter.merged:
            _wait(tx, other.id, tx.now, None)


def part(house: House, letter: Letter) -> None:
    """Has a letter and those merged into it go alone from now on: something breaks when they are written together."""
    with transaction(house) as tx:
        for each in (letter, *letter.merged):
            row = _row(tx.session, each.id)
            row.extra = {**row.extra, ALONE: True}
            _wait(tx, each.id, tx.now, None)


def _end(tx: Transaction, letter_id: int, state: str, **values: object) -> None:
    tx.session.execute(
        update(store.Letter)
        .where(store.Letter.id == letter_id, store.Letter.state == "waiting")
        .values(state=state, ended_at=tx.now, lease_until=None, **values)
    )


def _wait(tx: Transaction, letter_id: int, until: datetime, error: str | None) -> None:
    row = _row(tx.session, letter_id)
    if row.state != "waiting":
        return
    row.not_before, row.lease_until, row.last_error = until, None, error
    row.extra = {**row.extra, SETTLED: row.attempts}
    if until <= tx.now:
        tx.ring("deliver", letter_id)
