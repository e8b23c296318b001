"""Positions for the tests of the reader: a table of four with a decision of each kind, made as a view shows them."""

import copy
from typing import Any

from pbem import rules

SEAT = 0
BUILDERS = ("small_indigo_plant", "small_sugar_mill", "indigo_plant", "sugar_mill", "small_market", "hacienda",
            "construction_hut", "small_warehouse", "hospice")  # fmt: skip


def view(phase: str, **changes: Any) -> dict[str, Any]:
    """What seat 0, who chose, sees in this phase; `changes` are made to its own player, `__name` to the table."""
    made = copy.deepcopy(rules.view(rules.new_game(rules.Rules.from_json({"players": 4}), "reading"), SEAT))
    made |= {"phase": phase, "to_act": [SEAT], "chooser": SEAT, "governor": SEAT, "progress": {}}
    made["plantations"]["face_up"] = ["corn", "indigo", "sugar", "coffee", "indigo"]
    for key, value in changes.items():
        (made if key.startswith("__") else made["players"][SEAT])[key.removeprefix("__")] = value
    return made


def goods(**counts: int) -> dict[str, int]:
    """Barrels by kind."""
    return {good: counts.get(good, 0) for good in rules.GOODS}


def tiles(*names: str) -> list[dict[str, Any]]:
    """An island of unmanned tiles."""
    return [{"tile": name, "colonist": False} for name in names]


def city(**colonists: int) -> list[dict[str, Any]]:
    """A city: building -> its colonists."""
    return [{"building": name, "colonists": count} for name, count in colonists.items()]


def asked(seen: dict[str, Any], *moves: str) -> rules.Legal:
    """The legal answers as a letter listed them, in its order."""
    return rules.Legal((SEAT,), {SEAT: moves}, {}) if moves else rules.Legal((SEAT,), {}, {SEAT: {}})


ROLES = ("role settler", "role mayor", "role mayor -colonist", "role builder", "role craftsman", "role trader",
         "role captain", "role prospector")  # fmt: skip
QUESTIONS: dict[str, tuple[dict[str, Any], rules.Legal]] = {}


def _question(name: str, seen: dict[str, Any], *moves: str) -> None:
    QUESTIONS[name] = seen, asked(seen, *moves)


_question("role", view("choose_role"), *ROLES)
_question(
    "settle", view("settler", __progress={"hacienda_used": False}),
    "settle corn", "settle indigo", "settle sugar", "settle coffee", "settle quarry", "pass",
)  # fmt: skip
_question(
    "hospice",
    view("settler", __progress={"hacienda_used": False}, buildings=city(hospice=1, hacienda=1)),
    "settle corn", "settle corn +colonist", "settle quarry", "settle quarry +colonist", "hacienda", "pass",
)  # fmt: skip
_question(
    "place",
    view(
        "mayor", san_juan=6, island=tiles("corn", "corn", "indigo", "quarry"),
        buildings=city(indigo_plant=0, small_market=0),
    ),
)  # fmt: skip
_question(
    "build", view("builder", doubloons=6),
    "build small_indigo_plant", "build small_sugar_mill", "build indigo_plant", "build sugar_mill",
    "build tobacco_storage", "build coffee_roaster", "build small_market", "build hacienda", "build construction_hut",
    "build small_warehouse", "build hospice", "build office", "build large_market", "build large_warehouse",
    "build factory", "pass",
)  # fmt: skip
_question("rich", view("builder", doubloons=12), *(f"build {name}" for name in rules.BUILDINGS), "pass")
_question(
    "take", view("craftsman", __progress={"may_take": ["corn", "indigo", "coffee"]}),
    "take corn", "take indigo", "take coffee", "pass",
)  # fmt: skip
_question(
    "sell", view("trader", goods=goods(indigo=1, tobacco=1, coffee=1), __trading_house=["corn"]),
    "sell indigo", "sell tobacco", "sell coffee", "pass",
)  # fmt: skip
_question(
    "ship",
    view("captain", goods=goods(corn=3, indigo=1, sugar=2), buildings=city(wharf=1),
         __progress={"privilege_vp_given": True, "wharf_used": [], "passed": []}),
    "ship corn 6", "ship corn wharf", "ship indigo 5", "ship indigo 6", "ship sugar 7",
)  # fmt: skip
_question(
    "load",
    view("captain", goods=goods(corn=3, indigo=1, sugar=2),
         __progress={"privilege_vp_given": True, "wharf_used": [], "passed": []}),
    "ship corn 6", "ship indigo 5", "ship sugar 7",
)  # fmt: skip
_question(
    "keep", view("storage", goods=goods(corn=4, sugar=3, coffee=1), buildings=city(small_warehouse=1)),
    "keep corn=1 sugar=3", "keep corn=4 sugar=1", "keep corn=4 coffee=1", "keep sugar=3 coffee=1",
)  # fmt: skip
_question("one", view("storage", goods=goods(corn=2, coffee=2)), "keep corn=1", "keep coffee=1")
