"""Addresses that take no letters: what came back is counted, letters wait, and people mend it; it reads no mail."""

from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, delete, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import joinedload

from pbem import store
from pbem.play.kinds import ASKING
from pbem.play.outbox import write_letter
from pbem.play.texts import storable
from pbem.play.transaction import Transaction, transaction
from pbem.play.types import House, Letter, TroubleInfo
from pbem.store import AddressTrouble, Game, Person, Seat, Turn

MOST_OTHERS = 3  # letters that came back for another reason than a dead address; then no more are sent
FORGOTTEN_AFTER = timedelta(days=30)  # what came back so long ago does not count any more
FULL_APART = timedelta(hours=6)  # a full mailbox counts once in this time: it may be emptied
# About moments that have passed: what a person needs to know now is in the letters that go once the address is mended.
PASSED = ("reminder", "timeout", "paused", "resumed", "deadline", "receipt", "answer")
MENDED = "the address was mended"


def record_bounce(house: House, letter_id: int, kind: str, detail: str, *, inbound_id: int | None = None) -> bool:
    """Notes that a letter came back. `kind`: dead, full, refused or away; `detail`: what the host said.

    One dead address, or MOST_OTHERS letters for other reasons, and no more go to it. False when this letter has come
    back before, or there is no such letter.
    """
    with transaction(house) as tx:
        letter = _letter(tx, letter_id)
        if letter is None or letter.bounced_at is not None or letter.state == "withdrawn":
            return False
        letter.bounced_at = tx.now
        _count(tx, letter.to_address or letter.person.address, letter, kind, detail)
        found = {"inbound": inbound_id} if inbound_id is not None else {}
        tx.audit("mail", "letter_bounced", letter.game_id, letter=letter.id, error=storable(detail)[:300], **found)
        return True


def record_refusal(house: House, letter: Letter, kind: str, detail: str, address: str) -> bool:
    """Notes that the host refused the address when the letter was handed in; True when no more go there.

    The letter itself is untouched: who sends it says what becomes of it.
    """
    with transaction(house) as tx:
        row = _letter(tx, letter.id)
        return row is not None and _count(tx, address, row, kind, detail)


def _letter(tx: Transaction, letter_id: int) -> store.Letter | None:
    """The letter, its game locked first, as everywhere."""
    game_id = tx.session.scalar(select(store.Letter.game_id).where(store.Letter.id == letter_id))
    if game_id is None:
        return None
    tx.lock_game_id(game_id)
    return tx.session.get(store.Letter, letter_id, populate_existing=True, with_for_update={"of": store.Letter})


def _count(tx: Transaction, address: str, letter: store.Letter, kind: str, detail: str) -> bool:
    """Counts one more failure of an address; whether letters to it wait from now on."""
    row = _trouble(tx, address.casefold(), kind)
    is_counted = not (row.count and kind == row.kind == "full" and tx.now - row.last_at < FULL_APART)
    if row.suppressed_at is None and tx.now - row.last_at > FORGOTTEN_AFTER:
        row.count, row.first_at = 0, tx.now
    row.kind, row.detail, row.count = kind, storable(detail)[:300], row.count + is_counted
    if is_counted:
        row.last_at = tx.now
    if row.suppressed_at is None and (kind == "dead" or row.count >= MOST_OTHERS):
        row.suppressed_at = tx.now
        tx.audit("mail", "suppress_address", letter.game_id, name=letter.person.name, error=row.detail)
    return row.suppressed_at is not None


def _trouble(tx: Transaction, key: str, kind: str) -> AddressTrouble:
    """The row of an address, locked. Two who note its first trouble at once: the second waits and finds the row."""
    query = select(AddressTrouble).where(AddressTrouble.address_key == key).with_for_update()
    row = tx.session.scalar(query)
    if row is not None:
        return row
    row = AddressTrouble(address_key=key, kind=kind, count=0, first_at=tx.now, last_at=tx.now, detail="")
    try:
        with tx.session.begin_nested():
            tx.session.add(row)
    except IntegrityError:
        return tx.session.scalars(query).one()
    return row


# --- what people see of it


def seat_trouble(house: House, seat_id: int) -> TroubleInfo | None:
    """Why letters to the person on a seat wait; None where they do not."""
    return next(iter(_troubles(house, Seat.id == seat_id)), None)


def list_troubles(house: House, slug: str | None = None) -> tuple[TroubleInfo, ...]:
    """All people to whom letters wait, or those at one table; one line for each seat in a game not over."""
    condition = Game.slug == slug if slug is not None else Game.state.in_(("inviting", "running"))
    return _troubles(house, condition)


def _troubles(house: House, condition: ColumnElement[bool]) -> tuple[TroubleInfo, ...]:
    query = (
        select(Seat, Person, Game, AddressTrouble)
        .join(Person, Person.id == Seat.person_id)
        .join(Game, Game.id == Seat.game_id)
        .join(AddressTrouble, AddressTrouble.address_key == Person.address_key)
        .where(AddressTrouble.suppressed_at.is_not(None), condition)
        .order_by(AddressTrouble.suppressed_at, Seat.id)
    )
    with house.store.read() as session:
        return tuple(_info(*row) for row in session.execute(query))


def _info(seat: Seat, person: Person, game: Game, trouble: AddressTrouble) -> TroubleInfo:
    return TroubleInfo(
        seat_id=seat.id,
        seat=seat.number,
        name=seat.name,
        slug=game.slug,
        game=game.name,
        address=person.address,
        kind=trouble.kind,
        detail=trouble.detail,
        count=trouble.count,
        since=trouble.first_at,
        suppressed_at=trouble.suppressed_at or trouble.last_at,
    )


# --- mending


def mend_address(house: House, seat_id: int, by: str = "") -> bool:
    """The address of the person on a seat works again: letters go there, missed turn letters once more.

    `by` is who says so, else the person. False when nothing was wrong with it; twice is as once.
    """
    with transaction(house) as tx:
        seat = _seat(tx, seat_id)
        since = forget_trouble(tx, seat.person.address_key) if seat.person else None
        if since is None:
            return False
        tx.audit(by or seat.name, "mend_address", seat.game_id, seat=seat.number)
        write_again(tx, seat, since)
        return True


def forget_trouble(tx: Transaction, key: str) -> datetime | None:
    """Strikes the trouble of an address; since when letters to it waited, None where they did not."""
    row = tx.session.scalar(select(AddressTrouble).where(AddressTrouble.address_key == key).with_for_update())
    if row is None:
        return None
    tx.session.execute(delete(AddressTrouble).where(AddressTrouble.id == row.id))
    return row.suppressed_at


def write_again(tx: Transaction, seat: Seat, since: datetime | None = None) -> None:
    """After an address is mended: a letter that says so, and the turn letters that were missed; old news is dropped.

    `since`: when letters began to wait; None where they come to another address now.
    """
    waiting = select(store.Letter).where(store.Letter.person_id == seat.person_id, store.Letter.state == "waiting")
    for letter in tx.session.scalars(waiting).all():
        if letter.kind in PASSED and (letter.lease_until is None or letter.lease_until < tx.now):
            letter.state, letter.ended_at, letter.last_error = "withdrawn", tx.now, MENDED
        else:
            letter.not_before = tx.now
            tx.ring("deliver", letter.id)
    tx.session.flush()
    dedupe = f"bounce_mended:{seat.id}:{tx.now.timestamp():.0f}"
    write_letter(tx, "bounce_mended", seat, dedupe, ply=seat.game.ply, since=since.isoformat() if since else "")
    for turn in _open_turns(tx, seat):
        _ask_again(tx, turn)


def _open_turns(tx: Transaction, seat: Seat) -> list[Turn]:
    query = select(Turn).join(Turn.seat).where(Seat.person_id == seat.person_id, Turn.done_at.is_(None))
    return list(tx.session.scalars(query.options(joinedload(Turn.seat)).order_by(Turn.id)))


def _ask_again(tx: Transaction, turn: Turn) -> None:
    """A turn letter once more, unless one still waits to go."""
    letter = store.Letter
    waits = select(letter.id).where(letter.seat_id == turn.seat_id, letter.state == "waiting", letter.kind.in_(ASKING))
    if tx.session.scalar(waits.limit(1)) is None:
        write_letter(tx, "turn", turn.seat, f"turn:{turn.id}:mended:{tx.now.timestamp():.0f}", ply=turn.since_ply)


def _seat(tx: Transaction, seat_id: int) -> Seat:
    tx.lock_game_id(tx.session.scalars(select(Seat.game_id).where(Seat.id == seat_id)).one())
    return tx.session.get_one(Seat, seat_id)
