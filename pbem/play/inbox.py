"""Mail that came in is a row, stored before anything is made of it, claimed by a lease and ended once; it is not read.

What a mail says is for pbem.mail.inbound. A mail that breaks its reader is tried a few times, then given up, and it
holds up no other.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from pbem.play.texts import storable
from pbem.play.transaction import Transaction, transaction
from pbem.play.types import House
from pbem.store import Game, InboundMail, Person, Seat

LEASE = timedelta(minutes=2)  # longer than reading the longest mail and acting on it
LAST_ATTEMPT = 5
AGAIN = timedelta(minutes=1)  # after the first failure, twice as long after each further one
KEEP = timedelta(days=30)  # the bytes of a mail; what came of it stays
LARGEST_KEPT = 256 * 1024  # bytes; of a larger one they go once it is read: anybody can send such mails
COPY = "copy"  # the outcome of a mail that came before under the same Message-ID
LONGEST_MESSAGE_ID = 320
LONGEST_ADDRESS = 320
AT_ONCE = 500  # rows a housekeeping changes


@dataclass(frozen=True, slots=True)
class CameIn:
    """A mail claimed for reading. `envelope_from` is "<>" for the empty sender and "" where it is not known."""

    id: int
    raw: bytes
    envelope_from: str
    envelope_to: str
    via: str
    received_at: datetime
    attempts: int


@dataclass(frozen=True, slots=True)
class MailInfo:
    """A mail as the admin's list shows it. `state`: new, done or failed; `detail` holds texts of strangers."""

    id: int
    received_at: datetime
    via: str
    envelope_from: str
    envelope_to: str
    state: str
    attempts: int
    outcome: str | None
    detail: dict[str, Any]
    done_at: datetime | None
    seat: str | None
    slug: str | None
    game: str | None


def store_mail(house: House, raw: bytes, envelope_from: str, envelope_to: str, via: str) -> int | None:
    """Stores a mail for one recipient and has it read; None when the very same came before. Raises StoreError.

    `envelope_from` as CameIn says it; `via` is lmtp, pipe, imap or page. Once this returns the mail is safe.
    """
    envelope_to = storable(envelope_to)[:LONGEST_ADDRESS]
    digest = hashlib.sha256(envelope_to.lower().encode() + b"\0")
    digest.update(raw)
    with transaction(house) as tx:
        row = InboundMail(
            received_at=tx.now,
            via=via,
            envelope_from=storable(envelope_from)[:LONGEST_ADDRESS],
            envelope_to=envelope_to,
            digest=digest.hexdigest(),
            raw=raw,
            state="new",
            attempts=0,
            detail={},
        )
        try:
            with tx.session.begin_nested():
                tx.session.add(row)
        except IntegrityError:
            return None
        tx.ring("read_mail", row.id)
        return row.id


def is_waiting(now: datetime) -> ColumnElement[bool]:
    """What is to be read now: new mails that no worker holds."""
    free = or_(InboundMail.lease_until.is_(None), InboundMail.lease_until < now)
    return and_(InboundMail.state == "new", free)


def claim_mail(house: House, mail_id: int) -> CameIn | None:
    """Takes a mail for LEASE; None when it is read, held, waiting for its next attempt, or given up just now.

    What kills its reader comes back when the lease is over, and is given up like what makes it fail.
    """
    with transaction(house) as tx:
        mine = update(InboundMail).where(InboundMail.id == mail_id, is_waiting(tx.now))
        taken = mine.values(lease_until=tx.now + LEASE, attempts=InboundMail.attempts + 1).returning(InboundMail)
        row = tx.session.scalar(taken)
        if row is None:
            return None
        if row.attempts > LAST_ATTEMPT or row.raw is None:
            _give_up(tx, row, "its reader ended with it again and again")
            return None
        return CameIn(row.id, row.raw, row.envelope_from, row.envelope_to, row.via, row.received_at, row.attempts)


def is_copy(house: House, mail_id: int, message_id: str, game_id: int | None) -> bool:
    """Notes a mail's Message-ID; True when another mail to the same address had it, and then this one is ended.

    `game_id` is that of the address, so that of two copies read at the same moment one waits for the other.
    """
    if not message_id:
        return False
    with transaction(house) as tx:
        if game_id is not None:
            tx.lock_game_id(game_id)
        row = tx.session.get_one(InboundMail, mail_id)
        row.message_id = message_id[:LONGEST_MESSAGE_ID]
        other = select(InboundMail.envelope_to).where(
            InboundMail.message_id == row.message_id,
            InboundMail.id != mail_id,
            InboundMail.state != "failed",
            or_(InboundMail.outcome.is_(None), InboundMail.outcome != COPY),
        )
        if row.envelope_to.lower() not in (address.lower() for address in tx.session.scalars(other)):
            return False
        _end(row, tx.now, "done", COPY)
        return True


def finish_mail(
    house: House, mail_id: int, outcome: str, seat_id: int | None = None, detail: dict[str, Any] | None = None
) -> None:
    """Notes what came of a mail. `detail` is added to what is known of it; its texts must be storable."""
    with transaction(house) as tx:
        row = tx.session.get_one(InboundMail, mail_id)
        if row.state == "new":
            row.seat_id = seat_id if seat_id is not None else row.seat_id
            row.detail = {**row.detail, **(detail or {})}
            _end(row, tx.now, "done", outcome)


def describe_mail(house: House, mail_id: int, **detail: object) -> None:
    """Adds to what is known of a mail, for the admin's list."""
    with transaction(house) as tx:
        row = tx.session.get_one(InboundMail, mail_id)
        row.detail = {**row.detail, **detail}


def fail_mail(house: House, mail: CameIn, error: str) -> None:
    """Notes that reading a mail broke: it is tried again later, LAST_ATTEMPT times in all."""
    with transaction(house) as tx:
        row = tx.session.get_one(InboundMail, mail.id)
        if row.state != "new":
            return
        row.detail = {**row.detail, "error": storable(error)[:300]}
        if mail.attempts >= LAST_ATTEMPT:
            _give_up(tx, row, error)
        else:
            row.lease_until = tx.now + AGAIN * 2 ** (mail.attempts - 1)


def _give_up(tx: Transaction, row: InboundMail, error: str) -> None:
    _end(row, tx.now, "failed", "failed")
    tx.audit("worker", "give_up_mail", None, mail=row.id, error=storable(error)[:300])


def _end(row: InboundMail, now: datetime, state: str, outcome: str) -> None:
    row.state, row.outcome, row.done_at, row.lease_until = state, outcome, now, None
    if row.raw is not None and len(row.raw) > LARGEST_KEPT:
        row.raw = None


def due_mails(session: Session, now: datetime, limit: int) -> tuple[int, ...]:
    """The mails to read now, oldest first."""
    query = select(InboundMail.id).where(is_waiting(now)).order_by(InboundMail.received_at, InboundMail.id)
    return tuple(session.scalars(query.limit(limit)))


def people_among(house: House, addresses: Iterable[str]) -> frozenset[str]:
    """Those of these addresses, in small letters, from which some person plays."""
    with house.store.read() as session:
        query = select(Person.address_key).where(Person.address_key.in_([each.lower() for each in addresses]))
        return frozenset(session.scalars(query))


def forget_old_mails(house: House) -> int:
    """Deletes the bytes of mails that are older than KEEP, and says of how many."""
    with house.store.read() as session:
        old = and_(InboundMail.received_at < house.clock() - KEEP, InboundMail.raw.is_not(None))
        ids = tuple(session.scalars(select(InboundMail.id).where(old, InboundMail.state != "new").limit(AT_ONCE)))
    if ids:
        with transaction(house) as tx:
            tx.session.execute(update(InboundMail).where(InboundMail.id.in_(ids)).values(raw=None))
    return len(ids)


def list_mails(house: House, slug: str | None = None, *, first: int = 0, limit: int = 100) -> tuple[MailInfo, ...]:
    """Mails that came in, newest first: all, or those that belong to a seat of a game."""
    query = _with_seat().order_by(InboundMail.id.desc())
    if slug is not None:
        query = query.where(Game.slug == slug)
    with house.store.read() as session:
        return tuple(_info(*row) for row in session.execute(query.offset(first).limit(limit)))


def mail_info(house: House, mail_id: int) -> MailInfo | None:
    """One mail that came in; None where there is none of that number."""
    with house.store.read() as session:
        row = session.execute(_with_seat().where(InboundMail.id == mail_id)).first()
        return _info(*row) if row else None


def _with_seat() -> Select[InboundMail, str, str, str]:
    return (
        select(InboundMail, Seat.name, Game.slug, Game.name)
        .outerjoin(Seat, Seat.id == InboundMail.seat_id)
        .outerjoin(Game, Game.id == Seat.game_id)
    )


def _info(row: InboundMail, seat: str | None, slug: str | None, game: str | None) -> MailInfo:
    return MailInfo(
        id=row.id,
        received_at=row.received_at,
        via=row.via,
        envelope_from=row.envelope_from,
        envelope_to=row.envelope_to,
        state=row.state,
        attempts=row.attempts,
        outcome=row.outcome,
        detail=row.detail,
        done_at=row.done_at,
        seat=seat,
        slug=slug,
        game=game,
    )
