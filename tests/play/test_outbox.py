"""Letters as rows: written once, claimed once, ended once; merged, withdrawn, tried again (architecture 3)."""

from datetime import timedelta

import pytest

from pbem import play
from pbem.play.outbox import LAST_ATTEMPT
from tests.conftest import SEATS, new_game, play_on
from tests.play.test_submit import at_once


def waiting(house, slug=None):
    return [x for x in reversed(play.list_letters(house, slug)) if x.state == "waiting"]


def test_a_letter_is_claimed_by_one_worker_only(house):
    new_game(house)
    (row,) = waiting(house)
    claimed = at_once([lambda: play.claim_letter(house, row.id) or "not mine"] * 5)
    assert sum(isinstance(letter, play.Letter) for letter in claimed) == 1


def test_a_worker_that_died_leaves_the_letter_to_the_next(house, clock):
    new_game(house)
    (row,) = waiting(house)
    assert play.claim_letter(house, row.id)
    assert play.claim_letter(house, row.id) is None and play.due(house).letters == ()
    clock.forward(minutes=4)
    assert play.due(house).letters == (row.id,)
    letter = play.claim_letter(house, row.id)
    assert letter and letter.attempts == 2


def test_the_message_id_of_a_row_never_changes_and_the_thread_is_the_seats(house, clock):
    game = new_game(house, start=False)
    first = [play.claim_letter(house, row.id) for row in waiting(house)]
    clock.forward(minutes=10)
    second = [play.claim_letter(house, row.id) for row in waiting(house)]
    assert [x.message_id for x in first] == [x.message_id for x in second]
    assert len({x.thread_id for x in first}) == 3
    play.start_game(house, game.slug, "admin")
    turn = play.claim_letter(house, waiting(house)[-1].id)
    assert turn.kind == "turn" and turn.thread_id == first[0].thread_id
    for letter in first:
        assert len(letter.message_id) < 70 and letter.message_id.endswith("@pbem.example>")


def test_sent_is_the_end(house):
    new_game(house)
    letter = play.claim_letter(house, waiting(house)[0].id)
    play.record_sent(house, letter, "Friday table – your turn", b"raw")
    assert play.claim_letter(house, letter.id) is None and waiting(house) == []
    (entry,) = play.mailbox(house)
    assert (entry.subject, entry.to_name) == ("Friday table – your turn", "Anna")
    assert play.mailbox_letter(house, entry.id) == b"raw"
    play.record_failure(house, letter, "too late", None)
    assert play.list_letters(house)[0].state == "sent"


def test_a_failure_waits_for_its_time(house, clock):
    new_game(house)
    letter = play.claim_letter(house, waiting(house)[0].id)
    play.record_failure(house, letter, "451 try later", clock() + timedelta(minutes=5))
    assert play.due(house).letters == () and play.claim_letter(house, letter.id) is None
    clock.forward(minutes=5)
    assert play.due(house).letters == (letter.id,)
    assert play.list_letters(house)[0].last_error == "451 try later"


def test_a_letter_refused_for_good_is_dead_and_the_admin_can_see_why(house):
    game = new_game(house)
    letter = play.claim_letter(house, waiting(house)[0].id)
    play.record_failure(house, letter, "550 no such user", None)
    (row,) = play.list_letters(house)
    assert (row.state, row.last_error) == ("dead", "550 no such user")
    assert play.list_audit(house, game.slug)[0].verb == "give_up_letter"


def try_in_vain(house, clock, most: int) -> play.LetterInfo:
    for _ in range(most):
        letter = play.claim_letter(house, play.list_letters(house)[0].id)
        if letter is None:
            break
        assert letter.claims == 1, "the last attempt came to an outcome"
        play.record_failure(house, letter, "connection refused", clock())
    return play.list_letters(house)[0]


def test_a_letter_is_not_tried_for_ever(house, clock):
    new_game(house, start=False)
    letter = try_in_vain(house, clock, 50)
    assert (letter.kind, letter.state, letter.attempts) == ("invitation", "dead", LAST_ATTEMPT)


def test_a_letter_that_asks_is_tried_until_its_turn_is_over(house, clock):
    game = new_game(house)
    letter = try_in_vain(house, clock, LAST_ATTEMPT + 6)
    assert (letter.kind, letter.state, letter.attempts) == ("turn", "waiting", LAST_ATTEMPT + 6)
    play_on(house, game.slug)
    fate = next(other for other in play.list_letters(house) if other.id == letter.id)
    assert (fate.state, fate.last_error) == ("withdrawn", "the turn was over")


def test_a_letter_put_off_was_not_attempted(house, clock):
    new_game(house)
    letter = play.claim_letter(house, play.due(house).letters[0])
    play.postpone(house, letter, clock() + timedelta(seconds=9))
    assert play.due(house).letters == ()
    assert play.list_letters(house)[0].attempts == 0
    clock.forward(seconds=10)
    assert play.claim_letter(house, letter.id) is not None


def test_a_turn_answered_before_its_letter_left_takes_it_back(house):
    game = new_game(house)
    (row,) = waiting(house)
    play.submit(house, game.slug, 0, 0, "role settler", "page")
    states = {x.id: (x.state, x.last_error) for x in play.list_letters(house)}
    assert states[row.id] == ("withdrawn", "the turn was over")


def test_who_is_on_the_page_is_given_a_moment(house, clock):
    game = new_game(house)
    play.submit(house, game.slug, 0, 0, "role settler", "page")
    (row,) = waiting(house)
    assert row.not_before == clock() + timedelta(minutes=1)
    play.submit(house, game.slug, 0, 1, "pass", "page")
    (row,) = waiting(house)
    assert row.seat == 1 and row.not_before == clock()


def test_a_short_clock_has_no_pause(house, clock):
    game = new_game(house, clock="2m")
    play.submit(house, game.slug, 0, 0, "role settler", "page")
    assert waiting(house)[0].not_before == clock()


def test_turns_at_several_tables_become_one_letter(house):
    first = new_game(house)
    second = new_game(house, SEATS[0], "bot:steady", name="Second")
    rows = waiting(house)
    assert [row.slug for row in rows] == [first.slug, second.slug]
    letter = play.claim_letter(house, rows[0].id)
    assert [(x.slug, x.kind) for x in letter.merged] == [(second.slug, "turn")]
    assert play.claim_letter(house, rows[1].id) is None
    play.record_sent(house, letter, "two", b"raw")
    assert [x.state for x in play.list_letters(house)] == ["sent", "sent"] and len(play.mailbox(house)) == 1


@pytest.mark.parametrize("end", ["withdraw", "give up"])
def test_a_merged_letter_goes_its_own_way_when_the_first_one_ends(house, doorbell, end):
    new_game(house)
    new_game(house, SEATS[0], "bot:steady", name="Second")
    letter = play.claim_letter(house, waiting(house)[0].id)
    doorbell.taken()
    if end == "withdraw":
        play.withdraw(house, letter, "over")
    else:
        play.record_failure(house, letter, "554 no", None)
    assert doorbell.taken() == [("deliver", letter.merged[0].id)]
    assert play.claim_letter(house, letter.merged[0].id)


def test_who_stopped_the_letters_gets_none_but_still_plays(house):
    game = new_game(house)
    seats = play.table(house, game.slug, None).seats
    play.stop_letters(house, seats[0].id)
    play.stop_letters(house, seats[0].id)
    assert waiting(house) == [] and not play.table(house, game.slug, 0).me.letters_on
    play.submit(house, game.slug, 0, 0, "role settler", "page")
    assert waiting(house) == []
    play.resume_letters(house, seats[0].id)
    assert play.table(house, game.slug, 0).me.letters_on
    assert [a.verb for a in play.list_audit(house, game.slug)][:2] == ["resume_letters", "stop_letters"]


def test_a_turn_elsewhere_soon_after_a_letter_waits_for_company(house, clock):
    new_game(house)
    letter = play.claim_letter(house, waiting(house)[0].id)
    play.record_sent(house, letter, "one", b"raw")
    sent_at = clock()
    clock.forward(seconds=20)
    new_game(house, SEATS[0], "bot:steady", name="Second")
    clock.forward(seconds=20)
    new_game(house, SEATS[0], "bot:steady", name="Third")
    second, third = waiting(house)
    assert second.not_before == third.not_before == sent_at + timedelta(minutes=1)
    clock.forward(seconds=20)
    assert len(play.claim_letter(house, second.id).merged) == 1
