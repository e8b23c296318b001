"""The frozen row of a building: its numbers and its hooks; it must know no other building."""

from dataclasses import dataclass
from typing import Final

from pbem.rules.hooks import Hooks
from pbem.rules.names import GOODS

NO_HOOKS = Hooks()


@dataclass(frozen=True, slots=True)
class Building:
    """One kind of building (rules 2). `column` is how many quarries may count; `copies` for 3 to 5 players."""

    name: str
    cost: int
    vp: int
    column: int
    circles: int
    copies: int
    copies_two: int  # with two players
    size: int = 1
    good: str | None = None  # what a production building makes
    violet: bool = True
    guild_value: int = 0  # what the guild hall counts for it
    hooks: Hooks = NO_HOOKS

    @property
    def good_number(self) -> int:
        """The number of its good, -1 if it makes none."""
        return -1 if self.good is None else GOODS.index(self.good)


# All buildings in the order of notation 1, by number; the package fills it.
TABLE: Final[list[Building]] = []
