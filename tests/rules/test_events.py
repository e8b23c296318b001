"""What letters and pages are told about a move."""

from pbem import rules
from tests.rules.tables import load, seat, table


def test_a_load_and_the_ships_that_sail() -> None:
    state = load(table(seat("corn", goods={"corn": 5}), seat("corn"), seat("corn"), ships={4: ("sugar", 4)}))
    events = rules.narrate(state, 0, "role captain")
    assert [event.role for event in events] == ["captain"] * len(events)
    assert events[0].phase == "choose_role"
    assert state.to_act == [0]
    events = rules.narrate(state, 0, "ship corn 5")
    assert events[0].gains == {0: {"vp": 6, "corn": -5}}
    assert (events[0].seat, events[0].chooser, events[0].round, events[0].auto) == (0, 0, 4, False)
    assert events[-1].ships_sailed == ("sugar", "corn")
    assert all(event.auto for event in events[1:])


def test_shortage() -> None:
    seats = [seat("corn*", "corn*"), seat("corn*", "corn*", goods={"corn": 7}), seat("corn*", "corn*", "corn*")]
    told = rules.narrate(load(table(*seats)), 0, "role craftsman")[0]
    assert told.gains == {0: {"corn": 2}, 1: {"corn": 1}}
    assert told.shortage == ((1, "corn", 1), (2, "corn", 3))


def test_a_drawn_tile_is_named() -> None:
    state = load(table(seat("corn", city={"hacienda": 1}), seat("corn"), seat("corn"), draw=["tobacco", "corn"]))
    rules.apply(state, 0, "role settler")
    assert rules.narrate(state, 0, "hacienda")[0].gains == {0: {"tile:tobacco": 1}}
    assert rules.narrate(state, 0, "settle coffee")[0].gains == {}


def test_the_house_is_emptied() -> None:
    seats = [seat("corn", goods={"coffee": 1}), seat("corn"), seat("corn")]
    state = load(table(*seats, house=["corn", "indigo", "sugar"], money={"trader": 2}))
    assert rules.narrate(state, 0, "role trader")[0].gains == {0: {"doubloons": 2}}
    told = rules.narrate(state, 0, "sell coffee")[0]
    assert told.house_emptied == ("corn", "indigo", "sugar", "coffee")
    assert told.gains == {0: {"doubloons": 5, "coffee": -1}}


def test_colonists_the_end_and_the_new_round() -> None:
    seats = [seat("corn", "sugar"), seat("corn", "sugar"), seat("corn", "sugar", san_juan=1)]
    position = table(*seats, governor=1, taken={"trader": 1, "captain": 2}, supply_colonists=4)
    state = load(position)
    told = rules.narrate(state, 0, "role mayor")
    assert told[0].gains == {0: {"colonists": 2}, 1: {"colonists": 1}, 2: {"colonists": 1}}
    assert [(event.seat, event.auto) for event in told] == [(0, False), (0, True), (2, True)]
    last = rules.narrate(state, 1, "place corn=1")[-1]
    assert last.ending == "colonists"
    assert not last.new_round
    assert rules.dump(state)["phase"] == "game_over"


def test_card_doubloons() -> None:
    state = load(table(*[seat("corn")] * 3, governor=1, taken={"trader": 1, "captain": 2}))
    told = rules.narrate(state, 0, "role craftsman")
    assert [event.new_round for event in told] == [False] * (len(told) - 1) + [True]
    assert told[-1].card_doubloons == ("settler", "mayor", "builder")
    assert told[-1].round == 4


def test_a_refused_move_tells_nothing_and_changes_nothing() -> None:
    state = load(table(*[seat("corn")] * 3))
    before = rules.dump(state)
    try:
        rules.narrate(state, 0, "pass")
    except rules.IllegalMove:
        assert rules.dump(state) == before
    else:
        raise AssertionError("pass was accepted")
