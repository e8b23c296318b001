"""What happened, by name: moves as fragments and the log as a story grouped by role; it keeps no state."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pbem import rules
from pbem.words.names import N_, TILE
from pbem.words.sentences import LogEntry, Teller
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


@dataclass(frozen=True, slots=True)
class Story:
    """One role, taken by seat `chooser`, as a heading and sentences, one text a move; `role` None: a round begins.

    `ply` is the first move of what the heading names (0: none, as where a round is told in brief), `plies` that of each
    sentence, none where they are of no single move.
    """

    role: str | None
    chooser: int | None
    round: int
    title: str
    sentences: tuple[str, ...]
    ply: int = 0
    plies: tuple[int, ...] = ()

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
            told.append(round_story(tongue, last, names, you))
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
    teller = Teller(tongue, names, you)
    told = [(text, entry.ply) for entry in group if (text := " ".join(teller.sentences(entry)))]
    told += [(text, group[-1].ply) for text in teller.idle(group)]
    texts, plies = [text for text, _ in told], [ply for _, ply in told]
    return Story(role, chooser, event.round, title, tuple(texts), group[0].ply, tuple(plies))


def happened(tongue: Tongue, entry: LogEntry, names: Names, you: int | None) -> tuple[str, ...]:
    """One move in sentences, those too that a story does not tell: a pass, a placement."""
    teller = Teller(tongue, names, you)
    told = teller.sentences(entry)
    is_told = bool(teller.own(entry)) and not entry.move.startswith("role ")
    return (*told,) if is_told else (teller.plainly(entry), *told)


def round_story(tongue: Tongue, event: rules.Event, names: Names, you: int | None) -> Story:
    """The begin of the round after the one that this move ended."""
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


ENDED: Mapping[str, str] = {
    "colonists": N_("The colonists had run out."),
    "buildings": N_("A city was full."),
    "vp": N_("The point chips had run out."),
}


def ending(tongue: Tongue, why: str) -> str:
    """Why a game that is over has ended (rules 4)."""
    return tongue.gettext(ENDED[why])
