"""What each move did, told from the public quantities before and after it; it never decides a move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pbem.rules import round as flow
from pbem.rules.model import State
from pbem.rules.moves import ROLE, SELL, SPECIAL, Move
from pbem.rules.names import GOODS, NOBODY, PHASE_CHOOSE, PHASE_STORAGE, PHASES, ROLES, TILES


@dataclass(frozen=True, slots=True)
class Event:
    """One applied move and what it did.

    `gains` by seat: doubloons, vp, goods, colonists, and "tile:NAME" for a drawn tile; zero is left out.
    """

    seat: int
    move: str
    auto: bool
    round: int
    governor: int
    phase: str
    role: str | None
    chooser: int | None
    gains: dict[int, dict[str, int]]
    shortage: tuple[tuple[int, str, int], ...] = ()
    new_round: bool = False
    card_doubloons: tuple[str, ...] = ()
    ending: str | None = None
    house_emptied: tuple[str, ...] = ()
    ships_sailed: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """A JSON object; seats in `gains` become text keys."""
        return {
            "seat": self.seat,
            "move": self.move,
            "auto": self.auto,
            "round": self.round,
            "governor": self.governor,
            "phase": self.phase,
            "role": self.role,
            "chooser": self.chooser,
            "gains": {str(seat): dict(gained) for seat, gained in self.gains.items()},
            "shortage": [list(short) for short in self.shortage],
            "new_round": self.new_round,
            "card_doubloons": list(self.card_doubloons),
            "ending": self.ending,
            "house_emptied": list(self.house_emptied),
            "ships_sailed": list(self.ships_sailed),
        }

    @classmethod
    def from_json(cls, obj: dict[str, Any]) -> Event:
        """The event that `to_json` wrote."""
        fields = dict(obj)
        fields["gains"] = {int(seat): dict(gained) for seat, gained in obj["gains"].items()}
        fields["shortage"] = tuple((int(s), str(g), int(n)) for s, g, n in obj["shortage"])
        for key in ("card_doubloons", "house_emptied", "ships_sailed"):
            fields[key] = tuple(obj[key])
        return cls(**fields)


class _Before:
    """The public quantities before a move."""

    __slots__ = ("chooser", "ending", "governor", "house", "islands", "phase", "purses", "roles", "round", "ships")

    def __init__(self, state: State) -> None:
        self.round = state.round
        self.governor = state.governor
        self.phase = state.phase
        self.chooser = state.chooser
        self.ending = state.ending
        self.purses = purses(state)
        self.islands = [len(player.island) for player in state.players]
        self.roles = list(state.role_doubloons)
        self.house = list(state.house)
        self.ships = [(ship.good, ship.loaded) for ship in state.ships]


def purses(state: State) -> list[dict[str, int]]:
    """What each seat has of everything that is counted in an event."""
    return [
        {
            "doubloons": player.doubloons,
            "vp": player.vp,
            **dict(zip(GOODS, player.goods, strict=True)),
            "colonists": player.people(),
        }
        for player in state.players
    ]


def told_step(state: State, seat: int, move: Move, auto: bool) -> Event:
    """Makes one legal move and tells what it did."""
    before = _Before(state)
    state.shortages = []
    flow.step(state, seat, move)
    new_round = state.round != before.round
    cards = [ROLES[r] for r in state.cards if new_round and state.role_doubloons[r] > before.roles[r]]
    return Event(
        seat=seat,
        move=move.text,
        auto=auto,
        round=before.round,
        governor=before.governor,
        phase=PHASES[before.phase],
        role=_role(before, move),
        chooser=None if before.chooser == NOBODY else before.chooser,
        gains=_gains(state, before, seat, move),
        shortage=tuple((s, GOODS[good], n) for s, good, n in state.shortages),
        new_round=new_round,
        card_doubloons=tuple(cards),
        ending=state.ending if before.ending is None else None,
        house_emptied=_emptied(state, before, move),
        ships_sailed=_sailed(state, before),
    )


def _role(before: _Before, move: Move) -> str | None:
    if move.verb == ROLE:
        return ROLES[move.arg]
    if before.phase == PHASE_CHOOSE:
        return None
    if before.phase == PHASE_STORAGE:
        return "captain"
    return PHASES[before.phase]


def _gains(state: State, before: _Before, seat: int, move: Move) -> dict[int, dict[str, int]]:
    gains: dict[int, dict[str, int]] = {}
    for other, (had, has) in enumerate(zip(before.purses, purses(state), strict=True)):
        gained = {name: has[name] - had[name] for name in has if has[name] != had[name]}
        if gained:
            gains[other] = gained
    if move.verb == SPECIAL:
        for tile in state.players[seat].island[before.islands[seat] :]:
            gains.setdefault(seat, {})["tile:" + TILES[tile]] = 1
    return gains


def _emptied(state: State, before: _Before, move: Move) -> tuple[str, ...]:
    """A house that had goods, or got its fourth, and has none now."""
    goods = before.house + ([move.arg] if move.verb == SELL and not move.place else [])
    return tuple(GOODS[good] for good in goods) if goods and not state.house else ()


def _sailed(state: State, before: _Before) -> tuple[str, ...]:
    pairs = zip(before.ships, state.ships, strict=True)
    return tuple(GOODS[good] for (good, loaded), ship in pairs if loaded and ship.loaded == 0)
