"""Who is next: from phase to phase, role to role, round to round (rules 4, 6); it must know no role's rules."""

from typing import Final

from pbem.rules import bank, hooks
from pbem.rules.errors import N_, NotYourTurn
from pbem.rules.model import State
from pbem.rules.moves import ROLE, SPECIAL, Move, parse
from pbem.rules.names import (
    MAYOR,
    NOBODY,
    PHASE_CHOOSE,
    PHASE_MAYOR,
    PHASE_OVER,
    PHASE_STORAGE,
    PROSPECTOR,
)
from pbem.rules.phases.base import Phase, among, not_now
from pbem.rules.phases.builder import Builder
from pbem.rules.phases.captain import Captain
from pbem.rules.phases.choose import Choose
from pbem.rules.phases.craftsman import Craftsman
from pbem.rules.phases.mayor import Mayor
from pbem.rules.phases.settler import Settler
from pbem.rules.phases.storage import Storage
from pbem.rules.phases.trader import Trader
from pbem.rules.setup import first_phase, picks, roles_taken

_MAYOR: Final = Mayor()
PHASES: Final[list[Phase]] = [
    Choose(),
    Settler(),
    _MAYOR,
    Builder(),
    Craftsman(),
    Trader(),
    Captain(),
    Storage(),
]


def options(state: State, seat: int) -> list[Move]:
    """The legal moves of a seat to act, worked out once a decision; [] where placements are described instead."""
    found = state.options.get(seat)
    if found is None:
        player = state.players[seat]
        if state.pending:
            found = state.pending[-1].moves(state)
        else:
            found = PHASES[state.phase].options(state, seat)
            if found and player.answers.turn_moves:
                found = hooks.moves_of(player.answers.turn_moves, state, player) + found
        if found and player.answers.anytime_moves:
            found = found + hooks.moves_of(player.answers.anytime_moves, state, player)
        state.options[seat] = found
    return found


def read(state: State, seat: int, text: str) -> Move:
    """The legal move that a seat's text stands for; NotYourTurn before anything about the move itself."""
    check_turn(state, seat)
    move = parse(text)
    found = options(state, seat)
    if state.pending:
        chosen = among(found, move)
        if chosen is None:
            raise not_now(found, move)
        return chosen
    return PHASES[state.phase].read(state, seat, move)


def check_turn(state: State, seat: int) -> None:
    """NotYourTurn unless the seat owes a decision."""
    if seat in state.to_act:
        return
    if state.phase == PHASE_OVER:
        raise NotYourTurn(N_("The game is over."))
    raise NotYourTurn(
        N_("It is not the turn of seat %(seat)s; seat %(turn)s is to act."),
        seat=seat,
        turn=", ".join(str(s) for s in state.to_act),
    )


def step(state: State, seat: int, move: Move) -> None:
    """Makes one legal move and goes on until somebody is to act or the game is over."""
    make(state, seat, move)
    _ask_pending(state)
    while not state.to_act and state.phase != PHASE_OVER:
        _go_on(state)


def make(state: State, seat: int, move: Move) -> None:
    """Makes one legal move, and nothing that follows from it: no end of a phase, no new row, no next role."""
    if move.verb == SPECIAL:
        state.options = {}
        PHASES[state.phase].make_special(state, state.players[seat], move)
    elif state.pending:
        state.options = {}
        state.pending.pop().make(state, move)
        if not state.pending:
            state.asking = False
            state.to_act = state.interrupted
    else:
        if (state.phase == PHASE_MAYOR or state.phase == PHASE_STORAGE) and len(state.to_act) > 1:
            state.options.pop(seat, None)  # the others' answers stand
        else:
            state.options = {}
        PHASES[state.phase].make(state, seat, move)
        if move.verb == ROLE:
            _begin_role(state, move)


def next_forced(state: State) -> tuple[int, Move] | None:
    """The first seat to act that has exactly one legal move, with that move (rules 6)."""
    for seat in state.to_act:
        found = options(state, seat)
        if len(found) == 1:
            return seat, found[0]
    return None


def _begin_role(state: State, move: Move) -> None:
    if move.arg >= PROSPECTOR:
        return
    state.phase = move.arg + 1
    if move.arg == MAYOR and move.person == 0:
        _MAYOR.take_privilege(state)
    PHASES[state.phase].begin(state)


def _ask_pending(state: State) -> None:
    """A pending decision comes before all else: its seat is to act, and those it interrupts after it."""
    if state.pending:
        if not state.asking:
            state.asking = True
            state.interrupted = state.to_act
        state.to_act = [state.pending[-1].seat]


def _go_on(state: State) -> None:
    """A phase has had its last seat: what buildings do now, then the clean-up, then the next phase or role."""
    if state.phase != PHASE_CHOOSE:
        if not state.closing:
            state.closing = True
            _phase_end(state)
            if state.pending:
                _ask_pending(state)
                return
        state.closing = False
        following = PHASES[state.phase].end(state)
        if following != PHASE_CHOOSE:
            state.phase = following
            PHASES[following].begin(state)
            return
    _next_role(state)


def _phase_end(state: State) -> None:
    asked: list[hooks.Decision] = []
    for seat in state.clockwise(state.chooser):
        player = state.players[seat]
        for ask, here in player.answers.phase_end:
            decisions, income = ask(state, player, here)
            bank.gain(state, player, income)
            asked += decisions
    state.pending += reversed(asked)


def _next_role(state: State) -> None:
    taken = roles_taken(state)
    if taken < picks(state.rules):
        state.phase = PHASE_CHOOSE
        state.chooser = (state.governor + taken) % len(state.players)
        state.to_act = [state.chooser]
    elif state.ending is not None:
        state.phase = PHASE_OVER
        state.chooser = NOBODY
        state.to_act = []
    else:
        _next_round(state)


def _next_round(state: State) -> None:
    """Cards not taken get a doubloon, all go back, the governor's placard goes to the left (rules 4)."""
    for role in state.cards:
        if state.taken_by[role] == NOBODY:
            state.role_doubloons[role] += 1
        state.taken_by[role] = NOBODY
    state.round += 1
    state.governor = (state.governor + 1) % len(state.players)
    first_phase(state)
