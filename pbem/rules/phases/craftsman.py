"""The craftsman phase (rules 3.4): everybody produces, then the craftsman's one more good."""

from pbem.rules import bank, hooks
from pbem.rules.errors import N_, IllegalMove
from pbem.rules.model import Player, State
from pbem.rules.moves import PASSES, TAKE, TAKES, Move
from pbem.rules.names import GOODS
from pbem.rules.phases.base import Phase


class Craftsman(Phase):
    """Production goes by itself; only the privilege is a decision."""

    def begin(self, state: State) -> None:
        state.shortages = []
        made: list[int] = []
        for seat in state.clockwise(state.chooser):
            taken = self._produce(state, state.players[seat])
            if seat == state.chooser:
                made = taken
        state.may_take = [good for good, n in enumerate(made) if n and state.goods[good]]
        state.to_act = [state.chooser]

    def _produce(self, state: State, player: Player) -> list[int]:
        allowed = production(state, player)
        taken = [0, 0, 0, 0, 0]
        for good, n in enumerate(allowed):
            if n:
                here = min(n, state.goods[good])
                if here < n:
                    state.shortages.append((player.seat, good, n - here))
                taken[good] = here
                state.goods[good] -= here
                player.goods[good] += here
        if player.answers.production_income:
            bank.gain(state, player, hooks.production_income(state, player, taken))
        return taken

    def options(self, state: State, seat: int) -> list[Move]:
        moves = [TAKES[(good,)] for good in state.may_take]
        if hooks.privilege_factor(state, state.players[seat]) > 1:
            moves += [TAKES[pair] for pair in TAKES if len(pair) > 1 and set(pair) <= set(state.may_take)]
        moves.append(PASSES)
        return moves

    def make(self, state: State, seat: int, move: Move) -> None:
        if move.verb == TAKE:
            for good, n in enumerate(move.amounts):
                state.goods[good] -= n
                state.players[seat].goods[good] += n
        state.may_take = []
        state.to_act = []

    def refusal(self, state: State, seat: int, move: Move) -> IllegalMove | None:
        if move.verb != TAKE:
            return None
        for good, n in enumerate(move.amounts):
            if n and good not in state.may_take:
                template = N_("One more %(good)s: only of a kind you produced, while the supply has one.")
                return IllegalMove(template, good=GOODS[good])
        return IllegalMove(N_("The craftsman takes one good."))


def production(state: State, player: Player) -> list[int]:
    """Goods by kind that plants and plantations allow, before the supply's limit (rules 2)."""
    manned = player.manned
    allowed = [manned[0]] + [min(manned[good], player.plants[good]) for good in range(1, len(GOODS))]
    if player.answers.extra_goods:
        extra = hooks.extra_goods(state, player, allowed)
        allowed = [allowed[good] + extra[good] for good in range(len(GOODS))]
    return allowed
