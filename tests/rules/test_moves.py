"""Notation 2: what is a move, and that a refusal says which rule and what is possible instead."""

import pytest

from pbem import rules
from pbem.rules import moves
from tests.rules.tables import Json, load, played, seat, table


@pytest.mark.parametrize(
    "text",
    [
        "role captain",
        "role mayor -colonist",
        "hacienda",
        "settle quarry +colonist",
        "place corn=2 quarry=1 indigo_plant=3 small_market=1",
        "place",
        "build harbor +colonist",
        "take coffee",
        "sell tobacco",
        "ship sugar 6",
        "ship corn wharf",
        "keep corn=4 coffee=1",
        "keep",
        "pass",
    ],
)
def test_every_form_is_read_and_written_back(text: str) -> None:
    assert moves.parse(text).text == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Pass",
        " pass",
        "pass  ",
        "role",
        "role Captain",
        "place corn=0",
        "place corn=01",
        "place corn=-1",
        "place corn=1 corn=1",
        "place indigo=1 corn=1",
        "place small_market=1 corn=1",
        "place corn",
        "place corn=",
        "place corn=1=2",
        "place corn=²",
        "place corn=1 ",
        "place corn=9999",
        "keep quarry=1",
        "keep coffee=1 corn=1",
        "ship corn",
        "ship corn 3",
        "settle castle",
        "build",
        "take corn corn",
        "a" * 100_000,
        "place " + "corn=1 " * 50_000,
        "pass\x00",
        "\ud800",
    ],
)
def test_no_move(text: str) -> None:
    with pytest.raises(rules.MalformedMove) as refused:
        moves.parse(text)
    assert refused.value.code == "illegal_move"
    assert len(str(refused.value)) < 400


def at_turn(role: str, *seats: Json, **options: object) -> rules.State:
    state = load(table(*seats, **options))  # type: ignore[arg-type]
    played(state, (0, f"role {role}"))
    return state


RICH = seat("corn", "sugar", doubloons=9, city={"hacienda": 0, "wharf": 0})
GOODS = seat("corn", goods={"corn": 5, "indigo": 1}, city={"wharf": 0})

REFUSALS = [
    ("settler", [seat("corn")], "settle tobacco", "No tobacco lies open"),
    ("settler", [seat("corn")], "settle corn +colonist", "manned buildings brings a colonist"),
    ("settler", [seat("corn")], "hacienda", "no manned hacienda"),
    ("settler", [RICH], "hacienda", "no manned hacienda"),
    ("settler", [seat("corn")], "build office", "not possible now. You may: settle"),
    ("builder", [RICH], "build hacienda", "have the hacienda already"),
    ("builder", [RICH], "build wharf", "have the wharf already"),
    ("builder", [seat("corn", doubloons=3)], "build factory", "factory costs 6 for you; you have 3"),
    ("builder", [RICH], "build office +colonist", "onto a new building"),
    ("trader", [GOODS], "sell coffee", "no coffee to sell"),
    ("captain", [GOODS], "pass", "who can must"),
    ("captain", [GOODS], "ship coffee 4", "no coffee to load"),
    ("captain", [GOODS], "ship corn 7", "no ship 7; the ships are 4, 5, 6"),
    ("captain", [GOODS], "ship corn 4", "takes the most corn"),
    ("captain", [GOODS], "ship corn wharf", "no manned wharf"),
    ("captain", [GOODS], "keep corn=1", "You may: ship corn 5"),
]


@pytest.mark.parametrize(("role", "seats", "move", "why"), REFUSALS)
def test_the_refusal_says_why(role: str, seats: list[Json], move: str, why: str) -> None:
    others = [seat("corn", goods={"tobacco": 1})] * 2
    state = at_turn(role, *seats, *others, face_up=["corn", "indigo", "sugar", "coffee"])
    with pytest.raises(rules.IllegalMove, match=why):
        rules.apply(state, 0, move)


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("place corn=2", "corn: only 1 can lie there"),
        ("place coffee=1", "no coffee on your island"),
        ("place indigo_plant=4", "indigo_plant: only 3"),
        ("place corn=1 factory=1", "have no factory"),
        ("place corn=1", "place 2 colonists, not 1"),
        ("place indigo_plant=3", "cannot place 3 colonists: there are only 2 of yours"),
        ("place indigo_plant=1 corn=1", "corn stands too late: goods come by price"),
        ("place corn=1 corn=1", "corn stands too late.*each once"),
        ("role mayor", "not possible now"),
    ],
)
def test_the_refused_placement_says_why(move: str, why: str) -> None:
    mayor = seat("corn", san_juan=2, city={"indigo_plant": 0})
    state = load(table(mayor, seat("corn"), seat("corn"), phase="mayor", taken={"mayor": 0}, to_act=[0], ship=0))
    with pytest.raises(rules.IllegalMove, match=why):
        rules.apply(state, 0, move)


def test_roles_taken_and_not_there() -> None:
    state = load(table(seat("corn"), seat("corn"), seat("corn"), taken={"trader": 0}))
    with pytest.raises(rules.IllegalMove, match="has been taken"):
        rules.apply(state, 1, "role trader")
    with pytest.raises(rules.IllegalMove, match="not in this game"):
        rules.apply(state, 1, "role prospector")


def test_the_refusal_can_be_translated() -> None:
    state = at_turn("builder", seat("corn", doubloons=3), seat("corn"), seat("corn"))
    with pytest.raises(rules.IllegalMove) as refused:
        rules.apply(state, 0, "build factory")
    assert refused.value.template == "%(building)s costs %(cost)s for you; you have %(doubloons)s."
    assert refused.value.params == {"building": "factory", "cost": 6, "doubloons": 3}
