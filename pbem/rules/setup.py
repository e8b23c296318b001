"""The table of set-up numbers (rules 1) and the laying out of a new game; it must know no phase."""

from dataclasses import dataclass
from typing import Final

from pbem.rules import buildings, tiles
from pbem.rules.hooks import NO_ANSWERS
from pbem.rules.model import Player, Rules, Ship, State
from pbem.rules.names import COLONIST, NOBODY, PHASE_CHOOSE, PLANTATIONS


@dataclass(frozen=True, slots=True)
class Numbers:
    """One column of the set-up table. Lists are by good, seats clockwise from the governor."""

    vp: int
    colonists: int
    on_ship: int
    doubloons: int
    first_tiles: tuple[int, ...]
    ships: tuple[int, ...]
    row: int
    quarries: int
    plantations: tuple[int, ...]
    goods: tuple[int, ...]
    roles: tuple[int, ...]
    picks: int


_TWO_TILES = (7, 9, 8, 6, 5)
_TILES = (10, 12, 11, 9, 8)
_TWO_GOODS = (8, 9, 9, 7, 7)
_GOODS = (10, 11, 11, 9, 9)
_SIX = (0, 1, 2, 3, 4, 5)

NUMBERS: Final[dict[int, Numbers]] = {
    2: Numbers(65, 40, 2, 3, (1, 0), (4, 6), 3, 5, _TWO_TILES, _TWO_GOODS, (*_SIX, 6), 6),
    3: Numbers(75, 55, 3, 2, (1, 1, 0), (4, 5, 6), 4, 8, _TILES, _GOODS, _SIX, 3),
    4: Numbers(100, 75, 4, 3, (1, 1, 0, 0), (5, 6, 7), 5, 8, _TILES, _GOODS, (*_SIX, 6), 4),
    5: Numbers(122, 95, 5, 4, (1, 1, 1, 0, 0), (6, 7, 8), 6, 8, _TILES, _GOODS, (*_SIX, 6, 7), 5),
}


def copies(players: int, building: int) -> int:
    """How many copies of a building a game has."""
    row = buildings.ROWS[building]
    return row.copies_two if players == 2 else row.copies


def new_player(seat: int) -> Player:
    """An empty board."""
    return Player(seat, buildings.PLACES, NO_ANSWERS)


def lay_out(state: State) -> None:
    """All of the base game's set-up: supplies, first tiles, the shuffled stack, the first row (rules 1)."""
    n = len(state.players)
    numbers = NUMBERS[n]
    state.vp = numbers.vp
    state.people[COLONIST] = numbers.colonists
    state.ship_people[COLONIST] = numbers.on_ship
    state.quarries = numbers.quarries
    state.goods = list(numbers.goods)
    state.cards = list(numbers.roles)
    state.ships = [Ship(capacity) for capacity in numbers.ships]
    state.stock = [copies(n, b) for b in range(buildings.COUNT)]
    plantations = list(numbers.plantations)
    for player in state.players:
        player.doubloons = numbers.doubloons
        tiles.lay_tile(player, numbers.first_tiles[player.seat])
        plantations[numbers.first_tiles[player.seat]] -= 1
    for tile in range(PLANTATIONS):
        state.deck += [tile] * plantations[tile]
    state.chance.shuffle(state.deck)
    for _ in range(numbers.row):
        state.face_up[state.deck.pop()] += 1


def picks(rules: Rules) -> int:
    """How many roles are taken a round (rules 1, 4)."""
    return NUMBERS[rules.players].picks


def roles_taken(state: State) -> int:
    """How many roles have been taken this round."""
    return sum(1 for role in state.cards if state.taken_by[role] != NOBODY)


def first_phase(state: State) -> None:
    """The governor is to choose."""
    state.phase = PHASE_CHOOSE
    state.chooser = state.governor
    state.to_act = [state.governor]
