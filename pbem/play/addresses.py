"""Addresses that a letter carries for its answer and for its return (plus addressing, signed); they act on nothing.

`play+g12.s3.p148.<mac>@in.example.org` answers the question that seat 3 of game 12 was asked at ply 148;
`play+g12.s3.t148.<mac>@...` answers a letter about table talk: what comes there is said at the table;
`play+b93.<mac>@...` is the envelope sender of letter 93 (VERP), to which a report of its failure comes. Lower case
throughout, as some servers fold it, and at most 64 characters before the @ (RFC 5321, 4.5.3.1.1).
"""

import base64
import hashlib
import hmac
import re
from dataclasses import dataclass

from sqlalchemy import select

from pbem.play.types import House
from pbem.store import Game, Seat

_ANSWER = re.compile(r"g(\d{1,12})\.s(\d)\.([pt])(\d{1,6})\.([a-z2-7]{16})")
_BOUNCE = re.compile(r"b(\d{1,12})\.([a-z2-7]{16})")


@dataclass(frozen=True, slots=True)
class Answering:
    """What a genuine address of an answer says: the seat that was asked, and at which ply.

    `is_talk`: the letter asked nothing, it told what was said; an answer to it is said at the table, never played.
    """

    seat_id: int
    game_id: int
    slug: str
    seat: int
    ply: int
    is_talk: bool = False


def reply_address(house: House, game_id: int, seat: int, ply: int, nonce: str, *, is_talk: bool = False) -> str | None:
    """The address that answers the question a seat was asked at `ply`; None where no mail can come in.

    `nonce` is the seat's: new links void old addresses as well. `is_talk`: it answers what was said at the table.
    """
    tag = f"g{game_id}.s{seat}.{'t' if is_talk else 'p'}{ply}"
    return _address(house, tag, _mac(house.settings.secret_keys[0], f"answer:{tag}:{nonce}"))


def read_reply_address(house: House, address: str) -> Answering | None:
    """What the address says, or None when it is none of ours, changed, of another game or void."""
    found = _ANSWER.fullmatch(_tag(house, address))
    if found is None:
        return None
    game_id, number, sort, ply, mac = int(found[1]), int(found[2]), found[3], int(found[4]), found[5]
    with house.store.read() as session:
        query = select(Seat.id, Seat.nonce, Game.slug).join(Game).where(Game.id == game_id, Seat.number == number)
        row = session.execute(query).first()
    if row is None or not _is_signed(house, f"answer:g{game_id}.s{number}.{sort}{ply}:{row.nonce}", mac):
        return None
    return Answering(row.id, game_id, row.slug, number, ply, is_talk=sort == "t")


def bounce_address(house: House, letter_id: int) -> str | None:
    """The envelope sender of a letter; None where no mail can come in."""
    return _address(house, f"b{letter_id}", _mac(house.settings.secret_keys[0], f"bounce:b{letter_id}"))


def read_bounce_address(house: House, address: str) -> int | None:
    """The id of the letter that comes back to this address, or None when it is none of ours."""
    found = _BOUNCE.fullmatch(_tag(house, address))
    if found is None or not _is_signed(house, f"bounce:b{int(found[1])}", found[2]):
        return None
    return int(found[1])


def _address(house: House, tag: str, mac: str) -> str | None:
    if house.settings.mail_in is None:
        return None
    local, _, domain = house.settings.mail_in.partition("@")
    return f"{local}+{tag}.{mac}@{domain}"


def _tag(house: House, address: str) -> str:
    """What stands between the plus and the @ of an address that begins and ends as ours do, else ""."""
    local, _, domain = (house.settings.mail_in or "").partition("@")
    given, _, at = address.strip().strip("<>").lower().rpartition("@")
    base, _, tag = given.partition("+")
    return tag if domain and (base, at) == (local, domain) else ""


def _mac(key: str, text: str) -> str:
    """80 bits of HMAC-SHA256 (RFC 2104), in base32."""
    digest = hmac.new(key.encode(), f"pbem-{text}".encode(), hashlib.sha256).digest()
    return base64.b32encode(digest[:10]).decode().lower()


def _is_signed(house: House, text: str, mac: str) -> bool:
    """Whether any of our keys made it: a change of keys voids no letter."""
    return any(hmac.compare_digest(_mac(key, text), mac) for key in house.settings.secret_keys)
