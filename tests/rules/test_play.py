"""Random legal play told move by move, and positions changed at random; `test_machine.py` has the rest."""

import json
import random
from collections import Counter
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem import rules
from pbem.bots import random_bot
from pbem.rules.chance import Chance
from pbem.rules.setup import NUMBERS, copies

TABLES = st.fixed_dictionaries(
    {"players": st.integers(2, 5)},
    optional={"ship_minimum": st.sampled_from([5, "players"]), "simultaneous": st.booleans()},
)
quick = settings(max_examples=15, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


def choose(state: rules.State, seat: int, luck: random.Random) -> str:
    """A random legal move."""
    legal = rules.legal(state)
    if legal.place:
        return random_bot.place(legal.place[seat], Chance(luck.randbytes(4)))
    return luck.choice(legal.moves[seat])


def check_sums(position: dict[str, Any]) -> None:
    """Everything that the set-up laid out is still there (rules 1)."""
    players, supply = position["players"], position["supply"]
    numbers = NUMBERS[len(players)]
    people = supply["colonists"] + position["colonist_ship"]
    goods = Counter(supply["goods"]) + Counter(position["trading_house"])
    tiles = Counter(position["plantations"]["face_up"] + position["plantations"]["discard"])
    tiles += Counter(position["plantations"]["draw"]) + Counter({"quarry": supply["quarries"]})
    built = Counter(supply["buildings"])
    for player in players:
        people += player["san_juan"] + sum(tile["colonist"] for tile in player["island"])
        people += sum(house["colonists"] for house in player["buildings"])
        goods += Counter(player["goods"])
        tiles += Counter(tile["tile"] for tile in player["island"])
        built += Counter(house["building"] for house in player["buildings"])
    for ship in position["cargo_ships"]:
        goods += Counter({ship["good"]: ship["loaded"]}) if ship["loaded"] else Counter()
    assert people == numbers.colonists + numbers.on_ship
    assert goods == Counter(dict(zip(rules.GOODS, numbers.goods, strict=True)))
    assert tiles == Counter({**dict(zip(rules.GOODS, numbers.plantations, strict=True)), "quarry": numbers.quarries})
    assert built == Counter({name: copies(len(players), i) for i, name in enumerate(rules.BUILDINGS)})
    points = supply["vp"] + sum(player["vp"] for player in players)
    assert points == numbers.vp if supply["vp"] else points >= numbers.vp


def check_decision(state: rules.State) -> None:
    """Somebody is to act or the game is over, and every decision has two answers at least (notation 2)."""
    legal = rules.legal(state)
    assert bool(legal.to_act) == (rules.dump(state)["phase"] != "game_over")
    for seat in legal.to_act:
        if legal.place:
            circles = legal.place[seat]["circles"]
            assert len(circles) > 1
            assert 0 < legal.place[seat]["colonists"] < sum(circles.values())
        else:
            assert len(set(legal.moves[seat])) == len(legal.moves[seat]) > 1


def check_view(state: rules.State, seat: int | None) -> None:
    """Nobody sees the stack, the generator or another's points (notation 3)."""
    whole, seen = rules.dump(state), rules.view(state, seat)
    assert "random" not in seen
    assert seen["plantations"]["draw"] == len(whole["plantations"]["draw"])
    known = [player["vp"] if at == seat else None for at, player in enumerate(whole["players"])]
    assert [player["vp"] for player in seen["players"]] == known
    assert state.chance.text() not in json.dumps(seen)


@quick
@given(options=TABLES, seed=st.integers(0, 10**9))
def test_narrated_games_are_the_same_games(options: dict[str, Any], seed: int) -> None:
    luck = random.Random(seed)
    state = rules.new_game(rules.Rules.from_json(options), str(seed))
    for _ in range(2000):
        if not state.to_act:
            break
        twin = state.copy()
        seat = luck.choice(state.to_act)
        move = choose(state, seat, luck)
        before = rules.dump(state)
        events = rules.narrate(state, seat, move)
        applied = rules.apply(twin, seat, move)
        assert rules.dump(twin) == rules.dump(state)
        assert [(e.seat, e.move, e.auto) for e in events] == [(a.seat, a.move, a.auto) for a in applied]
        assert [rules.Event.from_json(json.loads(json.dumps(e.to_json()))) for e in events] == events
        check_told(before, rules.dump(state), events)


def check_told(before: dict[str, Any], after: dict[str, Any], events: list[rules.Event]) -> None:
    """The gains of all events add up to the difference of the positions."""
    for seat, (had, has) in enumerate(zip(before["players"], after["players"], strict=True)):
        for name in ("doubloons", "vp"):
            told = sum(event.gains.get(seat, {}).get(name, 0) for event in events)
            assert told == has[name] - had[name]
        for good in rules.GOODS:
            told = sum(event.gains.get(seat, {}).get(good, 0) for event in events)
            assert told == has["goods"][good] - had["goods"][good]
    assert after["round"] - before["round"] == sum(event.new_round for event in events)
    assert [event.ending for event in events if event.ending][:1] == (
        [after["ending"]] if after["ending"] != before["ending"] else []
    )


THINGS: list[Any] = [
    None,
    True,
    False,
    0,
    1,
    2,
    3,
    5,
    -1,
    13,
    10**30,
    1.0,
    [],
    {},
    [[]],
    {"a": 1},
    [0],
    [1],
    [0, 1],
    [1, 2, 0],
]
NAMES: list[Any] = [
    "",
    "corn",
    "quarry",
    "captain",
    "\ud800",
    "mayor",
    "storage",
    "game_over",
    "vp",
    ["corn"],
    ["corn"] * 4,
]
JUNK = st.sampled_from(THINGS + NAMES)


def all_paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a position."""
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path] * bool(path) + [deeper for key, child in children for deeper in all_paths(child, (*path, key))]


@settings(quick, max_examples=60)
@given(data=st.data(), seed=st.integers(0, 10**6), at=st.integers(0, 150))
def test_a_changed_position_is_refused_or_can_be_played(data: st.DataObject, seed: int, at: int) -> None:
    luck = random.Random(seed)
    state = rules.new_game(rules.Rules.from_json({"players": 2 + seed % 4}), str(seed))
    for _ in range(at):
        if state.to_act:
            seat = luck.choice(state.to_act)
            rules.apply(state, seat, choose(state, seat, luck))
    position = json.loads(json.dumps(rules.dump(state)))
    for path in data.draw(st.lists(st.sampled_from(all_paths(position)), min_size=1, max_size=2, unique=True)):
        parent = position
        try:
            for key in path[:-1]:
                parent = parent[key]
            parent[path[-1]] = data.draw(JUNK)
        except (KeyError, IndexError, TypeError):
            continue  # the first change took the second one's place away
    try:
        loaded = rules.load(position)
    except rules.BadPosition as refused:
        assert str(refused)
        return
    rules.advance(loaded)
    for _ in range(30):
        if loaded.to_act:
            seat = luck.choice(loaded.to_act)
            rules.apply(loaded, seat, choose(loaded, seat, luck))
            check_sums(rules.dump(loaded))
