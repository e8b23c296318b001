"""What an admin does to a table that is set: the clock, another person in a seat, a message; each act is one verb."""

from collections.abc import Callable

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue

from pbem import play
from pbem.web.admin import ADMIN, me
from pbem.web.admin_games import home_page, refused
from pbem.web.notices import BAD, Notice
from pbem.web.seats import house
from pbem.web.speaking import voice

LONGEST_KEY = 40


@ADMIN.post("/games/<slug>/pause")
def pause(slug: str) -> ResponseReturnValue:
    """Stops the clocks of a table."""
    return acted(slug, "pause", lambda by: play.pause_game(house, slug, by, _typed("reason")))


@ADMIN.post("/games/<slug>/resume")
def resume(slug: str) -> ResponseReturnValue:
    """Lets the clocks of a table run again."""
    return acted(slug, "resume", lambda by: play.resume_game(house, slug, by))


@ADMIN.post("/games/<slug>/seats/<int:number>/more-time")
def more_time(slug: str, number: int) -> ResponseReturnValue:
    """Gives a seat more time for what it owes."""

    def give(by: str) -> object:
        more = play.read_duration(_typed("more"))
        return play.change_deadline(house, slug, by, seat=number, more=more, reason=_typed("reason"), key=_key())

    return acted(slug, "change_deadline", give)


@ADMIN.post("/games/<slug>/seats/<int:number>/replace")
def replace(slug: str, number: int) -> ResponseReturnValue:
    """Gives a seat to somebody else."""

    def give(by: str) -> object:
        return play.replace_seat(house, slug, number, _spec(), by, reason=_typed("reason"), key=_key())

    return acted(slug, "replace_seat", give)


@ADMIN.post("/games/<slug>/message")
def message(slug: str) -> ResponseReturnValue:
    """Writes to the people of a table."""

    def send(by: str) -> object:
        return play.send_message(house, slug, _typed("text"), by, sender=_typed("sender"), key=_key())

    return acted(slug, "message", send)


@ADMIN.post("/message")
def message_all() -> ResponseReturnValue:
    """Writes once to everybody who plays."""
    try:
        play.send_message(house, None, _typed("text"), me().email, sender=_typed("sender"), key=_key())
    except play.PlayError as error:
        return home_page((Notice(voice().say(error), BAD),), error.status)
    return redirect(url_for("admin.home", did="message"), 303)


def acted(slug: str, did: str, act: Callable[[str], object]) -> ResponseReturnValue:
    """Does it in the admin's name and shows the game with what was done, or with why not."""
    try:
        act(me().email)
    except play.PlayError as error:
        return refused(slug, error)
    return redirect(url_for("admin.game", slug=slug, did=did), 303)


def _spec() -> play.SeatSpec:
    kind = _typed("kind")
    if kind.startswith("bot:"):
        return play.SeatSpec("", bot=kind.removeprefix("bot:"))
    return play.SeatSpec(_typed("name"), _typed("address"), _typed("language") or None, _typed("zone") or None)


def _typed(name: str) -> str:
    return request.form.get(name, "").strip(" ")


def _key() -> str | None:
    """The form's own key: a second delivery of it does nothing more."""
    return request.form.get("key", "")[:LONGEST_KEY] or None
