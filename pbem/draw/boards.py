"""One player's board: name, holdings, island and city as a card; it knows neither the other players nor the harbour."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem import rules
from pbem.draw import cells, tints
from pbem.draw.lettering import Label, width
from pbem.draw.pen import Pen, halves

WIDE = 584.0
HIGH = 100.0
NAME_ROOM = 100.0
NAME_SIZES = (20.0, 18.0, 16.0, 15.0)
SPACES = 12
LARGE = frozenset(name for name in rules.BUILDINGS if rules.building(name).size == 2)
_PITCH = cells.WIDE + 2
_LINE = cells.HIGH + 2
ISLAND = 144.0
_CITY = 368.0
_SLOT = 40.0


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits there, as far as a board shows it; `shown` is the number that stands for a name."""

    number: int
    label: Label
    is_me: bool
    is_governor: bool
    acts: bool

    @property
    def shown(self) -> str:
        """Seats are counted from 1 for people."""
        return str(self.number + 1)


def board(pen: Pen, x: float, y: float, seat: Seat, player: Mapping[str, Any]) -> str:
    """The card of a player (notation 3), 584 by 100 units."""
    top = y + (HIGH - 2 * cells.HIGH - 2) / 2
    return (
        _card(pen, x, y, seat)
        + _heading(pen, x + 13, y, seat)
        + _holdings(pen, x + 12, y, seat.number, player)
        + island(pen, x + ISLAND - 8, top, seat.number, player["island"])
        + city(pen, x + _CITY - 8, top, seat.number, player["buildings"])
    )


def _card(pen: Pen, x: float, y: float, seat: Seat) -> str:
    edge = pen.lined(pen.ink.of("acc"), 2.5, pen.ink.of("sheet")) if seat.is_me else None
    style = edge or pen.lined(pen.ink.of("rule"), 1, pen.ink.of("sheet"))
    return pen.box(x + 1, y + 1, WIDE - 2, HIGH - 2, 10, style)


def _heading(pen: Pen, x: float, y: float, seat: Seat) -> str:
    """Name, governor's flag, and a pointer at the edge for who is to decide."""
    body = name(pen, x, y + 26, seat.label, seat.shown)
    after = x + halves(width(seat.label.text or "0000", seat.label.size)) + 5
    if seat.is_governor:
        body += pen.piece("governor", after, y + 9, 18, tints.flag(pen.ink))
    if seat.acts:
        body += pen.path(f"M{x - 13:g} {y + 8.5:g}l11.5 10-11.5 10z", pen.filled(pen.ink.of("acc")))
    return body


def name(pen: Pen, x: float, y: float, label: Label, shown: str) -> str:
    """A name from x on the baseline y, or the seat's number in a ring."""
    if label.text:
        return pen.text(label.text, x, y, label.size, pen.ink.of("ink"))
    return seat_ring(pen, x + label.size * 0.6, y - label.size * 0.36, label.size * 0.6, shown)


def seat_ring(pen: Pen, x: float, y: float, radius: float, shown: str) -> str:
    """A seat's number in a ring around (x, y)."""
    size = halves(radius * 1.4)
    ring = pen.lined(pen.ink.of("ink"), 1.5, pen.ink.of("sheet"))
    digits = pen.text(shown, halves(x - width(shown, size) / 2), halves(y + size * 0.36), size, pen.ink.of("ink"))
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}"{ring}/>{digits}'


def _holdings(pen: Pen, x: float, y: float, seat: int, player: Mapping[str, Any]) -> str:
    """Coins, points, San Juan; below them the goods, three kinds in a line."""
    first = [
        _amount(pen, x, y + 35, ("doubloon", player["doubloons"])),
        _points(pen, x + _SLOT, y + 35, player["vp"]),
        _amount(pen, x + 2 * _SLOT, y + 35, ("colonist", player["san_juan"])) if player["san_juan"] else "",
    ]
    keys = ("doubloons", "vp", "san_juan")
    line = "".join(pen.named((key, seat), body) if body else "" for key, body in zip(keys, first, strict=True))
    owned = [(good, count) for good, count in player["goods"].items() if count]
    goods = (
        pen.named(("goods", seat, good), _barrels(pen, x + n % 3 * _SLOT, y + 56.5 + n // 3 * 20, good, count))
        for n, (good, count) in enumerate(owned)
    )
    return line + "".join(goods)


def _points(pen: Pen, x: float, y: float, points: int | None) -> str:
    """Chips, with their number where they lie open."""
    return _amount(pen, x, y, ("vp-down", None) if points is None else ("vp", points))


def _amount(pen: Pen, x: float, y: float, what: tuple[str, int | None]) -> str:
    symbol, count = what
    tint = tints.person(pen.ink) if symbol == "colonist" else tints.piece(pen.ink, symbol)
    body = pen.piece(symbol, x, y, 18, tint)
    return body if count is None else body + number(pen, x + 19.5, y + 15, count)


def _barrels(pen: Pen, x: float, y: float, good: str, count: int) -> str:
    return pen.piece(f"good-{good}", x, y, 18, tints.good(pen.ink, good)) + number(pen, x + 19.5, y + 15, count)


def number(pen: Pen, x: float, y: float, count: int, size: float = 16) -> str:
    """A number beside its piece, from x on the baseline y."""
    return pen.text(count, x, y, size, pen.ink.of("ink"))


def island(pen: Pen, x: float, y: float, seat: int, tiles: Sequence[Mapping[str, Any]]) -> str:
    """Twelve spaces, six wide, filled row by row."""
    spaces = []
    for n in range(SPACES):
        at = x + n % 6 * _PITCH, y + n // 6 * _LINE
        if n < len(tiles):
            lying = tiles[n]
            spaces.append(pen.named(("island", seat, n), cells.tile(pen, *at, lying["tile"], bool(lying["colonist"]))))
        else:
            spaces.append(cells.free(pen, *at))
    return "".join(spaces)


def city(pen: Pen, x: float, y: float, seat: int, buildings: Sequence[Mapping[str, Any]]) -> str:
    """Twelve spaces, six wide, filled column by column; large buildings take whole columns behind the small ones."""
    places = places_in_city([b["building"] for b in buildings])
    body = [
        pen.named(("city", seat, n), cells.building(pen, *_at(x, y, place), b["building"], b["colonists"]))
        for b, (n, place) in zip(buildings, sorted(places.items()), strict=True)
    ]
    used = used_in_city([b["building"] for b in buildings])
    return "".join(body + [cells.free(pen, *_at(x, y, place)) for place in range(SPACES) if place not in used])


def places_in_city(buildings: Sequence[str]) -> dict[int, int]:
    """The space of each building, by its number: column by column, small ones first, large ones in whole columns."""
    sizes = [rules.building(name).size for name in buildings]
    small = [n for n, size in enumerate(sizes) if size == 1]
    large = [n for n, size in enumerate(sizes) if size == 2]
    first = (len(small) + 1) // 2
    return {n: place for place, n in enumerate(small)} | {n: 2 * (first + column) for column, n in enumerate(large)}


def used_in_city(buildings: Sequence[str]) -> frozenset[int]:
    """All spaces that are taken, both of a large building."""
    places = places_in_city(buildings)
    return frozenset(
        space for n, place in places.items() for space in range(place, place + rules.building(buildings[n]).size)
    )


def _at(x: float, y: float, place: int) -> tuple[float, float]:
    return x + place // 2 * _PITCH, y + place % 2 * _LINE
