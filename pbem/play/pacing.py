"""When a person may be written to: not while playing, as often as wanted, no more than the cap; it sends nothing."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, and_, func, or_, select, update

from pbem import store
from pbem.play.kinds import ASKING, MERGING, TO_OTHERS, WANTED_ALWAYS
from pbem.play.quiet import ASKED_FOR, after_quiet, hours_of
from pbem.play.transaction import Transaction, transaction
from pbem.play.types import House
from pbem.store import AddressTrouble, Game, Heartbeat, Move, Person, Seat, Turn

PAUSE_PART = 600  # who was on the page just now is given this part of the time for a move before a letter,
PAUSE_MOST = timedelta(minutes=1)  # a minute at most
PAUSE_LEAST = timedelta(seconds=1)  # and none at all where it would be shorter than this
MOST_PAUSES = 15  # who stays on the page of one table must hear of another one in the end
BOTS_TAKE = timedelta(seconds=15)  # they move at once: what they bring goes in one letter with what was before
HOLD = timedelta(days=1)  # how long a letter lies that waits for a visit, until it is looked at again
SEEN_AGAIN = timedelta(seconds=20)
AWAY_WAYS = ("mail", "cli")  # who moves by these is not on the page
QUIET = "quiet"  # the heartbeat that says until when letters wait after an outage
HOUR = timedelta(hours=1)
WANTED_TIMES = 3  # how many times the cap the letters that were asked for may reach


def pause(game: Game) -> timedelta:
    """How long somebody who was seen on the page has before a letter of that game comes."""
    span = min(timedelta(seconds=game.clock_seconds) / PAUSE_PART, PAUSE_MOST)
    return span if span >= PAUSE_LEAST else timedelta(0)


def note_act(tx: Transaction, person_id: int, *, on_page: bool = True) -> None:
    """The person did something just now: letters wait a moment, and those held back until a visit may go again.

    To be called before any letter is touched: persons are locked first.
    """
    query = select(Person).where(Person.id == person_id).with_for_update(key_share=True)
    person = tx.session.scalars(query).one()
    if on_page:
        person.seen_at = tx.now
    if person.letter_mode == "once":
        _release(tx, person_id)


def _release(tx: Transaction, person_id: int) -> None:
    """Has what waited for a visit go again, after a moment; what a worker holds just now it puts off itself."""
    letter, soon = store.Letter, tx.now + PAUSE_MOST
    held = select(letter.id).where(letter.person_id == person_id, letter.state == "waiting", letter.kind.in_(ASKING))
    held = held.where(letter.attempts == 0, letter.not_before > soon).order_by(letter.id)
    ids = tx.session.scalars(held.with_for_update(skip_locked=True)).all()
    if ids:
        tx.session.execute(update(letter).where(letter.id.in_(ids)).values(not_before=soon))


def note_seen(house: House, seat_id: int) -> None:
    """Notes that the person of a seat is on a page just now; what was noted SEEN_AGAIN ago or less is new enough."""
    with house.store.read() as session:
        query = select(Person.id, Person.seen_at).join(Seat, Seat.person_id == Person.id).where(Seat.id == seat_id)
        person = session.execute(query).one()
    if person.seen_at is None or house.clock() - person.seen_at > SEEN_AGAIN:
        with transaction(house) as tx:
            note_act(tx, person.id)


def time_to_write(tx: Transaction, kind: str, seat: Seat, due: datetime) -> datetime | None:
    """When a new letter may leave at the earliest, `due` or later; None when its person wants no such letter."""
    person = seat.person
    assert person is not None
    if not is_wanted(tx, kind, person):
        return None
    return _outside_quiet(kind, person, due if kind not in MERGING else _when_with_others(tx, kind, seat, person, due))


def _when_with_others(tx: Transaction, kind: str, seat: Seat, person: Person, due: datetime) -> datetime:
    """When a letter that may go together with others leaves at the earliest, but for the quiet hours."""
    if person.letter_mode == "digest" and kind not in WANTED_ALWAYS and kind != "digest":
        due = max(due, person.digest_at or due)
    if kind in ASKING and is_silent(tx, person):
        due = max(due, tx.now + HOLD)
    if person.seen_at is not None:
        due = max(due, person.seen_at + pause(seat.game))
    if kind == "turn":
        due = max(due, _asked_elsewhere(tx, seat) + pause(seat.game))
    if kind in ("receipt", "timeout") and _bots_are_to_move(tx, seat):
        due = max(due, tx.now + min(BOTS_TAKE, pause(seat.game)))
    return due


def _outside_quiet(kind: str, person: Person, due: datetime) -> datetime:
    """That moment, or the end of the quiet hours in which it lies; what was asked for a moment ago does not wait."""
    hours = None if kind in ASKED_FOR else hours_of(person.quiet_from, person.quiet_to)
    return after_quiet(due, person.zone, hours)


def is_wanted(tx: Transaction, kind: str, person: Person) -> bool:
    """Whether the person's mode has letters of that kind at all."""
    if kind == "talk" and person.talk_mode != "each":
        return False
    match person.letter_mode:
        case "none":
            return kind in WANTED_ALWAYS
        case "digest":
            return kind not in ASKING
        case "once":
            return kind not in ("timeout", "talk") or not is_silent(tx, person)
    return True


def is_silent(tx: Transaction, person: Person) -> bool:
    """Whether somebody who wants one letter until the next visit has had it, and has done nothing since."""
    if person.letter_mode != "once":
        return False
    letter = store.Letter
    asked = select(func.max(letter.ended_at)).where(
        letter.person_id == person.id, letter.state == "sent", letter.kind.in_(ASKING)
    )
    last = tx.session.scalar(asked)
    if last is None or (person.seen_at is not None and person.seen_at >= last):
        return False
    own = and_(Seat.game_id == Move.game_id, Seat.number == Move.seat, Seat.person_id == person.id)
    moved = select(Move.id).join(Seat, own).where(Move.at >= last, Move.mark == "")
    return tx.session.scalar(moved.limit(1)) is None


def _asked_elsewhere(tx: Transaction, seat: Seat) -> datetime:
    """When the person's last turn letter of another table left: what comes shortly after goes in one letter."""
    letter = store.Letter
    query = select(letter.ended_at).where(
        letter.person_id == seat.person_id,
        letter.game_id != seat.game_id,
        letter.kind == "turn",
        letter.state == "sent",
        letter.ended_at > tx.now - PAUSE_MOST,
    )
    return tx.session.scalar(query.order_by(letter.ended_at.desc()).limit(1)) or tx.now - PAUSE_MOST


def _bots_are_to_move(tx: Transaction, seat: Seat) -> bool:
    query = select(Turn.id).where(Turn.game_id == seat.game_id, Turn.done_at.is_(None), Turn.bot_at.is_not(None))
    return tx.session.scalar(query.limit(1)) is not None


def time_to_send(tx: Transaction, letter: store.Letter, person: Person) -> datetime:
    """When a letter that is due may leave as things are now: `tx.now`, or later."""
    until = tx.now if letter.kind not in MERGING else _with_others(tx, letter, person)
    return _outside_quiet(letter.kind, person, until)


def _with_others(tx: Transaction, letter: store.Letter, person: Person) -> datetime:
    until = _quiet_until(tx)
    if letter.kind in ASKING and is_silent(tx, person):
        until = max(until, tx.now + HOLD)
    if person.letter_mode == "digest" and letter.kind not in ("digest", *WANTED_ALWAYS):
        is_digest_due = person.digest_at is not None and person.digest_at <= tx.now
        until = max(until, tx.now + PAUSE_MOST if is_digest_due else tx.now)  # the digest takes it along
    if person.seen_at is not None and letter.created_at + MOST_PAUSES * pause(letter.game) > tx.now:
        until = max(until, person.seen_at + pause(letter.game))
    return until


def _quiet_until(tx: Transaction) -> datetime:
    beat = tx.session.get(Heartbeat, QUIET)
    return max(beat.at, tx.now) if beat else tx.now


def time_under_cap(tx: Transaction, person_id: int, kinds: Iterable[str]) -> datetime:
    """When one more letter may go to a person: `tx.now`, or when the oldest of this hour is an hour old.

    Letters that the person asked for may go beyond the cap, up to WANTED_TIMES as many.
    """
    letter, cap = store.Letter, tx.house.settings.letters_per_hour
    most = cap * WANTED_TIMES if set(kinds) & set(WANTED_ALWAYS) else cap
    is_own = and_(letter.person_id == person_id, letter.merged_into.is_(None))
    left = and_(letter.state == "sent", letter.ended_at > tx.now - HOUR)
    sent = select(letter.ended_at).where(is_own, left).order_by(letter.ended_at.desc()).offset(most - 1).limit(1)
    oldest = tx.session.scalar(sent)
    return tx.now if oldest is None else oldest + HOUR


def is_reachable() -> ColumnElement[bool]:
    """Whether the letter's person has an address that takes letters; else it waits until that is mended."""
    trouble = select(AddressTrouble.id).join(Person, Person.address_key == AddressTrouble.address_key)
    suppressed = trouble.where(Person.id == store.Letter.person_id, AddressTrouble.suppressed_at.is_not(None))
    return or_(~suppressed.exists(), store.Letter.kind.in_(TO_OTHERS))
