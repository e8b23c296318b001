"""The settler phase (rules 3.1): one tile each, then a new row."""

from pbem.rules import bank, hooks, tiles
from pbem.rules.errors import N_, IllegalMove
from pbem.rules.model import Player, State
from pbem.rules.moves import PASSES, SETTLE, SETTLES, SPECIAL, TABLE, Move
from pbem.rules.names import ISLAND_SPACES, NOBODY, PHASE_CHOOSE, PLANTATIONS, QUARRY, TILES
from pbem.rules.phases.base import Phase, has_special, next_seat


class Settler(Phase):
    """In turn: a building's own draw, then one open plantation or a quarry."""

    def begin(self, state: State) -> None:
        state.to_act = [state.chooser]
        state.turn_used = []
        state.second_turn = False

    def options(self, state: State, seat: int) -> list[Move]:
        player = state.players[seat]
        if len(player.island) >= ISLAND_SPACES:
            return [PASSES]
        answers = player.answers
        moves: list[Move] = []
        brings = bool(answers.tile_brings_colonist) and self._brings(state, player)
        forms = hooks.tile_forms(state, player) if answers.tile_forms else []
        for tile in range(PLANTATIONS):
            if state.face_up[tile]:
                moves.append(SETTLES[tile][0])
                if brings:
                    moves.append(SETTLES[tile][1])
                for form in forms:
                    moves += self._formed(tile, form, brings)
        if state.quarries and self._may_quarry(state, player):
            moves.append(SETTLES[QUARRY][0])
            if brings:
                moves.append(SETTLES[QUARRY][1])
        moves.append(PASSES)
        return moves

    def _brings(self, state: State, player: Player) -> bool:
        asked = player.answers.tile_brings_colonist
        return not state.second_turn and bank.has_colonist(state) and hooks.any_of(asked, state, player)

    def _formed(self, tile: int, form: int, brings: bool) -> list[Move]:
        text = f"settle {TILES[tile]} {TILES[form]}"
        return [TABLE[text], TABLE[text + " +colonist"]] if brings else [TABLE[text]]

    def _may_quarry(self, state: State, player: Player) -> bool:
        if state.second_turn:
            return False
        if player.seat == state.chooser:
            return True
        return hooks.any_of(player.answers.may_take_quarry, state, player)

    def make(self, state: State, seat: int, move: Move) -> None:
        player = state.players[seat]
        if move.verb == SETTLE:
            self._settle(state, player, move)
        state.turn_used = []
        following = NOBODY if state.second_turn else next_seat(state, seat)
        if following != NOBODY:
            state.to_act = [following]
        else:
            self._last_turn(state)

    def _settle(self, state: State, player: Player, move: Move) -> None:
        tile = move.arg
        if tile == QUARRY:
            state.quarries -= 1
        else:
            state.face_up[tile] -= 1
        laid = tile if move.form < 0 else move.form
        tiles.lay_tile(player, laid)
        if move.person:
            bank.bring_colonist(state, player, laid)

    def _last_turn(self, state: State) -> None:
        """A chooser whose privilege counts double takes a second open plantation after all others."""
        chooser = state.players[state.chooser]
        double = hooks.privilege_factor(state, chooser) > 1 and len(chooser.island) < ISLAND_SPACES
        again = double and not state.second_turn and any(state.face_up)
        state.to_act = [state.chooser] if again else []
        state.second_turn = again

    def end(self, state: State) -> int:
        """The row left over is discarded and a new one drawn, before the next role (rules 3.1)."""
        for tile in range(PLANTATIONS):
            state.discard[tile] += state.face_up[tile]
            state.face_up[tile] = 0
        for _ in range(len(state.players) + 1):
            tile = tiles.draw_plantation(state)
            if tile < 0:
                break
            state.face_up[tile] += 1
        state.second_turn = False
        return PHASE_CHOOSE

    def refusal(self, state: State, seat: int, move: Move) -> IllegalMove | None:
        player = state.players[seat]
        if move.verb == SPECIAL:
            return self._refused_draw(state, player, move)
        if move.verb != SETTLE:
            return None
        if len(player.island) >= ISLAND_SPACES:
            return IllegalMove(N_("Your island is full: 12 spaces, all in use."))
        if move.arg != QUARRY and not state.face_up[move.arg]:
            return IllegalMove(N_("No %(tile)s lies open now."), tile=TILES[move.arg])
        if move.arg == QUARRY and not state.quarries:
            return IllegalMove(N_("There is no quarry left."))
        if move.arg == QUARRY and not self._may_quarry(state, player):
            return IllegalMove(N_("A quarry is for the settler, or for one whose building allows it."))
        if not bank.has_colonist(state):
            return IllegalMove(N_("There is no colonist left, neither in the supply nor on the ship."))
        return IllegalMove(N_("None of your manned buildings brings a colonist with a tile."))

    def _refused_draw(self, state: State, player: Player, move: Move) -> IllegalMove:
        if len(player.island) >= ISLAND_SPACES:
            return IllegalMove(N_("Your island is full: 12 spaces, all in use."))
        if move.place in state.turn_used:
            return IllegalMove(N_("You have used your %(building)s this phase."), building=move.place)
        if not has_special(player, move):
            return IllegalMove(N_("You have no manned %(building)s."), building=move.place)
        return IllegalMove(N_("There is no plantation left to draw."))
