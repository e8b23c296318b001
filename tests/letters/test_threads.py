"""Whole games of letters, put into threads as clients do: one thread a game for all letters that ask."""

from collections.abc import Callable, Sequence
from email.message import EmailMessage

import pytest

from pbem import play
from tests.conftest import new_game, running
from tests.letters.conftest import ANNA, OTHERS, deliver_due, move_on, parsed
from tests.letters.threads import bare, gmail, jwz, outlook

Threading = Callable[[Sequence[EmailMessage]], list[list[EmailMessage]]]
CLIENTS = [jwz, gmail, outlook]
NAMES = ("Friday table", "Re: de tafel, AW: 2", "Zondagtafel – 3")


def letters_to(house: play.House, address: str) -> list[EmailMessage]:
    """All letters to somebody, oldest first, as he has them in one folder."""
    raw = [play.mailbox_letter(house, e.id) for e in play.mailbox(house, 5000) if e.to_address == address]
    return [parsed(letter) for letter in reversed(raw) if letter]


def asks(message: EmailMessage) -> bool:
    return message["X-PBEM-Kind"] in ("turn", "reminder")


def play_with_letters(house: play.House, slugs: Sequence[str], rounds: int) -> None:
    """Plays on in all games in turn, every letter delivered; now and then somebody is reminded, and late."""
    for number in range(rounds):
        for slug in slugs:
            if running(house, slug) is not None:
                move_on(house, slug, 1)
            house.clock.forward(hours=2)  # type: ignore[attr-defined]
            deliver_due(house)
        if number % 9 == 4:
            house.clock.forward(hours=25)  # type: ignore[attr-defined]
            for turn in play.due(house).reminders:
                play.remind(house, turn)
            deliver_due(house)
        if number % 30 == 20:
            house.clock.forward(hours=49)  # type: ignore[attr-defined]
            for turn in play.due(house).timeouts:
                play.time_out(house, turn)
            deliver_due(house)


def check_threads(house: play.House, slugs: Sequence[str]) -> None:
    """For each reader and client: the letters of a game that ask are one thread, and no thread has two games."""
    for address in ("anna@example.org", "bea@example.org", "cem@example.org"):
        letters = letters_to(house, address)
        games = {str(letter["X-PBEM-Game"]) for letter in letters}
        for client in CLIENTS:
            threads = client(letters)
            asking = [thread for thread in threads if any(asks(letter) for letter in thread)]
            assert len(asking) == len(games) == len(slugs), client.__name__
            for thread in threads:
                assert len({str(letter["X-PBEM-Game"]) for letter in thread}) == 1, client.__name__
        assert len(jwz(letters)) == len(games)  # there the other letters of a game join as well


def games_of(house: play.House, *names: str) -> list[str]:
    people = (ANNA.format(language="nl"), *OTHERS)
    return [new_game(house, *people, name=name).slug for name in names or NAMES]


@pytest.mark.slow
def test_letters_that_ask_are_one_thread_a_game(house: play.House) -> None:
    slugs = games_of(house)
    play_with_letters(house, slugs, 8)
    check_threads(house, slugs)


@pytest.mark.slow
def test_letters_that_ask_are_one_thread_a_game_to_its_end(house: play.House) -> None:
    slugs = games_of(house, "Re: de tafel, AW: 2")
    play_with_letters(house, slugs, 300)
    assert running(house, slugs[0]) is None
    check_threads(house, slugs)


@pytest.mark.slow
@pytest.mark.parametrize("client", CLIENTS)
def test_an_answer_and_a_receipt_join_the_thread(house: play.House, client: Threading) -> None:
    """A reader's own copy of his answer, with the prefix of his client, hangs in the same thread."""
    play_with_letters(house, games_of(house, NAMES[0]), 8)
    letters = [letter for letter in letters_to(house, "anna@example.org") if asks(letter)]
    answer = EmailMessage()
    answer["Message-ID"], answer["Subject"] = "<own@client.example>", f"Antw: {letters[-1]['Subject']}"
    answer["In-Reply-To"] = letters[-1]["Message-ID"]
    answer["References"] = f"{letters[-1]['References']} {letters[-1]['Message-ID']}"
    assert len(client([*letters, answer])) == 1


@pytest.mark.slow
def test_a_subject_that_changes_would_break_the_thread_of_gmail(house: play.House) -> None:
    """Why round and request stand in the preheader: the test that would fail if they stood in the subject."""
    play_with_letters(house, games_of(house, NAMES[0]), 14)
    letters = [letter for letter in letters_to(house, "anna@example.org") if asks(letter)]
    assert len(letters) > 1 and len(gmail(letters)) == 1
    for number, letter in enumerate(letters):
        letter.replace_header("Subject", f"{letter['Subject']}, round {number}")
    assert len(gmail(letters)) == len(letters)
    assert len(outlook(letters)) == len(letters)


@pytest.mark.parametrize(
    ("subject", "expected"),
    [
        ("Re: AW: Antw: Tafel", "Tafel"),
        ("Re[2]: Tafel", "Tafel"),
        ("Fwd: WG: Tafel – je bent aan zet", "Tafel – je bent aan zet"),
        ("Reel: Tafel", "Reel: Tafel"),
    ],
)
def test_prefixes_are_taken_off(subject: str, expected: str) -> None:
    assert bare(subject) == expected
