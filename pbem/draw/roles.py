"""The role cards of a round: free with their coins, taken with who took them; it knows no board."""

from collections.abc import Mapping
from typing import Any

from pbem.draw import tints
from pbem.draw.boards import number, seat_ring
from pbem.draw.lettering import Label, labels, width
from pbem.draw.pen import Pen, halves

WIDE = 584.0
HIGH = 66.0
_GAP = 5.0
NAME_SIZES = (15.0, 14.0)


def roles(pen: Pen, x: float, y: float, view: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """All cards of the game side by side, 584 by 66 units. The one that is being played has the accent's border."""
    cards = view["roles"]
    step = halves((WIDE + _GAP) / len(cards) - 0.25)
    written = labels(names, step - _GAP - 8, NAME_SIZES, heavy=False)
    body = ""
    for n, (role, card) in enumerate(cards.items()):
        taker = card["taken_by"]
        label = None if taker is None else (written[taker], str(taker + 1))
        is_played = taker is not None and role == _played(view)
        drawn = _card(pen, (x + n * step, y, step - _GAP), role, card["doubloons"], label, is_played)
        body += pen.named(("role", role), drawn)
    return body


def _played(view: Mapping[str, Any]) -> str:
    """The role of this phase (notation 3): storing belongs to the captain."""
    return "captain" if view["phase"] == "storage" else str(view["phase"])


def _card(
    pen: Pen, place: tuple[float, float, float], role: str, coins: int, label: tuple[Label, str] | None, is_played: bool
) -> str:
    """One card at (x, y, width): its ground, its drawing, then coins or who took it."""
    x, y, wide = place
    is_faded = label is not None and not is_played
    body = _ground(pen, x, y, wide, "played" if is_played else "taken" if label else "free")
    low = bool(coins) or label is not None
    face = pen.piece(
        f"role-{role}", halves(x + wide / 2 - 18), y + (5 if low else 15), 36, tints.plain(pen.ink, faded=is_faded)
    )
    if label is not None:
        return body + face + _taker(pen, x + wide / 2, y + HIGH - 8, label)
    return body + face + (_coins(pen, x + wide / 2, y, coins) if coins else "")


def _ground(pen: Pen, x: float, y: float, wide: float, state: str) -> str:
    styles = {
        "free": (0.75, pen.lined(pen.ink.of("ink"), 1.5, pen.ink.of("sheet"))),
        "taken": (0.5, pen.lined(pen.ink.of("edge"), 1, pen.ink.of("sunk"), "4 3")),
        "played": (1.25, pen.lined(pen.ink.of("acc"), 2.5, pen.ink.of("wash"))),
    }
    half, style = styles[state]
    return pen.box(x + half, y + half, wide - 2 * half, HIGH - 2 * half, 9, style)


def _coins(pen: Pen, middle: float, y: float, coins: int) -> str:
    left = halves(middle - (20 + width(str(coins), 18)) / 2)
    coin = pen.piece("doubloon", left, y + 43, 18, tints.piece(pen.ink, "doubloon"))
    return coin + number(pen, left + 20, y + 58.5, coins, 18)


def _taker(pen: Pen, middle: float, baseline: float, taker: tuple[Label, str]) -> str:
    label, shown = taker
    if label.text is None:
        return seat_ring(pen, middle, baseline - 5, 8.5, shown)
    left = halves(middle - width(label.text, label.size, heavy=False) / 2)
    return pen.text(label.text, left, baseline, label.size, pen.ink.of("ink"), heavy=False)
