"""What must hold between the parts of a position: turn order, and that everything adds up (notation 3)."""

from __future__ import annotations

from typing import NoReturn

from pbem.rules import buildings
from pbem.rules.errors import N_, BadPosition
from pbem.rules.model import State
from pbem.rules.names import (
    COLONIST,
    GOODS,
    NOBODY,
    PHASE_CAPTAIN,
    PHASE_CHOOSE,
    PHASE_CRAFTSMAN,
    PHASE_MAYOR,
    PHASE_OVER,
    PHASE_STORAGE,
    QUARRY,
    TILES,
)
from pbem.rules.setup import NUMBERS, copies, picks, roles_taken

_SUM = N_("%(path)s: %(found)s in all; the set-up had %(wanted)s.")


def check(state: State) -> None:
    """BadPosition where parts of a position contradict each other."""
    _check_turn_order(state)
    _check_phase(state)
    _check_seats(state)
    _check_goods(state)
    _check_tiles(state)
    _check_buildings(state)
    _check_people(state)
    _check_vp(state)


def _refuse(path: str, template: str, **params: object) -> NoReturn:
    raise BadPosition(template, path=path, **params)


def _check_turn_order(state: State) -> None:
    """Who has taken a role this round must be the first ones from the governor, each as often as his turn came."""
    takers = sorted(state.taken_by[role] for role in state.cards if state.taken_by[role] != NOBODY)
    n = len(state.players)
    wanted = sorted((state.governor + i) % n for i in range(len(takers)))
    if takers != wanted or len(takers) > picks(state.rules):
        _refuse("roles", N_("%(path)s: the roles must be taken in turn from the governor."))


def _check_phase(state: State) -> None:
    taken = roles_taken(state)
    if state.phase == PHASE_OVER:
        if state.ending is None:
            _refuse("ending", N_("%(path)s must say why the game is over."))
        wanted = NOBODY
    elif state.phase == PHASE_CHOOSE:
        if taken >= picks(state.rules):
            _refuse("phase", N_("%(path)s: every seat has had its roles; nobody is left to choose."))
        wanted = (state.governor + taken) % len(state.players)
    else:
        role = (PHASE_CAPTAIN if state.phase == PHASE_STORAGE else state.phase) - 1
        wanted = state.taken_by[role]
        if wanted == NOBODY or wanted != (state.governor + taken - 1) % len(state.players):
            _refuse("phase", N_("%(path)s: the role of this phase must be the last one taken."))
    if state.chooser != wanted:
        shown = "null" if wanted == NOBODY else str(wanted)
        _refuse("chooser", N_("%(path)s must be %(wanted)s in this phase."), wanted=shown)


def _check_seats(state: State) -> None:
    acting = state.to_act
    if state.phase == PHASE_OVER:
        if acting:
            _refuse("to_act", N_("%(path)s must be empty when the game is over."))
        return
    together = state.rules.simultaneous and state.phase in (PHASE_MAYOR, PHASE_STORAGE)
    if not acting or (len(acting) > 1 and not together):
        _refuse("to_act", N_("%(path)s must name the seat that is to act."))
    if acting != [seat for seat in state.clockwise(state.chooser) if seat in acting]:
        _refuse("to_act", N_("%(path)s must go clockwise from the chooser."))
    if state.phase in (PHASE_CHOOSE, PHASE_CRAFTSMAN) and acting != [state.chooser]:
        _refuse("to_act", N_("%(path)s must be the chooser in this phase."))
    if state.phase == PHASE_CAPTAIN and acting[0] in state.passed:
        _refuse("to_act", N_("%(path)s: a seat that has passed is out of this captain phase."))
    if any(state.goods[good] == 0 for good in state.may_take):
        _refuse("progress.may_take", N_("%(path)s: the supply has none of it."))


def _equal(path: str, found: int, wanted: int) -> None:
    if found != wanted:
        _refuse(path, _SUM, found=found, wanted=wanted)


def _check_goods(state: State) -> None:
    for good, wanted in enumerate(NUMBERS[len(state.players)].goods):
        found = state.goods[good] + state.house.count(good)
        found += sum(player.goods[good] for player in state.players)
        found += sum(ship.loaded for ship in state.ships if ship.good == good)
        _equal("supply.goods." + GOODS[good], found, wanted)


def _check_tiles(state: State) -> None:
    numbers = NUMBERS[len(state.players)]
    for tile, wanted in enumerate(numbers.plantations):
        found = state.face_up[tile] + state.discard[tile] + state.deck.count(tile)
        found += sum(player.tiles[tile] for player in state.players)
        if found != wanted:
            template = N_("%(path)s: %(found)s %(tile)s in all; the set-up had %(wanted)s.")
            _refuse("plantations", template, tile=TILES[tile], found=found, wanted=wanted)
    quarries = state.quarries + sum(player.tiles[QUARRY] for player in state.players)
    _equal("supply.quarries", quarries, numbers.quarries)


def _check_buildings(state: State) -> None:
    for building, name in enumerate(buildings.NAMES):
        found = state.stock[building] + sum(player.owned >> building & 1 for player in state.players)
        _equal("supply.buildings." + name, found, copies(len(state.players), building))


def _check_people(state: State) -> None:
    numbers = NUMBERS[len(state.players)]
    found = state.people[COLONIST] + state.ship_people[COLONIST]
    found += sum(player.people() for player in state.players)
    _equal("supply.colonists", found, numbers.colonists + numbers.on_ship)


def _check_vp(state: State) -> None:
    """Chips add up while the supply has any; later ones are noted without limit (rules 4)."""
    wanted = NUMBERS[len(state.players)].vp
    held = sum(player.vp for player in state.players)
    if state.vp > 0 or held < wanted:
        _equal("supply.vp", held + state.vp, wanted)
