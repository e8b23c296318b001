"""Admins and what their lists read, on both databases."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from argon2 import PasswordHasher

from pbem import play
from tests.conftest import new_game

PASSWORD = "three words or four"


@pytest.fixture(autouse=True)
def cheap_hashes(monkeypatch):
    monkeypatch.setattr("pbem.play.admins._HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


def welcome(house, address="Marjan@example.org"):
    return play.create_admin(house, address, "test").rpartition("/")[2]


def refusal(verb, *given):
    with pytest.raises(play.PlayError) as refused:
        verb(*given)
    return refused.value.code


def test_from_link_to_session(house, clock):
    token = welcome(house)
    assert not play.has_admin(house)
    assert play.read_welcome(house, token).email == "Marjan@example.org"
    admin = play.set_password(house, token, PASSWORD)
    assert play.has_admin(house)
    assert refusal(play.set_password, house, token, PASSWORD) == "link_spent"
    assert play.sign_in(house, "marjan@EXAMPLE.org", PASSWORD) == admin
    assert refusal(play.sign_in, house, "marjan@example.org", PASSWORD + "x") == "sign_in_failed"
    sealed = play.seal_session(house, admin)
    assert play.admin_by_session(house, sealed) == admin
    assert play.admin_by_session(house, sealed[:-1]) is None
    assert play.admin_by_session(house, token) is None
    clock.forward(days=15)
    assert play.admin_by_session(house, sealed) is None


def test_two_people_use_one_link_at_once(house):
    """Whoever commits first has it; the others are told."""
    token = welcome(house)

    def use(number):
        try:
            return play.set_password(house, token, f"{PASSWORD} {number}").id
        except play.PlayError as error:
            return error.code

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(use, range(4)))
    assert answers.count("link_spent") == 3
    winner = next(number for number, answer in enumerate(answers) if answer != "link_spent")
    assert play.sign_in(house, "marjan@example.org", f"{PASSWORD} {winner}").id == answers[winner]


def test_two_processes_add_one_admin_at_once(house):
    """Both get a link, and that of who came last is good."""
    for round_ in range(5):
        address = f"new{round_}@example.org"
        with ThreadPoolExecutor(4) as pool:
            tokens = list(pool.map(lambda _, address=address: welcome(house, address), range(4)))
        good = []
        for token in tokens:
            try:
                good.append(play.read_welcome(house, token).email)
            except play.PlayError as error:
                assert error.code == "link_spent"
        assert good == [address]


def test_signing_out_ends_sessions_and_spends_no_link(house):
    admin = play.set_password(house, welcome(house), PASSWORD)
    sealed, others = play.seal_session(house, admin), welcome(house, "other@example.org")
    play.end_sessions(house, admin)
    assert play.admin_by_session(house, sealed) is None
    again = play.sign_in(house, "marjan@example.org", PASSWORD)
    assert play.admin_by_session(house, play.seal_session(house, again)) == again
    assert play.read_welcome(house, others).email == "other@example.org"


def test_a_new_link_voids_the_last_one_and_ends_sessions(house):
    admin = play.set_password(house, welcome(house), PASSWORD)
    sealed = play.seal_session(house, admin)
    first, second = welcome(house), welcome(house, "marjan@example.org")
    assert play.admin_by_session(house, sealed) is None
    assert refusal(play.read_welcome, house, first) == "link_spent"
    assert play.read_welcome(house, second).id == admin.id


def test_lists(house, clock):
    running, inviting = new_game(house), new_game(house, name="Inviting", start=False)
    over = new_game(house, name="Over")
    play.call_off_game(house, over.slug, "test")
    letter = play.claim_letter(house, play.list_letters(house, running.slug)[0].id)
    play.record_failure(house, letter, "connection refused", clock() + timedelta(hours=1))
    lines = play.list_tables(house)
    assert [line.game.name for line in lines] == ["Inviting", "Friday table", "Over"]
    assert [(line.failing, line.dead, len(line.owed)) for line in lines] == [(0, 0, 0), (1, 0, 1), (0, 0, 0)]
    assert lines[0].names == ("Anna", "Bea", "Cem") and set(lines[0].status) == {"invited"}
    assert [line.game.name for line in play.list_tables(house, first=1, limit=1)] == ["Friday table"]
    state = play.mail_state(house)
    assert (state.late, state.oldest_at, state.oldest_to, state.dead) == (4, clock(), "Anna", 0)
    assert play.list_audit(house)[0].game == "Over" and play.list_audit(house, inviting.slug)[0].slug == inviting.slug
    assert play.seat_desks(house, running.slug)[0].address == "anna@example.org"
    assert play.seat_desks(house, "none") == ()


def test_empty_lists(house):
    assert play.list_tables(house) == () and play.list_audit(house) == ()
    assert play.mail_state(house) == play.MailState(0, None, "", 0)
