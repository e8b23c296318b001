"""What an admin does to a table while people move, clocks run out and workers send: nothing torn, nothing twice."""

from datetime import timedelta

import pytest

from pbem import play
from tests.conftest import first_answer, new_game
from tests.play.test_beginning import invited, seat_ids, sent
from tests.play.test_submit import at_once

ROUNDS = 5
pytestmark = pytest.mark.slow


def letters(house, slug, kind):
    return [x for x in play.list_letters(house, slug, limit=None) if x.kind == kind]


def test_a_pause_and_a_time_out_at_once(house, clock):
    """Either the bot played for who was late and then it was paused, or it was paused and nothing is due."""
    for _ in range(ROUNDS):
        game = new_game(house)
        clock.forward(hours=49)
        (turn,) = (t for t in play.due(house).timeouts if t)
        results = at_once(
            [
                lambda t=turn: play.time_out(house, t),
                lambda g=game: play.pause_game(house, g.slug, "test"),
                lambda t=turn: play.time_out(house, t),
                lambda g=game: play.pause_game(house, g.slug, "test"),
            ]
        )
        assert not [result for result in results if isinstance(result, Exception)], results
        table = play.table(house, game.slug, None)
        assert sum(entry.mark == "timeout" for entry in table.log) == sum(result is True for result in results) <= 1
        assert all(owed.deadline_at is None and owed.left_seconds is not None for owed in table.owed)
        assert len(letters(house, game.slug, "paused")) == 3
        play.call_off_game(house, game.slug, "test")


def test_a_seat_given_away_while_its_person_moves(house, clock):
    """The move is made or the seat is another's first; the newcomer has a whole turn if it is still asked."""
    for number in range(ROUNDS):
        game = new_game(house)
        answer = first_answer(play.table(house, game.slug, 0))
        newcomer = play.SeatSpec("Dirk", f"dirk{number}@example.org")
        results = at_once(
            [
                lambda g=game, a=answer: play.submit(house, g.slug, 0, 0, a, "test"),
                lambda g=game, n=newcomer: play.replace_seat(house, g.slug, 0, n, "test", key="once"),
                lambda g=game, n=newcomer: play.replace_seat(house, g.slug, 0, n, "test", key="once"),
                lambda g=game, n=newcomer: play.send_message(house, g.slug, "Hello", "test", key="once"),
                lambda g=game: play.change_deadline(house, g.slug, "test", more=3600, key="once"),
            ]
        )
        broken = [r for r in results if isinstance(r, Exception) and not isinstance(r, play.PlayError)]
        assert not broken, broken
        table = play.table(house, game.slug, 0)
        assert table.me and table.me.name == "Dirk"
        assert len(letters(house, game.slug, "takeover")) == 1
        if table.my_turn and table.my_turn.deadline_at:
            assert table.my_turn.deadline_at >= clock() + timedelta(hours=48)
            asked = letters(house, game.slug, "turn")[0]
            assert (asked.state, asked.to_address) == ("waiting", newcomer.address)


def test_the_last_answer_and_a_call_off_at_once(house):
    """The game begins and is called off, or is called off first: nobody is asked in the end."""
    for _ in range(ROUNDS):
        game = invited(house)
        sent(house, game.slug)
        calls = [lambda s=seat: play.accept(house, s) for seat in seat_ids(house, game.slug)]
        calls.append(lambda g=game: play.call_off_game(house, g.slug, "test"))
        results = at_once(calls)
        assert not [r for r in results if isinstance(r, Exception) and not isinstance(r, play.PlayError)], results
        table = play.table(house, game.slug, None)
        assert (table.game.state, table.owed) == ("cancelled", ())
        assert {x.kind for x in play.list_letters(house, game.slug) if x.state == "waiting"} == {"called_off"}
