"""What somebody might look for in a decision and cannot have, with the reason of the rules; it offers nothing."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pbem import rules, words

View = dict[str, Any]
# The violet buildings that would change a decision of each kind if somebody worked there.
HELPERS = {
    "settle": ("hacienda", "construction_hut", "hospice"),
    "build": ("university",),
    "sell": ("small_market", "large_market", "office"),
    "load": ("harbor", "wharf"),
    "keep": ("small_warehouse", "large_warehouse"),
}


@dataclass(frozen=True)
class Blocked:
    """What cannot be had. `group` is the heading below which it belongs, or ""."""

    label: str
    reason: str
    piece: str
    group: str = ""


def blocked(voice: words.Voice, view: View, seat: int, kind: str, moves: Iterable[str]) -> Iterable[Blocked]:
    """Everything of this kind of decision that is not among the moves."""
    offered = {move.split()[1] for move in moves if " " in move}
    match kind:
        case "build":
            yield from _buildings(voice, view, seat, offered)
        case "settle":
            yield from _tiles(voice, view, offered)
        case "take":
            yield from _kinds(voice, view, offered)
        case "sell":
            yield from _sales(voice, view, seat, offered)
        case "load":
            yield from _loads(voice, view, seat, set(moves))
    yield from _idle(voice, view["players"][seat], HELPERS.get(kind, ()))


def building_group(voice: words.Voice, name: str) -> str:
    """The heading below which a building stands: its points, which is also how many quarries count."""
    points = rules.building(name).vp
    return voice.ngettext("%(num)s point, up to %(num)s quarry", "%(num)s points, up to %(num)s quarries", points)


def _idle(voice: words.Voice, player: View, helpers: Iterable[str]) -> Iterable[Blocked]:
    for built in player["buildings"]:
        if built["building"] in helpers and not built["colonists"]:
            name = built["building"]
            yield Blocked(voice.title(name), voice.gettext("no colonist is there: it does nothing"), f"b-{name}")


def _buildings(voice: words.Voice, view: View, seat: int, offered: set[str]) -> Iterable[Blocked]:
    me = view["players"][seat]
    owned = {b["building"] for b in me["buildings"]}
    prices = rules.prices(view, seat)
    for name, left in view["supply"]["buildings"].items():
        if name in offered:
            continue
        group = building_group(voice, name)
        if name in owned:
            reason = voice.gettext("you have one")
        elif not left:
            reason = voice.gettext("sold out")
        elif prices[name] > me["doubloons"]:
            reason = voice.gettext(
                "costs %(price)s for you; you have %(have)s", price=prices[name], have=me["doubloons"]
            )
        elif rules.building(name).size == 2:
            reason = voice.gettext("needs 2 spaces of your city, which has 1")
        else:
            reason = voice.gettext("your city has no room for it")
        yield Blocked(voice.title(name), reason, f"b-{name}", group)


def _tiles(voice: words.Voice, view: View, offered: set[str]) -> Iterable[Blocked]:
    for tile in rules.TILES:
        if tile in offered:
            continue
        if tile != "quarry":
            reason = voice.gettext("none lies open")
        elif view["supply"]["quarries"]:
            reason = voice.gettext("only the settler or a construction hut takes one")
        else:
            reason = voice.gettext("none is left")
        yield Blocked(voice.tile(tile), reason, f"tile-{tile}")


def _kinds(voice: words.Voice, view: View, offered: set[str]) -> Iterable[Blocked]:
    for good in rules.GOODS:
        if good not in offered:
            is_out = view["supply"]["goods"][good] == 0
            reason = voice.gettext("the supply has none left") if is_out else voice.gettext("you made none this time")
            yield Blocked(voice.title(good), reason, f"good-{good}")


def _sales(voice: words.Voice, view: View, seat: int, offered: set[str]) -> Iterable[Blocked]:
    for good, count in view["players"][seat]["goods"].items():
        if count and good not in offered:
            reason = (
                voice.gettext("is in the house already; a manned office would allow it")
                if len(view["trading_house"]) < 4
                else voice.gettext("the house is full")
            )
            yield Blocked(voice.title(good), reason, f"good-{good}")


def _loads(voice: words.Voice, view: View, seat: int, moves: set[str]) -> Iterable[Blocked]:
    """A row a good that goes nowhere, and one for an empty ship that a good may not use."""
    for good, count in view["players"][seat]["goods"].items():
        if not count:
            continue
        if not any(move.startswith(f"ship {good} ") for move in moves):
            yield Blocked(voice.title(good), _no_ship(voice, view, good), f"good-{good}")
            continue
        for ship in view["cargo_ships"]:
            refused = rules.why_not(view, seat, f"ship {good} {ship['capacity']}") if not ship["good"] else None
            if refused is not None:
                label = voice.gettext("%(good)s on the ship of %(size)s", good=voice.title(good), size=ship["capacity"])
                yield Blocked(label, voice.say(refused), f"good-{good}")


def _no_ship(voice: words.Voice, view: View, good: str) -> str:
    ship = next((one for one in view["cargo_ships"] if one["good"] == good), None)
    if ship is not None:
        return voice.gettext("the ship with it is full, and it goes on no second one")
    return voice.gettext("every ship carries something else")
