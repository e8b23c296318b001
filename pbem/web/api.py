"""JSON for programs: the position a seat may see, and its moves; it has the same rights as the page and no more."""

from typing import Any

from flask import Blueprint, Response, jsonify, request

from pbem import play
from pbem.web.guards import limiter
from pbem.web.seats import N_, bearer_token, held_token, house, seated
from pbem.web.speaking import voice
from pbem.web.table import LONGEST_KEY
from pbem.web.typed import LONGEST_MOVE
from pbem.web.unfailing import unfailing

API = Blueprint("api", __name__, url_prefix="/api/games")
LARGEST_PLY = 2**31


@API.get("/<slug>")
def show(slug: str) -> Response:
    """``{"ply", "seat", "to_act", "position", "legal", "deadline"}`` as the seat may see it; null before the start."""
    seat = _seat(slug)
    table = play.table(house, slug, seat.number, recent=True)
    due = table.my_turn.deadline_at if table.my_turn else None
    return jsonify(
        ply=table.game.ply,
        seat=seat.number,
        to_act=[owed.seat for owed in table.owed],
        position=table.view,
        legal=table.legal.to_json() if table.legal else None,
        deadline=due.isoformat() if due else None,
    )


@API.post("/<slug>/moves")
@limiter.limit("300 per minute")
def move(slug: str) -> Response:
    """Plays ``{"ply", "move", "key"}`` and answers ``{"ply", "applied"}``; with a key a repeat is harmless."""
    seat = _seat(slug)
    body = _body()
    done = play.submit(
        house, slug, seat.number, _ply(body.get("ply")), _text(body, "move", LONGEST_MOVE), "api", _key(body)
    )
    return jsonify(ply=done.ply, applied=list(done.applied))


def refusal(code: str, message: str, status: int) -> Response:
    """``{"error", "message"}`` with its status."""
    answer = jsonify(error=code, message=message)
    answer.status_code = status
    if status == 401:
        answer.headers["WWW-Authenticate"] = 'Bearer realm="games"'
    return answer


@API.errorhandler(play.PlayError)
@unfailing
def refused(error: play.PlayError) -> Response:
    """An error of the verbs as JSON. What is wrong with the link is always `unauthorized`, with the reason in words."""
    link = error.code.startswith("link_") or error.code in ("wrong_table", "no_seat")
    return (
        refusal("unauthorized", voice().say(error), 401)
        if link
        else refusal(error.code, voice().say(error), error.status)
    )


def _seat(slug: str) -> play.LinkedSeat:
    token = bearer_token() or held_token(slug)
    if token is None:
        raise play.PlayError(
            "no_seat", N_("Send the token of your link: Authorization: Bearer TOKEN, or its cookie."), 401
        )
    play.table(house, slug, None, recent=True)  # an unknown game is no_such_game, whatever the token
    return seated(token, slug)


def _body() -> dict[str, Any]:
    """The request's JSON object. A form cannot be posted here, which keeps other sites' pages out."""
    if request.mimetype != "application/json":
        raise play.PlayError("bad_request", N_("Send JSON, with Content-Type: application/json."), 415)
    try:
        body = request.get_json(silent=True)
    except RecursionError:  # brackets without end
        body = None
    if not isinstance(body, dict):
        raise play.PlayError(
            "bad_request", N_('The body must be a JSON object such as {"ply": 0, "move": "pass"}.'), 400
        )
    return body


def _ply(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < LARGEST_PLY:
        raise play.PlayError("bad_request", N_('"ply" must be the number of moves you have seen, such as 12.'), 400)
    return value


def _text(body: dict[str, Any], field: str, longest: int) -> str:
    value = body.get(field)
    if not isinstance(value, str) or len(value) > longest:
        raise play.PlayError(
            "bad_request", N_('"%(field)s" must be a text of at most %(longest)s characters.'), 400,
            field=field, longest=longest,
        )  # fmt: skip
    return value


def _key(body: dict[str, Any]) -> str | None:
    return None if body.get("key") is None else _text(body, "key", LONGEST_KEY) or None
