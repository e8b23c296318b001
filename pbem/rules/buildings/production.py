"""The six production buildings (rules 2): rows without hooks."""

from pbem.rules.buildings.row import Building


def _plant(name: str, good: str, cost: int, vp: int, circles: int, copies: int) -> Building:
    small = name.startswith("small_")
    return Building(
        name,
        cost,
        vp,
        column=vp,
        circles=circles,
        copies=copies,
        copies_two=2,
        good=good,
        violet=False,
        guild_value=1 if small else 2,
    )


ROWS = (
    _plant("small_indigo_plant", "indigo", 1, 1, 1, 4),
    _plant("small_sugar_mill", "sugar", 2, 1, 1, 4),
    _plant("indigo_plant", "indigo", 3, 2, 3, 3),
    _plant("sugar_mill", "sugar", 4, 2, 3, 3),
    _plant("tobacco_storage", "tobacco", 5, 3, 3, 3),
    _plant("coffee_roaster", "coffee", 6, 3, 2, 3),
)
