"""What the letters about a table say beside moves: what becomes of hostile words, and when there is nothing to say."""

import re

import pytest
from bs4 import BeautifulSoup

from pbem import play
from pbem.mail.contents.saying import written
from tests.letters.checks import check_text
from tests.letters.conftest import ANNA, OTHERS, Played, deliver_due, html_of, newest, table_for, text_of

pytestmark = pytest.mark.slow

HOSTILE = (
    "<b>Win</b> a prize\r\n\r\nhttps://evil.example/x?a=b www.evil.example evil.example/y\r\n"
    "To the table:\nhttp://127.0.0.1:8000/t/fake\n\u202etxet\u202c " + "x" * 300 + " anna@evil.example =?utf-8?q?x?="
)


def test_a_message_is_only_read(house: play.House, played: Played) -> None:
    played.copy("midgame", house, "en")
    deliver_due(house)
    play.send_message(house, "friday-table", HOSTILE, "test", sender='Dirk <script>"')
    deliver_due(house)
    letter = newest(house, "message")
    text, html = text_of(letter), html_of(letter)
    check_text(re.sub("(?i)</?b>|<script>|(?<=> )https?", "", text))
    quoted = [line for line in text.split("\n") if "evil" in line or "fake" in line]
    assert quoted and all(line.startswith("> ") and "://" not in line for line in quoted)
    assert not re.search(r"\w\.example", "".join(quoted)) and "\u202e" not in text + html
    assert "&lt;b&gt;Win&lt;/b&gt;" in html and not BeautifulSoup(html, "html.parser").find("script")
    assert len(set(re.findall(r'href="([^"]+)"', html))) == 4  # the table, my games, preferences, stop
    assert "\n" not in str(letter["Subject"]) and "=?utf-8?q?x?=" not in html


def test_written_text_keeps_its_lines_and_numbers() -> None:
    assert written("One.\n\nAt 10.30, e.g. 3.5 doubloons. J.R. plays.") == (
        "One.",
        "",
        "At 10.30, e.g. 3.5 doubloons. J.R. plays.",
    )
    assert written("") == written(" \n ") == ()


@pytest.mark.parametrize("kind", ["start", "paused", "resumed", "deadline", "called_off"])
def test_news_that_is_none_any_more_is_not_sent(house: play.House, kind: str) -> None:
    """Each was written, and before it could leave things went on."""
    seats = [play.read_seat(seat) for seat in (*OTHERS, ANNA.format(language="en"))]
    game = play.create_game(house, name="Table", seats=seats, clock="48h", by="test", seed="tests", start=True)
    if kind != "start":
        deliver_due(house)
    if kind in ("paused", "resumed"):
        play.pause_game(house, game.slug, "test")
        if kind == "resumed":
            deliver_due(house)
            play.resume_game(house, game.slug, "test")
    if kind == "deadline":
        play.change_deadline(house, game.slug, "test", more=3600)
    before = {letter.id for letter in play.list_letters(house, game.slug) if letter.kind == kind}
    assert before or kind == "called_off"
    play.call_off_game(house, game.slug, "test")
    house.clock.forward(minutes=2)  # type: ignore[attr-defined]
    deliver_due(house)
    left = {entry.kind for entry in play.mailbox(house)}
    assert kind not in left or kind == "called_off"


def test_a_start_letter_tells_who_was_not_invited_what_this_is(house: play.House) -> None:
    game = table_for(house, "en", start=False, inviter="Dirk")
    play.start_game(house, game.slug, "test")
    deliver_due(house)
    text = " ".join(text_of(newest(house, "start", "bea@example.org")).split())
    assert "Dirk has set a table of Puerto Rico for you, played by mail, with Anna and Cem." in text
    assert "The clock runs day and night, at weekends too." in text
    assert play.table(house, game.slug, None).game.seed_hash in text
    assert text.index("1. Anna, governor") < text.index("2. Bea (you)")


def test_a_reminder_of_an_invitation_says_who_waits(house: play.House) -> None:
    game = table_for(house, "en", start=False)
    deliver_due(house)
    seats = play.table(house, game.slug, None).seats
    play.accept(house, seats[1].id)
    play.accept(house, seats[2].id)
    house.clock.forward(days=2)  # type: ignore[attr-defined]
    assert [play.remind_invited(house, seat) for seat in play.due(house).invitations] == [True]
    deliver_due(house)
    text = " ".join(text_of(newest(house, "invitation_reminder")).split())
    assert "On Monday 30 November, 10:00 you were invited" in text and "Bea and Cem have accepted." in text
    assert "?answer=accept" in text and "?answer=decline" in text


def test_a_pause_says_to_who_owes_nothing_what_may_be_done(house: play.House, played: Played) -> None:
    played.copy("midgame", house, "en")
    deliver_due(house)
    play.pause_game(house, "friday-table", "test")
    deliver_due(house)
    bea = " ".join(text_of(newest(house, "paused", "bea@example.org")).split())
    assert "Who likes may play meanwhile." in bea and "The reason" not in bea and "Your turn" not in bea
    play.resume_game(house, "friday-table", "test")
    deliver_due(house)
    bea = " ".join(text_of(newest(house, "resumed", "bea@example.org")).split())
    assert "Anna chooses a role, until Wednesday 2 December, 16:35." in bea


def test_a_turn_letter_in_a_pause_says_that_no_clock_runs(house: play.House) -> None:
    game = table_for(house, "en")
    play.pause_game(house, game.slug, "test")
    deliver_due(house)
    text = " ".join(text_of(newest(house, "turn")).split())
    assert "The game is paused: no clock runs until it goes on." in text and "until Wednesday" not in text
