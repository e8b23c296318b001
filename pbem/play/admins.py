"""Admins: one-time links, passwords, signing in and staying so; must not know cookies or pages."""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from itsdangerous import BadSignature
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from pbem.play.links import LONGEST_TOKEN, new_nonce, serializer
from pbem.play.people import check_address
from pbem.play.texts import check_text
from pbem.play.transaction import Transaction, transaction
from pbem.play.types import N_, House, PlayError
from pbem.store import Admin

WELCOME_AGE = timedelta(hours=24)
SESSION_AGE = timedelta(days=14)
SHORTEST_PASSWORD = 10
LONGEST_PASSWORD = 1000
_HASHER = PasswordHasher()


@dataclass(frozen=True)
class AdminInfo:
    """Somebody who may sign in. `stamp` changes with every new link, password and sign-out: the old is void."""

    id: int
    email: str
    stamp: str


def create_admin(house: House, email: str, by: str) -> str:
    """A one-time link with which that address sets its password; good for WELCOME_AGE, and voids any before it.

    For an address that is an admin already it is the way to a new password. Raises PlayError bad_address.
    """
    address = check_address(email)
    try:
        return _new_link(house, address, by)
    except IntegrityError:  # another process added the address at the same moment; now it can be seen
        return _new_link(house, address, by)


def _new_link(house: House, address: str, by: str) -> str:
    with transaction(house) as tx:
        admin = tx.session.scalar(select(Admin).where(Admin.email_key == address.casefold()).with_for_update())
        if admin is None:
            admin = Admin(email=address, email_key=address.casefold(), created_at=tx.now)
            tx.session.add(admin)
        admin.nonce = new_nonce()
        tx.session.flush()
        tx.audit(by, "create_admin", None, email=address)
        token = _sign(house, "welcome", [admin.id, admin.nonce, int(tx.now.timestamp())])
    return f"{house.settings.base_url}/admin/welcome/{token}"


def has_admin(house: House) -> bool:
    """Whether anybody can sign in."""
    with house.store.read() as session:
        return session.scalar(select(Admin.id).where(Admin.password_hash.is_not(None)).limit(1)) is not None


def read_welcome(house: House, token: str) -> AdminInfo:
    """Whose one-time link that is. Raises PlayError link_bad, link_too_old or link_spent."""
    admin_id, nonce = _read_token(house, token)
    with house.store.read() as session:
        return _info(_unspent(session.get(Admin, admin_id), nonce))


def set_password(house: House, token: str, password: str) -> AdminInfo:
    """Sets the password of a one-time link's admin; the link is spent and older sessions end.

    Raises PlayError link_bad, link_too_old, link_spent or bad_password.
    """
    admin_id, nonce = _read_token(house, token)
    read_welcome(house, token)
    _check_password(password)
    hashed = _HASHER.hash(password)  # outside the transaction: it takes its time, and writers wait for each other
    with transaction(house) as tx:
        admin = _unspent(_locked(tx, admin_id), nonce)
        admin.password_hash, admin.nonce = hashed, new_nonce()
        tx.audit(admin.email, "set_password", None)
        return _info(admin)


def sign_in(house: House, email: str, password: str) -> AdminInfo:
    """The admin of that address and password. Raises PlayError sign_in_failed, the same for every cause.

    An address that is no text at all is bad_request.
    """
    key = check_text(email).strip()[:320].casefold()
    with house.store.read() as session:
        admin = session.scalar(select(Admin).where(Admin.email_key == key))
    hashed = admin.password_hash if admin else None
    # An unknown address costs the same time as a known one, so that the answer's delay tells nothing.
    fits = _verify(hashed or _nobody_hash(), password)
    if admin is None or hashed is None or not fits:
        _record_failure(house, key)
        raise PlayError("sign_in_failed", N_("This address and this password do not belong together."), 403)
    with transaction(house) as tx:
        tx.audit(admin.email, "sign_in", None)
    return _info(admin)


def end_sessions(house: House, admin: AdminInfo) -> None:
    """Ends the admin's sessions, in whatever browser: a copy of the cookie opens nothing any more."""
    with transaction(house) as tx:
        row = _locked(tx, admin.id)
        if row is not None:
            row.session_nonce = new_nonce()
        tx.audit(admin.email, "sign_out", None)


def seal_session(house: House, admin: AdminInfo) -> str:
    """What a browser keeps to stay signed in for SESSION_AGE."""
    return _sign(house, "admin-session", [admin.id, admin.stamp, int(house.clock().timestamp())])


def admin_by_session(house: House, sealed: str) -> AdminInfo | None:
    """Who is signed in with what `seal_session` gave; None when it is forged, too old or ended."""
    payload = _unsign(house, "admin-session", sealed)
    if payload is None or _age(house, payload[2]) > SESSION_AGE:
        return None
    with house.store.read() as session:
        admin = session.get(Admin, payload[0])
    if admin is None or not secrets.compare_digest(_info(admin).stamp, payload[1]):
        return None
    return _info(admin)


def _check_password(password: str) -> None:
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise PlayError(
            "bad_password",
            N_("A password has from %(shortest)s to %(longest)s characters; this one has %(length)s."),
            shortest=SHORTEST_PASSWORD,
            longest=LONGEST_PASSWORD,
            length=len(password),
        )


def _verify(hashed: str, password: str) -> bool:
    try:
        return len(password) <= LONGEST_PASSWORD and _HASHER.verify(hashed, password)
    except (VerificationError, InvalidHashError):
        return False


@cache
def _nobody_hash() -> str:
    """A hash that no password fits."""
    return _HASHER.hash(secrets.token_urlsafe(32))


def _record_failure(house: House, typed: str) -> None:
    """Notes the address, but nothing that may be a password typed into the wrong field."""
    with transaction(house) as tx:
        tx.audit(typed[:80] if "@" in typed else "?", "sign_in_failed", None)


def _locked(tx: Transaction, admin_id: int) -> Admin | None:
    return tx.session.scalar(select(Admin).where(Admin.id == admin_id).with_for_update())


def _unspent(admin: Admin | None, nonce: str) -> Admin:
    if admin is None or not secrets.compare_digest(admin.nonce, nonce):
        raise PlayError(
            "link_spent",
            N_("This link has been used or replaced. On the server, pbem admin create EMAIL makes a new one."),
            403,
        )
    return admin


def _info(admin: Admin) -> AdminInfo:
    return AdminInfo(
        admin.id, admin.email, hashlib.sha256(f"{admin.nonce}{admin.session_nonce}".encode()).hexdigest()[:16]
    )


def _read_token(house: House, token: str) -> tuple[int, str]:
    payload = _unsign(house, "welcome", token)
    if payload is None:
        raise PlayError("link_bad", N_("This link is not one of ours, or a part of it is missing."), 403)
    if _age(house, payload[2]) > WELCOME_AGE:
        raise PlayError(
            "link_too_old",
            N_("This link was good for a day. On the server, pbem admin create EMAIL makes a new one."),
            403,
        )
    return payload[0], payload[1]


def _age(house: House, made: int) -> timedelta:
    return house.clock() - datetime.fromtimestamp(made, UTC)


def _sign(house: House, purpose: str, payload: list[object]) -> str:
    return str(serializer(house.settings.secret_keys, purpose).dumps(payload))


def _unsign(house: House, purpose: str, token: str) -> tuple[int, str, int] | None:
    """Id, nonce or stamp, and the moment (Unix seconds) of a token; None for one that we did not sign."""
    if len(token) > LONGEST_TOKEN:
        return None
    try:
        number, nonce, made = serializer(house.settings.secret_keys, purpose).loads(token)
    except BadSignature:
        return None
    return int(number), str(nonce), int(made)
