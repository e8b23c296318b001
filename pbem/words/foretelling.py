"""What a role would bring every player, a line each, in words; it counts, it never ranks, it guesses nothing hidden."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pbem import rules
from pbem.rules import outlook
from pbem.words import forecast
from pbem.words.tongue import Tongue

View = dict[str, Any]
Names = Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Foretold:
    """One player's line: what it consists of, and the number at its end."""

    seat: int
    text: str
    count: int


@dataclass(frozen=True, slots=True)
class Forecast:
    """A role for everybody, in order of play. `brief`: it all in a line; `foot`: what is counted and what assumed."""

    lines: tuple[Foretold, ...]
    brief: str
    foot: str


def role_forecast(tongue: Tongue, view: View, seat: int, role: str, names: Names) -> Forecast:
    """The role as if this seat, whose decision it is, took it now."""
    match role:
        case "settler":
            return _settler(tongue, view, seat)
        case "mayor":
            return _mayor(tongue, view, seat, names)
        case "builder":
            return _builder(tongue, view, seat, names)
        case "craftsman":
            return _craftsman(tongue, view, seat, names)
        case "trader":
            return _trader(tongue, view, seat, names)
        case "captain":
            return _captain(tongue, view, seat, names)
    return _prospector(tongue, view, seat, role)


def _order(view: View, seat: int) -> list[int]:
    count = len(view["players"])
    return [(seat + turn) % count for turn in range(count)]


def _brief(tongue: Tongue, lines: Iterable[Foretold], names: Names, term: str) -> str:
    """ "you 8 doubloons, Dirk 4": who gets nothing is left out."""
    mine, *others = lines
    yours = tongue.thing(term, mine.count) if mine.count else tongue.gettext("nothing")
    if not any(line.count for line in others):
        return tongue.gettext("you %(yours)s, the others nothing", yours=yours)
    listed = ", ".join(
        tongue.gettext("%(name)s %(count)s", name=names[line.seat], count=line.count) for line in others if line.count
    )
    return tongue.gettext("you %(yours)s, %(others)s", yours=yours, others=listed)


def _settler(tongue: Tongue, view: View, seat: int) -> Forecast:
    open_now = len(view["plantations"]["face_up"])
    lines, left = [], open_now
    for other in _order(view, seat):
        player = view["players"][other]
        is_full = len(player["island"]) >= 12
        lines.append(Foretold(other, _tile_turn(tongue, view, player, other == seat, left), 0 if is_full else left))
        left -= 0 if is_full or not left else 1
    foot = tongue.gettext("Plantations to choose from, if everybody before takes one.")
    hidden = tongue.ngettext("%(num)s tile lies hidden.", "%(num)s tiles lie hidden.", view["plantations"]["draw"])
    brief = (
        tongue.gettext("you first: a plantation or a quarry")
        if view["supply"]["quarries"]
        else tongue.gettext("you first: a plantation")
    )
    return Forecast(tuple(lines), brief, f"{foot} {hidden}")


def _tile_turn(tongue: Tongue, view: View, player: View, is_chooser: bool, left: int) -> str:
    """What a seat may take in its turn, and what its buildings add."""
    if len(player["island"]) >= 12:
        return tongue.gettext("the island is full")
    used = tongue.gettext("space %(space)s of 12", space=len(player["island"]) + 1)
    said = [used] if left else [tongue.gettext("no plantation is left")]
    if view["supply"]["quarries"] and is_chooser:
        said.append(tongue.gettext("may take a quarry"))
    elif view["supply"]["quarries"] and forecast.manned(player, "construction_hut"):
        said.append(tongue.gettext("may take a quarry, by the construction hut"))
    if forecast.manned(player, "hacienda"):
        said.append(tongue.gettext("a hidden tile first, by the hacienda"))
    if forecast.manned(player, "hospice"):
        said.append(tongue.gettext("with a colonist, by the hospice"))
    return "; ".join(said)


def _mayor(tongue: Tongue, view: View, seat: int, names: Names) -> Forecast:
    found = outlook.settlers(view, seat)
    lines = tuple(Foretold(one.seat, _arrivals(tongue, one), one.from_supply + one.from_ship) for one in found)
    left = view["supply"]["colonists"] - found[0].from_supply
    foot = tongue.ngettext(
        "Colonists. %(num)s is then left for the next ship.",
        "Colonists. %(num)s are then left for the next ship.",
        left,
    )
    return Forecast(lines, _brief(tongue, lines, names, "colonists"), foot)


def _arrivals(tongue: Tongue, one: outlook.Settlers) -> str:
    circles = (
        tongue.ngettext("for %(num)s empty circle", "for %(num)s empty circles", one.empty)
        if one.empty
        else tongue.gettext("no circle is empty")
    )
    if not one.from_supply:
        return circles
    return tongue.gettext("%(ship)s from the ship, %(own)s as mayor; %(circles)s",
                          ship=one.from_ship, own=one.from_supply, circles=circles)  # fmt: skip


def _builder(tongue: Tongue, view: View, seat: int, names: Names) -> Forecast:
    lines = []
    for other in _order(view, seat):
        coins = view["players"][other]["doubloons"]
        if other == seat:
            coins += view["roles"]["builder"]["doubloons"]
        prices = forecast.payable(view, other, coins, 1 if other == seat else 0)
        text = tongue.gettext("has %(doubloons)s", doubloons=tongue.thing("doubloons", coins))
        if other == seat:
            text = tongue.gettext("%(doubloons)s, 1 cheaper", doubloons=tongue.thing("doubloons", coins))
        if prices:
            dearest = max(prices, key=lambda name: (rules.building(name).cost, prices[name]))
            best = tongue.gettext("the dearest: %(building)s for %(price)s", building=tongue.name(dearest),
                                  price=prices[dearest])  # fmt: skip
            text = f"{text}; {best}"
        lines.append(Foretold(other, text, len(prices)))
    foot = tongue.gettext("Buildings one could pay for, if nobody before takes the last one.")
    brief = _brief(tongue, lines, names, "buildings")
    return Forecast(tuple(lines), tongue.gettext("affordable: %(counts)s", counts=brief), foot)


def _craftsman(tongue: Tongue, view: View, seat: int, names: Names) -> Forecast:
    found, kinds = outlook.harvests(view, seat)
    lines = []
    for one in found:
        extra = kinds if one.seat == seat else []
        lines.append(Foretold(one.seat, _made(tongue, one, extra), sum(one.goods.values()) + bool(extra)))
    foot = tongue.gettext("Barrels, in order of play, as far as the supply has them.")
    return Forecast(tuple(lines), _brief(tongue, lines, names, "barrels"), foot)


def _made(tongue: Tongue, one: outlook.Harvest, extra: list[str]) -> str:
    said = [tongue.things(one.goods) or tongue.gettext("nothing")]
    if extra:
        kinds = tongue.listing([tongue.name(good) for good in extra], "or")
        said.append(tongue.gettext("and one more %(kinds)s", kinds=kinds))
    if one.short:
        said.append(tongue.gettext("the supply lacks %(goods)s", goods=tongue.things(one.short)))
    if one.pay:
        said.append(tongue.gettext("factory %(doubloons)s", doubloons=tongue.thing("doubloons", one.pay)))
    return "; ".join(said)


def _trader(tongue: Tongue, view: View, seat: int, names: Names) -> Forecast:
    coins, sold = view["roles"]["trader"]["doubloons"], outlook.sales(view, seat)
    lines = []
    for one in sold:
        text = _sale(tongue, one, one.seat == seat)
        if one.seat == seat and coins:
            text = tongue.gettext("%(text)s; %(coins)s from the card", text=text, coins=coins)
        lines.append(Foretold(one.seat, text, one.price + (coins if one.seat == seat else 0)))
    foot = [tongue.gettext("Doubloons, if each sells at the best price.")]
    if len(view["trading_house"]) + sum(1 for one in sold if one.good) >= 4:
        foot.append(tongue.gettext("Then the trading house is full and is emptied."))
    return Forecast(tuple(lines), _brief(tongue, lines, names, "doubloons"), " ".join(foot))


def _sale(tongue: Tongue, one: outlook.Sale, is_trader: bool) -> str:
    if one.good:
        parts = price_parts(tongue, one.good, one.price, is_trader)
        return tongue.gettext("%(good)s: %(price)s", good=tongue.name(one.good), price=parts)
    return no_sale(tongue, one)


def no_sale(tongue: Tongue, one: outlook.Sale) -> str:
    """Why a seat sells nothing."""
    match one.why:
        case outlook.HOUSE_FULL:
            return tongue.gettext("the house is full")
        case outlook.KINDS_THERE:
            return tongue.gettext("what there is lies in the house already")
    return tongue.gettext("has nothing to sell")


def price_parts(tongue: Tongue, good: str, price: int, is_trader: bool) -> str:
    """A sale's price by its parts (rules 3.5): "4 + 1 as trader + 1 from buildings"."""
    kind, bonus = rules.GOODS.index(good), int(is_trader)
    parts = [str(kind)]
    if bonus:
        parts.append(tongue.gettext("%(count)s as trader", count=bonus))
    if price - kind - bonus:
        parts.append(tongue.gettext("%(count)s from buildings", count=price - kind - bonus))
    return " + ".join(parts)


def _captain(tongue: Tongue, view: View, seat: int, names: Names) -> Forecast:
    found = outlook.loads(view, seat)
    lines = tuple(Foretold(one.seat, _shipped(tongue, one, one.seat == seat), one.vp) for one in found)
    first = found[0].loads[0][0] if found[0].loads else ""
    foot = (
        tongue.gettext("Points, if you load %(good)s first, and then each what brings most at once.",
                       good=tongue.name(first))
        if first
        else tongue.gettext("Points, if each loads what brings most at once.")
    )  # fmt: skip
    return Forecast(lines, _brief(tongue, lines, names, "vp"), foot)


def _shipped(tongue: Tongue, one: outlook.Loads, is_captain: bool) -> str:
    said = []
    if one.loads:
        loads = ", ".join(tongue.thing(good, barrels) for good, barrels in one.loads)
        said.append(tongue.gettext("%(loads)s, 1 as captain", loads=loads) if is_captain else loads)
    elif one.kept or one.lost:
        kinds = tongue.listing([tongue.name(good) for good in rules.GOODS if good in one.kept or good in one.lost])
        said.append(tongue.gettext("no ship for %(goods)s", goods=kinds))
    else:
        return tongue.gettext("has nothing to load")
    if one.lost:
        said.append(tongue.gettext("loses %(goods)s", goods=tongue.things(one.lost)))
    return "; ".join(said)


def _prospector(tongue: Tongue, view: View, seat: int, role: str) -> Forecast:
    coins = view["roles"][role]["doubloons"]
    mine = tongue.gettext("1 as prospector; %(coins)s from the card", coins=coins) if coins else ""
    lines = [Foretold(seat, mine or tongue.gettext("1 as prospector"), 1 + coins)]
    lines += [Foretold(other, tongue.gettext("nothing"), 0) for other in _order(view, seat)[1:]]
    brief = tongue.gettext("1 doubloon for you, nothing for the others")
    return Forecast(tuple(lines), brief, tongue.gettext("Doubloons."))
