"""A new link by mail for who lost it: the same answer, after the same time, for any address; it sends no letter."""

import hashlib
from time import monotonic, sleep

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem import play
from pbem.web.guards import limiter
from pbem.web.seats import house, speak_as_known
from pbem.web.speaking import voice

LOST = Blueprint("lost", __name__)
LOST.before_request(speak_as_known)
LONGEST_INPUT = 320
# An answer takes this long, in seconds, whatever is done meanwhile: how long a look into the database and a letter's
# row take must not tell whether an address is known. It is many times what they take.
ANSWER_AFTER = 0.4


def _address() -> str:
    return request.form.get("address", "")[:LONGEST_INPUT].strip()


def _by_address() -> str:
    """What the limit counts by: the address itself must not lie in Redis."""
    return hashlib.sha256(_address().casefold().encode()).hexdigest()


@LOST.get("/lost-link")
def show() -> str:
    """Asks for the address."""
    return _page()


@LOST.post("/lost-link")
@limiter.limit("3 per hour;10 per day", key_func=_by_address)
@limiter.limit("20 per hour")
def send() -> ResponseReturnValue:
    """Has the link to all games sent to a known address, and says the same of any."""
    begun, address = monotonic(), _address()
    try:
        play.check_address(address)
    except play.PlayError as error:
        return _page(address, voice().say(error)), 422
    play.request_my_games(house, address)
    sleep(max(0.0, begun + ANSWER_AFTER - monotonic()))
    return redirect(url_for("lost.sent"), 303)


@LOST.get("/lost-link/sent")
def sent() -> str:
    """What is true of any address."""
    return render_template("lost_link_sent.html")


def _page(address: str = "", error: str = "") -> str:
    return render_template("lost_link.html", address=address, errors={"address": error} if error else {})
