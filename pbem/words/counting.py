"""The end of a game for one seat, building by building, and what it did on the way, in words; it counts nothing."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem import rules
from pbem.words.sentences import LogEntry
from pbem.words.tongue import Tongue

View = dict[str, Any]
Player = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Printed:
    """A building by name, its name to people, and the points printed on it."""

    building: str
    name: str
    points: int


@dataclass(frozen=True, slots=True)
class Counted:
    """How a seat's points came together. `large`: a sentence for each large building, with what it counted.

    `beside` is what decides between equals; `deeds` what the seat did in the whole game.
    """

    printed: tuple[Printed, ...]
    large: tuple[str, ...]
    beside: str
    deeds: tuple[str, ...]


def counted_out(
    tongue: Tongue, view: View, score: rules.Score, large: Mapping[str, int], log: Sequence[LogEntry]
) -> Counted:
    """The count of the seat of `score`, from the last position (points open) and the whole log.

    `large` is what each of its manned large buildings brought, by name.
    """
    player = view["players"][score.seat]
    mine = [each["building"] for each in player["buildings"]]
    return Counted(
        tuple(Printed(name, tongue.name(name), rules.building(name).vp) for name in mine),
        tuple(_large(tongue, player, name, large.get(name)) for name in mine if name in _WHY),
        _beside(tongue, player, score),
        _deeds(tongue, [entry for entry in log if entry.seat == score.seat]),
    )


def _large(tongue: Tongue, player: Player, name: str, points: int | None) -> str:
    building = tongue.title(name)
    if points is None:
        return tongue.gettext("%(building)s: nobody works there, so it counts nothing more.", building=building)
    why, worth = _WHY[name](tongue, player), tongue.thing("vp", points)
    return tongue.gettext("%(building)s: %(why)s, %(points)s.", building=building, why=why, points=worth)


def _guild_hall(tongue: Tongue, player: Player) -> str:
    values = [rules.building(each["building"]).guild_value for each in player["buildings"]]
    small, large = values.count(1), values.count(2)
    if not large:
        return tongue.ngettext("%(num)s small production building", "%(num)s small production buildings", small)
    if not small:
        return tongue.ngettext("%(num)s large production building", "%(num)s large production buildings", large)
    return tongue.ngettext(
        "%(small)s small and %(num)s large production building",
        "%(small)s small and %(num)s large production buildings",
        large,
        small=small,
    )


def _residence(tongue: Tongue, player: Player) -> str:
    used = len(player["island"])
    return tongue.ngettext("%(num)s island space in use", "%(num)s island spaces in use", used)


def _fortress(tongue: Tongue, player: Player) -> str:
    people = player["san_juan"] + sum(tile["colonist"] for tile in player["island"])
    return tongue.thing("colonists", people + sum(each["colonists"] for each in player["buildings"]))


def _customs_house(tongue: Tongue, player: Player) -> str:
    return tongue.ngettext("%(num)s point in chips", "%(num)s points in chips", player["vp"])


def _city_hall(tongue: Tongue, player: Player) -> str:
    violet = sum(rules.building(each["building"]).violet for each in player["buildings"])
    return tongue.ngettext("%(num)s violet building", "%(num)s violet buildings", violet)


_WHY: Mapping[str, Callable[[Tongue, Player], str]] = {
    "guild_hall": _guild_hall,
    "residence": _residence,
    "fortress": _fortress,
    "customs_house": _customs_house,
    "city_hall": _city_hall,
}


def _beside(tongue: Tongue, player: Player, score: rules.Score) -> str:
    return tongue.gettext(
        "%(doubloons)s and %(barrels)s: %(sum)s, which decides between equals.",
        doubloons=tongue.thing("doubloons", player["doubloons"]),
        barrels=tongue.thing("barrels", sum(player["goods"].values())),
        sum=score.tiebreak,
    )


def _deeds(tongue: Tongue, log: Sequence[LogEntry]) -> tuple[str, ...]:
    """What a seat did in the game: loads, sales, buildings, roles."""
    loads = [entry.event.gains.get(entry.seat, {}) for entry in log if entry.move.startswith("ship ")]
    sales = [entry.event.gains.get(entry.seat, {}) for entry in log if entry.move.startswith("sell ")]
    built = sum(entry.move.startswith("build ") for entry in log)
    roles = Counter(entry.move.split()[1] for entry in log if entry.move.startswith("role "))
    told = []
    if loads:
        barrels = tongue.thing("barrels", -sum(gains.get(good, 0) for gains in loads for good in rules.GOODS))
        points = tongue.thing("vp", sum(gains.get("vp", 0) for gains in loads))
        told.append(tongue.gettext("Loaded %(barrels)s for %(points)s.", barrels=barrels, points=points))
    if sales:
        barrels = tongue.thing("barrels", len(sales))
        coins = tongue.thing("doubloons", sum(gains.get("doubloons", 0) for gains in sales))
        told.append(tongue.gettext("Sold %(barrels)s for %(doubloons)s.", barrels=barrels, doubloons=coins))
    if built:
        told.append(tongue.ngettext("Built %(num)s building.", "Built %(num)s buildings.", built))
    if roles:
        listed = ", ".join(f"{tongue.name(role)} {times}" for role, times in roles.most_common())
        told.append(tongue.gettext("Roles: %(list)s.", list=listed))
    return tuple(told)
