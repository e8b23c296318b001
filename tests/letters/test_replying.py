"""What comes of a person's mail: moves, letters back and to whom, what is noted, and that nothing happens twice."""

from collections.abc import Iterator
from datetime import UTC, datetime
from email.message import EmailMessage

import pytest
from sqlalchemy import select

from pbem import play
from pbem.mail import inbound
from pbem.mail.inbound.handling import handle
from pbem.mail.inbound.meaning import Moves, Situation, read_reply
from pbem.mail.inbound.outcomes import told
from pbem.mail.inbound.own import own_words
from pbem.mail.inbound.reading import Question
from pbem.play.answering import LONGEST_AWAY, MOST_BACK
from pbem.store import InboundMail, Letter, Move, Person, Seat
from pbem.words import LANGUAGES, voice
from tests.conftest import StandingClock, new_game
from tests.letters.checks import check_html, check_text
from tests.letters.conftest import deliver_due, html_of, newest, text_of
from tests.letters.samples import decisions

pytestmark = pytest.mark.slow

ANNA = "anna@example.org"
OTHERS = ("Bea <bea@example.org>", "Cem <cem@example.org>")


@pytest.fixture
def game(house: play.House) -> Iterator[play.GameInfo]:
    """A table at which Anna, who reads English, is to choose the first role; her letter has left."""
    made = new_game(
        house, f"Anna <{ANNA}>;lang=en;tz=Europe/Amsterdam", "Bea <bea@example.org>", "Cem <cem@example.org>"
    )
    deliver_due(house)
    house.clock.forward(minutes=5)  # type: ignore[attr-defined]
    yield made


def written(text: str, number: int = 1, sender: str = f"Anna <{ANNA}>", **fields: str) -> bytes:
    message = EmailMessage()
    message["From"], message["Subject"] = sender, "Re: Friday table – your turn"
    message["Message-ID"] = f"<m{number}@mail.example.org>"
    for name, value in fields.items():
        message[name.replace("_", "-")] = value
    message.set_content(text)
    return message.as_bytes()


def address(house: play.House, ply: int = 0, slug: str = "friday-table") -> str:
    table = play.table(house, slug, 0)
    assert table.me is not None
    with house.store.read() as session:
        nonce = session.get_one(Seat, table.me.id).nonce
    return play.reply_address(house, table.game.id, 0, ply, nonce) or ""


def arrives(house: play.House, raw: bytes, to: str) -> tuple[str, int]:
    """The word of what came of a mail, and its number."""
    number = play.store_mail(house, raw, ANNA, to, "lmtp")
    assert number is not None
    return inbound.read_mail(house, number), number


def moves(house: play.House) -> list[str]:
    """What people played by mail."""
    with house.store.read() as session:
        return list(session.scalars(select(Move.move).where(Move.via == "mail", Move.mark == "").order_by(Move.ply)))


def back(house: play.House) -> list[str]:
    """The kinds of the letters back, in their order."""
    with house.store.read() as session:
        query = select(Letter.kind).where(Letter.kind.in_(play.LETTERS_BACK)).order_by(Letter.id)
        return list(session.scalars(query))


def last(house: play.House, kind: str) -> EmailMessage:
    house.clock.forward(minutes=2)  # type: ignore[attr-defined]
    deliver_due(house)
    return newest(house, kind)


def flat(message: EmailMessage) -> str:
    return " ".join(text_of(message).split())


def test_a_move_and_its_receipt(house: play.House, game: play.GameInfo) -> None:
    word, number = arrives(house, written("role trader"), address(house))
    assert (word, moves(house), back(house)) == ("move", ["role trader"], ["receipt"])
    letter = last(house, "receipt")
    assert "Your mail was read and played: trader." in flat(letter)
    assert letter["In-Reply-To"] == "<m1@mail.example.org>"
    assert letter["References"].endswith(" <m1@mail.example.org>")
    assert letter["Auto-Submitted"] == "auto-replied"
    assert letter["Subject"] == "Re: Friday table – your turn"
    with house.store.read() as session:
        row = session.get_one(InboundMail, number)
        assert (row.outcome, row.detail["moves"]) == ("move", ["role trader"])


def test_two_moves_in_a_row_are_played_in_their_order(house: play.House, game: play.GameInfo) -> None:
    table = play.table(house, "friday-table", 0)
    face_up = (table.view or {})["plantations"]["face_up"][0]
    assert arrives(house, written(f"settler\n{face_up}"), address(house))[0] == "moves"
    assert moves(house) == ["role settler", f"settle {face_up}"]
    assert f"played: settler; {face_up}" in flat(last(house, "receipt"))


def test_a_second_move_that_cannot_follow_plays_nothing(house: play.House, game: play.GameInfo) -> None:
    assert arrives(house, written("settler\nship corn 6"), address(house))[0] == "answer"
    assert moves(house) == []
    assert "I read “settler” and then “ship corn 6”, which cannot follow it." in flat(last(house, "answer"))


def test_a_reply_read_twice_after_a_crash_is_done_once(house: play.House, game: play.GameInfo) -> None:
    to, raw = address(house), written("settler\nquarry")
    number = play.store_mail(house, raw, ANNA, to, "lmtp")
    assert number is not None
    # The reader died after it had noted what is to be done and made the first move.
    play.note_plan(house, number, {"do": "play", "moves": ["role settler", "settle quarry"]})
    play.submit(house, "friday-table", 0, 0, "role settler", "mail", f"mail:{number}:0")
    incoming = inbound.parse_mail(raw)
    first = handle(house, incoming, to, number)
    again = handle(house, incoming, to, number)  # and once more after its letter was written
    assert (first, first.word) == (again, "moves")
    assert moves(house) == ["role settler", "settle quarry"]
    assert back(house) == ["receipt"]


def test_where_the_table_was_quicker_the_first_move_stands(house: play.House, game: play.GameInfo) -> None:
    to, raw = address(house), written("settler\nquarry")
    number = play.store_mail(house, raw, ANNA, to, "lmtp") or 0
    play.note_plan(house, number, {"do": "play", "moves": ["role settler", "settle tobacco +colonist"]})
    assert inbound.read_mail(house, number) == "move"
    assert moves(house) == ["role settler"]
    letter = flat(last(house, "receipt"))
    assert "played: settler. Not played:" in letter
    assert "YOUR TURN: CHOOSE A PLANTATION OR A QUARRY" in letter


def test_an_older_reply_is_told_what_was_played(house: play.House, game: play.GameInfo) -> None:
    to = address(house)
    assert arrives(house, written("trader", 1), to)[0] == "move"
    assert arrives(house, written("mayor", 2), to)[0] == "answer"
    assert moves(house) == ["role trader"]
    letter = flat(last(house, "answer"))
    assert "a question that is closed" in letter and "You had played: trader." in letter
    assert "none can be taken back by mail" in letter


def test_who_is_not_asked_is_told_for_whom_the_table_waits(house: play.House, game: play.GameInfo) -> None:
    arrives(house, written("trader", 1), address(house))
    ply = play.table(house, "friday-table", 0).game.ply
    assert arrives(house, written("mayor", 2), address(house, ply))[0] == "answer"
    letter = flat(last(house, "answer"))
    assert "IT IS NOT YOUR TURN" in letter and "Bea chooses a role." in letter


def test_a_forced_move_is_no_answer_to_a_question(house: play.House, game: play.GameInfo) -> None:
    """Anna has nothing to sell as the trader, so that the rules pass for her: she was never asked."""
    arrives(house, written("trader", 1), address(house))
    assert [each.mark for each in play.table(house, "friday-table", 0).log if each.ply > 1 and each.seat == 0] == [
        "auto"
    ]
    assert arrives(house, written("mayor", 2), address(house, 1))[0] == "answer"
    letter = flat(last(house, "answer"))
    assert "IT IS NOT YOUR TURN" in letter and "played for you" not in letter


def test_an_invitation_is_not_answered_by_mail(house: play.House) -> None:
    new_game(house, f"Anna <{ANNA}>", *OTHERS, start=False)
    assert arrives(house, written("yes, gladly"), address(house))[0] == "answer"
    letter = last(house, "answer")
    assert "on the page of the invitation" in flat(letter)


def test_a_foreign_sender_is_shown_to_the_seats_own_person(house: play.House, game: play.GameInfo) -> None:
    raw = written("mayor", sender="Dirk https://www.evil.example/ <dirk@example.com>", Reply_To="dirk@example.com")
    assert arrives(house, raw, address(house))[0] == "confirm"
    assert moves(house) == [] and back(house) == ["confirm"]
    letter = last(house, "confirm")
    assert [to.addr_spec for to in letter["To"].addresses] == [ANNA]
    assert "A mail from dirk@example.com answered" in flat(letter) and "It would play: mayor." in flat(letter)
    assert "?move=role+mayor" in html_of(letter)
    assert letter["In-Reply-To"] != "<m1@mail.example.org>", "the person never had that mail"
    assert {entry.to_address for entry in play.mailbox(house)} == {ANNA, "bea@example.org", "cem@example.org"} & {
        entry.to_address for entry in play.mailbox(house)
    }


def test_the_senders_address_in_other_letters_is_the_same(house: play.House, game: play.GameInfo) -> None:
    assert arrives(house, written("mayor", sender="ANNA@Example.ORG"), address(house).upper())[0] == "move"


def test_no_more_than_five_answers_an_hour(house: play.House, game: play.GameInfo, clock: StandingClock) -> None:
    to = address(house)
    words = [arrives(house, written(f"what is {n}?", n), to)[0] for n in range(MOST_BACK + 3)]
    assert set(words) == {"answer"} and len(back(house)) == MOST_BACK
    assert arrives(house, written("mayor", 50), to)[0] == "move"
    assert back(house).count("receipt") == 1, "a move is never made in silence"
    clock.forward(minutes=61)
    arrives(house, written("what else?", 60), to)
    assert len(back(house)) == MOST_BACK + 2


def test_what_a_mail_brought_is_told_as_it_was(house: play.House, game: play.GameInfo) -> None:
    """Where the cap lets no letter out, nobody is told that one came; moves by mail leave the cap as it is."""
    to, said = address(house), []
    assert arrives(house, written("mayor", 90), to)[0] == "move"
    for n, text in enumerate(["help"] * MOST_BACK + ["board", "away until 12 Aug", "what?"]):
        mail = play.mail_info(house, arrives(house, written(text, n), to)[1])
        assert mail is not None
        said.append(told(voice("en"), mail))
    assert said[:MOST_BACK] == ["What it asks for was done."] * MOST_BACK
    assert said[MOST_BACK].startswith("It asks for a letter, and none went out")
    assert said[MOST_BACK + 1].startswith("What it asks for was done; no answer went out")
    assert said[MOST_BACK + 2].startswith("Nothing was played, and no answer went out")
    (away,) = (entry for entry in play.list_audit(house, "friday-table") if entry.verb == "away")
    assert away.detail["until"] == "2027-08-12", "the day that Anna wrote, which begins in Amsterdam"


def test_the_letter_back_has_the_subject_of_the_letter_that_was_answered(
    house: play.House, game: play.GameInfo
) -> None:
    play.send_message(house, "friday-table", "Hello", "test", sender="Dirk")
    answered = last(house, "message")
    raw = written("help", In_Reply_To=str(answered["Message-ID"]))
    assert arrives(house, raw, address(house))[0] == "command"
    first = last(house, "answer")
    assert first["Subject"] == "Re: Friday table – a message from Dirk"
    arrives(house, written("help", 2, In_Reply_To=str(first["Message-ID"])), address(house))
    assert last(house, "answer")["Subject"] == first["Subject"]


def test_help_comes_before_what_is_asked(house: play.House, game: play.GameInfo) -> None:
    arrives(house, written("help"), address(house))
    letter = flat(last(house, "answer"))
    assert letter.count("A program reads your mail") == 1
    assert letter.index("PLAYING BY MAIL") < letter.index("A program reads your mail") < letter.index("CHOOSE A ROLE")


def test_away_and_back(house: play.House, game: play.GameInfo) -> None:
    def away() -> datetime | None:
        with house.store.read() as session:
            return session.scalars(select(Person.away_until).where(Person.address_key == ANNA)).one()

    assert arrives(house, written("out until 12 Aug", 1), address(house))[0] == "command"
    assert away() == datetime(2027, 8, 11, 22, 0, tzinfo=UTC)  # midnight in Amsterdam
    letter = flat(last(house, "answer"))
    assert "YOU ARE AWAY UNTIL THURSDAY 12 AUGUST 2027" in letter and "The clock runs on" in letter
    arrives(house, written("away", 2), address(house))
    assert away() == house.clock() + LONGEST_AWAY
    arrives(house, written("back", 3), address(house))
    assert away() is None
    with house.store.read() as session:
        assert moves(house) == [] and session.get_one(Seat, 1).letters_off_at is None


def test_stop_is_confirmed_by_a_last_letter(house: play.House, game: play.GameInfo) -> None:
    assert arrives(house, written("Stop."), address(house))[0] == "command"
    with house.store.read() as session:
        assert session.get_one(Seat, 1).letters_off_at is not None
    letter = flat(last(house, "answer"))
    assert "NO MORE LETTERS OF THIS GAME" in letter and "begins them again" in letter
    assert arrives(house, written("help", 2), address(house))[0] == "command"
    assert "PLAYING BY MAIL" in flat(last(house, "answer")), "who asks is answered"


@pytest.mark.parametrize("text", ["stop", "help", "board", "away"])
def test_commands_work_in_answer_to_any_letter(house: play.House, game: play.GameInfo, text: str) -> None:
    to = address(house)
    arrives(house, written("trader", 1), to)
    assert arrives(house, written(text, 2), to)[0] == "command"


def test_the_board_shows_the_whole_table(house: play.House, game: play.GameInfo) -> None:
    assert arrives(house, written("board"), address(house))[0] == "command"
    letter = text_of(last(house, "answer"))
    for part in ("YOUR BOARD", "THE TABLE", "IN THE HARBOUR", "CHOOSE A ROLE"):
        assert part in letter


def test_to_an_address_that_says_nothing_only_a_person_we_know_is_answered(
    house: play.House, game: play.GameInfo
) -> None:
    new_game(house, f"Anna <{ANNA}>", *OTHERS, name="Secret table")
    to = address(house).replace(".p0.", ".p1.")
    assert arrives(house, written("mayor", 1, sender="Eve <eve@example.com>"), to)[0] == "ignored"
    assert arrives(house, written("mayor", 2, sender="bogus"), to)[0] == "ignored"
    assert back(house) == []
    assert arrives(house, written("mayor", 3), to)[0] == "answer"
    letter = last(house, "answer")
    assert letter["Subject"] == "Puerto Rico – which table did you mean?"
    assert [to.addr_spec for to in letter["To"].addresses] == [ANNA]
    assert "Secret table: Choose a role" in flat(letter) and "Friday table: Choose a role" in flat(letter)
    assert moves(house) == []


def test_a_number_in_answer_to_another_letter_names_nothing(house: play.House, game: play.GameInfo) -> None:
    other = new_game(house, f"Anna <{ANNA}>", *OTHERS, name="Other table")
    house.clock.forward(minutes=2)  # type: ignore[attr-defined]
    deliver_due(house)
    with house.store.read() as session:
        query = select(Letter.message_id).where(Letter.game_id == other.id, Letter.kind == "turn")
        foreign = str(session.scalars(query).first())
    assert arrives(house, written("2", 1, In_Reply_To=foreign), address(house))[0] == "answer"
    assert arrives(house, written("mayor", 2, In_Reply_To=foreign), address(house))[0] == "move"


def test_two_mails_at_once_play_one_move(house: play.House, game: play.GameInfo) -> None:
    """Both were understood before either was played."""
    to = address(house)
    numbers = [
        play.store_mail(house, written(text, n), ANNA, to, "lmtp") or 0 for n, text in ((1, "mayor"), (2, "trader"))
    ]
    for number, move in zip(numbers, ("role mayor", "role trader"), strict=True):
        play.note_plan(house, number, {"do": "play", "moves": [move]})
    assert [inbound.read_mail(house, number) for number in numbers] == ["move", "answer"]
    assert moves(house) == ["role mayor"]
    assert "You had played: mayor." in flat(last(house, "answer"))


REASON = {"template": "I read no move. Nothing was played.", "params": {}}
CODES = (
    "nothing", "stale", "refused", "not_begun", "over", "help", "board", "away", "back", "stop", "no_address", "day",
)  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_answer_is_a_letter_that_can_be_read(house: play.House, game: play.GameInfo, language: str) -> None:
    with house.store.write() as session:
        session.scalars(select(Person).where(Person.address_key == ANNA)).one().language = language
    for number, code in enumerate(CODES):
        facts = {"code": code, "reason": REASON, "since": 0, "until": "2027-08-11T22:00:00+00:00"}
        assert play.write_back(house, number, 1, "answer", 0, facts)
        house.clock.forward(minutes=20)  # type: ignore[attr-defined]
        deliver_due(house)
        letter = newest(house, "answer")
        check_text(text_of(letter))
        check_html(html_of(letter), language)
        assert "%(" not in text_of(letter)


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_a_letter_offers_is_understood(language: str) -> None:
    """Each number of its list, and each choice in the words with which the letter names it."""
    speaker = voice(language)
    for table in decisions().values():
        assert table.view and table.legal and table.me
        seat = table.me.number
        asked = Situation(
            Question(table.view, table.legal, seat, is_listed=True),
            lambda moves: None,
            language,
            datetime(2026, 11, 30).date(),
        )
        choices = speaker.choices(table.view, seat, table.legal)
        for number, choice in enumerate(choices, 1):
            said = [choice.label, speaker.played(choice.move), choice.move]
            said += [] if seat in table.legal.place else [str(number), f"{number}  {choice.label}"]
            for text in said:
                meaning = read_reply(own_words(text, ""), "", asked)
                assert meaning == Moves((choice.move,)), (table.view["phase"], text)


def test_what_is_kept_of_a_mail_holds_no_link_of_a_stranger(house: play.House, game: play.GameInfo) -> None:
    arrives(house, written("mayor or https://evil.example/x and www.evil.example\u202e"), address(house))
    letter = last(house, "answer")
    assert "https://evil" not in text_of(letter) and "www.evil" not in text_of(letter)
