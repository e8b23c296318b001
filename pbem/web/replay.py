"""The doors to a game's past: for a seat, by a read-only link, and of a public finished game; it makes no page."""

from dataclasses import dataclass

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem import play
from pbem.web.guards import limiter
from pbem.web.news import now_answer, watcher_now
from pbem.web.replaypage import replay_page
from pbem.web.seats import N_, house, speak_as_known
from pbem.web.speaking import voice
from pbem.web.storybook import rounds
from pbem.web.table import my_seat
from pbem.web.watch import watch_page

REPLAY = Blueprint("replay", __name__)
OFTEN = "1200 per minute"  # the slider fetches a page a move


@dataclass(frozen=True)
class Door:
    """How somebody looks at a game: under which address, and as which seat (None: the public)."""

    base: str
    slug: str
    seat: int | None


def _seat_door(slug: str) -> Door:
    seat = my_seat(slug)
    return Door(f"/games/{seat.slug}", seat.slug, seat.number)


def _watch_door(token: str) -> Door:
    speak_as_known()
    return Door(f"/watch/{token}", play.read_watch(house, token), None)


def _public_door(slug: str) -> Door:
    speak_as_known()
    if not play.is_public(house, slug):
        raise play.PlayError("no_such_game", N_("There is no such game in public."), 404)
    return Door(f"/finished/{slug}", slug, None)


@REPLAY.get("/games/<slug>/replay", endpoint="show")
def seat_replay(slug: str) -> ResponseReturnValue:
    """The table at move `?at=`, as its seat may see it."""
    return _replay(_seat_door(slug))


@REPLAY.get("/games/<slug>/story")
def seat_story(slug: str) -> ResponseReturnValue:
    """Everything that happened, round by round."""
    return _story(_seat_door(slug))


@REPLAY.post("/games/<slug>/watch")
@limiter.limit("60 per hour")
def change_watch(slug: str) -> ResponseReturnValue:
    """Makes the game's read-only link, or withdraws it."""
    seat = my_seat(slug)
    verbs = {"open": play.open_watch, "close": play.close_watch}
    verb = verbs.get(request.form.get("link", ""))
    if verb is None:
        raise play.PlayError("bad_request", N_("Choose whether there is to be a link. Nothing was changed."), 400)
    verb(house, seat.seat_id)
    return redirect(url_for("table.show", slug=slug, _anchor="watch"), 303)


@REPLAY.get("/watch/<token>")
@limiter.limit(OFTEN)
def watch(token: str) -> ResponseReturnValue:
    """The table as it stands, for who looks on."""
    return _watch(_watch_door(token), f"/watch/{token}/now")


@REPLAY.get("/watch/<token>/now")
@limiter.limit(OFTEN)
def watch_now(token: str) -> ResponseReturnValue:
    """Whether anything is not as the page shows it, for its script."""
    return now_answer(play.pulse(house, _watch_door(token).slug, None))


@REPLAY.get("/watch/<token>/replay")
@limiter.limit(OFTEN)
def watch_replay(token: str) -> ResponseReturnValue:
    """The table at move `?at=`, as the public may see it."""
    return _replay(_watch_door(token))


@REPLAY.get("/watch/<token>/story")
@limiter.limit(OFTEN)
def watch_story(token: str) -> ResponseReturnValue:
    """Everything that happened, for who looks on."""
    return _story(_watch_door(token))


@REPLAY.get("/finished/<slug>")
@limiter.limit(OFTEN)
def public(slug: str) -> ResponseReturnValue:
    """A finished game whose people agreed that all may see it."""
    return _watch(_public_door(slug))


@REPLAY.get("/finished/<slug>/replay")
@limiter.limit(OFTEN)
def public_replay(slug: str) -> ResponseReturnValue:
    """Its table at move `?at=`."""
    return _replay(_public_door(slug))


@REPLAY.get("/finished/<slug>/story")
@limiter.limit(OFTEN)
def public_story(slug: str) -> ResponseReturnValue:
    """Everything that happened in it."""
    return _story(_public_door(slug))


def _replay(door: Door) -> ResponseReturnValue:
    scene = play.scene(house, door.slug, door.seat, _at(request.args.get("at")))
    return _answer("replay.html", page=replay_page(voice(), scene, door.base))


def _story(door: Door) -> ResponseReturnValue:
    scene = play.scene(house, door.slug, door.seat)
    told = rounds(voice(), scene.log, scene.names, door.seat)
    return _answer("story.html", name=scene.game.name, base=door.base, rounds=told, moves=len(scene.log))


def _watch(door: Door, where: str = "") -> ResponseReturnValue:
    """The page for who looks on; `where` its script asks for news, "" where there are none any more."""
    pulse = play.pulse(house, door.slug, None)  # before the table is read: see now_of
    scene = play.scene(house, door.slug, None)
    now = watcher_now(scene, pulse, where) if where else None
    return _answer("watch.html", page=watch_page(house, voice(), scene, door.base), now=now)


def _answer(template: str, **context: object) -> Response:
    return make_response(render_template(template, **context))


def _at(text: str | None) -> int | None:
    """The move of the address; None where it names none. Raises PlayError bad_request for what is no number."""
    if text is None or not text.strip():
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise play.PlayError("bad_request", N_("A move is a number, such as %(example)s."), 400, example="?at=12")
    return int(text)
