"""Advice: a good legal placement (rules 3.2) by simple rules of thumb; it must not change the state."""

from typing import Final

from pbem.rules import buildings, moves
from pbem.rules.model import Player, State
from pbem.rules.moves import Move
from pbem.rules.names import CITY_SPACES, COLONIST, GOODS, QUARRY, TILE_KINDS

# What a colonist on a building is worth for the rest of the game, against a good's price plus two.
_WORTH: Final[dict[str, float]] = {
    "harbor": 5.5,
    "wharf": 5.0,
    "factory": 5.2,
    "large_market": 4.0,
    "office": 1.5,
    "small_market": 2.8,
    "hospice": 1.9,
    "hacienda": 1.7,
    "construction_hut": 1.8,
    "large_warehouse": 2.4,
    "small_warehouse": 2.3,
    "university": 1.6,
}
_LARGE: Final = 6.0
_LARGE_EARLY: Final = 0.6


def suggest(state: State, seat: int) -> Move:
    """A placement that mans the best things first: pairs of plant and plantation, buildings, quarries."""
    player = state.players[seat]
    left = player.people()
    amounts = [0] * buildings.PLACES
    for places, _worth in _wishes(state, player):
        free = [place for place in places if amounts[place] < buildings.place_circles(player, place)]
        if len(free) == len(places) <= left:
            for place in places:
                amounts[place] += 1
            left -= len(places)
    _fill_up(player, amounts, left)
    return moves.place_move(amounts)


def _wishes(state: State, player: Player) -> list[tuple[tuple[int, ...], float]]:
    """Places to man together with what that is worth a colonist, the best first."""
    wishes: list[tuple[tuple[int, ...], float]] = [((0,), 2.0)] * player.tiles[0]
    for good in range(1, len(GOODS)):
        wishes += _pairs(player, good)
    for building in player.buildings:
        if buildings.GOOD[building] < 0 and buildings.CIRCLES[building]:
            wishes.append(((TILE_KINDS + building,), _worth(state, player, building)))
    ahead = _building_ahead(state, player)
    wishes += [((QUARRY,), 2.6 - 0.3 * i if ahead else 0.4) for i in range(player.tiles[QUARRY])]
    return sorted(wishes, key=lambda wish: -wish[1])


def _pairs(player: Player, good: int) -> list[tuple[tuple[int, ...], float]]:
    """A plantation and a circle of a plant of its kind, as often as there are both."""
    circles = [
        TILE_KINDS + b
        for b in sorted(player.buildings, key=lambda b: buildings.CIRCLES[b])
        if buildings.GOOD[b] == good
        for _ in range(buildings.CIRCLES[b])
    ]
    n = min(player.tiles[good], len(circles))
    # A second barrel of a kind is worth a little less than a first of another.
    return [((good, circles[i]), (2.2 + good) / 1.6 + (0.5 if i == 0 else 0.0)) for i in range(n)]


def _worth(state: State, player: Player, building: int) -> float:
    row = buildings.ROWS[building]
    if row.size > 1:
        late = state.ending is not None or state.people[COLONIST] < 15 or state.vp < 25 or player.city > 8
        return _LARGE if late else _LARGE_EARLY
    return _WORTH.get(row.name, 1.0)


def _building_ahead(state: State, player: Player) -> bool:
    return state.ending is None and player.city < CITY_SPACES


def _fill_up(player: Player, amounts: list[int], left: int) -> None:
    """Nobody waits while a circle is empty: plantations first, they may find a plant; then the rest."""
    for place, circles in buildings.all_circles(player):
        put = min(left, circles - amounts[place])
        amounts[place] += put
        left -= put
