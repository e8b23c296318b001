"""What a person wants of letters, in all games at once: how many, when, in which language; it knows no page."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy import select

from pbem import store
from pbem.play.digests import next_digest
from pbem.play.kinds import ASKING, MERGING, MODES, TALK_MODES
from pbem.play.outbox import write_letter
from pbem.play.people import check_chosen_name, check_language, check_name, check_zone, name_key
from pbem.play.quiet import Hours, hours_of
from pbem.play.transaction import Transaction, transaction
from pbem.play.turns import quietly
from pbem.play.types import N_, House, PlayError
from pbem.store import Person, Seat, Turn

MOTIONS = ("auto", "none")


@dataclass(frozen=True)
class Habits:
    """How somebody likes it, beside letters and language.

    `quiet` are the hours (from, to: 0 to 23 in the own zone) without letters, None for none; `talk`: each, turn or none
    (pbem.store.Person); `open_points`: would like points to lie open; `motion`: auto or none.
    """

    name: str
    quiet: Hours | None = None
    talk: str = "each"
    open_points: bool = False
    motion: str = "auto"


@dataclass(frozen=True)
class Preferences:
    """What a person has chosen. `mode`: each, once, digest or none; `digest_hour`: 0 to 23 in `zone`."""

    language: str
    zone: str
    mode: str
    digest_hour: int
    habits: Habits
    away_until: datetime | None = None
    tables: int = 1

    @property
    def name(self) -> str:
        """What the person is called."""
        return self.habits.name


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
            habits=_habits(person),
            away_until=person.away_until if person.away_until and person.away_until > house.clock() else None,
            tables=len(session.scalars(running).all()),
        )


def _habits(person: Person) -> Habits:
    quiet = hours_of(person.quiet_from, person.quiet_to)
    return Habits(person.name, quiet, person.talk_mode, person.open_points, person.motion)


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


def check_talk(text: str) -> str:
    """Whether what is said at a table comes by letter. Raises PlayError bad_talk."""
    if text not in TALK_MODES:
        raise PlayError("bad_talk", N_("Choose whether what is said at a table comes by letter."))
    return text


def check_quiet(text: tuple[str, str]) -> Hours | None:
    """The quiet hours as two hours of the day, both "" for none. Raises PlayError bad_quiet."""
    if text == ("", ""):
        return None
    try:
        begin, end = (check_hour(hour) for hour in text)
    except PlayError as error:
        raise PlayError("bad_quiet", N_("Quiet hours have a begin and an end, or neither.")) from error
    if begin == end:
        raise PlayError("bad_quiet", N_("Quiet hours that end when they begin would be none or all day."))
    return begin, end


def check_motion(text: str) -> str:
    """Whether pieces may move on the page. Raises PlayError bad_motion."""
    if text not in MOTIONS:
        raise PlayError("bad_motion", N_("Choose whether anything may move on the page."))
    return text


def set_preferences(
    house: House, seat_id: int, *, language: str, zone: str, mode: str, digest_hour: int, habits: Habits | None = None
) -> None:
    """Sets what the person on that seat wants, for all games; without `habits` those stay as they are.

    Letters that wait are put in line with it: who has no turn letters any more is spared those that wait, and who has
    them again is asked what is open. A new name is that of the person's seats in games that are not over, too. Raises
    PlayError as the checks do, bad_name, and name_taken where somebody else at such a table has that name.
    """
    language, zone, mode = check_language(language), check_zone(zone), check_mode(mode)
    digest_hour = check_hour(str(digest_hour))
    habits = _checked(habits) if habits else None
    with transaction(house) as tx:
        seat = tx.session.get_one(Seat, seat_id)
        actor = seat.name
        if habits:
            _rename(tx, seat.person_id, habits.name)
        query = select(Person).where(Person.id == seat.person_id).with_for_update(key_share=True)
        person = tx.session.scalars(query.execution_options(populate_existing=True)).one()
        before, quiet = person.letter_mode, (_habits(person).quiet, person.zone)
        person.letter_mode, person.language, person.zone, person.digest_hour = mode, language, zone, digest_hour
        person.digest_at = next_digest(tx.now, zone, digest_hour) if mode == "digest" else None
        if habits:
            _take_on(person, habits)
        tx.audit(actor, "set_preferences", seat.game_id, seat=seat.number, mode=mode, language=language, zone=zone)
        tx.session.flush()
        if mode != before or quiet != (_habits(person).quiet, zone):
            _put_in_line(tx, person, before)


def _checked(habits: Habits) -> Habits:
    if habits.quiet:
        check_quiet((str(habits.quiet[0]), str(habits.quiet[1])))
    check_talk(habits.talk)
    check_motion(habits.motion)
    return replace(habits, name=check_name(habits.name))


def _take_on(person: Person, habits: Habits) -> None:
    person.name, person.talk_mode, person.motion = habits.name, habits.talk, habits.motion
    person.quiet_from, person.quiet_to = habits.quiet or (None, None)
    person.open_points = habits.open_points


def _rename(tx: Transaction, person_id: int | None, name: str) -> None:
    """Gives the person's seats in games that are not over a new name, if it is one.

    Raises PlayError name_taken, or bad_name for a new one that looks like a web address: it goes into invitations.

    The games are locked first, in the order of their ids, and before the person, as everywhere.
    """
    if tx.session.scalar(select(Person.name).where(Person.id == person_id)) == name:
        return
    check_chosen_name(name)
    of_games = select(Seat.game_id).join(Seat.game).where(Seat.person_id == person_id)
    going = of_games.where(store.Game.state.in_(("proposed", "inviting", "running"))).order_by(Seat.game_id)
    for game in [tx.lock_game_id(game_id) for game_id in tx.session.scalars(going).all()]:
        if any(seat.person_id != person_id and name_key(seat.name) == name_key(name) for seat in game.seats):
            raise PlayError(
                "name_taken", N_("At %(game)s somebody else is called %(name)s."), 409, game=game.name, name=name
            )
        for seat in game.seats:
            if seat.person_id == person_id:
                seat.name = name


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
        elif row.attempts == 0:  # what waited for the hour of a digest, a visit, quiet hours: it is looked at anew
            row.not_before = person.digest_at or tx.now
    _set_reminders(tx, person)
    if before in ("digest", "none") and person.letter_mode in ("each", "once"):
        for turn in _unasked(tx, person):
            write_letter(tx, "turn", turn.seat, f"turn:{turn.id}:{tx.now:%Y%m%d%H%M%S}", ply=turn.since_ply)


def _set_reminders(tx: Transaction, person: Person) -> None:
    """Reminders to come, in line with the person's quiet hours."""
    query = select(Turn).join(Turn.seat).where(Turn.done_at.is_(None), Seat.person_id == person.id)
    for turn in tx.session.scalars(query.where(Turn.remind_at.is_not(None)).order_by(Turn.id)).all():
        if turn.remind_at is not None:
            turn.remind_at = quietly(turn, turn.remind_at, timedelta(seconds=turn.game.clock_seconds), tx.now)


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
