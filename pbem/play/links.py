"""Signed links: one seat, one purpose, with an age and a nonce; must not be written to any log."""

import hashlib
import secrets
from datetime import timedelta

from itsdangerous import BadSignature, URLSafeTimedSerializer
from sqlalchemy import select
from sqlalchemy.orm import joinedload

from pbem.play.types import N_, House, LinkedSeat, PlayError
from pbem.store import Seat

MAX_AGE = {"play": timedelta(days=60), "stop": timedelta(days=400)}
LONGEST_TOKEN = 300


def new_nonce() -> str:
    """A nonce for a seat: what is signed with an old one is void."""
    return secrets.token_urlsafe(8)


def serializer(keys: tuple[str, ...], purpose: str) -> URLSafeTimedSerializer:
    """Signs with the newest key, checks with all; `purpose` is the salt, so that no link serves two ends."""
    return URLSafeTimedSerializer(
        list(reversed(keys)),
        salt=f"pbem-{purpose}",
        signer_kwargs={"key_derivation": "hmac", "digest_method": hashlib.sha256},
    )


def make_link(house: House, purpose: str, seat_id: int, nonce: str) -> str:
    """The token of a link for `play` or `stop`. It carries the present moment; see MAX_AGE."""
    return str(serializer(house.settings.secret_keys, purpose).dumps([seat_id, nonce]))


def link_url(house: House, purpose: str, seat_id: int, nonce: str) -> str:
    """The whole address of a link."""
    path = {"play": "t", "stop": "stop"}[purpose]
    return f"{house.settings.base_url}/{path}/{make_link(house, purpose, seat_id, nonce)}"


def read_link(house: House, purpose: str, token: str, *, expired_too: bool = False) -> LinkedSeat:
    """The seat of a link. Raises PlayError link_bad, link_expired or link_revoked (the nonce is an old one)."""
    seat_id, nonce = _unsign(house, purpose, token, expired_too)
    with house.store.read() as session:
        seat = session.scalar(
            select(Seat).where(Seat.id == seat_id).options(joinedload(Seat.game), joinedload(Seat.person))
        )
        if seat is None or not secrets.compare_digest(seat.nonce, nonce):
            raise PlayError(
                "link_revoked",
                N_("This link has been replaced. The newest letter holds a link that works."),
                403,
            )
        return linked_seat(seat)


def linked_seat(seat: Seat) -> LinkedSeat:
    """The view of a seat's row."""
    person = seat.person
    return LinkedSeat(
        seat_id=seat.id,
        game_id=seat.game_id,
        slug=seat.game.slug,
        game_name=seat.game.name,
        number=seat.number,
        name=seat.name,
        language=person.language if person else "en",
        zone=person.zone if person else "UTC",
        letters_on=seat.letters_off_at is None,
        person_id=seat.person_id,
        motion=person.motion if person else "auto",
    )


def _unsign(house: House, purpose: str, token: str, expired_too: bool) -> tuple[int, str]:
    bad = PlayError("link_bad", N_("This link is not one of ours, or a part of it is missing."), 403)
    if len(token) > LONGEST_TOKEN:
        raise bad
    signed = serializer(house.settings.secret_keys, purpose)
    try:
        payload, made = signed.loads(token, return_timestamp=True)
    except BadSignature as error:
        raise bad from error
    if not expired_too and house.clock() - made > MAX_AGE[purpose]:
        raise PlayError("link_expired", N_("This link is too old. A new one can be sent by mail."), 403)
    if not (isinstance(payload, list) and len(payload) == 2):
        raise bad
    return int(payload[0]), str(payload[1])
