"""What the board shows beyond the position: pieces that choose, the chosen one, new ones; it draws nothing."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol
from urllib.parse import quote

from pbem import rules

View = Mapping[str, Any]
Key = tuple[str | int, ...]
"""Which piece is meant. Seats, spaces and ships count from 0 in the order of the view (notation 3).

``("role", role)`` · ``("tile", tile)`` in the harbour, also ``quarry`` · ``("lot", building)`` for sale ·
``("supply", what)``: a good, ``vp`` or ``colonists`` · ``("ship", n)`` · ``("colonist_ship",)`` ·
``("trading_house",)`` · and of a player ``("island", seat, n)`` · ``("city", seat, n)`` ·
``("goods", seat, good)`` · ``("doubloons", seat)`` · ``("vp", seat)`` · ``("san_juan", seat)``.
"""
_COUNTED = ("doubloons", "vp", "san_juan")


class Legal(Protocol):
    """What may be played (`rules.LegalMoves`)."""

    @property
    def moves(self) -> Mapping[int, tuple[str, ...]]:
        """The moves of each seat that is to act, in notation 2."""
        ...


@dataclass(frozen=True)
class Touch:
    """What one piece does when touched: the move (notation 2) it sets, or "" where it is no option."""

    move: str = ""
    is_chosen: bool = False
    is_fresh: bool = False

    @property
    def href(self) -> str:
        """The page with that move set; it plays nothing."""
        return f"?move={quote(self.move)}#turn"

    @property
    def css(self) -> str:
        """The classes that mark it: ``can``, ``set``, ``fresh``."""
        return " ".join(name for name, is_so in self._states() if is_so)

    def _states(self) -> tuple[tuple[str, bool], ...]:
        can = bool(self.move) and not self.move.startswith(
            "place"
        )  # every own circle can: marks would hide the new ones
        return ("can", can), ("set", self.is_chosen), ("fresh", self.is_fresh)


UNTOUCHED = Touch()


@dataclass(frozen=True)
class Marks:
    """What one page says beside the position.

    `touch`: pieces that are an option of the reader's decision, with the moves (notation 2, the best first) that they
    stand for; they become links ``?move=…#turn`` with ``data-move``. `chosen`: the move that is set now, or "".
    `fresh`: pieces drawn with a ring as new, for a position as it would be after the choice or as it came about.
    """

    touch: Mapping[Key, tuple[str, ...]] = field(default_factory=dict)
    chosen: str = ""
    fresh: frozenset[Key] = frozenset()

    def of(self, key: Key) -> Touch:
        """How one piece stands. It sets its best move; where one of its moves is chosen, touched again the next one."""
        moves = self.touch.get(key, ())
        is_chosen = self.chosen in moves
        move = moves[(moves.index(self.chosen) + 1) % len(moves)] if is_chosen else next(iter(moves), "")
        return Touch(move, is_chosen, key in self.fresh)

    def only(self, move: str) -> Touch:
        """One of several moves of a piece by itself."""
        return Touch(move, move == self.chosen)


NO_MARKS = Marks()


def touches(view: View, seat: int, legal: Legal) -> dict[Key, tuple[str, ...]]:
    """The pieces that stand for a legal move of that seat, each with its moves; placing colonists has none."""
    found: dict[Key, list[str]] = {}
    for move in legal.moves.get(seat, ()):
        for key in _pieces(view, seat, move):
            found.setdefault(key, []).append(move)
    return {key: tuple(_best_first(view, seat, moves)) for key, moves in found.items()}


def _pieces(view: View, seat: int, move: str) -> Iterator[Key]:
    """The pieces somebody would touch to play this move."""
    verb, *rest = move.split()
    match verb, rest:
        case "role", [role, *_]:
            yield "role", role
        case "settle", [tile, *_]:
            yield "tile", tile
        case "build", [building, *_]:
            yield "lot", building
        case "take", [good]:
            yield "supply", good
        case "sell", [good]:
            yield "goods", seat, good
        case "ship", [good, ship]:
            yield "goods", seat, good
            yield from (("ship", n) for n, each in enumerate(view["cargo_ships"]) if str(each["capacity"]) == ship)
        case "keep", kept:
            yield from (("goods", seat, each.partition("=")[0]) for each in kept)


def _best_first(view: View, seat: int, moves: Sequence[str]) -> Sequence[str]:
    """Loads by their points, the most first; all else in the order of notation 2."""
    if not moves[0].startswith("ship "):
        return moves
    return sorted(moves, key=lambda move: -rules.load_preview(dict(view), seat, move)["vp"])


def fresh_between(before: View, after: View) -> frozenset[Key]:
    """The pieces that differ between two views of one game: added, manned or unmanned, loaded, taken, more or fewer."""
    return frozenset(_changed(before, after))


def _changed(before: View, after: View) -> Iterator[Key]:
    for seat, (was, now) in enumerate(zip(before["players"], after["players"], strict=True)):
        yield from (("island", seat, n) for n in _differing(was["island"], now["island"]))
        yield from (("city", seat, n) for n in _differing(was["buildings"], now["buildings"]))
        yield from (("goods", seat, good) for good in rules.GOODS if was["goods"][good] != now["goods"][good])
        yield from ((what, seat) for what in _COUNTED if was[what] != now[what])
    yield from (("ship", n) for n in _differing(before["cargo_ships"], after["cargo_ships"]))
    yield from (("role", role) for role, card in after["roles"].items() if before["roles"].get(role) != card)
    yield from ((what,) for what in ("trading_house", "colonist_ship") if before[what] != after[what])


def _differing(was: Sequence[Any], now: Sequence[Any]) -> Iterator[int]:
    """The places at which something lies that did not lie there so before."""
    return (n for n, thing in enumerate(now) if n >= len(was) or was[n] != thing)
