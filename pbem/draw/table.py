"""The whole table as one drawing: roles, harbour, then a board for each player; it makes no pixels."""

from collections.abc import Mapping
from typing import Any

from pbem.draw import boards, harbour, roles
from pbem.draw.lettering import labels
from pbem.draw.pen import Pen, svg

WIDE = 600.0
_EDGE = 8.0
_GAP = 6.0


def board_svg(view: Mapping[str, Any], names: Mapping[int, str], me: int | None, *, pen: Pen | None = None) -> str:
    """A position as an SVG 600 units wide, the viewer's board first; equal input, equal text.

    `view` is what `me`, or with None the public, may see (`rules.view`, notation 3); the public's boards begin with the
    governor's. `names` has every seat's name as it comes. A page hands a pen with `Inline` colours and names of pieces.
    """
    pen = pen or Pen()
    body, y = _middle(pen, view, names)
    for seat in seats(view, names, me):
        body += boards.board(pen, _EDGE, y, seat, view["players"][seat.number])
        y += boards.HIGH + _GAP
    high = y - _GAP + _EDGE
    ground = pen.box(0, 0, WIDE, high, 0, pen.filled(pen.ink.of("paper")))
    return svg(pen, WIDE, high, ground + body)


def _middle(pen: Pen, view: Mapping[str, Any], names: Mapping[int, str]) -> tuple[str, float]:
    """What belongs to nobody, and the height at which the boards begin."""
    sea = _EDGE + roles.HIGH + _GAP
    quay = sea + harbour.SEA_HIGH + _GAP
    supply = quay + harbour.QUAY_HIGH + _GAP
    body = (
        roles.roles(pen, _EDGE, _EDGE, view, names)
        + harbour.sea(pen, _EDGE, sea, view)
        + harbour.quay(pen, _EDGE, quay, view)
        + harbour.supply(pen, _EDGE, supply, view)
    )
    return body, supply + harbour.SUPPLY_HIGH + _GAP


def seats(view: Mapping[str, Any], names: Mapping[int, str], me: int | None) -> list[boards.Seat]:
    """Everybody in order of play, the viewer first, for the public the governor."""
    count = len(view["players"])
    first = view["governor"] if me is None else me
    written = labels(names, boards.NAME_ROOM, boards.NAME_SIZES)
    order = [(first + turn) % count for turn in range(count)]
    return [boards.Seat(n, written[n], n == me, n == view["governor"], n in view["to_act"]) for n in order]
