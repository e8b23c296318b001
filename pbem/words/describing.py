"""A position in words: boards, harbour, and the aligned tables of a letter's text; it judges nothing."""

import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem import rules
from pbem.words.names import GOODS, N_
from pbem.words.tongue import Tongue

View = dict[str, Any]
Names = Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Board:
    """One player's board: who (`heading`), what he has (`holdings`), what lies on island and in city.

    `idle` says the colonists in San Juan alone, which holdings name too; "" where there are none.
    """

    seat: int
    is_you: bool
    heading: str
    holdings: str
    island: str
    city: str
    idle: str


@dataclass(frozen=True, slots=True)
class Line:
    """A labelled line of the harbour; `about` says what of: ships, house, plantations … (none is shown)."""

    label: str
    text: str
    about: str = ""


def order_of_seats(view: View, you: int | None) -> list[int]:
    """The reader's seat first, then clockwise; from seat 0 for the public."""
    count = len(view["players"])
    return [((you or 0) + step) % count for step in range(count)]


def boards(tongue: Tongue, view: View, names: Names, you: int | None) -> tuple[Board, ...]:
    """Every board in words, the reader's own first, then in order of play."""
    return tuple(_board(tongue, view, names, you, seat) for seat in order_of_seats(view, you))


def _board(tongue: Tongue, view: View, names: Names, you: int | None, seat: int) -> Board:
    player = view["players"][seat]
    return Board(
        seat=seat,
        is_you=seat == you,
        heading=heading(tongue, view, names, you, seat),
        holdings=_holdings(tongue, player),
        island=_island(tongue, player["island"]),
        city=_city(tongue, player["buildings"]),
        idle=_idle(tongue, player),
    )


def heading(tongue: Tongue, view: View, names: Names, you: int | None, seat: int) -> str:
    """ "Anna (you)", "Bea, governor"."""
    governor = view["governor"] == seat
    if seat == you:
        return tongue.gettext(N_("%(name)s (you), governor") if governor else N_("%(name)s (you)"), name=names[seat])
    return tongue.gettext("%(name)s, governor", name=names[seat]) if governor else names[seat]


def _holdings(tongue: Tongue, player: Mapping[str, Any]) -> str:
    parts = [tongue.thing("doubloons", player["doubloons"])]
    if player["vp"] is None:
        parts.append(tongue.gettext("points face down"))
    else:
        parts.append(tongue.thing("vp", player["vp"]))
    parts += [idle] if (idle := _idle(tongue, player)) else []
    parts.append(tongue.things(player["goods"]) or tongue.gettext("no goods"))
    return " · ".join(parts)


def _idle(tongue: Tongue, player: Mapping[str, Any]) -> str:
    count = player["san_juan"]
    if not count:
        return ""
    return tongue.ngettext("%(num)s colonist in San Juan", "%(num)s colonists in San Juan", count)


def _island(tongue: Tongue, island: Sequence[Mapping[str, Any]]) -> str:
    working = _tiles(tongue, [t["tile"] for t in island if t["colonist"]])
    empty = _tiles(tongue, [t["tile"] for t in island if not t["colonist"]])
    if not island:
        return tongue.gettext("no tiles")
    if not empty:
        return working
    if not working:
        return tongue.gettext("%(tiles)s (unmanned)", tiles=empty)
    return tongue.gettext("%(working)s; unmanned: %(tiles)s", working=working, tiles=empty)


def _tiles(tongue: Tongue, tiles: list[str]) -> str:
    counts = Counter(tiles)
    return ", ".join(
        tongue.name(tile) if counts[tile] == 1 else tongue.thing(tile, counts[tile])
        for tile in (*GOODS, "quarry")
        if counts[tile]
    )


def _city(tongue: Tongue, buildings: Sequence[Mapping[str, Any]]) -> str:
    if not buildings:
        return tongue.gettext("no buildings")
    return ", ".join(
        f"{tongue.name(b['building'])} {b['colonists']}/{rules.building(b['building']).circles}" for b in buildings
    )


def harbour(tongue: Tongue, view: View) -> tuple[Line, ...]:
    """What everybody shares: ships, house, open plantations, quarries, supply."""
    supply = view["supply"]
    return (
        Line(tongue.gettext("Ships"), "; ".join(_ship(tongue, ship) for ship in view["cargo_ships"]), "ships"),
        Line(tongue.gettext("Trading house"), _house(tongue, view["trading_house"]), "house"),
        Line(tongue.gettext("Plantations"), _plantations(tongue, view["plantations"]), "plantations"),
        Line(tongue.gettext("Quarries"), str(supply["quarries"]), "quarries"),
        Line(tongue.gettext("Goods"), ", ".join(f"{tongue.name(g)} {supply['goods'][g]}" for g in GOODS), "goods"),
        Line(
            tongue.gettext("Colonists"),
            tongue.gettext(
                "%(ship)s on the ship, %(supply)s in the supply",
                ship=view["colonist_ship"],
                supply=supply["colonists"],
            ),
            "colonists",
        ),
        Line(tongue.gettext("Points"), tongue.gettext("%(count)s in the supply", count=supply["vp"]), "points"),
    )


def roles_in_words(tongue: Tongue, view: View, names: Names) -> tuple[Line, ...]:
    """The role cards of this round: who took which, and which lie open with how many doubloons."""
    taken = [(role, card) for role, card in view["roles"].items() if card["taken_by"] is not None]
    free = [(role, card) for role, card in view["roles"].items() if card["taken_by"] is None]
    lines = []
    if taken:
        text = ", ".join(f"{tongue.name(role)} ({names[card['taken_by']]})" for role, card in taken)
        lines.append(Line(tongue.gettext("Roles taken"), text, "roles"))
    if free:
        text = ", ".join(tongue.name(r) + (f" +{c['doubloons']}" if c["doubloons"] else "") for r, c in free)
        lines.append(Line(tongue.gettext("Roles still free"), text, "roles"))
    return tuple(lines)


def _ship(tongue: Tongue, ship: Mapping[str, Any]) -> str:
    if not ship["loaded"]:
        return tongue.gettext("%(capacity)s: empty", capacity=ship["capacity"])
    return tongue.gettext(
        "%(capacity)s: %(goods)s", capacity=ship["capacity"], goods=tongue.thing(ship["good"], ship["loaded"])
    )


def _house(tongue: Tongue, house: Sequence[str]) -> str:
    free = 4 - len(house)
    if not house:
        return tongue.gettext("empty")
    goods = ", ".join(tongue.name(good) for good in sorted(house, key=GOODS.index))
    if not free:
        return tongue.gettext("%(goods)s; full", goods=goods)
    return tongue.ngettext("%(goods)s; %(num)s place free", "%(goods)s; %(num)s places free", free, goods=goods)


def _plantations(tongue: Tongue, plantations: Mapping[str, Any]) -> str:
    hidden = plantations["draw"] if isinstance(plantations["draw"], int) else len(plantations["draw"])
    tiles = _tiles(tongue, plantations["face_up"]) or tongue.gettext("none")
    return tongue.gettext("%(tiles)s; %(hidden)s hidden", tiles=tiles, hidden=hidden)


# --- tables of the text part


def width(text: str) -> int:
    """How many columns the text takes: wide characters two, combining ones none."""
    return sum(
        0 if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf")
        else 2 if unicodedata.east_asian_width(char) in "WF"
        else 1
        for char in text
    )  # fmt: skip


def fitted(text: str, columns: int) -> str:
    """The text in exactly `columns` columns: filled with blanks, or cut with a full stop."""
    if width(text) <= columns:
        return text + " " * (columns - width(text))
    while width(text) > columns - 1:
        text = text[:-1]
    return fitted(f"{text.rstrip()}.", columns)


NAME_COLUMNS = 15
POINTS_NAME = 12  # columns of a name beside
MOST_ROUNDS = 18  # rounds, which fit into 72 columns


def board_table(tongue: Tongue, view: View, names: Names, you: int | None) -> tuple[str, ...]:
    """One row a player, 71 columns: doubloons, points, goods, filled spaces. `>` marks the reader."""
    heads = [
        tongue.gettext("dubl"),
        tongue.gettext("pts"),
        *(tongue.name(good)[:4] for good in GOODS),
        tongue.gettext("isle"),
        tongue.gettext("city"),
    ]
    lines = [" " * (NAME_COLUMNS + 2) + "".join(f"{head[:4]:>6}" for head in heads)]
    for seat in order_of_seats(view, you):
        player = view["players"][seat]
        space = sum(rules.building(b["building"]).size for b in player["buildings"])
        goods = [player["goods"][good] or "." for good in GOODS]
        cells = [player["doubloons"], "-" if player["vp"] is None else player["vp"], *goods]
        cells += [len(player["island"]), space]
        lines.append(
            ("> " if seat == you else "  ")
            + fitted(names[seat], NAME_COLUMNS)
            + "".join(f"{cell:>6}" for cell in cells)
        )
    return tuple(lines)


def score_table(tongue: Tongue, scores: Sequence[rules.Score], names: Names, you: int | None) -> tuple[str, ...]:
    """The final count, best first, one row a player: chips, buildings, large buildings, total, tie-break."""
    heads = score_heads(tongue)
    lines = [" " * (NAME_COLUMNS + 5) + "".join(fitted_right(head, 10) for head in heads)]
    for score in sorted(scores, key=lambda row: (row.place, row.seat)):
        cells = (score.vp_chips, score.buildings, score.large, score.total, score.tiebreak)
        lines.append(
            ("> " if score.seat == you else "  ")
            + f"{score.place}. "
            + fitted(names[score.seat], NAME_COLUMNS)
            + "".join(f"{cell:>10}" for cell in cells)
        )
    return tuple(lines)


def points_table(
    tongue: Tongue, series: Mapping[int, Sequence[int]], names: Mapping[int, str], you: int | None
) -> tuple[str, ...]:
    """The points at the end of each round (every other one of a long game), a row a player, best first."""
    rounds = max((len(points) for points in series.values()), default=0)
    step = 1 + (rounds - 1) // MOST_ROUNDS if rounds else 1
    shown = list(range(rounds - 1, -1, -step))[::-1]
    lines = ["  " + fitted(tongue.gettext("round"), POINTS_NAME) + "".join(f"{at + 1:>3}" for at in shown)]
    for seat in sorted(series, key=lambda seat: (-series[seat][-1], seat)):
        mark = "> " if seat == you else "  "
        lines.append(mark + fitted(names[seat], POINTS_NAME) + "".join(f"{series[seat][at]:>3}" for at in shown))
    return tuple(lines)


def score_heads(tongue: Tongue) -> tuple[str, ...]:
    """The heads of the final count: at most nine letters each."""
    return (
        tongue.gettext("chips"),
        tongue.gettext("buildings"),
        tongue.gettext("large"),
        tongue.gettext("total"),
        tongue.gettext("tie-break"),
    )


def fitted_right(text: str, columns: int) -> str:
    """The text at the right end of `columns` columns."""
    return " " * max(1, columns - width(text)) + text
