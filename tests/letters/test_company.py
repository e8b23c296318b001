"""Several things for one person in one letter: what asks first, the rest in lines; nothing is lost, nothing twice."""

from dataclasses import replace

import pytest

from pbem import play
from pbem.mail import compose
from pbem.play.outbox import write_letter
from pbem.play.transaction import transaction
from pbem.store import Seat
from tests.conftest import new_game
from tests.letters.conftest import ANNA, deliver_due, html_of, move_on, newest, table_for, text_of

pytestmark = pytest.mark.slow


def write(house: play.House, slug: str, kind: str, seat: int = 0, **extra: object) -> None:
    """A letter of that kind to a seat, as the verbs write it."""
    seat_id = play.table(house, slug, seat).seats[seat].id
    with transaction(house) as tx:
        write_letter(tx, kind, tx.session.get_one(Seat, seat_id), f"{kind}:{slug}", ply=1, **extra)


def flat(text: str) -> str:
    return " ".join(text.split())


def test_a_receipt_goes_in_the_next_turn_letter_at_its_top(house: play.House) -> None:
    game = table_for(house, "en")
    move_on(house, game.slug, 2, seat=0)
    house.clock.forward(minutes=2)  # type: ignore[attr-defined]
    write(house, game.slug, "receipt", moves=[{"ply": 1, "seat": 0, "move": "role captain"}], via="mail")
    deliver_due(house)
    letter = newest(house, "turn")
    for shown in (flat(text_of(letter)), flat(html_of(letter))):
        assert shown.index("Played: captain.") < shown.index("THE TABLE" if "THE TABLE" in shown else "Your board")
    mine = [entry for entry in play.mailbox(house) if entry.to_address == "anna@example.org"]
    assert len(mine) == 1
    rows = {x.kind: x for x in play.list_letters(house) if x.seat == 0 and x.state == "sent"}
    assert rows["receipt"].merged_into == rows["turn"].id


def test_turns_news_and_receipts_of_four_tables_are_one_letter(house: play.House) -> None:
    asked = table_for(house, "en", name="Asked")
    urgent = new_game(house, ANNA.format(language="en"), "bot:steady", name="Urgent", clock="12h")
    late = new_game(house, "Bea <bea@example.org>", ANNA.format(language="en"), name="Late")
    done = new_game(house, "Bea <bea@example.org>", ANNA.format(language="en"), name="Done")
    write(house, late.slug, "timeout", seat=1, moves=["role mayor"], since=0)
    write(house, done.slug, "receipt", seat=1, moves=[{"ply": 1, "seat": 1, "move": "role trader"}])
    deliver_due(house)
    mine = [entry for entry in play.mailbox(house) if entry.to_address == "anna@example.org"]
    assert [entry.game for entry in mine] == [urgent.name]
    text = flat(text_of(newest(house, "turn")))
    assert "ALSO WAITING FOR YOU An answer to this letter counts for Urgent alone. Asked: Choose a role" in text
    assert "Late: You were late; the table played for you: mayor." in text and "Done: Played: trader." in text
    assert {x.state for x in play.list_letters(house, asked.slug) if x.seat == 0} == {"sent"}


def test_somebodys_own_words_are_all_there_and_in_quotes(house: play.House) -> None:
    """They must not pass for the service's: the letter around them says what is asked, and of whom."""
    game = table_for(house, "en")
    play.send_message(
        house, game.slug, "No clock runs on Saturday.\n\nYou have won <b>a car</b>.", "test", sender="Dirk"
    )
    deliver_due(house)
    letter = newest(house, "turn")
    said = "Dirk writes: “No clock runs on Saturday. You have won"
    assert said in flat(text_of(letter)) and f"{said} &lt;b&gt;a car" in flat(html_of(letter)).replace("\n", " ")
    assert [e.kind for e in play.mailbox(house) if e.to_address == "anna@example.org"] == ["turn"]


def test_a_message_stands_right_below_the_heading_that_announces_it(house: play.House) -> None:
    game = table_for(house, "en")
    deliver_due(house)
    house.clock.forward(minutes=2)  # type: ignore[attr-defined]
    write(house, game.slug, "receipt", moves=[{"ply": 1, "seat": 0, "move": "role captain"}], via="mail")
    play.send_message(house, game.slug, "Hello all", "test", sender="Dirk")
    deliver_due(house)
    letter = newest(house, "message")
    assert "DIRK WRITES > Hello all Played: captain. Your turn: choose a role until" in flat(text_of(letter))
    html = flat(html_of(letter))
    assert html.index("Hello all", html.index("Dirk writes")) < html.index("Played: captain.")


def test_a_receipt_within_another_letter_says_what_was_not_played(house: play.House) -> None:
    game = table_for(house, "en")
    why = {"template": "It is not your turn.", "params": {}}
    moves = [{"ply": 1, "seat": 0, "move": "role captain"}]
    write(house, game.slug, "receipt", moves=moves, refused="role trader", reason=why)
    deliver_due(house)
    assert "Played: captain. Not played: trader. It is not your turn." in flat(text_of(newest(house, "turn")))


def test_news_of_a_pause_has_its_reason(house: play.House) -> None:
    paused = table_for(house, "en", name="Paused")
    deliver_due(house)
    play.pause_game(house, paused.slug, "test", "Bea has no network.")
    house.clock.forward(minutes=2)  # type: ignore[attr-defined]
    new_game(house, ANNA.format(language="en"), "bot:steady", name="Other")
    for letter in play.due(house).letters:  # the pause is held back until both can go
        play.claim_letter(house, letter)
    house.clock.forward(minutes=5)  # type: ignore[attr-defined]
    deliver_due(house)
    text = flat(text_of(newest(house, "turn")))
    assert "Paused: The game is paused. Since Monday" in text and "The reason: “Bea has no network.”" in text


@pytest.mark.parametrize("kind", [kind for kind in play.KINDS if kind not in play.MERGING])
def test_other_kinds_stay_by_themselves(house: play.House, kind: str) -> None:
    game = table_for(house, "en")
    write(house, game.slug, kind)
    claimed = [play.claim_letter(house, number) for number in play.due(house).letters]
    assert [letter.merged for letter in claimed if letter and letter.person.name == "Anna"] in ([(), ()], [()])


def test_a_longer_time_is_explained(house: play.House) -> None:
    game = table_for(house, "en")
    row = next(x for x in play.list_letters(house, game.slug) if x.seat == 0)
    claimed = play.claim_letter(house, row.id)
    assert claimed
    away = {"away_since": "2026-11-27T09:00:00+00:00", "back_at": "2026-11-30T09:00:00+00:00"}
    letter = compose(house, replace(claimed, extra=away))
    assert letter
    told = "out of order from Friday 27 November, 10:00 to Monday 30 November, 10:00"
    assert told in flat(text_of(letter)) and told in html_of(letter)
