"""Rules 2 and 4: the count."""

import pytest

from pbem import rules
from tests.rules.tables import load, seat, table

FULL = ["quarry"] * 4 + ["corn"] * 3 + ["sugar"] * 3


@pytest.mark.parametrize(
    ("tiles", "points"), [(1, 4), (8, 4), (9, 4), (10, 5), (11, 6), (12, 7)], ids=lambda value: str(value)
)
def test_residence(tiles: int, points: int) -> None:  # rules 2
    island = (FULL + ["coffee"] * 2)[:tiles]
    state = load(table(seat(*island, city={"residence": 1}), seat("corn"), seat("corn")))
    assert rules.score(state)[0].large == points


@pytest.mark.parametrize(
    ("city", "vp", "people", "points"),
    [
        ({"guild_hall": 1, "small_indigo_plant": 0, "small_sugar_mill": 1, "coffee_roaster": 0}, 0, 0, 4),
        ({"guild_hall": 1, "small_market": 1}, 0, 0, 0),
        ({"guild_hall": 0, "coffee_roaster": 1}, 0, 0, 0),
        ({"fortress": 1}, 0, 4, 1),
        ({"fortress": 1}, 0, 5, 2),
        ({"customs_house": 1}, 7, 0, 1),
        ({"customs_house": 1}, 8, 0, 2),
        ({"city_hall": 1, "indigo_plant": 1, "harbor": 0, "guild_hall": 0}, 0, 0, 3),
        ({"city_hall": 0, "harbor": 1}, 0, 0, 0),
    ],
)
def test_large(city: dict[str, int], vp: int, people: int, points: int) -> None:  # rules 2
    state = load(table(seat("corn", city=city, vp=vp, san_juan=people), seat("corn"), seat("corn")))
    assert rules.score(state)[0].large == points
    large = rules.large_points(state)
    assert sum(large[0].values()) == points and large[1:] == [{}, {}]
    assert set(large[0]) <= {name for name, crew in city.items() if crew}  # nobody lies on the others


def test_ties_and_shared_places() -> None:  # rules 4
    seats = [
        seat(vp=5, doubloons=2),
        seat(vp=5, goods={"corn": 1}, doubloons=1),
        seat(vp=5, goods={"corn": 3}),
        seat(vp=6),
    ]
    scores = rules.score(load(table(*seats)))
    assert [score.place for score in scores] == [3, 3, 2, 1]
    assert [score.tiebreak for score in scores] == [2, 2, 3, 0]
    assert scores[3].to_json() == {
        "seat": 3,
        "vp_chips": 6,
        "buildings": 0,
        "large": 0,
        "total": 6,
        "tiebreak": 0,
        "place": 1,
    }


def test_points_without_chips_count_for_the_customs_house() -> None:  # rules 2
    state = load(table(seat(vp=80, city={"customs_house": 1}), seat("corn"), seat("corn"), ending="vp"))
    assert rules.score(state)[0].large == 20
