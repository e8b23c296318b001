"""Talk by mail: answers to talk are said, lines that begin with "say:" are said beside a move, neither is the other."""

import pytest
from sqlalchemy import select

from pbem import play
from pbem.mail import inbound
from pbem.mail.inbound.own import Own
from pbem.mail.inbound.saying import may_be_a_move, part
from pbem.play.addresses import read_reply_address
from pbem.store import Letter, Seat, Store
from tests.conftest import new_game, test_settings
from tests.mail_in.test_inbox import MAIL_IN, written

pytestmark = pytest.mark.slow


@pytest.fixture
def house(sqlite_url, tmp_path, clock, doorbell):
    store = Store(sqlite_url)
    yield play.House(test_settings(sqlite_url, tmp_path, mail_in=MAIL_IN), store, clock, doorbell)
    store.close()


@pytest.fixture
def slug(house):
    return new_game(house, "Anna <anna@example.org>;lang=en", "Bea <bea@example.org>;lang=nl").slug


def comes(house, slug, text, *, is_talk, number=[0], **fields):  # noqa: B006 - counts the mails
    """A mail of Anna's to the address of her turn letter or of a letter about talk; the outcome."""
    number[0] += 1
    table = play.table(house, slug, 0)
    with house.store.read() as session:
        nonce = session.get_one(Seat, table.me.id).nonce
    to = play.reply_address(house, table.game.id, 0, table.game.ply, nonce, is_talk=is_talk)
    mail = play.store_mail(
        house, written(text, f"<t{number[0]}@example.org>", **fields), "anna@example.org", to, "lmtp"
    )
    return inbound.read_mail(house, mail)


def state(house, slug):
    """What was said, oldest first, and how many moves were made."""
    said = [each.text for each in reversed(play.talk(house, slug))]
    return said, play.table(house, slug, 0).game.ply


def answers(house):
    with house.store.read() as session:
        return [row.extra.get("code") for row in session.scalars(select(Letter).where(Letter.kind == "answer"))]


QUOTE = "\n\nOn Mon, Nov 30, 2026 at 9:12 AM Friday table <x@y.org> wrote:\n> captain\n> say: nothing\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Good luck, all :)" + QUOTE, "Good luck, all :)"),
        ("Thanks!" + QUOTE, "Thanks!"),
        ("Two lines\n\nof mine\n-- \nAnna\nTel. 0123 456789", "Two lines\nof mine"),
        ("say: captain", "captain"),
        ("I would never take the captain now, would you?", "I would never take the captain now, would you?"),
    ],
)
def test_an_answer_to_talk_is_said_and_no_receipt_comes(house, slug, text, said):
    assert comes(house, slug, text, is_talk=True) == "talk"
    assert state(house, slug) == ([said], 0)
    assert answers(house) == []


@pytest.mark.parametrize(
    "text", ["captain", "2", "Mayor, please", "build hacienda", "captain\nsay: hi", "kapitein", "pass"]
)
def test_what_may_be_a_move_is_not_said_aloud_in_an_answer_to_talk(house, slug, text):
    assert comes(house, slug, text, is_talk=True) == "answer"
    assert state(house, slug) == ([], 0) and answers(house) == ["not_said"]


@pytest.mark.parametrize(
    ("text", "said", "moves"),
    [
        ("mayor\nsay: good luck", ["good luck"], 1),
        ("Say: good luck\nmayor", ["good luck"], 1),
        ("zeg: ik neem nooit de kapitein", ["ik neem nooit de kapitein"], 0),
        ("Hi all,\nsag: captain", ["captain"], 0),
        ("mayor\nsay:\nFirst.\ncaptain, or not", ["First.\ncaptain, or not"], 1),
        ("I say: captain", [], 0),
    ],
)
def test_a_line_is_said_while_the_rest_is_played(house, slug, text, said, moves):
    comes(house, slug, text, is_talk=False)
    assert state(house, slug)[0] == said
    assert (state(house, slug)[1] > 0) == bool(moves)
    log = play.table(house, slug, 0).log
    assert not log or log[0].move == "role mayor"


def test_a_long_line_that_may_have_been_broken_is_asked_about(house, slug):
    text = "say: I think you should not have taken it then, but rather the\ncaptain"
    assert comes(house, slug, text, is_talk=False) == "answer"
    assert state(house, slug) == ([], 0) and answers(house) == ["not_said"]


def test_foreign_senders_and_machines_say_nothing(house, slug):
    assert comes(house, slug, "Hello", is_talk=True, From="Eve <eve@example.com>") == "confirm"
    assert comes(house, slug, "mayor\nsay: hi", is_talk=False, From="Eve <eve@example.com>") == "confirm"
    assert comes(house, slug, "I am away", is_talk=True, Auto_Submitted="auto-replied") == "ignored"
    assert state(house, slug) == ([], 0)


def test_stop_stops_the_letters_about_talk_alone(house, slug):
    assert comes(house, slug, "stop", is_talk=True, Subject="stop") == "command"
    table = play.table(house, slug, 0)
    assert play.talk_mode(house, table.me.id) == "none" and table.me.letters_on
    assert answers(house) == ["mute"] and state(house, slug) == ([], 0)


def test_too_much_is_answered_and_a_mail_read_again_says_nothing_twice(house, slug):
    for number in range(10):
        assert comes(house, slug, f"Message number {number} of mine", is_talk=True) == "talk"
    assert comes(house, slug, "mayor\nsay: one more", is_talk=False) == "answer"
    assert answers(house) == ["not_said"] and state(house, slug)[1] == 0


def test_the_address_of_talk_is_signed_as_such(house, slug):
    table = play.table(house, slug, 0)
    with house.store.read() as session:
        nonce = session.get_one(Seat, table.me.id).nonce
    talk, turn = (play.reply_address(house, table.game.id, 0, 5, nonce, is_talk=sort) for sort in (True, False))
    assert read_reply_address(house, talk).is_talk and not read_reply_address(house, turn).is_talk
    assert read_reply_address(house, talk.replace(".t5.", ".p5.")) is None
    assert read_reply_address(house, turn.replace(".p5.", ".t5.")) is None


@pytest.mark.parametrize(
    "text", ["nice game", "see you on Friday", "I had no time, sorry", "that was the best ship", ":)"]
)
def test_talk_is_not_taken_for_a_move(text):
    assert not may_be_a_move(text, ())


def test_quotes_of_talk_are_not_said_again():
    assert part(Own(("mayor", "*zeg:* hoi", "ZEG : doei"))).said == "hoi\ndoei"
