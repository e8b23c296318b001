"""The mayor phase (rules 3.2): the deal, the placing (rules 5), the refilled ship."""

from pbem.rules import hooks, placing
from pbem.rules.model import State
from pbem.rules.moves import PLACE, Move
from pbem.rules.names import COLONIST, PHASE_CHOOSE
from pbem.rules.phases.base import Phase, among, not_now, pass_turn_on


class Mayor(Phase):
    """Everybody places all his colonists anew."""

    def begin(self, state: State) -> None:
        for seat in state.clockwise(state.chooser):
            self._arrive(state, seat)
        self._deal(state)
        order = state.clockwise(state.chooser)
        state.to_act = order if state.rules.simultaneous else order[:1]

    def take_privilege(self, state: State) -> None:
        """The mayor's own colonist, from the supply and never from the ship."""
        mayor = state.players[state.chooser]
        n = min(hooks.privilege_factor(state, mayor), state.people[COLONIST])
        state.people[COLONIST] -= n
        mayor.san_juan[COLONIST] += n

    def _arrive(self, state: State, seat: int) -> None:
        player = state.players[seat]
        for arriving in hooks.arrivals(state, player):
            for kind, n in enumerate(arriving):
                come = min(n, state.people[kind])
                state.people[kind] -= come
                player.san_juan[kind] += come

    def _deal(self, state: State) -> None:
        """One by one, clockwise from the mayor, until the ship is empty."""
        seat = state.chooser
        for kind, aboard in enumerate(state.ship_people):
            for _ in range(aboard):
                state.players[seat].san_juan[kind] += 1
                seat = (seat + 1) % len(state.players)
            state.ship_people[kind] = 0

    def options(self, state: State, seat: int) -> list[Move]:
        """The one placement there is, or nothing: several are described, not listed."""
        only = placing.forced(state.players[seat])
        return [] if only is None else [only]

    def read(self, state: State, seat: int, move: Move) -> Move:
        if move.verb != PLACE:
            chosen = among(state.options[seat], move)
            if chosen is not None:
                return chosen
            raise not_now(state.options[seat] or [move_form()], move)
        refusal = placing.refusal(state.players[seat], move.amounts)
        if refusal is not None:
            raise refusal
        return move

    def make(self, state: State, seat: int, move: Move) -> None:
        placing.place(state.players[seat], move.amounts)
        if state.rules.simultaneous:
            state.to_act = [other for other in state.to_act if other != seat]
        else:
            pass_turn_on(state, seat)

    def end(self, state: State) -> int:
        """The ship is refilled; where the supply falls short the game ends after this round."""
        for part in state.sets:
            part.fill_ship(state)
        return PHASE_CHOOSE


def move_form() -> Move:
    """What a placement looks like, for the refusal of anything else."""
    return Move(PLACE, "place corn=2 quarry=1 …")
