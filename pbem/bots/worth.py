"""What a board is worth, in victory points, by rules of thumb; it decides no move."""

from __future__ import annotations

from typing import Final

from pbem.rules import buildings, hooks
from pbem.rules.model import Player, State
from pbem.rules.names import CITY_SPACES, COLONIST, GOODS, PHASE_OVER, QUARRY, TILE_KINDS

# What one barrel of a good brings in the end, by good: a point on a ship, or money in the house.
BARREL: Final[tuple[float, ...]] = (0.8, 0.8, 0.95, 1.15, 1.3)
FIRST_BARREL: Final[tuple[float, ...]] = (0.0, 0.05, 0.15, 0.4, 0.55)
# What a small violet building brings a round once somebody lies on it.
_A_ROUND: Final[dict[str, float]] = {
    "small_market": 0.22,
    "hacienda": 0.13,
    "construction_hut": 0.1,
    "small_warehouse": 0.14,
    "hospice": 0.13,
    "office": 0.08,
    "large_market": 0.36,
    "large_warehouse": 0.2,
    "university": 0.1,
}
_FACTORY: Final[tuple[float, ...]] = (0.0, 0.0, 1.0, 2.0, 3.0, 5.0)
_CRAFTSMAN_A_ROUND: Final = 0.75
_QUARRY_A_ROUND: Final[tuple[float, ...]] = (0.32, 0.28, 0.2, 0.1)
_EMPTY: Final = 0.55  # what an unmanned thing is worth against a manned one


def rounds_left(state: State) -> float:
    """About how many rounds are still to come, this one not counted."""
    if state.ending is not None:
        return 0.0
    n = len(state.players)
    by_colonists = state.people[COLONIST] / (1.25 * n)
    by_points = state.vp / (2.2 * n)
    by_city = (CITY_SPACES - max(player.city for player in state.players)) * 1.3
    return min(by_colonists, by_points, by_city, 12.0)


def money(rounds: float) -> float:
    """What a doubloon is worth in points."""
    return 0.05 if rounds < 0.5 else min(0.4 + 0.08 * rounds, 0.85)


def board(state: State, player: Player, rounds: float) -> float:
    """All that a player has, in points at the end."""
    if state.phase == PHASE_OVER:
        printed = sum(buildings.ROWS[b].vp for b in player.buildings)
        tie = 0.01 * (player.doubloons + sum(player.goods))
        return player.vp + printed + hooks.final_score(state, player) + tie
    purse = money(rounds) * min(player.doubloons, 14) + 0.1 * max(player.doubloons - 14, 0)
    return player.vp + purse + _stored(player, rounds) + _land(player, rounds) + _city(state, player, rounds)


def _stored(player: Player, rounds: float) -> float:
    share = 0.8 if rounds > 1 else 0.55
    total = 0.0
    for good, n in enumerate(player.goods):
        if n:
            total += share * BARREL[good] * min(n, 6) + (FIRST_BARREL[good] if rounds > 1 else 0.0)
    return total


def _land(player: Player, rounds: float) -> float:
    """Production and quarries, manned or to be manned."""
    capacity = [12, 0, 0, 0, 0]
    for building in player.buildings:
        good = buildings.GOOD[building]
        if good >= 0:
            capacity[good] += buildings.CIRCLES[building]
    total = 0.0
    for good in range(len(GOODS)):
        tiles, plants = player.tiles[good], capacity[good]
        if not tiles and (good == 0 or not plants):
            continue
        works = min(player.manned[good], player.plants[good] if good else 12)
        could = min(tiles, plants)
        a_round = _CRAFTSMAN_A_ROUND * BARREL[good] * rounds
        total += a_round * (works + _EMPTY * (could - works))
        total += FIRST_BARREL[good] * rounds * 0.5 * (1.0 if works else _EMPTY if could else 0.0)
        total += 0.06 * rounds * (tiles - could) + 0.04 * rounds * min(plants - could, 3) * (good > 0)
    for i in range(player.tiles[QUARRY]):
        a_round = _QUARRY_A_ROUND[min(i, 3)] * rounds
        total += a_round if i < player.manned[QUARRY] else _EMPTY * a_round
    return total + 0.12 * min(rounds, 6) * min(player.people(), 14)


def _city(state: State, player: Player, rounds: float) -> float:
    total = 0.0
    kinds, barrels = production(player)
    for building in player.buildings:
        row = buildings.ROWS[building]
        manned = player.manned[TILE_KINDS + building] > 0
        total += row.vp
        if row.size > 1:
            total += _large(state, player, building, rounds) * (1.0 if manned else 0.85 if rounds >= 0.6 else 0.1)
        elif row.good is None:
            total += violet(row.name, kinds, barrels, rounds) * (1.0 if manned else _EMPTY)
    return total


def _large(state: State, player: Player, building: int, rounds: float) -> float:
    """Its points as they stand, and a little for what is to come."""
    score = buildings.ROWS[building].hooks.final_score
    now = score(state, player, TILE_KINDS + building) if score is not None else 0
    return now + 0.15 * rounds


def production(player: Player) -> tuple[int, int]:
    """How many kinds and how many barrels a craftsman phase brings, as long as the supply lasts."""
    barrels = player.manned[0]
    kinds = 1 if player.tiles[0] else 0
    for good in range(1, len(GOODS)):
        plants = player.plants[good]
        if plants and player.tiles[good]:
            kinds += 1
            barrels += min(player.manned[good], plants)
    return kinds, barrels


def violet(name: str, kinds: int, barrels: int, rounds: float) -> float:
    """What a small violet building is worth, once it is manned, to one who makes so many kinds and barrels."""
    if name == "factory":
        return _FACTORY[kinds] * _CRAFTSMAN_A_ROUND * 0.7 * rounds
    if name == "harbor":
        return 0.3 * rounds * min(max(kinds, 1), 4)
    if name == "wharf":
        return 0.12 * rounds * min(barrels, 7)
    return _A_ROUND.get(name, 0.1) * rounds
