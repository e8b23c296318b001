"""What a choice is called and what its button says; it looks at no position and weighs nothing."""

from collections.abc import Mapping

from pbem.words.names import N_
from pbem.words.tongue import Tongue

PASS: Mapping[str, tuple[str, str]] = {
    "settler": (N_("No tile"), N_("Take no tile")),
    "builder": (N_("No building"), N_("Build nothing")),
    "craftsman": (N_("No extra good"), N_("Take no extra good")),
    "trader": (N_("Sell nothing"), N_("Sell nothing")),
    "captain": (N_("Load nothing more"), N_("Load nothing more")),
}


def called(tongue: Tongue, phase: str, move: str) -> tuple[str, str]:
    """Label and button of a move in notation 2: "Captain", "Take the captain". A `place` is the suggested one."""
    verb, *rest = move.split()
    match verb, rest:
        case "role", [_, _]:
            label = tongue.gettext("Mayor without the extra colonist")
            return label, tongue.gettext("Take the mayor without the extra colonist")
        case "role", [role]:
            return tongue.title(role), tongue.gettext("Take %(role)s", role=tongue.object(role))
        case "settle", [tile, *plus]:
            return _settle(tongue, tile, bool(plus))
        case "build", [building, *plus]:
            return _build(tongue, building, bool(plus))
        case "take", [good]:
            return tongue.title(good), tongue.gettext("Take %(good)s", good=tongue.name(good))
        case "sell", [good]:
            return tongue.title(good), tongue.gettext("Sell %(good)s", good=tongue.name(good))
        case "ship", [good, ship]:
            return _ship(tongue, good, ship)
    return _other(tongue, phase, verb, rest)


def _settle(tongue: Tongue, tile: str, colonist: bool) -> tuple[str, str]:
    if not colonist:
        return tongue.tile(tile), tongue.gettext("Take %(tile)s", tile=tongue.tile_object(tile))
    label = tongue.gettext("%(tile)s with a colonist", tile=tongue.tile(tile))
    return label, tongue.gettext("Take %(tile)s with a colonist", tile=tongue.tile_object(tile))


def _build(tongue: Tongue, building: str, colonist: bool) -> tuple[str, str]:
    if not colonist:
        return tongue.title(building), tongue.gettext("Build %(building)s", building=tongue.object(building))
    label = tongue.gettext("%(building)s with a colonist", building=tongue.title(building))
    return label, tongue.gettext("Build %(building)s with a colonist", building=tongue.object(building))


def _ship(tongue: Tongue, good: str, ship: str) -> tuple[str, str]:
    if ship == "wharf":
        label = tongue.gettext("%(good)s on your own wharf", good=tongue.title(good))
        return label, tongue.gettext("Load %(good)s on your wharf", good=tongue.name(good))
    label = tongue.gettext("%(good)s on the ship of %(size)s", good=tongue.title(good), size=ship)
    return label, tongue.gettext("Load %(good)s on the ship of %(size)s", good=tongue.name(good), size=ship)


def _other(tongue: Tongue, phase: str, verb: str, rest: list[str]) -> tuple[str, str]:
    """The moves without an object: the hacienda's draw, placing, keeping, passing."""
    match verb:
        case "hacienda":
            return tongue.gettext("A hidden tile first"), tongue.gettext("Draw a hidden tile")
        case "place":
            return tongue.gettext("As the table suggests"), tongue.gettext("Place them like this")
        case "keep" if rest:
            goods = tongue.things(counted(rest))
            return goods, tongue.gettext("Keep %(goods)s", goods=goods)
        case "keep":
            return tongue.gettext("Nothing"), tongue.gettext("Keep nothing")
    label, button = PASS.get(phase, PASS["captain"])
    return tongue.gettext(label), tongue.gettext(button)


def counted(arguments: list[str]) -> dict[str, int]:
    """`NAME=N` arguments of notation 2 as a table."""
    return {name: int(count) for name, _, count in (argument.partition("=") for argument in arguments)}


def placed(tongue: Tongue, arguments: list[str]) -> str:
    """Where a placement lays the colonists: "corn 2, small market 1"."""
    return ", ".join(
        tongue.gettext("%(place)s %(count)s", place=tongue.name(term), count=count)
        for term, count in counted(arguments).items()
    )
