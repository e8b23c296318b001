"""Choosing a role (rules 3, 4): the cards left, their doubloons; what a role does is for its phase."""

from pbem.rules import hooks
from pbem.rules.errors import N_, IllegalMove
from pbem.rules.model import State
from pbem.rules.moves import ROLE, ROLE_MOVES, WAIVES, Move
from pbem.rules.names import COLONIST, MAYOR, NOBODY, PROSPECTOR, ROLES
from pbem.rules.phases.base import Phase


class Choose(Phase):
    """One seat takes one card."""

    def options(self, state: State, seat: int) -> list[Move]:
        moves = []
        for role in state.cards:
            if state.taken_by[role] == NOBODY:
                moves.append(ROLE_MOVES[role])
                if role == MAYOR and state.people[COLONIST] > 0:
                    moves.append(WAIVES)
        return moves

    def make(self, state: State, seat: int, move: Move) -> None:
        """Takes the card and its doubloons, usable at once; a prospector takes his one more (rules 3.7)."""
        player = state.players[seat]
        role = move.arg
        state.taken_by[role] = seat
        player.doubloons += state.role_doubloons[role]
        state.role_doubloons[role] = 0
        if role >= PROSPECTOR:
            player.doubloons += hooks.privilege_factor(state, player)
        state.to_act = []

    def refusal(self, state: State, seat: int, move: Move) -> IllegalMove | None:
        if move.verb != ROLE:
            return None
        role = move.arg
        if role not in state.cards:
            return IllegalMove(N_("The %(role)s is not in this game."), role=ROLES[role])
        if state.taken_by[role] != NOBODY:
            return IllegalMove(N_("The %(role)s has been taken this round."), role=ROLES[role])
        return IllegalMove(N_("There is no colonist in the supply to waive."))
