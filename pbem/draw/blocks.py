"""Drawings of a page, one for each part of the table: island, city, ship, trading house; it words nothing."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pbem.draw import boards, cells, harbour
from pbem.draw.cells import PAGE
from pbem.draw.page import Drawing, Note, PagePen, item, link, whole

COLUMNS = 6
_STEP = PAGE.wide + PAGE.gap
_LINE = PAGE.high + PAGE.gap
WIDE = COLUMNS * _STEP - PAGE.gap
HIGH = 2 * _LINE - PAGE.gap
_SEA = 44.0


def island(tiles: Sequence[Mapping[str, Any]], notes: Sequence[Note], label: str) -> Drawing:
    """An island (notation 3) as a list of its tiles, six wide, row by row; `notes` has one for each tile."""
    pen = PagePen()
    spaces = [(n % COLUMNS * _STEP, n // COLUMNS * _LINE) for n in range(boards.SPACES)]
    drawn = (
        item(link(note, cells.tile(pen, 0, 0, tile["tile"], bool(tile["colonist"]), PAGE), at, _size(1), PAGE.radius))
        for tile, note, at in zip(tiles, notes, spaces, strict=False)
    )
    body = _free(pen, spaces[len(tiles) :]) + "".join(drawn)
    return whole(pen, label, WIDE, HIGH, body, "blk")


def city(buildings: Sequence[Mapping[str, Any]], notes: Sequence[Note], label: str) -> Drawing:
    """A city (notation 3) as a list, column by column, large buildings behind; `notes` has one for each building."""
    pen = PagePen()
    names = [each["building"] for each in buildings]
    places, used = boards.places_in_city(names), boards.used_in_city(names)
    drawn = [""] * boards.SPACES
    for n, (each, note) in enumerate(zip(buildings, notes, strict=True)):
        high = 2 if each["building"] in boards.LARGE else 1
        body = cells.building(pen, 0, 0, each["building"], each["colonists"], PAGE)
        drawn[places[n]] = item(link(note, body, _in_city(places[n]), _size(high), PAGE.radius))
    free = [_in_city(place) for place in range(boards.SPACES) if place not in used]
    return whole(pen, label, WIDE, HIGH, _free(pen, free) + "".join(drawn), "blk")


def _in_city(place: int) -> tuple[float, float]:
    return place // 2 * _STEP, place % 2 * _LINE


def _size(cells_high: int) -> tuple[float, float]:
    return PAGE.wide, PAGE.tall if cells_high == 2 else PAGE.high


def _free(pen: PagePen, places: Iterable[tuple[float, float]]) -> str:
    """All free spaces as one path."""
    wide, high, r = PAGE.wide - 1 - 2 * PAGE.radius, PAGE.high - 1 - 2 * PAGE.radius, PAGE.radius
    turns = (f"{r:g} {r:g}v{high:g}", f"-{r:g} {r:g}h-{wide:g}", f"-{r:g}-{r:g}v-{high:g}", f"{r:g}-{r:g}z")
    round_it = f"h{wide:g}" + "".join(
        f"q{corner} {turn}"
        for corner, turn in zip((f"{r:g} 0", f"0 {r:g}", f"-{r:g} 0", f"0-{r:g}"), turns, strict=True)
    )
    d = "".join(f"M{x + r + 0.5:g} {y + 0.5:g}{round_it}" for x, y in places)
    return pen.path(d, pen.lined(pen.ink.of("rule"), 1, pen.ink.of("paper"), cells.DASHES)) if d else ""


def ship(cargo: Mapping[str, Any], note: Note) -> Drawing:
    """A cargo ship (notation 3) on its piece of sea: one piece, a link by itself."""
    pen = PagePen()
    wide = 20.0 * cargo["capacity"] + 28
    body = harbour.cargo_ship(pen, 0, 2, 1, cargo) + _sea(pen, wide)
    return whole(pen, "", wide, _SEA, link(note, body, (0, 0), (wide, _SEA - 2), 6), "ship", "")


def _sea(pen: PagePen, wide: float) -> str:
    """Water in front of a hull, with a waved edge."""
    waves = int(wide // 16)
    step = wide / (2 * waves)
    surface = f"M0 32.5q{step / 2:g}-4 {step:g} 0" + f"t{step:g} 0" * (2 * waves - 1)
    ground, line = pen.ink.mix("indigo", "sheet", 14), pen.ink.mix("indigo", "sheet", 70)
    return pen.path(f"{surface}V43H0z", pen.filled(ground)) + pen.path(surface, pen.lined(line, 1.25))


def house(sold: Sequence[str], note: Note) -> Drawing:
    """The trading house with what was sold to it."""
    pen = PagePen()
    body = harbour.house(pen, 0, 0, sold)
    return whole(pen, "", 147, 44, link(note, body, (0, 0), (147, 44), 6), "house", "")
