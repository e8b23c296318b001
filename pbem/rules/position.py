"""Positions as JSON objects (notation 3): writing them whole, as a seat may see them, and reading them unchecked."""

from __future__ import annotations

from typing import Any

from pbem.rules import buildings, chance
from pbem.rules.model import Player, Rules, Ship, State
from pbem.rules.names import (
    COLONIST,
    GOODS,
    NOBODY,
    PHASE_CAPTAIN,
    PHASE_CRAFTSMAN,
    PHASE_SETTLER,
    PHASES,
    PLANTATIONS,
    ROLES,
    TILE_KINDS,
    TILES,
)
from pbem.rules.sets import BASE
from pbem.rules.setup import NUMBERS, new_player

FORMAT = "puerto-rico-position/1"
# The names progress has for what buildings do once: (key, the special move or own place).
TURN_KEY = ("hacienda_used", "hacienda")
PLACE_KEY = ("wharf_used", "wharf")


def dump(state: State) -> dict[str, Any]:
    """The whole position, hidden parts too."""
    position = _open_part(state)
    position["plantations"]["draw"] = [TILES[tile] for tile in reversed(state.deck)]
    position["random"] = state.chance.text()
    return position


def view(state: State, seat: int | None) -> dict[str, Any]:
    """What a seat, or with None the public, may see: no stack, no generator, nobody else's points."""
    position = _open_part(state)
    position["plantations"]["draw"] = len(state.deck)
    for player in position["players"]:
        player["vp"] = None
    if seat is not None:
        position["players"][seat]["vp"] = state.players[seat].vp
    return position


def _open_part(state: State) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "rules": state.rules.to_json(),
        "round": state.round,
        "governor": state.governor,
        "phase": PHASES[state.phase],
        "chooser": None if state.chooser == NOBODY else state.chooser,
        "to_act": list(state.to_act),
        "roles": {ROLES[role]: _role(state, role) for role in state.cards},
        "supply": _supply(state),
        "colonist_ship": state.ship_people[COLONIST],
        "plantations": {"face_up": _tiles(state.face_up), "draw": [], "discard": _tiles(state.discard)},
        "trading_house": [GOODS[good] for good in state.house],
        "cargo_ships": [
            {
                "capacity": ship.capacity,
                "good": None if ship.good < 0 else GOODS[ship.good],
                "loaded": ship.loaded,
            }
            for ship in state.ships
        ],
        "players": [_player(player) for player in state.players],
        "progress": _progress(state),
        "ending": state.ending,
    }


def _role(state: State, role: int) -> dict[str, int | None]:
    seat = state.taken_by[role]
    return {"doubloons": state.role_doubloons[role], "taken_by": None if seat == NOBODY else seat}


def _supply(state: State) -> dict[str, Any]:
    names = buildings.NAMES
    return {
        "vp": state.vp,
        "colonists": state.people[COLONIST],
        "quarries": state.quarries,
        "goods": _goods(state.goods),
        "buildings": {names[b]: n for b, n in enumerate(state.stock) if n >= 0},
    }


def _goods(counts: list[int]) -> dict[str, int]:
    return dict(zip(GOODS, counts, strict=True))


def _tiles(counts: list[int]) -> list[str]:
    return [TILES[tile] for tile, n in enumerate(counts) for _ in range(n)]


def _player(player: Player) -> dict[str, Any]:
    return {
        "doubloons": player.doubloons,
        "vp": player.vp,
        "san_juan": player.san_juan[COLONIST],
        "goods": _goods(player.goods),
        "island": _island(player),
        "buildings": [
            {"building": buildings.NAMES[b], "colonists": player.crew[COLONIST][TILE_KINDS + b]}
            for b in player.buildings
        ],
    }


def _island(player: Player) -> list[dict[str, Any]]:
    """In the order in which they came; of equal tiles the first are the manned ones."""
    left = player.crew[COLONIST][:TILE_KINDS]
    island = []
    for tile in player.island:
        left[tile] -= 1
        island.append({"tile": TILES[tile], "colonist": left[tile] >= 0})
    return island


def _progress(state: State) -> dict[str, Any]:
    if state.phase == PHASE_SETTLER:
        return {TURN_KEY[0]: TURN_KEY[1] in state.turn_used}
    if state.phase == PHASE_CRAFTSMAN:
        return {"may_take": [GOODS[good] for good in state.may_take]}
    if state.phase == PHASE_CAPTAIN:
        return {
            "privilege_vp_given": state.privilege_given,
            PLACE_KEY[0]: list(state.places_used.get(PLACE_KEY[1], [])),
            "passed": list(state.passed),
        }
    return {}


def peek(position: dict[str, Any]) -> State:
    """A state from a good position or view; what a view hides is guessed. For advice and bots, not for play."""
    rules = Rules.from_json(position["rules"])
    players = [new_player(seat) for seat in range(rules.players)]
    state = State(rules, players, chance.Chance(b""), buildings.COUNT)
    state.sets = list(BASE)
    fill(state, position)
    return state


def fill(state: State, position: dict[str, Any]) -> None:
    """Puts everything a good position says into a fresh state; of a hidden stack only the order is guessed."""
    state.round = position["round"]
    state.governor = position["governor"]
    state.phase = PHASES.index(position["phase"])
    state.chooser = NOBODY if position["chooser"] is None else position["chooser"]
    state.to_act = list(position["to_act"])
    _fill_roles(state, position["roles"])
    _fill_supply(state, position["supply"])
    state.ship_people[COLONIST] = position["colonist_ship"]
    _fill_plantations(state, position["plantations"], position["players"])
    state.house = [GOODS.index(good) for good in position["trading_house"]]
    for ship, written in zip(state.ships, position["cargo_ships"], strict=True):
        ship.good = NOBODY if written["good"] is None else GOODS.index(written["good"])
        ship.loaded = written["loaded"]
    for player, written in zip(state.players, position["players"], strict=True):
        _fill_player(player, written)
    _fill_progress(state, position["progress"])
    state.ending = position["ending"]


def _fill_roles(state: State, roles: dict[str, Any]) -> None:
    state.cards = [role for role, name in enumerate(ROLES) if name in roles]
    for role in state.cards:
        card = roles[ROLES[role]]
        state.role_doubloons[role] = card["doubloons"]
        state.taken_by[role] = NOBODY if card["taken_by"] is None else card["taken_by"]


def _fill_supply(state: State, supply: dict[str, Any]) -> None:
    state.vp = supply["vp"]
    state.people[COLONIST] = supply["colonists"]
    state.quarries = supply["quarries"]
    state.goods = [supply["goods"][good] for good in GOODS]
    state.stock = [supply["buildings"].get(name, NOBODY) for name in buildings.NAMES]
    state.ships = [Ship(capacity) for capacity in NUMBERS[state.rules.players].ships]


def _fill_plantations(state: State, plantations: dict[str, Any], players: list[dict[str, Any]]) -> None:
    state.face_up = _counts(plantations["face_up"])
    state.discard = _counts(plantations["discard"])
    draw = plantations["draw"]
    if isinstance(draw, int):
        state.deck = _unseen(state, players)[:draw]
    else:
        state.deck = [TILES.index(tile) for tile in reversed(draw)]


def _unseen(state: State, players: list[dict[str, Any]]) -> list[int]:
    """The tiles that lie nowhere in sight: what a hidden stack holds, kinds by turns, whatever its order is."""
    left = list(NUMBERS[state.rules.players].plantations)
    for tile in range(PLANTATIONS):
        laid = sum(1 for player in players for lying in player["island"] if lying["tile"] == TILES[tile])
        left[tile] -= state.face_up[tile] + state.discard[tile] + laid
    unseen = [(turn, tile) for tile, n in enumerate(left) for turn in range(n)]
    return [tile for _, tile in sorted(unseen)]


def _counts(tiles: list[str]) -> list[int]:
    return [tiles.count(TILES[tile]) for tile in range(PLANTATIONS)]


def _fill_player(player: Player, written: dict[str, Any]) -> None:
    crew = player.crew[COLONIST]
    player.doubloons = written["doubloons"]
    player.vp = written["vp"] or 0
    player.san_juan[COLONIST] = written["san_juan"]
    player.goods = [written["goods"][good] for good in GOODS]
    for laid in written["island"]:
        tile = TILES.index(laid["tile"])
        player.island.append(tile)
        player.tiles[tile] += 1
        crew[tile] += 1 if laid["colonist"] else 0
    for built in written["buildings"]:
        number = buildings.NUMBERS[built["building"]]
        player.buildings.append(number)
        player.owned |= 1 << number
        player.city += buildings.SIZE[number]
        crew[TILE_KINDS + number] = built["colonists"]
    buildings.refresh(player)


def _fill_progress(state: State, progress: dict[str, Any]) -> None:
    if progress.get(TURN_KEY[0]):
        state.turn_used = [TURN_KEY[1]]
    state.may_take = [GOODS.index(good) for good in progress.get("may_take", [])]
    state.privilege_given = bool(progress.get("privilege_vp_given", False))
    used = progress.get(PLACE_KEY[0], [])
    state.places_used = {PLACE_KEY[1]: list(used)} if used else {}
    state.passed = list(progress.get("passed", []))
