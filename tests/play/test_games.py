"""Creating, inviting, accepting, starting, calling off (issue 2, item 3)."""

import pytest

from pbem import play
from tests.conftest import SEATS, new_game


def test_a_game_invites_its_people_and_starts_when_all_accept(house, doorbell):
    game = new_game(house, start=False, inviter="Admin")
    assert game.state == "inviting" and game.slug == "friday-table"
    letters = play.list_letters(house, game.slug)
    assert [(x.kind, x.to_address) for x in reversed(letters)] == [
        ("invitation", "anna@example.org"),
        ("invitation", "bea@example.org"),
        ("invitation", "cem@example.org"),
    ]
    assert sorted(what for what, _ in doorbell.taken()) == ["deliver"] * 3
    seats = play.table(house, game.slug, None).seats
    for seat in seats[:2]:
        assert play.accept(house, seat.id).state == "inviting"
    assert play.accept(house, seats[2].id).state == "running"
    table = play.table(house, game.slug, 0)
    assert [owed.seat for owed in table.owed] == [0] and table.my_turn
    assert next(x.kind for x in play.list_letters(house, game.slug)) == "turn"


def test_accepting_twice_is_as_good_as_once_and_declining_too(house):
    game = new_game(house, start=False)
    seats = play.table(house, game.slug, None).seats
    play.accept(house, seats[0].id)
    play.accept(house, seats[0].id)
    play.decline(house, seats[1].id)
    play.decline(house, seats[1].id)
    assert [s.status for s in play.table(house, game.slug, None).seats] == ["accepted", "declined", "invited"]


def test_who_declined_may_think_again_while_the_game_invites(house):
    game = new_game(house, start=False)
    seat = play.table(house, game.slug, None).seats[0]
    play.decline(house, seat.id)
    play.accept(house, seat.id)
    assert play.table(house, game.slug, None).seats[0].status == "accepted"


def test_the_admin_starts_without_waiting_but_not_against_a_refusal(house):
    game = new_game(house, start=False)
    play.decline(house, play.table(house, game.slug, None).seats[1].id)
    with pytest.raises(play.PlayError, match="Bea will not play") as refused:
        play.start_game(house, game.slug, "admin")
    assert refused.value.code == "declined"
    other = new_game(house, start=False, name="Other table")
    assert play.start_game(house, other.slug, "admin").state == "running"
    with pytest.raises(play.PlayError, match="has begun already"):
        play.start_game(house, other.slug, "admin")


def test_answers_to_an_invitation_that_is_over_are_refused(house):
    game = new_game(house)
    seat = play.table(house, game.slug, None).seats[1]
    with pytest.raises(play.PlayError, match="has begun already"):
        play.decline(house, seat.id)
    assert play.accept(house, seat.id).state == "running"
    play.call_off_game(house, game.slug, "admin")
    with pytest.raises(play.PlayError, match="is over"):
        play.decline(house, seat.id)


def test_a_game_called_off_asks_nobody_any_more(house):
    game = new_game(house)
    assert play.call_off_game(house, game.slug, "admin").state == "cancelled"
    assert play.table(house, game.slug, 0).owed == ()
    assert {x.state for x in play.list_letters(house, game.slug)} == {"withdrawn"}
    with pytest.raises(play.PlayError, match="is over"):
        play.submit(house, game.slug, 0, 0, "role mayor", "page")
    with pytest.raises(play.PlayError, match="is over"):
        play.call_off_game(house, game.slug, "admin")


def test_two_games_of_one_name_have_two_slugs(house):
    assert new_game(house).slug == "friday-table"
    other = new_game(house).slug
    assert other.startswith("friday-table-") and other != "friday-table"


@pytest.mark.parametrize("name, slug", [("Vrijdág Tåfel!", "vrijdag-tafel"), ("牌桌", "game"), ("<b>x</b>", "b-x-b")])
def test_slugs_are_plain(house, name, slug):
    assert new_game(house, name=name).slug == slug


@pytest.mark.parametrize(
    "change, code, says",
    [
        ({"name": "   "}, "bad_name", "missing"),
        ({"name": "x" * 61}, "bad_name", "61 characters; at most 60"),
        ({"name": "two\nlines"}, "bad_name", "line break"),
        ({"name": "left\u202eright"}, "bad_name", "hidden sign"),
        ({"clock": "0"}, "bad_clock", "48h"),
        ({"clock": "0h"}, "bad_clock", "5 seconds to 60 days"),
        ({"clock": "100y"}, "bad_clock", "48h"),
        ({"clock": "36500d"}, "bad_clock", "5 seconds to 60 days"),
        ({"clock": ""}, "bad_clock", "48h"),
        ({"clock": "-3d"}, "bad_clock", "48h"),
        ({"clock": "٣d"}, "bad_clock", "48h"),
        ({"rules_options": {"ship_minimum": 4}}, "bad_rules", ""),
        ({"rules_options": {"beer": True}}, "bad_rules", ""),
    ],
)
def test_a_game_that_cannot_be_is_refused_and_nothing_is_written(house, change, code, says):
    with pytest.raises(play.PlayError) as refused:
        new_game(house, **change)
    assert refused.value.code == code and says in str(refused.value)
    assert play.list_games(house) == () and play.list_letters(house) == ()


@pytest.mark.parametrize(
    "seats, code, says",
    [
        (SEATS[:1], "bad_seats", "A table of 1"),
        ((*SEATS, "bot:steady", "bot:steady", "bot:random"), "bad_seats", "2 to 5"),
        ((SEATS[0], "Anna again <ANNA@example.org>"), "duplicate_seat", "anna@example.org has two seats"),
        ((SEATS[0], "anna <other@example.org>"), "duplicate_seat", "two seats"),
        ((SEATS[0], "Bea <bea@>"), "bad_address", "no mail address"),
        ((SEATS[0], "Bea <=?utf-8?q?bea=40x?=@example.org>"), "bad_address", "no mail address"),
        ((SEATS[0], "Bea <bea@example>"), "bad_address", "bea@example is no mail address: example has no dot in it"),
        ((SEATS[0], "Bea"), "bad_seat", "Anna <anna@example.org>"),
        ((SEATS[0], "Bea <bea@example.org>;tz=localtime"), "bad_zone", "localtime is no time zone"),
        ((SEATS[0], "Bea <bea@example.org>;tz=Factory"), "bad_zone", "Europe/Amsterdam or UTC"),
        ((SEATS[0], "Bea <bea@example.org>;tz=../../etc/passwd"), "bad_zone", "Europe/Amsterdam or UTC"),
        ((SEATS[0], "Bea <bea@example.org>\r\nBcc: all@example.org"), "bad", ""),
        ((SEATS[0], "B\x00ea <bea@example.org>"), "bad", ""),
        ((SEATS[0], f"{'B' * 41} <bea@example.org>"), "bad_name", "at most 40"),
        ((SEATS[0], "Bea <bea@example.org>;lang=tlh"), "bad_language", "en, nl, de"),
        ((SEATS[0], "Bea <bea@example.org>;tz=Europe/Atlantis"), "bad_zone", "Europe/Amsterdam"),
        ((SEATS[0], "Bea <bea@example.org>;shoe=42"), "bad_seat", ";lang=nl"),
        ((SEATS[0], "bot:deep_blue"), "bad_bot", "random, steady"),
    ],
)
def test_seats_that_cannot_be_are_refused(house, seats, code, says):
    with pytest.raises(play.PlayError) as refused:
        new_game(house, *seats)
    assert refused.value.code.startswith(code) and says in str(refused.value)
    assert play.list_games(house) == ()


def test_markup_in_a_name_is_kept_as_it_is(house):
    game = new_game(house, "<script>alert(1)</script> <a@example.org>", "bot:steady", name="<b>Bold</b> & co")
    table = play.table(house, game.slug, None)
    assert table.game.name == "<b>Bold</b> & co" and table.seats[0].name == "<script>alert(1)</script>"


def test_bots_get_names_of_their_own(house):
    game = new_game(house, SEATS[0], "bot:steady", "bot:steady", "bot:random;name=Robin")
    assert [seat.name for seat in play.table(house, game.slug, None).seats] == ["Anna", "Steady", "Steady II", "Robin"]


def test_a_person_at_two_tables_is_one_person(house):
    new_game(house)
    again = new_game(house, "Anna B. <ANNA@example.org>;lang=de", "bot:steady", name="Second")
    seat = play.table(house, again.slug, 0).me
    assert seat and (seat.name, seat.language, seat.zone) == ("Anna B.", "de", "Europe/Amsterdam")


@pytest.mark.parametrize(
    "text, seconds, written",
    [
        ("48h", 172800, "48h"),
        ("3d", 259200, "3d"),
        ("20s", 20, "20s"),
        ("1d12h", 129600, "36h"),
        ("P3D", 259200, "3d"),
        ("PT48H", 172800, "48h"),
        ("90m", 5400, "1h30m"),
        (" 2D ", 172800, "48h"),
    ],
)
def test_times_for_a_move(text, seconds, written):
    assert play.read_duration(text) == seconds and play.write_duration(seconds) == written
    assert play.read_duration(play.write_duration(seconds)) == seconds


def test_invitations_to_a_game_called_off_are_taken_back(house):
    game = new_game(house, start=False)
    play.call_off_game(house, game.slug, "admin")
    assert {x.state for x in play.list_letters(house, game.slug)} == {"withdrawn"}
    assert play.due(house).letters == ()


def test_localhost_serves_trials(house):
    game = new_game(house, SEATS[0], "Bea <bea@localhost>")
    assert [desk.address for desk in play.seat_desks(house, game.slug)] == ["anna@example.org", "bea@localhost"]
