"""What the proposer of a table does until it begins: another guest, a reminder, calling off; each act is one verb."""

from collections.abc import Callable

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from pbem import play
from pbem.web.guards import limiter
from pbem.web.proposal import proposal_page
from pbem.web.propose import must_be_on
from pbem.web.propose_form import GuestFields, read_guest
from pbem.web.seats import N_, house
from pbem.web.speaking import voice
from pbem.web.table import LONGEST_KEY, my_seat

PROPOSAL = Blueprint("proposal", __name__, url_prefix="/games")


@PROPOSAL.post("/<slug>/seats/<int:number>/give")
@limiter.limit("60 per hour")
def give(slug: str, number: int) -> ResponseReturnValue:
    """Somebody else is asked for a seat whose person has declined or not answered."""
    must_be_on()
    seat, who = _proposer(slug)
    typed = read_guest(request.form, voice(), play.tablemates(house, who.person_id), number, must=True)
    if typed.errors:
        return _again(seat, typed=typed)
    key = request.form.get("key", "")[:LONGEST_KEY] or None
    return _acted(seat, lambda: play.give_place(house, slug, who, number, typed.guest, key), typed)


@PROPOSAL.post("/<slug>/seats/<int:number>/remind")
@limiter.limit("60 per hour")
def remind(slug: str, number: int) -> ResponseReturnValue:
    """Sends the one reminder of an invitation."""
    seat, who = _proposer(slug)
    asked = next((each for each in play.table(house, slug, None).seats if each.number == number), None)
    if asked is None:
        raise play.PlayError("no_such_seat", N_("There is no seat %(seat)s at this table."), 404, seat=number)
    return _acted(seat, lambda: play.remind_guest(house, who, asked.id))


@PROPOSAL.post("/<slug>/call-off")
@limiter.limit("60 per hour")
def call_off(slug: str) -> ResponseReturnValue:
    """Calls the table off before it begins."""
    seat, who = _proposer(slug)
    reason = request.form.get("reason", "")
    return _acted(seat, lambda: play.withdraw_proposal(house, slug, who, seat.number, reason))


def _proposer(slug: str) -> tuple[play.LinkedSeat, play.Proposer]:
    seat = my_seat(slug)
    return seat, play.proposer_at(house, seat.seat_id)


def _acted(seat: play.LinkedSeat, act: Callable[[], object], typed: GuestFields | None = None) -> ResponseReturnValue:
    """Does it and shows the table; or shows the page again with why not and what was typed."""
    try:
        act()
    except play.PlayError as error:
        return _again(seat, typed, error)
    return redirect(url_for("table.show", slug=seat.slug), 303)


def _again(
    seat: play.LinkedSeat, typed: GuestFields | None = None, error: play.PlayError | None = None
) -> ResponseReturnValue:
    """The page once more. Raises the error where the page is none of the reader's, or no more what it was."""
    found = play.proposal_of(house, seat.seat_id)
    if found is None:
        raise error or play.PlayError("not_yours", N_("Only who proposed this table may do that."), 403)
    return proposal_page(seat, play.table(house, seat.slug, seat.number), found, typed, error)
