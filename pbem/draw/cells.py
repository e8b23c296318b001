"""One space of an island or a city: a tile or a building, who works on it, or nothing; it knows no player."""

from dataclasses import dataclass

from pbem import rules
from pbem.draw import tints
from pbem.draw.pen import Pen

DASHES = "3 2.5"


@dataclass(frozen=True, slots=True)
class Format:
    """Measures of a space in units: the letter's cell, or that of a page, large enough to touch.

    `strip` is the lower part, on which people stand. `mark` is the scale of a tile's mark, `field` and `stones` how far
    its middle lies below the top of its box; `small` and `large` are the sizes of buildings, `few` and `many` step and
    size of people, `dot` the radius of an empty circle.
    """

    wide: float
    high: float
    gap: float
    strip: float
    radius: float
    mark: float
    field: float
    stones: float
    small: float
    large: float
    few: tuple[float, float]
    many: tuple[float, float]
    dot: float

    @property
    def tall(self) -> float:
        """The height of a large building: two cells and the gap."""
        return 2 * self.high + self.gap


LETTER = Format(34, 41, 2, 14, 4.5, 4 / 3, 13, 16, 24, 30, (13, 12), (10, 10), 3.5)
PAGE = Format(50, 58, 6, 18, 7, 1.9, 18.5, 23, 32, 42, (18, 15), (15, 14), 4.75)
WIDE, HIGH = LETTER.wide, LETTER.high


def free(pen: Pen, x: float, y: float, fmt: Format = LETTER) -> str:
    """A space that is not used yet."""
    style = pen.lined(pen.ink.of("rule"), 1, pen.ink.of("paper"), DASHES)
    return pen.box(x + 0.5, y + 0.5, fmt.wide - 1, fmt.high - 1, fmt.radius, style)


def tile(pen: Pen, x: float, y: float, name: str, works: bool, fmt: Format = LETTER) -> str:
    """An island tile (a good's plantation or ``quarry``) with its colonist, or washed and dashed without."""
    tint = tints.good(pen.ink, name) if works else tints.idle(pen.ink, name)
    panel = _panel(pen, x, y, fmt.high, tint.fill, works, fmt)
    below = fmt.stones if name == "quarry" else fmt.field
    left = x + fmt.wide / 2 - 12 * fmt.mark
    mark = pen.scaled(f"mark-{name}", left, y + (fmt.high - fmt.strip) / 2 - below, fmt.mark, tint)
    return panel + mark + _people(pen, x, y + fmt.high, 1, int(works), fmt)


def building(pen: Pen, x: float, y: float, name: str, colonists: int, fmt: Format = LETTER) -> str:
    """A building with its circles, people first; a large one is two spaces high."""
    row = rules.building(name)
    large, works = row.size == 2, colonists > 0
    high = fmt.tall if large else fmt.high
    size = fmt.large if large else fmt.small
    panel = _panel(pen, x, y, high, tints.ground(pen.ink, name, works), works, fmt)
    left, top = x + (fmt.wide - size) / 2, y + (high - fmt.strip - size) / 2 + 1
    drawing = pen.piece(f"b-{name}", left, top, size, tints.building(pen.ink, works))
    return panel + drawing + _people(pen, x, y + high, row.circles, colonists, fmt)


def _panel(pen: Pen, x: float, y: float, high: float, ground: str, works: bool, fmt: Format) -> str:
    """The card: its ground above, a strip of paper below, an outline that is whole when somebody works there."""
    line, wide, radius = pen.ink.of("ink" if works else "ink2"), fmt.wide, fmt.radius
    paper = pen.box(x + 1, y + 1, wide - 2, high - 2, radius - 0.5, pen.filled(pen.ink.of("sheet")))
    bottom, r = y + high - fmt.strip, radius - 0.5
    corners = f"q0-{r:g} {r:g}-{r:g}h{wide - 2 - 2 * r:g}q{r:g} 0 {r:g} {r:g}"
    top = f"M{x + 1:g} {bottom:g}V{y + 1 + r:g}{corners}V{bottom:g}z"
    edge = pen.lined(line, 1.5, dashes="" if works else DASHES)
    frame = pen.box(x + 0.75, y + 0.75, wide - 1.5, high - 1.5, radius, edge)
    return paper + pen.path(top, pen.filled(ground)) + frame


def _people(pen: Pen, x: float, bottom: float, circles: int, colonists: int, fmt: Format) -> str:
    """People and empty circles in the middle of the strip."""
    step, size = fmt.many if circles > 2 else fmt.few
    first = x + fmt.wide / 2 - step * (circles - 1) / 2
    return "".join(_circle(pen, first + step * n, bottom, n < colonists, size, fmt) for n in range(circles))


def _circle(pen: Pen, middle: float, bottom: float, taken: bool, size: float, fmt: Format) -> str:
    if taken:
        return pen.piece("colonist", middle - size / 2, bottom - 1.5 - size, size, tints.person(pen.ink))
    style = pen.lined(pen.ink.of("ink2"), 1.25, pen.ink.of("sheet"))
    return f'<circle cx="{middle:g}" cy="{bottom - fmt.strip / 2:g}" r="{fmt.dot:g}"{style}/>'
