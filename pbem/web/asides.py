"""What one does beside the game at its page: say something, read what was said, keep a note; each is one verb."""

import secrets

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem import play
from pbem.web.guards import limiter
from pbem.web.notes import Unsaved
from pbem.web.seats import house
from pbem.web.speaking import voice
from pbem.web.table import LONGEST_KEY, my_seat, table_answer
from pbem.web.talk import Unsaid, older_talk

ASIDES = Blueprint("asides", __name__, url_prefix="/games")


@ASIDES.post("/<slug>/talk")
@limiter.limit("60 per minute")
def say(slug: str) -> ResponseReturnValue:
    """Says what was typed at the table, once for each form, or shows the page again with it and the reason."""
    seat = my_seat(slug)
    text, key = request.form.get("text", ""), request.form.get("key", "")[:LONGEST_KEY]
    play.note_seen(house, seat.seat_id)
    try:
        play.say(house, seat.seat_id, text, "page", key or secrets.token_urlsafe(12))
    except play.PlayError as error:
        return table_answer(seat, unsaid=Unsaid(text, key, error), error_status=error.status)
    return redirect(url_for("table.show", slug=slug, _anchor="talk"), 303)


@ASIDES.get("/<slug>/talk")
def older(slug: str) -> ResponseReturnValue:
    """What was said before the message `?before=`, or all from the newest on."""
    seat = my_seat(slug)
    before = request.args.get("before", "")
    number = int(before) if before.isascii() and before.isdigit() and len(before) < 10 else None
    said, more = older_talk(voice(), house, seat, number)
    return render_template("talk.html", seat=seat, said=said, more=more, is_newest=number is None)


@ASIDES.post("/<slug>/note")
@limiter.limit("60 per minute")
def note(slug: str) -> ResponseReturnValue:
    """Keeps the note as it was typed, or shows it again with the reason, and with what another window saved."""
    seat = my_seat(slug)
    text, version = request.form.get("text", ""), request.form.get("version", "")[:LONGEST_KEY]
    play.note_seen(house, seat.seat_id)
    try:
        play.write_note(house, seat.seat_id, text, version)
    except play.PlayError as error:
        return table_answer(seat, unsaved=Unsaved(text, version, error), error_status=error.status)
    return redirect(url_for("table.show", slug=slug, _anchor="notes"), 303)
