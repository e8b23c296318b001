"""Whole games of bots alone, each seat given its own view only; for comparing bots and for trials."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem import bots, rules


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game: scores by seat, rounds played, why it ended, decisions that bots were asked for."""

    scores: tuple[rules.Score, ...]
    rounds: int
    ending: str
    decisions: int


class Unfinished(Exception):
    """A game that did not end within the decisions it was given."""


def play(names: Sequence[str], seed: str, at_most: int = 20_000) -> Played:
    """Plays a game with bot `names[seat]` on each seat; Unfinished if it takes more than `at_most` decisions."""
    state = rules.new_game(rules.Rules.from_json({"players": len(names)}), seed)
    decisions = 0
    while True:
        legal = rules.legal(state)
        if not legal.to_act:
            return Played(tuple(rules.score(state)), state.round, state.ending or "", decisions)
        if decisions == at_most:
            raise Unfinished(seed)
        seat = legal.to_act[0]
        move = bots.choose(names[seat], rules.view(state, seat), legal, seat, f"{seed}:{decisions}")
        rules.apply(state, seat, move)
        decisions += 1
