"""Expansions 4: the base engine asks every hook, and carries what later sets will need. Made-up buildings only."""

import random
from collections import Counter
from dataclasses import fields
from typing import Any

import pytest

from pbem import rules
from pbem.rules import bank, buildings, moves
from pbem.rules.hooks import Answers, Decision, Hooks, LoadPlace, Source
from pbem.rules.model import Player, State
from pbem.rules.moves import Move
from pbem.rules.names import TILE_KINDS
from pbem.rules.sets import RuleSet
from tests.rules.tables import at, load, played, seat, table
from tests.rules.test_play import choose

NEUTRAL: dict[str, Any] = {
    "turn_moves": [],
    "may_take_quarry": False,
    "tile_brings_colonist": False,
    "building_brings_colonist": False,
    "tile_forms": [],
    "phase_end": ([], (0, 0)),
    "arrivals": [0],
    "build_discount": 0,
    "payments": [],
    "after_build": (0, 0),
    "extra_goods": [0] * 5,
    "production_income": (0, 0),
    "sale_places": [],
    "may_sell_again": False,
    "price_bonus": 0,
    "load_places": [],
    "first_move_income": (0, 0),
    "load_income": (0, 0),
    "storage": (0, 0),
    "privilege_factor": 1,
    "anytime_moves": [],
    "final_score": 0,
}
HALL = TILE_KINDS + 22  # where the made-up building stands: the city hall's place


def answering(**hooks: Any) -> Answers:
    return Answers([(Hooks(**hooks), HALL)])


def test_every_hook_is_asked() -> None:
    asked: Counter[str] = Counter()

    def ask(name: str) -> Any:
        def answer(*_: Any) -> Any:
            asked[name] += 1
            return NEUTRAL[name]

        return answer

    assert set(NEUTRAL) == {field.name for field in fields(Hooks)} - {"turn_move"}
    everything = answering(**{name: ask(name) for name in NEUTRAL})
    luck = random.Random(5)
    for game in range(4):
        state = rules.new_game(rules.Rules.from_json({"players": 3}), f"hooks {game}")
        while state.to_act:
            state.options = {}
            for player in state.players:
                player.answers = everything
            acting = state.to_act[0]
            rules.apply(state, acting, choose(state, acting, luck))
        rules.score(state)
    assert set(asked) == set(NEUTRAL)


def with_hooks(state: State, acting: int, **hooks: Any) -> State:
    state.players[acting].answers = answering(**hooks)
    return state


def test_a_privilege_that_counts_double() -> None:
    factor = {"privilege_factor": lambda *_: 2}
    start = table(seat("corn*", goods={"coffee": 1}, doubloons=2), *[seat("corn")] * 3, face_up=["corn", "sugar"])
    state = with_hooks(load(start), 0, **factor)
    played(state, (0, "role prospector"))
    assert at(state, "players.0.doubloons") == 4
    state = with_hooks(load(start), 0, **factor)
    played(state, (0, "role trader"), (0, "sell coffee"))
    assert at(state, "players.0.doubloons") == 8
    state = with_hooks(load(start), 0, **factor)
    played(state, (0, "role builder"), (0, "build sugar_mill"))
    assert at(state, "players.0.doubloons") == 0
    state = with_hooks(load(start), 0, **factor)
    played(state, (0, "role settler"), (0, "settle quarry"), (1, "settle corn"), (2, "pass"), (3, "pass"))
    assert set(rules.legal(state).moves[0]) == {"settle sugar", "pass"}  # the second turn of the chooser
    played(state, (0, "settle sugar"))
    assert at(state, "phase") == "choose_role"


def test_a_source_pays_a_part_of_a_price() -> None:
    class Point(Source):
        def give(self, state: State, player: Player) -> int:
            player.vp -= 1
            state.vp += 1
            return 1

    offer = Move(moves.BUILD, "build small_market -vp", buildings.NUMBERS["small_market"])
    offer.sources = (Point(),)
    moves.register(offer)
    state = load(table(seat("corn"), seat("corn", vp=1), seat("corn")))
    with_hooks(state, 1, payments=lambda _s, _p, _h, building, _price: [offer] if building == offer.arg else [])
    played(state, (0, "role builder"), (0, "pass"))
    assert rules.legal(state).moves[1] == ("build small_market -vp", "pass")
    played(state, (1, "build small_market -vp"))
    assert (at(state, "players.1.vp"), at(state, "supply.vp")) == (0, 75)
    del moves.TABLE[offer.text]


def test_points_may_end_the_game_in_any_phase() -> None:
    state = load(table(seat("corn", doubloons=5), seat("corn"), seat("corn"), vp=1))
    with_hooks(state, 0, after_build=lambda *_: (1, 2))
    played(state, (0, "role builder"), (0, "build hacienda"))
    assert (at(state, "ending"), at(state, "players.0.vp"), at(state, "players.0.doubloons")) == ("vp", 2, 5)


class Ask(Decision):
    """Yes or no, asked at a phase's end."""

    def moves(self, state: State) -> list[Move]:
        return [moves.SELLS[0], moves.PASSES]

    def make(self, state: State, move: Move) -> None:
        state.players[self.seat].doubloons += 10 if move.verb == moves.SELL else 0


def test_a_phase_end_that_asks_clockwise() -> None:
    state = load(table(*[seat("corn")] * 3, governor=1))
    for acting in (0, 2):
        with_hooks(state, acting, phase_end=lambda _s, player, _h: ([Ask("ask", player.seat)], (1, 0)))
    played(state, (1, "role settler"), (1, "pass"), (2, "pass"), (0, "pass"))
    row = at(state, "plantations.face_up")
    assert at(state, "to_act") == [2]
    assert at(state, "players.2.doubloons") == 1
    with pytest.raises(rules.IllegalMove, match="You may: sell corn, pass"):
        rules.apply(state, 2, "settle corn")
    played(state, (2, "sell corn"))
    assert at(state, "to_act") == [0]
    assert at(state, "plantations.face_up") == row
    played(state, (0, "pass"))
    assert (at(state, "phase"), at(state, "to_act")) == ("choose_role", [2])
    assert [at(state, f"players.{s}.doubloons") for s in range(3)] == [1, 0, 11]


def test_a_move_that_does_not_answer_the_decision() -> None:
    beg = moves.special("beg", "city_hall")

    def give(_state: State, player: Player, _move: Move) -> None:
        player.doubloons += 1

    state = load(table(*[seat("corn")] * 3))
    with_hooks(state, 0, anytime_moves=lambda *_: [beg], turn_move=give)
    assert "beg" in rules.legal(state).moves[0]
    assert [made.move for made in rules.apply(state, 0, "beg")] == ["beg"]
    assert (at(state, "players.0.doubloons"), at(state, "to_act"), at(state, "phase")) == (1, [0], "choose_role")
    del moves.TABLE["beg"]


def test_places_of_ones_own() -> None:
    pier = LoadPlace("pier", 2, tuple(moves.ship_own(good, "pier") for good in range(5)))
    state = load(table(seat("corn", goods={"corn": 5}), seat("corn"), seat("corn")))
    with_hooks(
        state, 0, load_places=lambda *_: [pier], first_move_income=lambda *_: (3, 1), load_income=lambda *_: (1, 0)
    )
    played(state, (0, "role captain"), (0, "ship corn pier"))
    assert (at(state, "players.0.vp"), at(state, "players.0.doubloons")) == (1 + 2 + 1, 3 + 1)
    for good in range(5):
        del moves.TABLE[pier.moves[good].text]


def test_a_sale_elsewhere_while_the_house_is_full() -> None:
    stall = Move(moves.SELL, "sell corn stall", 0)
    stall.place = "stall"
    moves.register(stall)
    seats = [seat("corn", goods={"coffee": 1}), seat("corn"), seat("corn", goods={"corn": 1})]
    state = load(table(*seats, house=["corn", "indigo", "sugar"]))
    with_hooks(state, 2, sale_places=lambda _s, player, _h: [stall] if player.goods[0] else [])
    made = played(state, (0, "role trader"), (0, "sell coffee"))
    assert made[-1] == (0, "sell coffee", False)  # seat 1 is passed over without a move
    assert at(state, "to_act") == [2]
    played(state, (2, "sell corn stall"))
    assert (at(state, "trading_house"), at(state, "supply.goods.corn")) == ([], 10)
    del moves.TABLE["sell corn stall"]


def test_storing_barrels_of_any_kind() -> None:
    position = table(seat("corn", goods={"corn": 3, "sugar": 2}), seat("corn"), seat("corn"))
    state = with_hooks(load(position), 0, storage=lambda *_: (0, 2))
    state.phase, state.to_act = 7, [0]
    assert set(rules.legal(state).moves[0]) == {"keep corn=3", "keep corn=2 sugar=1", "keep corn=1 sugar=2"}


def test_a_tile_leaves_the_island_and_sends_home_who_lay_there() -> None:
    state = load(table(seat("corn*", "sugar", "corn*"), seat("corn"), seat("corn"), draw=[]))
    before = at(state, "plantations.discard").count("corn")
    bank.remove_tile(state, state.players[0], 0)
    assert [tile["tile"] for tile in at(state, "players.0.island")] == ["corn", "sugar"]
    assert at(state, "players.0.san_juan") == 1
    assert at(state, "plantations.discard").count("corn") == before + 1
    rules.load(rules.dump(state))


def test_a_set_has_its_own_steps() -> None:
    class Crowd(RuleSet):
        def fill_ship(self, state: State) -> None:
            state.people[0] -= 1
            state.ship_people[0] += 1

        def score(self, state: State, player: Player) -> int:
            return 100 + player.seat

    seats = [seat("corn", "sugar", san_juan=1), seat("corn"), seat("corn")]
    state = load(table(*seats, phase="mayor", taken={"mayor": 0}, ship=0))
    state.sets.append(Crowd())
    played(state, (0, "place corn=1"))
    assert at(state, "colonist_ship") == 6
    assert [score.large for score in rules.score(state)] == [100, 101, 102]


def test_more_off_the_price_and_more_goods() -> None:
    state = load(table(seat("corn"), seat("corn*", "indigo"), seat("corn")))
    with_hooks(
        state, 1, build_discount=lambda _s, _p, _h, building: 2 * building, extra_goods=lambda *_: [1, 0, 0, 0, 20]
    )
    played(state, (0, "role craftsman"))
    assert [at(state, f"players.1.goods.{good}") for good in ("corn", "coffee")] == [2, 9]
    played(state, (1, "role builder"), (1, "build city_hall"))
    assert at(state, "players.1.doubloons") == 0
