"""The doors that letters point to: the table, a fresh link for an old one, the end of letters; it reads no game."""

import hashlib
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from pbem import play, words
from pbem.web.guards import limiter
from pbem.web.seats import house, keep_token
from pbem.web.speaking import speak

LINKS = Blueprint("links", __name__)
PLACES = {"file": "files.download", "preferences": "preferences.show", "replay": "replay.show"}
GAMES = "games"  # of no single table
PARTS = {"again": "again", "public": "public", "story": "sofar"}  # of the table's page


@LINKS.get("/t/<token>")
@limiter.limit("600 per minute")
def enter(token: str) -> Answer:
    """Takes the link of a letter: cookies, and on to the table, or to what `?open=` names (PLACES, PARTS, GAMES).

    `?move=` and `?answer=` (to an invitation) are set there, no more. Scanners open it too, so it changes nothing else.
    """
    seat = play.read_link(house, "play", token)
    wanted = request.args.get("open", "")
    place, part = PLACES.get(wanted, "table.show"), PARTS.get(wanted)
    to_table = url_for(place, slug=seat.slug, _anchor=part, **_set(("move", "answer")))
    answer = redirect(url_for("mygames.show") if wanted == GAMES else to_table, 303)
    assert isinstance(answer, Response)
    keep_token(answer, seat.slug, token)
    return answer


def _set(names: tuple[str, ...]) -> dict[str, Any]:
    return {name: request.args[name] for name in names if request.args.get(name)}


@LINKS.post("/fresh-link")
@limiter.limit("5 per hour;20 per day", key_func=lambda: _hash_of_token())
@limiter.limit("60 per hour")
def fresh_link() -> str:
    """Has a new link sent to the seat's own address, which is never shown."""
    play.request_fresh_link(house, request.form.get("token", ""))
    return render_template("fresh_link.html")


@LINKS.get("/stop/<token>")
def stop_page(token: str) -> str:
    """Asks before the letters stop: a page with a button, as scanners open links."""
    return _letters_page(_stopping(token), token)


@LINKS.post("/stop/<token>")
@limiter.limit("60 per hour")
def stop(token: str) -> str:
    """Stops the seat's letters (RFC 8058 one-click or the page's button), or begins them again; twice is as once."""
    seat = _stopping(token)
    again = request.form.get("letters") == "resume"
    if _is_of_talk():
        play.set_talk_mode(house, seat.seat_id, "each" if again else "none")
    elif _is_of_digest():
        play.stop_digest(house, seat.seat_id, again=again)
    elif again:
        play.resume_letters(house, seat.seat_id)
    else:
        play.stop_letters(house, seat.seat_id)
    return _letters_page(_stopping(token), token)


def _hash_of_token() -> str:
    """What the limit counts by: the token itself must not lie in Redis."""
    return hashlib.sha256(request.form.get("token", "").encode()).hexdigest()


def _stopping(token: str) -> play.LinkedSeat:
    seat = play.read_link(house, "stop", token)
    speak(words.voice(seat.language, seat.zone))
    return seat


def _letters_page(seat: play.LinkedSeat, token: str) -> str:
    if _is_of_talk():
        is_on = play.talk_mode(house, seat.seat_id) == "each"
        return render_template("talk_letters.html", seat=seat, token=token, is_on=is_on, done=request.method == "POST")
    if _is_of_digest():
        is_on = play.preferences(house, seat.seat_id).mode == "digest"
        return render_template("digest.html", seat=seat, token=token, is_on=is_on, done=request.method == "POST")
    return render_template("letters.html", seat=seat, token=token, done=request.method == "POST")


def _is_of_digest() -> bool:
    """Whether the link is that of a daily letter, which is of no single game."""
    return request.args.get("of") == "digest"


def _is_of_talk() -> bool:
    """Whether the link is that of a letter about table talk, which stops such letters alone, of all tables."""
    return request.args.get("of") == "talk"
