"""The game: its face to everything else. Pure: no I/O, no clock, no luck but the seed's, no web, no database."""

from __future__ import annotations

from typing import Any, Final

from pbem.rules import buildings as _buildings
from pbem.rules import chance as _chance
from pbem.rules import gamefile as gamefile
from pbem.rules import loading as _loading
from pbem.rules import outlook as outlook
from pbem.rules import playing as _playing
from pbem.rules import position as _position
from pbem.rules.advice import load_preview as load_preview
from pbem.rules.advice import price as price
from pbem.rules.advice import prices as prices
from pbem.rules.advice import sale_price as sale_price
from pbem.rules.advice import suggest_placement as suggest_placement
from pbem.rules.advice import why_not as why_not
from pbem.rules.buildings.row import Building as Building
from pbem.rules.errors import N_ as _N
from pbem.rules.errors import BadPosition as BadPosition
from pbem.rules.errors import BadRequest as BadRequest
from pbem.rules.errors import IllegalMove as IllegalMove
from pbem.rules.errors import MalformedMove as MalformedMove
from pbem.rules.errors import NotYourTurn as NotYourTurn
from pbem.rules.errors import RulesError as RulesError
from pbem.rules.events import Event as Event
from pbem.rules.model import Rules as Rules
from pbem.rules.model import State as State
from pbem.rules.moves import parse as _parse
from pbem.rules.names import GOODS as GOODS
from pbem.rules.names import PHASES as PHASES
from pbem.rules.names import ROLES as ROLES
from pbem.rules.names import TILES as TILES
from pbem.rules.playing import Applied as Applied
from pbem.rules.playing import Legal as Legal
from pbem.rules.scoring import Score as Score
from pbem.rules.scoring import large_points as large_points
from pbem.rules.scoring import score as score
from pbem.rules.sets import BASE as _BASE
from pbem.rules.setup import first_phase as _first_phase
from pbem.rules.setup import new_player as _new_player

RULES_VERSION: Final = 1
BUILDINGS: Final[tuple[str, ...]] = _buildings.NAMES


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
    if seat is not None:
        _check_seat(state, seat)
    return _position.view(state, seat)


def legal(state: State) -> Legal:
    """The seats to act and what each may answer. A loaded position is shown as it is, forced moves too."""
    return _playing.legal(state)


def apply(state: State, seat: int, text: str) -> list[Applied]:
    """Makes a seat's move and every forced move after it (rules 6).

    Raises BadRequest for a seat that does not exist, then NotYourTurn, then IllegalMove; the state is as before then.
    """
    _check_seat(state, seat)
    return _playing.apply(state, seat, text)


def advance(state: State) -> list[Applied]:
    """Makes the forced moves of a position just loaded."""
    return _playing.advance(state)


def narrate(state: State, seat: int, text: str) -> list[Event]:
    """The same as `apply`, but each move made comes with what it did."""
    _check_seat(state, seat)
    return _playing.narrate(state, seat, text)


def narrate_advance(state: State) -> list[Event]:
    """The same as `advance`, told."""
    return _playing.narrate_advance(state)


def is_move(text: str) -> bool:
    """Whether a text is a move of notation 2, possible or not."""
    try:
        _parse(text)
    except MalformedMove:
        return False
    return True


def _check_seat(state: State, seat: object) -> None:
    if type(seat) is not int or not 0 <= seat < len(state.players):
        raise BadRequest(_N("There is no seat %(seat)s."), seat=str(seat)[:20])
