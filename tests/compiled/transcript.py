"""Prints games of every rules option, all that the face answers in them, refusals too: equal engines, equal bytes."""

import json
import sys
from collections.abc import Callable, Iterator
from itertools import product

from bench import driver
from pbem import bots, rules
from pbem.rules.moves import TABLE

EVERY = 7  # decisions between two rounds of wrong answers
WRONG_SEATS = (-1, 9, None, True, "0", 1.0)
WRONG_TEXTS = ("", "pass ", "role king", "place", "place corn=99", "keep corn=1", "place corn=01", "Ünsinn", "build")


def games() -> Iterator[str]:
    """Random games of every option, then one of steady bots a number of players."""
    for number, (players, minimum, together) in enumerate(product((2, 3, 4, 5), (5, "players"), (True, False))):
        options = {"players": players, "ship_minimum": minimum, "simultaneous": together}
        yield from random_game(rules.new_game(rules.Rules.from_json(options), f"same {number}"), number)
    for players in (2, 3, 4, 5):
        yield from steady_game(rules.new_game(rules.Rules.from_json({"players": players}), "steady"))


def random_game(state: rules.State, number: int) -> Iterator[str]:
    """Every position, view, choice, event and count of a game, saved and loaded now and then."""
    luck = driver.Xorshift(number + 1)
    ply = 0
    while state.to_act:
        yield told(rules.dump(state), rules.view(state, None), rules.legal(state).to_json(), scores(state))
        if ply % EVERY == 0:
            yield from refusals(state)
            state = rules.load(json.loads(json.dumps(rules.dump(state))))
        seat = state.to_act[luck.below(len(state.to_act))]
        text = driver.any_move(state, seat, luck).text
        trial = state.copy()
        yield told([made.to_json() for made in rules.apply(trial, seat, text)], rules.dump(trial))
        yield told([event.to_json() for event in rules.narrate(state, seat, text)])
        ply += 1
    yield told(rules.dump(state), scores(state))
    yield from refusals(state)


def refusals(state: rules.State) -> Iterator[str]:
    """What every text of notation and some others are answered with, by every seat and some that are none."""
    seat = state.to_act[0] if state.to_act else 0
    for text in (*TABLE, *WRONG_TEXTS):
        yield answer(lambda text=text: rules.apply(state.copy(), seat, text))
    for other in (*range(len(state.players)), *WRONG_SEATS):
        yield answer(lambda other=other: rules.apply(state.copy(), other, "pass"))
        yield answer(lambda other=other: rules.view(state, other))
        yield answer(lambda other=other: rules.narrate(state.copy(), other, "pass"))


def answer(ask: Callable[[], object]) -> str:
    """The answer, or the refusal with its code, sentence and parameters."""
    try:
        return str(ask())
    except rules.RulesError as refusal:
        return f"{type(refusal).__name__} {refusal.code} {refusal} {refusal.template} {refusal.params}"


def steady_game(state: rules.State) -> Iterator[str]:
    """The moves of a game of steady bots, who reckon in fractions, and its count."""
    while state.to_act:
        seat = state.to_act[0]
        text = bots.choose("steady", rules.view(state, seat), rules.legal(state), seat, "")
        yield told([made.to_json() for made in rules.apply(state, seat, text)])
    yield told(rules.dump(state), scores(state))


def scores(state: rules.State) -> list[object]:
    """The count as JSON."""
    return [score.to_json() for score in rules.score(state)]


def told(*things: object) -> str:
    """One line, in the order in which the engine wrote it."""
    return json.dumps(things)


if __name__ == "__main__":
    for line in games():
        sys.stdout.write(line + "\n")
