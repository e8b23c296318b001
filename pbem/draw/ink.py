"""Colours as a drawing writes them: fixed values for resvg, or the page's custom properties; it draws nothing."""

from collections.abc import Mapping
from typing import Protocol

from pbem.draw.tokens import LIGHT


class Ink(Protocol):
    """Says how a token, or a mixture of two, is written into an SVG attribute."""

    def of(self, token: str) -> str:
        """The colour of a token (look.md section 2); KeyError for a name that is none."""
        ...

    def mix(self, token: str, ground: str, share: int) -> str:
        """`share` percent of a token on a ground: how something faded looks, opaque all the same."""
        ...


class Printed:
    """Fixed colours of one table, for what reads no CSS (resvg, a file of its own)."""

    def __init__(self, table: Mapping[str, str] = LIGHT) -> None:
        self.table = table

    def of(self, token: str) -> str:
        """``#rrggbb``."""
        return self.table[token]

    def mix(self, token: str, ground: str, share: int) -> str:
        """``#rrggbb`` between both, mixed in sRGB as CSS `color-mix` does."""
        pairs = zip(_channels(self.table[token]), _channels(self.table[ground]), strict=True)
        return "#" + "".join(f"{(top * share + under * (100 - share) + 50) // 100:02x}" for top, under in pairs)


class Inline:
    """The custom properties of the page, so that an inline drawing follows light and dark."""

    def of(self, token: str) -> str:
        """``var(--token)``."""
        return f"var(--{_known(token)})"

    def mix(self, token: str, ground: str, share: int) -> str:
        """A CSS `color-mix`, which every browser has had since 2023."""
        return f"color-mix(in srgb,{self.of(token)} {share}%,{self.of(ground)})"


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _known(token: str) -> str:
    LIGHT[token]
    return token
