"""The twelve small violet buildings (rules 2), each with its answers beside it."""

from pbem.rules import moves, tiles
from pbem.rules.buildings.row import Building
from pbem.rules.hooks import Hooks, Income, LoadPlace
from pbem.rules.model import Player, State
from pbem.rules.moves import Move
from pbem.rules.names import GOODS, ISLAND_SPACES, PHASE_SETTLER

_FACTORY_PAYS = (0, 0, 1, 2, 3, 5)

_DRAW = moves.special("hacienda", "hacienda")
_WHARF = LoadPlace("wharf", 1, tuple(moves.ship_own(g, "wharf") for g in range(len(GOODS))))


def _yes(_state: State, _player: Player, _here: int) -> bool:
    return True


def _one_more(_state: State, _player: Player, _here: int, place: str) -> int:
    return 1 if place == "" else 0


def _two_more(_state: State, _player: Player, _here: int, place: str) -> int:
    return 2 if place == "" else 0


def _hacienda_moves(state: State, player: Player, _here: int) -> list[Move]:
    usable = (
        state.phase == PHASE_SETTLER
        and not state.second_turn
        and "hacienda" not in state.turn_used
        and len(player.island) < ISLAND_SPACES
        and tiles.may_draw(state)
    )
    return [_DRAW] if usable else []


def _hacienda_draw(state: State, player: Player, _move: Move) -> None:
    state.turn_used.append("hacienda")
    tiles.lay_tile(player, tiles.draw_plantation(state))


def _one_kind(_state: State, _player: Player, _here: int) -> tuple[int, int]:
    return 1, 0


def _two_kinds(_state: State, _player: Player, _here: int) -> tuple[int, int]:
    return 2, 0


def _factory_pays(_state: State, _player: Player, _here: int, taken: list[int]) -> Income:
    return _FACTORY_PAYS[sum(1 for n in taken if n)], 0


def _harbor_point(_state: State, _player: Player, _here: int) -> Income:
    return 0, 1


def _wharf_place(_state: State, _player: Player, _here: int) -> list[LoadPlace]:
    return [_WHARF]


def _violet(name: str, cost: int, vp: int, hooks: Hooks) -> Building:
    return Building(name, cost, vp, column=vp, circles=1, copies=2, copies_two=1, hooks=hooks)


ROWS = (
    _violet("small_market", 1, 1, Hooks(price_bonus=_one_more)),
    _violet("hacienda", 2, 1, Hooks(turn_moves=_hacienda_moves, turn_move=_hacienda_draw)),
    _violet("construction_hut", 2, 1, Hooks(may_take_quarry=_yes)),
    _violet("small_warehouse", 3, 1, Hooks(storage=_one_kind)),
    _violet("hospice", 4, 2, Hooks(tile_brings_colonist=_yes)),
    _violet("office", 5, 2, Hooks(may_sell_again=_yes)),
    _violet("large_market", 5, 2, Hooks(price_bonus=_two_more)),
    _violet("large_warehouse", 6, 2, Hooks(storage=_two_kinds)),
    _violet("factory", 7, 3, Hooks(production_income=_factory_pays)),
    _violet("university", 8, 3, Hooks(building_brings_colonist=_yes)),
    _violet("harbor", 8, 3, Hooks(load_income=_harbor_point)),
    _violet("wharf", 9, 3, Hooks(load_places=_wharf_place)),
)
