"""Error handlers that cannot fail: what breaks while one answers is answered instead; it words no error of its own."""

from collections.abc import Callable
from functools import wraps
from html import escape
from typing import Any, TypeVar

from flask import Response, current_app, g, jsonify, request
from flask.typing import ResponseReturnValue
from sqlalchemy.exc import TimeoutError as PoolTimeout
from werkzeug.exceptions import HTTPException

from pbem import play
from pbem.store import StoreError

E = TypeVar("E", bound=Exception)
TOLD = (play.PlayError, StoreError, PoolTimeout, HTTPException)  # for these there are handlers of their own
TITLE = "Something broke here"
SENTENCE = "It has been noted. Go back and try again; if you made a choice, look at the table whether it was recorded."


def unfailing(handler: Callable[[E], ResponseReturnValue]) -> Callable[[E], ResponseReturnValue]:
    """A handler whose own troubles, such as no seat or no database, are answered by their handlers, once.

    What breaks after that, or is no known trouble, is logged and gives a page that needs nothing: status 500.
    """

    @wraps(handler)
    def answer(error: E) -> ResponseReturnValue:
        try:
            return handler(error)
        except Exception as trouble:
            if isinstance(trouble, TOLD) and not g.get("is_answering_instead", False):
                g.is_answering_instead = True
                return current_app.handle_user_exception(trouble)
            current_app.logger.exception("an error's answer broke")
            return _plain_answer()

    return answer


def _plain_answer() -> Response:
    """An answer without template, language or database."""
    answer: Any
    if request.path.startswith("/api/"):
        answer = jsonify(error="internal", message=f"{TITLE}. {SENTENCE}")
    else:
        page = f'<!doctype html><html lang="en"><title>{TITLE}</title><h1>{TITLE}</h1><p>{escape(SENTENCE)}</p></html>'
        answer = Response(page, mimetype="text/html")
    answer.status_code = 500
    found: Response = answer
    return found
