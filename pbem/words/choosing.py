"""The choices of a seat in words: label, what it brings, and the words of its button; it decides nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from pbem import rules
from pbem.words import forecast
from pbem.words.tongue import Tongue
from pbem.words.wording import called, counted, placed

View = dict[str, Any]
Names = Mapping[int, str]


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


def choices(tongue: Tongue, view: View, seat: int, legal: LegalMoves, names: Names | None = None) -> tuple[Choice, ...]:
    """Every choice of the seat in the order of `legal`; for placing one choice, the suggested placement.

    With `names` a role also says what it would bring the others.
    """
    if seat in legal.place:
        return (choice(tongue, view, seat, rules.suggest_placement(view, seat)),)
    return tuple(choice(tongue, view, seat, move, names) for move in legal.moves.get(seat, ()))


def choice(tongue: Tongue, view: View, seat: int, move: str, names: Names | None = None) -> Choice:
    """The words of one move of a seat in this position."""
    label, button = called(tongue, view["phase"], move)
    verb, *rest = move.split()
    group = tongue.thing("vp", rules.building(rest[0]).vp) if verb == "build" else ""
    coins = view["roles"][rest[0]]["doubloons"] if verb == "role" else 0
    note = _note(tongue, view, seat, move)
    others = _others_note(tongue, view, seat, rest[0], names) if verb == "role" and names else ""
    return Choice(move, label, f"{note}; {others}" if others else note, group, button, coins)


def _note(tongue: Tongue, view: View, seat: int, move: str) -> str:
    """What the move would bring, counted from the open position."""
    verb, *rest = move.split()
    match verb, rest:
        case "role", [role, *waived]:
            return role_note(tongue, view, seat, role, bool(waived))
        case "settle", _:
            return _settle_note(tongue, view["players"][seat], rest[0])
        case "build", [building, *_]:
            return _build_note(tongue, view, seat, building)
        case "take", [good]:
            return _take_note(tongue, view, seat, good)
        case "sell", [good]:
            price = tongue.thing("doubloons", rules.sale_price(view, seat, good))
            return tongue.gettext("for %(price)s", price=price)
        case "ship", [good, _]:
            return _ship_note(tongue, view, seat, move, good)
        case "keep", _:
            return _keep_note(tongue, view, seat, rest)
        case "place", _:
            return placed(tongue, rest)
        case "hacienda", _:
            return tongue.gettext("the top tile of the hidden stack, then you choose as usual")
    return tongue.gettext("you are out for the rest of this phase") if view["phase"] == "captain" else ""


def _settle_note(tongue: Tongue, player: View, tile: str) -> str:
    """How many of the kind there are already, and whether anything can be made of another."""
    tiles = sum(laid["tile"] == tile for laid in player["island"])
    if tile == "quarry":
        return tongue.gettext("you have %(count)s; each makes buildings 1 doubloon cheaper", count=tiles)
    if tile == "corn":
        return tongue.gettext("you have %(count)s; corn needs no building", count=tiles)
    room = forecast.circles(player, tile)
    if not room:
        return tongue.gettext("you have %(count)s, and no building for it yet", count=tiles)
    return tongue.gettext("you have %(count)s, and a place for %(room)s in your buildings", count=tiles, room=room)


def role_note(tongue: Tongue, view: View, seat: int, role: str, waived: bool = False) -> str:
    """What the role would bring the seat, counted from the open position."""
    match role:
        case "settler":
            return tongue.gettext("you first: a plantation or a quarry")
        case "mayor":
            return _mayor_note(tongue, view, waived)
        case "builder":
            return _builder_note(tongue, len(forecast.affordable(view, seat)))
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
            points = forecast.loads(view, seat)[seat]
            if not points:
                return tongue.gettext("you have nothing to load now")
            return tongue.gettext("you load first, for up to %(points)s", points=tongue.thing("vp", points))
    return tongue.gettext("1 doubloon for you, nothing for the others")


def _others_note(tongue: Tongue, view: View, seat: int, role: str, names: Names) -> str:
    """What the role would bring each of the others at most: "Dirk 4 doubloons, Bea and Cem nothing", or ""."""
    match role:
        case "craftsman":
            found = {other: tongue.things(made) for other, made in forecast.harvests(view, seat).items()}
        case "trader":
            found = _counted(tongue, forecast.sales(view, seat), "doubloons")
        case "captain":
            found = _counted(tongue, forecast.loads(view, seat), "vp")
        case _:
            return ""
    del found[seat]
    if len(found) > 1 and not any(found.values()):
        return tongue.gettext("the others nothing")
    alike: dict[str, list[str]] = {}
    for other, things in found.items():
        alike.setdefault(things, []).append(names[other])
    nothing = alike.pop("", ())
    lots = [
        tongue.gettext("%(names)s %(things)s each", names=tongue.listing(who), things=things)
        if len(who) > 1
        else tongue.gettext("%(name)s %(things)s", name=who[0], things=things)
        for things, who in alike.items()
    ]
    if nothing:
        lots.append(tongue.gettext("%(names)s nothing", names=tongue.listing(nothing)))
    return "; ".join(lots) if role == "craftsman" else ", ".join(lots)


def _counted(tongue: Tongue, counts: Mapping[int, int], term: str) -> dict[int, str]:
    return {seat: tongue.thing(term, count) if count else "" for seat, count in counts.items()}


def _builder_note(tongue: Tongue, count: int) -> str:
    if not count:
        return tongue.gettext("1 doubloon cheaper, but you can afford no building")
    return tongue.ngettext(
        "1 doubloon cheaper, you can afford %(num)s building",
        "1 doubloon cheaper, you can afford %(num)s buildings",
        count,
    )


def _mayor_note(tongue: Tongue, view: View, waived: bool) -> str:
    mine, low, high = forecast.colonists(view)
    yours = tongue.thing("colonists", mine - (1 if waived else 0))
    if len(view["players"]) == 2:
        return tongue.gettext("you %(yours)s, the other %(count)s", yours=yours, count=low)
    if low == high:
        return tongue.gettext("you %(yours)s, the others %(count)s each", yours=yours, count=low)
    return tongue.gettext("you %(yours)s, the others %(low)s or %(high)s each", yours=yours, low=low, high=high)


def _build_note(tongue: Tongue, view: View, seat: int, building: str) -> str:
    have, cost = view["players"][seat]["doubloons"], rules.price(view, seat, building)
    return tongue.ngettext(
        "you pay %(cost)s of %(have)s, %(num)s left; %(effect)s",
        "you pay %(cost)s of %(have)s, %(num)s left; %(effect)s",
        have - cost, cost=cost, have=have, effect=tongue.effect(building),
    )  # fmt: skip


def _take_note(tongue: Tongue, view: View, seat: int, good: str) -> str:
    return tongue.gettext(
        "then you have %(count)s, and the supply %(left)s",
        count=view["players"][seat]["goods"][good] + 1,
        left=view["supply"]["goods"][good] - 1,
    )


def _ship_note(tongue: Tongue, view: View, seat: int, move: str, good: str) -> str:
    preview = rules.load_preview(view, seat, move)
    left = view["players"][seat]["goods"][good] - preview["barrels"]
    brings = {
        "barrels": tongue.thing("barrels", preview["barrels"]),
        "points": tongue.thing("vp", preview["vp"]),
    }
    if left:
        return tongue.gettext("%(barrels)s, %(points)s; %(left)s stay with you", **brings, left=left)
    return tongue.gettext("%(barrels)s, %(points)s", **brings)


def _keep_note(tongue: Tongue, view: View, seat: int, rest: list[str]) -> str:
    kept = counted(rest)
    lost = {good: n - kept.get(good, 0) for good, n in view["players"][seat]["goods"].items()}
    return tongue.gettext("%(goods)s back to the supply", goods=tongue.things(lost)) if any(lost.values()) else ""
