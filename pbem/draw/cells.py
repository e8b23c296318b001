"""One space of an island or a city: a tile or a building, who works on it, or nothing; it knows no player."""

from pbem import rules
from pbem.draw import tints
from pbem.draw.pen import Pen

WIDE = 34.0
HIGH = 41.0
STRIP = 14.0  # the lower part, on which people stand
RADIUS = 4.5
DASHES = "3 2.5"
_TALL = 2 * HIGH + 2  # a large building: two cells and the gap


def free(pen: Pen, x: float, y: float) -> str:
    """A space that is not used yet."""
    style = pen.lined(pen.ink.of("rule"), 1, pen.ink.of("paper"), DASHES)
    return pen.box(x + 0.5, y + 0.5, WIDE - 1, HIGH - 1, RADIUS, style)


def tile(pen: Pen, x: float, y: float, name: str, works: bool) -> str:
    """An island tile (a good's plantation or ``quarry``) with its colonist, or washed and dashed without."""
    tint = tints.good(pen.ink, name) if works else tints.idle(pen.ink, name)
    panel = _panel(pen, x, y, HIGH, tint.fill, works)
    below = 16 if name == "quarry" else 13  # how far a mark's middle lies below the top of its box, at 4/3
    mark = pen.scaled(f"mark-{name}", x + WIDE / 2 - 16, y + (HIGH - STRIP) / 2 - below, 4 / 3, tint)
    return panel + mark + _people(pen, x, y + HIGH, 1, int(works))


def building(pen: Pen, x: float, y: float, name: str, colonists: int) -> str:
    """A building with its circles, people first; a large one is two spaces high."""
    row = rules.building(name)
    large, works = row.size == 2, colonists > 0
    high = _TALL if large else HIGH
    size = 30 if large else 24
    panel = _panel(pen, x, y, high, tints.ground(pen.ink, name, works), works)
    left, top = x + (WIDE - size) / 2, y + (high - STRIP - size) / 2 + 1
    drawing = pen.piece(f"b-{name}", left, top, size, tints.building(pen.ink, works))
    return panel + drawing + _people(pen, x, y + high, row.circles, colonists)


def _panel(pen: Pen, x: float, y: float, high: float, ground: str, works: bool) -> str:
    """The card: its ground above, a strip of paper below, an outline that is whole when somebody works there."""
    line = pen.ink.of("ink" if works else "ink2")
    paper = pen.box(x + 1, y + 1, WIDE - 2, high - 2, RADIUS - 0.5, pen.filled(pen.ink.of("sheet")))
    bottom = y + high - STRIP
    top = f"M{x + 1:g} {bottom:g}V{y + 5:g}q0-4 4-4h{WIDE - 10:g}q4 0 4 4V{bottom:g}z"
    edge = pen.lined(line, 1.5, dashes="" if works else DASHES)
    return paper + pen.path(top, pen.filled(ground)) + pen.box(x + 0.75, y + 0.75, WIDE - 1.5, high - 1.5, RADIUS, edge)


def _people(pen: Pen, x: float, bottom: float, circles: int, colonists: int) -> str:
    """People and empty circles in the middle of the strip."""
    step, size = (10.0, 10.0) if circles > 2 else (13.0, 12.0)
    first = x + WIDE / 2 - step * (circles - 1) / 2
    return "".join(_circle(pen, first + step * n, bottom, n < colonists, size) for n in range(circles))


def _circle(pen: Pen, middle: float, bottom: float, taken: bool, size: float) -> str:
    if taken:
        return pen.piece("colonist", middle - size / 2, bottom - 1.5 - size, size, tints.person(pen.ink))
    style = pen.lined(pen.ink.of("ink2"), 1.25, pen.ink.of("sheet"))
    return f'<circle cx="{middle:g}" cy="{bottom - STRIP / 2:g}" r="3.5"{style}/>'
