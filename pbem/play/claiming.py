"""Takes a due letter for sending, with all that can go along to the same person; it must not compose or send."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from sqlalchemy import or_, select
from sqlalchemy.orm import joinedload

from pbem import store
from pbem.play.heard import TELLING, newest_ids
from pbem.play.kinds import ALONE, ASKING, MERGING, TO_OTHERS
from pbem.play.outbox import SETTLED, has_heard
from pbem.play.pacing import is_reachable, is_wanted, time_to_send, time_under_cap
from pbem.play.standing import why_over
from pbem.play.transaction import Transaction, transaction
from pbem.play.types import House, Letter, PersonInfo
from pbem.store import Game, Person, Seat, Turn

LEASE = timedelta(minutes=3)  # longer than the longest talk with an SMTP host
OF_NO_GAME = ("digest", "my_games")
NO_DEADLINE = datetime.max.replace(tzinfo=UTC)


def claim_letter(house: House, letter_id: int) -> Letter | None:
    """Takes a due letter for sending, for LEASE; None when it is not due, ended, or another worker's.

    It brings along what else the person is due and can be told with it (`merged`); then the letter that is given, and
    that holds the others, may be another one than was asked for. What is over is withdrawn here, and what should not
    go just now put off.
    """
    with transaction(house) as tx:
        person = _lock_person(tx, letter_id)
        if person is None:
            return None
        company = _lock_company(tx, person, letter_id)
        turns = _open_turns(tx, company)
        going = [row for row in company if _may_go(tx, person, row, turns.get(row.seat_id))]
        if letter_id not in {row.id for row in going} or _is_over_cap(tx, person, going):
            return None
        going.sort(key=lambda row: _rank(row, turns.get(row.seat_id)))
        for row in going:
            row.lease_until, row.attempts = tx.now + LEASE, row.attempts + 1
        upto = newest_ids(tx, {row.game_id for row in going if row.kind in TELLING})
        letters = [replace(letter_of(house, row), talk_to=_talk_to(row, upto)) for row in going]
        is_first = not has_heard(tx, going[0].seat)
        return replace(letters[0], merged=tuple(letters[1:]), is_first=is_first)


def _lock_person(tx: Transaction, letter_id: int) -> Person | None:
    """The person, locked, so that two workers do not part letters that could be one. Persons come before letters."""
    query = select(Person).join(store.Letter, store.Letter.person_id == Person.id).where(store.Letter.id == letter_id)
    return tx.session.scalar(query.with_for_update(of=Person, key_share=True))


def _lock_company(tx: Transaction, person: Person, letter_id: int) -> list[store.Letter]:
    """The letter and what of its person's can go along, also before its time; without the letter, nothing.

    Rows are locked in the order of their ids and those held by others passed over, so that nobody is waited for.
    """
    letter = store.Letter
    is_free = or_(letter.lease_until.is_(None), letter.lease_until < tx.now)
    is_ready = or_(letter.not_before <= tx.now, letter.attempts == 0)
    query = select(letter).where(letter.person_id == person.id, letter.state == "waiting", is_free, is_ready)
    query = query.where(is_reachable()).options(joinedload(letter.seat), joinedload(letter.game)).order_by(letter.id)
    locked = query.with_for_update(of=letter, skip_locked=True).execution_options(populate_existing=True)
    rows = {row.id: row for row in tx.session.scalars(locked)}
    asked = rows.get(letter_id)
    if asked is None or asked.not_before > tx.now:
        return []
    return [row for row in rows.values() if row is asked or (_can_merge(asked) and _can_merge(row))]


def _can_merge(row: store.Letter) -> bool:
    return row.kind in MERGING and ALONE not in row.extra


def _open_turns(tx: Transaction, rows: Iterable[store.Letter]) -> dict[int, Turn]:
    """The open turns of the seats that are asked, by seat."""
    seats = {row.seat_id for row in rows if row.kind in ASKING}
    query = select(Turn).where(Turn.seat_id.in_(seats), Turn.done_at.is_(None))
    return {turn.seat_id: turn for turn in tx.session.scalars(query)} if seats else {}


def _may_go(tx: Transaction, person: Person, row: store.Letter, turn: Turn | None) -> bool:
    """Whether a letter goes now; else it is withdrawn or put off."""
    why = why_over(row, person, turn) or ("" if is_wanted(tx, row.kind, person) else "not wanted any more")
    if why:
        row.state, row.ended_at, row.lease_until, row.last_error = "withdrawn", tx.now, None, why
        return False
    until = time_to_send(tx, row, person)
    if until > tx.now:
        row.not_before = max(row.not_before, until)
    return until <= tx.now


def _is_over_cap(tx: Transaction, person: Person, going: Iterable[store.Letter]) -> bool:
    """Whether the person has had enough for this hour; then the letters are put off."""
    until = time_under_cap(tx, person.id, {row.kind for row in going})
    if until > tx.now:
        for row in going:
            row.not_before = max(row.not_before, until)
    return until > tx.now


def _talk_to(row: store.Letter, upto: Mapping[int, int]) -> int:
    return upto.get(row.game_id, 0) if row.kind in TELLING else 0


def _rank(row: store.Letter, turn: Turn | None) -> tuple[int, datetime, int]:
    """Orders letters by what matters most: of several that ask, the one with the least time."""
    if row.kind in ASKING and turn is not None:
        return MERGING.index("turn"), turn.deadline_at or NO_DEADLINE, row.id
    return MERGING.index(row.kind) if row.kind in MERGING else 0, NO_DEADLINE, row.id


def letter_of(house: House, row: store.Letter) -> Letter:
    """The view of a letter's row."""
    return Letter(
        id=row.id,
        kind=row.kind,
        person=_person(row.person, row.extra.get("to") if row.kind in TO_OTHERS else None),
        seat_id=row.seat_id,
        seat=row.seat.number,
        # Whose seat it is no more gets no link to it, whatever letter is still under way.
        seat_nonce=row.seat.nonce if row.seat.person_id == row.person_id else "",
        slug=row.game.slug,
        ply=row.ply,
        message_id=row.message_id,
        thread_id=_own_thread(house, row) if row.kind in OF_NO_GAME else thread_id(house, row.game, row.seat),
        attempts=row.attempts,
        claims=row.attempts - int(row.extra.get(SETTLED, 0)),
        extra=dict(row.extra),
    )


def thread_id(house: House, game: Game, seat: Seat) -> str:
    """The id to which all letters of a game to a seat refer, so that clients keep one thread."""
    return f"<g{game.id}.s{seat.number}.{game.seed_hash[:8]}@{house.settings.mail_domain}>"


def _own_thread(house: House, row: store.Letter) -> str:
    """The id to which all letters of that kind to a person refer: they are of no single game."""
    return f"<p{row.person_id}.{row.kind}@{house.settings.mail_domain}>"


def _person(row: Person, address: str | None) -> PersonInfo:
    return PersonInfo(row.id, row.name, address or row.address, row.language, row.zone)
