"""Random legal play as a state machine: what holds after every move, whatever was played and whatever was tried."""

import json
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from pbem import rules
from pbem.rules import moves as notation
from tests.rules.near_misses import near_misses
from tests.rules.scatter import scattered
from tests.rules.tables import Json
from tests.rules.test_play import check_decision, check_sums, check_view, choose

DECISIONS = 1500  # no random game comes near it; the longest of 1,600 had 359
LUCK = st.integers(0, 2**32)


def written(state: rules.State) -> str:
    """The position byte for byte."""
    return json.dumps(rules.dump(state))


class Play(RuleBasedStateMachine):
    """A game at which somebody plays legal moves, tries illegal ones, looks, saves and loads."""

    state: rules.State

    @initialize(players=st.integers(2, 5), minimum=st.sampled_from([5, "players"]), together=st.booleans(), seed=LUCK)
    def new_game(self, players: int, minimum: int | str, together: bool, seed: int) -> None:
        options = {"players": players, "ship_minimum": minimum, "simultaneous": together}
        self.state = rules.new_game(rules.Rules.from_json(options), str(seed))
        self.check()

    def running(self) -> bool:
        return bool(self.state.to_act)

    def move(self, luck: random.Random) -> None:
        seat = luck.choice(self.state.to_act)
        text = choose(self.state, seat, luck)
        assert notation.parse(text).text == text
        before = rules.dump(self.state)
        made = rules.apply(self.state, seat, text)
        assert [(made[0].seat, made[0].move, made[0].auto)] == [(seat, text, False)]
        assert all(forced.auto and notation.parse(forced.move).text == forced.move for forced in made[1:])
        after = rules.dump(self.state)
        assert after != before
        assert after["round"] - before["round"] in (0, 1)
        assert before["ending"] in (None, after["ending"])
        self.check()

    def check(self) -> None:
        check_sums(rules.dump(self.state))
        check_decision(self.state)

    @precondition(running)
    @rule(luck=LUCK, moves=st.integers(1, 40))
    def play(self, luck: int, moves: int) -> None:
        dice = random.Random(luck)
        for _ in range(moves):
            if self.state.to_act:
                self.move(dice)

    @precondition(running)
    @rule(luck=LUCK)
    def near_misses_are_refused(self, luck: int) -> None:
        refuse_all(self.state, random.Random(luck))

    @rule()
    def nobody_else_may_move(self) -> None:
        before = written(self.state)
        players = len(self.state.players)
        for seat in set(range(players)) - set(self.state.to_act):
            for text in ("pass", "role captain", "no move at all"):
                with pytest.raises(rules.NotYourTurn):
                    rules.apply(self.state, seat, text)
        for seat in (-1, players, True, None, "0"):
            with pytest.raises((rules.BadRequest, rules.NotYourTurn)):
                rules.apply(self.state, seat, "pass")  # type: ignore[arg-type]
        assert written(self.state) == before

    @precondition(running)
    @rule()
    def every_legal_move_is_accepted_from_its_own_seat_alone(self) -> None:
        before = written(self.state)
        for seat, texts in rules.legal(self.state).moves.items():
            for text in texts:
                assert notation.parse(text).text == text
                assert rules.apply(self.state.copy(), seat, text)[0] == rules.Applied(seat, text)
                for other in set(range(len(self.state.players))) - set(self.state.to_act):
                    with pytest.raises(rules.NotYourTurn):
                        rules.apply(self.state, other, text)
        assert written(self.state) == before

    @rule()
    def save_and_load(self) -> None:
        before = written(self.state)
        self.state = rules.load(json.loads(before))
        assert written(self.state) == before

    @rule(luck=LUCK, moves=st.integers(1, 30))
    def a_loaded_twin_plays_on_the_same(self, luck: int, moves: int) -> None:
        twin = rules.load(json.loads(written(self.state)))
        dice = random.Random(luck)
        for _ in range(moves):
            if self.state.to_act:
                seat = dice.choice(self.state.to_act)
                assert rules.legal(twin) == rules.legal(self.state)
                text = choose(self.state, seat, dice)
                assert rules.apply(twin, seat, text) == rules.apply(self.state, seat, text)
                assert written(twin) == written(self.state)
        self.check()

    @rule(luck=LUCK)
    def nobody_sees_what_is_hidden(self, luck: int) -> None:
        check_nothing_shows(self.state, random.Random(luck))

    def teardown(self) -> None:
        if not hasattr(self, "state"):
            return
        luck = random.Random(self.state.round)
        for _ in range(DECISIONS):
            if not self.state.to_act:
                break
            seat = luck.choice(self.state.to_act)
            rules.apply(self.state, seat, choose(self.state, seat, luck))
        assert rules.dump(self.state)["phase"] == "game_over"


def refuse_all(state: rules.State, luck: random.Random) -> None:
    """Every near-miss is refused with a sentence, and the position stays as it was byte for byte."""
    seat = luck.choice(state.to_act)
    before, offered = written(state), rules.legal(state)
    moves = list(offered.moves.get(seat, ())) or [choose(state, seat, luck) for _ in range(3)]
    for text in near_misses(json.loads(before), seat, moves):
        for attempt in (rules.apply, rules.narrate):
            with pytest.raises(rules.IllegalMove) as refused:
                attempt(state, seat, text)
            assert 10 < len(str(refused.value)) < 2000
    assert written(state) == before
    assert rules.legal(state) == offered


def check_nothing_shows(state: rules.State, luck: random.Random) -> None:
    """Positions that differ only in what is hidden look the same (notation 3)."""
    position = rules.dump(state)
    for seat in (None, *range(len(position["players"]))):
        check_view(state, seat)
        other: Json = json.loads(json.dumps(position))
        luck.shuffle(other["plantations"]["draw"])
        other["random"] = "00:7"
        for number, player in enumerate(other["players"]):
            if number != seat:
                player["vp"], other["spare"] = 0, other.get("spare", 0) + player["vp"]
        hidden = [number for number in range(len(other["players"])) if number != seat]
        other["players"][luck.choice(hidden)]["vp"] = other.pop("spare")
        twin = rules.load(other)
        assert json.dumps(rules.view(twin, seat)) == json.dumps(rules.view(state, seat))
        assert rules.legal(twin) == rules.legal(state)


TestPlay = Play.TestCase
TestPlay.settings = settings(
    max_examples=12,
    stateful_step_count=20,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)


class LongPlay(Play):
    """The same, longer and newly shuffled each time."""


@pytest.mark.slow
class TestLongPlay(LongPlay.TestCase):  # type: ignore[name-defined,misc]
    settings = settings(max_examples=50, stateful_step_count=60, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("seed", range(12))
def test_near_misses_of_scattered_positions(seed: int) -> None:
    luck = random.Random(f"near {seed}")
    state = rules.load(scattered(luck))
    rules.advance(state)
    for _ in range(12):
        if state.to_act:
            refuse_all(state, luck)
            check_nothing_shows(state, luck)
            seat = luck.choice(state.to_act)
            rules.apply(state, seat, choose(state, seat, luck))


@pytest.mark.parametrize("options", [{"players": n} for n in (2, 3, 4, 5)], ids=lambda o: str(o["players"]))
def test_games_end(options: dict[str, Any]) -> None:
    """Random games end far within the bound (players who agree never to take the mayor could go on for ever)."""
    longest = 0
    for game in range(25):
        luck = random.Random(game)
        state = rules.new_game(rules.Rules.from_json(options), str(game))
        decisions = 0
        while state.to_act:
            seat = luck.choice(state.to_act)
            rules.apply(state, seat, choose(state, seat, luck))
            decisions += 1
        longest = max(longest, decisions)
    assert longest < DECISIONS / 2
