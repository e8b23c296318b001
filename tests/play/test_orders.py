"""Standing orders: what is left for a phase is played when it asks, as the person's own, and only while it may be."""

from typing import Any

import pytest
from sqlalchemy import select

from pbem import play, rules, words
from pbem.store import Game, Seat
from tests.conftest import new_game, play_on, running


def seat_id(house: play.House, slug: str, number: int) -> int:
    with house.store.read() as session:
        return session.scalars(select(Seat.id).join(Game).where(Game.slug == slug, Seat.number == number)).one()


def leave(house: play.House, slug: str, number: int, phase: str, text: str, **options: Any) -> play.Order:
    values = {"language": "en", "is_once": False, **options}
    return play.leave_order(house, seat_id(house, slug, number), phase, text, **values)


def log(house: play.House, slug: str) -> list[tuple[int, str, str]]:
    return [(entry.seat, entry.move, entry.mark) for entry in play.table(house, slug, None).log]


def test_an_order_is_played_in_the_move_that_asks(house: play.House) -> None:
    slug = new_game(house).slug
    leave(house, slug, 1, "settler", "quarry, tobacco, coffee")
    done = play.submit(house, slug, 0, 0, "role settler", "web")
    assert not [each for each in done.applied if each.get("order")]  # the settler takes first
    done = play.submit(house, slug, 0, done.ply, "settle corn", "web")
    made = [each for each in done.applied if each.get("order")]
    assert len(made) == 1 and made[0]["seat"] == 1 and made[0]["move"] == "settle tobacco"
    assert (1, made[0]["move"], "order") in log(house, slug)
    assert running(house, slug)[1]["to_act"] == [2]  # type: ignore[index]
    assert play.verify_game(house, slug).faults == ()


def test_what_is_not_possible_is_asked(house: play.House) -> None:
    slug = new_game(house).slug
    leave(house, slug, 1, "choose_role", "captain")
    play.submit(house, slug, 0, 0, "role captain", "web")
    assert running(house, slug)[1]["to_act"] == [1]  # type: ignore[index]


def test_once_is_once_and_always_counts(house: play.House) -> None:
    slug = new_game(house).slug
    leave(house, slug, 2, "settler", "as suggested", is_once=True)
    leave(house, slug, 1, "settler", "zoals voorgesteld", language="nl")
    for _ in range(400):
        found = running(house, slug)
        if found is None or sum(entry[2] == "order" and entry[0] == 1 for entry in log(house, slug)) >= 2:
            break
        seat = found[1]["to_act"][0]
        if "role settler" in rules.legal(rules.load(found[1])).moves.get(seat, ()):
            play.submit(house, slug, seat, found[0], "role settler", "test")
        else:
            play_on(house, slug, 1)
    assert [entry[0] for entry in log(house, slug) if entry[2] == "order"].count(2) == 1
    assert play.standing_orders(house, seat_id(house, slug, 2)) == ()
    (kept,) = play.standing_orders(house, seat_id(house, slug, 1))
    assert (kept.phase, kept.moves, kept.used) == ("settler", ("bot",), 2)


def test_a_newer_order_takes_the_place_and_the_same_twice_is_one(house: play.House) -> None:
    slug = new_game(house).slug
    first = leave(house, slug, 0, "trader", "coffee, pass")
    assert leave(house, slug, 0, "trader", "coffee; pass") == first
    second = leave(house, slug, 0, "trader", "tobacco")
    assert [order.id for order in play.standing_orders(house, seat_id(house, slug, 0))] == [second.id]
    play.withdraw_order(house, seat_id(house, slug, 1), second.id)  # another's
    assert play.standing_orders(house, seat_id(house, slug, 0))
    play.withdraw_order(house, seat_id(house, slug, 0), second.id)
    play.withdraw_order(house, seat_id(house, slug, 0), second.id)
    assert play.standing_orders(house, seat_id(house, slug, 0)) == ()


def test_who_takes_over_inherits_no_order(house: play.House) -> None:
    slug = new_game(house).slug
    leave(house, slug, 1, "settler", "corn, indigo, sugar, tobacco, coffee, pass")
    play.replace_seat(house, slug, 1, play.read_seat("Dirk <dirk@example.org>"), "admin")
    assert play.standing_orders(house, seat_id(house, slug, 1)) == ()
    play.submit(house, slug, 0, 0, "role settler", "web")
    play_on(house, slug, 1)
    assert running(house, slug)[1]["to_act"] == [1]  # type: ignore[index]


@pytest.mark.parametrize(
    ("phase", "text", "says"),
    [
        ("settler", "", "names no move"),
        ("settler", "harbor", "no move of that decision"),
        ("mayor", "corn", "as suggested"),
        ("game_over", "pass", "Choose the decision"),
        ("builder", "harbor," * 9, "at most 8"),
        ("captain", "3 corn", "no move of that decision"),
        ("settler", "x" * 300, "one short line"),
    ],
)
def test_what_cannot_be_noted_is_said(house: play.House, phase: str, text: str, says: str) -> None:
    slug = new_game(house).slug
    with pytest.raises(play.PlayError) as refused:
        leave(house, slug, 0, phase, text)
    assert says in words.voice("en").say(refused.value)
    assert play.standing_orders(house, seat_id(house, slug, 0)) == ()


@pytest.mark.parametrize(
    ("language", "phase", "text", "moves"),
    [
        ("en", "choose_role", "captain, else trader", ("role captain", "role trader")),
        (
            "nl",
            "choose_role",
            "kapitein, anders handelaar of burgemeester",
            ("role captain", "role trader", "role mayor"),
        ),
        ("de", "choose_role", "Kapitän, sonst Bürgermeister", ("role captain", "role mayor")),
        ("nl", "settler", "steengroeve, suiker", ("settle quarry", "settle sugar")),
        ("de", "builder", "Hafen; Werft; passen", ("build harbor", "build wharf", "pass")),
        ("en", "captain", "coffee, corn on the ship of 6, bot", ("ship coffee", "ship corn 6", "bot")),
        ("en", "captain", "corn on the wharf", ("ship corn wharf",)),
        ("nl", "trader", "koffie, pas", ("sell coffee", "pass")),
        ("en", "craftsman", "coffee", ("take coffee",)),
        ("de", "storage", "wie vorgeschlagen", ("bot",)),
    ],
)
def test_orders_are_read_in_three_languages(language: str, phase: str, text: str, moves: tuple[str, ...]) -> None:
    view = rules.view(rules.new_game(rules.Rules.from_json({"players": 4}), "orders"), 0)
    assert words.read_order(text, phase, view, 0, language) == moves
    said = words.order_text(words.voice(language), phase, moves)
    assert words.read_order(said, phase, view, 0, language) == moves, said
