"""What a person wants of letters: checked, for all games, and the waiting letters put in line with it."""

import pytest

from pbem import play
from tests.conftest import SEATS, new_game
from tests.play.test_pacing import letters, seat_id, send_due, write

GIVEN = {"language": "nl", "zone": "Europe/Amsterdam", "mode": "each", "digest_hour": 8}


@pytest.fixture
def database_url(sqlite_url):
    """SQLite alone: nothing here depends on the database."""
    return sqlite_url


def choose(house, slug, **changes):
    play.set_preferences(house, seat_id(house, slug), **{**GIVEN, **changes})


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"language": "fr"}, "bad_language"),
        ({"zone": "Europe/Atlantis"}, "bad_zone"),
        ({"mode": "weekly"}, "bad_mode"),
        ({"digest_hour": 24}, "bad_hour"),
    ],
)
def test_what_cannot_be_changes_nothing(house, changes, code):
    game = new_game(house)
    before = play.preferences(house, seat_id(house, game.slug))
    with pytest.raises(play.PlayError) as refused:
        choose(house, game.slug, **changes)
    assert refused.value.code == code and play.preferences(house, seat_id(house, game.slug)) == before


def test_it_is_the_same_at_all_tables_and_in_the_audit_trail(house):
    first, second = new_game(house), new_game(house, SEATS[1], SEATS[0], name="Second")
    choose(house, first.slug, language="de", zone="Asia/Tokyo", mode="once")
    found = play.preferences(house, seat_id(house, second.slug, 1))
    assert (found.language, found.zone, found.mode, found.tables) == ("de", "Asia/Tokyo", "once", 2)
    assert play.preferences(house, seat_id(house, second.slug, 0)).mode == "each"
    line = play.list_audit(house, first.slug)[0]
    assert (line.actor, line.verb, line.detail["mode"]) == ("Anna", "set_preferences", "once")


@pytest.mark.parametrize("mode", ["digest", "none"])
def test_who_wants_no_turn_letters_is_spared_those_that_wait(house, mode):
    game = new_game(house)
    choose(house, game.slug, mode=mode)
    assert send_due(house) == [] and letters(house, state="withdrawn")[0].last_error == "not wanted any more"


def test_who_wants_them_again_is_asked_what_is_open_and_not_what_was_asked(house, clock):
    told = new_game(house, name="Told")
    send_due(house)
    choose(house, told.slug, mode="none")
    untold = new_game(house, SEATS[0], SEATS[1], name="Untold")
    clock.forward(minutes=5)
    choose(house, told.slug, mode="each")
    assert [x.slug for x in letters(house)] == [untold.slug]
    assert send_due(house) == [("Anna", "turn")]


def test_news_waits_for_the_hour_of_the_digest_and_goes_in_it(house, clock):
    game = new_game(house)
    choose(house, game.slug, mode="digest")
    write(house, game.slug, "timeout", moves=["role mayor"])
    clock.forward(hours=20)
    assert send_due(house) == []
    clock.moment = play.next_digest(clock(), "Europe/Amsterdam", 8)
    assert send_due(house) == []  # it does not go before the digest that is due just now
    assert play.write_digest(house, play.due(house).digests[0])
    clock.forward(seconds=5)
    assert send_due(house) == [("Anna", "digest", "timeout")]


def test_news_that_waited_for_a_digest_goes_when_none_is_wanted_any_more(house, clock):
    game = new_game(house)
    send_due(house)
    choose(house, game.slug, mode="digest")
    write(house, game.slug, "timeout", moves=["role mayor"])
    choose(house, game.slug, mode="each")
    assert send_due(house) == [("Anna", "timeout")]


def test_daily_letters_are_stopped_and_begun_again(house, clock):
    game = new_game(house)
    choose(house, game.slug, mode="digest", digest_hour=21)
    for _ in range(2):
        play.stop_digest(house, seat_id(house, game.slug))
    assert play.preferences(house, seat_id(house, game.slug)).mode == "none"
    clock.forward(days=2)
    assert play.due(house).digests == ()
    play.stop_digest(house, seat_id(house, game.slug), again=True)
    found = play.preferences(house, seat_id(house, game.slug))
    assert (found.mode, found.digest_hour) == ("digest", 21)
    clock.forward(days=1)
    assert len(play.due(house).digests) == 1
