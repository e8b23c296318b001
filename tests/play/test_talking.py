"""Table talk, notes and habits: said once, told as each has chosen, seen by nobody else, counted fairly."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from pbem import play, rules
from pbem.play.habits import first_answers
from pbem.store import AuditEntry, Letter, Person, Seat
from tests.conftest import SEATS, START, new_game
from tests.play.test_beginning import invited, seat_ids
from tests.web.conftest import web_house

__all__ = ["web_house"]

ANNA, BEA, CEM = 0, 1, 2


@pytest.fixture
def house(web_house):
    """SQLite alone: what is said does not depend on the database."""
    return web_house


def waiting(house):
    with house.store.read() as session:
        rows = session.scalars(select(Letter).where(Letter.kind == "talk", Letter.state == "waiting"))
        return [row.seat.number for row in rows.unique()]


def sent(house, seat, kind="talk"):
    """Has the letter of a kind to a seat leave; what it and those in it told."""
    with house.store.read() as session:
        own = select(Letter.id).join(Letter.seat).where(Seat.number == seat, Letter.kind == kind)
        ids = session.scalars(own.where(Letter.state == "waiting")).all()
    for number in ids:
        letter = play.claim_letter(house, number)
        if letter is not None:
            told = [each.text for each in play.untold(house, letter.seat_id, letter.kind)]
            play.record_sent(house, letter, "subject", None)
            return told, [other.kind for other in letter.merged]
    return None


def test_what_is_said_twice_stands_once_and_one_letter_gathers_it(house, clock):
    game = new_game(house)
    ids = seat_ids(house, game.slug)
    first = play.say(house, ids[ANNA], " Hello \r\n\r\n\r\nall ", "page", "k")
    assert play.say(house, ids[ANNA], "Hello again", "page", "k") == first
    assert play.say(house, ids[BEA], "Hi", "page", "k") != first, "keys are the seat's own"
    assert [(s.name, s.text) for s in play.talk(house, game.slug)] == [("Bea", "Hi"), ("Anna", "Hello\n\nall")]
    assert sorted(waiting(house)) == [ANNA, BEA, CEM]
    assert sent(house, CEM) is None, "what follows within minutes goes in the same letter"
    clock.forward(minutes=4)
    assert sent(house, CEM) == (["Hello\n\nall", "Hi"], [])
    assert sent(house, BEA) == ([], []), "who spoke on the page has read it there"
    play.say(house, ids[ANNA], "More", "page", "l")
    clock.forward(minutes=4)
    assert sent(house, CEM) is None, "the next letter about talk comes later"
    clock.forward(minutes=12)
    assert sent(house, CEM) == (["More"], [])


def test_a_turn_letter_takes_talk_along_and_who_was_on_the_page_is_told_nothing(house, clock):
    game = new_game(house)
    ids = seat_ids(house, game.slug)
    said = play.say(house, ids[BEA], "Take the builder", "page", "1")
    assert sent(house, ANNA, "turn") == (["Take the builder"], ["talk"])
    assert play.untold(house, ids[ANNA], "talk") == ()
    assert play.untold(house, ids[CEM], "turn")[0].id == said and play.untold(house, ids[CEM], "timeout") == ()
    play.talk_seen(house, ids[CEM], said + 1)
    assert play.untold(house, ids[CEM], "talk"), "there is no such message yet"
    play.talk_seen(house, ids[CEM], said)
    assert not play.untold(house, ids[CEM], "talk")


@pytest.mark.parametrize(
    ("mode", "has_letter", "in_turn"), [("each", True, True), ("turn", False, True), ("none", False, False)]
)
def test_each_person_hears_of_talk_as_he_has_chosen(house, mode, has_letter, in_turn):
    game = new_game(house)
    ids = seat_ids(house, game.slug)
    play.set_talk_mode(house, ids[CEM], mode)
    assert play.talk_mode(house, ids[CEM]) == mode
    play.say(house, ids[ANNA], "Hello", "page", "1")
    assert (CEM in waiting(house)) is has_letter
    assert bool(play.untold(house, ids[CEM], "turn")) is in_turn
    with pytest.raises(play.PlayError, match="hear"):
        play.set_talk_mode(house, ids[CEM], "sometimes")


def test_too_much_talk_and_talk_before_the_game_are_refused(house, clock):
    game = new_game(house)
    ids = seat_ids(house, game.slug)
    for number in range(10):
        play.say(house, ids[ANNA], "again", "page", str(number))
    with pytest.raises(play.PlayError) as error:
        play.say(house, ids[ANNA], "again", "page", "one too many")
    assert (error.value.code, error.value.status) == ("too_much_talk", 429)
    play.say(house, ids[BEA], "others go on", "page", "1")
    clock.forward(minutes=11)
    play.say(house, ids[ANNA], "now", "page", "later")
    with pytest.raises(play.PlayError, match="no game is played"):
        play.say(house, seat_ids(house, invited(house).slug)[ANNA], "Hello", "page", "1")
    for text in ("", " \n ", "x" * 2001):
        with pytest.raises(play.PlayError):
            play.say(house, ids[ANNA], text, "page", "bad")


def test_a_host_speaks_and_takes_away(house):
    game = new_game(house)
    ids = seat_ids(house, game.slug)
    play.say_as_host(house, game.slug, "Welcome", "host@example.org", sender="Dirk", key="1")
    assert sorted(waiting(house)) == [ANNA, BEA, CEM]
    bad = play.say(house, ids[ANNA], "Rude", "page", "1")
    for _ in range(2):
        play.hide_talk(house, game.slug, bad, "host@example.org")
    assert [(s.name, s.text, s.is_hidden) for s in play.talk(house, game.slug)] == [
        ("Anna", "", True),
        ("Dirk", "Welcome", False),
    ]
    assert [s.text for s in play.untold(house, ids[BEA], "talk")] == ["Welcome"]
    with pytest.raises(play.PlayError):
        play.hide_talk(house, new_game(house, name="Other").slug, bad, "host@example.org")
    with house.store.read() as session:
        acts = session.scalars(select(AuditEntry.verb).where(AuditEntry.verb.in_(("say", "hide_talk"))))
        assert list(acts) == ["say", "say", "hide_talk"]


def test_a_newcomer_gets_no_letter_of_what_was_said_before(house):
    game = new_game(house)
    play.say(house, seat_ids(house, game.slug)[ANNA], "Before", "page", "1")
    play.replace_seat(house, game.slug, CEM, play.read_seat("Dirk <dirk@example.org>"), "test")
    assert play.untold(house, seat_ids(house, game.slug)[CEM], "turn") == ()


def test_a_note_is_its_writers_alone_and_no_window_overwrites_another(house):
    game = new_game(house)
    ids = seat_ids(house, game.slug)
    play.write_note(house, ids[CEM], "a plan\r\n", "")
    play.write_note(house, ids[CEM], "a plan", "")  # the same text sent twice changes nothing
    note = play.read_note(house, ids[CEM])
    assert note.text == "a plan" and play.read_note(house, ids[ANNA]).text == ""
    play.write_note(house, ids[CEM], "another plan", note.version)
    with pytest.raises(play.PlayError) as error:
        play.write_note(house, ids[CEM], "a third", note.version)
    assert error.value.code == "note_changed" and play.read_note(house, ids[CEM]).text == "another plan"
    with pytest.raises(play.PlayError, match="4001"):
        play.write_note(house, ids[CEM], "x" * 4001, play.read_note(house, ids[CEM]).version)
    play.replace_seat(house, game.slug, CEM, play.read_seat("Dirk <dirk@example.org>"), "test")
    assert play.read_note(house, ids[CEM]).text == ""
    play.replace_seat(house, game.slug, CEM, play.read_seat(SEATS[CEM]), "test")
    assert play.read_note(house, ids[CEM]).text == "another plan"
    play.write_note(house, ids[CEM], " ", play.read_note(house, ids[CEM]).version)
    assert play.read_note(house, ids[CEM]) == play.NoteInfo()
    assert "plan" not in str(play.list_audit(house)) and "plan" not in str(play.export_game(house, game.slug))


def test_answers_in_one_sitting_count_once():
    at = [START + timedelta(minutes=minutes) for minutes in (0, 60, 60, 61, 61, 62, 200, 230)]
    turns = list(zip(at[::2], at[1::2], strict=True))
    assert first_answers(turns) == [timedelta(hours=1), timedelta(minutes=30)]


def usual(house, game):
    return play.answer_times(house, play.table(house, game.slug, None))


def test_the_usual_answer_time_is_of_this_table_else_of_all_and_bots_have_none(house, clock):
    game = new_game(house, SEATS[0], "bot:steady", "bot:steady")
    assert usual(house, game) == {}
    for _ in range(4):
        while not play.table(house, game.slug, 0).my_turn:
            clock.forward(minutes=3)
            play.let_bots_move(house, play.table(house, game.slug, 0).game.id)
        clock.forward(hours=3)
        while (table := play.table(house, game.slug, 0)).my_turn:
            moves = table.legal.moves.get(0) or (rules.suggest_placement(table.view, 0),)
            play.submit(house, game.slug, 0, table.game.ply, moves[0], "web", None)
    assert usual(house, game) == {0: timedelta(hours=3)}
    assert usual(house, new_game(house, SEATS[0], "bot:steady", name="New")) == {0: timedelta(hours=3)}


def test_talk_mode_is_a_column_that_the_preferences_share(house):
    game = new_game(house)
    play.set_talk_mode(house, seat_ids(house, game.slug)[ANNA], "turn")
    with house.store.read() as session:
        assert session.scalars(select(Person.talk_mode).where(Person.name == "Anna")).one() == "turn"
