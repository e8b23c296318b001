"""The table as it would be right after the choice that is set, and which of its pieces choose; it plays nothing."""

from dataclasses import dataclass
from typing import Any

from pbem import play, rules
from pbem.web.placing import toggles
from pbem.web.touch import NO_MARKS, Marks, fresh_between, touches
from pbem.web.typed import Draft, move_of

View = dict[str, Any]


@dataclass(frozen=True)
class Shown:
    """What harbour, boards and market are drawn from. `is_preview`: it is not so yet."""

    view: View
    marks: Marks
    is_preview: bool


def shown(table: play.Table, draft: Draft) -> Shown:
    """The view as it is, or as the chosen move alone would make it: nothing hidden, no answer of anybody else.

    Colonists are shown where they are suggested, as the form has them there too.
    """
    assert table.view is not None
    if table.my_turn is None or table.me is None or table.legal is None:
        return Shown(table.view, NO_MARKS, False)
    seat, view = table.me.number, table.view
    move = move_of(draft)
    if not move and seat in table.legal.place:
        move = rules.suggest_placement(view, seat)
    touched = touches(view, seat, table.legal)
    try:
        after = rules.outlook.preview(view, seat, move) if move else view
    except rules.RulesError:  # not possible, which is said elsewhere, or hidden
        after = view
    if after is not view and seat in table.legal.place:
        touched = toggles(after, seat, move, table.legal.place[seat]["colonists"])
    return Shown(after, Marks(touched, move, fresh_between(view, after)), after is not view)
