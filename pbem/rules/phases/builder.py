"""The builder phase (rules 3.3): one building each, its price, and what pays it."""

from pbem.rules import bank, buildings, hooks
from pbem.rules.errors import N_, IllegalMove
from pbem.rules.model import Player, State
from pbem.rules.moves import BUILD, PASSES, Move
from pbem.rules.names import CITY_SPACES, PHASE_BUILDER, QUARRY, TILE_KINDS
from pbem.rules.phases.base import Phase, pass_turn_on


def price(state: State, player: Player, building: int) -> int:
    """Doubloons for this building now: cost, builder's privilege, quarries by column, discounts; never below 0."""
    return _price(state, player, building, _privilege(state, player))


def _privilege(state: State, player: Player) -> int:
    """Doubloons off every price for the builder himself."""
    if state.phase == PHASE_BUILDER and player.seat == state.chooser:
        return hooks.privilege_factor(state, player)
    return 0


def _price(state: State, player: Player, building: int, privilege: int) -> int:
    due = buildings.COST[building] - min(player.manned[QUARRY], buildings.COLUMN[building]) - privilege
    if player.answers.build_discount:
        due -= hooks.build_discount(state, player, building)
    return max(due, 0)


class Builder(Phase):
    """In turn, one building each."""

    def options(self, state: State, seat: int) -> list[Move]:
        player = state.players[seat]
        moves: list[Move] = []
        free = CITY_SPACES - player.city
        brings = self._brings(state, player)
        privilege = _privilege(state, player)
        for building, copies in enumerate(state.stock):
            if copies > 0 and not player.owned >> building & 1 and buildings.SIZE[building] <= free:
                due = _price(state, player, building, privilege)
                if due <= player.doubloons:
                    moves.append(buildings.BUILDS[building][0])
                    if brings and buildings.CIRCLES[building]:
                        moves.append(buildings.BUILDS[building][1])
                elif player.answers.payments:
                    moves += hooks.payments(state, player, building, due)
        moves.append(PASSES)
        return moves

    def _brings(self, state: State, player: Player) -> bool:
        asked = player.answers.building_brings_colonist
        return bool(asked) and bank.has_colonist(state) and hooks.any_of(asked, state, player)

    def make(self, state: State, seat: int, move: Move) -> None:
        player = state.players[seat]
        if move.verb == BUILD:
            due = price(state, player, move.arg)
            for source in move.sources:
                due -= source.give(state, player)
            player.doubloons -= due
            bank.lay_building(state, player, move.arg)
            bank.gain(state, player, hooks.after_build(state, player, move.arg))
            if move.person:
                bank.bring_colonist(state, player, TILE_KINDS + move.arg)
        pass_turn_on(state, seat)

    def refusal(self, state: State, seat: int, move: Move) -> IllegalMove | None:
        if move.verb != BUILD:
            return None
        player = state.players[seat]
        building = move.arg
        name = buildings.NAMES[building]
        if state.stock[building] < 1:
            return IllegalMove(N_("No %(building)s is left in the supply."), building=name)
        if player.owned >> building & 1:
            return IllegalMove(N_("You have the %(building)s already; one of each kind."), building=name)
        if buildings.SIZE[building] > CITY_SPACES - player.city:
            return self._no_space(player, building)
        due = price(state, player, building)
        if due > player.doubloons:
            template = N_("%(building)s costs %(cost)s for you; you have %(doubloons)s.")
            return IllegalMove(template, building=name, cost=due, doubloons=player.doubloons)
        if not bank.has_colonist(state):
            return IllegalMove(N_("There is no colonist left, neither in the supply nor on the ship."))
        return IllegalMove(N_("None of your manned buildings brings a colonist onto a new building."))

    def _no_space(self, player: Player, building: int) -> IllegalMove:
        template = N_("%(building)s needs %(size)s city spaces; you have %(free)s free.")
        size, free = buildings.SIZE[building], CITY_SPACES - player.city
        return IllegalMove(template, building=buildings.NAMES[building], size=size, free=free)
