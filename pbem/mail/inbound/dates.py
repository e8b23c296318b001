"""Days as people write them in three languages: "12 Aug", "vrijdag", "12.8."; a day is never guessed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache

from babel.dates import get_day_names, get_month_names

from pbem.words import LANGUAGES
from pbem.words.reading.tokens import spellings

FARTHEST = timedelta(days=366)
_MONTH_FORMS = {"sept": 9, "mrt": 3, "okt": 10, "mai": 5, "dez": 12, "maerz": 3, "marz": 3}
_DAYS_ON = {"today": 0, "tomorrow": 1, "vandaag": 0, "morgen": 1, "overmorgen": 2, "heute": 0, "ubermorgen": 2,
            "uebermorgen": 2}  # fmt: skip
_NUMERIC = re.compile(r"(\d{1,2})(?: ?[./] ?| )(\d{1,2})(?:(?: ?[./] ?| )(\d{4}|\d{2}))?")
_ISO = re.compile(r"(\d{4}) (\d{1,2}) (\d{1,2})")
_DAY_MONTH = re.compile(r"(?:the )?(\d{1,2})(?: (?:st|nd|rd|th|e|ste|de))?(?: of)? ([a-z]+)(?: (\d{4}))?")
_MONTH_DAY = re.compile(r"([a-z]+) (?:the )?(\d{1,2})(?: (?:st|nd|rd|th))?(?: (\d{4}))?")


def read_day(words: str, today: date, language: str) -> date | None:
    """The day that the words name, after today and within FARTHEST, or None where they name none for certain.

    `words`: tokens of `pbem.words.reading`, so in small letters without accents, joined by blanks. A day without a
    year is the next one of that date; "friday" is the next Friday. In English "3/4" is no certain day.
    """
    words = words.strip()
    for found in _days(words, today, language):
        return found if found is not None and today < found <= today + FARTHEST else None
    return None


def _days(words: str, today: date, language: str) -> Iterator[date | None]:
    if words in _DAYS_ON:
        yield today + timedelta(days=_DAYS_ON[words])
    weekday = _weekdays().get(words.removeprefix("next ").removeprefix("volgende ").removeprefix("nachsten "))
    if weekday is not None and words in _weekdays():
        yield today + timedelta(days=(weekday - today.weekday() - 1) % 7 + 1)
    if found := _ISO.fullmatch(words):
        yield _date(int(found[3]), int(found[2]), found[1], today)
    if found := _NUMERIC.fullmatch(words):
        day, month = int(found[1]), int(found[2])
        is_unclear = language == "en" and day != month and max(day, month) <= 12
        yield None if is_unclear else _either_way(day, month, found[3], today, language)
    for pattern, day_at, month_at in ((_DAY_MONTH, 1, 2), (_MONTH_DAY, 2, 1)):
        if (found := pattern.fullmatch(_without_weekday(words))) and found[month_at] in _months():
            yield _date(int(found[day_at]), _months()[found[month_at]], found[3], today)


def _either_way(day: int, month: int, year: str | None, today: date, language: str) -> date | None:
    """In English the month may come first, as in 8/25."""
    if language == "en" and month > 12:
        day, month = month, day
    return _date(day, month, year, today)


def _without_weekday(words: str) -> str:
    first, _, rest = words.partition(" ")
    return rest if first in _weekdays() and rest else words


def _date(day: int, month: int, year: str | None, today: date) -> date | None:
    """The date, the next one where no year is said; None for what is no date."""
    try:
        if year is not None:
            return date(int(year) + (2000 if len(year) == 2 else 0), month, day)
        this = date(today.year, month, day)
        return this if this > today else date(today.year + 1, month, day)
    except ValueError:
        return None


@cache
def _months() -> dict[str, int]:
    """Month names and their abbreviations in all our languages, as tokens."""
    found = dict(_MONTH_FORMS)
    for language in LANGUAGES:
        for width in ("wide", "abbreviated"):
            for number, name in get_month_names(width, locale=language).items():
                found.update({" ".join(words): int(number) for words in spellings(name)})
    return found


@cache
def _weekdays() -> dict[str, int]:
    """Names of weekdays in all our languages, Monday being 0; "do" and "so" alone say too little."""
    found = {}
    for language in LANGUAGES:
        for number, name in get_day_names("wide", locale=language).items():
            found.update({" ".join(words): int(number) for words in spellings(name)})
    return found
