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
    player = view["players"][seat]
    means = player["doubloons"] + view["roles"]["builder"]["doubloons"]
    owned = {b["building"] for b in player["buildings"]}
    room = 12 - sum(rules.building(name).size for name in owned)
    prices = {
        name: max(0, rules.price(view, seat, name) - 1)
        for name, copies in view["supply"]["buildings"].items()
        if copies and name not in owned and rules.building(name).size <= room
    }
    return {name: price for name, price in prices.items() if price <= means}


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
