"""What a move does and a role brings, tried out on a view: exact, and it shows nothing that is hidden."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from pbem import rules
from pbem.rules import outlook

GOLDEN = json.loads((Path(__file__).parents[1] / "web" / "position.json").read_text("utf-8"))
BEA, CEM, ANNA, DIRK = range(4)


def seen(**changes: Any) -> dict[str, Any]:
    position = copy.deepcopy(GOLDEN)
    position.update(changes)
    return rules.view(rules.load(position), ANNA)


def test_the_golden_captain() -> None:
    """The forecast of the look's table: Anna coffee first, then everybody what brings most."""
    loads = {one.seat: one for one in outlook.loads(seen(), ANNA)}
    assert loads[ANNA].loads == (("coffee", 2), ("indigo", 1))
    assert (loads[ANNA].vp, loads[ANNA].lost) == (4, {"corn": 1})
    assert (loads[DIRK].loads, loads[DIRK].lost) == ((), {"tobacco": 3})
    assert (loads[BEA].vp, sum(loads[BEA].lost.values())) == (2, 4)
    assert (loads[CEM].vp, loads[CEM].kept) == (2, {"corn": 1, "indigo": 2}), "his warehouse keeps a kind"


def test_the_golden_trader() -> None:
    sales = outlook.sales(seen(), ANNA)
    assert [(one.seat, one.good, one.price, one.why) for one in sales] == [
        (ANNA, "coffee", 6, ""),
        (DIRK, "tobacco", 4, ""),
        (BEA, "", 0, "full"),
        (CEM, "", 0, "full"),
    ]


def test_the_mayor_is_exact() -> None:
    assert [(one.from_supply, one.from_ship) for one in outlook.settlers(seen(), ANNA)] == [
        (1, 2),
        (0, 1),
        (0, 1),
        (0, 1),
    ]
    assert outlook.settlers(seen(), ANNA, waived=True)[0].from_supply == 0


@pytest.mark.parametrize("role", ["mayor", "trader", "captain"])
def test_what_is_foretold_is_what_happens(role: str) -> None:
    """The mayor's arrivals and the first sale or load are what the rules then do."""
    state = rules.load(copy.deepcopy(GOLDEN))
    view = rules.view(state, ANNA)
    rules.apply(state, ANNA, f"role {role}")
    if role == "mayor":
        for one in outlook.settlers(view, ANNA):
            had, has = GOLDEN["players"][one.seat]["san_juan"], rules.dump(state)["players"][one.seat]["san_juan"]
            assert has - had == one.from_ship + one.from_supply
    elif role == "trader":
        rules.apply(state, ANNA, f"sell {outlook.sales(view, ANNA)[0].good}")
        assert rules.dump(state)["players"][ANNA]["doubloons"] == 4 + 2 + outlook.sales(view, ANNA)[0].price
    else:
        good, barrels = outlook.loads(view, ANNA)[0].loads[0]
        rules.apply(state, ANNA, f"ship {good} 6")
        assert GOLDEN["players"][ANNA]["goods"][good] - rules.dump(state)["players"][ANNA]["goods"][good] == barrels


def test_a_preview_changes_what_the_move_changes_and_nothing_else() -> None:
    view = seen()
    before = json.dumps(view)
    after = outlook.preview(view, ANNA, "role mayor")
    assert json.dumps(view) == before, "it is a copy"
    assert after["players"][ANNA]["san_juan"] == 3 and after["colonist_ship"] == 0
    assert after["plantations"] == view["plantations"]
    assert [player["vp"] for player in after["players"]] == [None, None, 7, None]


def test_a_preview_draws_nothing() -> None:
    roles = copy.deepcopy(GOLDEN["roles"])
    roles["settler"]["taken_by"] = ANNA
    view = seen(phase="settler", roles=roles, chooser=ANNA, progress={"hacienda_used": False})
    after = outlook.preview(view, ANNA, "settle coffee")
    assert after["plantations"]["draw"] == 8
    assert sorted([*after["plantations"]["face_up"], "coffee"]) == sorted(view["plantations"]["face_up"])
    with pytest.raises(rules.BadRequest):
        outlook.preview(view, ANNA, "hacienda")
    with pytest.raises(rules.IllegalMove):
        outlook.preview(view, ANNA, "settle tobacco")


def test_a_role_that_is_taken_has_no_outlook() -> None:
    with pytest.raises(rules.BadRequest):
        outlook.harvests(seen(), ANNA)
