"""Rules 1 and 2: the numbers of the set-up and of every building."""

import re
from collections import Counter
from pathlib import Path

import pytest

from pbem import rules
from pbem.rules import buildings
from tests.rules.tables import at

# rules 1, column by column
SETUP = {
    2: (65, 40, 2, 3, "indigo corn", (4, 6), 3, 5, (7, 9, 8, 6, 5), (8, 9, 9, 7, 7), 7),
    3: (75, 55, 3, 2, "indigo indigo corn", (4, 5, 6), 4, 8, (10, 12, 11, 9, 8), (10, 11, 11, 9, 9), 6),
    4: (100, 75, 4, 3, "indigo indigo corn corn", (5, 6, 7), 5, 8, (10, 12, 11, 9, 8), (10, 11, 11, 9, 9), 7),
    5: (122, 95, 5, 4, "indigo indigo indigo corn corn", (6, 7, 8), 6, 8, (10, 12, 11, 9, 8), (10, 11, 11, 9, 9), 8),
}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_set_up(players: int) -> None:  # rules 1
    vp, colonists, ship, doubloons, tiles, ships, row, quarries, plantations, goods, roles = SETUP[players]
    position = rules.dump(rules.new_game(rules.Rules.from_json({"players": players}), "a seed"))
    supply = position["supply"]
    assert (supply["vp"], supply["colonists"], position["colonist_ship"]) == (vp, colonists, ship)
    assert [player["doubloons"] for player in position["players"]] == [doubloons] * players
    assert [player["island"] for player in position["players"]] == [
        [{"tile": tile, "colonist": False}] for tile in tiles.split()
    ]
    assert tuple(ship["capacity"] for ship in position["cargo_ships"]) == ships
    assert len(position["plantations"]["face_up"]) == row
    assert supply["quarries"] == quarries
    there = Counter(position["plantations"]["face_up"] + position["plantations"]["draw"] + tiles.split())
    assert there == Counter(dict(zip(rules.GOODS, plantations, strict=True)))
    assert tuple(supply["goods"].values()) == goods
    assert len(position["roles"]) == roles


def test_the_seed_decides_the_stack() -> None:  # rules 1
    wanted = rules.Rules.from_json({"players": 4})
    one, same, other = (rules.dump(rules.new_game(wanted, seed)) for seed in ("x", "x", "y"))
    assert one == same
    assert one["plantations"] != other["plantations"]


# rules 2: name, cost, VP, circles, copies, size
ROWS = """
small_indigo_plant 1 1 1 4 1
small_sugar_mill 2 1 1 4 1
indigo_plant 3 2 3 3 1
sugar_mill 4 2 3 3 1
tobacco_storage 5 3 3 3 1
coffee_roaster 6 3 2 3 1
small_market 1 1 1 2 1
hacienda 2 1 1 2 1
construction_hut 2 1 1 2 1
small_warehouse 3 1 1 2 1
hospice 4 2 1 2 1
office 5 2 1 2 1
large_market 5 2 1 2 1
large_warehouse 6 2 1 2 1
factory 7 3 1 2 1
university 8 3 1 2 1
harbor 8 3 1 2 1
wharf 9 3 1 2 1
guild_hall 10 4 1 1 2
residence 10 4 1 1 2
fortress 10 4 1 1 2
customs_house 10 4 1 1 2
city_hall 10 4 1 1 2
"""


def test_every_building() -> None:  # rules 2
    rows = [line.split() for line in ROWS.split("\n") if line]
    assert tuple(row[0] for row in rows) == rules.BUILDINGS
    for name, *numbers in rows:
        row = rules.building(name)
        assert [row.cost, row.vp, row.circles, row.copies, row.size] == [int(n) for n in numbers], name
        assert row.column == row.vp
    assert {name for name in rules.BUILDINGS if not rules.building(name).violet} == set(rules.BUILDINGS[:6])


@pytest.mark.parametrize(("players", "copies"), [(2, [2] * 6 + [1] * 17), (3, [4, 4, 3, 3, 3, 3] + [2] * 12 + [1] * 5)])
def test_copies(players: int, copies: list[int]) -> None:  # rules 1
    state = rules.new_game(rules.Rules.from_json({"players": players}), "copies")
    assert list(at(state, "supply.buildings").values()) == copies


def test_no_such_building() -> None:
    with pytest.raises(rules.BadRequest, match="no building"):
        rules.building("castle")


def test_the_phases_name_no_building() -> None:  # architecture 4
    folder = Path(buildings.__file__).parent.parent
    engine = ("round.py", "bank.py", "placing.py", "tiles.py", "hooks.py")
    sources = [*(folder / "phases").glob("*.py"), *(folder / name for name in engine)]
    assert len(sources) > 12
    words = re.compile(rf"\b({'|'.join(rules.BUILDINGS)})\b")
    named = {source.name: words.findall(source.read_text(encoding="utf-8")) for source in sources}
    assert {name: found for name, found in named.items() if found} == {}


def test_the_buildings_know_no_phase() -> None:  # architecture 4
    folder = Path(buildings.__file__).parent
    assert all("rules.phases" not in source.read_text(encoding="utf-8") for source in folder.glob("*.py"))
