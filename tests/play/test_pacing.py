"""When letters go: not while one plays, as often as wanted, under the cap, not about what is over (issue 4, item 3)."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import update

from pbem import play
from pbem.play.outbox import write_letter
from pbem.play.transaction import transaction
from pbem.store import Game, Person, Seat
from tests.conftest import SEATS, new_game, play_on

pytestmark = pytest.mark.slow

MINUTE = timedelta(minutes=1)


@pytest.fixture
def database_url(sqlite_url):
    """SQLite alone: what is due does not depend on the database."""
    return sqlite_url


def letters(house, seat=0, state="waiting"):
    return [x for x in reversed(play.list_letters(house)) if x.seat == seat and x.state == state]


def send_due(house):
    """Sends all that is due; the kinds that left, a tuple for each letter with those merged into it behind."""
    sent = []
    for number in play.due(house).letters:
        letter = play.claim_letter(house, number)
        if letter is not None:
            play.record_sent(house, letter, "subject", b"raw")
            sent.append((letter.person.name, letter.kind, *sorted(other.kind for other in letter.merged)))
    return sent


def seat_id(house, slug, number=0):
    return play.table(house, slug, number).seats[number].id


def write(house, slug, kind, seat=0, **extra):
    with transaction(house) as tx:
        row = tx.session.get_one(Seat, seat_id(house, slug, seat))
        write_letter(tx, kind, row, f"{kind}:{slug}:{tx.now.timestamp()}", ply=1, **extra)


def set_person(house, name, **values):
    with house.store.write() as session:
        session.execute(update(Person).where(Person.name == name).values(**values))


# --- presence


def test_who_is_seen_on_the_page_gets_the_letter_when_he_has_gone(house, clock):
    game = new_game(house)
    for _ in range(4):
        play.note_seen(house, seat_id(house, game.slug))
        clock.forward(seconds=40)
        assert send_due(house) == []
    clock.forward(seconds=21)
    assert send_due(house) == [("Anna", "turn")]


def test_who_stays_on_the_page_hears_of_another_table_in_the_end(house, clock):
    game = new_game(house)
    began = clock()
    play.note_seen(house, seat_id(house, game.slug))
    while send_due(house) == []:
        play.note_seen(house, seat_id(house, game.slug))
        clock.forward(seconds=30)
        assert clock() - began < timedelta(minutes=16)
    assert clock() - began >= timedelta(minutes=15)


def test_a_sight_is_noted_at_most_every_twenty_seconds(house, clock):
    game = new_game(house)
    seen = clock()
    for _ in range(3):
        play.note_seen(house, seat_id(house, game.slug))
        clock.forward(seconds=6)
    with house.store.read() as session:
        assert session.get_one(Person, 1).seen_at == seen


@pytest.mark.parametrize(
    ("via", "waits"), [("web", MINUTE), ("api", MINUTE), ("mail", 0 * MINUTE), ("cli", 0 * MINUTE)]
)
def test_who_moves_by_mail_is_not_on_the_page(house, clock, via, waits):
    game = new_game(house)
    play.submit(house, game.slug, 0, 0, "role settler", via)
    assert letters(house)[0].not_before == clock() + waits


def test_an_accepted_invitation_is_an_act_on_the_page(house, clock):
    game = new_game(house, start=False)
    for number in (2, 1, 0):
        play.accept(house, seat_id(house, game.slug, number))
    turn = next(x for x in letters(house) if x.kind == "turn")
    assert turn.not_before == clock() + MINUTE


# --- one letter


def test_what_waits_goes_along_before_its_time(house, clock):
    """Bots have moved on a second table a little later: the letter there would wait for company, and has it."""
    game = new_game(house)
    assert send_due(house) == [("Anna", "turn")]
    clock.forward(seconds=20)
    new_game(house, SEATS[0], "bot:steady", name="Second")
    assert play.due(house).letters == ()
    write(house, game.slug, "receipt", moves=[])
    assert send_due(house) == [("Anna", "turn", "receipt")]
    assert play.due(house).letters == () and letters(house) == []


def test_a_letter_that_failed_is_not_dragged_along(house, clock):
    game = new_game(house)
    letter = play.claim_letter(house, letters(house)[0].id)
    play.record_failure(house, letter, "451 later", clock() + timedelta(minutes=5))
    write(house, game.slug, "receipt", moves=[])
    assert send_due(house) == [("Anna", "receipt")]
    clock.forward(minutes=5)
    assert send_due(house) == [("Anna", "turn")]


def test_the_most_urgent_turn_holds_the_others(house):
    new_game(house, name="Slow", clock="3d")
    new_game(house, name="Quick", clock="12h")
    write(house, "quick", "timeout", moves=[])
    letter = play.claim_letter(house, letters(house)[0].id)
    assert (letter.slug, letter.kind) == ("quick", "turn")
    assert [(x.slug, x.kind) for x in letter.merged] == [("slow", "turn"), ("quick", "timeout")]


@pytest.mark.parametrize("kind", ["receipt", "timeout"])
def test_what_bots_bring_goes_in_one_letter_with_what_was_before(house, clock, kind):
    game = new_game(house, SEATS[0], "bot:steady", "bot:steady")
    send_due(house)
    play.submit(house, game.slug, 0, 0, "role mayor", "mail")
    write(house, game.slug, kind, moves=[])
    play.let_bots_move(house, game.id)
    assert send_due(house) in ([("Anna", "turn", kind)], [("Anna", "reminder", kind)])


def test_a_receipt_waits_for_nobody_where_people_are_to_move(house, clock):
    game = new_game(house)
    play.submit(house, game.slug, 0, 0, "role settler", "mail")
    play.submit(house, game.slug, 0, 1, "pass", "mail")
    write(house, game.slug, "receipt", moves=[])
    assert ("Anna", "receipt") in send_due(house)


# --- what is over


@pytest.mark.parametrize(
    ("kind", "change", "why"),
    [
        ("paused", {}, "the game goes on"),
        ("resumed", {"paused_at": True}, "the game is paused again"),
        ("deadline", {"state": "finished"}, "the game was over"),
        ("start", {"state": "cancelled"}, "the game was over"),
        ("invitation_reminder", {}, "the invitation was answered"),
        ("invitation", {}, "the invitation was answered"),
        ("digest", {}, "no digest is wanted any more"),
    ],
)
def test_a_letter_about_what_is_over_is_withdrawn_when_it_would_go(house, clock, kind, change, why):
    game = new_game(house)
    play_on(house, game.slug, 6)
    clock.forward(minutes=2)
    send_due(house)
    write(house, game.slug, kind)
    with house.store.write() as session:
        values = {name: clock() if value is True else value for name, value in change.items()}
        session.execute(update(Game).values(**values) if values else update(Game).values(name="Friday"))
    send_due(house)
    row = next(x for x in play.list_letters(house) if x.kind == kind)
    assert (row.state, row.last_error) == ("withdrawn", why)


def test_a_letter_to_somebody_who_left_the_seat_is_withdrawn(house):
    new_game(house)
    with house.store.write() as session:
        session.execute(update(Seat).where(Seat.number == 0).values(person_id=2))
    assert send_due(house) == []
    assert letters(house, state="withdrawn")[0].last_error == "the seat has another person"


def test_a_turn_that_was_over_while_a_worker_held_its_letter(house, clock):
    game = new_game(house)
    play.claim_letter(house, letters(house)[0].id)  # by a worker that dies
    play.submit(house, game.slug, 0, 0, "role settler", "mail")
    clock.forward(minutes=4)
    assert send_due(house) == [("Anna", "turn")]
    assert [x.last_error for x in letters(house, state="withdrawn")] == ["the turn was over"]


# --- modes


def test_once_means_one_letter_until_the_next_visit(house, clock):
    set_up = [new_game(house, SEATS[0], SEATS[1], name=name) for name in ("One", "Two")]
    set_person(house, "Anna", letter_mode="once")
    clock.forward(minutes=1)
    assert send_due(house) == [("Anna", "turn", "turn")]
    third = new_game(house, SEATS[0], SEATS[1], name="Three")
    clock.forward(hours=25)
    assert all(play.remind(house, turn) for turn in play.due(house).reminders)
    assert send_due(house) == []  # neither the third table nor the reminders
    clock.forward(hours=24)
    for turn in play.due(house).timeouts:
        play.time_out(house, turn)
    assert ("Anna", "timeout") not in [row[:2] for row in send_due(house)]
    play.note_seen(house, seat_id(house, set_up[0].slug))
    clock.forward(minutes=2)
    (sent,) = [row for row in send_due(house) if row[0] == "Anna"]
    assert sent[1] in play.ASKING and set(sent[2:]) <= set(play.ASKING)
    asked = {x.slug for x in letters(house, state="sent") if x.kind in play.ASKING}
    assert third.slug in asked


@pytest.mark.parametrize("via", ["web", "mail"])
def test_once_ends_with_a_move_by_whichever_way(house, clock, via):
    first = new_game(house)
    second = new_game(house, SEATS[0], "bot:steady", name="Second")
    set_person(house, "Anna", letter_mode="once")
    assert send_due(house) == [("Anna", "turn", "turn")]
    clock.forward(minutes=5)
    play.submit(house, second.slug, 0, 0, "role settler", via)
    clock.forward(minutes=1)
    assert send_due(house) == [("Anna", "turn")]
    assert letters(house, state="sent")[-1].slug == second.slug and first.slug != second.slug


@pytest.mark.parametrize("mode", ["digest", "none"])
def test_without_turn_letters_no_turn_letter_is_written(house, clock, mode):
    game = new_game(house, start=False)
    set_person(house, "Anna", letter_mode=mode, digest_at=clock() + timedelta(hours=9))
    play.start_game(house, game.slug, "test")
    clock.forward(hours=8)
    assert [x for x in play.list_letters(house) if x.seat == 0 and x.kind in play.ASKING] == []
    write(house, game.slug, "timeout", moves=[])
    assert [row for row in send_due(house) if row[0] == "Anna"] == []
    write(house, game.slug, "fresh_link")
    assert send_due(house) == [("Anna", "fresh_link")]


# --- the cap


def test_no_more_letters_in_an_hour_than_the_cap(house, clock):
    few = replace(house, settings=replace(house.settings, letters_per_hour=3))
    game = new_game(few)
    sent = []
    for _ in range(8):
        write(few, game.slug, "deadline")
        sent += send_due(few)
        clock.forward(minutes=2)
    assert len(sent) == 3
    clock.forward(minutes=45)
    assert send_due(few) == [("Anna", "deadline", *["deadline"] * 4)]  # nothing was lost


def test_what_was_asked_for_may_go_beyond_the_cap_but_not_for_ever(house, clock):
    few = replace(house, settings=replace(house.settings, letters_per_hour=2))
    game = new_game(few)
    sent = []
    for _ in range(12):
        write(few, game.slug, "answer")
        sent += send_due(few)
        clock.forward(minutes=2)
    assert len(sent) == 6 and {row[1] for row in sent} == {"turn", "answer"}


# --- away


def test_reminders_rest_while_somebody_is_away(house, clock):
    new_game(house, clock="10d")
    send_due(house)
    set_person(house, "Anna", away_until=clock() + timedelta(days=6))
    clock.forward(days=5, hours=1)
    assert [play.remind(house, turn) for turn in play.due(house).reminders] == [True]
    assert letters(house) == [] and play.due(house).reminders == ()
    clock.forward(days=1)
    assert [play.remind(house, turn) for turn in play.due(house).reminders] == [True]
    assert send_due(house) == [("Anna", "reminder")]


def test_who_is_away_longer_than_the_time_gets_no_reminder(house, clock):
    new_game(house)
    send_due(house)
    set_person(house, "Anna", away_until=clock() + timedelta(days=6))
    clock.forward(hours=30)
    assert [play.remind(house, turn) for turn in play.due(house).reminders] == [True]
    assert play.due(house).reminders == () and letters(house) == []
