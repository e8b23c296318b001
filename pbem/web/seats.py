"""Who is asking: the seat whose signed link the browser or program holds; it knows no passwords and writes nothing.

The link of a letter is the key of one seat, and the person on that seat is who entered last: beside the cookie of the
table a browser keeps the newest link once more (ME). By it that person has "My games" and sits at all of his tables.

- The cookie is the link itself, so all that ends a link ends it too: its age, a new nonce, somebody else on the seat.
- Pages hand out no links of other seats. Who got hold of one link (a forwarded letter: nothing can tell that from its
  owner) sees that person's games until that link ends, and keeps no key to another table.
- Two persons at one browser: the newest link decides, at tables where both sit as well, and "My games" says whose they
  are and how to be forgotten. A seat that the newest person does not have stays with the table's own cookie. Every form
  says for whom it was opened (`holder`) and is refused when somebody else's link was followed meanwhile: what one
  person noted, said or ordered must not become another's. A move says its seat besides (`wrong_seat`).
- A link put into somebody's browser by another person shows that person's games under that person's name; both cookies
  are Lax, so no other site's page can set them in passing.
"""

from urllib.parse import urlsplit

from flask import Response, current_app, g, request
from werkzeug.local import LocalProxy

from pbem import play, words
from pbem.web.speaking import speak

COOKIE_DAYS = 180
ME = "me"  # the cookie with the newest link
_SEAT = "seat-"
MOST_LOOKED_AT = 3  # cookies that are tried for the language of a page which is for anybody
MOST_HELD = 40  # tables with a cookie of their own: all cookies go in one header, and servers take 8 KB of it
OWN_CHECK = "table.move"  # it shows the table again, with the choice still set


def _house() -> play.House:
    found: play.House = current_app.extensions["pbem.house"]
    return found


house: play.House = LocalProxy(_house)  # type: ignore[assignment]


def cookie_name(slug: str) -> str:
    """The cookie of a table; one each, so that a browser may hold seats at several."""
    return f"{_SEAT}{slug}"


def keep_token(answer: Response, slug: str, token: str) -> None:
    """Puts the link's token into the table's cookie and into that of the newest link, out of reach of scripts."""
    own = cookie_name(slug)
    others = [name for name in request.cookies if name.startswith(_SEAT) and name != own]
    for name in others[: -MOST_HELD + 1]:  # browsers send the oldest first (RFC 6265 5.4)
        _forget(answer, name)
    for name in (own, ME):
        answer.set_cookie(
            name, token, max_age=COOKIE_DAYS * 24 * 3600, httponly=True, samesite="Lax", secure=_is_secure()
        )


def forget_tokens(answer: Response) -> None:
    """Takes all links away from this browser: nobody is known there any more."""
    for name in request.cookies:
        if name == ME or name.startswith(_SEAT):
            _forget(answer, name)


def _forget(answer: Response, name: str) -> None:
    answer.delete_cookie(name, httponly=True, samesite="Lax", secure=_is_secure())


def _is_secure() -> bool:
    return urlsplit(house.settings.base_url).scheme == "https"


def held_token(slug: str) -> str | None:
    """The token that this browser holds for a table."""
    return request.cookies.get(cookie_name(slug))


def seat_tokens() -> list[str]:
    """The tokens that this browser holds, of all tables, the newest first."""
    newest = [token] if (token := newest_token()) else []
    return newest + [token for name, token in request.cookies.items() if name.startswith(_SEAT)]


def newest_token() -> str | None:
    """The token of the newest link that was opened in this browser."""
    return request.cookies.get(ME)


def bearer_token() -> str | None:
    """The token of ``Authorization: Bearer …`` (RFC 6750), if there is one."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip() else None


def seated(token: str, slug: str) -> play.LinkedSeat:
    """The seat of that token at that table, and its language from here on.

    Raises PlayError: link_bad, link_expired, link_revoked; wrong_table when the link is good for another one.
    """
    seat = _greeted(play.read_link(house, "play", token))
    if seat.slug != slug:
        raise play.PlayError("wrong_table", N_("This link is for another table: %(name)s."), 403, name=seat.game_name)
    return seat


def whoever() -> play.LinkedSeat:
    """The seat of the newest link, for what is its person's and of no single table; `person_id` is set.

    Raises PlayError: no_person where this browser knows nobody; link_bad, link_expired, link_revoked.
    """
    token = newest_token()
    seat = play.read_link(house, "play", token) if token is not None else None
    if seat is None or seat.person_id is None:
        raise play.PlayError(
            "no_person", N_("This browser does not know you yet. The link in any letter opens your games."), 403
        )
    return _greeted(seat)


def seat_at(slug: str) -> play.LinkedSeat:
    """The seat at that table of who entered last, else the one whose link this browser holds for it.

    Raises PlayError no_seat, no_such_game, or as `seated` does.
    """
    found = _newest_at(slug)
    if found is not None:
        return _greeted(found)
    token = held_token(slug)
    if token is None:
        raise play.PlayError(
            "no_seat", N_("This browser has no seat at that table. The link in your newest letter opens it."), 403
        )
    return seated(token, slug)


def _newest_at(slug: str) -> play.LinkedSeat | None:
    token = newest_token()
    if token is None:
        return None
    try:
        seat = play.read_link(house, "play", token)
    except play.PlayError:  # that link has ended; the one of this table may be good
        return None
    if seat.slug == slug or seat.person_id is None:
        return seat if seat.slug == slug else None
    return play.seat_at_table(house, seat.person_id, slug)


def speak_as_known() -> None:
    """Has a page that is for anybody speak as the person whose link this browser holds, if it holds a good one."""
    for token in seat_tokens()[:MOST_LOOKED_AT]:
        try:
            seat = play.read_link(house, "play", token)
        except play.PlayError:
            continue
        speak(words.voice(seat.language, seat.zone), is_still=seat.motion == "none")
        return


def holder() -> str:
    """For whom this page is made, as its forms say it; "" for nobody in particular."""
    return str(g.get("holder", ""))


def _greeted(seat: play.LinkedSeat) -> play.LinkedSeat:
    """From here on the page speaks as that seat's person wants. Raises PlayError other_person for another's form."""
    speak(words.voice(seat.language, seat.zone), is_still=seat.motion == "none")
    g.holder = f"person-{seat.person_id}" if seat.person_id is not None else f"seat-{seat.seat_id}"
    meant = request.form.get("holder", "") if request.method == "POST" else ""
    if meant and meant != g.holder and request.endpoint != OWN_CHECK:
        raise play.PlayError(
            "other_person",
            N_(
                "This page was opened for somebody else. Since another link was followed in this browser you are "
                "%(name)s here. Nothing was changed; the link in your own newest letter brings you back."
            ),
            409,
            name=seat.name,
        )
    return seat


def N_(text: str) -> str:
    """Marks a sentence for translation."""
    return text
