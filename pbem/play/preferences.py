"""What a person wants of letters, in all games at once: how many, when, in which language; it knows no page."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from pbem import store
from pbem.play.digests import next_digest
from pbem.play.kinds import ASKING, MERGING, MODES
from pbem.play.outbox import write_letter
from pbem.play.people import check_language, check_zone
from pbem.play.transaction import Transaction, transaction
from pbem.play.types import N_, House, PlayError
from pbem.store import Person, Seat, Turn


@dataclass(frozen=True)
class Preferences:
    """What a person has chosen. `mode`: each, once, digest or none; `digest_hour`: 0 to 23 in `zone`."""

    language: str
    zone: str
    mode: str
    digest_hour: int
    away_until: datetime | None = None
    tables: int = 1


def preferences(house: House, seat_id: int) -> Preferences:
    """What the person on that seat has chosen, and at how many tables it counts."""
    with house.store.read() as session:
        person = session.scalars(select(Person).join(Seat, Seat.person_id == Person.id).where(Seat.id == seat_id)).one()
        seats = select(Seat.id).join(Seat.game).where(Seat.person_id == person.id)
        running = seats.where(store.Game.state.in_(("inviting", "running")))
        return Preferences(
            language=person.language,
            zone=person.zone,
            mode=person.letter_mode,
            digest_hour=person.digest_hour,
            away_until=person.away_until if person.away_until and person.away_until > house.clock() else None,
            tables=len(session.scalars(running).all()),
        )


def check_mode(text: str) -> str:
    """How many letters somebody wants. Raises PlayError bad_mode."""
    if text not in MODES:
        raise PlayError("bad_mode", N_("Choose how many letters you would like."))
    return text


def check_hour(text: str) -> int:
    """An hour of the day. Raises PlayError bad_hour."""
    if not (text.isascii() and text.isdigit() and len(text) < 3 and int(text) < 24):
        raise PlayError("bad_hour", N_("The hour is a number from 0 to 23."))
    return int(text)


def set_preferences(house: House, seat_id: int, *, language: str, zone: str, mode: str, digest_hour: int) -> None:
    """Sets what the person on that seat wants, for all games.

    Letters that wait are put in line with it: who has no turn letters any more is spared those that wait, and who has
    them again is asked what is open. Raises PlayError as the checks do.
    """
    language, zone, mode = check_language(language), check_zone(zone), check_mode(mode)
    digest_hour = check_hour(str(digest_hour))
    with transaction(house) as tx:
        seat = tx.session.get_one(Seat, seat_id)
        query = select(Person).where(Person.id == seat.person_id).with_for_update(key_share=True)
        person = tx.session.scalars(query.execution_options(populate_existing=True)).one()
        before, person.letter_mode = person.letter_mode, mode
        person.language, person.zone, person.digest_hour = language, zone, digest_hour
        person.digest_at = next_digest(tx.now, zone, digest_hour) if mode == "digest" else None
        tx.audit(seat.name, "set_preferences", seat.game_id, seat=seat.number, mode=mode, language=language, zone=zone)
        tx.session.flush()
        if mode != before:
            _put_in_line(tx, person, before)


def stop_digest(house: House, seat_id: int, *, again: bool = False) -> None:
    """No more daily letters to the person on that seat, in any game (RFC 8058), or `again`; twice is as good."""
    now, wanted = preferences(house, seat_id), "digest" if again else "none"
    if now.mode != wanted:
        set_preferences(house, seat_id, language=now.language, zone=now.zone, mode=wanted, digest_hour=now.digest_hour)


def _put_in_line(tx: Transaction, person: Person, before: str) -> None:
    letter = store.Letter
    waiting = select(letter).where(letter.person_id == person.id, letter.state == "waiting", letter.kind.in_(MERGING))
    free = waiting.where(letter.lease_until.is_(None)).order_by(letter.id).with_for_update(skip_locked=True)
    for row in tx.session.scalars(free).all():
        if person.letter_mode in ("digest", "none") and row.kind in ASKING:
            row.state, row.ended_at, row.last_error = "withdrawn", tx.now, "not wanted any more"
        elif row.attempts == 0:  # what waited for the hour of a digest, or for a visit: it is looked at anew
            row.not_before = person.digest_at or tx.now
    if before in ("digest", "none") and person.letter_mode in ("each", "once"):
        for turn in _unasked(tx, person):
            write_letter(tx, "turn", turn.seat, f"turn:{turn.id}:{tx.now:%Y%m%d%H%M%S}", ply=turn.since_ply)


def _unasked(tx: Transaction, person: Person) -> list[Turn]:
    """The open turns of which no letter has told the person."""
    letter = store.Letter
    told = select(letter.id).where(
        letter.seat_id == Turn.seat_id,
        letter.ply == Turn.since_ply,
        letter.kind.in_(ASKING),
        letter.state.in_(("sent", "waiting")),
    )
    query = select(Turn).join(Turn.seat).where(Turn.done_at.is_(None), Seat.person_id == person.id, ~told.exists())
    return list(tx.session.scalars(query.order_by(Turn.id)))
