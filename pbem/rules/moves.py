"""The closed set of moves and their one-line notation (notation 2); whether one is legal is for the phases."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

from pbem.rules.errors import N_, MalformedMove
from pbem.rules.names import GOODS, ROLES, TILE_KINDS, TILES

if TYPE_CHECKING:
    from pbem.rules.hooks import Source

PASS: Final[int] = 0
ROLE: Final[int] = 1
SETTLE: Final[int] = 2
PLACE: Final[int] = 3
BUILD: Final[int] = 4
TAKE: Final[int] = 5
SELL: Final[int] = 6
SHIP: Final[int] = 7
KEEP: Final[int] = 8
SPECIAL: Final[int] = 9  # a building's own move

_LONGEST = 400


class Move:
    """One move. `arg` is the role, tile, building or good; what a verb does not use stays at its default."""

    __slots__ = ("amounts", "arg", "capacity", "form", "person", "place", "sources", "text", "verb")

    def __init__(self, verb: int, text: str, arg: int = -1) -> None:
        self.verb = verb
        self.text = text
        self.arg = arg
        self.form = -1  # the tile kind a plantation is laid as, if not itself
        self.capacity = 0  # the cargo ship
        self.place = ""  # a place of the seat's own: for loads and sales; for special moves their building
        self.person = 0  # +1 with a colonist, -1 waiving him
        self.amounts: list[int] = []  # of `place` by place, of `keep` and `take` by good
        self.sources: tuple[Source, ...] = ()  # what pays a price besides doubloons

    def __repr__(self) -> str:
        return f"<Move {self.text}>"


TABLE: Final[dict[str, Move]] = {}


def register(move: Move) -> Move:
    """Adds a move to the closed set, so that it can be read; returns it."""
    TABLE[move.text] = move
    return move


def _person(move: Move, person: int) -> Move:
    move.person = person
    return register(move)


def _settles(tile: int) -> tuple[Move, Move]:
    text = "settle " + TILES[tile]
    plain = register(Move(SETTLE, text, tile))
    return plain, _person(Move(SETTLE, text + " +colonist", tile), 1)


def build_moves(number: int, name: str) -> tuple[Move, Move]:
    """The two ways to build: without and with the colonist who is brought along."""
    plain = register(Move(BUILD, "build " + name, number))
    return plain, _person(Move(BUILD, f"build {name} +colonist", number), 1)


def ship_own(good: int, place: str) -> Move:
    """The load of a whole kind on a place of the seat's own."""
    move = Move(SHIP, f"ship {GOODS[good]} {place}", good)
    move.place = place
    return register(move)


def special(text: str, building: str) -> Move:
    """A move that only one building knows."""
    move = Move(SPECIAL, text)
    move.place = building
    return register(move)


def _ship(good: int, capacity: int) -> Move:
    move = Move(SHIP, f"ship {GOODS[good]} {capacity}", good)
    move.capacity = capacity
    return register(move)


def _take(goods: tuple[int, ...]) -> Move:
    move = Move(TAKE, "take " + " ".join(GOODS[g] for g in goods), goods[0])
    move.amounts = [1 if g in goods else 0 for g in range(len(GOODS))]
    return register(move)


PASSES: Final = register(Move(PASS, "pass"))
ROLE_MOVES: Final = [register(Move(ROLE, "role " + name, i)) for i, name in enumerate(ROLES)]
WAIVES: Final = _person(Move(ROLE, "role mayor -colonist", 1), -1)
SETTLES: Final = [_settles(tile) for tile in range(TILE_KINDS)]
SELLS: Final = [register(Move(SELL, "sell " + name, i)) for i, name in enumerate(GOODS)]
SHIPS: Final = {capacity: [_ship(g, capacity) for g in range(len(GOODS))] for capacity in range(4, 9)}
# Of different kinds: one, or two where a privilege counts double.
TAKES: Final = {goods: _take(goods) for size in (1, 2) for goods in combinations(range(len(GOODS)), size)}


class Words:
    """The names that may stand in `place`, with their place numbers; filled by the building table."""

    places: Final[dict[str, int]] = {name: i for i, name in enumerate(TILES)}
    goods: Final[dict[str, int]] = {name: i for i, name in enumerate(GOODS)}


def _with_amounts(verb: int, word: str, names: dict[str, int], amounts: list[int]) -> Move:
    text = word
    for name, n in zip(names, amounts, strict=True):
        if n:
            text += f" {name}={n}"
    move = Move(verb, text)
    move.amounts = amounts
    return move


def place_move(amounts: list[int]) -> Move:
    """`place …` for an amount a place."""
    return _with_amounts(PLACE, "place", Words.places, amounts)


KEEPS_NOTHING: Final = _with_amounts(KEEP, "keep", Words.goods, [0, 0, 0, 0, 0])


def keep_move(amounts: list[int]) -> Move:
    """`keep …` for an amount a good."""
    return _with_amounts(KEEP, "keep", Words.goods, amounts)


FORMS: Final[dict[str, str]] = {
    "pass": "pass",
    "role": "role captain, role mayor -colonist",
    "settle": "settle corn, settle quarry +colonist",
    "place": "place corn=2 quarry=1 indigo_plant=3",
    "build": "build hacienda, build harbor +colonist",
    "take": "take coffee",
    "sell": "sell tobacco",
    "ship": "ship sugar 6, ship corn wharf",
    "keep": "keep corn=4 coffee=1",
}


def parse(text: str) -> Move:
    """The move that a text of notation 2 stands for; MalformedMove where it is none."""
    move = TABLE.get(text)
    if move is not None:
        return move
    words = text[:_LONGEST].split(" ")
    if words[0] == "place" or words[0] == "keep":
        return _parse_amounts(text, words)
    raise _no_move(text, words[0])


def _no_move(text: str, verb: str) -> MalformedMove:
    shown = text[:60].encode("ascii", "replace").decode()
    if verb in FORMS:
        template = N_("“%(text)s” is no move. Such a move is written like: %(examples)s.")
        return MalformedMove(template, text=shown, examples=FORMS[verb])
    verbs = ", ".join(FORMS)
    return MalformedMove(N_("“%(text)s” is no move. Moves begin with: %(verbs)s."), text=shown, verbs=verbs)


def _out_of_order(text: str, name: str) -> MalformedMove:
    template = N_(
        "In “%(text)s” %(name)s stands too late: goods come by price, then the quarry, then buildings; each once."
    )
    return MalformedMove(template, text=text[:60].encode("ascii", "replace").decode(), name=name)


def _parse_amounts(text: str, words: list[str]) -> Move:
    numbers = Words.places if words[0] == "place" else Words.goods
    amounts = [0] * len(numbers)
    last = -1
    for word in words[1:]:
        name, _, count = word.partition("=")
        at = numbers.get(name, -1)
        if 0 <= at <= last:
            raise _out_of_order(text, name)
        # Only the written form is read: in order, whole numbers from 1, no leading zeros.
        if at <= last or not (count.isascii() and count.isdigit()) or count[0] == "0" or len(count) > 3:
            raise _no_move(text, words[0])
        amounts[at] = int(count)
        last = at
    if len(text) > _LONGEST:
        raise _no_move(text, words[0])
    return place_move(amounts) if words[0] == "place" else keep_move(amounts)
