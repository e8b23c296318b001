"""The form of a person's preferences: what was typed, what is wrong with it, what it asks for; it saves nothing."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from werkzeug.datastructures import MultiDict

from pbem import play, words
from pbem.web.seats import N_

LONGEST_INPUT = 64
NEVER = ""
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
TALKS: Mapping[str, tuple[str, str]] = {
    "each": (N_("A letter when somebody says something"), ""),
    "turn": (N_("With the next turn letter"), ""),
    "none": (N_("Only on the page"), ""),
}


@dataclass(frozen=True)
class Fields:
    """The form as it was typed; `errors` by field: name, language, zone, mode, hour, away, quiet, talk.

    `quiet_from` and `quiet_to` are hours, "" for none; `points` and `still` are "yes" or "".
    """

    name: str
    language: str
    zone: str
    mode: str
    hour: str
    away: str
    quiet_from: str
    quiet_to: str
    talk: str
    points: str
    still: str
    errors: Mapping[str, str] = field(default_factory=dict)

    @property
    def habits(self) -> play.Habits:
        """What the form asks for beside letters and language; good where it has no errors."""
        return play.Habits(
            name=self.name,
            quiet=play.check_quiet((self.quiet_from, self.quiet_to)),
            talk=self.talk,
            open_points=bool(self.points),
            motion="none" if self.still else "auto",
        )


def chosen(now: play.Preferences) -> Fields:
    """What a person has chosen, as the form shows it."""
    away = now.away_until.astimezone(ZoneInfo(now.zone)).date().isoformat() if now.away_until else ""
    quiet = now.habits.quiet
    return Fields(
        name=now.habits.name,
        language=now.language,
        zone=now.zone,
        mode=now.mode,
        hour=str(now.digest_hour),
        away=away,
        quiet_from=str(quiet[0]) if quiet else NEVER,
        quiet_to=str(quiet[1]) if quiet else NEVER,
        talk=now.habits.talk,
        points="yes" if now.habits.open_points else "",
        still="yes" if now.habits.motion == "none" else "",
    )


def read_form(form: MultiDict[str, str], before: Fields, voice: words.Voice, today: date) -> Fields:
    """The posted form, with a sentence for each field that cannot be."""
    typed = {name: form.get(name, "")[:LONGEST_INPUT].strip() for name in Fields.__dataclass_fields__}
    typed.pop("errors")
    faults = {
        "name": _fault(voice, play.check_name, typed["name"]),
        "language": _fault(voice, play.check_language, typed["language"]),
        "zone": _fault(voice, play.check_zone, typed["zone"]),
        "mode": _fault(voice, play.check_mode, typed["mode"]),
        "hour": _fault(voice, play.check_hour, typed["hour"]),
        "away": "" if typed["away"] in ("", before.away) else _fault(voice, _check_day, typed["away"], today),
        "quiet": _fault(voice, play.check_quiet, (typed["quiet_from"], typed["quiet_to"])),
        "talk": _fault(voice, play.check_talk, typed["talk"]),
    }
    return Fields(**typed, errors={name: said for name, said in faults.items() if said})


def _fault(voice: words.Voice, check: Callable[..., object], *typed: object) -> str:
    """The sentence with which a check refuses, or nothing."""
    try:
        check(*typed)
    except play.PlayError as error:
        return voice.say(error)
    return ""


def _check_day(text: str, today: date) -> date:
    """A day to come, within a year. Raises PlayError bad_day."""
    try:
        day = date.fromisoformat(text)
    except ValueError as error:
        raise play.PlayError("bad_day", N_("A day looks like 2026-08-12.")) from error
    if not today < day <= today + timedelta(days=366):
        raise play.PlayError("bad_day", N_("Give a day to come, within a year."))
    return day


def begin_of(day: str, zone: str) -> datetime:
    """When that day (ISO 8601) begins in the zone."""
    return datetime.combine(date.fromisoformat(day), datetime.min.time(), tzinfo=ZoneInfo(zone))
