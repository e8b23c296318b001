"""The five large buildings (rules 2), which count at the end when somebody lies on them."""

from pbem.rules.buildings.row import TABLE, Building
from pbem.rules.hooks import Hooks, Int
from pbem.rules.model import Player, State

_RESIDENCE_LEAST = 4


def _guild_hall(_state: State, player: Player, _here: int) -> int:
    return sum(TABLE[b].guild_value for b in player.buildings)


def _residence(_state: State, player: Player, _here: int) -> int:
    return max(_RESIDENCE_LEAST, len(player.island) - 5)


def _fortress(_state: State, player: Player, _here: int) -> int:
    return player.people() // 3


def _customs_house(_state: State, player: Player, _here: int) -> int:
    return player.vp // 4


def _city_hall(_state: State, player: Player, _here: int) -> int:
    return sum(1 for b in player.buildings if TABLE[b].violet)


def _large(name: str, score: Int) -> Building:
    hooks = Hooks(final_score=score)
    return Building(name, 10, 4, column=4, circles=1, copies=1, copies_two=1, size=2, hooks=hooks)


ROWS = (
    _large("guild_hall", _guild_hall),
    _large("residence", _residence),
    _large("fortress", _fortress),
    _large("customs_house", _customs_house),
    _large("city_hall", _city_hall),
)
