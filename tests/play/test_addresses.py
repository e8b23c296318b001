"""Addresses of answers and bounces: genuine ones are read, everything else is none of ours."""

from dataclasses import replace

import pytest

from pbem import play
from pbem.play.addresses import bounce_address, read_bounce_address, read_reply_address, reply_address
from pbem.store import Seat
from tests.conftest import new_game


@pytest.fixture
def inviting(house: play.House) -> tuple[play.House, int, str]:
    house = replace(house, settings=replace(house.settings, mail_in="play@in.example.org"))
    game = new_game(house)
    with house.store.read() as session:
        return house, game.id, session.query(Seat).filter_by(game_id=game.id, number=1).one().nonce


def test_an_address_says_seat_and_ply(inviting) -> None:
    house, game, nonce = inviting
    address = reply_address(house, game, 1, 148, nonce)
    assert address is not None and address == address.lower()
    assert len(address.partition("@")[0]) <= 64
    read = read_reply_address(house, address)
    assert read is not None and (read.seat, read.ply) == (1, 148)
    assert read_reply_address(house, f"<{address.upper()}>") == read


def test_changed_addresses_are_none_of_ours(inviting) -> None:
    house, game, nonce = inviting
    address = reply_address(house, game, 1, 148, nonce) or ""
    changed = [
        address.replace(".p148.", ".p149."),
        address.replace(".s1.", ".s0."),
        address.replace(f"g{game}.", f"g{game + 1}."),
        address.replace("@in.", "@out."),
        address.replace("+", "-"),
        address[:-20] + "@in.example.org",
        reply_address(house, game, 1, 148, "another-nonce") or "",
        "",
        "play@in.example.org",
        "play+@in.example.org",
        "play+g٣.s1.p1.aaaaaaaaaaaaaaaa@in.example.org",
    ]
    assert [read_reply_address(house, each) for each in changed] == [None] * len(changed)


def test_old_keys_still_hold(inviting) -> None:
    house, game, nonce = inviting
    address = reply_address(house, game, 1, 5, nonce) or ""
    keys = ("a-newer-key-of-tests", *house.settings.secret_keys)
    newer = replace(house, settings=replace(house.settings, secret_keys=keys))
    assert read_reply_address(newer, address) is not None
    other = replace(house, settings=replace(house.settings, secret_keys=("a-newer-key-of-tests",)))
    assert read_reply_address(other, address) is None


def test_a_bounce_names_its_letter(inviting) -> None:
    house, *_ = inviting
    address = bounce_address(house, 93) or ""
    assert read_bounce_address(house, address.upper()) == 93
    assert read_bounce_address(house, address.replace("b93.", "b94.")) is None
    assert read_reply_address(house, address) is None


def test_without_mail_in_there_is_no_address(house: play.House) -> None:
    assert house.settings.mail_in is None
    assert reply_address(house, 1, 1, 1, "nonce") is None
    assert bounce_address(house, 1) is None
    assert read_reply_address(house, "play+g1.s1.p1.aaaaaaaaaaaaaaaa@in.example.org") is None
