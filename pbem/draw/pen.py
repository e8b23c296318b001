"""The pen: writes SVG elements in one ink and keeps the drawings they use, each once; it knows no position."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from html import escape

from pbem.draw.ink import Ink, Printed
from pbem.draw.pieces import drawing

Says = Callable[[Hashable], str]
FONT = "PBEM Sans"


@dataclass(frozen=True, slots=True)
class Tint:
    """How a piece is coloured: its ground, its mark and its outline, as colours the ink has written.

    `name` tells tints of one piece apart in its id; `dashed` is for what does not work. `css` are the classes of
    the page's style sheet that say the same of a symbol of its sprite (`draw.page`).
    """

    name: str
    fill: str
    mark: str
    ink: str
    dashed: bool = False
    css: str = ""


class Pen:
    """Elements as strings. Lengths are units of the drawing's box.

    Pieces stand on half units, so that at twice the size equal pieces are equal pixels. `prefix` keeps the ids of
    several drawings on one page apart. `says` gives the accessible name of a thing by its key, such as
    ``("island", seat, 3)``, or "" for none.
    """

    def __init__(self, ink: Ink | None = None, prefix: str = "", says: Says | None = None) -> None:
        self.ink: Ink = ink or Printed()
        self._prefix = prefix
        self._says = says
        self._drawn: dict[str, str] = {}

    def defs(self) -> str:
        """The definitions of all that was used so far."""
        return f"<defs>{''.join(self._drawn.values())}</defs>" if self._drawn else ""

    def piece(self, symbol: str, x: float, y: float, size: float, tint: Tint) -> str:
        """A symbol of the sprite with a box of 24, `size` units wide, its corner at (x, y)."""
        return self.scaled(symbol, x, y, size / 24, tint)

    def scaled(self, symbol: str, x: float, y: float, scale: float, tint: Tint) -> str:
        """A symbol of the sprite, or ``mark-*`` of a tile, in its own units times `scale`."""
        name = f"{self._prefix}{symbol}.{tint.name}" if tint.name else f"{self._prefix}{symbol}"
        if name not in self._drawn:
            self._drawn[name] = _definition(name, symbol, tint)
        return f'<use href="#{name}" transform="translate({num(x)} {num(y)}) scale({num(scale)})"/>'

    def box(self, x: float, y: float, wide: float, high: float, radius: float, style: str) -> str:
        """A rectangle with round corners; `style` are attributes (`filled`, `lined`)."""
        return f'<rect x="{num(x)}" y="{num(y)}" width="{num(wide)}" height="{num(high)}" rx="{num(radius)}"{style}/>'

    def filled(self, colour: str) -> str:
        """Attributes of a plain ground."""
        return f' fill="{colour}"'

    def lined(self, colour: str, width: float, fill: str = "none", dashes: str = "") -> str:
        """Attributes of an outline, with a ground or without."""
        dashed = f' stroke-dasharray="{dashes}" stroke-linecap="butt"' if dashes else ""
        return f' fill="{fill}" stroke="{colour}" stroke-width="{num(width)}"{dashed}'

    def path(self, d: str, style: str) -> str:
        """A path."""
        return f'<path d="{d}"{style}/>'

    def text(self, words: object, x: float, y: float, size: float, colour: str, heavy: bool = True) -> str:
        """Words or a number from x on the baseline y; always escaped."""
        weight = 900 if heavy else 700
        at = f'x="{num(x)}" y="{num(y)}" font-size="{num(size)}" font-weight="{weight}"'
        return f'<text {at} fill="{colour}">{escape(str(words))}</text>'

    def named(self, key: Hashable, body: str) -> str:
        """The body, with its accessible name where there is one."""
        name = self._says(key) if self._says else ""
        return f'<g role="img"><title>{escape(name)}</title>{body}</g>' if name else body


def svg(pen: Pen, wide: float, high: float, body: str) -> str:
    """A whole drawing of `wide` by `high` units; what it says stands beside it, not in it."""
    size = f'width="{num(wide)}" height="{num(high)}" viewBox="0 0 {num(wide)} {num(high)}"'
    style = 'fill="none" stroke-linecap="round" stroke-linejoin="round" stroke-width="1.5"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FONT}" {style}>'
    return f"{head}{pen.defs()}{body}</svg>\n"


def num(value: float) -> str:
    """A length with at most four decimals and none to spare."""
    return f"{value:.4f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))


def halves(value: float) -> float:
    """The nearest half unit: a whole pixel of a picture at twice the size."""
    return round(value * 2) / 2


def _definition(name: str, symbol: str, tint: Tint) -> str:
    inner = drawing(symbol)
    for variable in ("var(--f,none)", "var(--f,transparent)", "var(--f,var(--sheet,#fff))"):
        inner = inner.replace(variable, tint.fill)
    inner = inner.replace("var(--m,currentColor)", tint.mark).replace("currentColor", tint.ink)
    dashes = ' stroke-dasharray="2.6 2"' if tint.dashed else ""
    return f'<g id="{name}" stroke="{tint.ink}"{dashes}>{inner}</g>'
