"""The door for who wants no more invitations: a page with a button, as scanners open links; it reads no game."""

from flask import Blueprint, render_template, request

from pbem import play, words
from pbem.web.guards import limiter
from pbem.web.seats import house
from pbem.web.speaking import speak

UNINVITED = Blueprint("uninvited", __name__)


@UNINVITED.get("/no-invitations/<token>")
def show(token: str) -> str:
    """Asks before anything changes."""
    return _page(token, is_done=False)


@UNINVITED.post("/no-invitations/<token>")
@limiter.limit("60 per hour")
def change(token: str) -> str:
    """No player invites the person of that link any more, or again; twice is as once."""
    play.set_uninvited(house, token, off=request.form.get("invitations") != "again")
    return _page(token, is_done=True)


def _page(token: str, *, is_done: bool) -> str:
    found = play.read_uninvite(house, token)
    speak(words.voice(found.language, found.zone))
    return render_template("uninvited.html", token=token, is_off=found.is_off, is_done=is_done)
