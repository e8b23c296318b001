"""Positions with everything scattered at random, rare things often; they add up because all comes out of one box."""

from __future__ import annotations

import random

from pbem import rules
from pbem.rules.setup import NUMBERS, copies
from tests.rules.tables import Json, seat, table

ENDINGS = (None, None, None, None, "colonists", "buildings", "vp")


def scattered(luck: random.Random, players: int | None = None) -> Json:
    """A position in which a seat is to choose a role, somewhere in a round."""
    n = players or luck.randint(2, 5)
    numbers = NUMBERS[n]
    goods = [good for good, count in zip(rules.GOODS, numbers.goods, strict=True) for _ in range(count)]
    tiles = [tile for tile, count in zip(rules.GOODS, numbers.plantations, strict=True) for _ in range(count)]
    tiles += ["quarry"] * numbers.quarries
    luck.shuffle(goods)
    luck.shuffle(tiles)
    ships = _ships(luck, goods, numbers.ships)
    house = _house(luck, goods)
    aboard = luck.choice([0, 1, n, 5, luck.randint(0, 12)])
    cities = _cities(luck, n)
    free = numbers.colonists + numbers.on_ship - aboard
    seats = []
    for city in cities:
        player, free = _seat(luck, tiles, goods, city, free)
        seats.append(player)
    row = [tiles.pop() for tile in range(n + 1) if tiles and tiles[-1] != "quarry"]
    left = [tile for tile in tiles if tile != "quarry"]
    governor = luck.randrange(n)
    vp = sum(player["vp"] for player in seats)
    options = {"ship_minimum": luck.choice([5, "players"]), "simultaneous": luck.choice([True, False])}
    return table(
        *seats,
        governor=governor,
        taken=_taken(luck, n, governor),
        ship=aboard,
        supply_colonists=luck.choice([None, 0, 1, 2, min(free, luck.randint(0, 30))]) if free > 2 else None,
        vp=luck.choice([None, 0, 1, 3, 8]) if vp < numbers.vp - 8 else None,
        face_up=row,
        draw=left[: luck.choice([0, 1, 2, 4, len(left), len(left)])],
        house=house,
        ships=ships,
        ending=luck.choice(ENDINGS),
        **options,
    )


def _ships(luck: random.Random, goods: list[str], capacities: tuple[int, ...]) -> dict[int, tuple[str, int]]:
    ships: dict[int, tuple[str, int]] = {}
    kinds = list(rules.GOODS)
    luck.shuffle(kinds)
    for capacity in capacities:
        good = kinds.pop()
        loaded = luck.choice([0, 0, luck.randint(1, capacity), capacity, capacity - 1])
        loaded = min(loaded, goods.count(good))
        for _ in range(loaded):
            goods.remove(good)
        if loaded:
            ships[capacity] = (good, loaded)
    return ships


def _house(luck: random.Random, goods: list[str]) -> list[str]:
    held = [goods.pop() for _ in range(luck.randint(0, 3))]
    return held if luck.random() < 0.2 else list(dict.fromkeys(held))


def _cities(luck: random.Random, n: int) -> list[list[str]]:
    stock = {name: copies(n, i) for i, name in enumerate(rules.BUILDINGS)}
    cities: list[list[str]] = []
    for _ in range(n):
        spaces, city = luck.choice([0, 2, 5, 8, 10, 11, 12]), []
        for name in luck.sample(rules.BUILDINGS, len(rules.BUILDINGS)):
            size = rules.building(name).size
            if stock[name] and size <= spaces:
                stock[name] -= 1
                spaces -= size
                city.append(name)
        cities.append(city)
    return cities


def _seat(luck: random.Random, tiles: list[str], goods: list[str], names: list[str], free: int) -> tuple[Json, int]:
    likely = luck.choice([0.3, 0.6, 0.9, 1.0])
    island = []
    for _ in range(min(luck.choice([0, 3, 6, 9, 11, 12]), len(tiles))):
        crowd = free > 0 and luck.random() < likely
        free -= crowd
        island.append(tiles.pop() + "*" * crowd)
    city = {}
    for name in names:
        most = min(free, rules.building(name).circles)
        city[name] = luck.randint(0, most) if luck.random() > likely else most
        free -= city[name]
    waiting = min(free, luck.choice([0, 0, 1, 4]))
    held: dict[str, int] = {}
    for _ in range(min(len(goods), luck.choice([0, 1, 3, 6, 9]))):
        good = goods.pop()
        held[good] = held.get(good, 0) + 1
    purse = luck.choice([0, 1, 2, 3, 5, 8, 10, 20])
    points = luck.choice([0, 0, 3, 7, 12])
    return seat(*island, doubloons=purse, vp=points, san_juan=waiting, goods=held, city=city), free - waiting


def _taken(luck: random.Random, n: int, governor: int) -> dict[str, int]:
    numbers = NUMBERS[n]
    names = luck.sample([rules.ROLES[role] for role in numbers.roles], luck.randint(0, numbers.picks - 1))
    return {name: (governor + i) % n for i, name in enumerate(names)}
