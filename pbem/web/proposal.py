"""A proposed table as its proposer sees it until it begins: who has answered, what can be done; it does nothing."""

from dataclasses import dataclass

from flask import render_template, request

from pbem import bots, play, words
from pbem.web.propose_form import GuestFields
from pbem.web.seats import house
from pbem.web.speaking import voice
from pbem.web.tablepage import clock_words


@dataclass(frozen=True)
class PlaceLine:
    """A seat with what its proposer reads of it and may do."""

    place: play.Place
    said: str
    form: GuestFields


def proposal_page(
    seat: play.LinkedSeat,
    table: play.Table,
    found: play.Proposed,
    typed: GuestFields | None = None,
    error: play.PlayError | None = None,
) -> tuple[str, int]:
    """The page; `typed`: the row in which somebody else was asked for and refused, with its faults."""
    who = play.proposer_at(house, seat.seat_id)
    status = error.status if error else 422 if typed and typed.errors else 200
    page = render_template(
        "proposal.html",
        game=table.game,
        seat=seat,
        state=found.state,
        word=found.word,
        lines=tuple(_line(voice(), place, typed, found.state == "proposed") for place in found.places),
        heading=_heading(voice(), found),
        lead=_lead(voice(), found),
        clock=clock_words(voice(), table.game.clock_seconds),
        error=voice().say(error) if error else None,
        reason=request.form.get("reason", ""),
        may_give=play.proposals_mode(house) != "off",
        mates=play.tablemates(house, who.person_id),
        bots=bots.NAMES,
        key=play.new_key(),
    )
    return page, status


def _line(voice: words.Voice, place: play.Place, typed: GuestFields | None, waits: bool) -> PlaceLine:
    form = typed if typed and typed.number == place.number else GuestFields(place.number)
    return PlaceLine(place, _said(voice, place, waits), form)


def _said(voice: words.Voice, place: play.Place, waits: bool) -> str:
    """What somebody has said so far, or when he was asked and reminded; `waits`: for an admin's word."""
    if place.bot:
        return voice.gettext("a bot")
    if place.status == "accepted":
        return voice.gettext("has accepted")
    if place.status == "declined":
        return voice.gettext("has declined")
    if place.reminded_at is not None:
        return voice.gettext("has not answered; reminded %(moment)s", moment=voice.short_moment(place.reminded_at))
    if place.invited_at is not None:
        return voice.gettext("has not answered; invited %(moment)s", moment=voice.short_moment(place.invited_at))
    return voice.gettext("not asked yet") if waits else voice.gettext("is being invited just now")


def _heading(voice: words.Voice, found: play.Proposed) -> str:
    if found.state == "proposed":
        return voice.gettext("Your table waits for the host")
    declined = [place.name for place in found.places if place.status == "declined"]
    if declined:
        names = voice.listing(declined)
        return voice.ngettext("%(names)s will not play", "%(names)s will not play", len(declined), names=names)
    waiting = [place.name for place in found.places if place.status == "invited"]
    return voice.gettext("Your table waits for %(names)s", names=voice.listing(waiting))


def _lead(voice: words.Voice, found: play.Proposed) -> str:
    if found.state == "proposed":
        return voice.gettext(
            "In this house the host looks at each table first. Nobody is invited before that; a letter tells you what "
            "comes of it."
        )
    if any(place.status == "declined" for place in found.places):
        return voice.gettext("Ask somebody else for that seat, or a bot; otherwise the game cannot begin.")
    return voice.gettext("The game begins when all have accepted. A letter comes when it is your turn.")
