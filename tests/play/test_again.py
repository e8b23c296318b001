"""A game is played again: the same people at one new table, whoever asks and however often."""

import pytest

from pbem import play
from tests.conftest import new_game
from tests.web.conftest import FOUR, position_for, set_position


@pytest.fixture
def over(house: play.House) -> play.GameInfo:
    """A game of four that has been played to its end, with a clock and a rule of its own."""
    game = new_game(house, *FOUR, clock="3d", rules_options={"simultaneous": False})
    set_position(house, game.slug, position_for("game_over"))
    return game


def seats(house: play.House, slug: str) -> list[play.SeatInfo]:
    return list(play.table(house, slug, None).seats)


def test_the_same_people_sit_down_again_the_second_first(house, over):
    old = seats(house, over.slug)
    game = play.ask_rematch(house, old[2].id)
    new = seats(house, game.slug)
    assert [seat.name for seat in new] == [old[n].name for n in (1, 2, 3, 0)]
    assert (game.name, game.state, game.clock_text) == ("Friday table 2", "inviting", "3d")
    assert game.rules == over.rules
    assert {seat.name for seat in new if seat.status == "accepted"} == {old[2].name} | {s.name for s in old if s.bot}
    letters = [letter for letter in play.list_letters(house, game.slug) if letter.state == "waiting"]
    assert {letter.kind for letter in letters} == {"invitation"}
    invited = {letter.to_name for letter in letters}
    assert invited == {seat.name for seat in new if seat.status == "invited"}
    assert play.table(house, game.slug, None).inviter == old[2].name


def test_who_asks_second_accepts_the_first_ones(house, over):
    people = [seat for seat in seats(house, over.slug) if not seat.bot]
    first = play.ask_rematch(house, people[0].id)
    assert play.ask_rematch(house, people[0].id).id == first.id
    found = play.rematch_of(house, people[1].id)
    assert found and found.status == "invited" and people[0].name not in found.waits_for
    for person in people[1:]:
        last = play.ask_rematch(house, person.id)
        assert last.id == first.id
    assert last.state == "running"
    assert play.rematch_of(house, people[0].id) == play.Rematch("Friday table 2", "running", "accepted", ())


def test_a_running_game_has_none(house):
    game = new_game(house)
    seat = seats(house, game.slug)[0]
    with pytest.raises(play.PlayError) as refused:
        play.ask_rematch(house, seat.id)
    assert (refused.value.code, refused.value.status) == ("not_over", 409)
    assert play.rematch_of(house, seat.id) is None and len(play.list_games(house)) == 1


def test_one_that_was_called_off_is_not_begun_again(house, over):
    seat = seats(house, over.slug)[0]
    play.call_off_game(house, play.ask_rematch(house, seat.id).slug, "test")
    other = next(s for s in seats(house, over.slug)[1:] if not s.bot)
    with pytest.raises(play.PlayError) as refused:
        play.ask_rematch(house, other.id)
    assert refused.value.code == "not_open"
    found = play.rematch_of(house, other.id)
    assert found and found.state == "cancelled"


def test_who_lost_his_seat_there_is_told_so(house, over):
    one, two = [s for s in seats(house, over.slug) if not s.bot][:2]
    game = play.ask_rematch(house, one.id)
    place = next(s.number for s in seats(house, game.slug) if s.name == two.name)
    play.replace_seat(house, game.slug, place, play.read_seat("Eva <eva@example.org>"), "test")
    with pytest.raises(play.PlayError) as refused:
        play.ask_rematch(house, two.id)
    assert refused.value.code == "no_seat"


@pytest.mark.parametrize(
    ("name", "after"),
    [
        ("Friday table", "Friday table 2"),
        ("Friday table 2", "Friday table 3"),
        ("Table 999", "Table 1000"),
        ("2", "2 2"),
        ("x" * 60, "x" * 55 + " 2"),
    ],
)
def test_the_next_name(name, after):
    assert play.next_name(name) == after and len(after) <= 60
