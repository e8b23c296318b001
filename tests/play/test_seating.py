"""Somebody else takes a seat: what goes over, what is void, who is told."""

from datetime import timedelta

import pytest

from pbem import play
from tests.conftest import SEATS, new_game, play_on
from tests.play.test_beginning import invited, letters, seat_ids, sent

DIRK = "Dirk <dirk@example.org>;lang=nl;tz=Europe/Amsterdam"


def replace(house, game, number, who=DIRK, **options):
    return play.replace_seat(house, game.slug, number, play.read_seat(who), "test", **options)


def test_the_seat_goes_on_with_a_fresh_turn_and_all_old_links_are_void(house, clock):
    game = new_game(house)
    sent(house, game.slug)
    old = next(url for number, _, url in play.seat_links(house, game.slug) if number == 0).rpartition("/")[2]
    play.stop_letters(house, seat_ids(house, game.slug)[0])
    clock.forward(hours=47)
    replace(house, game, 0, reason="Anna is ill.", key="k")
    replace(house, game, 0, key="k")
    table = play.table(house, game.slug, 0)
    assert table.me and (table.me.name, table.me.language, table.me.letters_on) == ("Dirk", "nl", True)
    assert table.my_turn and table.my_turn.deadline_at == clock() + timedelta(hours=48)
    for purpose in ("play", "stop"):
        with pytest.raises(play.PlayError) as refused:
            play.read_link(house, purpose, old)
        assert refused.value.code in ("link_revoked", "link_bad")
    told = [x for x in reversed(play.list_letters(house, game.slug)) if x.state == "waiting"]
    assert [(x.kind, x.to_address) for x in told] == [
        ("replaced", "anna@example.org"),
        ("takeover", "dirk@example.org"),
        ("turn", "dirk@example.org"),
    ]
    play.submit(house, game.slug, 0, 0, "role settler", "page")


def test_who_has_left_gets_a_letter_that_opens_nothing(house):
    game = new_game(house)
    sent(house, game.slug)
    replace(house, game, 0)
    goodbye, takeover, turn = (play.claim_letter(house, x.id) for x in reversed(play.list_letters(house)[:3]))
    assert (goodbye.person.name, goodbye.seat_nonce, goodbye.extra["successor"]) == ("Anna", "", "Dirk")
    assert takeover.seat_nonce and turn.seat_nonce == takeover.seat_nonce
    assert turn.is_first and takeover.is_first  # Anna's letters were not his


def test_a_letter_under_way_to_who_has_left_never_goes_again(house):
    """A worker holds Anna's turn letter while her seat is given away, and then the host refuses it for now."""
    game = new_game(house)
    held = play.claim_letter(house, play.list_letters(house)[0].id)
    replace(house, game, 0)
    play.record_failure(house, held, "try later", house.clock())
    assert play.claim_letter(house, held.id) is None
    assert letters(house, game.slug) == [("takeover", 0), ("turn", 0)]  # Anna has had no letter: nothing to say


def test_a_seat_that_owes_nothing_gets_no_turn(house):
    game = new_game(house)
    before = play.table(house, game.slug, 0).my_turn
    replace(house, game, 1)
    assert letters(house, game.slug) == [("turn", 0), ("takeover", 1)]
    assert play.table(house, game.slug, 0).my_turn == before


def test_a_bot_takes_over_and_moves_at_once(house, doorbell):
    game = new_game(house)
    doorbell.taken()
    replace(house, game, 0, "bot:steady")
    assert ("bots", game.id) in doorbell.taken() and play.due(house).bots == (game.id,)
    assert play.let_bots_move(house, game.id) > 0
    assert play.table(house, game.slug, None).seats[0].bot == "steady"
    play_on(house, game.slug, until="game_over")


def test_a_person_takes_over_from_a_bot_in_a_pause(house):
    game = new_game(house, "bot:steady", SEATS[1], SEATS[2])
    play.pause_game(house, game.slug, "test")
    replace(house, game, 0)
    assert play.table(house, game.slug, 0).my_turn.left_seconds == 48 * 3600
    assert play.due(house).bots == ()


def test_who_declined_can_be_replaced_and_a_bot_in_the_last_seat_begins_the_game(house):
    game = invited(house, inviter="Emine")
    sent(house, game.slug)
    anna, bea, _ = seat_ids(house, game.slug)
    play.decline(house, anna)
    play.accept(house, bea)
    replace(house, game, 0)
    assert letters(house, game.slug) == [("invitation", 0)]  # none to Anna: she said no
    invitation = play.claim_letter(house, play.list_letters(house)[0].id)
    assert (invitation.person.name, invitation.extra["inviter"]) == ("Dirk", "Emine")
    play.accept(house, anna)
    assert replace(house, game, 2, "bot:steady").state == "running"
    assert ("replaced", 2) in letters(house, game.slug)


@pytest.mark.parametrize(
    ("number", "who", "code"),
    [
        (0, "Bea <dirk@example.org>", "duplicate_seat"),
        (0, "Dirk <BEA@example.org>", "duplicate_seat"),
        (0, "Dirk <anna@example.org>", "duplicate_seat"),
        (3, DIRK, "no_such_seat"),
    ],
)
def test_who_cannot_sit_there_is_refused(house, number, who, code):
    game = new_game(house)
    with pytest.raises(play.PlayError) as refused:
        replace(house, game, number, who)
    assert refused.value.code == code
    assert play.table(house, game.slug, None).seats[0].name == "Anna" and letters(house, game.slug) == [("turn", 0)]


def test_a_second_bot_of_a_name_gets_a_number_and_a_game_that_is_over_stays_as_it_is(house):
    game = new_game(house, SEATS[0], SEATS[1], "bot:steady")
    replace(house, game, 0, "bot:steady")
    assert [seat.name for seat in play.table(house, game.slug, None).seats] == ["Steady II", "Bea", "Steady"]
    play.call_off_game(house, game.slug, "test")
    with pytest.raises(play.PlayError, match="is over"):
        replace(house, game, 1)
