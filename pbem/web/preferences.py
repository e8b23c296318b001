"""The pages where a person says how letters and pages are to be; what it means is decided elsewhere.

They are one form at two addresses: beside a table (where that table's letters can be stopped as well), and by itself,
for who comes from "My games".
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, timedelta

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem import play, words
from pbem.web.preferences_form import MODES, TALKS, Fields, begin_of, chosen, read_form
from pbem.web.seats import house, whoever
from pbem.web.speaking import voice
from pbem.web.table import my_seat

PREFERENCES = Blueprint("preferences", __name__)
OWN_NAMES: Mapping[str, str] = {"en": "English", "nl": "Nederlands", "de": "Deutsch"}


@PREFERENCES.get("/games/<slug>/preferences")
def show(slug: str) -> ResponseReturnValue:
    """What is chosen now."""
    return _show(my_seat(slug), slug)


@PREFERENCES.get("/preferences")
def show_own() -> ResponseReturnValue:
    """What is chosen now, for who is at no table just now."""
    return _show(whoever(), None)


@PREFERENCES.post("/games/<slug>/preferences")
def save(slug: str) -> ResponseReturnValue:
    """Sets what was chosen for all games, or stops this game's letters; else the page with what is wrong."""
    seat = my_seat(slug)
    letters = {"stop": play.stop_letters, "resume": play.resume_letters}.get(request.form.get("letters", ""))
    if letters is not None:
        play.note_seen(house, seat.seat_id)
        letters(house, seat.seat_id)
        return redirect(url_for("preferences.show", slug=slug), 303)
    return _save(seat, slug)


@PREFERENCES.post("/games/<slug>/guides")
def show_guides(slug: str) -> ResponseReturnValue:
    """The guides that were put away are shown again."""
    play.show_guides(house, my_seat(slug).seat_id)
    return redirect(url_for("table.show", slug=slug, _anchor="turn"), 303)


@PREFERENCES.post("/preferences")
def save_own() -> ResponseReturnValue:
    """Sets what was chosen for all games; else the page with what is wrong."""
    return _save(whoever(), None)


def _show(seat: play.LinkedSeat, slug: str | None) -> str:
    return _page(seat, slug, chosen(play.preferences(house, seat.seat_id)), is_saved="saved" in request.args)


def _save(seat: play.LinkedSeat, slug: str | None) -> ResponseReturnValue:
    play.note_seen(house, seat.seat_id)
    before = chosen(play.preferences(house, seat.seat_id))
    typed = read_form(request.form, before, voice(), house.clock().date())
    if typed.errors:
        return _page(seat, slug, typed), 422
    try:
        play.set_preferences(
            house, seat.seat_id, language=typed.language, zone=typed.zone, mode=typed.mode,
            digest_hour=int(typed.hour), habits=typed.habits,
        )  # fmt: skip
    except play.PlayError as error:
        if error.code not in ("name_taken", "bad_name"):
            raise
        return _page(seat, slug, replace(typed, errors={"name": voice().say(error)})), error.status
    if typed.away != before.away:
        _set_away(seat, typed)
    own = url_for("preferences.show_own", saved=1)
    return redirect(url_for("preferences.show", slug=slug, saved=1) if slug else own, 303)


def _set_away(seat: play.LinkedSeat, typed: Fields) -> None:
    """The person is away until that day begins in the zone; without a day, there again."""
    if typed.away:
        play.set_away(house, seat.seat_id, begin_of(typed.away, typed.zone).astimezone(UTC))
    else:
        play.set_back(house, seat.seat_id)


def _page(seat: play.LinkedSeat, slug: str | None, fields: Fields, *, is_saved: bool = False) -> str:
    now = play.preferences(house, seat.seat_id)
    return render_template(
        "preferences.html",
        seat=seat,
        slug=slug,
        name=now.name,
        form=fields,
        tables=now.tables,
        modes=MODES,
        talks=TALKS,
        languages={code: OWN_NAMES[code] for code in words.LANGUAGES},
        zones=play.zones(),
        tomorrow=(house.clock() + timedelta(days=1)).date().isoformat(),
        may_guide=play.may_guide_again(house, seat.seat_id),
        is_saved=is_saved,
    )
