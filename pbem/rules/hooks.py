"""What a building can answer, each question with one return type and one fold (expansions 4); no rule of a building."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pbem.rules.questions import Decision as Decision
from pbem.rules.questions import Source as Source

if TYPE_CHECKING:
    from pbem.rules.model import Player, State
    from pbem.rules.moves import Move

# Doubloons and victory points.
Income = tuple[int, int]

# Every answer gets the state, the owner and `here`, the place number of the building: `player.crew[kind][here]` are
# those who lie there. That somebody does is checked once, where the answers are collected.
Int = Callable[["State", "Player", int], int]
Bool = Callable[["State", "Player", int], bool]
Moves = Callable[["State", "Player", int], list["Move"]]
Ints = Callable[["State", "Player", int], list[int]]
Gains = Callable[["State", "Player", int], Income]


@dataclass(frozen=True, slots=True)
class LoadPlace:
    """A place of the seat's own for a load: all of one kind (`moves` by good), so many barrels a point."""

    name: str
    barrels_a_point: int
    moves: tuple[Move, ...]


LoadPlaces = Callable[["State", "Player", int], list[LoadPlace]]


@dataclass(frozen=True, slots=True)
class Hooks:
    """The answers of one building; None where it has nothing to say."""

    turn_moves: Moves | None = None  # a seat's turn, any phase: concat
    turn_move: Callable[[State, Player, Move], None] | None = None  # does one of them
    may_take_quarry: Bool | None = None  # settler, own pick: any
    tile_brings_colonist: Bool | None = None  # a tile is taken: any
    building_brings_colonist: Bool | None = None  # a building is built: any
    tile_forms: Ints | None = None  # a plantation is about to be laid, as which tiles: concat
    phase_end: Callable[[State, Player, int], tuple[list[Decision], Income]] | None = None  # concat, sum
    arrivals: Ints | None = None  # mayor, before the deal, persons by kind: sum a kind
    build_discount: Callable[[State, Player, int, int], int] | None = None  # sum, then floor 0
    payments: Callable[[State, Player, int, int, int], list[Move]] | None = None  # price above doubloons: concat
    after_build: Callable[[State, Player, int, int], Income] | None = None  # sum
    extra_goods: Callable[[State, Player, int, list[int]], list[int]] | None = None  # sum
    production_income: Callable[[State, Player, int, list[int]], Income] | None = None  # sum
    sale_places: Moves | None = None  # trader turn: concat
    may_sell_again: Bool | None = None  # sale to the house: any
    price_bonus: Callable[[State, Player, int, str], int] | None = None  # sum
    load_places: LoadPlaces | None = None  # captain turn: concat
    first_move_income: Gains | None = None  # a seat's first move in the captain phase: sum
    load_income: Gains | None = None  # after each load: sum
    storage: Callable[[State, Player, int], tuple[int, int]] | None = None  # (kinds, barrels): sum
    privilege_factor: Int | None = None  # wherever a privilege is worth something: max, else 1
    anytime_moves: Moves | None = None  # any decision: concat
    final_score: Int | None = None  # the count: sum


class Answers:
    """The hooks of all manned buildings, by question, in the order of the list of names, with their places."""

    __slots__ = tuple(Hooks.__dataclass_fields__)

    def __init__(self, rows: list[tuple[Hooks, int]]) -> None:
        self.turn_moves = [(h.turn_moves, p) for h, p in rows if h.turn_moves is not None]
        self.turn_move = [(h.turn_move, p) for h, p in rows if h.turn_move is not None]
        self.may_take_quarry = [(h.may_take_quarry, p) for h, p in rows if h.may_take_quarry is not None]
        self.tile_brings_colonist = [(h.tile_brings_colonist, p) for h, p in rows if h.tile_brings_colonist is not None]
        self.building_brings_colonist = [
            (h.building_brings_colonist, p) for h, p in rows if h.building_brings_colonist is not None
        ]
        self.tile_forms = [(h.tile_forms, p) for h, p in rows if h.tile_forms is not None]
        self.phase_end = [(h.phase_end, p) for h, p in rows if h.phase_end is not None]
        self.arrivals = [(h.arrivals, p) for h, p in rows if h.arrivals is not None]
        self.build_discount = [(h.build_discount, p) for h, p in rows if h.build_discount is not None]
        self.payments = [(h.payments, p) for h, p in rows if h.payments is not None]
        self.after_build = [(h.after_build, p) for h, p in rows if h.after_build is not None]
        self.extra_goods = [(h.extra_goods, p) for h, p in rows if h.extra_goods is not None]
        self.production_income = [(h.production_income, p) for h, p in rows if h.production_income is not None]
        self.sale_places = [(h.sale_places, p) for h, p in rows if h.sale_places is not None]
        self.may_sell_again = [(h.may_sell_again, p) for h, p in rows if h.may_sell_again is not None]
        self.price_bonus = [(h.price_bonus, p) for h, p in rows if h.price_bonus is not None]
        self.load_places = [(h.load_places, p) for h, p in rows if h.load_places is not None]
        self.first_move_income = [(h.first_move_income, p) for h, p in rows if h.first_move_income is not None]
        self.load_income = [(h.load_income, p) for h, p in rows if h.load_income is not None]
        self.storage = [(h.storage, p) for h, p in rows if h.storage is not None]
        self.privilege_factor = [(h.privilege_factor, p) for h, p in rows if h.privilege_factor is not None]
        self.anytime_moves = [(h.anytime_moves, p) for h, p in rows if h.anytime_moves is not None]
        self.final_score = [(h.final_score, p) for h, p in rows if h.final_score is not None]


NO_ANSWERS: Final = Answers([])


def any_of(asked: list[tuple[Bool, int]], state: State, player: Player) -> bool:
    """Whether any building says yes."""
    return any(ask(state, player, here) for ask, here in asked)


def moves_of(asked: list[tuple[Moves, int]], state: State, player: Player) -> list[Move]:
    """The moves that buildings add, one after the other."""
    return [move for ask, here in asked for move in ask(state, player, here)]


def gains_of(asked: list[tuple[Gains, int]], state: State, player: Player) -> Income:
    """Doubloons and points of all buildings together."""
    answers = [ask(state, player, here) for ask, here in asked]
    return sum(d for d, _ in answers), sum(v for _, v in answers)


def tile_forms(state: State, player: Player) -> list[int]:
    """Other tile kinds as which a plantation may be laid."""
    return [form for ask, here in player.answers.tile_forms for form in ask(state, player, here)]


def arrivals(state: State, player: Player) -> list[list[int]]:
    """Persons by kind who come before the ship is dealt, a list a building."""
    return [ask(state, player, here) for ask, here in player.answers.arrivals]


def build_discount(state: State, player: Player, building: int) -> int:
    """Doubloons off the price of a building, besides quarries and privilege."""
    return sum(ask(state, player, here, building) for ask, here in player.answers.build_discount)


def payments(state: State, player: Player, building: int, price: int) -> list[Move]:
    """The ways to build what his doubloons alone do not pay."""
    asked = player.answers.payments
    return [move for ask, here in asked for move in ask(state, player, here, building, price)]


def after_build(state: State, player: Player, building: int) -> Income:
    """What a building that was built and paid brings."""
    answers = [ask(state, player, here, building) for ask, here in player.answers.after_build]
    return sum(d for d, _ in answers), sum(v for _, v in answers)


def extra_goods(state: State, player: Player, goods: list[int]) -> list[int]:
    """Goods by kind on top of what plants and plantations allow."""
    extra = [0, 0, 0, 0, 0]
    for ask, here in player.answers.extra_goods:
        for good, n in enumerate(ask(state, player, here, goods)):
            extra[good] += n
    return extra


def production_income(state: State, player: Player, taken: list[int]) -> Income:
    """What the goods really taken bring."""
    answers = [ask(state, player, here, taken) for ask, here in player.answers.production_income]
    return sum(d for d, _ in answers), sum(v for _, v in answers)


def price_bonus(state: State, player: Player, place: str) -> int:
    """Doubloons on top of a sale's price; `place` is "" for the trading house."""
    return sum(ask(state, player, here, place) for ask, here in player.answers.price_bonus)


def load_places(state: State, player: Player) -> list[LoadPlace]:
    """The seat's own places for a load, whether used already or not."""
    return [place for ask, here in player.answers.load_places for place in ask(state, player, here)]


def storage(state: State, player: Player) -> tuple[int, int]:
    """Whole kinds and single barrels that may be kept besides the one barrel of everybody."""
    answers = [ask(state, player, here) for ask, here in player.answers.storage]
    return sum(kinds for kinds, _ in answers), sum(barrels for _, barrels in answers)


def privilege_factor(state: State, player: Player) -> int:
    """How many times a privilege counts for this player."""
    asked = player.answers.privilege_factor
    if not asked:
        return 1
    return max(1, max(ask(state, player, here) for ask, here in asked))


def final_score(state: State, player: Player) -> int:
    """Points of manned buildings at the count."""
    return sum(ask(state, player, here) for ask, here in player.answers.final_score)
