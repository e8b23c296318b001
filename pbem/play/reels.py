"""Logs kept in this process, with positions every few moves, so that any moment of a game is found at once.

It must keep nothing that the database does not say: a reel is of one game, its rules and the hash of its whole log.
"""

import json
from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Any

from sqlalchemy.orm import Session

from pbem import rules
from pbem.play.logs import whole_log
from pbem.play.types import LogEntry
from pbem.rules import gamefile, versions
from pbem.rules.replaying import make_all
from pbem.store import Game

EVERY = 12  # moves between two kept positions: less than a millisecond of playing
MOST = 16  # games kept, some 600 kB each


class Reel:
    """A log and the positions that it led to. Threads may share it: what two of them find is the same."""

    def __init__(self, edition: versions.Edition, start: rules.State, log: tuple[LogEntry, ...]) -> None:
        self.log = log
        self._edition = edition
        self._lines = [gamefile.Line(entry.ply, entry.seat, entry.move, entry.mark) for entry in log]
        self._kept: dict[int, dict[str, Any]] = {0: edition.dump(start)}
        self._points: dict[int, tuple[int, ...]] | None = None

    def at(self, ply: int) -> rules.State:
        """The state after that many moves. Raises BadRequest for a log that cannot be played again."""
        begin = max(kept for kept in list(self._kept) if kept <= ply)
        state = rules.load(self._kept[begin])
        for step in make_all(self._edition, state, self._lines[begin:ply]):
            if step.ply % EVERY == 0:
                self._kept[step.ply] = self._edition.dump(state)
        return state

    def points_by_round(self) -> dict[int, tuple[int, ...]]:
        """Each seat's total (rules 4, as if the game ended there) at the end of each round. Raises as `at` does."""
        if self._points is None:
            state = rules.load(self._kept[0])
            totals: list[list[int]] = []
            number = state.round
            for _ in make_all(self._edition, state, self._lines):
                if state.round != number or not state.to_act:
                    totals.append([score.total for score in self._edition.score(state)])
                    number = state.round
            self._points = {seat: tuple(row[seat] for row in totals) for seat in range(len(state.players))}
        return self._points


_REELS: OrderedDict[Hashable, Reel] = OrderedDict()
_LOCK = Lock()


def reel_of(session: Session, game: Game) -> Reel:
    """The reel of a game that has begun. Raises UnknownVersion for rules that we do not have."""
    key = (game.id, game.ply, game.chain, game.rules_version, json.dumps(game.rules, sort_keys=True), game.started_at)
    with _LOCK:
        if key in _REELS:
            _REELS.move_to_end(key)
            return _REELS[key]
    edition = versions.edition(game.rules_version)
    start = edition.new_game(rules.Rules.from_json(game.rules), game.seed)
    reel = Reel(edition, start, whole_log(session, game))
    with _LOCK:
        _REELS[key] = reel
        while len(_REELS) > MOST:
            _REELS.popitem(last=False)
    return reel
