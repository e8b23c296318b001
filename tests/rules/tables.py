"""Positions for tests: says only what matters; supplies, ship and stack are filled up so that everything adds up."""

from __future__ import annotations

from typing import Any

from pbem import rules
from pbem.rules.setup import NUMBERS, copies

Json = dict[str, Any]


def seat(
    *island: str,
    doubloons: int = 0,
    vp: int = 0,
    san_juan: int = 0,
    goods: dict[str, int] | None = None,
    city: dict[str, int] | None = None,
) -> Json:
    """A player: tiles by name (a star means manned), `city` building to colonists on it, in the order they came."""
    return {
        "doubloons": doubloons,
        "vp": vp,
        "san_juan": san_juan,
        "goods": {good: (goods or {}).get(good, 0) for good in rules.GOODS},
        "island": [{"tile": tile.rstrip("*"), "colonist": tile.endswith("*")} for tile in island],
        "buildings": [{"building": name, "colonists": n} for name, n in (city or {}).items()],
    }


def table(
    *seats: Json,
    phase: str = "choose_role",
    taken: dict[str, int] | None = None,
    governor: int = 0,
    to_act: list[int] | None = None,
    money: dict[str, int] | None = None,
    ship: int | None = None,
    supply_colonists: int | None = None,
    vp: int | None = None,
    face_up: list[str] | None = None,
    draw: list[str] | None = None,
    house: list[str] | None = None,
    ships: dict[int, tuple[str, int]] | None = None,
    ending: str | None = None,
    progress: Json | None = None,
    **options: Any,
) -> Json:
    """A position of as many players as there are seats. `taken` lists role to seat in the order they were taken.

    `supply_colonists` moves the rest to the San Juan of the last seat; `vp` moves the rest to the last seat.
    """
    n = len(seats)
    numbers = NUMBERS[n]
    taken = taken or {}
    chooser = list(taken.values())[-1] if phase != "choose_role" else (governor + len(taken)) % n
    players = list(seats)
    aboard = numbers.on_ship if ship is None else ship
    position: Json = {
        "format": "puerto-rico-position/1",
        "rules": rules.Rules.from_json({"players": n, **options}).to_json(),
        "round": 4,
        "governor": governor,
        "phase": phase,
        "chooser": chooser,
        "to_act": [chooser] if to_act is None else to_act,
        "roles": {
            rules.ROLES[role]: {
                "doubloons": (money or {}).get(rules.ROLES[role], 0),
                "taken_by": taken.get(rules.ROLES[role]),
            }
            for role in numbers.roles
        },
        "colonist_ship": aboard,
        "trading_house": house or [],
        "cargo_ships": [_ship(capacity, ships or {}) for capacity in numbers.ships],
        "players": players,
        "progress": _progress(phase) if progress is None else progress,
        "ending": ending,
    }
    _share_colonists(players, numbers.colonists + numbers.on_ship - aboard, supply_colonists)
    position["supply"] = _supply(position, n, aboard)
    if vp is not None:
        players[-1]["vp"] += position["supply"]["vp"] - vp
        position["supply"]["vp"] = vp
    position["plantations"] = _plantations(players, n, face_up, draw)
    return position


def _ship(capacity: int, ships: dict[int, tuple[str, int]]) -> Json:
    good, loaded = ships.get(capacity, (None, 0))
    return {"capacity": capacity, "good": good, "loaded": loaded}


def _progress(phase: str) -> Json:
    return {
        "settler": {"hacienda_used": False},
        "craftsman": {"may_take": []},
        "captain": {"privilege_vp_given": False, "wharf_used": [], "passed": []},
    }.get(phase, {})


def _people(players: list[Json]) -> int:
    return sum(
        player["san_juan"]
        + sum(tile["colonist"] for tile in player["island"])
        + sum(built["colonists"] for built in player["buildings"])
        for player in players
    )


def _share_colonists(players: list[Json], there: int, supply: int | None) -> None:
    if supply is not None:
        players[-1]["san_juan"] += there - supply - _people(players)


def _supply(position: Json, n: int, aboard: int) -> Json:
    numbers, players = NUMBERS[n], position["players"]
    goods = dict(zip(rules.GOODS, numbers.goods, strict=True))
    for good in rules.GOODS:
        goods[good] -= sum(player["goods"][good] for player in players) + position["trading_house"].count(good)
        goods[good] -= sum(ship["loaded"] for ship in position["cargo_ships"] if ship["good"] == good)
    owned = [built["building"] for player in players for built in player["buildings"]]
    quarries = sum(tile["tile"] == "quarry" for player in players for tile in player["island"])
    return {
        "vp": max(numbers.vp - sum(player["vp"] for player in players), 0),
        "colonists": numbers.colonists + numbers.on_ship - aboard - _people(players),
        "quarries": numbers.quarries - quarries,
        "goods": goods,
        "buildings": {name: copies(n, i) - owned.count(name) for i, name in enumerate(rules.BUILDINGS)},
    }


def _plantations(players: list[Json], n: int, face_up: list[str] | None, draw: list[str] | None) -> Json:
    left = dict(zip(rules.GOODS, NUMBERS[n].plantations, strict=True))
    for tile in [tile["tile"] for player in players for tile in player["island"]] + (draw or []):
        if tile != "quarry":
            left[tile] -= 1
    row = face_up if face_up is not None else ["coffee", "corn", "indigo", "sugar", "tobacco"][: n + 1]
    for tile in row:
        left[tile] -= 1
    rest = [tile for tile, count in left.items() for _ in range(count)]
    if draw is None:
        return {"face_up": row, "draw": rest, "discard": []}
    return {"face_up": row, "draw": draw, "discard": rest}


def load(position: Json) -> rules.State:
    """The state of a test's position."""
    return rules.load(position)


def played(state: rules.State, *moves: tuple[int, str]) -> list[tuple[int, str, bool]]:
    """Makes moves and returns everything that was applied."""
    done = []
    for acting, move in moves:
        done += [(made.seat, made.move, made.auto) for made in rules.apply(state, acting, move)]
    return done


def moves(state: rules.State, acting: int) -> set[str]:
    """What a seat may answer."""
    return set(rules.legal(state).moves[acting])


def at(state: rules.State, path: str) -> Any:
    """What stands at a dotted path of the whole position."""
    value: Any = rules.dump(state)
    for key in path.split("."):
        value = value[int(key)] if isinstance(value, list) else value[key]
    return value
