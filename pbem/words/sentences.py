"""What one move did, as sentences about the others by name and the reader as "you"; it keeps no state."""

from collections.abc import Mapping
from typing import Protocol

from pbem import rules
from pbem.words.names import N_
from pbem.words.tongue import Tongue
from pbem.words.wording import counted

Names = Mapping[int, str]


class LogEntry(Protocol):
    """The part of a log entry that a story is made of."""

    @property
    def ply(self) -> int:
        """Its number in the log, from 1."""

    @property
    def seat(self) -> int:
        """Who moved."""

    @property
    def move(self) -> str:
        """The move in notation 2."""

    @property
    def mark(self) -> str:
        """ "", auto, bot, timeout, admin or order."""

    @property
    def event(self) -> rules.Event:
        """What the move did."""


ENDINGS: Mapping[str, str] = {
    "colonists": N_("The colonists have run out: this is the last round."),
    "buildings": N_("A city is full: this is the last round."),
    "vp": N_("The point chips have run out: this is the last round."),
}


def brought(tongue: Tongue, gains: Mapping[str, int]) -> str:
    """What a move brought the reader: "You got 1 corn and 1 doubloon."; "" where it brought nothing."""
    things = _gained(tongue, gains)
    return tongue.gettext("You got %(things)s.", things=things) if things else ""


def _gained(tongue: Tongue, gains: Mapping[str, int]) -> str:
    return tongue.listing(tongue.thing(term, n) for term, n in gains.items() if n > 0)


class Teller:
    """Turns entries into sentences about others by name and about the reader as "you"."""

    def __init__(self, tongue: Tongue, names: Names, you: int | None) -> None:
        self.tongue, self.names, self.you = tongue, names, you

    def sentences(self, entry: LogEntry) -> list[str]:
        """All that one entry is worth telling."""
        event = entry.event
        told = [self.own(entry), *self._others(event)]
        told += self._shortages(event)
        if event.house_emptied:
            told.append(self.tongue.gettext("The trading house was full and has been emptied."))
        told += [
            self.tongue.gettext("The ship with %(good)s sailed.", good=self.tongue.name(good))
            for good in event.ships_sailed
        ]
        if event.ending:
            told.append(self.tongue.gettext(ENDINGS[event.ending]))
        if entry.mark == "timeout":
            told.append(self._late(entry.seat))
        return [sentence for sentence in told if sentence]

    def _late(self, seat: int) -> str:
        if seat == self.you:
            return self.tongue.gettext("You were late, so the table played this for you.")
        return self.tongue.gettext("%(name)s was late, so the table played this.", name=self.names[seat])

    def _shortages(self, event: rules.Event) -> list[str]:
        """For whom too little of a good was left, in one sentence a good."""
        short: dict[str, list[int]] = {}
        for seat, good, _ in event.shortage:
            short.setdefault(good, []).append(seat)
        return [self._shortage(good, seats) for good, seats in short.items()]

    def _shortage(self, good: str, seats: list[int]) -> str:
        good, others = self.tongue.name(good), [self.names[seat] for seat in seats if seat != self.you]
        if not others:
            return self.tongue.gettext("Not enough %(good)s was left for you.", good=good)
        if self.you not in seats:
            names = self.tongue.listing(others)
            return self.tongue.gettext("Not enough %(good)s was left for %(name)s.", good=good, name=names)
        names = ", ".join(others)
        return self.tongue.gettext("Not enough %(good)s was left for %(names)s and you.", good=good, names=names)

    def _say(self, seat: int, yours: str, theirs: str, **params: object) -> str:
        if seat == self.you:
            return self.tongue.gettext(yours, **params) if params else self.tongue.gettext(yours)
        return self.tongue.gettext(theirs, name=self.names[seat], **params)

    def _others(self, event: rules.Event) -> list[str]:
        """What the move brought the seats that did not make it."""
        alike: dict[tuple[tuple[str, int], ...], list[int]] = {}
        for seat, gains in event.gains.items():
            if seat != event.seat:
                alike.setdefault(tuple(gains.items()), []).append(seat)
        return [self._all_got(seats, dict(gains)) for gains, seats in alike.items()]

    def _all_got(self, seats: list[int], gains: Mapping[str, int]) -> str:
        """The same for all of them in one sentence."""
        things = _gained(self.tongue, gains)
        if len(seats) == 1 or not things:
            return self._got(seats[0], gains)
        others = [self.names[seat] for seat in seats if seat != self.you]
        if self.you not in seats:
            return self.tongue.gettext(
                "%(names)s each got %(things)s.", names=self.tongue.listing(others), things=things
            )
        names = self.tongue.listing([self.tongue.gettext("You"), *others])
        return self.tongue.gettext("%(you_and_names)s each got %(things)s.", you_and_names=names, things=things)

    def _got(self, seat: int, gains: Mapping[str, int]) -> str:
        if seat == self.you:
            return brought(self.tongue, gains)
        things = _gained(self.tongue, gains)
        return self.tongue.gettext("%(name)s got %(things)s.", name=self.names[seat], things=things) if things else ""

    def own(self, entry: LogEntry) -> str:
        """What the seat that moved did and what it brought; "" where the role's heading says it all."""
        seat, gains = entry.seat, entry.event.gains.get(entry.seat, {})
        verb, *rest = entry.move.split()
        match verb, rest:
            case "role", _:
                return self._got(seat, gains)
            case "hacienda", _:
                return self._drew(seat, gains)
            case "settle", [tile, *plus]:
                return self._settled(seat, tile, bool(plus))
            case "build", [building, *plus]:
                return self._built(seat, building, -gains.get("doubloons", 0), bool(plus))
            case "take", [good]:
                good = self.tongue.name(good)
                return self._say(
                    seat, N_("You took one more %(good)s."), N_("%(name)s took one more %(good)s."), good=good
                )
            case "sell", [good]:
                return self._sold(seat, good, gains.get("doubloons", 0))
            case "ship", [good, ship]:
                return self._loaded(seat, good, ship, gains)
            case "keep", _:
                return self._stored(seat, gains)
        return ""

    def plainly(self, entry: LogEntry) -> str:
        """What the seat did, where `own` has no word for it, and that it took a role."""
        seat, (verb, *rest) = entry.seat, entry.move.split()
        match verb:
            case "role":
                role = self.tongue.object(rest[0])
                return self._say(seat, N_("You took %(role)s."), N_("%(name)s took %(role)s."), role=role)
            case "place":
                return self._say(seat, N_("You placed your colonists."), N_("%(name)s placed the colonists."))
            case "keep" if rest:
                goods = self.tongue.things(counted(rest))
                return self._say(seat, N_("You kept %(goods)s."), N_("%(name)s kept %(goods)s."), goods=goods)
            case "keep":
                return self._say(seat, N_("You kept nothing."), N_("%(name)s kept nothing."))
        return self._say(seat, N_("You passed."), N_("%(name)s passed."))

    def _drew(self, seat: int, gains: Mapping[str, int]) -> str:
        tiles = [term for term in gains if term.startswith("tile:")]
        if not tiles:
            return ""
        return self._say(
            seat,
            N_("You drew %(tile)s."),
            N_("%(name)s drew %(tile)s."),
            tile=self.tongue.tile_object(tiles[0].removeprefix("tile:")),
        )

    def _settled(self, seat: int, tile: str, colonist: bool) -> str:
        what = self.tongue.tile_object(tile)
        if colonist:
            return self._say(
                seat,
                N_("You took %(tile)s with a colonist."),
                N_("%(name)s took %(tile)s with a colonist."),
                tile=what,
            )
        return self._say(seat, N_("You took %(tile)s."), N_("%(name)s took %(tile)s."), tile=what)

    def _built(self, seat: int, building: str, cost: int, colonist: bool) -> str:
        params = {"building": self.tongue.object(building), "cost": cost}
        if colonist:
            return self._say(
                seat,
                N_("You built %(building)s with a colonist for %(cost)s."),
                N_("%(name)s built %(building)s with a colonist for %(cost)s."),
                **params,
            )
        return self._say(
            seat,
            N_("You built %(building)s for %(cost)s."),
            N_("%(name)s built %(building)s for %(cost)s."),
            **params,
        )

    def _sold(self, seat: int, good: str, doubloons: int) -> str:
        return self._say(
            seat,
            N_("You sold %(good)s for %(price)s."),
            N_("%(name)s sold %(good)s for %(price)s."),
            good=self.tongue.name(good),
            price=self.tongue.thing("doubloons", doubloons),
        )

    def _loaded(self, seat: int, good: str, ship: str, gains: Mapping[str, int]) -> str:
        params: dict[str, object] = {
            "goods": self.tongue.thing(good, -gains.get(good, 0)),
            "points": self.tongue.thing("vp", gains.get("vp", 0)),
        }
        if ship == "wharf":
            return self._say(
                seat,
                N_("You loaded %(goods)s on your wharf for %(points)s."),
                N_("%(name)s loaded %(goods)s on the own wharf for %(points)s."),
                **params,
            )
        return self._say(
            seat,
            N_("You loaded %(goods)s on the ship of %(size)s for %(points)s."),
            N_("%(name)s loaded %(goods)s on the ship of %(size)s for %(points)s."),
            size=ship,
            **params,
        )

    def _stored(self, seat: int, gains: Mapping[str, int]) -> str:
        lost = self.tongue.things({term: -n for term, n in gains.items() if n < 0})
        if not lost:
            return ""
        return self._say(seat, N_("You gave back %(goods)s."), N_("%(name)s gave back %(goods)s."), goods=lost)

    def idle(self, group: list[LogEntry]) -> list[str]:
        """Who passed where passing is worth a word, in one sentence: builder, settler, trader."""
        message = IDLE.get(group[0].event.role or "")
        seats = [entry.seat for entry in group if entry.move == "pass"]
        if message is None:
            return []
        told = []
        others = [self.names[seat] for seat in dict.fromkeys(seats) if seat != self.you]
        if self.you in seats:
            told.append(self.tongue.gettext(message[0]))
        if others:
            names = self.tongue.listing(others)
            told.append(self.tongue.ngettext(message[1], message[2], len(others), names=names))
        return told


def N2_(singular: str, plural: str) -> tuple[str, str]:
    """Marks a msgid with its plural for the catalogs."""
    return singular, plural


IDLE: Mapping[str, tuple[str, str, str]] = {
    "settler": (
        N_("You took no tile."),
        *N2_("%(names)s took no tile.", "%(names)s took no tile."),
    ),
    "builder": (
        N_("You built nothing."),
        *N2_("%(names)s built nothing.", "%(names)s built nothing."),
    ),
    "trader": (
        N_("You sold nothing."),
        *N2_("%(names)s sold nothing.", "%(names)s sold nothing."),
    ),
}
