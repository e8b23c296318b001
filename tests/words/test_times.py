"""Moments and spans in a reader's language and zone, over the changes of the clocks too."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from pbem.words import voice

AMSTERDAM = ZoneInfo("Europe/Amsterdam")
TUESDAY = datetime(2026, 12, 1, 17, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "moment", "short", "left"),
    [
        ("en", "Tuesday 1 December, 18:00", "Tue 18:00", "in 21 hours"),
        ("nl", "dinsdag 1 december, 18:00", "di. 18:00", "over 21 uur"),
        ("de", "Dienstag, 1. Dezember, 18:00", "Di. 18:00", "in 21 Stunden"),
    ],
)
def test_a_moment_is_said_in_zone_and_language(language: str, moment: str, short: str, left: str) -> None:
    speaker = voice(language, "Europe/Amsterdam")
    assert speaker.moment(TUESDAY) == moment
    assert speaker.short_moment(TUESDAY) == short
    assert speaker.time_left(TUESDAY, TUESDAY - timedelta(hours=21)) == left


@pytest.mark.parametrize(
    ("now", "deadline", "said", "left"),
    [
        # Clocks go forward at 02:00 on 28 March 2027: the night has 23 hours.
        ((2027, 3, 27, 12, 0), (2027, 3, 28, 12, 0), "Sunday 28 March, 12:00", "in 23 hours"),
        # Clocks go back at 03:00 on 25 October 2026: the night has 25 hours.
        ((2026, 10, 24, 12, 0), (2026, 10, 25, 12, 0), "Sunday 25 October, 12:00", "in 25 hours"),
    ],
)
def test_the_time_left_is_real_time_when_clocks_change(
    now: tuple[int, ...], deadline: tuple[int, ...], said: str, left: str
) -> None:
    speaker = voice("en", "Europe/Amsterdam")
    start = datetime(*now, tzinfo=AMSTERDAM)  # type: ignore[misc, arg-type]
    end = datetime(*deadline, tzinfo=AMSTERDAM)  # type: ignore[misc, arg-type]
    assert speaker.moment(end) == said
    assert speaker.time_left(end, start) == left
    assert speaker.time_left(end.astimezone(UTC), start.astimezone(UTC)) == left


def test_the_hour_that_comes_twice_says_which_it_is() -> None:
    speaker = voice("nl", "Europe/Amsterdam")
    first = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    assert speaker.moment(first) == "zondag 25 oktober, 02:30 CEST"
    assert speaker.moment(first + timedelta(hours=1)) == "zondag 25 oktober, 02:30 CET"
    assert speaker.moment(first + timedelta(hours=2)) == "zondag 25 oktober, 03:30"
    assert speaker.short_moment(first) == "zo. 02:30 CEST"


def test_the_hour_that_does_not_exist_is_skipped() -> None:
    speaker = voice("de", "Europe/Amsterdam")
    assert speaker.moment(datetime(2027, 3, 28, 0, 59, tzinfo=UTC)) == "Sonntag, 28. März, 01:59"
    assert speaker.moment(datetime(2027, 3, 28, 1, 0, tzinfo=UTC)) == "Sonntag, 28. März, 03:00"


@pytest.mark.parametrize(
    ("amount", "said"),
    [
        ({"days": 3}, "in 3 days"),
        ({"hours": 48}, "in 48 hours"),
        ({"hours": 49}, "in 2 days"),
        ({"minutes": 120}, "in 2 hours"),
        ({"hours": 47}, "in 47 hours"),
        ({"minutes": 90}, "in 90 minutes"),
        ({"seconds": 20}, "in 20 seconds"),
        ({"seconds": 0}, "the time is up"),
        ({"hours": -3}, "the time is up"),
    ],
)
def test_spans_take_the_unit_that_helps(amount: dict[str, int], said: str) -> None:
    assert voice("en").time_left(TUESDAY + timedelta(**amount), TUESDAY) == said


@pytest.mark.parametrize(
    ("seconds", "english", "dutch", "german"),
    [
        (48 * 3600, "48 hours", "48 uur", "48 Stunden"),
        (3 * 86400, "3 days", "3 dagen", "3 Tage"),
        (86400, "24 hours", "24 uur", "24 Stunden"),
        (5400, "90 minutes", "90 minuten", "90 Minuten"),
        (20, "20 seconds", "20 seconden", "20 Sekunden"),
    ],
)
def test_a_time_for_a_move(seconds: int, english: str, dutch: str, german: str) -> None:
    assert [voice(language).duration(seconds) for language in ("en", "nl", "de")] == [english, dutch, german]


def test_unknown_zones_and_languages_still_speak() -> None:
    speaker = voice("xx", "Moon/Base")
    assert speaker.language == "en"
    assert speaker.moment(TUESDAY) == "Tuesday 1 December, 17:00"
    assert voice("en", "../../etc/passwd").moment(TUESDAY) == "Tuesday 1 December, 17:00"
