"""Notation 3: what a position must be, and that the refusal names the field."""

import copy
import json
import random
import re
from typing import Any

import pytest

from pbem import rules
from pbem.rules.setup import NUMBERS
from tests.cases.run_cases import change
from tests.rules.scatter import scattered
from tests.rules.tables import Json, at, load, seat, table
from tests.rules.test_play import choose

REMOVED = object()


def captain() -> Json:
    seats = [seat("corn", goods={"corn": 2}), seat("corn", goods={"sugar": 1}), seat("quarry", city={"wharf": 1})]
    return table(*seats, phase="captain", taken={"captain": 0}, to_act=[1], ships={4: ("indigo", 2)})


def choosing() -> Json:
    return table(seat("corn*", "quarry"), seat("corn", city={"hacienda": 1}), seat("corn"), money={"mayor": 2})


BROKEN: list[tuple[Any, str, Any, str]] = [
    (choosing, "rules.players", 4, "roles.prospector"),
    (choosing, "rules.players", True, "rules"),
    (choosing, "rules.ship_minimum", 3, "rules"),
    (choosing, "rules.expansions", ["nobles"], "rules"),
    (choosing, "rules.market", "draft", "rules"),
    (choosing, "rules", REMOVED, "rules"),
    (choosing, "round", 0, "round"),
    (choosing, "round", 1.5, "round"),
    (choosing, "governor", 3, "governor"),
    (choosing, "governor", REMOVED, "governor"),
    (choosing, "chooser", 1, "chooser"),
    (choosing, "chooser", None, "chooser"),
    (choosing, "chooser", REMOVED, "chooser"),
    (choosing, "phase", None, "phase"),
    (choosing, "phase", ["settler"], "phase"),
    (choosing, "to_act", 0, "to_act"),
    (choosing, "to_act", [0, 0], "to_act.1"),
    (choosing, "to_act", [True], "to_act.0"),
    (choosing, "to_act", [0, 1], "to_act"),
    (choosing, "ending", "rain", "ending"),
    (choosing, "ending", REMOVED, "ending"),
    (choosing, "phase", "game_over", "ending"),
    (choosing, "random", 7, "random"),
    (choosing, "random", "x:1", "random"),
    (choosing, "random", "ab:-1", "random"),
    (choosing, "roles.prospector", {"doubloons": 0, "taken_by": None}, "roles.prospector"),
    (choosing, "roles.mayor", REMOVED, "roles.mayor"),
    (choosing, "roles.mayor.doubloons", -1, "roles.mayor.doubloons"),
    (choosing, "roles.mayor.taken_by", 0, "roles.mayor.doubloons"),
    (choosing, "roles.settler.taken_by", 1, "roles"),
    (choosing, "roles.settler.taken_by", 5, "roles.settler.taken_by"),
    (choosing, "supply.vp", 74, "supply.vp"),
    (choosing, "supply.vp", 0, "supply.vp"),
    (choosing, "supply.colonists", "55", "supply.colonists"),
    (choosing, "supply.goods.rum", 0, "supply.goods.rum"),
    (choosing, "supply.goods.corn", REMOVED, "supply.goods.corn"),
    (choosing, "supply.buildings.wharf", 1, "supply.buildings.wharf"),
    (choosing, "supply.buildings.castle", 1, "supply.buildings.castle"),
    (choosing, "colonist_ship", -1, "colonist_ship"),
    (choosing, "plantations.draw", 41, "plantations.draw"),
    (choosing, "plantations.discard", ["corn"], "plantations"),
    (choosing, "plantations.face_up.0", "quarry", "plantations.face_up.0"),
    (choosing, "trading_house", ["corn"] * 5, "trading_house"),
    (choosing, "cargo_ships.0.capacity", 5, "cargo_ships.0.capacity"),
    (choosing, "cargo_ships.0.good", "corn", "cargo_ships.0.loaded"),
    (choosing, "cargo_ships", [], "cargo_ships"),
    (choosing, "players.0", None, "players.0"),
    (choosing, "players.0.vp", None, "players.0.vp"),
    (choosing, "players.0.goods", [], "players.0.goods"),
    (choosing, "players.0.island.0.tile", "forest", "players.0.island.0.tile"),
    (choosing, "players.0.island.0.colonist", 1, "players.0.island.0.colonist"),
    (choosing, "players.0.island.0.colonist", False, "supply.colonists"),
    (choosing, "players.0.island", [{"tile": "corn", "colonist": False}] * 13, "players.0.island"),
    (choosing, "players.1.buildings.0.colonists", 2, "players.1.buildings.0.colonists"),
    (choosing, "players.1.buildings.1", {"building": "hacienda", "colonists": 0}, "players.1.buildings.1.building"),
    (choosing, "progress.passed", [], "progress.passed"),
    (choosing, "progress", None, "progress"),
    (captain, "progress", {}, "progress.privilege_vp_given"),
    (captain, "progress.passed", [1], "to_act"),
    (captain, "progress.wharf_used", [9], "progress.wharf_used.0"),
    (captain, "chooser", 1, "chooser"),
    (captain, "phase", "trader", "progress.privilege_vp_given"),
    (captain, "roles.captain.taken_by", None, "phase"),
    (captain, "roles.settler.taken_by", 1, "phase"),
    (captain, "cargo_ships.1", {"capacity": 5, "good": "indigo", "loaded": 1}, "cargo_ships.1.good"),
    (captain, "cargo_ships.0.loaded", 5, "cargo_ships.0.loaded"),
]


@pytest.mark.parametrize(
    ("start", "path", "value", "named"), BROKEN, ids=[f"{path}={str(value)[:20]}" for _, path, value, _ in BROKEN]
)
def test_refused(start: Any, path: str, value: Any, named: str) -> None:
    position = copy.deepcopy(start())
    rules.load(position)
    change(position, path, value, remove=value is REMOVED)
    with pytest.raises(rules.BadPosition) as refused:
        rules.load(position)
    assert refused.value.params["path"] == named
    assert named in str(refused.value)


@pytest.mark.parametrize("junk", [None, 1, "x", [], [[]], {}, {"format": None}, {"format": "puerto-rico-position/1"}])
def test_junk_is_refused(junk: Any) -> None:
    with pytest.raises(rules.BadPosition):
        rules.load(junk)


def test_every_missing_field_is_named() -> None:
    for key in set(captain()) - {"random"}:
        position = captain()
        del position[key]
        with pytest.raises(rules.BadPosition) as refused:
            rules.load(position)
        assert str(refused.value.params["path"]).split(".")[0] == key


def test_unknown_keys_elsewhere_are_ignored() -> None:
    position = choosing()
    position["note"] = position["players"][0]["note"] = position["supply"]["note"] = "hello"
    assert "note" not in json.dumps(rules.dump(rules.load(position)))


def test_equal_tiles_are_put_in_order() -> None:
    state = load(table(seat("corn", "sugar", "corn*"), seat("corn"), seat("corn")))
    assert at(state, "players.0.island") == [
        {"tile": "corn", "colonist": True},
        {"tile": "sugar", "colonist": False},
        {"tile": "corn", "colonist": False},
    ]


def test_clockwise_from_the_chooser() -> None:
    seats = [seat("corn", "sugar", san_juan=1)] * 3
    options = {"phase": "mayor", "governor": 1, "taken": {"mayor": 1}, "ship": 0}
    assert load(table(*seats, to_act=[1, 2, 0], **options)).to_act == [1, 2, 0]
    for wrong in ([0, 1, 2], [1, 0, 2], []):
        with pytest.raises(rules.BadPosition, match="to_act"):
            load(table(*seats, to_act=wrong, **options))
    with pytest.raises(rules.BadPosition, match="to_act"):
        load(table(*seats, to_act=[1, 2], simultaneous=False, **options))


def test_without_random_the_next_shuffle_is_still_one() -> None:
    position = table(seat("corn"), seat("corn"), seat("corn"), draw=["corn"])
    state = load(position)
    for acting, move in [(0, "role settler"), (0, "pass"), (1, "pass"), (2, "pass")]:
        rules.apply(state, acting, move)
    assert len(at(state, "plantations.face_up")) == 4
    assert at(load(position), "random") == at(load(position), "random")


def test_the_view_of_a_seat_and_of_the_public() -> None:
    state = load(table(seat("corn", vp=4), seat("corn", vp=3), seat("corn")))
    assert [player["vp"] for player in rules.view(state, 1)["players"]] == [None, 3, None]
    assert [player["vp"] for player in rules.view(state, None)["players"]] == [None, None, None]
    for seat_number in (3, -1, True, "1"):
        with pytest.raises(rules.BadRequest):
            rules.view(state, seat_number)


def test_forced_moves_of_a_loaded_position() -> None:  # notation 3
    seats = [seat("corn"), seat("corn"), seat("corn", goods={"sugar": 1})]
    position = table(*seats, phase="trader", taken={"trader": 0}, to_act=[1])
    late = load(position)
    made = rules.apply(late, 2, "sell sugar")
    assert [(m.seat, m.move, m.auto) for m in made] == [(1, "pass", True), (2, "sell sugar", False)]
    told = rules.narrate(load(position), 2, "sell sugar")
    assert [(event.seat, event.move, event.auto) for event in told] == [(1, "pass", True), (2, "sell sugar", False)]
    own = load(position)
    assert [(m.seat, m.move, m.auto) for m in rules.apply(own, 1, "pass")] == [(1, "pass", False)]
    refused = load(position)
    for acting, move, error in [(2, "sell corn", rules.IllegalMove), (0, "pass", rules.NotYourTurn)]:
        with pytest.raises(error):
            rules.apply(refused, acting, move)
    assert at(refused, "to_act") == [1]


def numbers(value: Any, path: str = "") -> list[str]:
    """The dotted paths of all whole numbers."""
    if isinstance(value, dict):
        return [p for key, child in value.items() for p in numbers(child, f"{path}.{key}")]
    if isinstance(value, list):
        return [p for i, child in enumerate(value) for p in numbers(child, f"{path}.{i}")]
    return [path[1:]] if type(value) is int else []


# What is not counted against the set-up: money, who acts, and what is taken as it is.
FREE = re.compile(r"round|players\.\d\.doubloons|roles\.\w+\.doubloons|to_act\.\d|progress\.\w+\.\d")


def may_change(position: Json, path: str, step: int) -> bool:
    """Whether a number may be one more or less and the position still adds up."""
    if FREE.fullmatch(path) or (path == "governor" and position["phase"] == "game_over"):
        return True
    held = sum(player["vp"] for player in position["players"]) + step
    noted = position["supply"]["vp"] == 0 and held >= NUMBERS[len(position["players"])].vp
    return noted and bool(re.fullmatch(r"players\.\d\.vp", path))  # without limit (rules 4)


@pytest.mark.parametrize("seed", range(8))
def test_every_count_off_by_one_is_refused(seed: int) -> None:  # notation 3: it all adds up
    luck = random.Random(f"off by one {seed}")
    state = load(scattered(luck))
    rules.advance(state)
    for _ in range(luck.randrange(12)):
        if state.to_act:
            acting = luck.choice(state.to_act)
            rules.apply(state, acting, choose(state, acting, luck))
    position = rules.dump(state)
    for path in numbers(position):
        for step in (-1, 1):
            changed = copy.deepcopy(position)
            change(changed, path, at(state, path) + step)
            if may_change(position, path, step):
                continue
            with pytest.raises(rules.BadPosition) as refused:
                rules.load(changed)
            assert str(refused.value)
