"""Points by round as lines, told apart by marks and by the names at their ends; it counts no points."""

from collections.abc import Mapping, Sequence

from pbem.draw import tints
from pbem.draw.boards import seat_ring
from pbem.draw.lettering import Label, labels, width
from pbem.draw.pen import Pen, halves, num, svg

WIDE = 600.0
HIGH = 320.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 46.0, 420.0, 22.0, 280.0  # the field of the lines
_NAME_ROOM = 112.0
_NAME_SIZES = (16.0, 15.0, 14.0)
_LINE_HIGH = 24.0  # of the names at the ends
_MOST_TICKS = 6
# A line's colour and dashes, the viewer's first; its mark goes with them.
_LINES = (("acc", ""), ("indigo", "9 4"), ("violet-m", "12 4 2.5 4"), ("coffee", "2.5 4"), ("ink2", "5 4"))

Series = Mapping[int, Sequence[int]]


def points_svg(series: Series, names: Mapping[int, str], me: int | None = None, *, pen: Pen | None = None) -> str:
    """A chart 600 by 320 units. `series` has each seat's points after each round, all equally long, one round at least.

    The viewer's line is drawn last and thickest.
    """
    pen = pen or Pen()
    field = _Field(series)
    kinds = {seat: kind for kind, seat in enumerate(sorted(series, key=lambda seat: (seat != me, seat)))}
    body = pen.box(0, 0, WIDE, HIGH, 0, pen.filled(pen.ink.of("paper"))) + _scale(pen, field) + _rounds(pen, field)
    for seat in reversed(kinds):
        body += _line(pen, field, kinds[seat], series[seat], seat == me)
    return svg(pen, WIDE, HIGH, body + _ends(pen, field, series, names, kinds))


class _Field:
    """Where a point of the chart lies."""

    def __init__(self, series: Series) -> None:
        self.rounds = max(len(line) for line in series.values())
        most = max(max(line) for line in series.values())
        self.tick = next(step for step in (1, 2, 5, 10, 20, 50, 100, 1000) if most / step <= _MOST_TICKS)
        self.most = max(-(-most // self.tick) * self.tick, self.tick)

    def x(self, number: int) -> float:
        """The place of a round, from 0."""
        return halves(_LEFT + (_RIGHT - _LEFT) * (number / (self.rounds - 1) if self.rounds > 1 else 1))

    def y(self, points: int) -> float:
        """The height of a number of points."""
        return halves(_BOTTOM - (_BOTTOM - _TOP) * points / self.most)


def _scale(pen: Pen, field: _Field) -> str:
    """Points at the left, with a quiet line each; the chip says what they are."""
    body = pen.piece("vp", 12, _TOP - 9, 18, tints.piece(pen.ink, "vp"))
    for points in range(0, field.most + 1, field.tick):
        y = field.y(points)
        body += pen.path(f"M{num(_LEFT)} {num(y)}H{num(_RIGHT)}", pen.lined(pen.ink.of("rule"), 1))
        if points < field.most:
            body += _right_aligned(pen, points, _LEFT - 8, y + 5)
    return body


def _right_aligned(pen: Pen, number: int, end: float, y: float) -> str:
    left = halves(end - width(str(number), 14, heavy=False))
    return pen.text(number, left, y, 14, pen.ink.of("ink2"), heavy=False)


def _rounds(pen: Pen, field: _Field) -> str:
    """Numbers of the rounds below; the governor's flag, which goes on each round, says what they are."""
    body = pen.piece("governor", 14, _BOTTOM + 12, 18, tints.flag(pen.ink))
    last = field.rounds
    step = next(step for step in (1, 2, 5, 10, 100) if last / step <= 13)
    for number in range(1, last + 1):
        if number in (1, last) or (number % step == 0 and last - number >= step):
            left = halves(field.x(number - 1) - width(str(number), 14, heavy=False) / 2)
            body += pen.text(number, left, _BOTTOM + 26, 14, pen.ink.of("ink2"), heavy=False)
    return body


def _line(pen: Pen, field: _Field, kind: int, points: Sequence[int], is_me: bool) -> str:
    """A line with its mark at every round, on a seam of paper so that crossings stay clear."""
    at = [(field.x(number), field.y(count)) for number, count in enumerate(points)]
    d = "M" + "L".join(f"{num(x)} {num(y)}" for x, y in at)
    wide = 3.5 if is_me else 2
    seam = pen.path(d, pen.lined(pen.ink.of("paper"), wide + 3))
    body = seam + pen.path(d, pen.lined(_colour(pen, kind), wide, dashes=_LINES[kind % 5][1]))
    return body + "".join(_mark(pen, kind, x, y, 5.5 if is_me else 4.5) for x, y in at)


def _colour(pen: Pen, kind: int) -> str:
    return pen.ink.of(_LINES[kind % 5][0])


def _mark(pen: Pen, kind: int, x: float, y: float, r: float) -> str:
    """Circle, square, triangle, diamond, ring."""
    far = r + 1
    style = pen.lined(pen.ink.of("paper"), 1.5, _colour(pen, kind))
    if kind % 5 == 1:
        return pen.box(x - r, y - r, 2 * r, 2 * r, 1, style)
    if kind % 5 == 2:
        return pen.path(f"M{num(x)} {num(y - far)}l{num(far)} {num(2 * r)}h{num(-2 * far)}z", style)
    if kind % 5 == 3:
        right, left = num(far), num(-far)
        return pen.path(f"M{num(x)} {num(y - far)}l{right} {right} {left} {right} {left} {left}z", style)
    if kind % 5 == 4:
        style = pen.lined(_colour(pen, kind), 2.5, pen.ink.of("paper"))
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r)}"{style}/>'


def _ends(pen: Pen, field: _Field, series: Series, names: Mapping[int, str], kinds: Mapping[int, int]) -> str:
    """At the end of each line its mark, points and name, one below the other where lines end close together."""
    written = labels(names, _NAME_ROOM, _NAME_SIZES)
    ranked = sorted(series, key=lambda seat: (-series[seat][-1], seat))
    wanted = [field.y(series[seat][-1]) for seat in ranked]
    body = ""
    for seat, wish, y in zip(ranked, wanted, _apart(wanted), strict=True):
        lead = f"M{num(_RIGHT + 8)} {num(wish)}L{num(_RIGHT + 20)} {num(y)}"
        body += pen.path(lead, pen.lined(pen.ink.of("edge"), 1))
        body += _mark(pen, kinds[seat], _RIGHT + 28, y, 5.5) + _end(pen, seat, series[seat][-1], y, written[seat])
    return body


def _end(pen: Pen, seat: int, points: int, y: float, label: Label) -> str:
    colour = pen.ink.of("ink")
    body = pen.text(points, _RIGHT + 39, y + 6, 17, colour)
    left = _RIGHT + 39 + halves(width(str(max(points, 10)), 17)) + 7
    if label.text is None:
        return body + seat_ring(pen, left + 9, y, 9, str(seat + 1))
    return body + pen.text(label.text, left, y + 5.5, label.size, colour, heavy=False)


def _apart(wanted: Sequence[float]) -> list[float]:
    """Heights as near as may be to those wanted (from above), a line's height apart, none below the field."""
    found = list(wanted)
    for n in range(1, len(found)):
        found[n] = max(found[n], found[n - 1] + _LINE_HIGH)
    lowest = _BOTTOM
    for n in range(len(found) - 1, -1, -1):
        found[n] = min(found[n], lowest)
        lowest = found[n] - _LINE_HIGH
    return found
