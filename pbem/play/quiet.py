"""The hours in which somebody wants no letters, as moments: it reads and writes nothing.

What it means is decided so: in the quiet hours nothing leaves (it is held until they end), but what the person asked
for a moment ago. A turn letter is held as the others are. A reminder that would come in them comes at their end; where
the turn would then be over, or nearly, it comes before they begin. Nothing that the quiet hours would have kept back
goes all the same: who has quiet from ten to eight and four hours for a move knows what that means, and the page of
preferences says it. Clocks run on.
"""

from datetime import UTC, date, datetime, time, timedelta

from pbem.words.times import zone_named

ASKED_FOR = ("fresh_link", "my_games", "receipt", "answer", "confirm", "new_address")
BEFORE = timedelta(minutes=15)  # a letter that is due then has left before the quiet hours, whatever holds it up
LEAST_LEFT_PART = 48  # at the end of the quiet hours that part of the time must be left for a reminder then,
LEAST_LEFT_MOST = timedelta(hours=1)  # an hour is enough
DAY = timedelta(days=1)

Hours = tuple[int, int]  # from, to: hours of a clock in the person's zone


def hours_of(quiet_from: int | None, quiet_to: int | None) -> Hours | None:
    """The quiet hours as a person has them; None for none."""
    if quiet_from is None or quiet_to is None or quiet_from == quiet_to:
        return None
    return quiet_from, quiet_to


def quiet_time(moment: datetime, zone: str, hours: Hours | None) -> tuple[datetime, datetime] | None:
    """Begin and end (UTC) of the quiet time in which the moment lies; None where it lies in none.

    They are when a clock in the zone shows the hours, over midnight where they go backwards. An hour that a date
    leaves out in spring is the one after it; of an hour that comes twice in autumn the first counts.
    """
    if hours is None:
        return None
    today = moment.astimezone(zone_named(zone)).date()
    for day in (today - DAY, today):
        begin = _at(day, hours[0], zone)
        end = _at(day if hours[0] < hours[1] else day + DAY, hours[1], zone)
        if begin <= moment < end:
            return begin, end
    return None


def _at(day: date, hour: int, zone: str) -> datetime:
    return datetime.combine(day, time(hour), tzinfo=zone_named(zone)).astimezone(UTC)


def after_quiet(moment: datetime, zone: str, hours: Hours | None) -> datetime:
    """The moment, or the end of the quiet time in which it lies."""
    found = quiet_time(moment, zone, hours)
    return found[1] if found else moment


def reminder_outside(
    at: datetime, deadline: datetime, clock: timedelta, now: datetime, zone: str, hours: Hours | None
) -> datetime | None:
    """When a reminder meant for `at` comes to somebody with quiet hours; None where none can come in time.

    `clock` is the time that the table gives for a move.
    """
    found = quiet_time(at, zone, hours)
    if found is None:
        return at
    begin, end = found
    if deadline - end >= min(clock / LEAST_LEFT_PART, LEAST_LEFT_MOST):
        return end
    return begin - BEFORE if begin - BEFORE > now else None
