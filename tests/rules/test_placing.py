"""Rules 3.2, the mayor: placements are described, checked and suggested for any number of colonists, never listed."""

import random
import sys
from collections.abc import Callable
from itertools import product

import pytest

from pbem import rules
from tests.rules import oracle
from tests.rules.tables import Json, load, seat, table

# The most circles there can be: six kinds of tiles, the plants, eight other buildings.
ISLAND = ["corn", "corn", "indigo", "indigo", "sugar", "sugar", "tobacco", "tobacco", "coffee", "coffee", "quarry"]
CITY = ["indigo_plant", "sugar_mill", "tobacco_storage", "coffee_roaster", "small_indigo_plant", "small_sugar_mill"]
CITY += ["harbor", "wharf", "factory", "university", "office", "hospice"]
WORK = 1000  # functions called for any board; a list of placements would take millions
CIRCLES = 12 + 3 + 3 + 3 + 2 + 1 + 1 + 6


def crowd(colonists: int) -> Json:
    """The largest board with so many colonists, all of them waiting, in the mayor phase of five players."""
    mayor = seat(*ISLAND, "quarry", san_juan=colonists, city=dict.fromkeys(CITY, 0))
    others = [seat("corn")] * 4
    return table(mayor, *others, phase="mayor", taken={"mayor": 0}, to_act=[0], ship=0)


def calls(work: Callable[[], object]) -> int:
    """How many functions a piece of work calls: the same on every machine. `make bench` tells the time."""
    count = 0

    def note(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("colonists", range(CIRCLES + 4))
def test_any_number_of_colonists_without_enumeration(colonists: int) -> None:
    position = crowd(colonists)
    state = load(position)
    view = rules.view(state, 0)
    suggested = rules.suggest_placement(view, 0)
    counts = {name: int(n) for name, _, n in (word.partition("=") for word in suggested.split()[1:])}
    assert oracle.may_place(position["players"][0], counts)
    assert rules.legal(state).place[0]["colonists"] == colonists
    rules.advance(state)  # with none, or with one for every circle, the placement is forced

    def suggest() -> None:
        rules.suggest_placement(view, 0)

    def check() -> None:
        for text in (suggested, "place corn=2", f"{suggested} city_hall=1"):
            try:
                rules.apply(state.copy(), 0, text)
            except rules.RulesError:
                continue

    assert calls(suggest) < WORK
    assert calls(lambda: rules.legal(state)) < WORK
    assert calls(check) < 3 * WORK


def test_there_are_too_many_to_list() -> None:
    assert oracle.placements(crowd(15)["players"][0]) > 1_000_000


def some_board(luck: random.Random) -> Json:
    """A small board: few enough placements to try every one."""
    island = luck.sample(["corn", "corn", "indigo", "quarry", "quarry", "coffee"], luck.randint(0, 4))
    names = luck.sample(["indigo_plant", "small_market", "coffee_roaster", "city_hall", "hacienda"], luck.randint(0, 3))
    return seat(*island, san_juan=luck.randint(0, 8), city=dict.fromkeys(names, 0))


@pytest.mark.parametrize("seed", range(40))
def test_exactly_the_legal_placements_are_accepted(seed: int) -> None:
    luck = random.Random(f"placing {seed}")
    player = some_board(luck)
    state = load(table(player, seat("corn"), seat("corn"), phase="mayor", taken={"mayor": 0}, to_act=[0], ship=0))
    names = [*oracle.circles(player), "tobacco"]  # he has no tobacco plantation
    names.sort(key=[*rules.TILES, *rules.BUILDINGS].index)
    accepted = 0
    for amounts in product(*[range(oracle.circles(player).get(name, 0) + 2) for name in names]):
        counts = {name: n for name, n in zip(names, amounts, strict=True) if n}
        text = " ".join(["place", *(f"{name}={n}" for name, n in counts.items())])
        trial = state.copy()
        if oracle.may_place(player, counts):
            rules.apply(trial, 0, text)
            accepted += 1
            placed = rules.dump(trial)["players"][0]
            laid = {name: n for name, n in (
                (name, oracle.manned(placed, name) if name in rules.TILES else oracle.on(placed, name))
                for name in names
            ) if n}  # fmt: skip
            assert laid == counts
            assert placed["san_juan"] == oracle.people(player) - sum(counts.values())
        else:
            # The only placement there is comes first by itself, and then it is somebody else's turn (notation 3).
            several = oracle.placements(player) > 1
            with pytest.raises(rules.IllegalMove if several else rules.NotYourTurn):
                rules.apply(trial, 0, text)
    assert accepted == oracle.placements(player)
    forced = rules.advance(load(rules.dump(state)))
    assert bool(forced) == (accepted == 1)


@pytest.mark.parametrize("colonists", [1, 4, 9, 16, 25])
def test_the_suggestion_is_a_good_one(colonists: int) -> None:
    """It is worth more points and goods than colonists laid at random."""
    luck = random.Random(colonists)
    position = crowd(colonists)

    def worth(text: str) -> int:
        state = load(position)
        rules.apply(state, 0, text)
        player = rules.dump(state)["players"][0]
        return sum(oracle.production(player).values()) + 2 * sum(oracle.on(player, name) for name in CITY[6:])

    room = [name for name, n in oracle.circles(position["players"][0]).items() for _ in range(n)]
    order = [*rules.TILES, *rules.BUILDINGS]
    found = []
    for _ in range(50):
        chosen = luck.sample(room, colonists)
        parts = [f"{name}={chosen.count(name)}" for name in order if name in chosen]
        found.append(worth(" ".join(["place", *parts])))
    assert worth(rules.suggest_placement(rules.view(load(position), 0), 0)) > sum(found) / len(found)
