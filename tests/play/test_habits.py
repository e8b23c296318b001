"""Names, open points and the like: what a person may choose, and what it does at tables; all tables of a person."""

import pytest
from sqlalchemy import update

from pbem import play
from pbem.store import Game, Seat
from tests.conftest import SEATS, new_game, play_on
from tests.play.test_pacing import letters, seat_id, send_due, set_person
from tests.web.conftest import FOUR, position_for, set_position

pytestmark = pytest.mark.slow

GIVEN = {"language": "nl", "zone": "Europe/Amsterdam", "mode": "each", "digest_hour": 8}


@pytest.fixture
def database_url(sqlite_url):
    """SQLite alone: nothing here depends on the database."""
    return sqlite_url


def choose(house, slug, seat=0, **habits):
    play.set_preferences(house, seat_id(house, slug, seat), **GIVEN, habits=play.Habits(**habits))


# --- names


def test_a_new_name_is_that_of_the_seats_in_games_that_are_not_over(house):
    running, over = new_game(house), new_game(house, name="Over")
    soon = new_game(house, SEATS[1], SEATS[0], name="Soon", start=False)
    play.call_off_game(house, over.slug, "test")
    play_on(house, running.slug, moves=1)
    choose(house, running.slug, name=" Annelies  V. ")
    names = {game.slug: list(play.table(house, game.slug, None).names.values()) for game in (running, over, soon)}
    assert names[running.slug] == ["Annelies V.", "Bea", "Cem"] and names[soon.slug] == ["Bea", "Annelies V."]
    assert names[over.slug] == ["Anna", "Bea", "Cem"], "what is over keeps its names"
    assert play.preferences(house, seat_id(house, soon.slug, 1)).name == "Annelies V."


@pytest.mark.parametrize(
    ("habits", "code"),
    [
        ({"name": "bEA"}, "name_taken"),
        ({"name": ""}, "bad_name"),
        ({"name": "A" * 41}, "bad_name"),
        ({"name": "Anna\nB"}, "bad_name"),
        ({"name": "Anna", "talk": "loud"}, "bad_talk"),
        ({"name": "Anna", "motion": "wild"}, "bad_motion"),
        ({"name": "Anna", "quiet": (7, 24)}, "bad_quiet"),
        ({"name": "Anna", "quiet": (7, 7)}, "bad_quiet"),
    ],
)
def test_what_cannot_be_changes_nothing(house, habits, code):
    slug = new_game(house).slug
    before = play.preferences(house, seat_id(house, slug))
    with pytest.raises(play.PlayError) as refused:
        choose(house, slug, **habits)
    assert refused.value.code == code and play.preferences(house, seat_id(house, slug)) == before
    assert play.table(house, slug, None).names[0] == "Anna"


# --- open points


def points(house, slug, seat):
    view = play.table(house, slug, seat).view
    return [player["vp"] is not None for player in view["players"]]


def test_points_lie_open_when_every_person_there_wants_it_and_bots_do_not_count(house):
    slug = new_game(house, SEATS[0], SEATS[1], "bot:steady").slug
    assert points(house, slug, 0) == [True, False, False] and points(house, slug, None) == [False] * 3
    choose(house, slug, name="Anna", open_points=True)
    assert points(house, slug, 0) == [True, False, False] and play.table(house, slug, 0).points_open == ""
    choose(house, slug, seat=1, name="Bea", open_points=True)
    assert points(house, slug, 0) == points(house, slug, None) == [True] * 3
    assert play.table(house, slug, 0).points_open == "wish"
    choose(house, slug, name="Anna")
    assert points(house, slug, 1) == [False, True, False]


def test_points_lie_open_where_the_table_was_set_so(house):
    slug = new_game(house, open_points=True).slug
    assert points(house, slug, None) == [True] * 3 and play.table(house, slug, 0).points_open == "game"


# --- all tables of a person


def test_a_person_sees_all_own_tables_and_no_others(house, clock):
    mine = new_game(house)
    new_game(house, SEATS[1], SEATS[2], name="Not mine")
    asked = new_game(house, SEATS[1], SEATS[0], name="Asked", start=False, inviter="Dirk")
    declined = new_game(house, SEATS[1], SEATS[0], name="Declined", start=False)
    play.decline(house, seat_id(house, declined.slug, 1))
    over = new_game(house, *FOUR, name="Over")
    set_position(house, over.slug, position_for("game_over"))
    with house.store.read() as session:
        person = session.get_one(Seat, seat_id(house, mine.slug)).person_id
    found = {table.name: table for table in play.my_tables(house, person)}
    assert set(found) == {"Friday table", "Asked", "Over"}
    table = found["Friday table"]
    assert table.mine and table.owed == () and table.view["players"][1]["vp"] is None
    assert found["Asked"].status == "invited" and found["Asked"].inviter == "Dirk"
    assert found["Asked"].waits_for == ("Bea", "Anna")
    assert found["Over"].place > 0 and found["Over"].points > 0
    assert play.seat_at_table(house, person, asked.slug).number == 1
    assert play.seat_at_table(house, person, "not-mine") is None


def test_nobody_but_who_made_it_knows_of_a_proposal_that_no_admin_has_agreed_to(house):
    slug = new_game(house).slug
    proposed = new_game(house, SEATS[0], SEATS[1], name="Proposed", start=False).slug
    with house.store.write() as session:
        anna, bea = (session.get_one(Seat, seat_id(house, slug, number)).person_id for number in (0, 1))
        session.execute(update(Game).where(Game.slug == proposed).values(state="proposed", proposed_by=anna))
    assert {table.slug for table in play.my_tables(house, anna)} == {slug, proposed}
    assert [table.slug for table in play.my_tables(house, bea)] == [slug]
    assert play.seat_at_table(house, anna, proposed) and play.seat_at_table(house, bea, proposed) is None
    play.call_off_game(house, slug, "test")
    play.request_my_games(house, "bea@example.org")
    assert [each.slug for each in play.list_letters(house) if each.kind == "my_games"] == [slug]
    with house.store.write() as session:  # refused
        session.execute(update(Game).where(Game.slug == proposed).values(state="cancelled"))
    assert proposed not in {table.slug for table in play.my_tables(house, bea)}


# --- the letter for who lost a link


def test_the_link_to_all_games_comes_once_an_hour_whatever_letters_are_wanted(house, clock):
    game = new_game(house)
    set_person(house, "Anna", letter_mode="none")
    play.stop_letters(house, seat_id(house, game.slug))
    for _ in range(3):
        play.request_my_games(house, " Anna@EXAMPLE.org ")
        play.request_my_games(house, "stranger@example.org")
    assert send_due(house) == [("Anna", "my_games")]
    clock.forward(hours=1)
    play.request_my_games(house, "anna@example.org")
    assert send_due(house) == [("Anna", "my_games")]


def test_it_is_good_when_all_games_are_over_and_of_the_running_one_else(house):
    old, new = new_game(house), new_game(house, name="New")
    play.call_off_game(house, new.slug, "test")
    play.request_my_games(house, "anna@example.org")
    assert [each.slug for each in letters(house) if each.kind == "my_games"] == [old.slug]
    play.call_off_game(house, old.slug, "test")
    play.request_my_games(house, "bea@example.org")
    assert [each.slug for each in letters(house, 1) if each.kind == "my_games"] == [new.slug]


def test_a_bad_address_is_refused_and_one_that_takes_no_letters_gets_none(house):
    game = new_game(house)
    with pytest.raises(play.PlayError) as refused:
        play.request_my_games(house, "anna")
    assert refused.value.code == "bad_address"
    play.record_bounce(house, letters(house)[0].id, "dead", "550 5.1.1 unknown")
    play.request_my_games(house, "anna@example.org")
    assert send_due(house) == [] and letters(house)[-1].is_held
    assert play.mend_address(house, seat_id(house, game.slug))
    assert ("Anna", "my_games") in send_due(house)
