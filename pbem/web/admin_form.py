"""The form that sets a table: what was typed, what is wrong with it, and what it asks for; it creates nothing."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from werkzeug.datastructures import MultiDict

from pbem import bots, play, words
from pbem.web.seats import N_

ROWS = 5
LONGEST_INPUT = 300
PERSON, NOBODY = "person", ""
KINDS = (PERSON, *(f"bot:{name}" for name in bots.NAMES), NOBODY)
SHIPS: Mapping[str, dict[str, Any]] = {"sheet": {}, "players": {"ship_minimum": "players"}}
ORDERS: Mapping[str, dict[str, Any]] = {"together": {"simultaneous": True}, "in_turn": {"simultaneous": False}}
BEGINNINGS = ("invite", "now")
POINTS = ("closed", "open")
NO_CHOICE = N_("Choose one of these.")
MISSING = N_("The address is missing; one looks like anna@example.org.")


@dataclass(frozen=True)
class SeatFields:
    """A row of the form as it was typed; `errors` by field: kind, name, address, language, zone."""

    number: int
    kind: str = NOBODY
    name: str = ""
    address: str = ""
    language: str = ""
    zone: str = ""
    errors: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_taken(self) -> bool:
        """Whether somebody sits here."""
        return self.kind != NOBODY

    @property
    def spec(self) -> play.SeatSpec:
        """The seat that the row asks for."""
        if self.kind == PERSON:
            return play.SeatSpec(self.name, self.address, self.language or None, self.zone or None)
        return play.SeatSpec("", bot=self.kind.removeprefix("bot:"))


@dataclass(frozen=True)
class GameFields:
    """The form as it was typed; `errors` by field: name, inviter, clock, ship, order, points, begin, seats."""

    key: str
    name: str = ""
    inviter: str = ""
    clock: str = "48h"
    ship: str = "sheet"
    order: str = "together"
    points: str = "closed"
    begin: str = "invite"
    seats: tuple[SeatFields, ...] = ()
    errors: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_good(self) -> bool:
        """Whether a table can be set with it."""
        return not self.errors and not any(seat.errors for seat in self.seats)

    @property
    def rules_options(self) -> dict[str, Any]:
        """The chosen rules (notation 3); the minimum of the ship is left to the number of players, if it may be."""
        return {**SHIPS[self.ship], **ORDERS[self.order]}

    @property
    def specs(self) -> tuple[play.SeatSpec, ...]:
        """The seats asked for."""
        return tuple(seat.spec for seat in self.seats if seat.is_taken)


def empty_form() -> GameFields:
    """A form for three people. Its key makes a second delivery of it harmless."""
    rows = (SeatFields(number, PERSON if number <= 3 else NOBODY) for number in range(1, ROWS + 1))
    return GameFields(key=secrets.token_urlsafe(16), seats=tuple(rows))


def read_form(form: MultiDict[str, str], voice: words.Voice) -> GameFields:
    """The posted form, with a sentence for each field that cannot be."""
    typed = GameFields(
        key=form.get("key", "")[:64] or secrets.token_urlsafe(16),
        name=_text(form, "name"),
        inviter=_text(form, "inviter"),
        clock=_text(form, "clock"),
        ship=_text(form, "ship"),
        order=_text(form, "order"),
        points=_text(form, "points") or "closed",
        begin=_text(form, "begin"),
        seats=tuple(_read_seat(form, number, voice) for number in range(1, ROWS + 1)),
    )
    return replace(typed, errors=_faults(typed, voice))


def _text(form: MultiDict[str, str], name: str) -> str:
    return form.get(name, "")[:LONGEST_INPUT].strip(" ")


def _faults(typed: GameFields, voice: words.Voice) -> dict[str, str]:
    found = {
        "name": _fault(voice, play.check_name, typed.name, play.LONGEST_TITLE),
        "inviter": _fault(voice, play.check_name, typed.inviter) if typed.inviter else "",
        "clock": _fault(voice, play.read_duration, typed.clock),
        "ship": "" if typed.ship in SHIPS else voice.gettext(NO_CHOICE),
        "order": "" if typed.order in ORDERS else voice.gettext(NO_CHOICE),
        "points": "" if typed.points in POINTS else voice.gettext(NO_CHOICE),
        "begin": "" if typed.begin in BEGINNINGS else voice.gettext(NO_CHOICE),
        # Only when each row is right by itself do they have to fit together.
        "seats": "" if any(s.errors for s in typed.seats) else _fault(voice, play.check_seats, list(typed.specs)),
    }
    return {name: sentence for name, sentence in found.items() if sentence}


def _fault(voice: words.Voice, check: Callable[..., object], *values: object) -> str:
    """The sentence with which a check of pbem.play refuses, or nothing."""
    try:
        check(*values)
    except play.PlayError as error:
        return voice.say(error)
    return ""


def _read_seat(form: MultiDict[str, str], number: int, voice: words.Voice) -> SeatFields:
    seat = SeatFields(
        number,
        kind=_text(form, f"kind-{number}"),
        name=_text(form, f"name-{number}"),
        address=_text(form, f"address-{number}"),
        language=_text(form, f"language-{number}"),
        zone=_text(form, f"zone-{number}"),
    )
    return replace(seat, errors=_seat_faults(seat, voice))


def _seat_faults(seat: SeatFields, voice: words.Voice) -> dict[str, str]:
    if seat.kind not in KINDS:
        return {"kind": voice.gettext(NO_CHOICE)}
    if seat.kind != PERSON:
        return {}
    found = {
        "name": _fault(voice, play.check_name, seat.name),
        "address": _fault(voice, play.check_address, seat.address) if seat.address else voice.gettext(MISSING),
        "language": _fault(voice, play.check_language, seat.language) if seat.language else "",
        "zone": _fault(voice, play.check_zone, seat.zone) if seat.zone else "",
    }
    return {name: sentence for name, sentence in found.items() if sentence}
