"""The engine against a second one written from rules.md alone (`oracle.py`): same moves, same positions, same count."""

import json
import random

import pytest

from pbem import rules
from tests.rules import oracle
from tests.rules.scatter import scattered
from tests.rules.tables import Json
from tests.rules.test_play import choose

pytestmark = pytest.mark.slow

OPTIONS = [
    {"players": players, "ship_minimum": minimum, "simultaneous": together}
    for players in (2, 3, 4, 5)
    for minimum in (5, "players")
    for together in (True, False)
]


def compare_decision(state: rules.State, twin: Json) -> None:
    """Both engines ask the same seats and offer the same moves."""
    asked = rules.legal(state)
    assert list(asked.to_act) == twin["to_act"]
    for seat in asked.to_act:
        player = twin["players"][seat]
        if twin["phase"] == "mayor":
            assert asked.place[seat] == {"colonists": oracle.people(player), "circles": oracle.circles(player)}
            assert list(asked.place[seat]["circles"]) == list(oracle.circles(player))
            assert oracle.placements(player) > 1
        else:
            assert len(asked.moves[seat]) == len(set(asked.moves[seat])) > 1
            assert set(asked.moves[seat]) == oracle.legal(twin, seat)


def compare_prices(state: rules.State, twin: Json) -> None:
    """What a page would show is what the other engine charges and pays."""
    for seat in range(len(twin["players"])):
        view = rules.view(state, seat)
        for name in rules.BUILDINGS:
            assert rules.price(view, seat, name) == oracle.price(twin, seat, name)
        if twin["phase"] == "trader":
            assert [rules.sale_price(view, seat, good) for good in rules.GOODS] == [
                oracle.sale(twin, seat, good) for good in rules.GOODS
            ]
    if twin["phase"] == "captain":
        compare_loads(state, twin, twin["to_act"][0])


def compare_loads(state: rules.State, twin: Json, seat: int) -> None:
    """What a page shows beside a load is what the other engine then does."""
    for move in rules.legal(state).moves[seat]:
        if move == "pass":
            continue
        after = json.loads(json.dumps(twin))
        oracle.one(after, seat, move)
        had, has = twin["players"][seat], after["players"][seat]
        good = move.split()[1]
        told = {"barrels": had["goods"][good] - has["goods"][good], "vp": has["vp"] - had["vp"]}
        assert rules.load_preview(rules.view(state, seat), seat, move) == told


def compare_play(state: rules.State, luck: random.Random, most: int) -> int:
    """Plays on at random in both engines, comparing after every move; returns the decisions taken."""
    twin = rules.dump(state)
    for decision in range(most):
        if not state.to_act:
            return decision
        compare_decision(state, twin)
        if luck.random() < 0.05:
            compare_prices(state, twin)
        seat = luck.choice(state.to_act)
        move = choose(state, seat, luck)
        made = [(one.seat, one.move, one.auto) for one in rules.apply(state, seat, move)]
        assert made == oracle.make(twin, seat, move)
        assert oracle.same(rules.dump(state)) == oracle.same(twin)
        found = [(score.total, score.tiebreak, score.place) for score in rules.score(state)]
        assert found == oracle.scores(twin)
    return most


def settled(position: Json) -> rules.State:
    state = rules.load(position)
    rules.advance(state)
    return state


def some_rounds(seed: int) -> None:
    luck = random.Random(seed)
    compare_play(settled(scattered(luck)), luck, luck.choice([6, 12, 40]))


@pytest.mark.parametrize("options", OPTIONS, ids=lambda o: "-".join(str(value) for value in o.values()))
def test_whole_games(options: Json) -> None:
    luck = random.Random(str(options))
    state = rules.new_game(rules.Rules.from_json(options), str(options))
    assert compare_play(state, luck, 3000) < 3000


@pytest.mark.parametrize("batch", range(5))
def test_from_scattered_positions(batch: int) -> None:
    for seed in range(batch * 40, batch * 40 + 40):
        some_rounds(seed)


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(2))
def test_from_many_scattered_positions(batch: int) -> None:
    for seed in range(10_000 + batch * 500, 10_500 + batch * 500):
        some_rounds(seed)


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS, ids=lambda o: "-".join(str(value) for value in o.values()))
def test_many_whole_games(options: Json) -> None:
    for game in range(5):
        luck = random.Random(f"{options} {game}")
        state = rules.new_game(rules.Rules.from_json(options), f"{options} {game}")
        assert compare_play(state, luck, 3000) < 3000


@pytest.mark.parametrize("batch", range(4))
def test_a_loaded_position_first_makes_the_forced_moves_it_owes(batch: int) -> None:  # notation 3
    owing = 0
    for seed in range(batch * 30, batch * 30 + 30):
        luck = random.Random(f"owing {seed}")
        state = settled(scattered(luck))
        for _ in range(12):
            if state.to_act:
                owing += owes(state, luck)
    assert owing > 10


def owes(state: rules.State, luck: random.Random) -> bool:
    """Makes one move, and sees how a position is loaded in which the forced moves after it are still owed."""
    twin = rules.dump(state)
    seat = luck.choice(state.to_act)
    move = choose(state, seat, luck)
    oracle.one(twin, seat, move)
    forced = [(one.seat, one.move, one.auto) for one in rules.apply(state, seat, move)[1:]]
    loaded = rules.load(twin)
    before = json.dumps(rules.dump(loaded))
    assert oracle.same(rules.dump(loaded)) == oracle.same(twin)
    for who in range(len(twin["players"])):
        for attempt in (rules.apply, rules.narrate):
            with pytest.raises(rules.RulesError):
                attempt(loaded, who, "sell rum")
    assert json.dumps(rules.dump(loaded)) == before
    advanced = rules.load(twin)
    assert [(one.seat, one.move, one.auto) for one in rules.advance(advanced)] == forced
    assert rules.dump(advanced) == rules.dump(state)
    if forced and state.to_act:
        answer = (state.to_act[0], choose(state, state.to_act[0], luck))
        if answer != forced[0][:2]:  # that would be the forced move itself
            made = [(one.seat, one.move, one.auto) for one in rules.apply(loaded, *answer)]
            assert made == forced + [(one.seat, one.move, one.auto) for one in rules.apply(state, *answer)]
            assert rules.dump(loaded) == rules.dump(state)
    return bool(forced)
