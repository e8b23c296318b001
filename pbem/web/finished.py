"""The public list of finished games, and the door where a person says whether his game may stand in it."""

from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem import play, words
from pbem.web.seats import N_, house, speak_as_known
from pbem.web.speaking import voice
from pbem.web.table import my_seat

FINISHED = Blueprint("finished", __name__)
PAGE = 20


@dataclass(frozen=True)
class FinishedRow:
    """A game of the list; `places` are place, name, points and whether it is a bot."""

    slug: str
    name: str
    date: str
    rounds: str
    places: tuple[play.PublicPlace, ...]


@FINISHED.get("/finished")
def games() -> ResponseReturnValue:
    """The games whose tables agreed, the newest first."""
    speak_as_known()
    number = _page_number()
    found = play.public_games(house, first=(number - 1) * PAGE, limit=PAGE + 1)
    rows = tuple(_row(voice(), each) for each in found[:PAGE])
    return render_template("finished.html", rows=rows, page=number, has_more=len(found) > PAGE)


@FINISHED.post("/games/<slug>/public")
def set_public(slug: str) -> ResponseReturnValue:
    """Says yes or no to the public list; it can be said anew at any time."""
    wanted = {"yes": True, "no": False}.get(request.form.get("public", ""))
    if wanted is None:
        raise play.PlayError("bad_request", N_("Choose yes or no."), 400)
    play.set_public(house, my_seat(slug).seat_id, wanted)
    return redirect(url_for("table.show", slug=slug, _anchor="public"), 303)


def _row(voice: words.Voice, each: play.PublicGame) -> FinishedRow:
    rounds = voice.ngettext("%(num)s round", "%(num)s rounds", each.game.round)
    return FinishedRow(each.game.slug, each.game.name, voice.date(each.finished_at), rounds, each.places)


def _page_number() -> int:
    page = request.args.get("page", "1")
    return max(int(page), 1) if page.isascii() and page.isdigit() and len(page) < 5 else 1
