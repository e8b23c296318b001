"""The sprite: 62 drawings of ours, each a symbol in one colour with optional tints; must not draw a position."""

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

_SYMBOL = re.compile(r'<symbol id="([^"]+)".*?</symbol>', re.DOTALL)


@cache
def _symbols() -> dict[str, str]:
    """Every symbol's source by its id, in the order of the file."""
    text = (files("pbem.draw") / "pieces.svg").read_text(encoding="utf-8")
    return {match[1]: match[0] for match in _SYMBOL.finditer(text)}


def symbol_ids() -> tuple[str, ...]:
    """The ids that ``<use href="#id">`` may name."""
    return tuple(_symbols())


def sprite(ids: Iterable[str]) -> str:
    """The definitions of these symbols as a string of ``<symbol>`` elements, each once; KeyError for an unknown id.

    ``mark-<tile>`` is a symbol too.
    """
    return "".join(_symbol(name) for name in dict.fromkeys(ids))


@cache
def _symbol(name: str) -> str:
    known = _symbols()
    if name.startswith("mark-"):
        return f'<symbol id="{name}" viewBox="0 0 24 24">{drawing(name)}</symbol>'
    return known[name]


@cache
def drawing(symbol: str) -> str:
    """The elements inside a symbol, in its own units; ``mark-<tile>`` is a tile's mark alone, on the box of its tile.

    KeyError for an unknown id.
    """
    if symbol.startswith("mark-"):
        tile = drawing("tile-" + symbol.removeprefix("mark-"))
        grounds = 1 if symbol == "mark-quarry" else 2  # the ground; of a field also its furrow
        return tile.split("/>", grounds)[grounds]
    source = _symbols()[symbol]
    return source[source.index(">") + 1 : -len("</symbol>")]


def holds(capacity: int, loaded: int) -> tuple[int, ...]:
    """Left edges of the loaded holds of ``cargo-<capacity>`` in its own units (a hold is 18 wide at y = 7)."""
    return tuple(12 + 20 * hold for hold in range(min(loaded, capacity)))
