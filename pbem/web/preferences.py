"""The page where a person says how many letters come, when, in which language; what it means is decided elsewhere."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem import play, words
from pbem.web.seats import N_, house
from pbem.web.speaking import voice
from pbem.web.table import my_seat

PREFERENCES = Blueprint("preferences", __name__, url_prefix="/games")
OWN_NAMES: Mapping[str, str] = {"en": "English", "nl": "Nederlands", "de": "Deutsch"}
LONGEST_INPUT = 64
MODES: Mapping[str, tuple[str, str]] = {
    "each": (
        N_("A letter for each turn"),
        N_(
            "It comes when a decision is yours, with one reminder at half of the time and one shortly before its end. "
            "What comes together goes in one letter, and none comes while you play on the page."
        ),
    ),
    "once": (
        N_("One letter until you come"),
        N_(
            "After it all is quiet, also reminders, until you have played or opened a table and done something there. "
            "Then one letter says what else waits. The time of your turns runs on."
        ),
    ),
    "digest": (
        N_("One letter a day"),
        N_(
            "At the hour below, with all tables that wait for you; none when nothing waits. Where a table gives less "
            "than a day for a move, a turn may be over before you read of it."
        ),
    ),
    "none": (
        N_("No letters"),
        N_(
            "Only invitations, and what you ask for. When the time of a turn is up, a bot plays for you and no letter "
            "says so."
        ),
    ),
}


@dataclass(frozen=True)
class Fields:
    """The form as it was typed; `errors` by field: language, zone, mode, hour, away."""

    language: str
    zone: str
    mode: str
    hour: str
    away: str
    errors: Mapping[str, str] = field(default_factory=dict)


@PREFERENCES.get("/<slug>/preferences")
def show(slug: str) -> ResponseReturnValue:
    """What is chosen now."""
    seat = my_seat(slug)
    return _page(seat, _chosen(play.preferences(house, seat.seat_id)), is_saved="saved" in request.args)


@PREFERENCES.post("/<slug>/preferences")
def save(slug: str) -> ResponseReturnValue:
    """Sets what was chosen for all games, or stops this game's letters; else the page with what is wrong."""
    seat = my_seat(slug)
    play.note_seen(house, seat.seat_id)
    letters = {"stop": play.stop_letters, "resume": play.resume_letters}.get(request.form.get("letters", ""))
    if letters is not None:
        letters(house, seat.seat_id)
        return redirect(url_for("preferences.show", slug=slug), 303)
    before = _chosen(play.preferences(house, seat.seat_id))
    typed = _read(before)
    if typed.errors:
        return _page(seat, typed), 422
    play.set_preferences(
        house, seat.seat_id, language=typed.language, zone=typed.zone, mode=typed.mode, digest_hour=int(typed.hour)
    )
    if typed.away != before.away:
        _set_away(seat, typed)
    return redirect(url_for("preferences.show", slug=slug, saved=1), 303)


def _chosen(now: play.Preferences) -> Fields:
    away = now.away_until.astimezone(ZoneInfo(now.zone)).date().isoformat() if now.away_until else ""
    return Fields(now.language, now.zone, now.mode, str(now.digest_hour), away)


def _read(before: Fields) -> Fields:
    """The posted form, with a sentence for each field that cannot be."""
    language, zone, mode, hour, away = (
        request.form.get(name, "")[:LONGEST_INPUT].strip() for name in ("language", "zone", "mode", "hour", "away")
    )
    faults = {
        "language": _fault(play.check_language, language),
        "zone": _fault(play.check_zone, zone),
        "mode": _fault(play.check_mode, mode),
        "hour": _fault(play.check_hour, hour),
        "away": "" if away in ("", before.away) else _fault(_check_day, away),
    }
    return Fields(language, zone, mode, hour, away, {name: said for name, said in faults.items() if said})


def _fault(check: Callable[[str], object], typed: str) -> str:
    """The sentence with which a check refuses, or nothing."""
    try:
        check(typed)
    except play.PlayError as error:
        return voice().say(error)
    return ""


def _check_day(text: str) -> date:
    """A day to come, within a year. Raises PlayError bad_day."""
    try:
        day = date.fromisoformat(text)
    except ValueError as error:
        raise play.PlayError("bad_day", N_("A day looks like 2026-08-12.")) from error
    today = house.clock().date()
    if not today < day <= today + timedelta(days=366):
        raise play.PlayError("bad_day", N_("Give a day to come, within a year."))
    return day


def _set_away(seat: play.LinkedSeat, typed: Fields) -> None:
    """The person is away until that day begins in the zone; without a day, there again."""
    if typed.away:
        begin = datetime.combine(date.fromisoformat(typed.away), time(), tzinfo=ZoneInfo(typed.zone))
        play.set_away(house, seat.seat_id, begin.astimezone(UTC))
    else:
        play.set_back(house, seat.seat_id)


def _page(seat: play.LinkedSeat, fields: Fields, *, is_saved: bool = False) -> str:
    return render_template(
        "preferences.html",
        seat=seat,
        form=fields,
        tables=play.preferences(house, seat.seat_id).tables,
        modes=MODES,
        languages={code: OWN_NAMES[code] for code in words.LANGUAGES},
        zones=play.zones(),
        tomorrow=(house.clock() + timedelta(days=1)).date().isoformat(),
        is_saved=is_saved,
    )
