"""What every phase answers: its moves, making one, its end, and why a move is refused."""

from abc import ABC, abstractmethod

from pbem.rules.buildings import PLACE_NAMES
from pbem.rules.errors import N_, IllegalMove
from pbem.rules.model import Player, State
from pbem.rules.moves import Move
from pbem.rules.names import NOBODY, PHASE_CHOOSE

_NOT_NOW = N_("“%(move)s” is not possible now. You may: %(moves)s.")
_SHOWN = 12


class Phase(ABC):
    """One phase. It acts through `state.to_act`: empty means that the phase is over."""

    def begin(self, state: State) -> None:
        """Sets the phase up and says who acts first: the chooser, where a phase says nothing else."""
        state.to_act = [state.chooser]

    @abstractmethod
    def options(self, state: State, seat: int) -> list[Move]:
        """Every legal move of a seat to act, never none. Placing is described instead (`placing.py`)."""

    @abstractmethod
    def make(self, state: State, seat: int, move: Move) -> None:
        """Does a legal move and names the next seats to act."""

    def make_special(self, state: State, player: Player, move: Move) -> None:
        """A building's own move: the building does it, and the seat stays to act."""
        for make, here in player.answers.turn_move:
            if PLACE_NAMES[here] == move.place:
                make(state, player, move)

    def end(self, state: State) -> int:
        """The clean-up after the last seat; the phase that follows at once, or `PHASE_CHOOSE` for the next role."""
        return PHASE_CHOOSE

    def read(self, state: State, seat: int, move: Move) -> Move:
        """The move itself if it is legal; IllegalMove says which rule it breaks."""
        options = state.options[seat]
        chosen = among(options, move)
        if chosen is not None:
            return chosen
        raise self.refusal(state, seat, move) or not_now(options, move)

    def refusal(self, state: State, seat: int, move: Move) -> IllegalMove | None:
        """The rule that an illegal move breaks, if there is more to say than what is possible instead."""
        return None


def among(options: list[Move], move: Move) -> Move | None:
    """The option that is this move, or None."""
    if move in options:
        return move
    return next((option for option in options if option.text == move.text), None)


def not_now(options: list[Move], move: Move) -> IllegalMove:
    """The refusal that says what is possible instead."""
    texts = [option.text for option in options]
    shown = ", ".join(texts[:_SHOWN]) + (", …" if len(texts) > _SHOWN else "")
    return IllegalMove(_NOT_NOW, move=move.text[:60], moves=shown)


def next_seat(state: State, seat: int) -> int:
    """The seat after this one, or -1 when that is the chooser again: everybody has had his turn."""
    following = (seat + 1) % len(state.players)
    return NOBODY if following == state.chooser else following


def pass_turn_on(state: State, seat: int) -> None:
    """The next seat clockwise acts, or nobody."""
    following = next_seat(state, seat)
    state.to_act = [] if following == NOBODY else [following]


def has_special(player: Player, move: Move) -> bool:
    """Whether somebody lies on the building that knows this move."""
    return any(PLACE_NAMES[here] == move.place for _, here in player.answers.turn_move)
