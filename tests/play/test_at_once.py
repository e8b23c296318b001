"""Several people, workers and pages at the same moment: no deadlock, nothing torn, nothing twice (architecture 3)."""

import threading
import time

import pytest

from pbem import play
from tests.conftest import SEATS, first_answer, new_game
from tests.play.test_submit import at_once

ROUNDS = 6
pytestmark = pytest.mark.slow


def waiting(house):
    return [letter.id for letter in play.list_letters(house) if letter.state == "waiting"]


def test_several_workers_make_one_letter_of_what_one_person_is_due(house):
    for number in range(4):
        new_game(house, SEATS[0], "bot:steady", name=f"Table {number}")
    ids = waiting(house)
    claimed = at_once([lambda i=i: play.claim_letter(house, i) or "nothing" for i in ids * 2])
    (letter,) = [letter for letter in claimed if isinstance(letter, play.Letter)]
    assert sorted([letter.id, *(other.id for other in letter.merged)]) == sorted(ids)


def test_letters_claimed_while_people_act_and_choose_wait_for_nobody_for_ever(house, clock):
    """Persons are locked before letters, and games before persons: moves, claims, sights and choices at once."""
    games = [new_game(house, *SEATS, name=f"Table {number}") for number in range(3)]
    wanted = {"language": "en", "zone": "UTC", "digest_hour": 8}
    seats = play.table(house, games[0].slug, None).seats
    for number in range(ROUNDS):
        clock.forward(minutes=20)
        calls = [lambda i=i: play.claim_letter(house, i) or "nothing" for i in waiting(house)]
        calls += [lambda i=seat.id: play.note_seen(house, i) or "seen" for seat in seats]
        mode = play.MODES[number % 4]
        calls += [lambda i=seat.id, m=mode: play.set_preferences(house, i, mode=m, **wanted) or "set" for seat in seats]
        for game in games:
            table = play.table(house, game.slug, None)
            owed = table.owed[0]
            answer = first_answer(play.table(house, game.slug, owed.seat))
            calls.append(
                lambda g=game.slug, s=owed.seat, p=table.game.ply, a=answer: play.submit(house, g, s, p, a, "web")
            )
        results = at_once(calls)
        assert all(isinstance(result, play.Submitted) for result in results[-3:]), results


def test_workers_that_give_up_letters_do_not_stand_in_the_way_of_moves(house, clock):
    game = new_game(house)
    for _ in range(ROUNDS):
        table = play.table(house, game.slug, None)
        owed = table.owed[0]
        answer = first_answer(play.table(house, game.slug, owed.seat))
        clock.forward(minutes=2)
        letters = [letter for i in waiting(house) if (letter := play.claim_letter(house, i))]
        calls = [lambda x=x: play.record_failure(house, x, "550 no", None) or "done" for x in letters]
        calls.append(lambda s=owed.seat, a=answer, p=table.game.ply: play.submit(house, game.slug, s, p, a, "test"))
        results = at_once(calls)
        assert isinstance(results[-1], play.Submitted), results


def test_letters_stopped_and_moves_made_at_once(house):
    game = new_game(house)
    seats = play.table(house, game.slug, None).seats
    for _ in range(ROUNDS):
        table = play.table(house, game.slug, None)
        owed = table.owed[0]
        answer = first_answer(play.table(house, game.slug, owed.seat))
        results = at_once(
            [lambda i=seat.id: play.stop_letters(house, i) or "stopped" for seat in seats]
            + [lambda i=seat.id: play.resume_letters(house, i) or "resumed" for seat in seats]
            + [lambda s=owed.seat, a=answer, p=table.game.ply: play.submit(house, game.slug, s, p, a, "test")]
        )
        assert isinstance(results[-1], play.Submitted), results


def test_a_page_read_during_a_move_shows_one_moment(house):
    game = new_game(house)
    faults: list[object] = []
    is_over = threading.Event()

    def look() -> None:
        while not is_over.is_set():
            try:
                table = play.table(house, game.slug, 0)
                seen = (len(table.log), [owed.seat for owed in table.owed])
                if seen != (table.game.ply, table.view["to_act"]):
                    faults.append(seen)
            except Exception as error:  # noqa: BLE001 - any fault of a reader is what the test looks for
                faults.append(error)

    readers = [threading.Thread(target=look) for _ in range(2)]
    for reader in readers:
        reader.start()
    until = time.monotonic() + 1.5
    while time.monotonic() < until:
        table = play.table(house, game.slug, None)
        if not table.owed:
            break
        seat = table.owed[0].seat
        play.submit(house, game.slug, seat, table.game.ply, first_answer(play.table(house, game.slug, seat)), "test")
    is_over.set()
    for reader in readers:
        reader.join(30)
    assert faults == []


def test_the_first_round_of_two_workers(house):
    at_once([lambda: play.record_heartbeat(house, "sweep") or "done"] * 4)
    assert play.last_heartbeat(house, "sweep") == house.clock()


@pytest.mark.parametrize("verb", [play.accept, play.decline])
def test_an_answer_and_the_start_at_once(house, verb):
    game = new_game(house, start=False)
    seat = play.table(house, game.slug, None).seats[1].id
    at_once([lambda: verb(house, seat), lambda: play.start_game(house, game.slug, "admin")])
    table = play.table(house, game.slug, None)
    assert table.game.state == "running" or table.seats[1].status == "declined"
