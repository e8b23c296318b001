"""A table for who looks on, by a read-only link or as a finished game in public: no forms, no talk, no addresses."""

from dataclasses import dataclass

from pbem import play, words
from pbem.web.ending import Ending, ending
from pbem.web.replaypage import ReplayPage, replay_page
from pbem.web.storybook import Round, newest, rounds

ROUNDS_SHOWN = 2  # the rest is on the story's own page


@dataclass(frozen=True)
class Sitter:
    """Somebody at the table, as strangers may know of him."""

    name: str
    is_bot: bool


@dataclass(frozen=True)
class WatchPage:
    """A table as it stands: `waiting` says who is to act, and is empty when nobody is.."""

    table: ReplayPage
    waiting: tuple[str, ...]
    is_paused: bool
    is_called_off: bool
    people: tuple[Sitter, ...]
    story: tuple[Round, ...]
    ending: Ending | None


def watch_page(house: play.House, voice: words.Voice, scene: play.Scene, base: str) -> WatchPage:
    """The page of a table as it stands, for the public."""
    is_running = scene.game.state == "running"
    to_act = scene.view["to_act"] if is_running else []
    return WatchPage(
        table=replay_page(voice, scene, base),
        waiting=tuple(voice.waiting(scene.view, seat, scene.names[seat]) for seat in to_act),
        is_paused=is_running and scene.game.paused_at is not None,
        is_called_off=scene.game.state == "cancelled",
        people=tuple(Sitter(seat.name, seat.bot is not None) for seat in scene.seats),
        story=tuple(reversed(rounds(voice, newest(scene.log, ROUNDS_SHOWN), scene.names, None))),
        ending=ending(house, voice, scene, base),
    )
