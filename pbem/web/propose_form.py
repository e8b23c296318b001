"""The form with which a player proposes a table: what was typed, what is wrong with it, what it asks for; no verb."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from werkzeug.datastructures import MultiDict

from pbem import bots, play, words
from pbem.web.admin_form import LONGEST_INPUT, MISSING, NO_CHOICE, ORDERS, SHIPS
from pbem.web.seats import N_

ROWS = 4  # seats beside the proposer's own
PERSON, NOBODY, OWN_CLOCK = "person", "", "own"
CLOCKS = ("12h", "24h", "48h", "72h", "168h")
POINTS = ("hidden", "open")


@dataclass(frozen=True)
class GuestFields:
    """A row of the form as it was typed; `errors` by field: kind, name, address."""

    number: int
    kind: str = NOBODY
    name: str = ""
    address: str = ""
    errors: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_taken(self) -> bool:
        """Whether somebody is to sit here."""
        return self.kind != NOBODY

    @property
    def guest(self) -> play.Guest:
        """Who is to sit here."""
        if self.kind == PERSON:
            return play.Guest(self.name, self.address)
        what, _, which = self.kind.partition(":")
        return play.Guest(bot=which) if what == "bot" else play.Guest(mate=int(which))


@dataclass(frozen=True)
class ProposeFields:
    """The form as it was typed; `errors` by field: name, clock, ship, order, points, word, seats.

    `at`: the table from which somebody comes; `again`: its game is to be played again.
    """

    key: str
    at: str = ""
    again: bool = False
    name: str = ""
    clock: str = "48h"
    own_clock: str = ""
    ship: str = "sheet"
    order: str = "together"
    points: str = "hidden"
    word: str = ""
    guests: tuple[GuestFields, ...] = ()
    errors: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_good(self) -> bool:
        """Whether a table can be proposed with it."""
        return not self.errors and not any(guest.errors for guest in self.guests)

    @property
    def time(self) -> str:
        """The time for a move as it is read: one of CLOCKS, or what was typed."""
        return self.own_clock if self.clock == OWN_CLOCK else self.clock

    @property
    def wanted(self) -> play.Wanted:
        """The table asked for."""
        return play.Wanted(
            name=self.name,
            guests=tuple(guest.guest for guest in self.guests if guest.is_taken),
            clock=self.time,
            rules_options={**SHIPS[self.ship], **ORDERS[self.order]},
            open_points=self.points == "open",
            word=self.word,
            form_key=self.key,
        )

    def refused(self, row: int, sentence: str) -> "ProposeFields":
        """The same with what is wrong with the guest of that number, counted among those who are to sit."""
        taken = [guest for guest in self.guests if guest.is_taken]
        at_fault = taken[row].number if row < len(taken) else 0
        guests = (
            replace(guest, errors={"address": sentence}) if guest.number == at_fault else guest for guest in self.guests
        )
        return replace(self, guests=tuple(guests))


def empty_form(at: str) -> ProposeFields:
    """A form with nobody in it yet. Its key makes a second delivery of it harmless."""
    return ProposeFields(play.new_key(), at, guests=_rows(()))


def again_form(at: str, old: play.GameInfo, guests: tuple[play.Guest, ...]) -> ProposeFields:
    """A form filled in with the people, rules and clock of a game that is over."""
    kinds = [f"bot:{guest.bot}" if guest.bot else f"mate:{guest.mate}" for guest in guests]
    is_listed = old.clock_text in CLOCKS
    least = old.rules.get("ship_minimum")
    return ProposeFields(
        key=play.new_key(),
        at=at,
        again=True,
        name=play.next_name(old.name),
        clock=old.clock_text if is_listed else OWN_CLOCK,
        own_clock="" if is_listed else old.clock_text,
        ship="players" if least == "players" and len(guests) > 1 else "sheet",
        order="together" if old.rules.get("simultaneous", True) else "in_turn",
        points="open" if old.open_points else "hidden",
        guests=_rows(tuple(kinds)),
    )


def _rows(kinds: tuple[str, ...]) -> tuple[GuestFields, ...]:
    filled = (*kinds[:ROWS], *[NOBODY] * (ROWS - len(kinds)))
    return tuple(GuestFields(number, kind) for number, kind in enumerate(filled, 1))


def read_form(form: MultiDict[str, str], voice: words.Voice, mates: tuple[play.Mate, ...]) -> ProposeFields:
    """The posted form, with a sentence for each field that cannot be."""
    typed = ProposeFields(
        key=form.get("key", "")[:64] or play.new_key(),
        at=_text(form, "at"),
        again=form.get("again") == "1",
        name=_text(form, "name"),
        clock=_text(form, "clock"),
        own_clock=_text(form, "own_clock"),
        ship=_text(form, "ship"),
        order=_text(form, "order"),
        points=_text(form, "points"),
        word=_text(form, "word"),
        guests=tuple(read_guest(form, voice, mates, number) for number in range(1, ROWS + 1)),
    )
    return replace(typed, errors=_faults(typed, voice))


def read_guest(
    form: MultiDict[str, str], voice: words.Voice, mates: tuple[play.Mate, ...], number: int, *, must: bool = False
) -> GuestFields:
    """A row of a posted form; `must`: somebody has to be chosen."""
    row = GuestFields(
        number, _text(form, f"kind-{number}"), _text(form, f"name-{number}"), _text(form, f"address-{number}")
    )
    kinds = [f"mate:{mate.id}" for mate in mates] + [f"bot:{bot}" for bot in bots.NAMES] + [PERSON]
    if row.kind not in kinds and (must or row.kind != NOBODY):
        return replace(row, errors={"kind": voice.gettext(NO_CHOICE)})
    if row.kind != PERSON:
        return row
    found = {
        "name": _fault(voice, play.check_chosen_name, row.name),
        "address": _fault(voice, play.check_address, row.address) if row.address else voice.gettext(MISSING),
    }
    return replace(row, errors={name: sentence for name, sentence in found.items() if sentence})


def _text(form: MultiDict[str, str], name: str) -> str:
    return form.get(name, "")[:LONGEST_INPUT].strip(" ")


def _faults(typed: ProposeFields, voice: words.Voice) -> dict[str, str]:
    choices: Mapping[str, tuple[str, Any]] = {
        "ship": (typed.ship, SHIPS),
        "order": (typed.order, ORDERS),
        "points": (typed.points, POINTS),
    }
    found = {name: "" if chosen in known else voice.gettext(NO_CHOICE) for name, (chosen, known) in choices.items()}
    found["name"] = _fault(voice, play.check_chosen_name, typed.name, play.LONGEST_TITLE)
    found["word"] = _fault(voice, play.check_reason, typed.word)
    found["clock"] = (
        _fault(voice, play.read_duration, typed.time)
        if typed.clock in (*CLOCKS, OWN_CLOCK)
        else voice.gettext(NO_CHOICE)
    )
    if not any(guest.is_taken for guest in typed.guests):
        found["seats"] = voice.gettext(N_("Choose at least one more: a table has two to five seats."))
    return {name: sentence for name, sentence in found.items() if sentence}


def _fault(voice: words.Voice, check: Callable[..., object], *values: object) -> str:
    """The sentence with which a check refuses, or nothing."""
    try:
        check(*values)
    except play.PlayError as error:
        return voice.say(error)
    return ""
