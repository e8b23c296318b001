"""The whole position as frozen views for the page: boards, harbour, roles, market; no more than a seat may see."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pbem import draw, rules, words
from pbem.web.touch import NO_MARKS, UNTOUCHED, Marks, Touch

View = dict[str, Any]
SPACES = 12


@dataclass(frozen=True)
class Count:
    """A number beside the piece it counts: `says` is both in words, `word` the piece alone."""

    piece: str
    css: str
    number: int
    says: str
    word: str
    touch: Touch = UNTOUCHED


@dataclass(frozen=True)
class Cell:
    """One island or city space in use. `circles` are drawn from the left, manned first."""

    name: str
    piece: str
    css: str
    says: str
    circles: tuple[bool, ...]
    is_big: bool = False

    @property
    def is_manned(self) -> bool:
        """Whether it works (rules: manned means at least one colonist)."""
        return any(self.circles)


@dataclass(frozen=True)
class Board:
    """A player's board. `vp` is None where the chips lie face down."""

    seat: int
    name: str
    is_me: bool
    is_governor: bool
    acts: bool
    role: str | None
    bot: str | None
    doubloons: int
    vp: int | None
    san_juan: int
    goods: tuple[Count, ...]
    island: tuple[Cell, ...]
    city: tuple[Cell, ...]
    city_used: int
    legend: str

    @property
    def free_land(self) -> int:
        """Island spaces left."""
        return SPACES - len(self.island)

    @property
    def free_city(self) -> int:
        """City spaces left."""
        return SPACES - self.city_used


@dataclass(frozen=True)
class Ship:
    """A cargo ship; `holds` are the left edges of the loaded holds in the drawing's units."""

    capacity: int
    good: str | None
    good_name: str
    loaded: int
    holds: tuple[int, ...]
    touch: Touch = UNTOUCHED

    @property
    def width(self) -> int:
        """The drawing's width in its own units."""
        return 20 * self.capacity + 28

    @property
    def waves(self) -> str:
        """The path of the water below the hull."""
        return "M1 34" + "q3.5-3 7 0t7 0" * (self.width // 14)


@dataclass(frozen=True)
class Piece:
    """A drawing and its name."""

    name: str
    piece: str
    css: str
    touch: Touch = UNTOUCHED


@dataclass(frozen=True)
class RoleCard:
    """A role of this round: free with the doubloons on it, or taken by somebody."""

    role: str
    name: str
    piece: str
    doubloons: int
    taker: str | None
    is_mine: bool
    touch: Touch = UNTOUCHED


@dataclass(frozen=True)
class Harbour:
    """What lies in the middle of the table."""

    ships: tuple[Ship, ...]
    house: tuple[Piece, ...]
    house_free: int
    colonist_ship: int
    open_tiles: tuple[Piece, ...]
    hidden: int
    quarries: int
    supply: tuple[Count, ...]
    roles: tuple[RoleCard, ...]


@dataclass(frozen=True)
class Lot:
    """A building for sale. `price` is what it costs me now, None where there is no me or nothing to buy."""

    name: str
    title: str
    effect: str
    piece: str
    css: str
    cost: int
    price: int | None
    left: int
    is_mine: bool
    circles: int
    touch: Touch = UNTOUCHED


@dataclass(frozen=True)
class Column:
    """The buildings of one number of points, which is how many quarries count."""

    points: int
    lots: tuple[Lot, ...]


def building_css(name: str) -> str:
    """The class that tints a building: its good's, or violet."""
    row = rules.building(name)
    return "vio" if row.violet or not row.good else str(row.good)


def boards(
    voice: words.Voice,
    view: View,
    seats: Mapping[int, tuple[str, str | None]],
    me: int | None,
    marks: Marks = NO_MARKS,
) -> tuple[Board, ...]:
    """Every board in order of play: mine first, for a stranger the governor's.

    `seats` has name and kind of bot. `marks` says which pieces choose when touched and which are new, so that the same
    call shows the boards as they would be after a choice: hand in that view, and `touch.fresh_between` of both.
    """
    count = len(view["players"])
    first = view["governor"] if me is None else me
    return tuple(_board(voice, view, (first + turn) % count, seats, me, marks) for turn in range(count))


def _board(
    voice: words.Voice,
    view: View,
    seat: int,
    seats: Mapping[int, tuple[str, str | None]],
    me: int | None,
    marks: Marks,
) -> Board:
    player = view["players"][seat]
    city = tuple(_building_cell(voice, b) for b in sorted(player["buildings"], key=_large_last))
    taken = [role for role, card in view["roles"].items() if card["taken_by"] == seat]
    name, bot = seats[seat]
    return Board(
        seat=seat,
        name=name,
        is_me=seat == me,
        is_governor=seat == view["governor"],
        acts=seat in view["to_act"],
        role=voice.listing([voice.name(role) for role in taken]) if taken else None,
        bot=bot,
        doubloons=player["doubloons"],
        vp=player["vp"],
        san_juan=player["san_juan"],
        goods=tuple(_goods(voice, player["goods"], marks, "goods", seat)),
        island=tuple(_tile_cell(voice, tile) for tile in player["island"]),
        city=city,
        city_used=sum(2 if cell.is_big else 1 for cell in city),
        legend=", ".join(cell.says for cell in city),
    )


def _large_last(building: Mapping[str, Any]) -> bool:
    """Large buildings take a whole column: behind the small ones no column is left half used by them."""
    return bool(rules.building(building["building"]).size == 2)


def _tile_cell(voice: words.Voice, tile: Mapping[str, Any]) -> Cell:
    name = tile["tile"]
    says = (
        voice.gettext("%(tile)s, manned", tile=voice.tile(name))
        if tile["colonist"]
        else voice.gettext("%(tile)s, no colonist: it does not work", tile=voice.tile(name))
    )
    return Cell(name, f"tile-{name}", name, says, (bool(tile["colonist"]),))


def _building_cell(voice: words.Voice, building: Mapping[str, Any]) -> Cell:
    name, colonists = building["building"], building["colonists"]
    row = rules.building(name)
    says = voice.gettext(
        "%(building)s %(colonists)s/%(circles)s", building=voice.name(name), colonists=colonists, circles=row.circles
    )
    circles = tuple(n < colonists for n in range(row.circles))
    return Cell(name, f"b-{name}", building_css(name), says, circles, row.size == 2)


def _goods(voice: words.Voice, goods: Mapping[str, int], marks: Marks, *where: str | int) -> list[Count]:
    """Barrels by kind; of a player those that are there, of the supply all."""
    shown = ((good, count) for good, count in goods.items() if count or where == ("supply",))
    return [
        Count(f"good-{good}", good, count, voice.thing(good, count), voice.name(good), marks.of((*where, good)))
        for good, count in shown
    ]


def harbour(
    voice: words.Voice, view: View, names: Mapping[int, str], me: int | None, marks: Marks = NO_MARKS
) -> Harbour:
    """Ships, house, tiles, supply and roles; `marks` as for `boards`."""
    supply, tiles = view["supply"], view["plantations"]
    people = supply["colonists"]
    rest = [
        Count("vp", "vpc", supply["vp"], voice.thing("vp", supply["vp"]), voice.gettext("points")),
        Count("colonist", "", people, voice.thing("colonists", people), voice.gettext("colonists")),
    ]
    return Harbour(
        ships=tuple(_ship(voice, ship, marks.of(("ship", n))) for n, ship in enumerate(view["cargo_ships"])),
        house=tuple(Piece(voice.name(g), f"good-{g}", g) for g in view["trading_house"]),
        house_free=4 - len(view["trading_house"]),
        colonist_ship=view["colonist_ship"],
        open_tiles=tuple(
            Piece(voice.tile(t), f"tile-{t}", t, marks.of(("tile", t)))
            for t in sorted(tiles["face_up"], key=rules.TILES.index)
        ),
        hidden=tiles["draw"],
        quarries=supply["quarries"],
        supply=tuple(_goods(voice, supply["goods"], marks, "supply") + rest),
        roles=tuple(
            _role_card(voice, role, card, names, me, marks.of(("role", role))) for role, card in view["roles"].items()
        ),
    )


def _ship(voice: words.Voice, ship: Mapping[str, Any], touch: Touch) -> Ship:
    good = ship["good"]
    holds = draw.holds(ship["capacity"], ship["loaded"])
    return Ship(ship["capacity"], good, voice.name(good) if good else "", ship["loaded"], holds, touch)


def _role_card(
    voice: words.Voice, role: str, card: Mapping[str, Any], names: Mapping[int, str], me: int | None, touch: Touch
) -> RoleCard:
    taker = card["taken_by"]
    return RoleCard(
        role=role,
        name=voice.title(role),
        piece=f"role-{role}",
        doubloons=card["doubloons"],
        taker=None if taker is None else names[taker],
        is_mine=taker is not None and taker == me,
        touch=touch,
    )


def market(voice: words.Voice, view: View, me: int | None, marks: Marks = NO_MARKS) -> tuple[Column, ...]:
    """All buildings by points, with the price for me now; `marks` as for `boards`."""
    lots: dict[int, list[Lot]] = {}
    for name, left in view["supply"]["buildings"].items():
        lots.setdefault(rules.building(name).vp, []).append(_lot(voice, view, name, left, me, marks))
    return tuple(Column(points, tuple(column)) for points, column in sorted(lots.items()))


def _lot(voice: words.Voice, view: View, name: str, left: int, me: int | None, marks: Marks) -> Lot:
    row = rules.building(name)
    mine = me is not None and any(b["building"] == name for b in view["players"][me]["buildings"])
    has_price = me is not None and left and not mine and view["phase"] != "game_over"
    price = rules.price(view, me, name) if has_price and me is not None else None
    return Lot(
        name=name,
        title=voice.title(name),
        effect=voice.effect(name),
        piece=f"b-{name}",
        css=building_css(name),
        cost=row.cost,
        price=price,
        left=left,
        is_mine=mine,
        circles=row.circles,
        touch=marks.of(("lot", name)),
    )
