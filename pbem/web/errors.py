"""What somebody reads when something cannot be served: a sentence in their language and the way on, never a trace."""

from dataclasses import dataclass

from flask import Flask, current_app, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from werkzeug.exceptions import HTTPException, InternalServerError

from pbem import play
from pbem.store import StoreError
from pbem.web.api import refusal
from pbem.web.notices import Notice
from pbem.web.seats import N_, held_token
from pbem.web.speaking import voice
from pbem.web.table import my_seat, table_answer
from pbem.web.typed import draft_of_form

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
    """What the page says. `token`: of a link that has run out, so that the page can ask for a fresh one."""

    title: str
    sentence: str
    token: str | None = None


def install_errors(app: Flask) -> None:
    """Registers the answers to everything that can go wrong."""
    app.register_error_handler(play.PlayError, _play_error)
    app.register_error_handler(CSRFError, _lost_session)
    app.register_error_handler(StoreError, _database_away)
    app.register_error_handler(PoolTimeout, _database_away)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(InternalServerError, _http_error)


def _play_error(error: play.PlayError) -> ResponseReturnValue:
    titles = {"link_expired": N_("This link is too old"), "link_revoked": N_("This link has been replaced")}
    title = titles.get(error.code) or TITLES.get(error.status) or TITLES[400]
    token = _old_token() if error.code == "link_expired" else None
    return _page(Trouble(voice().gettext(title), voice().say(error), token), error.status)


def _old_token() -> str | None:
    """The link's token, for the button that asks for a fresh one. None on the way to stop letters."""
    arguments = request.view_args or {}
    if request.endpoint == "links.enter":
        return str(arguments["token"])
    return held_token(str(arguments["slug"])) if "slug" in arguments else None


def _lost_session(_error: CSRFError) -> ResponseReturnValue:
    """The form's session is gone. Whoever still holds the seat finds the choice set again; nothing was recorded."""
    if request.endpoint == "table.move":
        seat = my_seat(str((request.view_args or {})["slug"]))
        page, _ = table_answer(seat, draft_of_form(request.form), notice=Notice(voice().gettext(NOT_RECORDED)))
        return page, 400
    sentence = N_(
        "The page was open for too long or cookies are off. Nothing was recorded. Go back, reload and try again."
    )
    return _page(Trouble(voice().gettext(TITLES[400]), voice().gettext(sentence)), 400)


def _database_away(error: Exception) -> ResponseReturnValue:
    current_app.logger.error("the database is away: %s", type(error).__name__)
    return _answer(503)


def _http_error(error: HTTPException) -> ResponseReturnValue:
    if error.code is None or error.code < 400:
        return error
    return _answer(error.code, error)


def _answer(status: int, error: HTTPException | None = None) -> ResponseReturnValue:
    say = voice().gettext
    sentence = say(SENTENCES.get(status, SENTENCES[400]))
    if request.path.startswith("/api/"):
        return refusal(CODES.get(status, "internal"), sentence, status)
    page, code = _page(Trouble(say(TITLES.get(status, TITLES[400])), sentence), status)
    retry = error.get_response().headers.get("Retry-After") if error else None
    return page, code, {"Retry-After": retry} if retry else {}


def _page(trouble: Trouble, status: int) -> tuple[str, int]:
    return render_template("trouble.html", trouble=trouble), status
