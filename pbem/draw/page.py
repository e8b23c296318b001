"""The pen of a page: pieces of its one sprite, each a link with its name; it knows no position and no words."""

from dataclasses import dataclass
from html import escape

from pbem.draw.ink import Inline
from pbem.draw.pen import Pen, Tint, num

_SIGNS = {"set": "m-3.2 0 2.4 2.4 4.2-4.8", "fresh": "M-3.5 0h7M0-3.5v7", "can": "m-3-1.5 3 3 3-3"}


@dataclass(frozen=True, slots=True)
class Note:
    """What a page says of one piece: its accessible name, a tip on hover, and where touching it leads.

    `move` is the move (notation 2) that touching sets, or "". `card` is the id of its card where `href` is another.
    `css`: ``can`` it be chosen, is it ``set``, is it ``fresh``.
    """

    name: str
    tip: str
    href: str
    move: str = ""
    card: str = ""
    css: str = ""


@dataclass(frozen=True, slots=True)
class Drawing:
    """An inline SVG and the symbols of the sprite that it uses; every text in it is escaped."""

    svg: str
    symbols: tuple[str, ...]


class PagePen(Pen):
    """Draws in the page's colours; its pieces are symbols that the page defines once (`sprite`)."""

    def __init__(self) -> None:
        super().__init__(Inline())
        self._symbols: dict[str, None] = {}

    @property
    def symbols(self) -> tuple[str, ...]:
        """What was used so far."""
        return tuple(self._symbols)

    def scaled(self, symbol: str, x: float, y: float, scale: float, tint: Tint) -> str:
        """A symbol of the sprite in its own units times `scale`."""
        self._symbols[symbol] = None
        wide, high = _size(symbol)
        at = f'x="{num(x)}" y="{num(y)}" width="{num(wide * scale)}" height="{num(high * scale)}"'
        return f'<use href="#{symbol}" class="{tint.css}" {at}/>'


def _size(symbol: str) -> tuple[float, float]:
    """The box of a symbol: ships with holds are long."""
    holds = symbol.removeprefix("cargo-")
    return (20 * int(holds) + 28, 33) if holds.isdigit() else (24, 24)


def link(note: Note, body: str, at: tuple[float, float], size: tuple[float, float], radius: float) -> str:
    """A piece drawn from (0, 0), put at `at` as a link with its name; `size` is where its ring goes around."""
    shift = f' transform="translate({num(at[0])} {num(at[1])})"' if any(at) else ""
    css = f' class="{note.css}"' if note.css else ""
    data = f' data-move="{escape(note.move)}"' if note.move else ""
    data += f' data-card="{escape(note.card)}"' if note.card else ""
    head = f'<a href="{escape(note.href)}" aria-label="{escape(note.name)}"{css}{data}{shift}>'
    return f"{head}<title>{escape(note.tip)}</title>{body}{_marks(note.css, size, radius)}</a>"


def _marks(css: str, size: tuple[float, float], radius: float) -> str:
    """The ring and, in its corner, the sign of a piece that is new, chosen, or can be chosen: never colour alone."""
    if not css:
        return ""
    wide, high = size
    ring = f'<rect class="ring" x="-3" y="-3" width="{num(wide + 6)}" height="{num(high + 6)}" rx="{num(radius + 3)}"/>'
    states = css.split()
    sign = next(_SIGNS[state] for state in ("set", "fresh", "can") if state in states)
    badge = f'<g class="badge" transform="translate({num(wide - 1)} 1)"><circle r="7.5"/><path d="{sign}"/></g>'
    return ring + badge


def whole(pen: PagePen, label: str, wide: float, high: float, body: str, css: str, role: str = "list") -> Drawing:
    """A drawing of `wide` by `high` units that fills the room it is given. A list has pieces made by `item`."""
    name = f' role="{role}" aria-label="{escape(label)}"' if role else ""
    rove = ' data-rove=""' if role == "list" else ""
    head = f'<svg class="{css}"{name}{rove} viewBox="0 0 {num(wide)} {num(high)}">'
    return Drawing(f"{head}{body}</svg>", pen.symbols)


def item(piece: str) -> str:
    """A piece as one of a list."""
    return f'<g role="listitem">{piece}</g>'
