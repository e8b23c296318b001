"""Signed links: per seat, per purpose, revocable, expiring (stack.md section 4)."""

import time
from dataclasses import replace

import pytest

from pbem import play
from tests.conftest import new_game


@pytest.fixture(autouse=True)
def present(clock):
    """itsdangerous stamps with the machine's time, so these tests run in it."""
    from datetime import UTC, datetime

    clock.moment = datetime.fromtimestamp(time.time(), UTC)


def token_of(house, slug, number=0):
    return play.seat_links(house, slug)[number][2].rpartition("/")[2]


def test_a_link_leads_to_its_seat(house):
    game = new_game(house)
    seat = play.read_link(house, "play", token_of(house, game.slug, 1))
    assert (seat.slug, seat.number, seat.name, seat.language, seat.zone) == (game.slug, 1, "Bea", "de", "Europe/Berlin")


def test_tampered_cut_and_foreign_links_are_refused(house):
    game = new_game(house)
    token = token_of(house, game.slug)
    other = replace(house, settings=replace(house.settings, secret_keys=("another key altogether",)))
    foreign = token_of(other, game.slug)
    for bad in (
        token[:-2],
        token + "x",
        token[::-1],
        "",
        "....",
        "x" * 10_000,
        "é",
        foreign,
        token.replace(".", "", 1),
    ):
        with pytest.raises(play.PlayError) as refused:
            play.read_link(house, "play", bad)
        assert (refused.value.code == "link_bad" and bad[:20] not in str(refused.value)) or not bad


def test_a_link_serves_one_purpose(house):
    game = new_game(house)
    with pytest.raises(play.PlayError, match="not one of ours"):
        play.read_link(house, "stop", token_of(house, game.slug))


def test_a_link_grows_old_and_a_fresh_one_comes_by_mail_once_an_hour(house, clock):
    game = new_game(house)
    token = token_of(house, game.slug)
    clock.forward(days=59)
    assert play.read_link(house, "play", token)
    clock.forward(days=2)
    with pytest.raises(play.PlayError) as refused:
        play.read_link(house, "play", token)
    assert refused.value.code == "link_expired"
    for _ in range(3):
        play.request_fresh_link(house, token)
    assert [x.kind for x in play.list_letters(house, game.slug)].count("fresh_link") == 1


def test_revoked_links_end_and_the_seat_gets_a_new_one(house):
    game = new_game(house)
    token = token_of(house, game.slug)
    seat = play.read_link(house, "play", token)
    play.revoke_links(house, seat.seat_id, "admin")
    with pytest.raises(play.PlayError) as refused:
        play.read_link(house, "play", token)
    assert refused.value.code == "link_revoked"
    with pytest.raises(play.PlayError):
        play.request_fresh_link(house, token)
    assert play.read_link(house, "play", token_of(house, game.slug)).number == 0


def test_old_keys_still_open_and_the_newest_signs(house):
    game = new_game(house)
    token = token_of(house, game.slug)
    turned = replace(
        house, settings=replace(house.settings, secret_keys=("the newest key of all", *house.settings.secret_keys))
    )
    assert play.read_link(turned, "play", token).number == 0
    with pytest.raises(play.PlayError):
        play.read_link(house, "play", token_of(turned, game.slug))
