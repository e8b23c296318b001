"""What an admin does to a table's talk: says something as its host, takes a message away; each act is one verb."""

import secrets

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue

from pbem import play
from pbem.web.admin import ADMIN, me
from pbem.web.admin_games import refused
from pbem.web.seats import house

LONGEST_KEY = 40


@ADMIN.post("/games/<slug>/say")
def say(slug: str) -> ResponseReturnValue:
    """Says something at a table as its host."""
    text, sender = request.form.get("text", ""), request.form.get("sender", "")
    key = request.form.get("key", "")[:LONGEST_KEY] or secrets.token_urlsafe(12)
    try:
        play.say_as_host(house, slug, text, me().email, sender=sender, key=key)
    except play.PlayError as error:
        return refused(slug, error)
    return redirect(url_for("admin.game", slug=slug, did="say"), 303)


@ADMIN.post("/games/<slug>/talk/<int:number>/hide")
def hide(slug: str, number: int) -> ResponseReturnValue:
    """Takes a message away: nobody at the table reads it any more."""
    try:
        play.hide_talk(house, slug, number, me().email)
    except play.PlayError as error:
        return refused(slug, error)
    return redirect(url_for("admin.game", slug=slug, did="hide_talk"), 303)
