"""One reader's language and zone: text, names, counted things, moments; it knows no game in progress."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from gettext import NullTranslations
from typing import Literal

from babel.lists import format_list

from pbem.words import names, times
from pbem.words.catalog import LANGUAGES, SOURCE_LANGUAGE, translations


class Tongue:
    """What every sentence needs. `gettext` and `ngettext` fill `%(name)s` in when parameters are given."""

    def __init__(self, language: str, zone: str = "UTC") -> None:
        """An unknown language reads as English, an unknown zone as UTC: words never fail."""
        self.language = language if language in LANGUAGES else SOURCE_LANGUAGE
        self.zone = zone
        self.translations: NullTranslations = translations(self.language)

    def gettext(self, message: str, /, **params: object) -> str:
        """The sentence in this language, with the parameters filled in."""
        text = self.translations.gettext(message)
        return text % params if params else text

    def ngettext(self, singular: str, plural: str, num: int, /, **params: object) -> str:
        """The sentence for `num` things; `%(num)s` is filled in too."""
        return self.translations.ngettext(singular, plural, num) % {"num": num, **params}

    # --- names (notation 1)

    def name(self, term: str, count: int | None = None) -> str:
        """The bare name of a role, good, building or `quarry`; with `count` "2 corn", "3 quarries"."""
        if count is not None:
            return self.thing(term, count)
        return self.gettext(names.BARE[term]) if term in names.BARE else term

    def title(self, term: str) -> str:
        """The name as it begins a line: "Captain", "Klein pakhuis"."""
        return capitalised(self.name(term))

    def object(self, term: str) -> str:
        """The name with its article as the object of a verb: "the captain", "einen Hafen"."""
        return self.gettext(names.OBJECT[term]) if term in names.OBJECT else self.name(term)

    def tile(self, tile: str) -> str:
        """An island tile as it begins a line: "Corn plantation", "Quarry"."""
        return capitalised(self.gettext(names.TILE[tile]))

    def tile_object(self, tile: str) -> str:
        """An island tile as the object of a verb: "a corn plantation"."""
        return self.gettext(names.TILE_OBJECT[tile])

    def effect(self, building: str) -> str:
        """What a building does, in a few words (rules 2)."""
        return self.gettext(names.EFFECT[building] if building in names.EFFECT else names.MAKES[building])

    # --- counted things

    def thing(self, term: str, count: int) -> str:
        """`count` of a good or other thing: "2 corn", "1 doubloon", "3 points", "a coffee plantation"."""
        match term:
            case "doubloons":
                return self.ngettext("%(num)s doubloon", "%(num)s doubloons", count)
            case "vp":
                return self.ngettext("%(num)s point", "%(num)s points", count)
            case "colonists":
                return self.ngettext("%(num)s colonist", "%(num)s colonists", count)
            case "barrels":
                return self.ngettext("%(num)s barrel", "%(num)s barrels", count)
            case "buildings":
                return self.ngettext("%(num)s building", "%(num)s buildings", count)
            case "quarry":
                return self.ngettext("%(num)s quarry", "%(num)s quarries", count)
        if term.startswith("tile:"):
            return self.tile_object(term.removeprefix("tile:"))
        return self.gettext("%(count)s %(thing)s", count=count, thing=self.name(term))

    def things(self, counts: Mapping[str, int]) -> str:
        """Counted things in a row, those of which there are none left out: "2 corn, 1 indigo"."""
        return ", ".join(self.thing(term, count) for term, count in counts.items() if count)

    def listing(self, items: Iterable[str], style: Literal["standard", "or"] = "standard") -> str:
        """Names in a row: "Dirk, Bea and Cem", with the style "or" "Dirk, Bea or Cem"."""
        return str(format_list(list(items), style=style, locale=self.language.replace("en", "en_GB")))

    # --- time

    def moment(self, at: datetime) -> str:
        """ "Tuesday 1 December, 18:00" in the reader's zone."""
        return times.formatted(at, times.zone_named(self.zone), times.LONG[self.language], self.language)

    def short_moment(self, at: datetime) -> str:
        """ "Tue 18:00" in the reader's zone."""
        return times.formatted(at, times.zone_named(self.zone), times.SHORT[self.language], self.language)

    def near_moment(self, at: datetime, now: datetime) -> str:
        """ "Tue 18:00" in the reader's zone, "Tue 8 Dec 18:00" where the weekday alone would be doubtful."""
        if abs(at.astimezone(UTC) - now.astimezone(UTC)) < times.NEAR:
            return self.short_moment(at)
        return times.formatted(at, times.zone_named(self.zone), times.DATED[self.language], self.language)

    def date(self, at: datetime) -> str:
        """ "1 December 2026" in the reader's zone."""
        return times.formatted(at, times.zone_named(self.zone), times.DATE[self.language], self.language)

    def day(self, at: datetime) -> str:
        """ "Tuesday 1 December 2026" in the reader's zone."""
        return times.formatted(at, times.zone_named(self.zone), times.ON_DAY[self.language], self.language)

    def time_left(self, at: datetime, now: datetime) -> str:
        """ "in 21 hours"; "the time is up" when `at` is not after `now`."""
        if at.astimezone(UTC) <= now.astimezone(UTC):
            return self.gettext("the time is up")
        return times.span(at, now, self.language)

    def duration(self, seconds: int) -> str:
        """A length of time as people say it: "48 hours", "3 days", "90 minutes"."""
        return times.length(seconds, self.language)

    def rough_duration(self, seconds: int) -> str:
        """A length of time in its largest unit, rounded: "21 hours"."""
        return times.rough_length(seconds, self.language)


def capitalised(text: str) -> str:
    """The text with its first letter as a capital, the rest as it is."""
    return text[:1].upper() + text[1:]
