"""What lies in the middle of the table: ships, trading house, tiles, supply; it knows no player."""

from collections.abc import Mapping, Sequence
from typing import Any

from pbem import rules
from pbem.draw import tints
from pbem.draw.boards import number
from pbem.draw.lettering import width
from pbem.draw.pen import Pen, Tint, halves
from pbem.draw.pieces import holds

WIDE = 584.0
SEA_HIGH = 47.0
QUAY_HIGH = 44.0
SUPPLY_HIGH = 28.0
HOUSE_PLACES = 4
_GAP = 14.0


def sea(pen: Pen, x: float, y: float, view: Mapping[str, Any]) -> str:
    """The cargo ships with their loads and the colonist ship, afloat side by side, the sea from edge to edge."""
    ships: Sequence[Mapping[str, Any]] = view["cargo_ships"]
    lengths = [20 * ship["capacity"] + 28 for ship in ships]
    room = WIDE - 84 - _GAP * len(ships)
    scale = min(1.0, int(room / max(sum(lengths), 1) * 100) / 100)
    body, at = [_water(pen, y)], x + 4
    for n, (ship, length) in enumerate(zip(ships, lengths, strict=True)):
        body.append(pen.named(("ship", n), cargo_ship(pen, at, y + halves(39 - 30 * scale), scale, ship)))
        at = halves(at + length * scale + _GAP)
    return "".join([*body, pen.named(("colonist_ship",), _colonist_ship(pen, x + WIDE, y, view["colonist_ship"]))])


def _water(pen: Pen, y: float) -> str:
    """A band of sea with a waved edge."""
    ground, line = pen.ink.mix("indigo", "wash", 11), pen.ink.mix("indigo", "wash", 70)
    surface = f"M-4 {y + 29:g}{'q4-4 8 0t8 0' * 38}"
    return pen.path(f"{surface}V{y + 47:g}H-4z", pen.filled(ground)) + pen.path(surface, pen.lined(line, 1.25))


def cargo_ship(pen: Pen, x: float, y: float, scale: float, ship: Mapping[str, Any]) -> str:
    """The hull with its barrels; at scale 1 it is 20 units a hold and 28 more wide, and 33 high."""
    body = pen.scaled(f"cargo-{ship['capacity']}", x, y, scale, tints.piece(pen.ink, "colonist-ship"))
    if not ship["good"]:
        return body
    tint, size = tints.good(pen.ink, ship["good"]), 20 * scale
    for left in holds(ship["capacity"], ship["loaded"]):
        body += pen.piece(f"good-{ship['good']}", halves(x + (left - 1) * scale), halves(y + 6 * scale), size, tint)
    return body


def _colonist_ship(pen: Pen, end: float, y: float, count: int) -> str:
    """The ship and how many are on board, up to `end` on the right."""
    left = end - 42 - halves(width(str(count), 19))
    ship = pen.piece("colonist-ship", left, y + 6, 36, tints.piece(pen.ink, "colonist-ship"))
    return ship + number(pen, left + 38, y + 25, count, 19)


def quay(pen: Pen, x: float, y: float, view: Mapping[str, Any]) -> str:
    """The trading house, the hidden plantations and the open ones, and the quarries."""
    tiles, quarries = view["plantations"], view["supply"]["quarries"]
    draw = tiles["draw"] if isinstance(tiles["draw"], int) else len(tiles["draw"])
    back = Tint("", pen.ink.of("sunk"), pen.ink.of("ink2"), pen.ink.of("ink2"))
    return (
        pen.named(("trading_house",), house(pen, x, y, view["trading_house"]))
        + pen.named(("hidden",), _pile(pen, x + 172, y, ("tile-back", back), draw))
        + _open_tiles(pen, x + 246, y, tiles["face_up"])
        + pen.named(
            ("quarries",), _pile(pen, x + WIDE - 62, y, ("tile-quarry", tints.good(pen.ink, "quarry")), quarries)
        )
    )


def house(pen: Pen, x: float, y: float, sold: Sequence[str]) -> str:
    """Four places under a roof, 147 by 44 units."""
    eaves = y + 13
    roof = f"M{x + 1:g} {eaves:g}L{x + 24:g} {y + 1.5:g}h98l23 {eaves - y - 1.5:g}z"
    body = [pen.path(roof, pen.lined(pen.ink.of("ink"), 1.5, pen.ink.of("hull")))]
    for n in range(HOUSE_PLACES):
        at, is_sold = x + 9 + n * 32.5, n < len(sold)
        edge = pen.lined(pen.ink.of("ink"), 1.25, pen.ink.of("sheet"), "" if is_sold else "2.5 2")
        body.append(pen.box(at, eaves + 2, 30, 28, 3.5, edge))
        if is_sold:
            body.append(pen.piece(f"good-{sold[n]}", at + 3, eaves + 4, 24, tints.good(pen.ink, sold[n])))
    return "".join(body)


def _pile(pen: Pen, x: float, y: float, top: tuple[str, Tint], count: int) -> str:
    """A tile and how many there are of it."""
    symbol, tint = top
    return pen.piece(symbol, x, y + 5, 36, tint) + number(pen, x + 39, y + 30, count, 19)


def _open_tiles(pen: Pen, x: float, y: float, tiles: Sequence[str]) -> str:
    body = ""
    for n, tile in enumerate(sorted(tiles, key=rules.TILES.index)):
        drawn = pen.piece(f"tile-{tile}", x + n * 38, y + 5, 36, tints.good(pen.ink, tile))
        body += pen.named(("plantation", n), drawn)
    return body


def supply(pen: Pen, x: float, y: float, view: Mapping[str, Any]) -> str:
    """What is left of goods, points and colonists, in a strip."""
    stock = view["supply"]
    pieces = [(f"good-{good}", _stock(pen, good, count), count) for good, count in stock["goods"].items()]
    pieces.append(("vp", tints.piece(pen.ink, "vp"), stock["vp"]))
    pieces.append(("colonist", tints.person(pen.ink), stock["colonists"]))
    lengths = [25 + width(str(count), 18) for _symbol, _tint, count in pieces]
    gap = (WIDE - 32 - sum(lengths)) / (len(pieces) - 1)
    body, at = pen.box(x, y, WIDE, SUPPLY_HIGH, 8, pen.filled(pen.ink.of("sunk"))), x + 16
    for (symbol, tint, count), length in zip(pieces, lengths, strict=True):
        left = halves(at)
        drawn = pen.piece(symbol, left, y + 2, 24, tint) + number(pen, left + 25, y + 20.5, count, 18)
        body += pen.named(("supply", symbol), drawn)
        at += length + gap
    return body


def _stock(pen: Pen, good: str, count: int) -> Tint:
    return tints.good(pen.ink, good) if count else tints.idle(pen.ink, good)
