"""The pages about a person's address: that letters come back, that it works again, a new one; it sends no letter."""

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from pbem import play, words
from pbem.web.guards import limiter
from pbem.web.notices import DONE, Notice
from pbem.web.seats import N_, house
from pbem.web.speaking import speak, voice
from pbem.web.table import my_seat, table_answer
from pbem.web.typed import Draft

ADDRESS = Blueprint("address", __name__)


@ADDRESS.post("/games/<slug>/address")
@limiter.limit("30 per hour")
def mend(slug: str) -> ResponseReturnValue:
    """Says that the seat's address works again, or has a link sent to a new one."""
    seat = my_seat(slug)
    try:
        return table_answer(seat, Draft(), notice=_mended(seat))
    except play.PlayError as error:
        return table_answer(seat, Draft(), error)


def _mended(seat: play.LinkedSeat) -> Notice:
    if request.form.get("address", "").strip():
        address = play.request_address(house, seat.seat_id, request.form["address"])
        template = N_("A letter has gone to %(address)s. Your letters come there once the link in it is confirmed.")
        return Notice(voice().gettext(template, address=address), DONE)
    if request.form.get("works") != "yes":
        raise play.PlayError("bad_request", N_("No address was given. Nothing was changed."), 422)
    play.mend_address(house, seat.seat_id)
    return Notice(voice().gettext(N_("Letters go to your address again; what you missed is on its way.")), DONE)


@ADDRESS.get("/address/<token>")
@limiter.limit("60 per hour")
def confirm_page(token: str) -> str:
    """Asks before letters go there: a page with a button, as scanners open links."""
    return _page(token, _read(token), is_done=False)


@ADDRESS.post("/address/<token>")
@limiter.limit("60 per hour")
def confirm(token: str) -> ResponseReturnValue:
    """From now on the letters go there."""
    _read(token)
    return _page(token, play.confirm_address(house, token), is_done=True)


def _read(token: str) -> play.NewAddress:
    found = play.read_new_address(house, token)
    speak(words.voice(found.language, found.zone))
    return found


def _page(token: str, found: play.NewAddress, *, is_done: bool) -> str:
    return render_template("address.html", token=token, new=found, done=is_done)
