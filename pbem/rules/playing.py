"""What may be answered and what an answer sets off, forced moves too; the face has checked its arguments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pbem.rules import placing
from pbem.rules import round as flow
from pbem.rules.events import Event, told_step
from pbem.rules.model import State
from pbem.rules.names import PHASE_MAYOR


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


def legal(state: State) -> Legal:
    """The seats to act and what each may answer, as the position is: forced moves too."""
    if state.phase == PHASE_MAYOR and not state.pending:
        place = {seat: placing.description(state.players[seat]) for seat in state.to_act}
        return Legal(tuple(state.to_act), {}, place)
    moves = {seat: tuple([move.text for move in flow.options(state, seat)]) for seat in state.to_act}
    return Legal(tuple(state.to_act), moves, {})


def apply(state: State, seat: int, text: str) -> list[Applied]:
    """A seat's move between the forced ones that a loaded position still owes (notation 3) and those it sets off."""
    applied: list[Applied] = []
    if state.unsettled:
        _dry_run(state, seat, text)
        applied = advance(state) if _must_settle(state, seat, text) else []
        state.unsettled = False
    move = flow.read(state, seat, text)
    flow.step(state, seat, move)
    applied.append(Applied(seat, move.text))
    return _run_on(state, applied)


def advance(state: State) -> list[Applied]:
    """The forced moves of a position just loaded."""
    state.unsettled = False
    return _run_on(state, [])


def narrate(state: State, seat: int, text: str) -> list[Event]:
    """The same as `apply`, told."""
    events: list[Event] = []
    if state.unsettled:
        _dry_run(state, seat, text)
        events = narrate_advance(state) if _must_settle(state, seat, text) else []
        state.unsettled = False
    events.append(told_step(state, seat, flow.read(state, seat, text), False))
    return events + _tell_on(state)


def narrate_advance(state: State) -> list[Event]:
    """The same as `advance`, told."""
    state.unsettled = False
    return _tell_on(state)


def _must_settle(state: State, seat: int, text: str) -> bool:
    """Whether forced moves come first: not where the move is itself a forced one that is owed."""
    if seat not in state.to_act:
        return True
    options = flow.options(state, seat)
    return not (len(options) == 1 and options[0].text == text)


def _dry_run(state: State, seat: int, text: str) -> None:
    """Raises what the move would be refused with, without touching the state."""
    trial = state.copy()
    if _must_settle(trial, seat, text):
        advance(trial)
    flow.read(trial, seat, text)


def _run_on(state: State, applied: list[Applied]) -> list[Applied]:
    forced = flow.next_forced(state)
    while forced is not None:
        seat, move = forced
        flow.step(state, seat, move)
        applied.append(Applied(seat, move.text, True))
        forced = flow.next_forced(state)
    return applied


def _tell_on(state: State) -> list[Event]:
    events: list[Event] = []
    forced = flow.next_forced(state)
    while forced is not None:
        events.append(told_step(state, forced[0], forced[1], True))
        forced = flow.next_forced(state)
    return events
