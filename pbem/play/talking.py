"""Table talk: what is said, read and taken away, and when a letter tells it; it composes no letter, reads no mail."""

from datetime import datetime, timedelta

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from pbem import store
from pbem.play.heard import Saying, saying_of
from pbem.play.kinds import TALK_MODES
from pbem.play.outbox import write_letter
from pbem.play.people import check_name
from pbem.play.said import check_message
from pbem.play.texts import check_text
from pbem.play.transaction import Transaction, game_named, transaction
from pbem.play.types import N_, House, PlayError
from pbem.store import Game, Person, Seat, Talk

GATHER = timedelta(minutes=3)  # what is said within goes in one letter, in a quick game within this part of the clock:
GATHER_PART = 100
NEXT = timedelta(minutes=15)  # from one letter about talk to the next
MOST_SOON, SOON = 10, timedelta(minutes=10)  # messages of one person at a table, within
MOST_A_DAY = 100
LONGEST_KEY = 60


def say(house: House, seat_id: int, text: str, via: str, key: str) -> int:
    """Says something at the table of a seat, in the name of its person; the message's id. `via`: page or mail.

    A second call with the same `key` of the same seat says nothing more. The others are told by letter as each of them
    has chosen (Person.talk_mode). Raises PlayError bad_text, not_open (no game is played there) or too_much_talk.
    """
    message = check_message(text)
    with transaction(house) as tx:
        game = tx.lock_game_id(tx.session.scalars(select(Seat.game_id).where(Seat.id == seat_id)).one())
        seat = tx.session.get_one(Seat, seat_id)
        key = f"{via}:{seat.id}:{check_text(key)[:LONGEST_KEY]}"
        before = _by_key(tx, game, key)
        if before is not None:
            return before
        _must_be_open(game)
        _must_not_be_too_much(tx, seat)
        talk = _add(tx, game, message, via, key, seat=seat.number, person_id=seat.person_id, name=seat.name)
        if via == "page":
            seat.talk_told = talk.id  # who says something on the page sees there what the others said
        _tell(tx, game, talk)
        tx.audit(seat.name, "say", game.id, seat=seat.number, talk=talk.id, via=via)
        return talk.id


def say_as_host(house: House, slug: str, text: str, by: str, *, sender: str = "", key: str) -> int:
    """Says something at a table as its host, under the name `sender` or, without one, as the host of the table.

    Raises PlayError no_such_game, bad_text, bad_name or not_open; a second call with the same `key` says nothing more.
    """
    message, name = check_message(text), check_name(sender) if sender.strip() else ""
    with transaction(house) as tx:
        game = tx.lock_game(slug)
        key = f"admin:{check_text(key)[:LONGEST_KEY]}"
        before = _by_key(tx, game, key)
        if before is not None:
            return before
        _must_be_open(game)
        talk = _add(tx, game, message, "admin", key, seat=None, person_id=None, name=name)
        _tell(tx, game, talk)
        tx.audit(by, "say", game.id, talk=talk.id, via="admin")
        return talk.id


def hide_talk(house: House, slug: str, talk_id: int, by: str) -> None:
    """Takes a message away for good: nobody at the table reads it any more. Twice is as good.

    Raises PlayError no_such_game or no_such_talk.
    """
    with transaction(house) as tx:
        game = tx.lock_game(slug)
        talk = tx.session.get(Talk, talk_id)
        if talk is None or talk.game_id != game.id:
            raise PlayError("no_such_talk", N_("There is no such message at this table."), 404)
        if talk.hidden_at is None:
            talk.hidden_at = tx.now
            tx.audit(by, "hide_talk", game.id, talk=talk.id, name=talk.name)


def talk(house: House, slug: str, *, before: int | None = None, limit: int = 20) -> tuple[Saying, ...]:
    """The newest messages of a table, newest first; with `before` those that are older than that one.

    Only for who has a seat there, or is a host. Raises PlayError no_such_game.
    """
    with house.store.read() as session:
        return newest_talk(session, game_named(session, slug).id, before=before, limit=limit)


def newest_talk(session: Session, game_id: int, *, before: int | None = None, limit: int = 20) -> tuple[Saying, ...]:
    """As `talk`, within a session."""
    row = (Talk.id, Talk.seat, Talk.person_id, Talk.name, Talk.text, Talk.via, Talk.at, Talk.hidden_at)
    query = select(*row).where(Talk.game_id == game_id)
    if before is not None:
        query = query.where(Talk.id < before)
    return tuple(map(saying_of, session.execute(query.order_by(Talk.id.desc()).limit(limit))))


def set_talk_mode(house: House, seat_id: int, mode: str) -> None:
    """Sets how the seat's person hears of what is said, at all his tables: Person.talk_mode. Twice is as good.

    each: a letter for what was said, several messages in one, none while he is on the page; turn: within the next
    letter that asks for a move; none: on the page alone. Letters that wait already are dropped when they are due and
    not wanted any more. Raises PlayError bad_mode.
    """
    if mode not in TALK_MODES:
        raise PlayError("bad_mode", N_("Choose how you would like to hear of table talk."))
    with transaction(house) as tx:
        seat = tx.session.get_one(Seat, seat_id)
        query = select(Person).where(Person.id == seat.person_id).with_for_update(key_share=True)
        person = tx.session.scalars(query.execution_options(populate_existing=True)).one()
        if person.talk_mode != mode:
            person.talk_mode = mode
            tx.audit(seat.name, "set_talk_mode", seat.game_id, seat=seat.number, mode=mode)


def talk_mode(house: House, seat_id: int) -> str:
    """How the seat's person hears of what is said: each, turn or none."""
    with house.store.read() as session:
        return session.scalars(select(Person.talk_mode).join(Seat).where(Seat.id == seat_id)).one()


# --- within the verbs


def _by_key(tx: Transaction, game: Game, key: str) -> int | None:
    return tx.session.scalar(select(Talk.id).where(Talk.game_id == game.id, Talk.key == key))


def _must_be_open(game: Game) -> None:
    if game.state not in ("running", "finished"):
        raise PlayError("not_open", N_("Nothing can be said at a table where no game is played."), 409)


def _must_not_be_too_much(tx: Transaction, seat: Seat) -> None:
    """Keeps one person from filling the letters of the others; a host is free."""
    own = select(func.count()).where(Talk.game_id == seat.game_id, Talk.person_id == seat.person_id)
    for most, span in ((MOST_SOON, SOON), (MOST_A_DAY, timedelta(days=1))):
        if (tx.session.scalar(own.where(Talk.at > tx.now - span)) or 0) >= most:
            raise PlayError(
                "too_much_talk",
                N_("You have said much in a short time, and others get letters of it. Nothing was said; wait a while."),
                429,
            )


def _add(
    tx: Transaction, game: Game, text: str, via: str, key: str, *, seat: int | None, person_id: int | None, name: str
) -> Talk:
    row = Talk(game_id=game.id, seat=seat, person_id=person_id, name=name, text=text, via=via, key=key, at=tx.now)
    tx.session.add(row)
    tx.session.flush()
    return row


def _tell(tx: Transaction, game: Game, talk: Talk) -> None:
    """Has a letter wait for each of the others who wants one; one that waits already will tell this message too."""
    waiting, last = _letters(tx, game)
    gather = min(GATHER, timedelta(seconds=game.clock_seconds) / GATHER_PART)
    for seat in game.seats:
        is_other = seat.person_id is not None and seat.person_id != talk.person_id
        if is_other and seat.status != "declined" and seat.id not in waiting:
            due = tx.now + gather
            if seat.id in last:
                due = max(due, last[seat.id] + min(NEXT, 5 * gather))
            write_letter(tx, "talk", seat, f"talk:{seat.id}:{talk.id}", ply=game.ply, not_before=due)


def _letters(tx: Transaction, game: Game) -> tuple[set[int], dict[int, datetime]]:
    """The seats to which a letter about talk waits that no worker holds, and when the last one to each seat left."""
    letter = store.Letter
    query = select(letter.seat_id, letter.state, letter.lease_until, letter.ended_at).where(
        letter.game_id == game.id,
        letter.kind == "talk",
        or_(letter.state == "waiting", letter.ended_at > tx.now - NEXT),
    )
    waiting: set[int] = set()
    last: dict[int, datetime] = {}
    for row in tx.session.execute(query.order_by(letter.id)):
        if row.state == "waiting" and (row.lease_until is None or row.lease_until < tx.now):
            waiting.add(row.seat_id)
        elif row.state == "sent":
            last[row.seat_id] = max(row.ended_at, last.get(row.seat_id, row.ended_at))
    return waiting, last
