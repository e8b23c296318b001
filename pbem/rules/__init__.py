"""The game: its face to everything else. Pure: no I/O, no clock, no luck but the seed's, no web, no database."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from pbem.rules import buildings as _buildings
from pbem.rules import chance as _chance
from pbem.rules import gamefile as gamefile
from pbem.rules import loading as _loading
from pbem.rules import placing as _placing
from pbem.rules import position as _position
from pbem.rules import round as _flow
from pbem.rules.advice import load_preview as load_preview
from pbem.rules.advice import price as price
from pbem.rules.advice import sale_price as sale_price
from pbem.rules.advice import suggest_placement as suggest_placement
from pbem.rules.buildings.row import Building as Building
from pbem.rules.errors import N_ as _N
from pbem.rules.errors import BadPosition as BadPosition
from pbem.rules.errors import BadRequest as BadRequest
from pbem.rules.errors import IllegalMove as IllegalMove
from pbem.rules.errors import MalformedMove as MalformedMove
from pbem.rules.errors import NotYourTurn as NotYourTurn
from pbem.rules.errors import RulesError as RulesError
from pbem.rules.events import Event as Event
from pbem.rules.events import told_step as _told_step
from pbem.rules.model import Rules as Rules
from pbem.rules.model import State as State
from pbem.rules.moves import Move as _Move
from pbem.rules.names import GOODS as GOODS
from pbem.rules.names import PHASE_MAYOR as _PHASE_MAYOR
from pbem.rules.names import PHASES as PHASES
from pbem.rules.names import ROLES as ROLES
from pbem.rules.names import TILES as TILES
from pbem.rules.scoring import Score as Score
from pbem.rules.scoring import score as score
from pbem.rules.sets import BASE as _BASE
from pbem.rules.setup import first_phase as _first_phase
from pbem.rules.setup import new_player as _new_player

RULES_VERSION: Final = 1
BUILDINGS: Final[tuple[str, ...]] = _buildings.NAMES


@dataclass(frozen=True, slots=True)
class Legal:
    """What may be answered now. `moves` by seat; in the mayor phase `place` by seat instead (notation 5)."""

    to_act: tuple[int, ...]
    moves: dict[int, tuple[str, ...]]
    place: dict[int, dict[str, Any]]

    def to_json(self) -> dict[str, Any]:
        """As the protocol answers it, without `ok`."""
        answer: dict[str, Any] = {"to_act": list(self.to_act)}
        if self.place:
            answer["place"] = {str(seat): what for seat, what in self.place.items()}
        else:
            answer["moves"] = {str(seat): list(texts) for seat, texts in self.moves.items()}
        return answer


@dataclass(frozen=True, slots=True)
class Applied:
    """A move that was made; `auto` where it was the only legal one."""

    seat: int
    move: str
    auto: bool = False

    def to_json(self) -> dict[str, Any]:
        """As the protocol answers it."""
        made: dict[str, Any] = {"seat": self.seat, "move": self.move}
        return {**made, "auto": True} if self.auto else made


def building(name: str) -> Building:
    """The row of a building by its name in notation 1; BadRequest where there is none."""
    number = _buildings.NUMBERS.get(name)
    if number is None:
        raise BadRequest(_N("There is no building “%(name)s”."), name=str(name)[:40])
    return _buildings.ROWS[number]


def new_game(rules: Rules, seed: str) -> State:
    """A game laid out by the rules (rules 1), every shuffle from the seed."""
    players = [_new_player(seat) for seat in range(rules.players)]
    state = State(rules, players, _chance.from_seed(seed), _buildings.COUNT)
    state.sets = list(_BASE)
    for part in state.sets:
        part.set_up(state)
    _first_phase(state)
    return state


def load(position: object) -> State:
    """The state of a whole position (notation 3); BadPosition says which field cannot be and why."""
    return _loading.load(position)


def dump(state: State) -> dict[str, Any]:
    """The whole position, hidden parts too (notation 3)."""
    return _position.dump(state)


def view(state: State, seat: int | None) -> dict[str, Any]:
    """What a seat, or with None the public, may see (notation 3)."""
    _check_seat(state, seat)
    return _position.view(state, seat)


def legal(state: State) -> Legal:
    """The seats to act and what each may answer. A loaded position is shown as it is, forced moves too."""
    if state.phase == _PHASE_MAYOR and not state.pending:
        place = {seat: _placing.description(state.players[seat]) for seat in state.to_act}
        return Legal(tuple(state.to_act), {}, place)
    moves = {seat: tuple(move.text for move in _flow.options(state, seat)) for seat in state.to_act}
    return Legal(tuple(state.to_act), moves, {})


def apply(state: State, seat: int, text: str) -> list[Applied]:
    """Makes a seat's move and every forced move after it (rules 6).

    Raises BadRequest for a seat that does not exist, then NotYourTurn, then IllegalMove; the state is as before then.
    """
    move, applied = _read(state, seat, text)
    applied = list(applied)
    _flow.step(state, seat, move)
    applied.append(Applied(seat, move.text))
    return _run_on(state, applied)


def advance(state: State) -> list[Applied]:
    """Makes the forced moves of a position just loaded."""
    state.unsettled = False
    return _run_on(state, [])


def narrate(state: State, seat: int, text: str) -> list[Event]:
    """The same as `apply`, but each move made comes with what it did."""
    _dry_run(state, seat, text)
    events = narrate_advance(state) if _must_settle(state, seat, text) else []
    state.unsettled = False
    events.append(_told_step(state, seat, _flow.read(state, seat, text), False))
    return events + _tell_on(state)


def narrate_advance(state: State) -> list[Event]:
    """The same as `advance`, told."""
    state.unsettled = False
    return _tell_on(state)


def _read(state: State, seat: int, text: str) -> tuple[_Move, list[Applied]]:
    """The legal move, after the forced ones that a loaded position still owes (notation 3)."""
    _check_seat(state, seat)
    if not state.unsettled:
        return _flow.read(state, seat, text), []
    _dry_run(state, seat, text)
    applied = advance(state) if _must_settle(state, seat, text) else []
    state.unsettled = False
    return _flow.read(state, seat, text), applied


def _must_settle(state: State, seat: int, text: str) -> bool:
    """Whether forced moves come first: not where the move is itself a forced one that is owed."""
    if not state.unsettled:
        return False
    if seat not in state.to_act:
        return True
    options = _flow.options(state, seat)
    return not (len(options) == 1 and options[0].text == text)


def _dry_run(state: State, seat: int, text: str) -> None:
    """Raises what the move would be refused with, without touching the state."""
    _check_seat(state, seat)
    if not state.unsettled:
        return
    trial = state.copy()
    if _must_settle(trial, seat, text):
        advance(trial)
    _flow.read(trial, seat, text)


def _run_on(state: State, applied: list[Applied]) -> list[Applied]:
    forced = _flow.next_forced(state)
    while forced is not None:
        seat, move = forced
        _flow.step(state, seat, move)
        applied.append(Applied(seat, move.text, True))
        forced = _flow.next_forced(state)
    return applied


def _tell_on(state: State) -> list[Event]:
    events: list[Event] = []
    forced = _flow.next_forced(state)
    while forced is not None:
        events.append(_told_step(state, forced[0], forced[1], True))
        forced = _flow.next_forced(state)
    return events


def _check_seat(state: State, seat: object) -> None:
    if seat is None:
        return
    if type(seat) is not int or not 0 <= seat < len(state.players):
        raise BadRequest(_N("There is no seat %(seat)s."), seat=str(seat)[:20])
