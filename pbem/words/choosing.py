"""The choices of a seat in words: label, what it brings, and the words of its button; it decides nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from pbem import rules
from pbem.words import forecast
from pbem.words.names import N_
from pbem.words.tongue import Tongue

View = dict[str, Any]


class LegalMoves(Protocol):
    """The part of `rules.Legal` that choices are made of."""

    @property
    def moves(self) -> Mapping[int, tuple[str, ...]]:
        """Seat -> its legal moves in notation 2."""

    @property
    def place(self) -> Mapping[int, Mapping[str, Any]]:
        """Seat -> its colonists and circles in the mayor phase."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal answer. `move` is notation 2; `coins` lie on the role's card; `group` is a heading or "" ."""

    move: str
    label: str
    note: str
    group: str
    button: str
    coins: int = 0


PASS: Mapping[str, tuple[str, str]] = {
    "settler": (N_("No tile"), N_("Take no tile")),
    "builder": (N_("No building"), N_("Build nothing")),
    "craftsman": (N_("No good more"), N_("Take no good more")),
    "trader": (N_("Sell nothing"), N_("Sell nothing")),
    "captain": (N_("Load nothing more"), N_("Load nothing more")),
}


def choices(tongue: Tongue, view: View, seat: int, legal: LegalMoves) -> tuple[Choice, ...]:
    """Every choice of the seat in the order of `legal`; for placing one choice, the suggested placement."""
    if seat in legal.place:
        return (_placement(tongue, rules.suggest_placement(view, seat)),)
    return tuple(choice(tongue, view, seat, move) for move in legal.moves.get(seat, ()))


def choice(tongue: Tongue, view: View, seat: int, move: str) -> Choice:
    """The words of one move of a seat in this position."""
    verb, *rest = move.split()
    match verb, rest:
        case "role", [role, *waived]:
            return _role(tongue, view, seat, move, role, bool(waived))
        case "settle", [tile, *plus]:
            return _settle(tongue, view, seat, move, tile, bool(plus))
        case "build", [building, *plus]:
            return _build(tongue, view, seat, move, building, bool(plus))
        case "take", [good]:
            return _take(tongue, view, seat, move, good)
        case "sell", [good]:
            return _sell(tongue, view, seat, move, good)
        case "ship", [good, ship]:
            return _ship(tongue, view, seat, move, good, ship)
    return _other(tongue, view, seat, move, verb, rest)


def _other(tongue: Tongue, view: View, seat: int, move: str, verb: str, rest: list[str]) -> Choice:
    """The moves without an object: the hacienda's draw, placing, keeping, passing."""
    match verb:
        case "hacienda":
            note = tongue.gettext("the top tile of the hidden stack, then you choose as usual")
            return Choice(move, tongue.gettext("A hidden tile first"), note, "", tongue.gettext("Draw a hidden tile"))
        case "place":
            return _placement(tongue, move)
        case "keep":
            return _keep(tongue, view, seat, move, rest)
    label, button = PASS.get(view["phase"], PASS["captain"])
    note = tongue.gettext("you are out for the rest of this phase") if view["phase"] == "captain" else ""
    return Choice(move, tongue.gettext(label), note, "", tongue.gettext(button))


def _role(tongue: Tongue, view: View, seat: int, move: str, role: str, waived: bool) -> Choice:
    coins = view["roles"][role]["doubloons"]
    if waived:
        label = tongue.gettext("Mayor without the extra colonist")
        button = tongue.gettext("Take the mayor without the extra colonist")
    else:
        label = tongue.title(role)
        button = tongue.gettext("Take %(role)s", role=tongue.object(role))
    return Choice(move, label, role_note(tongue, view, seat, role, waived), "", button, coins)


def role_note(tongue: Tongue, view: View, seat: int, role: str, waived: bool = False) -> str:
    """What the role would bring the seat, counted from the open position."""
    match role:
        case "settler":
            return tongue.gettext("you first: a plantation or a quarry")
        case "mayor":
            return _mayor_note(tongue, view, waived)
        case "builder":
            count = forecast.affordable(view, seat, view["roles"][role]["doubloons"])
            return tongue.ngettext(
                "1 doubloon cheaper, you can pay %(num)s building",
                "1 doubloon cheaper, you can pay %(num)s buildings",
                count,
            )
        case "craftsman":
            made = forecast.harvest(view, seat)
            if not made:
                return tongue.gettext("you produce nothing now")
            return tongue.gettext("you produce %(goods)s, and one more of these", goods=tongue.things(made))
        case "trader":
            price = forecast.best_sale(view, seat)
            if price is None:
                return tongue.gettext("you have nothing to sell now")
            return tongue.gettext("you sell for up to %(price)s", price=tongue.thing("doubloons", price))
        case "captain":
            count = sum(view["players"][seat]["goods"].values())
            return tongue.ngettext(
                "you load first, with 1 point extra; you have %(num)s barrel",
                "you load first, with 1 point extra; you have %(num)s barrels",
                count,
            )
    return tongue.gettext("1 doubloon for you, nothing for the others")


def _mayor_note(tongue: Tongue, view: View, waived: bool) -> str:
    mine, low, high = forecast.colonists(view)
    yours = tongue.thing("colonists", mine - (1 if waived else 0))
    if len(view["players"]) == 2:
        return tongue.gettext("you %(yours)s, the other %(count)s", yours=yours, count=low)
    if low == high:
        return tongue.gettext("you %(yours)s, the others %(count)s each", yours=yours, count=low)
    return tongue.gettext("you %(yours)s, the others %(low)s or %(high)s each", yours=yours, low=low, high=high)


def _settle(tongue: Tongue, view: View, seat: int, move: str, tile: str, colonist: bool) -> Choice:
    space = len(view["players"][seat]["island"]) + 1
    note = tongue.gettext("island space %(space)s of 12", space=space)
    if not colonist:
        button = tongue.gettext("Take %(tile)s", tile=tongue.tile_object(tile))
        return Choice(move, tongue.tile(tile), note, "", button)
    label = tongue.gettext("%(tile)s with a colonist", tile=tongue.tile(tile))
    button = tongue.gettext("Take %(tile)s with a colonist", tile=tongue.tile_object(tile))
    return Choice(move, label, note, "", button)


def _build(tongue: Tongue, view: View, seat: int, move: str, building: str, colonist: bool) -> Choice:
    row, have = rules.building(building), view["players"][seat]["doubloons"]
    cost = rules.price(view, seat, building)
    note = tongue.gettext(
        "you pay %(cost)s of %(have)s, %(left)s left; %(effect)s",
        cost=cost, have=have, left=have - cost, effect=tongue.effect(building),
    )  # fmt: skip
    group = tongue.ngettext("%(num)s point", "%(num)s points", row.vp)
    if not colonist:
        button = tongue.gettext("Build %(building)s", building=tongue.object(building))
        return Choice(move, tongue.title(building), note, group, button)
    label = tongue.gettext("%(building)s with a colonist", building=tongue.title(building))
    button = tongue.gettext("Build %(building)s with a colonist", building=tongue.object(building))
    return Choice(move, label, note, group, button)


def _take(tongue: Tongue, view: View, seat: int, move: str, good: str) -> Choice:
    note = tongue.gettext(
        "then you have %(count)s; %(left)s left in the supply",
        count=view["players"][seat]["goods"][good] + 1,
        left=view["supply"]["goods"][good] - 1,
    )
    return Choice(move, tongue.title(good), note, "", tongue.gettext("Take %(good)s", good=tongue.name(good)))


def _sell(tongue: Tongue, view: View, seat: int, move: str, good: str) -> Choice:
    price = tongue.thing("doubloons", rules.sale_price(view, seat, good))
    note = tongue.gettext("for %(price)s", price=price)
    return Choice(move, tongue.title(good), note, "", tongue.gettext("Sell %(good)s", good=tongue.name(good)))


def _ship(tongue: Tongue, view: View, seat: int, move: str, good: str, ship: str) -> Choice:
    preview = rules.load_preview(view, seat, move)
    left = view["players"][seat]["goods"][good] - preview["barrels"]
    brings = {
        "barrels": tongue.thing("barrels", preview["barrels"]),
        "points": tongue.thing("vp", preview["vp"]),
    }
    note = (
        tongue.gettext("%(barrels)s, %(points)s; %(left)s stay with you", **brings, left=left)
        if left
        else tongue.gettext("%(barrels)s, %(points)s", **brings)
    )
    if ship == "wharf":
        label = tongue.gettext("%(good)s on your own wharf", good=tongue.title(good))
        button = tongue.gettext("Load %(good)s on your wharf", good=tongue.name(good))
    else:
        label = tongue.gettext("%(good)s on the ship of %(size)s", good=tongue.title(good), size=ship)
        button = tongue.gettext("Load %(good)s on the ship of %(size)s", good=tongue.name(good), size=ship)
    return Choice(move, label, note, "", button)


def _keep(tongue: Tongue, view: View, seat: int, move: str, rest: list[str]) -> Choice:
    kept = counted(rest)
    lost = {good: n - kept.get(good, 0) for good, n in view["players"][seat]["goods"].items()}
    note = tongue.gettext("%(goods)s back to the supply", goods=tongue.things(lost)) if any(lost.values()) else ""
    if not kept:
        return Choice(move, tongue.gettext("Nothing"), note, "", tongue.gettext("Keep nothing"))
    goods = tongue.things(kept)
    return Choice(move, goods, note, "", tongue.gettext("Keep %(goods)s", goods=goods))


def _placement(tongue: Tongue, move: str) -> Choice:
    where = ", ".join(
        tongue.gettext("%(place)s %(count)s", place=tongue.name(term), count=count)
        for term, count in counted(move.split()[1:]).items()
    )
    return Choice(move, tongue.gettext("As the table suggests"), where, "", tongue.gettext("Place them so"))


def counted(arguments: list[str]) -> dict[str, int]:
    """`NAME=N` arguments of notation 2 as a table."""
    return {name: int(count) for name, _, count in (argument.partition("=") for argument in arguments)}
