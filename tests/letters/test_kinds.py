"""What the letters of each kind must say, in text and HTML: order, numbers that stay whole, links that are new."""

import re

import pytest
from bs4 import BeautifulSoup
from sqlalchemy import update

from pbem import play
from pbem.mail.plain import wrapped
from pbem.store import Game
from tests.letters.conftest import (
    ANNA,
    OF_A_TABLE,
    OTHERS,
    Played,
    deliver_due,
    html_of,
    letter_of,
    move_on,
    newest,
    table_for,
    text_of,
)

pytestmark = pytest.mark.slow


def in_order(text: str, *parts: str) -> None:
    """Every part stands in the text, each after the one before."""
    at = -1
    for part in parts:
        found = text.find(part, at + 1)
        assert found > at, f"{part!r} is missing or too early"
        at = found


def test_the_html_of_a_turn_has_the_order_of_the_text(house: play.House, played: Played) -> None:
    letter = letter_of(house, played, "turn", "en")
    page = BeautifulSoup(html_of(letter), "html.parser")
    shown = re.sub(r"\s+", " ", page.body.get_text(" ")) if page.body else ""
    ask = "Choose a role until Wednesday"
    choices, how, link = "1 Settler +1 doubloon you first", "Answer with a number", "To the table"
    since, board = "Since your last move You, builder", "Your board Anna (you)"
    foot = "If you do not move in time", "Check digits", "Preferences", "No more"
    in_order(shown, ask, choices, how, link, since, board, "The others", "In the harbour", *foot)
    text = text_of(letter)
    choices, how, link = " 1  Settler (+1)    you first", "Answer with a number", "Choose on the page:\nhttp"
    in_order(
        text, "CHOOSE A ROLE", choices, how, link, "SINCE YOUR", "YOUR BOARD", "THE TABLE", "IN THE HARBOUR", *foot
    )


@pytest.mark.slow
@pytest.mark.parametrize("kind", OF_A_TABLE)
def test_the_check_digits_stand_in_every_letter(house: play.House, played: Played, kind: str) -> None:
    letter = letter_of(house, played, kind, "en")
    game = play.table(house, "friday-table", 0).game
    digits = f"Check digits after move {game.ply}: {game.chain}"
    assert f"\n\n{digits}\n\nMy games:\n" in text_of(letter)
    assert digits in html_of(letter)


def test_a_role_choice_says_what_could_be_built(house: play.House, played: Played) -> None:
    letter = letter_of(house, played, "turn", "en")
    for part in (" ".join(text_of(letter).split()), BeautifulSoup(html_of(letter), "html.parser").get_text(" ")):
        part = " ".join(part.split())
        assert "you can afford 10 buildings" in part
        assert "As builder for 0: small indigo plant; for 1: hacienda; for 2" in part


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("x" * 66 + " got 1 corn", ["x" * 66, "got 1 corn"]),
        ("x" * 50 + " on the ship of 5 for 3 points.", ["x" * 50 + " on the ship of 5", "for 3 points."]),
        ("x" * 57 + " on the ship of 5 for 3 points.", ["x" * 57 + " on the ship", "of 5 for 3 points."]),
        ("x" * 67 + " for 2. Then", ["x" * 67, "for 2. Then"]),
        ("1 2 3", ["1 2 3"]),
    ],
)
def test_a_number_stays_with_its_word(text: str, lines: list[str]) -> None:
    assert wrapped(text).split("\n") == lines


@pytest.mark.slow
def test_numbers_never_begin_a_line_behind_their_word(house: play.House, played: Played) -> None:
    told = []
    for kind in ("turn", "timeout", "game_over"):
        for language in ("en", "nl", "de"):
            text = text_of(letter_of(house, played, kind, language))
            told += re.findall(r"^(?:- |[^\W\d]).*(?:\n  \S.*)+", text, re.MULTILINE)
    assert told and not [story for story in told if re.search(r"[^\W\d_]\n +\d", story)]


def test_a_fresh_link_for_an_old_one_says_what_is_asked(house: play.House) -> None:
    game = table_for(house, "en")
    url = next(url for number, _, url in play.seat_links(house, game.slug) if number == 0)
    move_on(house, game.slug, 0, seat=0)
    house.clock.forward(days=61)  # type: ignore[attr-defined]
    play.request_fresh_link(house, url.rpartition("/")[2])
    deliver_due(house)
    letter = newest(house, "fresh_link")
    for part in (" ".join(text_of(letter).split()), html_of(letter)):
        assert "This one is new." in part and "no longer work" not in part
        assert "Your turn: choose a role" in part and "until Wednesday 2 December, 10:00" in part


def test_a_replaced_link_says_that_the_others_are_dead(house: play.House, played: Played) -> None:
    text = " ".join(text_of(letter_of(house, played, "fresh_link", "en")).split())
    assert "Links in earlier letters of this game no longer work; this one does." in text
    assert "Your turn: choose a role until Wednesday 2 December" in text


def test_a_fresh_link_asks_nothing_when_it_is_not_the_turn(house: play.House) -> None:
    game = table_for(house, "en")
    play.revoke_links(house, next(s.id for s in play.table(house, game.slug, 1).seats if s.number == 1), "test")
    deliver_due(house)
    assert "Your turn" not in text_of(newest(house, "fresh_link", "bea@example.org"))


def test_the_end_says_how_to_check_and_speaks_of_a_tie_only_when_there_is_one(
    house: play.House, played: Played
) -> None:
    letter = letter_of(house, played, "game_over", "en")
    text = " ".join(text_of(letter).split())
    assert "The seed" not in text and "the seed is tests, and the game as a file holds it" in text
    assert "?open=file" in html_of(letter)
    assert "Where points are equal" not in text
    points = play.points_by_round(house, "friday-table")
    rows = re.findall(r"^[> ] (\w+) +((?: *\d+)+)$", text_of(letter), re.MULTILINE)
    names = play.table(house, "friday-table", 0).names
    by_name = {name: [int(each) for each in line.split()] for name, line in rows if name != "round"}
    assert {name: line[-1] for name, line in by_name.items()} == {names[n]: line[-1] for n, line in points.items()}
    position = play.whole_position(house, "friday-table")
    assert position
    position["supply"]["vp"] -= 2
    position["players"][2]["vp"] += 2  # Cem has as many points as Bea now
    played.copy("finished", house, "en")
    with house.store.write() as session:
        session.execute(update(Game).values(position=position))
    deliver_due(house)
    assert "Where points are equal, doubloons and goods together decide." in text_of(newest(house, "game_over"))


def test_who_never_had_a_letter_of_this_game_is_told_what_it_is(house: play.House) -> None:
    """A game can begin without waiting for answers: the first letter is then the one that asks for a move."""
    set_by = play.create_game(
        house,
        name="Friday table",
        seats=[play.read_seat(ANNA.format(language="en")), *map(play.read_seat, OTHERS)],
        clock="48h",
        by="test",
        seed="tests",
        inviter="Dirk",
    )
    play.start_game(house, set_by.slug, "test")  # the invitations have not left, and say nothing any more
    deliver_due(house)
    late = "If you do not move in time, a bot plays that move for you and a letter tells you what it was."
    told = (
        "Dirk has set a table of Puerto Rico for you, played by mail, with Bea and Cem. "
        "You have 48 hours for each move."
    )
    first = newest(house, "turn")
    for shown in (text_of(first), BeautifulSoup(html_of(first), "html.parser").get_text(" ")):
        assert " ".join(shown.split()).count(f"{told} {late}") == 1 and " ".join(shown.split()).count(late) == 1
    house.clock.forward(hours=25)  # type: ignore[attr-defined]
    assert [play.remind(house, turn) for turn in play.due(house).reminders] == [True]
    deliver_due(house)
    again = text_of(newest(house, "reminder"))
    assert "has set a table" not in again and " ".join(again.split()).count(late) == 1


def test_without_an_inviter_nobody_is_named(house: play.House) -> None:
    table_for(house, "en")
    deliver_due(house)
    assert "A table of Puerto Rico has been set for you, played by mail, with Bea" in text_of(newest(house, "turn"))


def test_who_is_invited_by_a_player_reads_his_word_and_how_no_more_come(house: play.House) -> None:
    slug = table_for(house, "en").slug
    who = play.proposer_at(house, play.table(house, slug, None).seats[0].id)
    word = "See www.example.net now, or evil.example.net!"
    wanted = play.Wanted("Winter table", (play.Guest("Zoe", "zoe@example.net"),), "72h", {}, word=word)
    play.propose_table(house, who, wanted)
    deliver_due(house)
    letter = newest(house, "invitation", "zoe@example.net")
    for part in (text_of(letter), html_of(letter)):
        assert "Anna writes:" in part and "/no-invitations/" in part
        assert "www.example" not in part and "evil.example" not in part, "nothing a client makes a link of"
    assert "anna@example.org" not in text_of(letter) + html_of(letter)
