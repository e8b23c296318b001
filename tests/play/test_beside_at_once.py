"""Talk, notes, orders, names, proposals, consent: two of each at the same moment, on what both databases do."""

from dataclasses import replace

import pytest

from pbem import play
from tests.conftest import SEATS, first_answer, new_game
from tests.play.test_beginning import seat_ids
from tests.play.test_submit import at_once
from tests.web.conftest import position_for, set_position

pytestmark = pytest.mark.slow
ENGLISH = {"language": "en", "zone": "UTC", "mode": "each", "digest_hour": 8}


def codes(results):
    """How each call ended: "" for well, else the error's code."""
    return sorted(result.code if isinstance(result, play.PlayError) else "" for result in results)


def test_what_is_sent_twice_stands_once(house):
    slug = new_game(house).slug
    anna, bea, cem = seat_ids(house, slug)
    at_once([lambda: play.say(house, anna, "Hello", "page", "k")] * 5)
    assert len(play.talk(house, slug)) == 1
    notes = at_once([lambda n=n: play.write_note(house, anna, f"note {n}", "") or "saved" for n in range(5)])
    assert codes(notes) == ["", *["note_changed"] * 4], "one is kept, the others are told"
    order = {"language": "en", "is_once": False}
    calls = [lambda: play.leave_order(house, bea, "settler", "bot", **order)] * 3
    calls.append(lambda: play.submit(house, slug, 0, 0, "role settler", "web"))
    calls.append(lambda: play.replace_seat(house, slug, 2, play.read_seat("Dirk <dirk@example.org>"), "admin"))
    calls.append(lambda: play.write_note(house, cem, "Mine", "") or "saved")
    assert codes(at_once(calls)) == [""] * 6
    assert len(play.standing_orders(house, bea)) <= 1 and play.verify_game(house, slug).faults == ()


def test_all_take_one_name_while_moves_are_made(house):
    games = [new_game(house, *SEATS, name=f"Table {number}") for number in range(3)]
    ids = seat_ids(house, games[0].slug)

    def rename(seat):
        habits = replace(play.preferences(house, seat).habits, name="Zed")
        return play.set_preferences(house, seat, habits=habits, **ENGLISH) or "set"

    calls = [lambda i=i: rename(i) for i in ids]
    for game in games:
        owed = play.table(house, game.slug, None).owed[0]
        answer = first_answer(play.table(house, game.slug, owed.seat))
        calls.append(lambda g=game.slug, s=owed.seat, a=answer: play.submit(house, g, s, 0, a, "web"))
    assert codes(at_once(calls)) == ["", "", "", "", "name_taken", "name_taken"]
    for game in games:
        assert [seat.name for seat in play.table(house, game.slug, None).seats].count("Zed") == 1


def test_a_proposal_answered_refused_and_called_off_at_once(house):
    ids = seat_ids(house, new_game(house).slug)
    anna = play.proposer_at(house, ids[0])
    mates = play.tablemates(house, anna.person_id)
    guests = tuple(play.Guest(mate=mate.id) for mate in mates)
    wanted = play.Wanted("Quiet", guests, "72h", {}, form_key="one")
    made = at_once([lambda: play.propose_table(house, anna, wanted)] * 4)
    assert len({game.id for game in made}) == 1
    slug = made[0].slug
    table = play.table(house, slug, None)
    own = next(seat.number for seat in table.seats if seat.status == "accepted")
    asked = [seat for seat in table.seats if seat.status == "invited"]
    tokens = [play.uninvite_url(house, mate.id).rpartition("/")[2] for mate in mates]
    calls = [lambda i=seat.id: play.accept(house, i) for seat in asked]
    calls += [lambda t=t: play.set_uninvited(house, t, off=True) or "off" for t in tokens]
    calls += [lambda n=s.number: play.give_place(house, slug, anna, n, play.Guest(bot="steady")) for s in asked]
    calls.append(lambda: play.withdraw_proposal(house, slug, anna, own))
    assert set(codes(at_once(calls))) <= {"", "not_open", "seat_taken"}
    assert play.table(house, slug, None).game.state in ("running", "cancelled", "inviting")


def test_a_rematch_asked_for_by_all_is_one(house):
    slug = new_game(house, *(f"{name} <{name}@example.org>" for name in "ABCD"), name="Old").slug
    set_position(house, slug, position_for("game_over"))
    ids = seat_ids(house, slug)
    assert codes(at_once([lambda i=i: play.ask_rematch(house, i) for i in ids] * 2)) == [""] * 8
    assert [(game.name, game.state) for game in play.list_games(house)] == [("Old 2", "running"), ("Old", "finished")]
    calls = [lambda i=i: play.set_public(house, i, True) or "yes" for i in ids]
    calls.append(lambda: play.set_listed(house, slug, "admin", listed=False))
    assert codes(at_once(calls)) == [""] * 5 and not play.is_public(house, slug)
