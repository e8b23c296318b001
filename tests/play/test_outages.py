"""After the service was away: one letter a person, about now, and nobody loses a turn unasked (issue 4, 3)."""

from collections import Counter
from datetime import timedelta

import pytest
from sqlalchemy import update

from pbem import mail, play
from pbem.play.outages import grace
from pbem.store import Heartbeat
from tests.conftest import SEATS, new_game, play_on
from tests.play.test_submit import at_once

ANNA, BEA, CEM = SEATS


def sweep(house, rounds=1):
    """The worker's rounds, a few seconds apart, as its tasks make them."""
    for _ in range(rounds):
        play.record_heartbeat(house, play.SWEEP)
        due = play.due(house)
        for game in due.bots:
            play.let_bots_move(house, game)
        for turn in due.timeouts:
            play.time_out(house, turn)
        for turn in due.reminders:
            play.remind(house, turn)
        for person in due.digests:
            play.write_digest(house, person)
        for letter in due.letters:
            mail.deliver(house, letter)
        house.clock.forward(seconds=5)


def beat(house, at):
    """The worker made its last round then."""
    with house.store.write() as session:
        session.execute(update(Heartbeat).values(at=at))


def test_after_three_days_everybody_gets_one_letter_about_now(house, clock):
    """Five tables, whose letters wait, are half over, were just due, or hang on a bot; pages were open meanwhile."""
    two = new_game(house, ANNA, BEA, "bot:steady", name="Two")
    new_game(house, ANNA, "bot:steady", CEM, name="Short", clock="12h")
    new_game(house, BEA, ANNA, CEM, name="Long", clock="5d")
    sweep(house, 3)
    before = len(play.mailbox(house))
    new_game(house, ANNA, BEA, CEM, name="Unsent")
    moved = new_game(house, CEM, "bot:steady", ANNA, name="Moved")
    clock.forward(hours=30)
    play_on(house, moved.slug, 1)  # the pages were there, the worker was not
    clock.forward(hours=42)
    sweep(house, 16)
    fresh = play.mailbox(house)[: len(play.mailbox(house)) - before]
    assert Counter(entry.to_name for entry in fresh) == {"Anna": 1, "Bea": 1, "Cem": 1}
    assert [x for x in play.list_letters(house) if x.state == "waiting"] == []
    for entry in play.list_audit(house, limit=500):
        assert entry.verb != "time_out"
    table = play.table(house, two.slug, 0)
    assert table.my_turn.deadline_at > clock() + timedelta(hours=3)
    told = [
        row for row in play.list_letters(house) if row.state == "sent" and row.ended_at > clock() - timedelta(hours=1)
    ]
    for row in told:  # nothing about what is over
        turn = play.table(house, row.slug, row.seat).my_turn
        assert row.kind in play.ASKING and turn and turn.since_ply == row.ply


def test_who_could_not_be_asked_has_time_and_hears_why(house, clock):
    game = new_game(house)
    sweep(house)
    clock.forward(days=3)
    back = clock()
    sweep(house, 14)
    turn = play.table(house, game.slug, 0).my_turn
    assert turn.deadline_at == back + timedelta(hours=4)
    letter = play.mailbox_letter(house, play.mailbox(house)[0].id)
    assert b"stil van maandag 30 november, 10:00 tot donderdag 3 december" in letter.replace(b"=\r\n", b"")
    (told,) = [line for line in play.list_audit(house, game.slug) if line.verb == "give_grace"]
    assert told.detail["seats"] == [0] and told.actor == "clock"
    clock.moment = turn.deadline_at
    beat(house, clock() - timedelta(seconds=5))  # the worker went on
    sweep(house)
    assert play.table(house, game.slug, 0).log[0].mark == "timeout"


def test_a_worker_that_is_just_back_times_nobody_out_before_it_has_looked(house, clock):
    new_game(house)
    sweep(house)
    clock.forward(days=3)
    (turn,) = play.due(house).timeouts
    assert not play.time_out(house, turn)


def test_a_short_break_is_no_outage(house, clock):
    game = new_game(house)
    sweep(house)
    clock.moment = play.table(house, game.slug, 0).my_turn.deadline_at
    beat(house, clock() - timedelta(minutes=9))
    sweep(house)
    assert play.table(house, game.slug, 0).log[0].mark == "timeout"
    assert "give_grace" not in [line.verb for line in play.list_audit(house)]


def test_two_workers_that_come_back_at_once_give_time_once(house, clock):
    game = new_game(house)
    sweep(house)
    clock.forward(days=3)
    at_once([lambda: play.record_heartbeat(house, play.SWEEP) or "done"] * 3)
    assert [line.verb for line in play.list_audit(house, game.slug)].count("give_grace") == 1
    assert sum(x.kind == "reminder" for x in play.list_letters(house)) == 1


@pytest.mark.parametrize(
    ("clock_hours", "hours"), [(0.01, 0.01), (1, 1), (6, 1), (48, 4), (96, 8), (240, 12), (24 * 30, 12)]
)
def test_how_much_time_there_is_at_least(clock_hours, hours):
    assert grace(timedelta(hours=clock_hours)) == timedelta(hours=hours)
