"""The commands that need no database and no server: the engine protocol, and games of bots alone."""

from __future__ import annotations

import json
import time
from collections import Counter
from itertools import islice
from statistics import fmean
from typing import Any

import click

from pbem import bots
from pbem.bots.table import Played, play
from pbem.cli_input import UTF8
from pbem.rules import protocol


@click.command("engine")
def engine() -> None:
    """Speaks the engine protocol, one JSON object a line, on standard input and output."""
    protocol.main()


@click.command("simulate")
@click.option("--players", type=click.IntRange(2, 5), default=4, show_default=True)
@click.option("--games", type=click.IntRange(1, 1_000_000), default=10, show_default=True)
@click.option(
    "--bot",
    "names",
    type=click.Choice(bots.NAMES),
    multiple=True,
    help="May be given several times; the seats take turns at them, one further every game.",
)
@click.option(
    "--keep-seats", is_flag=True, help="The first --bot has seat 0 in every game, the second seat 1, and so on."
)
@click.option(
    "--seed", type=UTF8, default="simulate", show_default=True, help="Every game's seed is made from this one."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def simulate(players: int, games: int, names: tuple[str, ...], keep_seats: bool, seed: str, as_json: bool) -> None:
    """Plays whole games of bots and prints who won, how far, how long."""
    kinds = names or ("steady",)
    started = time.perf_counter()
    moved = 0 if keep_seats else 1
    tables = [[kinds[(seat + moved * game) % len(kinds)] for seat in range(players)] for game in range(games)]
    results = [(table, play(table, f"{seed}:{game}")) for game, table in enumerate(tables)]
    report = summary(results)
    report["seconds"] = round(time.perf_counter() - started, 3)
    click.echo(json.dumps(report) if as_json else "\n".join(_lines(report)))


def summary(results: list[tuple[list[str], Played]]) -> dict[str, Any]:
    """Wins and mean points by seat and by bot (a shared first place is a win for each), and the games' length."""
    seats: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    points: dict[str, dict[str, list[int]]] = {"seat": {}, "bot": {}}
    for table, played in results:
        for score in played.scores:
            name = table[score.seat]
            seats[str(score.seat)] += score.place == 1
            kinds[name] += score.place == 1
            points["seat"].setdefault(str(score.seat), []).append(score.total)
            points["bot"].setdefault(name, []).append(score.total)
    return {
        "games": len(results),
        "wins_by_seat": dict(sorted(seats.items())),
        "wins_by_bot": dict(sorted(kinds.items())),
        "mean_points_by_seat": {seat: round(fmean(totals), 2) for seat, totals in points["seat"].items()},
        "mean_points_by_bot": {name: round(fmean(totals), 2) for name, totals in points["bot"].items()},
        "mean_rounds": round(fmean(played.rounds for _, played in results), 2),
        "endings": dict(sorted(Counter(played.ending for _, played in results).items())),
        "decisions_a_game": round(fmean(played.decisions for _, played in results), 1),
    }


def _lines(report: dict[str, Any]) -> list[str]:
    """The report for people: a line a figure."""
    lines = [f"{report['games']} games in {report['seconds']} s"]
    for key, value in islice(report.items(), 1, None):
        if key == "seconds":
            continue
        label = key.replace("_", " ")
        shown = ", ".join(f"{name}: {n}" for name, n in value.items()) if isinstance(value, dict) else value
        lines.append(f"{label}: {shown}")
    return lines
