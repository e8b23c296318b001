"""Rules 8: the sheet the game was asked for with, a test for each of its sentences, in its order and words."""

import pytest

from pbem import rules
from tests.rules.tables import Json, at, load, moves, played, seat, table

NO_DRAW = ["indigo"] * 8


def three(*seats: Json, **options: object) -> rules.State:
    """Three players, empty boards filled up; seat 0 is to choose."""
    there = [*seats, *[seat("corn") for _ in range(3 - len(seats))]]
    return load(table(*there, **options))  # type: ignore[arg-type]


def doubloons(state: rules.State) -> list[int]:
    return [player["doubloons"] for player in rules.dump(state)["players"]]


def in_san_juan(state: rules.State) -> list[int]:
    return [player["san_juan"] for player in rules.dump(state)["players"]]


# --------------------------------------------------------------------------------------------------------- prospector


def test_prospector_gets_one_doubloon() -> None:
    state = load(table(*[seat("corn")] * 4))
    played(state, (0, "role prospector"))
    assert doubloons(state)[0] == 1


def test_prospector_others_get_nothing() -> None:
    state = load(table(*[seat("corn", doubloons=2)] * 4))
    made = played(state, (0, "role prospector"))
    assert made == [(0, "role prospector", False)]  # nobody else is even asked
    assert doubloons(state)[1:] == [2, 2, 2]


# -------------------------------------------------------------------------------------------------------------- mayor


def test_mayor_gets_one_worker_from_the_supply() -> None:
    state = three(seat("corn", "indigo", "sugar"), ship=0, supply_colonists=20)
    played(state, (0, "role mayor"))
    assert at(state, "supply.colonists") == 19
    assert in_san_juan(state)[0] == 1


def test_mayor_then_recruits_come_from_the_ship_one_each_from_the_mayor_on() -> None:
    state = three(*[seat("corn", "indigo", "sugar") for _ in range(3)], ship=3)
    played(state, (0, "role mayor"))
    assert in_san_juan(state) == [2, 1, 1]


def test_mayor_until_the_ship_is_empty() -> None:
    state = three(*[seat("corn", "indigo", "sugar", "quarry") for _ in range(3)], ship=5)
    played(state, (0, "role mayor"))
    assert in_san_juan(state) == [3, 2, 1]
    assert at(state, "colonist_ship") == 0


@pytest.mark.parametrize(
    "text", ["place corn=1", "place indigo=1", "place sugar_mill=1", "place quarry=1", "place harbor=1"]
)
def test_workers_man_plantations_and_buildings(text: str) -> None:
    mayor = seat("corn", "indigo", "quarry", san_juan=1, city={"sugar_mill": 0, "harbor": 0})
    state = three(mayor, phase="mayor", taken={"mayor": 0}, ship=0)
    played(state, (0, text))
    assert in_san_juan(state)[0] == 0


@pytest.mark.parametrize(
    ("tile", "mill", "made"), [("sugar*", 1, 1), ("sugar", 1, 0), ("sugar*", 0, 0), ("sugar", 0, 0)]
)
def test_no_workers_no_production(tile: str, mill: int, made: int) -> None:
    state = three(seat("corn"), seat(tile, city={"sugar_mill": mill}))
    played(state, (0, "role craftsman"))
    assert at(state, "players.1.goods.sugar") == made


def test_the_empty_ship_is_refilled_by_counting_unmanned_buildings() -> None:
    mayor = seat("corn", "sugar", san_juan=1, city={"indigo_plant": 0, "sugar_mill": 0})
    state = three(mayor, phase="mayor", taken={"mayor": 0}, ship=0)
    played(state, (0, "place corn=1"))
    assert at(state, "colonist_ship") == 6  # three circles each; one colonist lies on the island


def test_the_empty_ship_does_not_count_plantations() -> None:
    mayor = seat("corn", "sugar", *["quarry"] * 6, san_juan=1)
    state = three(mayor, phase="mayor", taken={"mayor": 0}, ship=0)
    played(state, (0, "place corn=1"))
    assert at(state, "colonist_ship") == 5


@pytest.mark.parametrize(("minimum", "aboard"), [(5, 5), ("players", 3)])
def test_the_ship_takes_at_least_five(minimum: object, aboard: int) -> None:
    mayor = seat("corn", "sugar", san_juan=1)
    state = three(mayor, phase="mayor", taken={"mayor": 0}, ship=0, ship_minimum=minimum)
    played(state, (0, "place corn=1"))
    assert at(state, "colonist_ship") == aboard


def test_with_two_players_the_sheets_minimum_does_not_hold_by_itself() -> None:
    assert rules.Rules.from_json({"players": 2}).ship_minimum == "players"
    assert [rules.Rules.from_json({"players": n}).ship_minimum for n in (3, 4, 5)] == [5, 5, 5]
    mayor = seat("corn", "sugar", san_juan=1)
    state = load(table(mayor, seat("corn"), phase="mayor", taken={"mayor": 0}, ship=0))
    played(state, (0, "place corn=1"))
    assert at(state, "colonist_ship") == 2


# ------------------------------------------------------------------------------------------------------------ settler


def test_settler_takes_a_quarry() -> None:
    state = three()
    played(state, (0, "role settler"), (0, "settle quarry"))
    assert at(state, "players.0.island.1.tile") == "quarry"
    assert at(state, "supply.quarries") == 7


def test_settler_or_first_pick_of_the_open_plantations() -> None:
    state = three(face_up=["coffee", "corn", "corn", "sugar"])
    played(state, (0, "role settler"))
    assert moves(state, 0) == {"settle coffee", "settle corn", "settle sugar", "settle quarry", "pass"}
    played(state, (0, "settle coffee"))
    assert "settle coffee" not in moves(state, 1)


def test_settler_the_next_only_takes_plantations() -> None:
    state = three(face_up=["coffee", "corn", "corn", "sugar"])
    played(state, (0, "role settler"), (0, "settle quarry"))
    assert moves(state, 1) == {"settle coffee", "settle corn", "settle sugar", "pass"}
    with pytest.raises(rules.IllegalMove, match="quarry is for the settler"):
        rules.apply(state, 1, "settle quarry")


def test_settler_then_leftovers_go_and_a_new_row_is_drawn() -> None:
    state = three(face_up=["coffee", "corn", "corn", "sugar"], draw=NO_DRAW)
    discarded = at(state, "plantations.discard")
    played(state, (0, "role settler"), (0, "settle quarry"), (1, "settle corn"), (2, "settle coffee"))
    assert at(state, "plantations.face_up") == ["indigo"] * 4
    assert sorted(at(state, "plantations.discard")) == sorted([*discarded, "corn", "sugar"])


# ------------------------------------------------------------------------------------------------------------- trader


def test_trader_sells_one_product_with_one_doubloon_extra() -> None:
    state = three(seat(goods={"sugar": 3}))
    played(state, (0, "role trader"), (0, "sell sugar"))
    assert doubloons(state)[0] == 3
    assert at(state, "players.0.goods.sugar") == 2
    assert at(state, "phase") == "choose_role"  # one product only


def test_trader_then_the_next_at_the_normal_price() -> None:
    state = three(seat("corn"), seat(goods={"sugar": 1}))
    played(state, (0, "role trader"), (1, "sell sugar"))
    assert doubloons(state) == [0, 2, 0]


@pytest.mark.parametrize(("good", "price"), [("corn", 0), ("indigo", 1), ("sugar", 2), ("tobacco", 3), ("coffee", 4)])
def test_trader_prices(good: str, price: int) -> None:
    state = three(seat(goods={good: 1}))
    played(state, (0, "role trader"), (0, f"sell {good}"))
    assert doubloons(state)[0] == price + 1
    state = three(seat("corn"), seat(goods={good: 1}))
    played(state, (0, "role trader"), (1, f"sell {good}"))
    assert doubloons(state)[1] == price


def test_trader_a_product_only_if_it_is_not_sold_yet() -> None:
    state = three(seat(goods={"sugar": 1, "corn": 1}), seat(goods={"sugar": 1, "coffee": 1}), house=["corn"])
    played(state, (0, "role trader"))
    assert moves(state, 0) == {"sell sugar", "pass"}
    played(state, (0, "sell sugar"))
    assert moves(state, 1) == {"sell coffee", "pass"}


def test_trader_nothing_else_than_that_then_nothing_to_sell() -> None:
    state = three(seat(goods={"corn": 4}), seat(goods={"corn": 2}), house=["corn"])
    made = played(state, (0, "role trader"))
    assert made[1:] == [(0, "pass", True), (1, "pass", True), (2, "pass", True)]
    assert doubloons(state) == [0, 0, 0]


@pytest.mark.parametrize(("house", "left"), [(["corn"], 2), (["corn", "indigo"], 3), (["corn", "indigo", "sugar"], 0)])
def test_trader_emptied_only_when_filled_with_four(house: list[str], left: int) -> None:
    state = three(seat(goods={"coffee": 1}), house=house)
    played(state, (0, "role trader"), (0, "sell coffee"))
    assert len(at(state, "trading_house")) == left
    assert at(state, "supply.goods.coffee") == (9 if left == 0 else 8)


# ---------------------------------------------------------------------------------------------------------- craftsman


@pytest.mark.parametrize(
    ("island", "city", "made"),
    [
        (["indigo*"], {"indigo_plant": 1}, {"indigo": 1}),
        (["indigo*", "indigo*", "indigo"], {"indigo_plant": 3}, {"indigo": 2}),
        (["indigo*", "indigo*", "indigo*"], {"indigo_plant": 2}, {"indigo": 2}),
        (["indigo*", "indigo*"], {"small_indigo_plant": 1, "indigo_plant": 1}, {"indigo": 2}),
        (["sugar*"], {"indigo_plant": 1}, {}),
        (["tobacco*", "coffee*"], {"tobacco_storage": 1, "coffee_roaster": 1}, {"tobacco": 1, "coffee": 1}),
        (["corn*", "corn*", "corn"], {}, {"corn": 2}),
    ],
)
def test_craftsman_a_good_for_each_plantation_with_its_plant_both_manned(
    island: list[str], city: dict[str, int], made: dict[str, int]
) -> None:
    state = three(seat("corn"), seat(*island, city=city))
    played(state, (0, "role craftsman"))
    assert {good: n for good, n in at(state, "players.1.goods").items() if n} == made


def test_craftsman_then_the_next() -> None:
    state = three(*[seat("corn*") for _ in range(3)])
    played(state, (0, "role craftsman"))
    assert [at(state, f"players.{n}.goods.corn") for n in range(3)] == [1, 1, 1]


def test_craftsman_what_the_supply_lacks_is_bad_luck() -> None:
    state = three(seat("corn*", "corn*"), seat("corn*", goods={"corn": 8}), seat("corn*"))
    played(state, (0, "role craftsman"))
    assert [at(state, f"players.{n}.goods.corn") for n in range(3)] == [2, 8, 0]


def test_craftsman_last_one_extra_for_the_first() -> None:
    state = three(*[seat("corn*") for _ in range(3)])
    played(state, (0, "role craftsman"))
    assert at(state, "to_act") == [0]
    played(state, (0, "take corn"))
    assert [at(state, f"players.{n}.goods.corn") for n in range(3)] == [2, 1, 1]


def test_craftsman_the_extra_only_if_in_stock() -> None:
    state = three(seat("corn*"), seat("corn*", goods={"corn": 8}))
    assert played(state, (0, "role craftsman"))[1:] == [(0, "pass", True)]
    assert at(state, "players.0.goods.corn") == 1


def test_craftsman_the_extra_only_of_what_he_produced() -> None:
    maker = seat("corn*", "indigo*", city={"small_indigo_plant": 1}, goods={"coffee": 1})
    state = three(maker, seat("sugar*", city={"sugar_mill": 1}))
    played(state, (0, "role craftsman"))
    assert moves(state, 0) == {"take corn", "take indigo", "pass"}


# ------------------------------------------------------------------------------------------------------------ captain


def test_captain_three_ships_one_kind_each() -> None:
    state = three(seat(goods={"corn": 1, "sugar": 1}), ships={4: ("corn", 1)})
    assert len(at(state, "cargo_ships")) == 3
    played(state, (0, "role captain"))
    assert moves(state, 0) == {"ship corn 4", "ship sugar 5", "ship sugar 6"}


def test_captain_two_ships_with_two_players() -> None:
    state = load(table(seat(goods={"corn": 1}), seat("corn")))
    assert [ship["capacity"] for ship in at(state, "cargo_ships")] == [4, 6]


def test_captain_the_first_picks_a_good_and_loads_all_he_has() -> None:
    state = three(seat(goods={"corn": 3, "sugar": 2}))
    played(state, (0, "role captain"))
    assert {move.split()[1] for move in moves(state, 0)} == {"corn", "sugar"}
    played(state, (0, "ship sugar 6"))
    assert at(state, "cargo_ships.2") == {"capacity": 6, "good": "sugar", "loaded": 2}
    assert at(state, "players.0.goods.sugar") == 0


def test_captain_the_next_adds_the_same_or_takes_a_new_ship() -> None:
    state = three(seat(goods={"corn": 2, "indigo": 1}), seat(goods={"corn": 1, "sugar": 1}))
    played(state, (0, "role captain"), (0, "ship corn 6"))
    assert moves(state, 1) == {"ship corn 6", "ship sugar 4", "ship sugar 5"}


def test_captain_round_and_round_until_nobody_can() -> None:
    state = three(seat(goods={"corn": 1, "indigo": 1, "sugar": 1, "coffee": 1}), seat(goods={"corn": 1, "sugar": 1}))
    made = played(state, (0, "role captain"), (0, "ship corn 6"), (1, "ship corn 6"), (0, "ship indigo 5"))
    # Sugar has one ship left to go on, so it goes by itself; for the coffee there is none.
    assert made[-8:] == [
        (0, "ship indigo 5", False),
        (1, "ship sugar 4", True),
        (0, "ship sugar 4", True),
        (1, "pass", True),
        (0, "pass", True),
        (0, "keep coffee=1", True),
        (1, "keep", True),
        (2, "keep", True),
    ]
    assert [(ship["good"], ship["loaded"]) for ship in at(state, "cargo_ships")] == [
        ("sugar", 2),
        ("indigo", 1),
        ("corn", 2),
    ]


def test_captain_a_point_a_good() -> None:
    state = three(seat("corn"), seat(goods={"corn": 3}))
    played(state, (0, "role captain"), (1, "ship corn 5"))
    assert [at(state, f"players.{n}.vp") for n in range(3)] == [0, 3, 0]
    assert at(state, "supply.vp") == 72


def test_captain_one_extra_for_the_first() -> None:
    state = three(seat(goods={"corn": 3, "coffee": 1}), seat(goods={"corn": 1}))
    played(state, (0, "role captain"), (0, "ship corn 6"), (0, "ship coffee 4"))
    assert [at(state, f"players.{n}.vp") for n in range(2)] == [5, 1]


# ------------------------------------------------------------------------------------------------------------ builder


def test_builder_a_building_for_its_cost() -> None:
    state = three(seat("corn"), seat("corn", doubloons=9))
    played(state, (0, "role builder"), (0, "pass"), (1, "build harbor"))
    assert doubloons(state)[1] == 1
    assert at(state, "players.1.buildings") == [{"building": "harbor", "colonists": 0}]


def test_builder_one_doubloon_off_for_the_first() -> None:
    state = three(seat("corn", doubloons=9))
    played(state, (0, "role builder"), (0, "build harbor"))
    assert doubloons(state)[0] == 2


@pytest.mark.parametrize(("island", "left"), [(["quarry*"], 2), (["quarry*"] * 2, 3), (["quarry", "quarry*"], 2)])
def test_builder_quarries_give_a_discount(island: list[str], left: int) -> None:
    state = three(seat("corn"), seat(*island, doubloons=9))
    played(state, (0, "role builder"), (0, "pass"), (1, "build harbor"))
    assert doubloons(state)[1] == left


def test_builder_each_in_turn_one_building() -> None:
    state = three(*[seat("corn", doubloons=9) for _ in range(3)])
    made = played(state, (0, "role builder"), (0, "build hospice"), (1, "build office"), (2, "build office"))
    assert not any(auto for _, _, auto in made)
    assert [len(player["buildings"]) for player in at(state, "players")] == [1, 1, 1]
    assert at(state, "phase") == "choose_role"


def test_builder_if_he_wants() -> None:
    state = three(seat("corn", doubloons=9), seat("corn", doubloons=9))
    played(state, (0, "role builder"), (0, "pass"))
    assert at(state, "players.0.buildings") == []


def test_builder_and_has_the_money() -> None:
    state = three(seat("corn", doubloons=1), seat("corn", doubloons=1))
    played(state, (0, "role builder"))
    cheap = {"build small_indigo_plant", "build small_market", "pass"}
    two = {"build small_sugar_mill", "build hacienda", "build construction_hut"}
    assert moves(state, 0) == cheap | two
    played(state, (0, "pass"))
    assert moves(state, 1) == cheap


# ------------------------------------------------------------------------------------------------------------ the end


def test_the_end_no_colonists_left_in_the_supply() -> None:
    mayor = seat("corn", "sugar", san_juan=1)
    state = three(mayor, phase="mayor", taken={"mayor": 0}, ship=0, supply_colonists=4)
    played(state, (0, "place corn=1"))
    assert (at(state, "ending"), at(state, "colonist_ship")) == ("colonists", 4)


def test_the_end_a_player_has_no_place_left_to_build() -> None:
    names = list(rules.BUILDINGS[:11])
    state = three(seat("corn", doubloons=9, city=dict.fromkeys(names, 0)))
    played(state, (0, "role builder"), (0, "build office"))
    assert at(state, "ending") == "buildings"


def test_the_end_also_when_the_points_run_out() -> None:
    state = three(seat(goods={"corn": 2}), vp=3)
    played(state, (0, "role captain"), (0, "ship corn 4"))
    assert at(state, "ending") == "vp"


def test_the_end_the_round_is_played_out() -> None:
    state = three(seat(goods={"corn": 2}), vp=3)
    played(state, (0, "role captain"), (0, "ship corn 4"), (1, "role trader"))
    assert at(state, "to_act") == [2]
    played(state, (2, "role craftsman"))
    assert at(state, "phase") == "game_over"


def test_the_end_count_points_also_of_buildings() -> None:
    state = three(seat(vp=6, city={"small_market": 0, "harbor": 1, "residence": 1}), ending="vp")
    count = rules.score(state)[0]
    assert (count.vp_chips, count.buildings, count.large, count.total) == (6, 1 + 3 + 4, 4, 18)


def test_the_end_most_points_wins() -> None:
    state = three(seat(vp=6), seat(vp=7), seat(vp=5, doubloons=9), ending="vp")
    assert [count.place for count in rules.score(state)] == [2, 1, 3]


def test_the_end_a_tie_goes_to_goods_and_doubloons() -> None:
    seats = [seat(vp=6, goods={"corn": 2}), seat(vp=6, doubloons=1, goods={"coffee": 2}), seat(vp=6, doubloons=1)]
    assert [count.place for count in rules.score(three(*seats, ending="vp"))] == [2, 1, 3]
