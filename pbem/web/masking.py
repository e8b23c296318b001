"""The tokens against forged posts, masked: on no two pages are they the same letters; it decides no post."""

import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode

from flask import Flask, g
from flask_wtf import CSRFProtect
from flask_wtf.csrf import generate_csrf


class MaskedTokens(CSRFProtect):  # type: ignore[misc]  # it has no types
    """Flask-WTF's tokens, each page's under a mask of its own.

    A compressed page tells by its length how much of what it holds is said twice. A secret that changes from page to
    page cannot be guessed that way (BREACH; Gluck, Harris, Prado 2013, section 3.4: masking secrets).
    """

    def init_app(self, app: Flask) -> None:
        """Puts the masked token in the place of the bare one."""
        super().init_app(app)
        app.jinja_env.globals["csrf_token"] = token
        app.context_processor(lambda: {"csrf_token": token})

    def _get_csrf_token(self) -> str | None:
        found: str | None = super()._get_csrf_token()
        return unmasked(found) if found else found


def token() -> str:
    """The token for the forms of this page."""
    if "masked_token" not in g:
        g.masked_token = masked(generate_csrf())
    found: str = g.masked_token
    return found


def masked(text: str) -> str:
    """The text under a mask drawn for it, with the mask before it."""
    plain = text.encode()
    mask = secrets.token_bytes(len(plain))
    return urlsafe_b64encode(mask + _xor(plain, mask)).decode()


def unmasked(text: str) -> str:
    """What lies below the mask. A bare token is as good: pages have it that are open from before there were masks.

    A text that is neither comes back as it is, to be refused.
    """
    if "." in text:
        return text
    try:
        both = urlsafe_b64decode(text.encode("ascii"))
        return _xor(both[: len(both) // 2], both[len(both) // 2 :]).decode("ascii")
    except ValueError:
        return text


def _xor(one: bytes, other: bytes) -> bytes:
    size = max(len(one), len(other))
    return (int.from_bytes(one) ^ int.from_bytes(other)).to_bytes(size) if size else b""
