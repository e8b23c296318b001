"""Positions for the drawings: the golden one, those of bots' games, and one with more than the rules allow."""

import json
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from pbem import bots, rules

HERE = Path(__file__).parent
NAMES = {0: "Bea", 1: "Cem", 2: "Anna", 3: "Dirk"}
LONG = (
    "Wilhelmina-Bernadette van der Heijden",
    "Łukasz Przybyszewski",
    "Ольга Смирнова",
    "Maximiliane",
    "Christoph M.",
)


@cache
def golden_state() -> rules.State:
    """look.md's position: round 9, Bea governor, Anna to choose."""
    return rules.load(json.loads((HERE / "position.json").read_text("utf-8")))


def golden() -> dict[str, Any]:
    """The golden position as Anna sees it."""
    return rules.view(golden_state(), 2)


def long_names(players: int) -> dict[int, str]:
    """Names longer than there is room."""
    return dict(enumerate(LONG[:players]))


def game(players: int, seed: str, bot: str = "random") -> Iterator[rules.State]:
    """The states of a whole game before each decision and at its end; it is one object, played on."""
    state = rules.new_game(rules.Rules.from_json({"players": players}), seed)
    for number in range(10_000):
        yield state
        legal = rules.legal(state)
        if not legal.to_act:
            return
        seat = legal.to_act[0]
        rules.apply(state, seat, bots.choose(bot, rules.view(state, seat), legal, seat, f"{seed} {number}"))


def views(players: int, seed: str, every: int, bot: str = "random") -> Iterator[tuple[dict[str, Any], int | None]]:
    """Every so manyth position as a seat in turn, then the public, sees it; the last one always."""
    state = None
    for number, state in enumerate(game(players, seed, bot)):
        if number % every == 0:
            seat = (number // every) % (players + 1)
            yield rules.view(state, seat if seat < players else None), seat if seat < players else None
    assert state is not None
    yield rules.view(state, 0), 0


def crowded(players: int, seed: int = 1) -> dict[str, Any]:
    """More than any game can hold: all spaces used, every good owned, all ships and the house full."""
    luck = random.Random(seed)
    seen = rules.view(rules.new_game(rules.Rules.from_json({"players": players}), "crowded"), 0)
    small = [name for name in rules.BUILDINGS if rules.building(name).size == 1]
    large = [name for name in rules.BUILDINGS if rules.building(name).size == 2]
    for seat, player in enumerate(seen["players"]):
        names = luck.sample(small, 12 - 2 * (seat % 3)) + luck.sample(large, seat % 3)
        circles = {name: rules.building(name).circles for name in names}
        player |= {
            "doubloons": luck.randint(10, 40), "san_juan": luck.randint(10, 20), "vp": luck.randint(20, 60),
            "goods": {good: luck.randint(1, 11) for good in rules.GOODS},
            "island": [{"tile": luck.choice(rules.TILES), "colonist": luck.random() < 0.7} for _ in range(12)],
            "buildings": [{"building": name, "colonists": luck.randint(0, circles[name])} for name in names],
        }  # fmt: skip
    for ship in seen["cargo_ships"]:
        ship |= {"good": luck.choice(rules.GOODS), "loaded": ship["capacity"]}
    seen["trading_house"] = ["indigo", "coffee", "corn", "sugar"]
    for seat, card in enumerate(seen["roles"].values()):
        card |= {"taken_by": seat} if seat < players else {"doubloons": 12}
    seen["supply"] |= {"goods": dict.fromkeys(rules.GOODS, 10), "vp": 122, "colonists": 95}
    return seen
