"""What a choice would bring, counted from the open position: it counts, it never ranks, it words nothing."""

from typing import Any

from pbem import rules

View = dict[str, Any]


def manned(player: View, building: str) -> bool:
    """Whether the player has that building with a colonist on it."""
    return any(b["building"] == building and b["colonists"] for b in player["buildings"])


def harvest(view: View, seat: int) -> dict[str, int]:
    """What the seat would produce if it went first (rules 2, Production): good -> barrels."""
    player = view["players"][seat]
    made: dict[str, int] = {}
    for good in rules.GOODS:
        fields = sum(1 for t in player["island"] if t["tile"] == good and t["colonist"])
        hands = sum(b["colonists"] for b in player["buildings"] if _makes(b["building"]) == good)
        count = min(fields, fields if good == "corn" else hands, view["supply"]["goods"][good])
        if count:
            made[good] = count
    return made


def _makes(building: str) -> str | None:
    """The good of a production building, else None."""
    row = rules.building(building)
    return None if row.violet else row.good


def circles(player: View, good: str) -> int:
    """How many tiles of a good the player's buildings can make goods of when fully manned."""
    return sum(rules.building(b["building"]).circles for b in player["buildings"] if _makes(b["building"]) == good)


def may_quarry(view: View, seat: int) -> bool:
    """Whether a quarry is among what the seat may take in the settler phase (rules 3.1)."""
    allowed = view["chooser"] == seat or manned(view["players"][seat], "construction_hut")
    return bool(allowed and view["supply"]["quarries"])


def colonists(view: View) -> tuple[int, int, int]:
    """As mayor (rules 3.2): what the seat gets, the least and the most that another gets."""
    ship, players = view["colonist_ship"], len(view["players"])
    shares = [ship // players + (1 if turn < ship % players else 0) for turn in range(players)]
    bonus = 1 if view["supply"]["colonists"] else 0
    return shares[0] + bonus, min(shares[1:]), max(shares[1:])


def affordable(view: View, seat: int) -> dict[str, int]:
    """What the seat could build as builder and for how much, with the doubloons on the card (rules 3.3)."""
    return payable(view, seat, view["players"][seat]["doubloons"] + view["roles"]["builder"]["doubloons"], 1)


def payable(view: View, seat: int, means: int, off: int) -> dict[str, int]:
    """What the seat could build outside its own builder phase with so many doubloons, at `off` less than its price."""
    owned = {b["building"] for b in view["players"][seat]["buildings"]}
    room = 12 - sum(rules.building(name).size for name in owned)
    stock = view["supply"]["buildings"]
    offers = {
        name: max(0, price - off)
        for name, price in rules.prices(view, seat).items()
        if stock[name] and name not in owned and rules.building(name).size <= room
    }
    return {name: price for name, price in offers.items() if price <= means}


def best_sale(view: View, seat: int) -> int | None:
    """The most the seat could get as trader in doubloons (rules 3.5), None when it has nothing to sell."""
    player, house = view["players"][seat], view["trading_house"]
    again = manned(player, "office")
    prices = [
        rules.sale_price(view, seat, good) + (0 if view["phase"] == "trader" else 1)
        for good, count in player["goods"].items()
        if count and (again or good not in house) and len(house) < 4
    ]
    return max(prices, default=None)


def harvests(view: View, first: int) -> dict[int, dict[str, int]]:
    """What each seat would produce with `first` as craftsman, in order of play: seat -> good -> barrels (rules 3.4)."""
    supply = dict(view["supply"]["goods"])
    made: dict[int, dict[str, int]] = {}
    for seat in _in_turn(view, first):
        made[seat] = harvest({**view, "supply": {**view["supply"], "goods": supply}}, seat)
        for good, count in made[seat].items():
            supply[good] -= count
    return made


def sales(view: View, first: int) -> dict[int, int]:
    """The most each seat could get with `first` as trader, each as if it sold first: seat -> doubloons."""
    before = {**view, "phase": "choose_role"}
    return {
        seat: max(0, (best_sale(before, seat) or 0) - (0 if seat == first else 1)) for seat in _in_turn(view, first)
    }


def loads(view: View, first: int) -> dict[int, int]:
    """The most points each seat could load with `first` as captain, each as if it loaded alone (rules 3.6)."""
    return {seat: _most_points(view, seat, seat == first) for seat in _in_turn(view, first)}


def _in_turn(view: View, first: int) -> list[int]:
    count = len(view["players"])
    return [(first + step) % count for step in range(count)]


def _most_points(view: View, seat: int, chooses: bool) -> int:
    player = view["players"][seat]
    each = 1 if manned(player, "harbor") else 0
    goods = [(good, count) for good, count in player["goods"].items() if count]
    space = {ship["good"]: ship["capacity"] - ship["loaded"] for ship in view["cargo_ships"] if ship["good"]}
    empty = tuple(sorted(ship["capacity"] for ship in view["cargo_ships"] if not ship["good"]))
    points = _best(goods, space, empty, manned(player, "wharf"), each)
    return points + 1 if points and chooses else points


def _best(
    goods: list[tuple[str, int]], space: dict[str, int], empty: tuple[int, ...], has_wharf: bool, each: int
) -> int:
    """The best way to spread the goods over their ships, the empty ships and the wharf; `each` load brings extra."""
    if not goods:
        return 0
    (good, count), rest = goods[0], goods[1:]
    best = _best(rest, space, empty, has_wharf, each)
    rooms = [(space[good], empty)] if good in space else []
    if not rooms:
        rooms = [(room, empty[:at] + empty[at + 1 :]) for at, room in enumerate(empty)]
    if has_wharf:
        best = max(best, count + each + _best(rest, space, empty, False, each))
    for room, left in rooms:
        loaded = min(room, count)
        gain = loaded + each if loaded else 0
        best = max(best, gain + _best(rest, space, left, has_wharf, each))
        if has_wharf and loaded < count:
            best = max(best, gain + count - loaded + each + _best(rest, space, left, False, each))
    return best
