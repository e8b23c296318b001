"""Addresses that take no letters: counted, letters wait, mended; on both databases."""

import threading
from datetime import timedelta

from sqlalchemy import select

from pbem import play, store
from pbem.play.troubles import FULL_APART, MENDED, MOST_OTHERS
from tests.conftest import new_game, play_on


def letters(house: play.House, kind: str = "turn") -> list[play.LetterInfo]:
    return [letter for letter in play.list_letters(house) if letter.kind == kind]


def send(house: play.House, number: int) -> play.Letter:
    """Sends a letter as a worker does, with nothing in it."""
    letter = play.claim_letter(house, number)
    assert letter is not None
    play.record_sent(house, letter, "x", None)
    return letter


def test_letters_to_a_dead_address_wait_until_it_is_mended(house: play.House) -> None:
    game = new_game(house)
    first = send(house, play.due(house).letters[0])
    assert play.record_bounce(house, first.id, "dead", "550 5.1.1 unknown")
    assert not play.record_bounce(house, first.id, "dead", "550 5.1.1 unknown"), "once a letter"
    house.clock.forward(hours=25)  # type: ignore[attr-defined]
    assert [play.remind(house, turn) for turn in play.due(house).reminders] == [True]
    waiting = letters(house, "reminder")[0]
    assert waiting.id not in play.due(house).letters
    assert play.claim_letter(house, waiting.id) is None
    assert play.mail_state(house).late == 0, "it waits on purpose"
    seat = play.seat_trouble(house, first.seat_id)
    assert seat is not None and (seat.slug, seat.seat, seat.count) == (game.slug, first.seat, 1)

    assert play.mend_address(house, first.seat_id)
    assert not play.mend_address(house, first.seat_id), "twice is as once"
    assert play.seat_trouble(house, first.seat_id) is None
    assert letters(house, "reminder")[0].last_error == MENDED, "the turn letter goes again instead"
    due = {letter.kind for letter in play.list_letters(house) if letter.id in play.due(house).letters}
    assert due == {"turn", "bounce_mended"}
    again = next(letter for letter in letters(house) if letter.state == "waiting")
    assert again.ply == first.ply


def test_a_turn_that_is_over_takes_its_waiting_letter_along(house: play.House) -> None:
    game = new_game(house)
    first = send(house, play.due(house).letters[0])
    play.record_bounce(house, first.id, "dead", "gone")
    house.clock.forward(hours=25)  # type: ignore[attr-defined]
    for turn in play.due(house).reminders:
        play.remind(house, turn)
    play_on(house, game.slug, 1)
    assert letters(house, "reminder")[0].state == "withdrawn"


def test_others_are_not_held_up(house: play.House) -> None:
    game = new_game(house)
    first = send(house, play.due(house).letters[0])
    play.record_bounce(house, first.id, "dead", "gone")
    play_on(house, game.slug, 3)
    house.clock.forward(minutes=2)  # type: ignore[attr-defined]
    assert any(play.claim_letter(house, number) for number in play.due(house).letters)


def bounce_next(house: play.House, kind: str) -> int:
    """One more letter to the first seat is sent and comes back; its seat's id."""
    seat = play.table(house, "friday-table", 0).seats[0]
    play.revoke_links(house, seat.id, "test")
    letter = send(house, letters(house, "fresh_link")[0].id)
    assert play.record_bounce(house, letter.id, kind, "no")
    return seat.id


def test_other_reasons_count_to_three(house: play.House) -> None:
    new_game(house)
    for number in range(1, MOST_OTHERS + 1):
        seat = bounce_next(house, "refused")
        assert (play.seat_trouble(house, seat) is not None) == (number == MOST_OTHERS)


def test_a_full_mailbox_counts_once_in_some_hours(house: play.House) -> None:
    new_game(house)
    for _ in range(5):
        seat = bounce_next(house, "full")
    assert play.seat_trouble(house, seat) is None
    for _ in range(MOST_OTHERS - 1):
        house.clock.forward(seconds=FULL_APART.total_seconds() + 1)  # type: ignore[attr-defined]
        bounce_next(house, "full")
    assert play.seat_trouble(house, seat) is not None


def test_old_troubles_are_forgotten(house: play.House) -> None:
    new_game(house)
    for _ in range(MOST_OTHERS):
        seat = bounce_next(house, "away")
        house.clock.forward(days=31)  # type: ignore[attr-defined]
    assert play.seat_trouble(house, seat) is None


def test_two_reports_at_once_count_as_two(house: play.House) -> None:
    new_game(house)
    seat = play.table(house, "friday-table", 0).seats[0]
    sent = []
    for _ in range(2):
        play.revoke_links(house, seat.id, "test")
        sent.append(send(house, letters(house, "fresh_link")[0].id))
    threads = [threading.Thread(target=play.record_bounce, args=(house, letter.id, "away", "no")) for letter in sent]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with house.store.read() as session:
        row = session.scalars(select(store.AddressTrouble)).one()
    assert (row.count, row.address_key) == (2, "anna@example.org")
    assert row.last_at - row.first_at < timedelta(seconds=1)
