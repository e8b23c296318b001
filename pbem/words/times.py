"""Moments and spans of time in a person's language and zone; it knows no clock of its own."""

from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from babel.dates import format_datetime, format_timedelta
from babel.units import format_unit

LONG = {"en": "EEEE d MMMM, HH:mm", "nl": "EEEE d MMMM, HH:mm", "de": "EEEE, d. MMMM, HH:mm"}
SHORT = {"en": "EEE HH:mm", "nl": "EEE'.' HH:mm", "de": "EEE HH:mm"}
DATED = {"en": "EEE d MMM HH:mm", "nl": "EEE'.' d MMM HH:mm", "de": "EEE d. MMM HH:mm"}
ON_DAY = {"en": "EEEE d MMMM yyyy", "nl": "EEEE d MMMM yyyy", "de": "EEEE, d. MMMM yyyy"}
DATE = {"en": "d MMMM yyyy", "nl": "d MMMM yyyy", "de": "d. MMMM yyyy"}
# Below two of a unit the smaller one is said: "in 90 minutes", "in 47 hours". Two days are still 48 hours, as the
# clock of a game is written.
UNITS_BEFORE_NEXT = 2.0
DAYS_BEFORE_NEXT = 2.01
DAY = timedelta(days=1)
NEAR = timedelta(days=6)  # so long a weekday alone says which day


@cache
def zone_named(name: str) -> ZoneInfo:
    """The time zone of that IANA name; an unknown name reads as UTC, so that a letter always leaves."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


def formatted(at: datetime, zone: ZoneInfo, pattern: str, language: str) -> str:
    """`at` (aware) in `zone`; the hour that a clock shows twice in autumn says which of the two it is."""
    local = at.astimezone(zone)
    words = format_datetime(local, pattern, tzinfo=zone, locale=language)
    if "HH" in pattern and local.replace(fold=0).utcoffset() != local.replace(fold=1).utcoffset():
        return f"{words} {local.tzname()}"
    return words


def span(until: datetime, now: datetime, language: str) -> str:
    """The real time between two aware moments with its direction: "in 21 hours", "over 21 uur"."""
    # In UTC, because Python subtracts two times of one zone by their wall clocks, wrong when they change.
    left = until.astimezone(UTC) - now.astimezone(UTC)
    return format_timedelta(left, threshold=_threshold(left), add_direction=True, locale=language)


def rough_length(seconds: int, language: str) -> str:
    """A length of time in the unit that `span` would take, rounded: "21 hours"."""
    left = timedelta(seconds=seconds)
    return format_timedelta(left, threshold=_threshold(left), locale=language)


def _threshold(left: timedelta) -> float:
    return UNITS_BEFORE_NEXT if left < DAY else DAYS_BEFORE_NEXT


def length(seconds: int, language: str) -> str:
    """A length of time in the largest unit that says it exactly: "48 hours" up to two days, then "3 days"."""
    for name, size in (("day", 86400), ("hour", 3600), ("minute", 60)):
        # Two days are said in hours, as the clock of a game is written: 48h.
        if seconds % size == 0 and seconds > (2 * size if name == "day" else 0):
            return format_unit(seconds // size, f"duration-{name}", locale=language)
    return format_unit(seconds, "duration-second", locale=language)
