"""The table of all buildings, by number, and what follows from who lies where; it must not know a phase."""

from typing import Final

from pbem.rules import moves
from pbem.rules.buildings import large, production, small
from pbem.rules.buildings.row import TABLE, Building
from pbem.rules.hooks import Answers
from pbem.rules.model import Player
from pbem.rules.names import TILE_KINDS, TILES

TABLE.extend((*production.ROWS, *small.ROWS, *large.ROWS))

ROWS: Final[tuple[Building, ...]] = tuple(TABLE)
NAMES: Final[tuple[str, ...]] = tuple(row.name for row in ROWS)
NUMBERS: Final[dict[str, int]] = {name: i for i, name in enumerate(NAMES)}
COUNT: Final[int] = len(ROWS)
PLACES: Final[int] = TILE_KINDS + COUNT
PLACE_NAMES: Final[tuple[str, ...]] = (*TILES, *NAMES)
COST: Final[list[int]] = [row.cost for row in ROWS]
COLUMN: Final[list[int]] = [row.column for row in ROWS]
CIRCLES: Final[list[int]] = [row.circles for row in ROWS]
SIZE: Final[list[int]] = [row.size for row in ROWS]
GOOD: Final[list[int]] = [row.good_number for row in ROWS]
BUILDS: Final = [moves.build_moves(i, name) for i, name in enumerate(NAMES)]

moves.Words.places.update({name: TILE_KINDS + i for i, name in enumerate(NAMES)})

# A player has one of a few hundred sets of manned buildings; the collected answers never change.
_collected: Final[dict[int, Answers]] = {}


def refresh(player: Player) -> None:
    """Recomputes what follows from who lies where: `manned`, `plants` and `answers`. Call it after every change."""
    crews = player.crew
    manned = list(crews[0]) if len(crews) == 1 else [sum(crew) for crew in zip(*crews, strict=True)]
    plants = [0, 0, 0, 0, 0]
    mask = 0
    for building in player.buildings:
        lying = manned[TILE_KINDS + building]
        if lying:
            good = GOOD[building]
            if good >= 0:
                plants[good] += lying
            mask |= 1 << building
    player.manned = manned
    player.plants = plants
    player.answers = answers_of(mask)


def answers_of(mask: int) -> Answers:
    """The collected hooks of a set of manned buildings (bit n: number n)."""
    found = _collected.get(mask)
    if found is None:
        numbers = [i for i in range(COUNT) if mask >> i & 1]
        found = Answers([(TABLE[i].hooks, TILE_KINDS + i) for i in numbers])
        _collected[mask] = found
    return found


def place_circles(player: Player, place: int) -> int:
    """How many persons a place of this player can hold (rules 2); 0 where he has no such place."""
    if place < TILE_KINDS:
        return player.tiles[place]
    building = place - TILE_KINDS
    return CIRCLES[building] if player.owned >> building & 1 else 0


def all_circles(player: Player) -> list[tuple[int, int]]:
    """(place, circles) of every place of this player with circles, in the order of the names."""
    found = [(tile, n) for tile, n in enumerate(player.tiles) if n]
    found += [(TILE_KINDS + b, CIRCLES[b]) for b in sorted(player.buildings) if CIRCLES[b]]
    return found


def empty_building_circles(player: Player) -> int:
    """Empty circles on this player's buildings (rules 3.2)."""
    return sum(CIRCLES[b] - player.manned[TILE_KINDS + b] for b in player.buildings)
