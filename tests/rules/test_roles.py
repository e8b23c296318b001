"""Rules 3 to 6, phase by phase: a position, moves, what stands there then."""

from typing import Any

import pytest

from pbem import rules
from tests.rules.tables import Json, at, load, moves, played, seat, table

Moves = list[tuple[int, str]]
CASES: list[tuple[str, Json, Moves, dict[str, Any]]] = []


def case(name: str, position: Json, made: Moves, wanted: dict[str, Any]) -> None:
    """A row of the table."""
    CASES.append((name, position, made, wanted))


case(
    "rules 3: the doubloons on the card come first and are usable at once",
    table(seat("corn"), seat("corn"), seat("corn"), money={"builder": 1}),
    [(0, "role builder"), (0, "build small_sugar_mill")],
    {"players.0.doubloons": 0, "players.0.buildings": [{"building": "small_sugar_mill", "colonists": 0}]},
)
case(
    "rules 3.1: the hacienda's tile never gets the hospice's colonist, the chosen one does",
    table(
        seat("corn", city={"hacienda": 1, "hospice": 1}), seat("corn"), seat("corn"), draw=["tobacco"] + ["indigo"] * 5
    ),
    [(0, "role settler"), (0, "hacienda"), (0, "settle coffee +colonist")],
    {
        "players.0.island": [
            {"tile": "corn", "colonist": False},
            {"tile": "tobacco", "colonist": False},
            {"tile": "coffee", "colonist": True},
        ]
    },
)
case(
    "rules 2: the hacienda's empty stack is remade from the discards",
    table(seat("corn", city={"hacienda": 1}), seat("corn"), seat("corn"), draw=[]),
    [(0, "role settler"), (0, "hacienda")],
    {"plantations.discard": [], "progress": {"hacienda_used": True}},
)
case(
    "rules 2: with the twelfth tile drawn nothing more can be taken",
    table(seat(*["quarry"] * 8, *["corn"] * 3, city={"hacienda": 1}), seat("corn"), seat("corn")),
    [(0, "role settler"), (0, "hacienda")],
    {"to_act": [1], "phase": "settler"},
)
case(
    "rules 3.2: no colonist in the supply, no colonist for the mayor",
    table(seat("corn", "corn", "sugar"), seat("corn", "sugar"), seat("corn"), supply_colonists=0),
    [(0, "role mayor")],
    {"players.0.san_juan": 1, "supply.colonists": 0},
)
case(
    "rules 3.2: who has more colonists than circles leaves the others in San Juan",
    table(seat("corn", san_juan=4), seat("corn", "sugar"), seat("corn"), phase="mayor", taken={"mayor": 0}, ship=0),
    [],
    {"players.0.san_juan": 4},
)
case(
    "rules 3.3: a price is never below 0",
    table(seat(*["quarry*"] * 4), seat("corn"), seat("corn")),
    [(0, "role builder"), (0, "build small_indigo_plant")],
    {"players.0.doubloons": 0},
)
case(
    "rules 3.3: the column limits the quarries, and a large building counts four",
    table(seat(*["quarry*"] * 5, doubloons=5), seat("corn"), seat("corn")),
    [(0, "role builder"), (0, "build fortress")],
    {"players.0.doubloons": 0, "supply.buildings.fortress": 0},
)
case(
    "rules 2: the university takes from the ship when the supply is empty",
    table(seat("corn", doubloons=9, city={"university": 1}), seat("corn"), seat("corn"), supply_colonists=0),
    [(0, "role builder"), (0, "build wharf +colonist")],
    {"colonist_ship": 2, "players.0.buildings.1": {"building": "wharf", "colonists": 1}},
)
case(
    "rules 3.4: in turn from the supply; who comes late gets what is left",
    table(
        seat("corn*", "corn*"),
        seat("corn*", "corn*", goods={"corn": 7}),
        seat("corn*", "corn*"),
    ),
    [(0, "role craftsman")],
    {
        "players.0.goods.corn": 2,
        "players.1.goods.corn": 8,
        "players.2.goods.corn": 0,
        "supply.goods.corn": 0,
        "phase": "choose_role",
    },
)
case(
    "rules 2: small and large plant together, never more than the plantations",
    table(
        seat(*["indigo*"] * 3, city={"small_indigo_plant": 1, "indigo_plant": 1}),
        seat("indigo*", city={"indigo_plant": 3}),
        seat("corn"),
    ),
    [(0, "role craftsman"), (0, "take indigo")],
    {"players.0.goods.indigo": 3, "players.1.goods.indigo": 1},
)
case(
    "rules 2: a factory pays for the kinds really taken; the privilege good is none of them",
    table(
        seat("corn*", "indigo*", city={"small_indigo_plant": 1, "factory": 1}),
        seat("corn*", city={"factory": 1}),
        seat("corn"),
    ),
    [(0, "role craftsman"), (0, "take corn")],
    {"players.0.doubloons": 1, "players.1.doubloons": 0},
)
case(
    "rules 3.5: the trader's 1 and both markets on his own sale",
    table(seat(goods={"coffee": 1}, city={"small_market": 1, "large_market": 1}), seat("corn"), seat("corn")),
    [(0, "role trader"), (0, "sell coffee")],
    {"players.0.doubloons": 8, "trading_house": ["coffee"]},
)
case(
    "rules 2: an unmanned market pays nothing, and who does not sell gets nothing",
    table(
        seat(goods={"indigo": 1}, city={"large_market": 0}),
        seat(goods={"sugar": 1}, city={"large_market": 1}),
        seat("corn"),
    ),
    [(0, "role trader"), (0, "sell indigo"), (1, "pass")],
    {"players.0.doubloons": 2, "players.1.doubloons": 0},
)
case(
    "rules 3.6: the captain's point comes with his first load, the wharf's too, and only once",
    table(
        seat(goods={"corn": 2, "sugar": 1}, city={"wharf": 1}),
        seat("corn"),
        seat("corn"),
    ),
    [(0, "role captain"), (0, "ship corn wharf"), (0, "ship sugar 4")],
    {"players.0.vp": 4},
)
case(
    "rules 2: the harbor pays a load, not a barrel, and on the wharf too",
    table(seat("corn"), seat(goods={"corn": 3}, city={"wharf": 1, "harbor": 1}), seat("corn")),
    [(0, "role captain"), (1, "ship corn wharf")],
    {"players.1.vp": 4, "players.0.vp": 0},
)
case(
    "rules 3.6: full ships are emptied after storing, others keep their load",
    table(seat(goods={"corn": 5}), seat("corn"), seat("corn"), ships={4: ("indigo", 4), 5: ("sugar", 2)}),
    [(0, "role captain")],
    {"cargo_ships.0.loaded": 0, "cargo_ships.0.good": None, "cargo_ships.1.loaded": 2, "cargo_ships.2.loaded": 5},
)
case(
    "rules 3.7: one doubloon and nothing else",
    table(*[seat("corn", doubloons=1)] * 4, money={"prospector": 2}),
    [(0, "role prospector")],
    {"players.0.doubloons": 4, "players.1.doubloons": 1, "phase": "choose_role", "chooser": 1},
)
case(
    "rules 4: the placard goes on, the cards left get a doubloon",
    table(
        seat("corn"),
        seat("corn"),
        seat("corn"),
        governor=2,
        taken={"builder": 2, "settler": 0},
        money={"mayor": 1},
    ),
    [(1, "role captain")],
    {"governor": 0, "round": 5, "to_act": [0], "roles.mayor.doubloons": 2, "roles.trader.doubloons": 1},
)
case(
    "rules 4: the first reason for the end stands",
    table(
        seat(
            doubloons=9,
            city={
                "guild_hall": 0,
                "residence": 0,
                "fortress": 0,
                "customs_house": 0,
                "wharf": 0,
                "harbor": 0,
                "office": 0,
            },
        ),
        seat("corn"),
        seat("corn"),
        ending="vp",
    ),
    [(0, "role builder"), (0, "build factory")],
    {"ending": "vp"},
)
case(
    "rules 4: after the last chip points are noted without limit",
    table(seat(goods={"corn": 4}), seat("corn"), seat("corn"), vp=2),
    [(0, "role captain"), (0, "ship corn 4")],
    {"players.0.vp": 5, "supply.vp": 0, "ending": "vp"},
)  # fmt: skip


@pytest.mark.parametrize(("name", "position", "made", "wanted"), CASES, ids=[c[0] for c in CASES])
def test_role(name: str, position: Json, made: Moves, wanted: dict[str, Any]) -> None:
    state = load(position)
    played(state, *made)
    assert {path: at(state, path) for path in wanted} == wanted
    rules.load(rules.dump(state))  # everything still adds up


def test_settler_options() -> None:  # rules 3.1
    state = load(
        table(seat("corn"), seat("corn", city={"construction_hut": 1}), seat("corn"), face_up=["corn", "corn"])
    )
    played(state, (0, "role settler"))
    assert moves(state, 0) == {"settle corn", "settle quarry", "pass"}
    played(state, (0, "settle quarry"))
    assert moves(state, 1) == {"settle corn", "settle quarry", "pass"}
    played(state, (1, "settle quarry"))
    assert moves(state, 2) == {"settle corn", "pass"}


def test_no_quarry_left() -> None:  # rules 3.1
    state = load(table(seat(*["quarry"] * 4), seat(*["quarry"] * 4), seat("corn")))
    played(state, (0, "role settler"))
    assert "settle quarry" not in moves(state, 0)


def test_hacienda_without_stack_and_discards() -> None:  # rules 7
    rest = ["indigo"] * 12 + ["sugar"] * 11 + ["tobacco"] * 9 + ["coffee"] * 8 + ["corn"] * 10
    islands = [rest[i : i + 12] for i in (0, 12, 24, 36)]
    islands[3] = islands[3][:11]
    position = table(
        *[seat(*island) for island in islands], seat(city={"hacienda": 1}), face_up=["corn"] * 3, governor=4
    )
    assert position["plantations"]["draw"] == []
    state = load(position)
    played(state, (4, "role settler"))
    assert moves(state, 4) == {"settle corn", "settle quarry", "pass"}
    played(state, (4, "settle corn"))
    # The last one with a free space takes a tile; the row is refilled from what was discarded, the rest stays missing.
    played(state, (3, "settle corn"))
    assert at(state, "plantations") == {"face_up": ["corn"], "draw": [], "discard": []}


def test_waiving_needs_a_colonist() -> None:  # notation 2
    state = load(table(seat("corn"), seat("corn"), seat("corn"), supply_colonists=0))
    assert "role mayor -colonist" not in moves(state, 0)
    with pytest.raises(rules.IllegalMove, match="no colonist in the supply"):
        rules.apply(state, 0, "role mayor -colonist")


def test_mayor_goes_on_only_when_all_have_placed() -> None:  # rules 5
    seats = [seat("corn", "sugar", san_juan=1), seat("corn", "indigo", san_juan=1), seat("corn", san_juan=1)]
    state = load(table(*seats, phase="mayor", taken={"mayor": 0}, to_act=[0, 1, 2], ship=0))
    assert rules.legal(state).to_json()["place"]["0"] == {"colonists": 1, "circles": {"corn": 1, "sugar": 1}}
    made = played(state, (1, "place indigo=1"))
    assert made == [(2, "place corn=1", True), (1, "place indigo=1", False)]
    assert at(state, "to_act") == [0]
    with pytest.raises(rules.NotYourTurn):
        rules.apply(state, 1, "place corn=1")
    played(state, (0, "place sugar=1"))
    assert at(state, "colonist_ship") == 5


@pytest.mark.parametrize(
    ("goods", "house", "wanted"),
    [
        ({"corn": 1}, [], {"sell corn", "pass"}),
        ({"corn": 1, "coffee": 2}, ["coffee"], {"sell corn", "pass"}),
        ({"indigo": 1, "sugar": 1}, ["corn", "coffee"], {"sell indigo", "sell sugar", "pass"}),
    ],
)
def test_sales(goods: dict[str, int], house: list[str], wanted: set[str]) -> None:  # rules 3.5
    state = load(table(seat(goods=goods), seat("corn"), seat("corn"), house=house))
    played(state, (0, "role trader"))
    assert moves(state, 0) == wanted


def test_a_full_house_ends_the_phase_without_moves() -> None:  # rules 3.5, notation 2
    seats = [seat(goods={"coffee": 1}), seat(goods={"corn": 1}), seat(goods={"tobacco": 1}, city={"office": 1})]
    state = load(table(*seats, house=["corn", "indigo", "sugar"]))
    assert played(state, (0, "role trader"), (0, "sell coffee")) == [
        (0, "role trader", False),
        (0, "sell coffee", False),
    ]
    assert at(state, "trading_house") == []
    assert at(state, "players.1.goods.corn") == 1


@pytest.mark.parametrize(
    ("goods", "ships", "wanted"),
    [
        # Of the empty ships only those that take the most (rules 3.6).
        ({"corn": 5}, {}, {"ship corn 5", "ship corn 6"}),
        ({"corn": 6}, {}, {"ship corn 6"}),
        ({"corn": 9}, {5: ("sugar", 1), 6: ("indigo", 6)}, {"ship corn 4"}),
        # What lies on a ship goes on no other, even when that is full.
        ({"corn": 3, "sugar": 1}, {4: ("corn", 4)}, {"ship sugar 5", "ship sugar 6"}),
        ({"corn": 3}, {6: ("corn", 5)}, {"ship corn 6"}),
    ],
)
def test_loads(goods: dict[str, int], ships: dict[int, tuple[str, int]], wanted: set[str]) -> None:  # rules 3.6
    position = table(seat(goods={"tobacco": 1}), seat(goods=goods), seat("corn"), ships=ships)
    position["phase"], position["to_act"] = "captain", [1]
    position["roles"]["captain"]["taken_by"] = 0
    position["progress"] = {"privilege_vp_given": True, "wharf_used": [], "passed": [0]}
    assert moves(load(position), 1) == wanted


def test_everybody_passes_once() -> None:  # rules 3.6, notation 2
    state = load(table(seat(goods={"corn": 1}), seat(goods={"corn": 1}), seat(goods={"coffee": 1})))
    made = played(state, (0, "role captain"), (0, "ship corn 4"), (2, "ship coffee 5"))
    assert [entry for entry in made if entry[1] == "pass"] == [(0, "pass", True), (1, "pass", True), (2, "pass", True)]


def test_the_wharf_is_voluntary_and_passing_is_out() -> None:  # rules 3.6, 7
    ships = {4: ("sugar", 4), 5: ("indigo", 5), 6: ("tobacco", 6)}
    state = load(table(seat("corn"), seat(goods={"corn": 3}, city={"wharf": 1}), seat("corn"), ships=ships))
    played(state, (0, "role captain"))
    assert moves(state, 1) == {"ship corn wharf", "pass"}
    made = played(state, (1, "pass"))
    assert made[-3:] == [(0, "keep", True), (1, "keep corn=1", True), (2, "keep", True)]


@pytest.mark.parametrize(
    ("goods", "city", "wanted"),
    [
        ({"corn": 1}, {}, ["keep corn=1"]),
        ({}, {"small_warehouse": 1}, ["keep"]),
        ({"corn": 3, "coffee": 1}, {}, ["keep corn=1", "keep coffee=1"]),
        ({"corn": 3, "coffee": 1}, {"small_warehouse": 1}, ["keep corn=3 coffee=1"]),
        ({"corn": 3, "coffee": 1}, {"small_warehouse": 0}, ["keep corn=1", "keep coffee=1"]),
        ({"corn": 2, "sugar": 3}, {"small_warehouse": 1}, ["keep corn=2 sugar=1", "keep corn=1 sugar=3"]),
        ({"corn": 2, "sugar": 3, "coffee": 1}, {"large_warehouse": 1}, ["keep corn=2 sugar=3 coffee=1"]),
    ],
)
def test_storing(goods: dict[str, int], city: dict[str, int], wanted: list[str]) -> None:  # rules 3.6
    position = table(seat(goods=goods, city=city), seat("corn"), seat("corn"), phase="storage", taken={"captain": 0})
    assert list(rules.legal(load(position)).moves[0]) == wanted


def test_storing_in_turn() -> None:  # rules 5
    seats = [seat(goods={"corn": 2, "sugar": 2})] * 3
    position = table(*seats, phase="storage", governor=1, taken={"captain": 1}, simultaneous=False)
    state = load(position)
    with pytest.raises(rules.NotYourTurn):
        rules.apply(state, 0, "keep corn=1")
    for acting in (1, 2, 0):
        assert at(state, "to_act") == [acting]
        played(state, (acting, "keep sugar=1"))
    assert at(state, "phase") == "choose_role"


def test_two_players_take_three_each() -> None:  # rules 4
    state = load(table(seat("corn"), seat("corn"), governor=1))
    choosers = []
    for role in ("captain", "trader", "craftsman", "prospector", "captain", "mayor"):
        choosers.append(at(state, "chooser"))
        if role == "captain" and len(choosers) > 1:
            role = "builder"
        played(state, (choosers[-1], f"role {role}"))
        while at(state, "phase") == "builder":
            played(state, (at(state, "to_act")[0], "pass"))
    assert choosers == [1, 0, 1, 0, 1, 0]
    assert (at(state, "round"), at(state, "governor"), at(state, "roles.settler.doubloons")) == (5, 0, 1)


def test_the_round_of_the_end_is_played_out() -> None:  # rules 4
    state = load(table(seat("corn"), seat("corn"), seat("corn"), ending="buildings"))
    played(state, (0, "role captain"), (1, "role trader"))
    assert at(state, "to_act") == [2]
    played(state, (2, "role craftsman"))
    assert (at(state, "phase"), at(state, "chooser"), at(state, "to_act")) == ("game_over", None, [])
    assert at(state, "roles.settler.doubloons") == 0
    assert rules.legal(state).to_json() == {"to_act": [], "moves": {}}
    with pytest.raises(rules.NotYourTurn, match="over"):
        rules.apply(state, 0, "role mayor")
