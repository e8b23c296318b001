"""The shared supplies in the order in which a decision needs them: what it turns on first; it weighs nothing."""

from collections.abc import Mapping
from typing import Any, Final

from pbem import rules
from pbem.words import forecast
from pbem.words.describing import Line, harbour, roles_in_words
from pbem.words.tongue import Tongue

View = dict[str, Any]
Names = Mapping[int, str]

NEEDED: Final[Mapping[str, tuple[str, ...]]] = {
    "choose_role": ("roles", "ships", "house", "plantations", "quarries", "colonists", "offers"),
    "settler": ("plantations", "quarries"),
    "mayor": ("colonists",),
    "builder": ("dear", "gone"),
    "craftsman": ("goods", "ships", "house"),
    "trader": ("house",),
    "captain": ("ships", "points", "goods"),
    "storage": ("goods", "ships"),
}


def supplies(tongue: Tongue, view: View, names: Names, seat: int) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """What the decision of this phase turns on, in the order of its weight, and the rest of what all share."""
    lines = (*roles_in_words(tongue, view, names), *harbour(tongue, view), *_buildings(tongue, view, seat))
    needed = NEEDED.get(view["phase"], ())
    first = tuple(line for about in needed for line in lines if line.about == about)
    return first, tuple(line for line in lines if line.about not in needed)


def means(tongue: Tongue, view: View, seat: int) -> str:
    """What the seat has for the decision of this phase, in a sentence; "" where it needs nothing."""
    player = view["players"][seat]
    held = [tongue.thing(good, count) for good, count in player["goods"].items() if count]
    match view["phase"]:
        case "mayor":
            return _hands(tongue, player)
        case "settler":
            count = len(player["island"])
            return tongue.ngettext(
                "%(num)s of the 12 spaces of your island is taken.",
                "%(num)s of the 12 spaces of your island are taken.",
                count,
            )
        case "builder" | "choose_role":
            held.insert(0, tongue.thing("doubloons", player["doubloons"]))
    return tongue.gettext("You have %(things)s.", things=tongue.listing(held)) if held else ""


def _hands(tongue: Tongue, player: View) -> str:
    circles = len(player["island"]) + sum(rules.building(b["building"]).circles for b in player["buildings"])
    at_work = sum(tile["colonist"] for tile in player["island"]) + sum(b["colonists"] for b in player["buildings"])
    return tongue.gettext(
        "You have %(colonists)s for %(circles)s.",
        colonists=tongue.thing("colonists", player["san_juan"] + at_work),
        circles=tongue.ngettext("%(num)s place", "%(num)s places", circles),
    )


def _buildings(tongue: Tongue, view: View, seat: int) -> tuple[Line, ...]:
    """Before a role is chosen what the seat could build; as it builds, what it cannot and what is sold out."""
    if view["phase"] == "choose_role":
        return _line(tongue.gettext("As builder"), _offers(tongue, view, seat), "offers")
    if view["phase"] != "builder":
        return ()
    gone = ", ".join(tongue.name(name) for name, copies in view["supply"]["buildings"].items() if not copies)
    return (
        *_line(tongue.gettext("Too dear"), _too_dear(tongue, view, seat), "dear"),
        *_line(tongue.gettext("Sold out"), gone, "gone"),
    )


def _line(label: str, text: str, about: str) -> tuple[Line, ...]:
    return (Line(label, text, about),) if text else ()


def _offers(tongue: Tongue, view: View, seat: int) -> str:
    """ "for 0 doubloons hacienda; for 2 doubloons small market, …", with the builder's own doubloon off."""
    if view["roles"]["builder"]["taken_by"] is not None:
        return ""
    return _by_price(tongue, forecast.affordable(view, seat))


def _too_dear(tongue: Tongue, view: View, seat: int) -> str:
    """What is left, not owned and costs more than the seat has."""
    player = view["players"][seat]
    owned = {built["building"] for built in player["buildings"]}
    prices = {
        name: rules.price(view, seat, name)
        for name, copies in view["supply"]["buildings"].items()
        if copies and name not in owned
    }
    return _by_price(tongue, {name: cost for name, cost in prices.items() if cost > player["doubloons"]})


def _by_price(tongue: Tongue, prices: Mapping[str, int]) -> str:
    lots: dict[int, list[str]] = {}
    for name, cost in sorted(prices.items(), key=lambda offer: offer[1]):
        lots.setdefault(cost, []).append(tongue.name(name))
    return "; ".join(
        tongue.gettext("for %(price)s: %(buildings)s", price=cost, buildings=", ".join(buildings))
        for cost, buildings in lots.items()
    )
