"""The random bot: any legal move, each equally likely; any legal placement; it sees only what is legal."""

from __future__ import annotations

from typing import Any

from pbem.rules import Legal
from pbem.rules.buildings import PLACE_NAMES
from pbem.rules.chance import Chance


def choose(legal: Legal, seat: int, luck: Chance) -> str:
    """A legal move of the seat."""
    if seat in legal.place:
        return place(legal.place[seat], luck)
    moves = legal.moves[seat]
    return moves[luck.below(len(moves))]


def place(described: dict[str, Any], luck: Chance) -> str:
    """A random legal placement: the circles are shuffled and filled from the first."""
    circles = [name for name, n in described["circles"].items() for _ in range(n)]
    order = list(range(len(circles)))
    luck.shuffle(order)
    taken = [circles[i] for i in order[: described["colonists"]]]
    counts = [(name, taken.count(name)) for name in PLACE_NAMES]
    return " ".join(["place", *(f"{name}={n}" for name, n in counts if n)])
