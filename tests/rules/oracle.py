"""A second engine for tests: plain and slow, written from rules.md alone over the JSON of notation 3.

It shares nothing with `pbem.rules` but the notation, so that a rule misread once is seen when the two are compared.
"""

from __future__ import annotations

import json
from hashlib import sha256
from itertools import product
from typing import Any

Json = dict[str, Any]

GOODS = ["corn", "indigo", "sugar", "tobacco", "coffee"]
TILES = [*GOODS, "quarry"]
PICKS = {2: 6, 3: 3, 4: 4, 5: 5}  # rules 1, roles taken a round
FACTORY = [0, 0, 1, 2, 3, 5]  # rules 2, by kinds

# rules 2: cost, VP (and column), circles, size
BUILDINGS = {
    "small_indigo_plant": (1, 1, 1, 1),
    "small_sugar_mill": (2, 1, 1, 1),
    "indigo_plant": (3, 2, 3, 1),
    "sugar_mill": (4, 2, 3, 1),
    "tobacco_storage": (5, 3, 3, 1),
    "coffee_roaster": (6, 3, 2, 1),
    "small_market": (1, 1, 1, 1),
    "hacienda": (2, 1, 1, 1),
    "construction_hut": (2, 1, 1, 1),
    "small_warehouse": (3, 1, 1, 1),
    "hospice": (4, 2, 1, 1),
    "office": (5, 2, 1, 1),
    "large_market": (5, 2, 1, 1),
    "large_warehouse": (6, 2, 1, 1),
    "factory": (7, 3, 1, 1),
    "university": (8, 3, 1, 1),
    "harbor": (8, 3, 1, 1),
    "wharf": (9, 3, 1, 1),
    "guild_hall": (10, 4, 1, 2),
    "residence": (10, 4, 1, 2),
    "fortress": (10, 4, 1, 2),
    "customs_house": (10, 4, 1, 2),
    "city_hall": (10, 4, 1, 2),
}
PLANTS = {
    "indigo": ["small_indigo_plant", "indigo_plant"],
    "sugar": ["small_sugar_mill", "sugar_mill"],
    "tobacco": ["tobacco_storage"],
    "coffee": ["coffee_roaster"],
}


# ---------------------------------------------------------------------------------------------------- a seat's board


def on(player: Json, building: str) -> int:
    """Colonists on a building of the player; 0 too where he has none."""
    return sum(built["colonists"] for built in player["buildings"] if built["building"] == building)


def manned(player: Json, tile: str) -> int:
    return sum(laid["colonist"] for laid in player["island"] if laid["tile"] == tile)


def spaces(player: Json) -> int:
    """City spaces in use."""
    return sum(BUILDINGS[built["building"]][3] for built in player["buildings"])


def people(player: Json) -> int:
    return (
        player["san_juan"]
        + sum(laid["colonist"] for laid in player["island"])
        + sum(built["colonists"] for built in player["buildings"])
    )


def circles(player: Json) -> dict[str, int]:
    """Circles by name, in the order of notation 1."""
    found = {tile: sum(laid["tile"] == tile for laid in player["island"]) for tile in TILES}
    owned = [built["building"] for built in player["buildings"]]
    found.update({name: row[2] for name, row in BUILDINGS.items() if name in owned})
    return {name: n for name, n in found.items() if n}


def price(position: Json, seat: int, building: str) -> int:
    player = position["players"][seat]
    cost, column, _, _ = BUILDINGS[building]
    privilege = 1 if position["phase"] == "builder" and position["chooser"] == seat else 0
    return max(0, cost - privilege - min(column, manned(player, "quarry")))


def sale(position: Json, seat: int, good: str) -> int:
    player = position["players"][seat]
    markets = (1 if on(player, "small_market") else 0) + (2 if on(player, "large_market") else 0)
    return GOODS.index(good) + markets + (1 if position["chooser"] == seat else 0)


def production(player: Json) -> dict[str, int]:
    made = {"corn": manned(player, "corn")}
    for good, plants in PLANTS.items():
        made[good] = min(manned(player, good), sum(on(player, plant) for plant in plants))
    return made


def may_keep(player: Json, kept: tuple[int, ...]) -> bool:
    """Whether some choice of whole kinds leaves at most the one barrel of everybody."""
    kinds = (1 if on(player, "small_warehouse") else 0) + (2 if on(player, "large_warehouse") else 0)
    outside = sorted((n for n in kept if n), reverse=True)[kinds:]
    return sum(outside) <= 1


def keepings(player: Json) -> set[str]:
    """Everything that may be kept where not one barrel more could be (what may be kept may be kept in part, too)."""
    held = [player["goods"][good] for good in GOODS]
    found = set()
    for kept in product(*[range(n + 1) for n in held]):
        more = [(*kept[:i], kept[i] + 1, *kept[i + 1 :]) for i in range(5) if kept[i] < held[i]]
        if may_keep(player, kept) and not any(may_keep(player, further) for further in more):
            found.add(" ".join(["keep", *(f"{good}={n}" for good, n in zip(GOODS, kept, strict=True) if n)]))
    return found


def placements(player: Json) -> int:
    """How many placements there are, counted place by place."""
    room = circles(player)
    wanted = min(people(player), sum(room.values()))
    ways = [1] + [0] * wanted
    for n in room.values():
        ways = [sum(ways[total - k] for k in range(min(n, total) + 1)) for total in range(wanted + 1)]
    return ways[wanted]


def may_place(player: Json, counts: dict[str, int]) -> bool:
    room = circles(player)
    fits = all(0 < n <= room.get(name, 0) for name, n in counts.items())
    return fits and sum(counts.values()) == min(people(player), sum(room.values()))


def filled(player: Json) -> str:
    """The placement that fills the first circles first: the only one, where there is one only."""
    left, words = people(player), ["place"]
    for name, n in circles(player).items():
        if min(n, left):
            words.append(f"{name}={min(n, left)}")
        left -= min(n, left)
    return " ".join(words)


# ------------------------------------------------------------------------------------------------------- legal moves


def legal(position: Json, seat: int) -> set[str]:
    """All legal moves of a seat to act; not in the mayor phase."""
    return LEGAL[position["phase"]](position, seat)


def _roles(position: Json, _seat: int) -> set[str]:
    free = {f"role {role}" for role, card in position["roles"].items() if card["taken_by"] is None}
    return free | ({"role mayor -colonist"} if "role mayor" in free and position["supply"]["colonists"] else set())


def _anybody(position: Json) -> bool:
    return position["supply"]["colonists"] + position["colonist_ship"] > 0


def _settle(position: Json, seat: int) -> set[str]:
    player, plantations = position["players"][seat], position["plantations"]
    if len(player["island"]) == 12:
        return {"pass"}
    tiles = set(plantations["face_up"])
    if position["supply"]["quarries"] and (seat == position["chooser"] or on(player, "construction_hut")):
        tiles.add("quarry")
    found = {f"settle {tile}" for tile in tiles} | {"pass"}
    if on(player, "hospice") and _anybody(position):
        found |= {f"settle {tile} +colonist" for tile in tiles}
    unused = on(player, "hacienda") and not position["progress"]["hacienda_used"]
    if unused and plantations["draw"] + plantations["discard"]:
        found.add("hacienda")
    return found


def _build(position: Json, seat: int) -> set[str]:
    player = position["players"][seat]
    owned = [built["building"] for built in player["buildings"]]
    found = {"pass"}
    for name, (_, _, _, size) in BUILDINGS.items():
        there = position["supply"]["buildings"][name] > 0 and name not in owned
        if there and spaces(player) + size <= 12 and price(position, seat, name) <= player["doubloons"]:
            found.add(f"build {name}")
            if on(player, "university") and _anybody(position):
                found.add(f"build {name} +colonist")
    return found


def _take(position: Json, _seat: int) -> set[str]:
    return {f"take {good}" for good in position["progress"]["may_take"]} | {"pass"}


def _sell(position: Json, seat: int) -> set[str]:
    player, house = position["players"][seat], position["trading_house"]
    held = [good for good in GOODS if player["goods"][good]]
    return {f"sell {good}" for good in held if good not in house or on(player, "office")} | {"pass"}


def room_for(position: Json, good: str, barrels: int) -> dict[int, int]:
    """What each cargo ship would take of so many barrels, the ships that may be used only."""
    ships = position["cargo_ships"]
    carrying = [ship for ship in ships if ship["good"] == good]
    allowed = carrying or [ship for ship in ships if ship["good"] is None]
    takes = {ship["capacity"]: min(barrels, ship["capacity"] - ship["loaded"]) for ship in allowed}
    return {capacity: n for capacity, n in takes.items() if n and n == max(takes.values())}


def _ship(position: Json, seat: int) -> set[str]:
    player = position["players"][seat]
    held = {good: n for good, n in player["goods"].items() if n}
    loads = {f"ship {good} {ship}" for good, n in held.items() for ship in room_for(position, good, n)}
    found = loads or {"pass"}
    if on(player, "wharf") and seat not in position["progress"]["wharf_used"]:
        found = found | {f"ship {good} wharf" for good in held}
    return found


def _keep(position: Json, seat: int) -> set[str]:
    return keepings(position["players"][seat])


LEGAL = {
    "choose_role": _roles,
    "settler": _settle,
    "builder": _build,
    "craftsman": _take,
    "trader": _sell,
    "captain": _ship,
    "storage": _keep,
}


# ------------------------------------------------------------------------------------------------------ making moves


def make(position: Json, seat: int, move: str) -> list[tuple[int, str, bool]]:
    """Makes a legal move and every forced one after it, in place; returns them with whether they were forced."""
    made = [(seat, move, False)]
    one(position, seat, move)
    while (forced := _forced(position)) is not None:
        made.append((*forced, True))
        one(position, *forced)
    return made


def _forced(position: Json) -> tuple[int, str] | None:
    for seat in position["to_act"]:
        player = position["players"][seat]
        if position["phase"] == "mayor":
            if placements(player) == 1:
                return seat, filled(player)
        elif len(found := legal(position, seat)) == 1:
            return seat, found.pop()
    return None


def one(position: Json, seat: int, move: str) -> None:
    """Makes one legal move, and no forced one after it."""
    words = move.split()
    player = position["players"][seat]
    {
        "role": _do_role,
        "hacienda": _do_hacienda,
        "settle": _do_settle,
        "place": _do_place,
        "build": _do_build,
        "take": _do_take,
        "sell": _do_sell,
        "ship": _do_ship,
        "keep": _do_keep,
        "pass": _do_pass,
    }[words[0]](position, seat, player, words[1:])


def _do_role(position: Json, seat: int, player: Json, words: list[str]) -> None:
    card = position["roles"][words[0]]
    player["doubloons"] += card["doubloons"]
    card.update(doubloons=0, taken_by=seat)
    role = words[0]
    if role.startswith("prospector"):
        player["doubloons"] += 1
        _next_role(position)
        return
    position["phase"] = role
    position["to_act"] = [seat]
    position["progress"] = {}
    if role == "settler":
        position["progress"] = {"hacienda_used": False}
    elif role == "captain":
        position["progress"] = {"privilege_vp_given": False, "wharf_used": [], "passed": []}
    elif role == "mayor":
        _mayor(position, seat, "-colonist" not in words)
    elif role == "craftsman":
        _produce(position, seat)


def _clockwise(position: Json, seat: int) -> list[int]:
    n = len(position["players"])
    return [*range(seat, n), *range(seat)]


def _mayor(position: Json, seat: int, privilege: bool) -> None:
    if privilege and position["supply"]["colonists"]:
        position["supply"]["colonists"] -= 1
        position["players"][seat]["san_juan"] += 1
    order = _clockwise(position, seat)
    for i in range(position["colonist_ship"]):
        position["players"][order[i % len(order)]]["san_juan"] += 1
    position["colonist_ship"] = 0
    position["to_act"] = order if position["rules"]["simultaneous"] else [seat]


def _produce(position: Json, chooser: int) -> None:
    supply = position["supply"]["goods"]
    got: dict[int, dict[str, int]] = {}
    for seat in _clockwise(position, chooser):
        player = position["players"][seat]
        got[seat] = {good: min(n, supply[good]) for good, n in production(player).items()}
        for good, n in got[seat].items():
            supply[good] -= n
            player["goods"][good] += n
        if on(player, "factory"):
            player["doubloons"] += FACTORY[sum(n > 0 for n in got[seat].values())]
    position["progress"] = {"may_take": [good for good in GOODS if got[chooser][good] and supply[good]]}


def _draw(position: Json) -> str | None:
    """The top of the stack; an empty one is remade from the discards as the engine's own `random` says."""
    plantations = position["plantations"]
    if not plantations["draw"]:
        stack = sorted(plantations["discard"], key=GOODS.index)
        if not stack:
            return None
        for i in range(len(stack) - 1, 0, -1):
            j = _below(position, i + 1)
            stack[i], stack[j] = stack[j], stack[i]
        plantations["draw"], plantations["discard"] = stack[::-1], []
    return str(plantations["draw"].pop(0))


def _below(position: Json, n: int) -> int:
    while True:
        seed, _, counter = position["random"].partition(":")
        block = sha256(bytes.fromhex(seed) + b":" + counter.encode()).digest()
        position["random"] = f"{seed}:{int(counter) + 1}"
        number = int.from_bytes(block, "big")
        if number < 2**256 - 2**256 % n:
            return number % n


def _do_hacienda(position: Json, _seat: int, player: Json, _words: list[str]) -> None:
    player["island"].append({"tile": _draw(position), "colonist": False})
    position["progress"]["hacienda_used"] = True


def _colonist(position: Json) -> None:
    """One from the supply, else from the ship."""
    if position["supply"]["colonists"]:
        position["supply"]["colonists"] -= 1
    else:
        position["colonist_ship"] -= 1


def _man(player: Json, tile: str, n: int) -> None:
    """Of equal tiles the first are the manned ones."""
    for laid in player["island"]:
        if laid["tile"] == tile:
            laid["colonist"] = n > 0
            n -= 1


def _do_settle(position: Json, seat: int, player: Json, words: list[str]) -> None:
    tile = words[0]
    if tile == "quarry":
        position["supply"]["quarries"] -= 1
    else:
        position["plantations"]["face_up"].remove(tile)
    there = manned(player, tile)
    player["island"].append({"tile": tile, "colonist": False})
    if "+colonist" in words:
        _colonist(position)
        _man(player, tile, there + 1)
    _do_pass(position, seat, player, [])


def _do_place(position: Json, seat: int, player: Json, words: list[str]) -> None:
    counts = {name: int(n) for name, _, n in (word.partition("=") for word in words)}
    there = people(player)
    for tile in TILES:
        _man(player, tile, counts.get(tile, 0))
    for built in player["buildings"]:
        built["colonists"] = counts.get(built["building"], 0)
    player["san_juan"] = there - sum(counts.values())
    _answered(position, seat)


def _do_build(position: Json, seat: int, player: Json, words: list[str]) -> None:
    name = words[0]
    player["doubloons"] -= price(position, seat, name)
    position["supply"]["buildings"][name] -= 1
    player["buildings"].append({"building": name, "colonists": len(words) - 1})
    if "+colonist" in words:
        _colonist(position)
    if spaces(player) == 12:
        _ends(position, "buildings")
    _do_pass(position, seat, player, [])


def _do_take(position: Json, seat: int, player: Json, words: list[str]) -> None:
    position["supply"]["goods"][words[0]] -= 1
    player["goods"][words[0]] += 1
    _next_role(position)


def _do_sell(position: Json, seat: int, player: Json, words: list[str]) -> None:
    player["doubloons"] += sale(position, seat, words[0])
    player["goods"][words[0]] -= 1
    position["trading_house"].append(words[0])
    if len(position["trading_house"]) == 4:
        _phase_over(position)
    else:
        _do_pass(position, seat, player, [])


def _do_ship(position: Json, seat: int, player: Json, words: list[str]) -> None:
    good, where = words
    progress = position["progress"]
    if where == "wharf":
        barrels = player["goods"][good]
        progress["wharf_used"].append(seat)
        position["supply"]["goods"][good] += barrels
    else:
        ship = next(s for s in position["cargo_ships"] if s["capacity"] == int(where))
        barrels = min(player["goods"][good], ship["capacity"] - ship["loaded"])
        ship.update(good=good, loaded=ship["loaded"] + barrels)
    player["goods"][good] -= barrels
    points = barrels + (1 if on(player, "harbor") else 0)
    if seat == position["chooser"] and not progress["privilege_vp_given"]:
        progress["privilege_vp_given"] = True
        points += 1
    player["vp"] += points
    position["supply"]["vp"] = max(0, position["supply"]["vp"] - points)
    if position["supply"]["vp"] == 0:
        _ends(position, "vp")
    _next_loader(position, seat)


def _next_loader(position: Json, seat: int) -> None:
    order = _clockwise(position, seat)
    still = [other for other in order[1:] + order[:1] if other not in position["progress"]["passed"]]
    if still:
        position["to_act"] = still[:1]
    else:
        position["phase"], position["progress"] = "storage", {}
        everybody = _clockwise(position, position["chooser"])
        position["to_act"] = everybody if position["rules"]["simultaneous"] else everybody[:1]


def _do_keep(position: Json, seat: int, player: Json, words: list[str]) -> None:
    kept = {good: int(n) for good, _, n in (word.partition("=") for word in words)}
    for good in GOODS:
        position["supply"]["goods"][good] += player["goods"][good] - kept.get(good, 0)
        player["goods"][good] = kept.get(good, 0)
    _answered(position, seat)


def _answered(position: Json, seat: int) -> None:
    """A seat has placed or stored."""
    if position["rules"]["simultaneous"]:
        position["to_act"].remove(seat)
        if not position["to_act"]:
            _phase_over(position)
    else:
        _do_pass(position, seat, {}, [])


def _do_pass(position: Json, seat: int, _player: Json, _words: list[str]) -> None:
    """The seat's turn is over."""
    if position["phase"] == "captain":
        position["progress"]["passed"].append(seat)
        _next_loader(position, seat)
        return
    following = (seat + 1) % len(position["players"])
    if position["phase"] == "craftsman" or following == position["chooser"]:
        _phase_over(position)
        return
    position["to_act"] = [following]
    if position["phase"] == "settler":
        position["progress"]["hacienda_used"] = False


def _phase_over(position: Json) -> None:
    phase = position["phase"]
    supply = position["supply"]
    if phase == "settler":
        row = position["plantations"]
        row["discard"] += row["face_up"]
        row["face_up"] = []
        for _ in range(len(position["players"]) + 1):
            tile = _draw(position)
            row["face_up"] += [tile] if tile else []
    elif phase == "mayor":
        _refill(position)
    elif phase == "trader" and len(position["trading_house"]) == 4:
        for good in position["trading_house"]:
            supply["goods"][good] += 1
        position["trading_house"] = []
    elif phase == "storage":
        for ship in position["cargo_ships"]:
            if ship["loaded"] == ship["capacity"]:
                supply["goods"][ship["good"]] += ship["loaded"]
                ship.update(good=None, loaded=0)
    _next_role(position)


def _refill(position: Json) -> None:
    empty = 0
    for player in position["players"]:
        empty += sum(BUILDINGS[built["building"]][2] - built["colonists"] for built in player["buildings"])
    least = 5 if position["rules"]["ship_minimum"] == 5 else len(position["players"])
    wanted = max(empty, least)
    there = min(wanted, position["supply"]["colonists"])
    position["supply"]["colonists"] -= there
    position["colonist_ship"] = there
    if there < wanted:
        _ends(position, "colonists")


def _ends(position: Json, why: str) -> None:
    position["ending"] = position["ending"] or why


def _next_role(position: Json) -> None:
    n, roles = len(position["players"]), position["roles"]
    taken = sum(card["taken_by"] is not None for card in roles.values())
    position["progress"] = {}
    if taken == PICKS[n] and position["ending"]:
        position.update(phase="game_over", chooser=None, to_act=[])
        return
    if taken == PICKS[n]:
        for card in roles.values():
            card["doubloons"] += 1 if card["taken_by"] is None else 0
            card["taken_by"] = None
        position["round"] += 1
        position["governor"] = (position["governor"] + 1) % n
        taken = 0
    chooser = (position["governor"] + taken) % n
    position.update(phase="choose_role", chooser=chooser, to_act=[chooser])


# --------------------------------------------------------------------------------------------------------- the count


def large(player: Json) -> int:
    """Points of the manned large buildings."""
    owned = [built["building"] for built in player["buildings"]]
    plants = [name for names in PLANTS.values() for name in names if name in owned]
    points = 0
    if on(player, "guild_hall"):
        points += sum(1 if name.startswith("small_") else 2 for name in plants)
    if on(player, "residence"):
        points += {10: 5, 11: 6, 12: 7}.get(len(player["island"]), 4)
    if on(player, "fortress"):
        points += people(player) // 3
    if on(player, "customs_house"):
        points += player["vp"] // 4
    if on(player, "city_hall"):
        points += len(owned) - len(plants)
    return points


def scores(position: Json) -> list[tuple[int, int, int]]:
    """Total, tie-break and place by seat."""
    counts = []
    for player in position["players"]:
        printed = sum(BUILDINGS[built["building"]][1] for built in player["buildings"])
        counts.append((player["vp"] + printed + large(player), player["doubloons"] + sum(player["goods"].values())))
    ranking = sorted(counts, reverse=True)
    return [(*count, ranking.index(count) + 1) for count in counts]


def same(position: Json) -> str:
    """The position as a text in which only what means something differs (notation 3)."""
    plain = json.loads(json.dumps(position))
    for holder, key in ((plain["plantations"], "face_up"), (plain["plantations"], "discard"), (plain, "trading_house")):
        holder[key].sort()
    for key in ("wharf_used", "passed", "may_take"):
        if key in plain["progress"]:
            plain["progress"][key].sort()
    return json.dumps(plain, sort_keys=True)
