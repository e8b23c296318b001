"""Who is told of a table before its first move: reminders of invitations, the start, and that it is called off."""

from datetime import timedelta

import pytest
from sqlalchemy import update

from pbem import play, store
from tests.conftest import SEATS, new_game, play_on


def letters(house, slug, *states):
    """Kind and seat of the letters of a game, oldest first, that are in these states (waiting without any)."""
    found = reversed(play.list_letters(house, slug))
    return [(x.kind, x.seat) for x in found if x.state in (states or ("waiting",))]


def invited(house, **options):
    specs = [play.read_seat(seat) for seat in SEATS]
    return play.create_game(house, name="Friday table", seats=specs, clock="48h", by="test", seed="tests", **options)


def sent(house, slug):
    """All that waits has left."""
    with house.store.write() as session:
        change = update(store.Letter).where(store.Letter.state == "waiting", store.Letter.not_before <= house.clock())
        session.execute(change.values(state="sent", ended_at=house.clock()))


def seat_ids(house, slug):
    return [seat.id for seat in play.table(house, slug, None).seats]


def test_who_does_not_answer_is_reminded_once_and_not_before_the_invitation_has_left(house, clock):
    game = invited(house, inviter="Dirk")
    clock.forward(days=9)
    assert play.due(house).invitations == ()  # the host was away: nobody was reminded of what he never got
    sent(house, game.slug)
    anna, bea, cem = seat_ids(house, game.slug)
    play.accept(house, bea)
    clock.forward(days=1, hours=23)
    assert play.due(house).invitations == () and not play.remind_invited(house, anna)
    clock.forward(hours=1)
    assert play.due(house).invitations == (anna, cem)
    assert play.remind_invited(house, anna) and not play.remind_invited(house, anna)
    assert not play.remind_invited(house, bea) and play.due(house).invitations == (cem,)
    assert letters(house, game.slug) == [("invitation_reminder", 0)]
    play.decline(house, anna)
    assert letters(house, game.slug) == []
    play.stop_letters(house, cem)
    assert play.due(house).invitations == ()


def test_who_is_not_asked_first_is_told_that_the_game_has_begun(house):
    game = invited(house)
    sent(house, game.slug)
    for seat in seat_ids(house, game.slug):
        play.accept(house, seat)
    assert letters(house, game.slug) == [("start", 1), ("start", 2), ("turn", 0)]


def test_an_early_start_takes_the_invitations_back(house):
    game = invited(house)
    play.start_game(house, game.slug, "test")
    assert letters(house, game.slug) == [("start", 1), ("start", 2), ("turn", 0)]
    assert letters(house, game.slug, "withdrawn") == [("invitation", 0), ("invitation", 1), ("invitation", 2)]


def test_a_turn_that_comes_before_the_start_letter_has_left_says_it_all(house, clock):
    """Bots that sit first move at once: nobody gets two letters in the same minute."""
    specs = [play.read_seat(seat) for seat in ("bot:steady", *SEATS)]
    game = play.create_game(house, name="Bots first", seats=specs, clock="48h", by="test", seed="tests", start=True)
    waiting = play.list_letters(house, game.slug)
    assert {x.kind for x in waiting} == {"start"} and {x.not_before - clock() for x in waiting} == {
        timedelta(minutes=1)
    }
    play.let_bots_move(house, game.id)
    asked = {owed.seat for owed in play.table(house, game.slug, None).owed}
    found = letters(house, game.slug)
    assert {seat for kind, seat in found if kind == "turn"} == asked
    assert {seat for kind, seat in found if kind == "start"} == {1, 2, 3} - asked


def test_who_has_heard_of_a_game_hears_that_it_is_off(house):
    game = invited(house)
    anna, bea, _ = seat_ids(house, game.slug)
    play.call_off_game(house, invited(house).slug, "test")  # nobody has had a letter of that one
    sent(house, game.slug)
    play.decline(house, anna)
    play.accept(house, bea)
    play.call_off_game(house, game.slug, "test", "No  time\nany more.")
    assert letters(house, game.slug) == [("called_off", 1), ("called_off", 2)]
    letter = play.claim_letter(house, next(x.id for x in play.list_letters(house, game.slug) if x.seat == 1))
    assert letter.extra == {"reason": "No time any more."}


def test_who_plays_without_letters_hears_it_too(house):
    game = new_game(house)
    play_on(house, game.slug, 1)
    play.call_off_game(house, game.slug, "test")
    assert letters(house, game.slug) == [("called_off", 0)]


def test_a_reason_is_one_line_of_text(house):
    game = new_game(house)
    for reason, says in (("x" * 201, "201 characters"), ("a\0b", "no text")):
        with pytest.raises(play.PlayError, match=says):
            play.call_off_game(house, game.slug, "test", reason)
    assert play.table(house, game.slug, None).game.is_running
