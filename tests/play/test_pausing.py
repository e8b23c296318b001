"""A table that rests: no clock, no reminder, no time-out; and what is left of the time when it goes on."""

from datetime import timedelta

import pytest

from pbem import play
from tests.conftest import SEATS, new_game, play_on
from tests.play.test_beginning import letters, sent

HOUR = 3600


def turn(house, game, seat=0):
    return play.table(house, game.slug, seat).my_turn


def test_nothing_is_due_while_a_game_is_paused_and_what_was_left_is_left(house, clock):
    game = new_game(house)
    sent(house, game.slug)
    clock.forward(hours=20)
    paused = play.pause_game(house, game.slug, "test", "Bea is away.")
    assert paused.paused_at == clock()
    assert (turn(house, game).deadline_at, turn(house, game).left_seconds) == (None, 28 * HOUR)
    clock.forward(days=30)
    due = play.due(house)
    assert (due.reminders, due.timeouts) == ((), ())
    assert play.table(house, game.slug, 0).pause_reason == "Bea is away."
    assert play.resume_game(house, game.slug, "test").paused_at is None
    assert turn(house, game).deadline_at == clock() + timedelta(hours=28) and turn(house, game).left_seconds is None
    clock.forward(hours=4)
    assert len(play.due(house).reminders) == 1  # half of the 48 hours before the end, as ever
    clock.forward(hours=24)
    assert len(play.due(house).timeouts) == 1


def test_reminders_that_are_past_are_not_made_up_for(house, clock):
    game = new_game(house)
    sent(house, game.slug)
    clock.forward(hours=30)
    assert play.remind(house, play.due(house).reminders[0])
    play.pause_game(house, game.slug, "test")
    assert letters(house, game.slug) == [("paused", 0), ("paused", 1), ("paused", 2)]  # the reminder was taken back
    play.resume_game(house, game.slug, "test")
    assert play.due(house).reminders == ()
    clock.forward(hours=14)
    assert len(play.due(house).reminders) == 1  # shortly before the end


def test_time_that_was_up_stays_up(house, clock):
    game = new_game(house)
    clock.forward(hours=49)
    play.pause_game(house, game.slug, "test")
    assert turn(house, game).left_seconds == 0
    clock.forward(days=1)
    play.resume_game(house, game.slug, "test")
    assert len(play.due(house).timeouts) == 1


def test_moves_are_made_and_bots_go_on_and_who_is_asked_meanwhile_keeps_the_whole_time(house, clock):
    game = new_game(house, SEATS[0], "bot:steady", SEATS[1])
    clock.forward(hours=40)
    play.pause_game(house, game.slug, "test")
    while not (bea := turn(house, game, 2)):
        play_on(house, game.slug, 1)
        play.let_bots_move(house, game.id)
    assert (bea.deadline_at, bea.left_seconds) == (None, 48 * HOUR)
    assert ("turn", 2) in letters(house, game.slug)
    clock.forward(days=3)
    play.resume_game(house, game.slug, "test")
    assert turn(house, game, 2).deadline_at == clock() + timedelta(hours=48)


def test_pausing_twice_is_as_once_and_a_game_that_does_not_run_is_refused(house):
    game = new_game(house)
    for _ in range(2):
        play.pause_game(house, game.slug, "test")
    for _ in range(2):
        play.resume_game(house, game.slug, "test")
    assert [x.verb for x in play.list_audit(house, game.slug)][:2] == ["resume", "pause"]
    inviting, over = new_game(house, start=False), new_game(house)
    play.call_off_game(house, over.slug, "test")
    for verb in (play.pause_game, play.resume_game):
        for slug, why in ((inviting.slug, "not begun"), (over.slug, "is over")):
            with pytest.raises(play.PlayError, match=why):
                verb(house, slug, "test")


def test_who_never_heard_of_a_pause_does_not_hear_of_its_end_unless_asked(house):
    game = new_game(house)
    sent(house, game.slug)
    play.pause_game(house, game.slug, "test")
    play.resume_game(house, game.slug, "test")
    assert letters(house, game.slug) == [("resumed", 0)]
    play.pause_game(house, game.slug, "test")
    sent(house, game.slug)
    play.resume_game(house, game.slug, "test")
    assert letters(house, game.slug) == [("resumed", 0), ("resumed", 1), ("resumed", 2)]


def test_a_game_that_ends_in_its_pause_is_paused_no_more(house):
    game = new_game(house)
    play.pause_game(house, game.slug, "test")
    play.call_off_game(house, game.slug, "test")
    assert play.table(house, game.slug, None).game.paused_at is None


def test_more_time_for_who_owes(house, clock):
    game = new_game(house)
    sent(house, game.slug)
    clock.forward(hours=47)
    play.change_deadline(house, game.slug, "test", seat=0, more=24 * HOUR, reason="ill", key="k")
    play.change_deadline(house, game.slug, "test", seat=0, more=24 * HOUR, reason="ill", key="k")
    assert turn(house, game).deadline_at == clock() + timedelta(hours=25)
    assert letters(house, game.slug) == [("deadline", 0)]
    clock.forward(hours=1)
    assert len(play.due(house).reminders) == 1
    play.change_deadline(house, game.slug, "test", until=clock() + timedelta(days=3))
    assert turn(house, game).deadline_at == clock() + timedelta(days=3)
    assert letters(house, game.slug) == [("deadline", 0)]  # the newer took the place of the older


def test_time_that_was_up_counts_from_now_and_a_paused_turn_is_longer_later(house, clock):
    game = new_game(house)
    clock.forward(hours=60)
    play.change_deadline(house, game.slug, "test", more=HOUR)
    assert turn(house, game).deadline_at == clock() + timedelta(hours=1)
    play.pause_game(house, game.slug, "test")
    play.change_deadline(house, game.slug, "test", more=HOUR)
    assert (turn(house, game).deadline_at, turn(house, game).left_seconds) == (None, 2 * HOUR)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"more": 0}, "bad_deadline"),
        ({"more": -5}, "bad_deadline"),
        ({"more": 59 * 24 * HOUR}, "bad_deadline"),
        ({"until": timedelta(hours=47)}, "bad_deadline"),
        ({"seat": 1, "more": HOUR}, "nothing_owed"),
        ({"more": HOUR, "reason": "x" * 201}, "bad_text"),
    ],
)
def test_time_that_cannot_be_given_is_refused(house, clock, change, code):
    game = new_game(house)
    before = turn(house, game)
    if "until" in change:
        change = {"until": clock() + change["until"]}
    with pytest.raises(play.PlayError) as refused:
        play.change_deadline(house, game.slug, "test", **change)
    assert refused.value.code == code and turn(house, game) == before


def test_a_turn_letter_that_waits_says_the_new_deadline_itself(house):
    game = new_game(house)
    play.change_deadline(house, game.slug, "test", more=HOUR)
    assert letters(house, game.slug) == [("turn", 0)]
