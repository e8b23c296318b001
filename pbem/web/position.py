"""The whole position as frozen views for the page: boards, harbour, roles, market; no more than a seat may see."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem import draw, rules, words
from pbem.web import naming
from pbem.web.seats import N_
from pbem.web.touch import NO_MARKS, UNTOUCHED, Marks, Touch

View = dict[str, Any]
_ORDER = (
    N_("chooses first"),
    N_("chooses second"),
    N_("chooses third"),
    N_("chooses fourth"),
    N_("chooses fifth"),
)


@dataclass(frozen=True)
class Count:
    """A number beside the piece it counts: `says` is both in words, `word` the piece alone.

    `number` is None where it is hidden. `card` is the id of the card that explains the piece, `tip` its sentence.
    """

    piece: str
    css: str
    number: int | None
    says: str
    word: str
    card: str
    tip: str
    touch: Touch = UNTOUCHED


@dataclass(frozen=True)
class Board:
    """A player's board. `order` says in words when in the round it is this player's turn to choose."""

    seat: int
    name: str
    is_me: bool
    is_governor: bool
    acts: bool
    order: str
    role: str | None
    bot: str | None
    holdings: tuple[Count, ...]
    island: draw.Drawing
    island_used: int
    city: draw.Drawing
    city_used: int
    legend: str


@dataclass(frozen=True)
class Load:
    """One of several moves that a ship stands for."""

    label: str
    touch: Touch


@dataclass(frozen=True)
class Ship:
    """A cargo ship: its drawing and the same in words; `loads` where several goods may go on it now."""

    drawing: draw.Drawing
    capacity: int
    good_name: str
    loaded: int
    loads: tuple[Load, ...]


@dataclass(frozen=True)
class Piece:
    """A drawing and its name; `card` and `tip` as for `Count`."""

    name: str
    piece: str
    css: str
    card: str = ""
    tip: str = ""
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
    card: str
    tip: str
    touch: Touch


@dataclass(frozen=True)
class Harbour:
    """What lies in the middle of the table."""

    ships: tuple[Ship, ...]
    house: tuple[Piece, ...]
    house_free: int
    house_drawing: draw.Drawing
    colonist_ship: Count
    open_tiles: tuple[Piece, ...]
    hidden: Count
    quarries: Count
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
    card: str
    touch: Touch = UNTOUCHED


@dataclass(frozen=True)
class Column:
    """The buildings of one number of points, which is how many quarries count."""

    points: int
    lots: tuple[Lot, ...]


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
    player, plain = view["players"][seat], words.voice(voice.language)
    tiles = tuple((tile["tile"], int(tile["colonist"])) for tile in player["island"])
    buildings = tuple((each["building"], each["colonists"]) for each in player["buildings"])
    taken = [role for role, card in view["roles"].items() if card["taken_by"] == seat]
    name, bot = seats[seat]
    return Board(
        seat=seat,
        name=name,
        is_me=seat == me,
        is_governor=seat == view["governor"],
        acts=seat in view["to_act"],
        order=voice.gettext(_ORDER[(seat - view["governor"]) % len(view["players"])]),
        role=voice.listing([voice.object(role) for role in taken]) if taken else None,
        bot=bot,
        holdings=(*_hand(voice, player, seat, marks), *_goods(voice, player["goods"], marks, "goods", seat)),
        island=naming.island(plain, tiles, tuple(marks.of(("island", seat, n)) for n in range(len(tiles)))),
        island_used=len(tiles),
        city=naming.city(plain, buildings, tuple(marks.of(("city", seat, n)) for n in range(len(buildings)))),
        city_used=sum(rules.building(building).size for building, _ in buildings),
        legend=_legend(voice, buildings),
    )


def _legend(voice: words.Voice, buildings: Sequence[tuple[str, int]]) -> str:
    """The city in one line, as it is drawn: large buildings last."""
    return ", ".join(
        voice.gettext(
            "%(building)s %(colonists)s/%(circles)s",
            building=voice.name(name), colonists=colonists, circles=rules.building(name).circles,
        )
        for name, colonists in sorted(buildings, key=lambda each: rules.building(each[0]).size)
    )  # fmt: skip


def _hand(voice: words.Voice, player: View, seat: int, marks: Marks) -> Iterator[Count]:
    """Doubloons, points and San Juan."""
    coins, points, people = player["doubloons"], player["vp"], player["san_juan"]
    yield _count(voice, "doubloon", coins, voice.thing("doubloons", coins), marks.of(("doubloons", seat)))
    if points is None:
        says = voice.gettext("point chips, face down")
        yield _count(voice, "point_down", None, says, marks.of(("vp", seat)))
    else:
        says = voice.ngettext("%(num)s point in chips", "%(num)s points in chips", points)
        yield _count(voice, "point", points, says, marks.of(("vp", seat)))
    says = voice.ngettext("%(num)s colonist in San Juan", "%(num)s colonists in San Juan", people)
    yield _count(voice, "san_juan", people, says, marks.of(("san_juan", seat)))


def _count(voice: words.Voice, term: str, number: int | None, says: str, touch: Touch, word: str = "") -> Count:
    piece, css = naming.PIECES[term]
    return Count(piece, css, number, says, word, naming.card_id(term), naming.tip(voice.language, term), touch)


def _goods(voice: words.Voice, goods: Mapping[str, int], marks: Marks, *where: str | int) -> list[Count]:
    """Barrels by kind; of a player those that are there, of the supply all."""
    shown = ((good, count) for good, count in goods.items() if count or where == ("supply",))
    return [
        _count(voice, good, count, voice.thing(good, count), marks.of((*where, good)), voice.name(good))
        for good, count in shown
    ]


def harbour(
    voice: words.Voice, view: View, names: Mapping[int, str], me: int | None, marks: Marks = NO_MARKS
) -> Harbour:
    """Ships, house, tiles, supply and roles; `marks` as for `boards`."""
    supply, tiles, plain = view["supply"], view["plantations"], words.voice(voice.language)
    people, chips, house = supply["colonists"], supply["vp"], tuple(view["trading_house"])
    aboard, hidden, stones = view["colonist_ship"], tiles["draw"], supply["quarries"]
    rest = [
        _count(voice, "point", chips, voice.thing("vp", chips), marks.of(("supply", "vp")), voice.gettext("points")),
        _count(
            voice,
            "colonist",
            people,
            voice.thing("colonists", people),
            marks.of(("supply", "colonists")),
            voice.gettext("colonists"),
        ),
    ]
    return Harbour(
        ships=tuple(_ship(voice, ship, n, marks) for n, ship in enumerate(view["cargo_ships"])),
        house=tuple(Piece(voice.name(g), f"good-{g}", g) for g in house),
        house_free=4 - len(house),
        house_drawing=naming.house(plain, house, marks.of(("trading_house",))),
        colonist_ship=_count(
            voice, "colonist_ship", aboard, voice.thing("colonists", aboard), marks.of(("colonist_ship",))
        ),
        open_tiles=tuple(_tile(voice, tile, marks) for tile in sorted(tiles["face_up"], key=rules.TILES.index)),
        hidden=_count(voice, "hidden_tile", hidden, voice.gettext("%(count)s hidden", count=hidden), UNTOUCHED),
        quarries=_count(voice, "quarry", stones, voice.thing("quarry", stones), marks.of(("tile", "quarry"))),
        supply=tuple(_goods(voice, supply["goods"], marks, "supply") + rest),
        roles=tuple(
            _role_card(voice, role, card, names, me, marks.of(("role", role))) for role, card in view["roles"].items()
        ),
    )


def _tile(voice: words.Voice, tile: str, marks: Marks) -> Piece:
    term = naming.tile_term(tile)
    card, tip = naming.card_id(term), naming.tip(voice.language, term)
    return Piece(voice.tile(tile), f"tile-{tile}", tile, card, tip, marks.of(("tile", tile)))


def _ship(voice: words.Voice, ship: Mapping[str, Any], number: int, marks: Marks) -> Ship:
    good, moves = ship["good"], marks.touch.get(("ship", number), ())
    loads = (Load(voice.name(move.split()[1]), marks.only(move)) for move in moves)
    return Ship(
        drawing=naming.ship(
            words.voice(voice.language), ship["capacity"], good, ship["loaded"], marks.of(("ship", number))
        ),
        capacity=ship["capacity"],
        good_name=voice.name(good) if good else "",
        loaded=ship["loaded"],
        loads=tuple(loads) if len(moves) > 1 else (),
    )


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
        card=naming.card_id(role),
        tip=naming.tip(voice.language, role),
        touch=touch,
    )


def market(voice: words.Voice, view: View, me: int | None, marks: Marks = NO_MARKS) -> tuple[Column, ...]:
    """All buildings by points, with the price for me now; `marks` as for `boards`."""
    lots: dict[int, list[Lot]] = {}
    prices = {} if me is None or view["phase"] == "game_over" else rules.prices(view, me)
    mine = set() if me is None else {each["building"] for each in view["players"][me]["buildings"]}
    for name, left in view["supply"]["buildings"].items():
        price = prices.get(name) if left and name not in mine else None
        lot = _lot(voice, name, left, price, name in mine, marks.of(("lot", name)))
        lots.setdefault(rules.building(name).vp, []).append(lot)
    return tuple(Column(points, tuple(column)) for points, column in sorted(lots.items()))


def _lot(voice: words.Voice, name: str, left: int, price: int | None, is_mine: bool, touch: Touch) -> Lot:
    return Lot(
        name=name,
        title=voice.title(name),
        effect=naming.tip(voice.language, name),
        piece=f"b-{name}",
        css=naming.building_css(name),
        cost=rules.building(name).cost,
        price=price,
        left=left,
        is_mine=is_mine,
        card=naming.card_id(name),
        touch=touch,
    )
