"""The page on which a player proposes a table, from one of his own; what a proposal may be is decided elsewhere."""

from dataclasses import replace
from urllib.parse import urlsplit

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from pbem import bots, play
from pbem.web.guards import limiter
from pbem.web.propose_form import CLOCKS, OWN_CLOCK, ProposeFields, again_form, empty_form, read_form
from pbem.web.seats import house, whoever
from pbem.web.speaking import voice
from pbem.web.table import my_seat

PROPOSE = Blueprint("propose", __name__)


@PROPOSE.get("/propose")
def show() -> ResponseReturnValue:
    """The form; with `?at=SLUG&again=1` as that game was played."""
    seat = my_door(request.args.get("at", ""))
    must_be_on()
    if request.args.get("again") != "1":
        return _page(seat, empty_form(seat.slug))
    old = play.table(house, seat.slug, seat.number).game
    return _page(seat, again_form(seat.slug, old, play.mates_of_game(house, seat.seat_id)))


@PROPOSE.post("/propose")
@limiter.limit("40 per hour")
def propose() -> ResponseReturnValue:
    """Sets the table, once for each form, or shows the form again with a sentence at each field that cannot be."""
    seat = my_door(request.form.get("at", ""))
    must_be_on()
    who = play.proposer_at(house, seat.seat_id)
    typed = read_form(request.form, voice(), play.tablemates(house, who.person_id))
    if not typed.is_good:
        return _page(seat, typed, 422)
    try:
        made = play.propose_table(house, who, _wanted(seat, typed))
    except play.PlayError as error:
        sentence = voice().say(error)
        if error.code == "no_invites":
            return _page(seat, typed.refused(int(str(error.params["row"])), sentence), error.status)
        return _page(seat, typed, error.status, sentence)
    return redirect(urlsplit(play.own_link(house, made.id, who.person_id)).path, 303)


def _wanted(seat: play.LinkedSeat, typed: ProposeFields) -> play.Wanted:
    """The table asked for. Where nobody of the old one is left out it is the rematch, which there is once.

    One that has begun or was called off is not what is asked for now: this is a table of its own then.
    """
    wanted = typed.wanted
    made = play.rematch_of(house, seat.seat_id) if typed.again else None
    is_open = typed.again and (made is None or made.state in ("proposed", "inviting"))
    old = play.mates_of_game(house, seat.seat_id) if is_open else ()
    if old and {guest for guest in old if guest.mate} <= set(wanted.guests):
        return replace(wanted, form_key=play.rematch_key(house, seat.seat_id))
    return wanted


def my_door(slug: str) -> play.LinkedSeat:
    """The seat from which somebody proposes: at that table, or that of the newest link. Raises PlayError as they do."""
    return my_seat(slug) if slug else whoever()


def must_be_on() -> None:
    """Raises PlayError proposals_off where the admins have switched proposals off."""
    if play.proposals_mode(house) == "off":
        raise play.proposals_off()


def _page(seat: play.LinkedSeat, form: ProposeFields, status: int = 200, sentence: str = "") -> ResponseReturnValue:
    who = play.proposer_at(house, seat.seat_id)
    page = render_template(
        "propose.html",
        form=form,
        me=who.name,
        seat=seat,
        sentence=sentence,
        is_moderated=play.proposals_mode(house) == "moderated",
        mates=play.tablemates(house, who.person_id),
        bots=bots.NAMES,
        clocks=[(clock, voice().duration(play.read_duration(clock))) for clock in CLOCKS],
        own_clock=OWN_CLOCK,
        longest=play.LONGEST_REASON,
    )
    return page, status
