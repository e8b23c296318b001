"""The front page and the sign of life; they show no game."""

from flask import Blueprint, Response, current_app, render_template, request

from pbem import play
from pbem.web.mailbox import is_local
from pbem.web.seats import house, speak_as_known

PAGES = Blueprint("pages", __name__)


@PAGES.get("/")
def front() -> str:
    """What this is, and where to go from here."""
    speak_as_known()
    return render_template(
        "front.html", has_mailbox=current_app.config["MAILBOX"] and is_local(), is_forgotten="forgotten" in request.args
    )


@PAGES.get("/healthz")
def health() -> Response:
    """ "ok" once the database has answered."""
    play.last_heartbeat(house, "worker")
    return Response("ok\n", mimetype="text/plain")


@PAGES.get("/robots.txt")
def robots() -> Response:
    """Nothing here is for search engines."""
    return Response("User-agent: *\nDisallow: /\n", mimetype="text/plain")
