"""The two kinds of thing a building may hand over besides numbers and moves; no rule of a building.

Plain Python also in the compiled wheel: what is compiled can be subclassed only by what is compiled.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pbem.rules.model import Player, State
    from pbem.rules.moves import Move


class Source(ABC):
    """Something other than doubloons that pays a part of a price."""

    @abstractmethod
    def give(self, state: State, player: Player) -> int:
        """Takes it from the player and returns the doubloons it stands for."""


class Decision(ABC):
    """One question that comes before the phase goes on; `seat` answers it. The stack is `state.pending`."""

    __slots__ = ("kind", "seat")

    def __init__(self, kind: str, seat: int) -> None:
        self.kind = kind
        self.seat = seat

    @abstractmethod
    def moves(self, state: State) -> list[Move]:
        """The answers; never empty."""

    @abstractmethod
    def make(self, state: State, move: Move) -> None:
        """Does what the answer says. The decision has left the stack already."""
