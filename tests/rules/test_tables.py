"""Every section of the rules and each of the 23 buildings as a table: a position, all legal moves, the position after.

A row about a building is read twice: with somebody on the building, and with nobody there (`idle`), when it is as if
there were none (rules, "Only manned tiles and buildings work").
"""

import copy
from dataclasses import dataclass, field
from typing import Any

import pytest

from pbem import rules
from tests.rules.tables import Json, at, load, seat, table

SECTIONS = ("1", "2", "3", "3.1", "3.2", "3.3", "3.4", "3.5", "3.6", "3.7", "4", "5", "6", "7")
ROLES = {f"role {role}" for role in rules.ROLES[:6]} | {"role mayor -colonist"}


@dataclass
class Row:
    """`legal` are all moves of the seat; `then` is what stands there after `move` (and what is forced)."""

    section: str
    says: str
    position: Json
    acting: int
    legal: set[str]
    move: str
    then: dict[str, Any]
    building: str = ""
    idle: set[str] = field(default_factory=set)  # all legal moves with nobody on the building; empty: the same
    idle_then: dict[str, Any] = field(default_factory=dict)  # after the same move, if it is legal then


ROWS: list[Row] = []


def row(section: str, says: str, position: Json, acting: int, legal: set[str], move: str, then: Json) -> None:
    ROWS.append(Row(section, says, position, acting, legal, move, then))


def building(
    name: str,
    says: str,
    position: Json,
    acting: int,
    legal: set[str],
    move: str,
    then: Json,
    idle_then: Json | None = None,
    idle: set[str] | None = None,
) -> None:
    ROWS.append(Row("2", f"{name}: {says}", position, acting, legal, move, then, name, idle or set(), idle_then or {}))


def three(*seats: Json, **options: Any) -> Json:
    """A table of three, filled up with empty boards."""
    return table(*seats, *[seat("corn") for _ in range(3 - len(seats))], **options)


def during(role: str, *seats: Json, acting: int = 0, **options: Any) -> Json:
    """Seat 0 took the role and a seat is to act."""
    return three(*seats, phase=role, taken={role: 0}, to_act=[acting], **options)


def settles(*tiles: str, colonist: bool = False) -> set[str]:
    found = {f"settle {tile}" for tile in tiles} | {"pass"}
    return found | {f"settle {tile} +colonist" for tile in tiles} if colonist else found


def value(state: rules.State, path: str) -> Any:
    """What stands at a path of the position; `large.N` is the count of manned large buildings of a seat."""
    if path.startswith("large."):
        return rules.score(state)[int(path[6:])].large
    return at(state, path)


# --------------------------------------------------------------------------------------------- 2: production buildings

for name, good, crew, tiles, made in [
    ("small_indigo_plant", "indigo", 1, 2, 1),
    ("small_sugar_mill", "sugar", 1, 2, 1),
    ("indigo_plant", "indigo", 3, 2, 2),
    ("indigo_plant", "indigo", 3, 4, 3),
    ("sugar_mill", "sugar", 2, 3, 2),
    ("tobacco_storage", "tobacco", 3, 3, 3),
    ("coffee_roaster", "coffee", 2, 3, 2),
]:
    building(
        name,
        f"{crew} colonists there and {tiles} plantations make {made}",
        three(seat("corn"), seat(*[f"{good}*"] * tiles, city={name: crew})),
        0,
        ROLES,
        "role craftsman",
        {f"players.1.goods.{good}": made},
        {f"players.1.goods.{good}": 0},
    )

# -------------------------------------------------------------------------------------------- 2: small violet buildings

building(
    "small_market",
    "one more on his own sale, of corn too",
    during("trader", seat("corn"), seat(goods={"corn": 2}, city={"small_market": 1}), acting=1),
    1,
    {"sell corn", "pass"},
    "sell corn",
    {"players.1.doubloons": 1},
    {"players.1.doubloons": 0},
)
building(
    "large_market",
    "two more on his own sale, on top of the trader's one",
    during("trader", seat(goods={"indigo": 2}, city={"large_market": 1})),
    0,
    {"sell indigo", "pass"},
    "sell indigo",
    {"players.0.doubloons": 4},
    {"players.0.doubloons": 2},
)
building(
    "large_market",
    "three more with the small one",
    during("trader", seat(goods={"indigo": 2}, city={"large_market": 1, "small_market": 1})),
    0,
    {"sell indigo", "pass"},
    "sell indigo",
    {"players.0.doubloons": 5},
    {"players.0.doubloons": 3},
)
building(
    "small_market",
    "nothing for who does not sell",
    during("trader", seat(goods={"indigo": 2}, city={"small_market": 1})),
    0,
    {"sell indigo", "pass"},
    "pass",
    {"players.0.doubloons": 0},
)
building(
    "hacienda",
    "before the choice the top of the stack is laid at once; then he chooses normally",
    during("settler", seat("corn", city={"hacienda": 1}), face_up=["corn"], draw=["tobacco", "sugar"]),
    0,
    settles("corn", "quarry") | {"hacienda"},
    "hacienda",
    {
        "players.0.island": [{"tile": "corn", "colonist": False}, {"tile": "tobacco", "colonist": False}],
        "plantations.draw": ["sugar"],
        "to_act": [0],
        "progress": {"hacienda_used": True},
    },
    idle=settles("corn", "quarry"),
)
building(
    "hacienda",
    "only once, and before the choice",
    during("settler", seat("corn", city={"hacienda": 1}), face_up=["corn", "corn"], progress={"hacienda_used": True}),
    0,
    settles("corn", "quarry"),
    "settle corn",
    {"to_act": [1], "progress": {"hacienda_used": False}, "players.0.island.1.tile": "corn"},
)
building(
    "construction_hut",
    "a quarry instead of a plantation",
    during("settler", seat("corn"), seat("corn", city={"construction_hut": 1}), acting=1, face_up=["corn"]),
    1,
    settles("corn", "quarry"),
    "settle quarry",
    {"players.1.island.1.tile": "quarry", "supply.quarries": 7, "to_act": [2]},
    idle=settles("corn"),
)
building(
    "construction_hut",
    "still one quarry a phase",
    during("settler", seat("corn", city={"construction_hut": 1}), face_up=["corn"]),
    0,
    settles("corn", "quarry"),
    "settle quarry",
    {"players.0.island.1.tile": "quarry", "supply.quarries": 7, "to_act": [1]},
)
building(
    "small_warehouse",
    "all barrels of one kind besides the one that everybody keeps",
    during("captain", seat(goods={"corn": 3, "sugar": 2, "coffee": 1}, city={"small_warehouse": 1}))
    | {"phase": "storage", "progress": {}},
    0,
    {"keep corn=3 sugar=1", "keep corn=3 coffee=1", "keep corn=1 sugar=2", "keep sugar=2 coffee=1"},
    "keep sugar=2 coffee=1",
    {"players.0.goods.sugar": 2, "players.0.goods.corn": 0, "supply.goods.corn": 10, "supply.goods.coffee": 8},
    idle={"keep corn=1", "keep sugar=1", "keep coffee=1"},
)
building(
    "large_warehouse",
    "all barrels of two kinds",
    during("captain", seat(goods={"corn": 3, "sugar": 2, "tobacco": 2}, city={"large_warehouse": 1}))
    | {"phase": "storage", "progress": {}},
    0,
    {"keep corn=3 sugar=2 tobacco=1", "keep corn=3 sugar=1 tobacco=2", "keep corn=1 sugar=2 tobacco=2"},
    "keep corn=3 sugar=2 tobacco=1",
    {"players.0.goods.tobacco": 1, "supply.goods.tobacco": 8},
    idle={"keep corn=1", "keep sugar=1", "keep tobacco=1"},
)
building(
    "large_warehouse",
    "three kinds with the small one",
    during(
        "captain",
        seat(
            goods={"corn": 2, "indigo": 2, "sugar": 2, "tobacco": 2},
            city={"large_warehouse": 1, "small_warehouse": 1},
        ),
    )
    | {"phase": "storage", "progress": {}},
    0,
    {
        "keep corn=2 indigo=2 sugar=2 tobacco=1",
        "keep corn=2 indigo=2 sugar=1 tobacco=2",
        "keep corn=2 indigo=1 sugar=2 tobacco=2",
        "keep corn=1 indigo=2 sugar=2 tobacco=2",
    },
    "keep corn=1 indigo=2 sugar=2 tobacco=2",
    {"players.0.goods.corn": 1, "players.0.goods.indigo": 2},
    idle={
        *(f"keep {good}=2 {other}=1" for good, other in [("corn", "indigo"), ("corn", "sugar"), ("corn", "tobacco")]),
        *(f"keep {other}=1 {good}=2" for other, good in [("corn", "indigo"), ("corn", "sugar"), ("corn", "tobacco")]),
        *(f"keep indigo=2 {other}=1" for other in ("sugar", "tobacco")),
        *(f"keep indigo=1 {other}=2" for other in ("sugar", "tobacco")),
        "keep sugar=2 tobacco=1",
        "keep sugar=1 tobacco=2",
    },
)
building(
    "hospice",
    "a colonist from the supply onto the tile he takes, a quarry too",
    during("settler", seat("corn", city={"hospice": 1}), face_up=["corn", "sugar"], supply_colonists=9),
    0,
    settles("corn", "sugar", "quarry", colonist=True),
    "settle quarry +colonist",
    {"players.0.island.1": {"tile": "quarry", "colonist": True}, "supply.colonists": 8, "colonist_ship": 3},
    idle=settles("corn", "sugar", "quarry"),
)
building(
    "hospice",
    "else from the ship",
    during("settler", seat("corn", city={"hospice": 1}), face_up=["corn"], supply_colonists=0, ship=2),
    0,
    settles("corn", "quarry", colonist=True),
    "settle corn +colonist",
    {"supply.colonists": 0, "colonist_ship": 1, "players.0.island.0": {"tile": "corn", "colonist": True}},
    idle=settles("corn", "quarry"),
)
building(
    "hospice",
    "else none",
    during("settler", seat("corn", city={"hospice": 1}), face_up=["corn"], supply_colonists=0, ship=0),
    0,
    settles("corn", "quarry"),
    "settle corn",
    {"players.0.island.0": {"tile": "corn", "colonist": False}},
)
building(
    "office",
    "a kind that is already in the trading house",
    during("trader", seat(goods={"corn": 1, "sugar": 1}, city={"office": 1}), house=["corn", "sugar"]),
    0,
    {"sell corn", "sell sugar", "pass"},
    "sell sugar",
    {"players.0.doubloons": 3, "trading_house": ["corn", "sugar", "sugar"]},
    idle={"pass"},
)
building(
    "factory",
    "5 doubloons for five kinds",
    three(
        seat("corn"),
        seat(
            *["corn*", "indigo*", "sugar*", "tobacco*", "coffee*"],
            city={"indigo_plant": 1, "sugar_mill": 1, "tobacco_storage": 1, "coffee_roaster": 1, "factory": 1},
        ),
    ),
    0,
    ROLES,
    "role craftsman",
    {"players.1.doubloons": 5},
    {"players.1.doubloons": 0},
)
for kinds, pays in [(1, 0), (2, 1), (3, 2), (4, 3)]:
    plants = ["", "small_indigo_plant", "small_sugar_mill", "tobacco_storage"]
    building(
        "factory",
        f"{pays} for {kinds}",
        three(
            seat("corn"),
            seat(
                *[f"{good}*" for good in rules.GOODS[:kinds]],
                city={**dict.fromkeys(plants[1:kinds], 1), "factory": 1},
            ),
        ),
        0,
        ROLES,
        "role craftsman",
        {"players.1.doubloons": pays},
        {"players.1.doubloons": 0},
    )
building(
    "factory",
    "only for kinds really taken",
    three(
        seat("corn"),
        seat("corn*", "indigo*", city={"indigo_plant": 1, "factory": 1}),
        seat(goods={"corn": 10}),
    ),
    0,
    ROLES,
    "role craftsman",
    {"players.1.doubloons": 0, "players.1.goods.indigo": 1, "players.1.goods.corn": 0},
)
CHEAP = {"build small_indigo_plant", "build small_market"}
building(
    "university",
    "one colonist onto the building he builds, one circle of it only",
    during("builder", seat("corn"), seat("corn", doubloons=3, city={"university": 1}), acting=1, supply_colonists=4),
    1,
    {"pass"}
    | {
        f"build {name}{more}"
        for name in (
            *("small_indigo_plant", "small_sugar_mill", "indigo_plant", "small_market", "hacienda"),
            *("construction_hut", "small_warehouse"),
        )
        for more in ("", " +colonist")
    },
    "build indigo_plant +colonist",
    {
        "players.1.buildings.1": {"building": "indigo_plant", "colonists": 1},
        "supply.colonists": 3,
        "players.1.doubloons": 0,
    },
    idle={
        *("pass", "build small_indigo_plant", "build small_sugar_mill", "build indigo_plant", "build small_market"),
        *("build hacienda", "build construction_hut", "build small_warehouse"),
    },
)
building(
    "university",
    "else from the ship",
    during(
        "builder",
        *[seat("corn"), seat("corn", doubloons=1, city={"university": 1})],
        acting=1,
        supply_colonists=0,
        ship=1,
    ),
    1,
    {"pass"} | CHEAP | {f"{build} +colonist" for build in CHEAP},
    "build small_market +colonist",
    {"colonist_ship": 0, "players.1.buildings.1.colonists": 1},
    idle={"pass"} | CHEAP,
)
building(
    "university",
    "else none",
    during(
        "builder",
        *[seat("corn"), seat("corn", doubloons=1, city={"university": 1})],
        acting=1,
        supply_colonists=0,
        ship=0,
    ),
    1,
    {"pass"} | CHEAP,
    "build small_market",
    {"players.1.buildings.1.colonists": 0},
)
building(
    "harbor",
    "one point more each time he loads",
    during("captain", seat("corn"), seat(goods={"corn": 3, "sugar": 1}, city={"harbor": 1}), acting=1),
    1,
    {"ship corn 4", "ship corn 5", "ship corn 6", "ship sugar 4", "ship sugar 5", "ship sugar 6"},
    "ship corn 4",
    {"players.1.vp": 4, "supply.vp": 71},
    {"players.1.vp": 3, "supply.vp": 72},
)
building(
    "harbor",
    "on the wharf too",
    during("captain", seat(goods={"corn": 3}, city={"harbor": 1, "wharf": 1}), ships={4: ("corn", 3)}),
    0,
    {"ship corn 4", "ship corn wharf"},
    "ship corn wharf",
    {"players.0.vp": 5},
    {"players.0.vp": 4},
)
building(
    "wharf",
    "instead of a cargo ship all of one kind to the supply, a point each",
    during("captain", seat("corn"), seat(goods={"corn": 6}, city={"wharf": 1}), acting=1, ships={6: ("corn", 4)}),
    1,
    {"ship corn 6", "ship corn wharf"},
    "ship corn wharf",
    {"players.1.vp": 6, "supply.goods.corn": 6, "players.1.goods.corn": 0, "cargo_ships.2.loaded": 4},
    idle={"ship corn 6"},
)
building(
    "wharf",
    "once a captain phase",
    during(
        "captain",
        *[seat("corn"), seat(goods={"corn": 6, "sugar": 1}, city={"wharf": 1})],
        acting=1,
        ships={4: ("corn", 1)},
        progress={"privilege_vp_given": False, "wharf_used": [1], "passed": []},
    ),
    1,
    {"ship corn 4", "ship sugar 5", "ship sugar 6"},
    "ship sugar 5",
    {"players.1.vp": 4, "players.1.goods.corn": 1},  # and three barrels of corn go on ship 4 by themselves
)
building(
    "wharf",
    "always voluntary",
    during(
        "captain",
        *[seat("corn"), seat(goods={"corn": 3}, city={"wharf": 1})],
        acting=1,
        ships={4: ("corn", 4)},
    ),
    1,
    {"ship corn wharf", "pass"},
    "pass",
    {"players.1.vp": 0, "players.1.goods.corn": 1},
    idle={"pass"},
)

# --------------------------------------------------------------------------------------------- 2, 4: large buildings


def count(name: str, says: str, player: Json, points: int) -> None:
    """The last role of the last round is taken; the count is made with seat 2's large building."""
    position = table(seat("corn"), seat("corn"), player, taken={"settler": 0, "trader": 1}, ending="vp", money={})
    left = ROLES - {"role settler", "role trader"}
    then = {"phase": "game_over", "large.2": points}
    building(name, says, position, 2, left, "role captain", then, {"phase": "game_over", "large.2": 0})


PLANTS = dict.fromkeys(rules.BUILDINGS[:6], 0)
count("guild_hall", "1 for small plants, 2 for others, manned or not", seat(city={"guild_hall": 1, **PLANTS}), 10)
count("guild_hall", "nothing for violet ones", seat(city={"guild_hall": 1, "harbor": 1, "small_sugar_mill": 1}), 1)
for spaces, points in [(0, 4), (9, 4), (10, 5), (11, 6), (12, 7)]:
    count("residence", f"{points} for {spaces} spaces", seat(*(["corn"] * 6 + ["sugar"] * 6)[:spaces],
          city={"residence": 1}), points)  # fmt: skip
for waiting, points in [(1, 0), (2, 1), (4, 1), (5, 2), (11, 4)]:
    count("fortress", f"one for every three, {waiting + 1} here", seat(san_juan=waiting, city={"fortress": 1}), points)
for vp, points in [(3, 0), (4, 1), (7, 1), (8, 2), (75, 18), (83, 20)]:
    count("customs_house", f"one for every four chips, {vp} here", seat(vp=vp, city={"customs_house": 1}), points)
VIOLET = dict.fromkeys(("small_market", "hacienda", "wharf", "fortress"), 0)
count("city_hall", "1 for each violet building, manned or not", seat(city={"city_hall": 1, **VIOLET}), 5)
count("city_hall", "nothing for plants", seat(city={"city_hall": 1, "indigo_plant": 3}), 1)

# ------------------------------------------------------------------------------------------------------ sections 1 to 7

for players, roles in [(2, rules.ROLES[:7]), (3, rules.ROLES[:6]), (4, rules.ROLES[:7]), (5, rules.ROLES)]:
    row(
        "1",
        f"{players} players begin with the governor's choice of {len(roles)} cards",
        rules.dump(rules.new_game(rules.Rules.from_json({"players": players}), "begin")),
        0,
        {f"role {role}" for role in roles} | {"role mayor -colonist"},
        "role captain",
        {"chooser": 1, "to_act": [1], "phase": "choose_role", "roles.captain.taken_by": 0, "round": 1},
    )
row(
    "3",
    "the chooser takes the card and first all doubloons on it, usable at once",
    three(seat("corn", doubloons=1), money={"builder": 2}),
    0,
    ROLES,
    "role builder",
    {"players.0.doubloons": 3, "roles.builder": {"doubloons": 0, "taken_by": 0}, "to_act": [0], "phase": "builder"},
)
row(
    "3.1",
    "with 12 filled spaces nobody takes a tile",
    during("settler", seat(*["corn"] * 6, *["sugar"] * 6), seat("corn"), face_up=["corn"]),
    0,
    {"pass"},
    "pass",
    {"to_act": [1]},
)
NEARLY_ALL = [*["indigo"] * 12, *["sugar"] * 11, *["tobacco"] * 9, *["coffee"] * 8, *["corn"] * 8]
row(
    "3.1",
    "the discards, these too, are shuffled into a new stack; what is missing then stays missing",
    table(
        *[seat(*NEARLY_ALL[at : at + 12]) for at in (0, 12, 24, 36)],
        seat(),
        phase="settler",
        governor=4,
        taken={"settler": 4},
        face_up=["corn", "corn"],
        draw=[],
    ),
    4,
    settles("corn", "quarry"),
    "settle corn",
    {"plantations": {"face_up": ["corn"], "draw": [], "discard": []}, "phase": "choose_role", "to_act": [0]},
)
row(
    "3.2",
    "the mayor may waive his colonist when he chooses the role",
    three(seat("corn", "sugar", "indigo"), seat("corn", "sugar"), seat("corn", "sugar"), supply_colonists=9),
    0,
    ROLES,
    "role mayor -colonist",
    {"supply.colonists": 9, "players.0.san_juan": 1, "players.1.san_juan": 1, "colonist_ship": 0, "phase": "mayor"},
)
row(
    "3.2",
    "never from the ship",
    three(seat("corn", "sugar", "indigo"), seat("corn", "sugar"), seat("corn", "sugar"), supply_colonists=0, ship=1),
    0,
    ROLES - {"role mayor -colonist"},
    "role mayor",
    {"players.0.san_juan": 1, "players.1.san_juan": 0, "colonist_ship": 0},
)
row(
    "3.3",
    "one in the supply, not owned, and fits; a large one needs two spaces",
    during(
        "builder",
        seat("corn", doubloons=30, city=dict.fromkeys((*rules.BUILDINGS[:10], "office"), 0)),
        seat("corn", doubloons=1, city={"hospice": 0}),
        seat("corn", city={"hospice": 0}),
    ),
    0,
    {"pass"}
    | {f"build {name}" for name in ("large_market", "large_warehouse", "factory", "university", "harbor", "wharf")},
    "build wharf",
    {"players.0.doubloons": 22, "ending": "buildings", "to_act": [1], "phase": "builder"},
)
row(
    "3.3",
    "the cost less one for the builder and the manned quarries up to the column, never below 0",
    during("builder", seat(*["quarry*"] * 5, doubloons=0)),
    0,
    {"pass"}
    | {
        f"build {name}"
        for name in (
            *("small_indigo_plant", "small_sugar_mill", "indigo_plant"),
            *("small_market", "hacienda", "construction_hut"),
        )
    },
    "build indigo_plant",
    {"players.0.doubloons": 0},
)
row(
    "3.4",
    "the craftsman may take one more of what he produced and the supply still has",
    three(seat("corn*", "indigo*", "sugar", city={"indigo_plant": 1, "sugar_mill": 1}), seat("sugar"), seat("corn*")),
    0,
    ROLES,
    "role craftsman",
    {"progress": {"may_take": ["corn", "indigo"]}, "to_act": [0], "players.2.goods.corn": 1},
)
row(
    "3.4",
    "one more of a kind",
    during("craftsman", seat("corn*", goods={"corn": 1}), progress={"may_take": ["corn"]}),
    0,
    {"take corn", "pass"},
    "take corn",
    {"players.0.goods.corn": 2, "supply.goods.corn": 8, "phase": "choose_role", "to_act": [1]},
)
row(
    "3.5",
    "as soon as the house holds four the phase ends and it is emptied",
    during(
        "trader",
        *[seat("corn"), seat(goods={"coffee": 1}), seat(goods={"corn": 1}, city={"office": 1})],
        acting=1,
        house=["corn", "indigo", "sugar"],
    ),
    1,
    {"sell coffee", "pass"},
    "sell coffee",
    {"trading_house": [], "players.1.doubloons": 4, "phase": "choose_role", "players.2.goods.corn": 1},
)
row(
    "3.5",
    "a house with fewer keeps them",
    during("trader", seat("corn"), seat("corn"), seat(goods={"tobacco": 1}), acting=2, house=["corn"]),
    2,
    {"sell tobacco", "pass"},
    "sell tobacco",
    {"trading_house": ["corn", "tobacco"], "players.2.doubloons": 3, "phase": "choose_role"},
)
row(
    "3.6",
    "of empty ships only those that take the most of it; the kind is free, also if it brings less",
    during("captain", seat(goods={"corn": 5, "sugar": 1})),
    0,
    {"ship corn 5", "ship corn 6", "ship sugar 4", "ship sugar 5", "ship sugar 6"},
    "ship sugar 6",
    {"players.0.vp": 2 + 5, "players.0.goods.corn": 0},  # the corn has ship 5 only then, and goes by itself
)
row(
    "3.6",
    "a kind that lies on one ship, even a full one, goes on no other",
    during("captain", seat(goods={"corn": 5, "sugar": 1, "indigo": 1}), ships={4: ("corn", 4), 5: ("sugar", 4)}),
    0,
    {"ship sugar 5", "ship indigo 6"},
    "ship indigo 6",
    {"players.0.goods": {"corn": 1, "indigo": 0, "sugar": 0, "tobacco": 0, "coffee": 0}, "players.0.vp": 3},
)
row(
    "3.6",
    "all that fit are loaded, and the rest stays his",
    during("captain", seat(goods={"corn": 5}), seat(goods={"coffee": 1}), ships={6: ("corn", 4)}),
    0,
    {"ship corn 6"},
    "ship corn 6",
    {"cargo_ships.2.loaded": 6, "players.0.goods.corn": 3, "players.0.vp": 3, "to_act": [1]},
)
row(
    "3.6",
    "full ships are emptied after storing, others keep their load",
    during("captain", seat(goods={"corn": 2, "sugar": 2}), ships={5: ("tobacco", 5), 6: ("indigo", 5)})
    | {"phase": "storage", "progress": {}},
    0,
    {"keep corn=1", "keep sugar=1"},
    "keep corn=1",
    {
        "cargo_ships.1": {"capacity": 5, "good": None, "loaded": 0},
        "cargo_ships.2": {"capacity": 6, "good": "indigo", "loaded": 5},
        "supply.goods.tobacco": 9,
        "supply.goods.corn": 9,
        "supply.goods.sugar": 11,
    },
)
row(
    "3.7",
    "two prospector cards are two roles",
    table(*[seat("corn")] * 5, taken={"prospector": 0}, money={"prospector_2": 1}),
    1,
    ROLES | {"role prospector_2"},
    "role prospector_2",
    {"players.1.doubloons": 2, "players.0.doubloons": 0, "to_act": [2]},
)
row(
    "4",
    "each card not taken gets a doubloon, the cards go back and the placard goes to the left",
    three(taken={"settler": 2, "mayor": 0}, governor=2, money={"trader": 2}),
    1,
    ROLES - {"role settler", "role mayor", "role mayor -colonist"},
    "role captain",
    {
        "governor": 0,
        "to_act": [0],
        "round": 5,
        **{f"roles.{role}": {"doubloons": n, "taken_by": None} for role, n in [
            ("settler", 0), ("mayor", 0), ("builder", 1), ("craftsman", 1), ("trader", 3), ("captain", 0)
        ]},
    },
)  # fmt: skip
row(
    "4",
    "two players choose in turn until each has had three",
    table(
        *[seat("corn"), seat("corn")],
        taken={"settler": 0, "mayor": 1, "trader": 0, "prospector": 1, "builder": 0},
    ),
    1,
    {"role craftsman", "role captain"},
    "role captain",
    {"governor": 1, "to_act": [1], "round": 5, "roles.craftsman.doubloons": 1},
)
row(
    "4",
    "the round of the end is played out; then no doubloons and no new governor",
    three(taken={"settler": 0, "mayor": 1}, ending="buildings"),
    2,
    ROLES - {"role settler", "role mayor", "role mayor -colonist"},
    "role captain",
    {"phase": "game_over", "to_act": [], "chooser": None, "round": 4, "governor": 0, "roles.trader.doubloons": 0},
)
row(
    "4",
    "the last chip taken ends the game; more points are noted without limit",
    during("captain", seat(goods={"corn": 4}), seat(goods={"coffee": 1}), vp=3),
    0,
    {"ship corn 4", "ship corn 5", "ship corn 6"},
    "ship corn 4",
    {"ending": "vp", "supply.vp": 0, "players.0.vp": 5, "to_act": [1]},
)
STORES = [seat("corn", goods={"corn": 2, "sugar": 2}) for _ in range(3)]
row(
    "5",
    "storing is asked of all seats at once and done in any order",
    three(*STORES, phase="storage", taken={"captain": 0}, to_act=[0, 1, 2]),
    1,
    {"keep corn=1", "keep sugar=1"},
    "keep corn=1",
    {"to_act": [0, 2], "players.1.goods.corn": 1, "phase": "storage"},
)
row(
    "5",
    "in turn it goes clockwise from the captain",
    three(*STORES, phase="storage", governor=1, taken={"captain": 1}, to_act=[1], simultaneous=False),
    1,
    {"keep corn=1", "keep sugar=1"},
    "keep sugar=1",
    {"to_act": [2]},
)
row(
    "6",
    "any move that is the only legal one is made by itself",
    three(seat("corn"), seat(goods={"corn": 2}), seat(goods={"corn": 2}), ships={5: ("corn", 1), 6: ("indigo", 2)}),
    0,
    ROLES,
    "role captain",
    {"players.1.vp": 2, "players.2.vp": 2, "cargo_ships.1": {"capacity": 5, "good": None, "loaded": 0}, "to_act": [1]},
)
row(
    "7",
    "passing with the wharf is out for the phase",
    during(
        "captain",
        *[seat("corn"), seat(goods={"corn": 3}, city={"wharf": 1}), seat(goods={"sugar": 1, "coffee": 1})],
        acting=1,
        ships={4: ("corn", 4)},
    ),
    1,
    {"ship corn wharf", "pass"},
    "pass",
    {"to_act": [2], "progress": {"privilege_vp_given": False, "wharf_used": [], "passed": [1]}},
)
row(
    "7",
    "a short ship is filled as far as the supply goes",
    during(
        "mayor",
        seat("corn", "sugar", san_juan=1, city={"sugar_mill": 0, "indigo_plant": 0}),
        ship=0,
        supply_colonists=5,
    ),
    0,
    set(),
    "place corn=1",
    {"colonist_ship": 5, "supply.colonists": 0, "ending": "colonists"},
)
row(
    "3.2",
    "exactly enough is enough",
    during(
        "mayor",
        seat("corn", "sugar", san_juan=1, city={"sugar_mill": 0, "indigo_plant": 0}),
        ship=0,
        supply_colonists=6,
    ),
    0,
    set(),
    "place corn=1",
    {"colonist_ship": 6, "supply.colonists": 0, "ending": None},
)


def check(position: Json, acting: int, legal: set[str], move: str, then: Json) -> None:
    state = load(position)
    asked = rules.legal(state)
    assert set(asked.moves.get(acting, ())) == legal
    if move in legal or asked.place:
        rules.apply(state, acting, move)
        assert {path: value(state, path) for path in then} == then
    rules.load(rules.dump(state))  # and everything still adds up


@pytest.mark.parametrize("line", ROWS, ids=[f"rules {line.section}: {line.says}" for line in ROWS])
def test_row(line: Row) -> None:
    check(line.position, line.acting, line.legal, line.move, line.then)


IDLE = [line for line in ROWS if line.idle or line.idle_then]


@pytest.mark.parametrize("line", IDLE, ids=[f"rules {line.section}: {line.says}" for line in IDLE])
def test_row_with_nobody_there(line: Row) -> None:
    position = copy.deepcopy(line.position)
    for player in position["players"]:
        for built in player["buildings"]:
            if built["building"] == line.building:
                # He waits in San Juan.
                player["san_juan"] += built["colonists"]
                built["colonists"] = 0
    check(position, line.acting, line.idle or line.legal, line.move, line.idle_then)


def test_every_section_and_every_building_has_its_rows() -> None:
    assert {line.section for line in ROWS} == set(SECTIONS)
    assert {line.building for line in ROWS} - {""} == set(rules.BUILDINGS)
    assert {line.building for line in IDLE} == set(rules.BUILDINGS)
