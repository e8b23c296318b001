"""The names of notation 1 and the small numbers that stand for them inside; it must know no rule."""

from typing import Final

GOODS: Final = ("corn", "indigo", "sugar", "tobacco", "coffee")
TILES: Final = (*GOODS, "quarry")
ROLES: Final = (
    "settler",
    "mayor",
    "builder",
    "craftsman",
    "trader",
    "captain",
    "prospector",
    "prospector_2",
)
PHASES: Final = (
    "choose_role",
    "settler",
    "mayor",
    "builder",
    "craftsman",
    "trader",
    "captain",
    "storage",
    "game_over",
)
PERSONS: Final = ("colonist",)
ENDINGS: Final = ("colonists", "buildings", "vp")

QUARRY: Final[int] = 5
PLANTATIONS: Final[int] = 5
TILE_KINDS: Final[int] = 6

MAYOR: Final[int] = 1
PROSPECTOR: Final[int] = 6

# A role's phase is its number plus one; a prospector has none.
PHASE_CHOOSE: Final[int] = 0
PHASE_SETTLER: Final[int] = 1
PHASE_MAYOR: Final[int] = 2
PHASE_BUILDER: Final[int] = 3
PHASE_CRAFTSMAN: Final[int] = 4
PHASE_TRADER: Final[int] = 5
PHASE_CAPTAIN: Final[int] = 6
PHASE_STORAGE: Final[int] = 7
PHASE_OVER: Final[int] = 8

COLONIST: Final[int] = 0
NOBODY: Final[int] = -1
ISLAND_SPACES: Final[int] = 12
CITY_SPACES: Final[int] = 12
HOUSE_PLACES: Final[int] = 4
