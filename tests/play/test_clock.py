"""Deadlines, reminders, time-outs, bots and what the worker's round finds (issue 2, item 7)."""

from datetime import UTC, datetime

from sqlalchemy import update

from pbem import bots, play
from pbem.store import Game, Turn
from tests.conftest import SEATS, new_game, play_on


def only(values):
    (value,) = values
    return value


def kinds(house, slug):
    return [(x.kind, x.seat, x.state) for x in reversed(play.list_letters(house, slug))]


def test_reminders_come_at_half_and_shortly_before_the_end(house, clock):
    game = new_game(house)
    assert play.due(house).reminders == ()
    clock.forward(hours=24)
    turn = only(play.due(house).reminders)
    assert play.remind(house, turn) and not play.remind(house, turn)
    assert kinds(house, game.slug)[-1] == ("reminder", 0, "waiting")
    clock.forward(hours=19, minutes=59)
    assert play.due(house).reminders == ()
    clock.forward(minutes=1)
    assert play.remind(house, only(play.due(house).reminders))
    clock.forward(hours=3)
    assert play.due(house).reminders == () and play.due(house).timeouts == ()


def test_a_reminder_takes_the_place_of_a_letter_that_never_left(house, clock):
    game = new_game(house)
    clock.forward(hours=24)
    play.remind(house, only(play.due(house).reminders))
    assert kinds(house, game.slug) == [("turn", 0, "withdrawn"), ("reminder", 0, "waiting")]


def test_after_an_outage_one_reminder_is_enough(house, clock):
    game = new_game(house)
    clock.forward(hours=47)
    play.remind(house, only(play.due(house).reminders))
    assert play.due(house).reminders == ()
    assert [k for k, _, s in kinds(house, game.slug) if s == "waiting"] == ["reminder"]


def test_who_is_late_is_played_for_and_told(house, clock):
    game = new_game(house)
    turn_letter = play.claim_letter(house, play.list_letters(house)[0].id)
    play.record_sent(house, turn_letter, "your turn", b"raw")
    clock.forward(hours=48)
    turn = only(play.due(house).timeouts)
    assert play.time_out(house, turn)
    assert not play.time_out(house, turn)
    log = play.table(house, game.slug, 0).log
    assert log[0].mark == "timeout" and log[0].seat == 0 and log[0].move.startswith("role ")
    told = [x for x in play.list_letters(house, game.slug) if x.kind == "timeout"]
    assert len(told) == 1 and told[0].seat == 0
    letter = play.claim_letter(house, told[0].id)
    assert letter and letter.kind == "turn"  # he is asked again at once: one letter says both
    assert [(x.kind, x.extra["moves"]) for x in letter.merged] == [("timeout", [log[0].move])]


def test_a_move_in_time_beats_the_deadline(house, clock):
    game = new_game(house)
    clock.forward(hours=47, minutes=59)
    play.submit(house, game.slug, 0, 0, "role settler", "page")
    clock.forward(hours=1)
    assert play.due(house).timeouts == ()


def test_a_move_that_comes_late_but_before_the_round_counts(house, clock):
    game = new_game(house)
    clock.forward(hours=50)
    turn = only(play.due(house).timeouts)
    play.submit(house, game.slug, 0, 0, "role settler", "page")
    assert not play.time_out(house, turn)
    assert [e.mark for e in play.table(house, game.slug, 0).log] == [""]


def test_the_deadline_is_real_time_over_the_end_of_summer_time(house, clock):
    clock.moment = datetime(2026, 10, 24, 16, 0, tzinfo=UTC)  # 18:00 in Amsterdam
    game = new_game(house)
    assert play.table(house, game.slug, 0).my_turn.deadline_at == datetime(2026, 10, 26, 16, 0, tzinfo=UTC)


def test_bots_move_until_a_person_is_asked(house, doorbell):
    game = new_game(house, SEATS[0], "bot:steady", "bot:random")
    doorbell.taken()
    play.submit(house, game.slug, 0, 0, "role settler", "page")
    play.submit(house, game.slug, 0, 1, "pass", "page")
    assert ("bots", game.id) in doorbell.taken()
    assert play.due(house).bots == (game.id,)
    assert play.let_bots_move(house, game.id) > 0
    assert play.let_bots_move(house, game.id) == 0
    table = play.table(house, game.slug, 0)
    assert table.my_turn and {e.mark for e in table.log if e.seat != 0} <= {"bot", "auto"}


def test_bots_alone_play_to_the_end(house, doorbell):
    game = new_game(house, "bot:steady", "bot:random", "bot:random")
    for _ in range(40):
        if play.let_bots_move(house, game.id, 100) < 100:
            break
        assert ("bots", game.id) in doorbell.taken()
    assert play.table(house, game.slug, None).game.state == "finished"


def test_heartbeats(house, clock):
    assert play.last_heartbeat(house, "sweep") is None
    play.record_heartbeat(house, "sweep")
    clock.forward(seconds=5)
    play.record_heartbeat(house, "sweep")
    assert play.last_heartbeat(house, "sweep") == clock()


def test_a_finished_game_owes_nothing(house, clock):
    game = new_game(house, clock="5s")
    play_on(house, game.slug, until="game_over")
    clock.forward(days=9)
    due = play.due(house)
    assert (due.reminders, due.timeouts, due.bots) == ((), (), ())


def test_a_bot_that_breaks_down_does_not_stop_the_game(house, monkeypatch):
    game = new_game(house, "bot:steady", SEATS[1], "bot:random")

    def break_down(*_arguments):
        raise ZeroDivisionError

    monkeypatch.setattr("pbem.bots.choose", break_down)
    assert play.let_bots_move(house, game.id) > 0
    assert play.table(house, game.slug, 1).my_turn


def test_a_game_of_rules_that_we_do_not_have_rests(house, clock):
    resting, other = new_game(house), new_game(house, SEATS[0], "bot:steady", name="Other")
    play_on(house, other.slug)
    with house.store.write() as session:
        session.execute(update(Game).where(Game.id == resting.id).values(rules_version=99))
    clock.forward(hours=49)
    found = play.due(house)
    with house.store.read() as session:
        games = {session.get_one(Turn, turn).game_id for turn in (*found.timeouts, *found.reminders)}
    assert games | set(found.bots) == {other.id}
    with house.store.write() as session:  # the right program is back
        session.execute(update(Game).values(rules_version=1))
    assert len(play.due(house).timeouts) == len(found.timeouts) + 1


def test_bots_are_shown_what_their_seat_may_see_and_no_more(house, clock, monkeypatch):
    """Also the one that plays for who is late."""
    seen = []
    choose = bots.choose

    def look(name, view, legal, seat, seed):
        seen.append((seat, view))
        return choose(name, view, legal, seat, seed)

    monkeypatch.setattr("pbem.bots.choose", look)
    game = new_game(house, SEATS[0], "bot:steady", "bot:random")
    while {seat for seat, _ in seen} < {0, 1, 2}:
        clock.forward(hours=49)
        play.time_out(house, only(play.due(house).timeouts))
        play.let_bots_move(house, game.id)
    for seat, view in seen:
        assert "random" not in view and isinstance(view["plantations"]["draw"], int)
        assert [player["vp"] is None for player in view["players"]] == [other != seat for other in range(3)]
