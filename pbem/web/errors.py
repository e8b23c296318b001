"""What somebody reads when something cannot be served: a sentence in their language and the way on, never a trace."""

from dataclasses import dataclass

from flask import Flask, current_app, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from werkzeug.exceptions import HTTPException, InternalServerError

from pbem import play, rules
from pbem.store import StoreError
from pbem.web.api import refusal
from pbem.web.notices import Notice
from pbem.web.seats import N_, held_token, newest_token, speak_as_known
from pbem.web.speaking import voice
from pbem.web.table import my_seat, table_answer
from pbem.web.typed import draft_of_form, move_of
from pbem.web.unfailing import unfailing

NOT_RECORDED = N_("Your choice was not recorded. It is still set here; send it again.")
AWAY = N_(
    "Your choice was not recorded, as the table cannot be reached just now. Go back and send it again in a minute."
)
TITLES = {
    400: N_("That could not be read"),
    403: N_("This door is closed"),
    404: N_("There is nothing here"),
    405: N_("That does not work this way"),
    413: N_("That was too much at once"),
    429: N_("That was too often"),
    500: N_("Something broke here"),
    503: N_("The table cannot be reached just now"),
}
SENTENCES = {
    400: N_("What was sent is incomplete or damaged. Nothing was changed."),
    403: N_("The link in your newest letter opens your table."),
    404: N_("The address may be cut off: links in letters are long. The link in your newest letter opens your table."),
    405: N_("Go back and use the button on the page. Nothing was changed."),
    413: N_("A move is one short line. Nothing was changed."),
    429: N_("Wait a little and try again. Nothing was changed."),
    500: N_(
        "It has been noted. Go back and try again; if you made a choice, look at the table whether it was recorded."
    ),
    503: AWAY,
}
FOR_PROGRAMS = {
    404: N_("There is no such address. A game is at /api/games/SLUG, its moves are posted to /api/games/SLUG/moves."),
    405: N_("This address takes no such method. A game is read with GET, its moves are sent with POST to …/moves."),
    413: N_("The body is too large; a move is one short line. Nothing was changed."),
    500: N_("Something broke here, and it has been noted. Read the game to see whether a move was recorded."),
    503: N_("The table cannot be reached just now; nothing was recorded. Send it again in a minute, with its key."),
}
LINKS = {
    "link_expired": (
        N_("This link is too old"),
        N_("Links end after some weeks, so that an old letter opens no seat."),
    ),
    "watch_over": (
        N_("This link has been withdrawn"),
        N_("Somebody at the table has withdrawn it, or made a new one. Ask them for the link that holds now."),
    ),
    "link_revoked": (
        N_("This link has been replaced"),
        N_("The new one went by mail to the address of this seat: it is in the newest letter of this table."),
    ),
}
WRITTEN = ("asides.say", "asides.note", "orders.leave")
LOST = ("link_bad", "no_seat", "no_person", "wrong_table")
CODES = {
    400: "bad_request",
    404: "not_found",
    405: "method_not_allowed",
    413: "too_large",
    415: "bad_request",
    429: "too_many_requests",
    503: "unavailable",
}


@dataclass(frozen=True)
class Trouble:
    """What the page says. `token`: of a link that has run out, so that the page can ask for a fresh one.

    `is_lost`: it is about a link, and whoever has no better one may have one sent. `typed`: what was written in the
    form, to be copied.
    """

    title: str
    sentence: str
    token: str | None = None
    is_lost: bool = False
    typed: str = ""


def install_errors(app: Flask) -> None:
    """Registers the answers to everything that can go wrong."""
    app.register_error_handler(play.PlayError, unfailing(_play_error))
    app.register_error_handler(CSRFError, unfailing(_lost_session))
    app.register_error_handler(StoreError, unfailing(_database_away))
    app.register_error_handler(PoolTimeout, unfailing(_database_away))
    app.register_error_handler(HTTPException, unfailing(_http_error))
    app.register_error_handler(InternalServerError, unfailing(_http_error))


def _play_error(error: play.PlayError) -> ResponseReturnValue:
    say = voice().gettext
    token = _old_token() if error.code == "link_expired" else None
    if error.code in LINKS:
        title, sentence = LINKS[error.code]
        return _page(Trouble(say(title), say(sentence), token, is_lost=True), error.status)
    title = say(TITLES.get(error.status) or TITLES[400])
    typed = _typed() if error.code == "other_person" else ""
    return _page(Trouble(title, voice().say(error), token, is_lost=error.code in LOST, typed=typed), error.status)


def _typed() -> str:
    """A text of some length that the form brought: what somebody wrote by hand is not to be lost."""
    return request.form.get("text", "") if request.endpoint in WRITTEN else ""


def _old_token() -> str | None:
    """The link's token, for the button that asks for a fresh one. None on the way to stop letters."""
    arguments = request.view_args or {}
    if request.endpoint == "links.enter":
        return str(arguments["token"])
    return held_token(str(arguments["slug"])) if "slug" in arguments else newest_token()


def _lost_session(_error: CSRFError) -> ResponseReturnValue:
    """The form's session is gone. Whoever still holds the seat finds the choice set again; nothing was recorded."""
    if request.endpoint == "table.move":
        try:
            seat = my_seat(str((request.view_args or {})["slug"]))
            page, _ = table_answer(seat, draft_of_form(request.form), notice=Notice(voice().gettext(NOT_RECORDED)))
        except play.PlayError as lost:  # no seat, no such table: without cookies nobody is known here
            return _no_seat(lost)
        return page, 400
    return _no_session()


def _no_seat(lost: play.PlayError) -> ResponseReturnValue:
    """The seat is gone with the session: what had been chosen, and how to come back."""
    move = move_of(draft_of_form(request.form))
    said = [voice().say(lost), voice().gettext("If you have just opened it, cookies are off.")]
    if rules.is_move(move):
        said.insert(0, voice().gettext("Your choice was not recorded: %(move)s.", move=voice().played(move)))
    title = voice().gettext(TITLES.get(lost.status) or TITLES[400])
    return _page(Trouble(title, " ".join(said), _old_token() if lost.code == "link_expired" else None), lost.status)


def _no_session() -> ResponseReturnValue:
    sentence = N_(
        "The page was open for too long or cookies are off. Nothing was recorded. Go back, reload and try again."
    )
    return _page(Trouble(voice().gettext(TITLES[400]), voice().gettext(sentence), typed=_typed()), 400)


def _database_away(error: Exception) -> ResponseReturnValue:
    current_app.logger.error("the database is away: %s", type(error).__name__)
    return _answer(503)


def _http_error(error: HTTPException) -> ResponseReturnValue:
    if error.code is None or error.code < 400:
        return error
    if error.code == 404:
        speak_as_known()
    return _answer(error.code, error)


def _answer(status: int, error: HTTPException | None = None) -> ResponseReturnValue:
    say = voice().gettext
    kept = _kept_headers(error) if error else {}
    if request.path.startswith("/api/"):
        sentence = say(FOR_PROGRAMS.get(status) or SENTENCES.get(status, SENTENCES[400]))
        answer = refusal(CODES.get(status, "internal"), sentence, status)
        answer.headers.update(kept)
        return answer
    sentence = say(SENTENCES.get(status, SENTENCES[400]))
    page, code = _page(Trouble(say(TITLES.get(status, TITLES[400])), sentence), status)
    return page, code, kept


def _kept_headers(error: HTTPException) -> dict[str, str]:
    """What a client needs to go on: which methods there are, when to come again."""
    headers = error.get_response().headers
    return {name: headers[name] for name in ("Allow", "Retry-After") if name in headers}


def _page(trouble: Trouble, status: int) -> tuple[str, int]:
    return render_template("trouble.html", trouble=trouble), status
