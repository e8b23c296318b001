"""Storing after the captain phase (rules 3.6): what is kept, then the full ships are emptied."""

from itertools import combinations

from pbem.rules import hooks, moves
from pbem.rules.errors import N_, IllegalMove
from pbem.rules.model import State
from pbem.rules.moves import KEEP, KEEPS_NOTHING, Move
from pbem.rules.names import NOBODY, PHASE_CHOOSE
from pbem.rules.phases.base import Phase, pass_turn_on


class Storage(Phase):
    """Everybody keeps as much as he may; where there is a real choice it is his."""

    def begin(self, state: State) -> None:
        order = state.clockwise(state.chooser)
        state.to_act = order if state.rules.simultaneous else order[:1]

    def options(self, state: State, seat: int) -> list[Move]:
        player = state.players[seat]
        if not any(player.goods):
            return [KEEPS_NOTHING]
        kinds, barrels = hooks.storage(state, player) if player.answers.storage else (0, 0)
        return [moves.keep_move(kept) for kept in keepings(player.goods, kinds, barrels + 1)]

    def make(self, state: State, seat: int, move: Move) -> None:
        goods = state.players[seat].goods
        for good, kept in enumerate(move.amounts):
            state.goods[good] += goods[good] - kept
            goods[good] = kept
        if state.rules.simultaneous:
            state.to_act = [other for other in state.to_act if other != seat]
        else:
            pass_turn_on(state, seat)

    def end(self, state: State) -> int:
        """Full ships are emptied into the supply; others keep their load."""
        for ship in state.ships:
            if ship.loaded >= ship.capacity:
                state.goods[ship.good] += ship.loaded
                ship.good = NOBODY
                ship.loaded = 0
        return PHASE_CHOOSE

    def refusal(self, state: State, seat: int, move: Move) -> IllegalMove | None:
        if move.verb != KEEP:
            return None
        options = ", ".join(option.text for option in state.options[seat])
        return IllegalMove(N_("You keep as much as you may, and no more: %(moves)s."), moves=options)


def keepings(goods: list[int], kinds: int, barrels: int) -> list[list[int]]:
    """Every way to keep so many whole kinds and single barrels that no other way is at least equal in all goods."""
    held = [good for good, n in enumerate(goods) if n]
    found: list[list[int]] = []
    for whole in combinations(held, min(kinds, len(held))):
        kept = [n if good in whole else 0 for good, n in enumerate(goods)]
        for way in _with_barrels(goods, kept, barrels, 0):
            if way not in found:
                found.append(way)
    return [way for way in found if not any(_beats(other, way) for other in found)]


def _with_barrels(goods: list[int], kept: list[int], barrels: int, start: int) -> list[list[int]]:
    """All ways to add single barrels, from kind `start` on, as many as there are to add."""
    if barrels == 0 or kept == goods:
        return [kept]
    ways = []
    for good in range(start, len(goods)):
        if kept[good] < goods[good]:
            more = list(kept)
            more[good] += 1
            ways += _with_barrels(goods, more, barrels - 1, good)
    return ways


def _beats(a: list[int], b: list[int]) -> bool:
    return a != b and all(x >= y for x, y in zip(a, b, strict=True))
