"""Who is at the table: their clocks, how soon they answer, who is asked since when; it reads no game by itself."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from pbem import play, words

NO_DAY = timedelta(days=300)  # who is away without a day is noted for a year
AT_ONCE = timedelta(minutes=2)


@dataclass(frozen=True)
class Person:
    """Somebody at the table: who, in which role, and what the clock there shows. `away` says until when, or "".

    `before` says in whose place, and since when; `answers` how soon he usually answers; `turn` since when and until
    when he is asked something; all "" where there is nothing to say.
    """

    name: str
    is_me: bool
    bot: str | None
    local_time: str
    status: str
    away: str = ""
    before: str = ""
    answers: str = ""
    turn: str = ""
    is_governor: bool = False


def people(
    voice: words.Voice, table: play.Table, now: datetime, times: Mapping[int, timedelta] | None = None
) -> tuple[Person, ...]:
    """Who sits, or is invited to sit, at the table, in order of play: the governor first.

    `times` is how long each usually takes, by seat (play.answer_times).
    """
    governor = (table.view or {}).get("governor", 0)
    count = len(table.seats)
    ordered = sorted(table.seats, key=lambda seat: (seat.number - governor) % count)
    return tuple(_person(voice, table, seat, now, (times or {}).get(seat.number)) for seat in ordered)


def _person(
    voice: words.Voice, table: play.Table, seat: play.SeatInfo, now: datetime, usual: timedelta | None
) -> Person:
    is_me = table.me is not None and seat.number == table.me.number
    return Person(
        name=seat.name,
        is_me=is_me,
        bot=seat.bot,
        local_time="" if seat.bot else words.voice(voice.language, seat.zone).short_moment(now),
        status=seat.status,
        away=_away(voice, seat, now),
        before=_before(voice, table, seat),
        answers=_answers(voice, usual, is_me=is_me) if usual is not None and not seat.bot else "",
        turn=_turn(voice, table, seat, now),
        is_governor=(table.view or {}).get("governor") == seat.number,
    )


def near(voice: words.Voice, seat: play.SeatInfo, now: datetime, usual: timedelta | None) -> str:
    """What to know of somebody who is waited for: the clock there, and whether away or how soon he usually answers."""
    if seat.bot:
        return ""
    clock = words.voice(voice.language, seat.zone).short_moment(now)
    away = _away(voice, seat, now)
    usually = _answers(voice, usual, is_me=False) if usual is not None and not away else ""
    there = voice.gettext("there it is %(clock)s", clock=clock)
    return " · ".join(part for part in (there, away, usually) if part)


def _turn(voice: words.Voice, table: play.Table, seat: play.SeatInfo, now: datetime) -> str:
    """Since when the seat is asked something, and until when it may answer; a bot answers at once."""
    owed = next((owed for owed in table.owed if owed.seat == seat.number), None)
    if owed is None or not table.game.is_running or seat.bot:
        return ""
    since = voice.near_moment(owed.asked_at, now)
    if owed.deadline_at is None:
        return voice.gettext("asked since %(since)s", since=since)
    until = voice.near_moment(owed.deadline_at, now)
    return voice.gettext("asked since %(since)s, until %(until)s", since=since, until=until)


def _answers(voice: words.Voice, usual: timedelta, *, is_me: bool) -> str:
    """How soon somebody usually answers, rounded."""
    if usual < AT_ONCE:
        return voice.gettext("you answer at once") if is_me else voice.gettext("answers at once")
    span = voice.rough_duration(round(usual.total_seconds()))
    if is_me:
        return voice.gettext("you answer in about %(span)s", span=span)
    return voice.gettext("answers in about %(span)s", span=span)


def _before(voice: words.Voice, table: play.Table, seat: play.SeatInfo) -> str:
    """In whose place somebody sits, and since when; "" for who sat there from the start."""
    before = table.before.get(seat.number)
    if before is None:
        return ""
    return voice.gettext("in place of %(name)s since move %(ply)s", name=before.name, ply=before.ply)


def _away(voice: words.Voice, seat: play.SeatInfo, now: datetime) -> str:
    """Until when somebody is away by his own words; a day so far off stands for none."""
    if seat.bot or seat.away_until is None or seat.away_until <= now:
        return ""
    if seat.away_until - now > NO_DAY:
        return voice.gettext("away")
    return voice.gettext("away until %(day)s", day=voice.day(seat.away_until))
