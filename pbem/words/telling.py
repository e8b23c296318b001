"""What happened, by name: moves as fragments and the log as a story grouped by role; it keeps no state."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from pbem import rules
from pbem.words.names import N_, TILE
from pbem.words.tongue import Tongue
from pbem.words.wording import counted, placed

Names = Mapping[int, str]

MARKS: Mapping[str, str] = {
    "auto": N_("the only legal move"),
    "order": N_("by a standing order"),
    "bot": N_("by a bot"),
    "timeout": N_("played by the table after the time was up"),
    "admin": N_("by the host of the table"),
}


class LogEntry(Protocol):
    """The part of a log entry that a story is made of."""

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


@dataclass(frozen=True, slots=True)
class Story:
    """One role, taken by seat `chooser`, as a heading and sentences, one text a move; `role` None: a round begins."""

    role: str | None
    chooser: int | None
    round: int
    title: str
    sentences: tuple[str, ...]

    @property
    def text(self) -> str:
        """Heading and sentences on one line."""
        return f"{self.title}: {' '.join(self.sentences)}" if self.sentences else f"{self.title}."


def mark(tongue: Tongue, sign: str) -> str:
    """Why a move was made without its player: "the only legal move"; "" for a move of his own."""
    return tongue.gettext(MARKS[sign]) if sign in MARKS else ""


def move(tongue: Tongue, text: str) -> str:
    """A move as what somebody does: "takes the captain", "loads corn on the ship of 6"."""
    verb, *rest = text.split()
    plus = "+colonist" in rest
    match verb, rest:
        case "role", [role, *waived]:
            if waived:
                return tongue.gettext("takes the mayor without the extra colonist")
            return tongue.gettext("takes %(role)s", role=tongue.object(role))
        case "settle", [tile, *_]:
            message = N_("takes %(tile)s with a colonist") if plus else N_("takes %(tile)s")
            return tongue.gettext(message, tile=tongue.tile_object(tile))
        case "build", [building, *_]:
            message = N_("builds %(building)s with a colonist") if plus else N_("builds %(building)s")
            return tongue.gettext(message, building=tongue.object(building))
        case "take", [good]:
            return tongue.gettext("takes one more %(good)s", good=tongue.name(good))
        case "sell", [good]:
            return tongue.gettext("sells %(good)s", good=tongue.name(good))
        case "ship", [good, "wharf"]:
            return tongue.gettext("loads %(good)s on the own wharf", good=tongue.name(good))
        case "ship", [good, ship]:
            return tongue.gettext("loads %(good)s on the ship of %(size)s", good=tongue.name(good), size=ship)
    return _bare_move(tongue, verb, rest)


def _bare_move(tongue: Tongue, verb: str, rest: list[str]) -> str:
    match verb:
        case "hacienda":
            return tongue.gettext("draws a hidden tile first")
        case "place" if rest:
            return tongue.gettext("places the colonists (%(where)s)", where=placed(tongue, rest))
        case "place":
            return tongue.gettext("places the colonists")
        case "keep":
            goods = tongue.things(counted(rest))
            return tongue.gettext("keeps %(goods)s", goods=goods) if goods else tongue.gettext("keeps nothing")
    return tongue.gettext("passes")


def played(tongue: Tongue, text: str) -> str:
    """A move as a receipt names it: "captain", "corn on the ship of 6", "2 corn kept"."""
    verb, *rest = text.split()
    match verb, rest:
        case "role", [role, *waived]:
            return tongue.gettext("mayor without the extra colonist") if waived else tongue.name(role)
        case "settle", [tile, *plus]:
            name = tongue.gettext(TILE[tile])
            return tongue.gettext("%(tile)s with a colonist", tile=name) if plus else name
        case "build", [building, _]:
            return tongue.gettext("%(building)s with a colonist", building=tongue.name(building))
        case (("build" | "take" | "sell"), [name]):
            return tongue.name(name)
        case "ship", [good, "wharf"]:
            return tongue.gettext("%(good)s on the own wharf", good=tongue.name(good))
        case "ship", [good, ship]:
            return tongue.gettext("%(good)s on the ship of %(size)s", good=tongue.name(good), size=ship)
        case "keep", _:
            return tongue.gettext("%(goods)s kept", goods=tongue.things(counted(rest)) or tongue.gettext("nothing"))
        case "place", [_, *_]:
            return tongue.gettext("colonists placed (%(where)s)", where=placed(tongue, rest))
        case "place", _:
            return tongue.gettext("colonists placed")
        case "hacienda", _:
            return tongue.gettext("a hidden tile")
    return tongue.gettext("pass")


def story(tongue: Tongue, log: Sequence[LogEntry], names: Names, you: int | None) -> tuple[Story, ...]:
    """The log as stories in order, one a role and one a new round. `you` is told as "you"."""
    told: list[Story] = []
    for group in _by_role(log):
        told.append(_role_story(tongue, group, names, you))
        last = group[-1].event
        if last.new_round:
            told.append(_round_story(tongue, last, names, you))
    return tuple(told)


def _by_role(log: Sequence[LogEntry]) -> list[list[LogEntry]]:
    """The entries in runs of one round, chooser and role."""
    groups: list[list[LogEntry]] = []
    key: tuple[object, ...] | None = None
    for entry in log:
        now = (entry.event.round, entry.event.chooser, entry.event.role)
        if key != now:
            groups.append([])
        key = None if entry.event.new_round else now
        groups[-1].append(entry)
    return groups


def _role_story(tongue: Tongue, group: list[LogEntry], names: Names, you: int | None) -> Story:
    event = group[0].event
    chooser = group[0].seat if event.chooser is None else event.chooser
    role = event.role or "prospector"
    title = (
        tongue.gettext("You, %(role)s", role=tongue.name(role))
        if chooser == you
        else tongue.gettext("%(name)s, %(role)s", name=names[chooser], role=tongue.name(role))
    )
    teller = _Teller(tongue, names, you)
    sentences = [told for entry in group if (told := " ".join(teller.sentences(entry)))] + teller.idle(group)
    return Story(role, chooser, event.round, title, tuple(sentences))


def _round_story(tongue: Tongue, event: rules.Event, names: Names, you: int | None) -> Story:
    governor = (event.governor + 1) % len(names)
    sentences = [
        tongue.gettext("You are governor.")
        if governor == you
        else tongue.gettext("%(name)s is governor.", name=names[governor])
    ]
    if event.card_doubloons:
        roles = tongue.listing(tongue.name(role) for role in event.card_doubloons)
        sentences.append(tongue.gettext("One doubloon more lies on: %(roles)s.", roles=roles))
    return Story(
        None, None, event.round + 1, tongue.gettext("Round %(round)s", round=event.round + 1), tuple(sentences)
    )


ENDINGS: Mapping[str, str] = {
    "colonists": N_("The colonists have run out: this is the last round."),
    "buildings": N_("A city is full: this is the last round."),
    "vp": N_("The point chips have run out: this is the last round."),
}


ENDED: Mapping[str, str] = {
    "colonists": N_("The colonists had run out."),
    "buildings": N_("A city was full."),
    "vp": N_("The point chips had run out."),
}


def ending(tongue: Tongue, why: str) -> str:
    """Why a game that is over has ended (rules 4)."""
    return tongue.gettext(ENDED[why])


def brought(tongue: Tongue, gains: Mapping[str, int]) -> str:
    """What a move brought the reader: "You got 1 corn and 1 doubloon."; "" where it brought nothing."""
    things = _gained(tongue, gains)
    return tongue.gettext("You got %(things)s.", things=things) if things else ""


def _gained(tongue: Tongue, gains: Mapping[str, int]) -> str:
    return tongue.listing(tongue.thing(term, n) for term, n in gains.items() if n > 0)


class _Teller:
    """Turns entries into sentences about others by name and about the reader as "you"."""

    def __init__(self, tongue: Tongue, names: Names, you: int | None) -> None:
        self.tongue, self.names, self.you = tongue, names, you

    def sentences(self, entry: LogEntry) -> list[str]:
        """All that one entry is worth telling."""
        event = entry.event
        told = [self._own(entry), *self._others(event)]
        told += [self._shortage(seat, good) for seat, good, _ in event.shortage]
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

    def _shortage(self, seat: int, good: str) -> str:
        if seat == self.you:
            return self.tongue.gettext("Not enough %(good)s was left for you.", good=self.tongue.name(good))
        return self.tongue.gettext(
            "Not enough %(good)s was left for %(name)s.", good=self.tongue.name(good), name=self.names[seat]
        )

    def _say(self, seat: int, yours: str, theirs: str, **params: object) -> str:
        if seat == self.you:
            return self.tongue.gettext(yours, **params) if params else self.tongue.gettext(yours)
        return self.tongue.gettext(theirs, name=self.names[seat], **params)

    def _others(self, event: rules.Event) -> list[str]:
        """What the move brought the seats that did not make it."""
        return [self._got(seat, gains) for seat, gains in event.gains.items() if seat != event.seat]

    def _got(self, seat: int, gains: Mapping[str, int]) -> str:
        if seat == self.you:
            return brought(self.tongue, gains)
        things = _gained(self.tongue, gains)
        return self.tongue.gettext("%(name)s got %(things)s.", name=self.names[seat], things=things) if things else ""

    def _own(self, entry: LogEntry) -> str:
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
