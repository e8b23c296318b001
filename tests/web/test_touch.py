"""Which pieces of the board stand for which move, and which of them are new."""

import pytest

from pbem import rules
from pbem.web.touch import Marks, fresh_between, touches
from tests.web.conftest import ANNA, position_for


def asked(kind):
    state = rules.load(position_for(kind))
    return rules.view(state, ANNA), rules.legal(state)


@pytest.mark.parametrize("kind", ["choose_role", "settler", "builder", "craftsman", "trader", "captain", "storage"])
def test_every_move_but_passing_has_a_piece(kind):
    view, legal = asked(kind)
    touched = touches(view, ANNA, legal)
    found = {move for moves in touched.values() for move in moves}
    assert found == {move for move in legal.moves[ANNA] if move not in ("pass", "hacienda")}


def test_pieces_are_those_that_somebody_would_touch():
    view, legal = asked("captain")
    touched = touches(view, ANNA, legal)
    assert touched["goods", ANNA, "indigo"] == ("ship indigo 7",)
    assert touched["ship", 1] == ("ship coffee 6",)
    view, legal = asked("settler")
    assert touches(view, ANNA, legal)["tile", "quarry"] == ("settle quarry",)


def test_touched_again_a_piece_sets_its_next_move():
    marks = Marks({("ship", 0): ("ship corn 5", "ship indigo 5")}, "ship indigo 5", frozenset({("ship", 0)}))
    assert marks.of(("ship", 0)).move == "ship corn 5"
    assert Marks(marks.touch, "ship corn 5").of(("ship", 0)).move == "ship indigo 5"
    assert marks.of(("ship", 0)).css == "can set fresh"
    assert Marks(marks.touch).of(("ship", 0)).href == "?move=ship%20corn%205#turn"
    assert Marks(marks.touch).of(("ship", 1)).css == ""


def test_what_a_move_changes_is_new():
    state = rules.load(position_for("settler"))
    before = rules.view(state, ANNA)
    rules.apply(state, ANNA, "settle quarry")
    fresh = fresh_between(before, rules.view(state, ANNA))
    assert ("island", ANNA, len(before["players"][ANNA]["island"])) in fresh
    assert not [key for key in fresh if key[0] in ("city", "goods", "ship")]
