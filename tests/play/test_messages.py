"""Messages from the host of a table to its people, or to everybody."""

import pytest

from pbem import play
from tests.conftest import SEATS, new_game
from tests.play.test_beginning import invited, letters, seat_ids


def test_a_message_goes_to_the_people_of_a_table_once(house):
    game = new_game(house, SEATS[0], SEATS[1], "bot:steady")
    text = "  Hello\r\n\r\n\r\n\r\nworld\t!\n"
    assert play.send_message(house, game.slug, text, "test", sender="Dirk", key="k") == 2
    assert play.send_message(house, game.slug, text, "test", sender="Dirk", key="k") == 0
    assert letters(house, game.slug) == [("turn", 0), ("message", 0), ("message", 1)]
    letter = play.claim_letter(house, play.list_letters(house)[0].id)
    assert letter.extra == {"text": "Hello\n\nworld !", "sender": "Dirk"}
    assert play.send_message(house, game.slug, "again", "test", seats=[1]) == 1
    assert letters(house, game.slug)[-1] == ("message", 1)


def test_a_message_to_all_goes_once_to_each_person_who_plays(house):
    first = new_game(house)
    second = new_game(house, SEATS[0], "Dirk <dirk@example.org>", name="Second")
    over = new_game(house, "Emine <emine@example.org>", "bot:steady", name="Over")
    play.call_off_game(house, over.slug, "test")
    declining = invited(house)
    play.decline(house, seat_ids(house, declining.slug)[1])
    assert play.send_message(house, None, "To all", "test", key="k") == 4
    assert play.send_message(house, None, "To all", "test", key="k") == 0
    told = [(x.slug, x.to_name) for x in play.list_letters(house) if x.kind == "message"]
    of_the_newest = {(declining.slug, "Anna"), (declining.slug, "Cem"), (first.slug, "Bea"), (second.slug, "Dirk")}
    assert set(told) == of_the_newest and len(told) == 4


@pytest.mark.parametrize(
    ("text", "says"), [("", "empty"), (" \n\t\n ", "empty"), ("x" * 2001, "2001 characters"), ("a\0", "no text")]
)
def test_what_is_no_message_is_refused(house, text, says):
    game = new_game(house)
    with pytest.raises(play.PlayError, match=says):
        play.send_message(house, game.slug, text, "test")
    assert letters(house, game.slug) == [("turn", 0)]


def test_a_message_to_nobody_is_refused(house):
    game = new_game(house, SEATS[0], "bot:steady")
    play.stop_letters(house, seat_ids(house, game.slug)[0])
    with pytest.raises(play.PlayError, match="nobody there"):
        play.send_message(house, game.slug, "Hello", "test")
