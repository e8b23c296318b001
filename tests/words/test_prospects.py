"""What a letter says a role would bring the others, against what the rules then give them."""

import random
from collections.abc import Iterator

import pytest

from pbem import rules
from pbem.words import forecast, voice

NAMES = dict(enumerate(("Anna", "Bea", "Cem", "Dirk", "Emine")))


def choices_of_role(players: int, seed: str, role: str) -> Iterator[tuple[rules.State, int]]:
    """Positions of a game of random moves in which a seat could take the role."""
    luck = random.Random(seed)
    state = rules.new_game(rules.Rules.from_json({"players": players}), seed)
    while (legal := rules.legal(state)).to_act:
        seat = legal.to_act[0]
        moves = legal.moves.get(seat) or (rules.suggest_placement(rules.view(state, seat), seat),)
        if f"role {role}" in moves:
            yield rules.load(rules.dump(state)), seat
        rules.apply(state, seat, luck.choice([move for move in moves if move != "pass"] or list(moves)))


def gained(state: rules.State, seat: int, role: str, term: str) -> dict[int, int]:
    """What each seat gets of `term` while the role is played out at random."""
    luck, brought = random.Random(0), dict.fromkeys(range(len(state.players)), 0)
    events = rules.narrate(state, seat, f"role {role}")
    while True:
        for event in events:
            if event.role == role and not event.move.startswith("role "):
                for who, gains in event.gains.items():
                    brought[who] += max(0, gains.get(term, 0))
        legal = rules.legal(state)
        if not legal.to_act or rules.dump(state)["phase"] != role:
            return brought
        mover = legal.to_act[0]
        events = rules.narrate(state, mover, luck.choice(legal.moves[mover]))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize(("role", "term"), [("captain", "vp"), ("trader", "doubloons")])
def test_nobody_gets_more_than_was_foretold(players: int, role: str, term: str) -> None:
    reached = 0
    for state, seat in (found for seed in "abcdefgh" for found in choices_of_role(players, seed, role)):
        view = rules.view(state, seat)
        most = forecast.loads(view, seat) if role == "captain" else forecast.sales(view, seat)
        got = gained(state, seat, role, term)
        assert all(got[who] <= most[who] for who in got), (got, most)
        reached += got[seat] == most[seat] > 0
    assert reached > 2  # the most is no more than can be had


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_harvest_of_each_is_what_the_craftsman_brings(players: int) -> None:
    for state, seat in choices_of_role(players, "harvest", "craftsman"):
        foretold = forecast.harvests(rules.view(state, seat), seat)
        (event, *_) = rules.narrate(state, seat, "role craftsman")
        for who, goods in foretold.items():
            made = {term: n for term, n in event.gains.get(who, {}).items() if term in rules.GOODS}
            assert made == goods


def test_the_note_groups_who_gets_the_same() -> None:
    state = rules.new_game(rules.Rules.from_json({"players": 4}), "note")
    view, legal = rules.view(state, 0), rules.legal(state)
    view["players"][2]["goods"]["corn"] = view["players"][3]["goods"]["corn"] = 2
    notes = {choice.move: choice.note for choice in voice("nl").choices(view, 0, legal, NAMES)}
    assert notes["role captain"] == "je hebt nu niets te laden; Cem en Dirk elk 2 roempunten, Bea niets"
    assert notes["role craftsman"] == "je produceert nu niets; de anderen niets"
    plain = {choice.move: choice.note for choice in voice("nl").choices(view, 0, legal)}
    assert plain["role captain"] == "je hebt nu niets te laden"
