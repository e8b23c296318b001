"""Who is asking: the seat whose signed link the browser or program holds; it knows no passwords and writes nothing."""

from urllib.parse import urlsplit

from flask import Response, current_app, request
from werkzeug.local import LocalProxy

from pbem import play, words
from pbem.web.speaking import speak

COOKIE_DAYS = 180


def _house() -> play.House:
    found: play.House = current_app.extensions["pbem.house"]
    return found


house: play.House = LocalProxy(_house)  # type: ignore[assignment]


def cookie_name(slug: str) -> str:
    """The cookie of a table; one each, so that a browser may hold seats at several."""
    return f"seat-{slug}"


def keep_token(answer: Response, slug: str, token: str) -> None:
    """Puts the link's token into the table's cookie, out of reach of scripts."""
    answer.set_cookie(
        cookie_name(slug),
        token,
        max_age=COOKIE_DAYS * 24 * 3600,
        httponly=True,
        samesite="Lax",
        secure=urlsplit(house.settings.base_url).scheme == "https",
    )


def held_token(slug: str) -> str | None:
    """The token that this browser holds for a table."""
    return request.cookies.get(cookie_name(slug))


def seat_tokens() -> list[str]:
    """The tokens that this browser holds, of all tables."""
    return [token for name, token in request.cookies.items() if name.startswith(cookie_name(""))]


def bearer_token() -> str | None:
    """The token of ``Authorization: Bearer …`` (RFC 6750), if there is one."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip() else None


def seated(token: str, slug: str) -> play.LinkedSeat:
    """The seat of that token at that table, and its language from here on.

    Raises PlayError: link_bad, link_expired, link_revoked; wrong_table when the link is good for another one.
    """
    seat = play.read_link(house, "play", token)
    speak(words.voice(seat.language, seat.zone))
    if seat.slug != slug:
        raise play.PlayError("wrong_table", N_("This link is for another table: %(name)s."), 403, name=seat.game_name)
    return seat


def N_(text: str) -> str:
    """Marks a sentence for translation."""
    return text
