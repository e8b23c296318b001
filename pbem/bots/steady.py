"""The steady bot: plays sensibly by simple rules and never stalls; it sees only the view.

For a role it plays that role's phase out on a copy, everybody by the same rules, and takes the role that leaves it
best off against the others. Everything else is decided at a glance.
"""

from __future__ import annotations

from typing import Any, Final

from pbem.bots import worth
from pbem.rules import buildings, placement
from pbem.rules import round as flow
from pbem.rules.model import Player, State
from pbem.rules.moves import BUILD, KEEP, PASS, SELL, SETTLE, SHIP, SPECIAL, TAKE, Move
from pbem.rules.names import PHASE_BUILDER, PHASE_CAPTAIN, PHASE_CHOOSE, PHASE_MAYOR, PHASE_OVER, PHASE_SETTLER
from pbem.rules.phases import builder, captain, trader
from pbem.rules.position import peek

_COLONIST = 0.5  # what a colonist who comes along is worth
_LONGEST_PHASE: Final = 200
_TOBACCO: Final = 3
_COFFEE: Final = 4


def choose(view: dict[str, Any], seat: int) -> str:
    """The move of a seat to act."""
    state = peek(view)
    if state.phase == PHASE_CHOOSE:
        return _role(state, seat).text
    return decide(state, seat).text


def _role(state: State, seat: int) -> Move:
    best, most = None, 0.0
    for move in flow.options(state, seat):
        if move.person:
            continue  # a colonist is always worth having
        value = _outlook(state.copy(), seat, move)
        if best is None or value > most:
            best, most = move, value
    return best if best is not None else flow.options(state, seat)[0]


def _outlook(state: State, seat: int, move: Move) -> float:
    """How the seat stands against the others once this role has been played out."""
    flow.step(state, seat, move)
    for _ in range(_LONGEST_PHASE):
        if state.phase == PHASE_CHOOSE or state.phase == PHASE_OVER:
            break
        acting = state.to_act[0]
        flow.step(state, acting, decide(state, acting))
    rounds = worth.rounds_left(state)
    boards = [worth.board(state, player, rounds) for player in state.players]
    others = [value for other, value in enumerate(boards) if other != seat]
    return boards[seat] - 0.4 * max(others) - 0.4 * sum(others) / len(others)


def decide(state: State, seat: int) -> Move:
    """The move of a seat to act in any phase but the choice of a role."""
    if state.phase == PHASE_MAYOR:
        return placement.suggest(state, seat)
    options = flow.options(state, seat)
    if len(options) == 1:
        return options[0]
    player = state.players[seat]
    rounds = worth.rounds_left(state)
    best, most = options[0], -1e9
    before = worth.board(state, player, rounds) if state.phase in (PHASE_SETTLER, PHASE_BUILDER) else 0.0
    for move in options:
        value = _value(state, player, move, rounds, before)
        if value > most:
            best, most = move, value
    return best


def _value(state: State, player: Player, move: Move, rounds: float, before: float) -> float:
    """What a move brings this player, in points; `before` is what his board is worth now."""
    if move.verb == SETTLE:
        return _settle(state, player, move, rounds) - before
    if move.verb == BUILD:
        return _build(state, player, move, rounds) - before
    if move.verb == SELL:
        return _sell(state, player, move, rounds)
    if move.verb == SHIP:
        return _ship(state, player, move)
    if move.verb == PASS:
        return _passing(state, player)
    if move.verb == TAKE:
        return worth.BARREL[move.arg] + (0.0 if player.goods[move.arg] > 1 else worth.FIRST_BARREL[move.arg])
    if move.verb == KEEP:
        return sum(
            worth.BARREL[good] * n + (worth.FIRST_BARREL[good] if n else 0) for good, n in enumerate(move.amounts)
        )
    if move.verb == SPECIAL:
        return 50.0 if len(player.island) < 11 else -1.0  # a tile for nothing, but for the last free spaces
    return 0.0


def _passing(state: State, player: Player) -> float:
    """Passing keeps a single dear barrel for the house where a wharf would take it for one point."""
    single = sum(player.goods) == 1 and player.goods[_TOBACCO] + player.goods[_COFFEE] == 1
    return 1.2 if state.phase == PHASE_CAPTAIN and single and state.ending is None else 0.0


def _settle(state: State, player: Player, move: Move, rounds: float) -> float:
    """The board with the tile."""
    player.tiles[move.arg] += 1
    player.island.append(move.arg)
    after = worth.board(state, player, rounds)
    player.island.pop()
    player.tiles[move.arg] -= 1
    # The last spaces are kept for what is wanted, but any tile is better than none.
    return after + 0.05 + (_COLONIST if move.person else 0.0)


def _build(state: State, player: Player, move: Move, rounds: float) -> float:
    """The board with the building, paid."""
    building = move.arg
    due = builder.price(state, player, building)
    player.buildings.append(building)
    player.city += buildings.SIZE[building]
    player.doubloons -= due
    after = worth.board(state, player, rounds)
    player.doubloons += due
    player.city -= buildings.SIZE[building]
    player.buildings.pop()
    colonist = _COLONIST if move.person else 0.0
    saving = 0.0
    if rounds > 1.5 and due > 4 and buildings.SIZE[building] == 1 and player.doubloons >= 8:
        saving = 0.5  # close to a large building
    return after + colonist - saving


def _sell(state: State, player: Player, move: Move, rounds: float) -> float:
    price = trader.sale_price(state, player, move.arg, move.place)
    return price * worth.money(rounds) - 0.55 - 0.02 * player.goods[move.arg]


def _ship(state: State, player: Player, move: Move) -> float:
    """Points, and a little for keeping dear goods, for room that is used up, for what others cannot load then."""
    held = player.goods[move.arg]
    if move.place:
        return held + 0.1 - (1.2 if _loadable(state, move.arg, held) else 0.0)
    ship = next(s for s in state.ships if s.capacity == move.capacity)
    room = ship.capacity - ship.loaded
    barrels = min(held, room)
    value = barrels - 0.15 * move.arg
    if ship.good < 0:
        rivals = sum(other.goods[move.arg] for other in state.players if other.seat != player.seat)
        value += 0.1 * (barrels == room) - 0.15 * min(rivals, room - barrels)
    else:
        value += 0.5  # the room that is there may be gone next time
    return value


def _loadable(state: State, good: int, held: int) -> bool:
    ships = captain.ships_for(state, good, held)
    return any(ship.capacity - ship.loaded >= held for ship in ships)
