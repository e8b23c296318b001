"""One run of all measurements in this process, with whichever `pbem` it imports; prints one JSON object."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from statistics import fmean
from typing import Any

from bench import driver
from pbem import rules
from pbem.rules import gamefile, replaying
from pbem.rules import round as flow
from pbem.rules.model import State
from pbem.rules.names import PHASES

PLAYERS = (2, 3, 4, 5)
_LEAST = 200  # decisions of a phase that are measured, if the games have so many

Figures = dict[str, float]
Play = Callable[[State, driver.Xorshift], tuple[int, int]]
Decision = tuple[State, int, str]


def run(games: int) -> Figures:
    """Figures by what they say, the unit last; times are this process's own (user and system)."""
    figures: Figures = {"compiled": float(not (flow.__file__ or "").endswith(".py"))}
    for players in PLAYERS:
        figures |= _speed(driver.play, games, players, "games/s")
    figures |= _speed(driver.play_in_text, games, 4, "games/s as text")
    decisions = _decisions(max(games // 2, 1))
    for phase, found in decisions.items():
        figures |= _a_phase(phase, found[: max(_LEAST, 10 * games)])
    figures |= _positions([state for found in decisions.values() for state, _, _ in found[:_LEAST]])
    return figures | _long_game(max(games // 2, 1))


def _speed(play: Play, games: int, players: int, unit: str) -> Figures:
    wall, began = time.perf_counter(), time.process_time()
    played = [play(driver.table(players, n), driver.Xorshift(n + 1)) for n in range(games)]
    spent, passed = time.process_time() - began, time.perf_counter() - wall
    decisions = sum(asked for asked, _ in played)
    who = f"{players} players, "
    figures = {who + unit: games / spent}
    if unit == "games/s":
        figures[who + "decisions/s"] = decisions / spent
        figures[who + "games/s by the wall clock"] = games / passed
        figures[who + "decisions a game"] = decisions / games
        figures[who + "moves a game, forced ones too"] = sum(made for _, made in played) / games
    return figures


def _decisions(games: int) -> dict[str, list[Decision]]:
    """Positions of four-player games by phase, each with a seat to act and a move for it."""
    found: dict[str, list[Decision]] = {phase: [] for phase in PHASES[:-1]}
    for number in range(games):
        state, luck = driver.table(4, number), driver.Xorshift(number + 1)
        while state.to_act:
            seat = state.to_act[0]
            text = driver.any_move(state, seat, luck).text
            found[PHASES[state.phase]].append((state.copy(), seat, text))
            rules.apply(state, seat, text)
    return {phase: decisions for phase, decisions in found.items() if decisions}


def _a_phase(phase: str, decisions: list[Decision]) -> Figures:
    """`legal` from nothing, and `apply` after it as in play: the move, forced ones, and what is legal next."""
    began = time.process_time()
    for state, _, _ in decisions:
        state.options = {}
        rules.legal(state)
    legal = time.process_time() - began
    ready = [(state.copy(), seat, text) for state, seat, text in decisions]
    for state, _, _ in ready:
        rules.legal(state)
    began = time.process_time()
    for state, seat, text in ready:
        rules.apply(state, seat, text)
    applied = time.process_time() - began
    scale = 1e6 / len(decisions)
    return {f"{phase}, legal, µs": legal * scale, f"{phase}, apply, µs": applied * scale}


def _positions(states: list[State]) -> Figures:
    """Writing and reading whole positions and views, as objects without JSON's own time; bytes as JSON."""
    dumps = [rules.dump(state) for state in states]
    sizes = [len(json.dumps(dump)) for dump in dumps]
    return {
        "position, view, µs": _each(lambda state: rules.view(state, state.to_act[0]), states),
        "position, dump, µs": _each(rules.dump, states),
        "position, load, µs": _each(rules.load, dumps),
        "placement, suggest, µs": _each(lambda view: rules.suggest_placement(view, 0), _to_place(dumps)),
        "position, bytes": fmean(sizes),
        "position, bytes at most": max(sizes),
    }


def _to_place(dumps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same boards as the mayor finds them: the first seat has all its colonists to lay anew."""
    return [{**dump, "phase": "mayor", "chooser": 0, "to_act": [0], "progress": {}} for dump in dumps]


def _each(do: Callable[[Any], object], things: Sequence[Any]) -> float:
    began = time.process_time()
    for thing in things:
        do(thing)
    return (time.process_time() - began) * 1e6 / len(things)


def _long_game(games: int) -> Figures:
    """The longest of some five-player games: its file, and that file read and replayed with all that is told."""
    logs = [(driver.logged(driver.table(5, n), driver.Xorshift(n + 1)), n) for n in range(games)]
    lines, number = max(logs, key=lambda log: len(log[0]))
    told = gamefile.rules_text(driver.table(5, number).rules)
    text = gamefile.write({"Rules": told, "Seed": f"bench {number}"}, lines)
    return {
        "long game, moves": len(lines),
        "long game, file bytes": len(text.encode()),
        "long game, read and replay, µs": _each(lambda file: replaying.replay(gamefile.read(file)), [text] * 3),
    }


if __name__ == "__main__":
    print(json.dumps(run(int(sys.argv[1]))))
