"""Prices, loads and placements that a page may show; all from a seat's view."""

import random

import pytest

from pbem import rules
from pbem.rules import advice
from tests.rules.tables import load, played, seat, table
from tests.rules.test_play import choose


def test_price_and_privilege() -> None:  # rules 3.3
    state = load(table(seat("quarry*", "quarry*", doubloons=9), seat("quarry*", doubloons=9), seat("corn")))
    assert rules.price(rules.view(state, 1), 0, "harbor") == 6
    played(state, (0, "role builder"))
    view = rules.view(state, None)
    assert [rules.price(view, s, "harbor") for s in range(3)] == [5, 7, 8]
    assert rules.price(rules.dump(state), 0, "hacienda") == 0
    with pytest.raises(rules.BadRequest):
        rules.price(view, 0, "castle")


def test_why_not_is_what_the_engine_says_and_none_for_what_is_legal() -> None:
    state = load(table(seat("quarry*", doubloons=3), seat("quarry*", doubloons=9), seat("corn")))
    played(state, (0, "role builder"))
    view, before = rules.view(state, 0), rules.dump(state)
    assert rules.why_not(view, 0, "build small_market") is None
    for acting, move in ((0, "build harbor"), (0, "role captain"), (0, "nonsense"), (1, "pass")):
        refusal = rules.why_not(view, acting, move)
        with pytest.raises(rules.RulesError) as raised:
            rules.apply(state, acting, move)
        assert (type(refusal), str(refusal)) == (raised.type, str(raised.value))
    assert rules.dump(state) == before


def test_sale_price() -> None:  # rules 3.5
    state = load(table(seat("corn", goods={"corn": 1}, city={"small_market": 1}), seat("corn"), seat("corn")))
    assert rules.sale_price(rules.view(state, 0), 0, "coffee") == 5
    played(state, (0, "role trader"))
    assert [rules.sale_price(rules.view(state, 0), 0, good) for good in rules.GOODS] == [2, 3, 4, 5, 6]
    with pytest.raises(rules.BadRequest):
        rules.sale_price(rules.view(state, 0), 0, "rum")


def test_load_preview() -> None:  # rules 3.6
    captain = seat("corn", goods={"corn": 5, "coffee": 2}, city={"harbor": 1, "wharf": 1})
    state = load(table(captain, seat("corn"), seat("corn"), ships={4: ("corn", 2)}))
    played(state, (0, "role captain"))
    view = rules.view(state, 0)
    assert rules.load_preview(view, 0, "ship corn 4") == {"barrels": 2, "vp": 4}
    assert rules.load_preview(view, 0, "ship corn wharf") == {"barrels": 5, "vp": 7}
    for move in rules.legal(state).moves[0]:
        twin = state.copy()
        points = rules.load_preview(view, 0, move)["vp"]
        assert rules.narrate(twin, 0, move)[0].gains[0]["vp"] == points
    with pytest.raises(rules.BadRequest):
        rules.load_preview(view, 0, "pass")
    for move in ("ship corn 6", "ship coffee 4", "ship corn 8", "ship sugar wharf"):
        with pytest.raises(rules.IllegalMove, match="cannot be loaded"):
            rules.load_preview(view, 0, move)
    with pytest.raises(rules.IllegalMove):
        rules.load_preview(view, 1, "ship corn wharf")


@pytest.mark.parametrize(
    ("mayor", "wanted"),
    [
        # A pair of plant and plantation before anything that makes nothing.
        (seat("indigo", "coffee", san_juan=2, city={"coffee_roaster": 0}), "place coffee=1 coffee_roaster=1"),
        (seat("indigo", "sugar", "corn", san_juan=1), "place corn=1"),
        # Nobody is left over while a circle is empty.
        (seat("indigo", "sugar", san_juan=1), "place indigo=1"),
        (seat("corn", "quarry", "tobacco", san_juan=2, city={"hacienda": 0}), "place corn=1 quarry=1"),
    ],
)
def test_suggested_placement(mayor: dict[str, object], wanted: str) -> None:  # rules 3.2
    state = load(table(mayor, seat("corn"), seat("corn"), phase="mayor", taken={"mayor": 0}, to_act=[0], ship=0))
    assert rules.suggest_placement(rules.view(state, 0), 0) == wanted


def test_suggestions_are_legal() -> None:
    asked = 0
    for game in range(12):
        luck = random.Random(game)
        state = rules.new_game(rules.Rules.from_json({"players": 2 + game % 4}), str(game))
        while state.to_act:
            acting = luck.choice(state.to_act)
            move = choose(state, acting, luck)
            if rules.legal(state).place:
                view = rules.view(state, acting)
                move = advice.suggest_placement(view, acting)
                asked += 1
            rules.apply(state, acting, move)
    assert asked > 100
