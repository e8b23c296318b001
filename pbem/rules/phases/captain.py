"""The captain phase (rules 3.6): loads round and round, until nobody loads any more."""

from pbem.rules import bank, hooks
from pbem.rules.errors import N_, IllegalMove
from pbem.rules.hooks import LoadPlace
from pbem.rules.model import Player, Ship, State
from pbem.rules.moves import PASS, PASSES, SHIP, SHIPS, Move
from pbem.rules.names import GOODS, PHASE_STORAGE
from pbem.rules.phases.base import Phase


class Captain(Phase):
    """One load a turn; who can load a cargo ship must, or uses a place of his own."""

    def begin(self, state: State) -> None:
        state.privilege_given = False
        state.places_used = {}
        state.passed = []
        state.started = []
        state.turn_used = []
        state.to_act = [state.chooser]

    def options(self, state: State, seat: int) -> list[Move]:
        player = state.players[seat]
        moves: list[Move] = []
        for good, n in enumerate(player.goods):
            if n:
                for ship in ships_for(state, good, n):
                    moves.append(SHIPS[ship.capacity][good])
        may_pass = not moves
        if player.answers.load_places:
            for place in hooks.load_places(state, player):
                if seat not in state.places_used.get(place.name, ()):
                    moves += [move for move in place.moves if player.goods[move.arg]]
        if may_pass:
            moves.append(PASSES)
        return moves

    def make(self, state: State, seat: int, move: Move) -> None:
        player = state.players[seat]
        self._start(state, player)
        if move.verb == PASS:
            state.passed.append(seat)
        else:
            bank.gain_vp(state, player, load(state, player, move))
            if player.answers.load_income:
                bank.gain(state, player, hooks.gains_of(player.answers.load_income, state, player))
        self._pass_on(state, seat)

    def make_special(self, state: State, player: Player, move: Move) -> None:
        self._start(state, player)
        super().make_special(state, player, move)

    def _start(self, state: State, player: Player) -> None:
        """What a seat's first move of the phase brings, right before it."""
        if player.answers.first_move_income and player.seat not in state.started:
            state.started.append(player.seat)
            bank.gain(state, player, hooks.gains_of(player.answers.first_move_income, state, player))

    def _pass_on(self, state: State, seat: int) -> None:
        for following in state.clockwise((seat + 1) % len(state.players)):
            if following not in state.passed:
                state.to_act = [following]
                return
        state.to_act = []

    def end(self, state: State) -> int:
        return PHASE_STORAGE

    def refusal(self, state: State, seat: int, move: Move) -> IllegalMove | None:
        if move.verb == PASS:
            return IllegalMove(N_("You can load a ship, and who can must."))
        if move.verb != SHIP:
            return None
        player = state.players[seat]
        if not player.goods[move.arg]:
            return IllegalMove(N_("You have no %(good)s to load."), good=GOODS[move.arg])
        if move.place:
            return _refused_place(state, player, move)
        return _refused_ship(state, move.arg, move.capacity)


def ships_for(state: State, good: int, n: int) -> list[Ship]:
    """The cargo ships on which n barrels of a kind may go (rules 3.6)."""
    best = 0
    found: list[Ship] = []
    for ship in state.ships:
        if ship.good == good:
            return [ship] if ship.loaded < ship.capacity else []
        if ship.good < 0:
            fits = min(ship.capacity, n)
            if fits > best:
                best = fits
                found = [ship]
            elif fits == best:
                found.append(ship)
    return found


def load(state: State, player: Player, move: Move) -> int:
    """Loads all that fit and returns the points: by barrels, and the captain's one with his first load."""
    good = move.arg
    barrels = player.goods[good]
    if move.place:
        place = own_place(state, player, move.place)
        points = barrels // place.barrels_a_point
        state.places_used.setdefault(place.name, []).append(player.seat)
        state.goods[good] += barrels
    else:
        ship = next(s for s in state.ships if s.capacity == move.capacity)
        barrels = min(barrels, ship.capacity - ship.loaded)
        points = barrels
        ship.good = good
        ship.loaded += barrels
    player.goods[good] -= barrels
    if player.seat == state.chooser and not state.privilege_given:
        state.privilege_given = True
        points += hooks.privilege_factor(state, player)
    return points


def own_place(state: State, player: Player, name: str) -> LoadPlace:
    """The player's own loading place of this name."""
    return next(place for place in hooks.load_places(state, player) if place.name == name)


def _refused_place(state: State, player: Player, move: Move) -> IllegalMove:
    if player.seat in state.places_used.get(move.place, ()):
        return IllegalMove(N_("You have used your %(building)s this phase."), building=move.place)
    return IllegalMove(N_("You have no manned %(building)s."), building=move.place)


def _refused_ship(state: State, good: int, capacity: int) -> IllegalMove:
    ship = next((s for s in state.ships if s.capacity == capacity), None)
    name = GOODS[good]
    if ship is None:
        capacities = ", ".join(str(s.capacity) for s in state.ships)
        template = N_("There is no ship %(ship)s; the ships are %(ships)s.")
        return IllegalMove(template, ship=capacity, ships=capacities)
    if ship.good not in (-1, good):
        template = N_("Ship %(ship)s carries %(other)s.")
        return IllegalMove(template, ship=capacity, other=GOODS[ship.good])
    if ship.loaded >= ship.capacity:
        return IllegalMove(N_("Ship %(ship)s is full."), ship=capacity)
    if any(s.good == good for s in state.ships):
        template = N_("%(good)s lies on another ship and goes on no second one.")
        return IllegalMove(template, good=name)
    template = N_("Of the empty ships only one that takes the most %(good)s may be used.")
    return IllegalMove(template, good=name)
