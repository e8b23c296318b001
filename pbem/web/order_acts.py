"""What the form of standing orders does: leaves one, takes one back; when they are played is play's."""

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from pbem import play
from pbem.web.guards import limiter
from pbem.web.orders import OrderForm
from pbem.web.seats import house
from pbem.web.speaking import voice
from pbem.web.table import my_seat, table_answer

ORDERS = Blueprint("orders", __name__, url_prefix="/games")


@ORDERS.post("/<slug>/orders")
@limiter.limit("60 per hour")
def leave(slug: str) -> ResponseReturnValue:
    """Notes an order, or shows the page again with what was typed and why it could not be."""
    seat = my_seat(slug)
    form = OrderForm(
        request.form.get("phase", "")[:20], request.form.get("text", "")[:400], request.form.get("once") == "1"
    )
    try:
        play.leave_order(house, seat.seat_id, form.phase, form.text, language=voice().language, is_once=form.is_once)
    except play.PlayError as error:
        told = OrderForm(form.phase, form.text, form.is_once, voice().say(error))
        return table_answer(seat, error_status=error.status, orders=told)
    play.note_seen(house, seat.seat_id)
    return redirect(url_for("table.show", slug=slug, _anchor="orders"), 303)


@ORDERS.post("/<slug>/orders/<int:number>/withdraw")
def withdraw(slug: str, number: int) -> ResponseReturnValue:
    """Takes an order back; twice is as once."""
    seat = my_seat(slug)
    play.withdraw_order(house, seat.seat_id, number)
    play.note_seen(house, seat.seat_id)
    return redirect(url_for("table.show", slug=slug, _anchor="orders"), 303)
