"""The trader phase (rules 3.5): one sale each, until the house is full."""

from pbem.rules import hooks
from pbem.rules.errors import N_, IllegalMove
from pbem.rules.model import Player, State
from pbem.rules.moves import PASSES, SELL, SELLS, Move
from pbem.rules.names import GOODS, HOUSE_PLACES, NOBODY, PHASE_CHOOSE, PHASE_TRADER
from pbem.rules.phases.base import Phase, next_seat


def sale_price(state: State, player: Player, good: int, place: str) -> int:
    """Doubloons for one good: its price, the trader's privilege, the buildings' bonus; `place` is "" for the house."""
    price = good
    if state.phase == PHASE_TRADER and player.seat == state.chooser:
        price += hooks.privilege_factor(state, player)
    if player.answers.price_bonus:
        price += hooks.price_bonus(state, player, place)
    return price


class Trader(Phase):
    """In turn one good each."""

    def begin(self, state: State) -> None:
        state.turn_used = []
        state.to_act = [state.chooser]
        if len(state.house) >= HOUSE_PLACES:
            self._from(state, state.chooser)

    def options(self, state: State, seat: int) -> list[Move]:
        player = state.players[seat]
        moves: list[Move] = []
        if len(state.house) < HOUSE_PLACES:
            again = hooks.any_of(player.answers.may_sell_again, state, player)
            for good, n in enumerate(player.goods):
                if n and (again or good not in state.house):
                    moves.append(SELLS[good])
        if player.answers.sale_places:
            moves += hooks.moves_of(player.answers.sale_places, state, player)
        moves.append(PASSES)
        return moves

    def make(self, state: State, seat: int, move: Move) -> None:
        player = state.players[seat]
        if move.verb == SELL:
            self._sell(state, player, move)
        state.turn_used = []
        self._from(state, next_seat(state, seat))

    def _sell(self, state: State, player: Player, move: Move) -> None:
        good = move.arg
        player.doubloons += sale_price(state, player, good, move.place)
        player.goods[good] -= 1
        if move.place:
            state.goods[good] += 1
        else:
            state.house.append(good)

    def _from(self, state: State, seat: int) -> None:
        """This seat acts next; once the house is full, the first from here on that still can do something."""
        while seat != NOBODY and len(state.house) >= HOUSE_PLACES and len(self.options(state, seat)) < 2:
            seat = next_seat(state, seat)
        state.to_act = [] if seat == NOBODY else [seat]

    def end(self, state: State) -> int:
        """A full house is emptied into the supply."""
        if len(state.house) >= HOUSE_PLACES:
            for good in state.house:
                state.goods[good] += 1
            state.house = []
        return PHASE_CHOOSE

    def refusal(self, state: State, seat: int, move: Move) -> IllegalMove | None:
        if move.verb != SELL:
            return None
        if not state.players[seat].goods[move.arg]:
            return IllegalMove(N_("You have no %(good)s to sell."), good=GOODS[move.arg])
        if len(state.house) >= HOUSE_PLACES:
            return IllegalMove(N_("The trading house is full."))
        return IllegalMove(N_("The trading house has %(good)s already."), good=GOODS[move.arg])
