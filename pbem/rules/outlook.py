"""What a move would do and what a role would bring each seat, tried out on a copy of a view; it must rank nothing.

A view hides the order of the stack and others' points: nothing here draws a tile, and no answer depends on either.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from pbem.rules import buildings, moves, placing
from pbem.rules import position as written
from pbem.rules import round as flow
from pbem.rules.errors import N_, BadRequest
from pbem.rules.model import State
from pbem.rules.moves import PLACE, SELL, SPECIAL, Move, parse
from pbem.rules.names import (
    COLONIST,
    GOODS,
    HOUSE_PLACES,
    NOBODY,
    PHASE_CHOOSE,
    PHASE_STORAGE,
    PHASE_TRADER,
)
from pbem.rules.phases.storage import Storage
from pbem.rules.phases.trader import sale_price

HOUSE_FULL: Final = "full"
KINDS_THERE: Final = "there"
NO_GOODS: Final = "none"


@dataclass(frozen=True, slots=True)
class Settlers:
    """The colonists that a seat gets from the mayor, and how many of its circles are empty before."""

    seat: int
    from_supply: int
    from_ship: int
    empty: int


@dataclass(frozen=True, slots=True)
class Harvest:
    """What a seat produces in its turn: good -> barrels; `short` is what the supply lacks; `pay` the factory's."""

    seat: int
    goods: dict[str, int]
    short: dict[str, int]
    pay: int


@dataclass(frozen=True, slots=True)
class Sale:
    """A seat's sale at the best price, or `why` it sells nothing: `full`, `there`, `none`."""

    seat: int
    good: str
    price: int
    why: str


@dataclass(frozen=True, slots=True)
class Loads:
    """A seat's loads in a captain phase, in order (good, barrels), their points, and what becomes of the rest."""

    seat: int
    loads: tuple[tuple[str, int], ...]
    vp: int
    kept: dict[str, int]
    lost: dict[str, int]


def preview(view: dict[str, Any], seat: int, move: str) -> dict[str, Any]:
    """The seat's view right after its move: what the move itself does to what lies open, before anybody answers.

    A placement may be unfinished, as somebody is still moving colonists about. Raises RulesError for any other move
    that is not legal, and BadRequest for the draw from the hidden stack, which nobody may see beforehand.
    """
    state = written.peek(view)
    read = parse(move)
    if read.verb == SPECIAL:
        raise BadRequest(N_("What lies hidden cannot be shown beforehand."))
    if read.verb == PLACE and seat in state.to_act:
        _lay(state, seat, read)
    else:
        flow.make(state, seat, flow.read(state, seat, move))
    after = written.view(state, seat)
    for before, player in zip(view["players"], after["players"], strict=True):
        player["vp"] = before["vp"] if before["vp"] is None else player["vp"]
    return {**after, **{key: view[key] for key in ("to_act", "phase", "chooser", "progress")}}


def _lay(state: State, seat: int, move: Move) -> None:
    player = state.players[seat]
    refused = placing.refusal(player, move.amounts)
    if refused is not None and "wanted" not in refused.params:
        raise refused
    placing.place(player, move.amounts)


def settlers(view: dict[str, Any], seat: int, waived: bool = False) -> list[Settlers]:
    """As mayor (rules 3.2): what each gets, in order of play, exactly."""
    before = written.peek(view)
    state = _begun(view, seat, "role mayor -colonist" if waived else "role mayor")
    own = before.people[COLONIST] - state.people[COLONIST]
    found = []
    for other in state.clockwise(seat):
        had, has = before.players[other], state.players[other]
        bonus = own if other == seat else 0
        circles = sum(n for _, n in buildings.all_circles(has))
        empty = circles - (had.people() - had.san_juan[COLONIST])
        found.append(Settlers(other, bonus, has.people() - had.people() - bonus, empty))
    return found


def harvests(view: dict[str, Any], seat: int) -> tuple[list[Harvest], list[str]]:
    """As craftsman (rules 3.4): what each produces in order of play, exactly; and the kinds of the one more."""
    before = written.peek(view)
    coins = view["roles"]["craftsman"]["doubloons"]
    state = _begun(view, seat, "role craftsman")
    found = []
    for other in state.clockwise(seat):
        had, has = before.players[other], state.players[other]
        made = {good: has.goods[n] - had.goods[n] for n, good in enumerate(GOODS) if has.goods[n] > had.goods[n]}
        short = {GOODS[good]: n for who, good, n in state.shortages if who == other}
        pay = has.doubloons - had.doubloons - (coins if other == seat else 0)
        found.append(Harvest(other, made, short, pay))
    return found, [GOODS[good] for good in state.may_take]


def sales(view: dict[str, Any], seat: int) -> list[Sale]:
    """As trader (rules 3.5): what each sells in order of play, if each takes the best price; the house fills up."""
    state = _begun(view, seat, "role trader")
    return _sales(state, state.clockwise(seat))


def sales_after(view: dict[str, Any], seat: int, move: str) -> list[Sale]:
    """What the others still sell in this trader phase after the seat's move, if each takes the best price."""
    state = written.peek(view)
    turns = state.clockwise(seat)
    left = turns[1 : turns.index(state.chooser)] if seat != state.chooser else turns[1:]
    flow.make(state, seat, flow.read(state, seat, move))
    return _sales(state, left)


def _sales(state: State, turns: list[int]) -> list[Sale]:
    """The phase played on from its next seat; it never comes to its end, so the house is not emptied."""
    found = []
    for seat in turns:
        player = state.players[seat]
        state.to_act, state.options = [seat], {}
        sells = [move for move in flow.options(state, seat) if move.verb == SELL] if state.phase == PHASE_TRADER else []
        if sells:
            best = max(sells, key=lambda move: (sale_price(state, player, move.arg, move.place), move.arg))
            price = sale_price(state, player, best.arg, best.place)
            flow.make(state, seat, best)
            found.append(Sale(seat, GOODS[best.arg], price, ""))
        else:
            found.append(Sale(seat, "", 0, _why_no_sale(state, seat)))
    return found


def _why_no_sale(state: State, seat: int) -> str:
    if not any(state.players[seat].goods):
        return NO_GOODS
    return HOUSE_FULL if len(state.house) >= HOUSE_PLACES else KINDS_THERE


def loads(view: dict[str, Any], seat: int) -> list[Loads]:
    """As captain (rules 3.6): what each loads, keeps and loses.

    Assumed: the captain begins with the load that brings him most in the end; all the rest, his later loads too, are
    those that bring most points at once.
    """
    begun = _begun(view, seat, "role captain")
    firsts: list[Move | None] = [move for move in flow.options(begun, seat) if move.verb == moves.SHIP]
    played = [_loaded(begun.copy(), seat, first) for first in firsts or [None]]
    return max(played, key=lambda found: (found[0].vp, -sum(found[0].lost.values())))


def _loaded(state: State, seat: int, first: Move | None) -> list[Loads]:
    """The phase to its end, before anything is stored, from the captain's first load."""
    made: dict[int, list[tuple[str, int]]] = {other: [] for other in state.clockwise(seat)}
    points = dict.fromkeys(made, 0)
    while state.to_act:
        acting = state.to_act[0]
        player = state.players[acting]
        had, vp = list(player.goods), player.vp
        move = first or _best_load(state, acting)
        first = None
        flow.options(state, acting)
        flow.make(state, acting, move)
        if move.verb == moves.SHIP:
            made[acting].append((GOODS[move.arg], had[move.arg] - player.goods[move.arg]))
            points[acting] += player.vp - vp
    return [_loads(state, other, tuple(made[other]), points[other]) for other in made]


def _best_load(state: State, seat: int) -> Move:
    """The load with the most points, of equal ones that of the most barrels; the pass where there is none."""
    options = flow.options(state, seat)
    return max(options, key=lambda move: _worth(state, seat, move)) if len(options) > 1 else options[0]


def _worth(state: State, seat: int, move: Move) -> tuple[int, int]:
    if move.verb != moves.SHIP:
        return (-1, 0)
    trial = state.copy()
    flow.make(trial, seat, move)
    before, after = state.players[seat], trial.players[seat]
    return after.vp - before.vp, before.goods[move.arg] - after.goods[move.arg]


def _loads(state: State, seat: int, made: tuple[tuple[str, int], ...], vp: int) -> Loads:
    """What is left, kept as far as the warehouses allow: most barrels first, then the dearest."""
    state.phase = PHASE_STORAGE
    options = Storage().options(state, seat)
    kept = max((move.amounts for move in options), key=lambda n: (sum(n), [n[g] for g in reversed(range(len(GOODS)))]))
    left = state.players[seat].goods
    lost = {good: left[n] - kept[n] for n, good in enumerate(GOODS) if left[n] > kept[n]}
    return Loads(seat, made, vp, {good: kept[n] for n, good in enumerate(GOODS) if kept[n]}, lost)


def _begun(view: dict[str, Any], seat: int, move: str) -> State:
    """The position right after the seat took a role, whoever is really to act."""
    state = written.peek(view)
    state.phase, state.chooser, state.to_act = PHASE_CHOOSE, seat, [seat]
    read = parse(move)
    if state.taken_by[read.arg] != NOBODY:
        raise BadRequest(N_("The %(role)s has been taken this round."), role=move.split()[1])
    flow.make(state, seat, read)
    return state
