"""What a page that is open learns of its table: whether it changed, and what in a line; it plays and notes nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from flask import Response, jsonify, request

from pbem import play, words
from pbem.web import speaking
from pbem.web.notices import already, is_answer
from pbem.web.seats import house

LAST_SENTENCES = 2


@dataclass(frozen=True)
class Now:
    """What the script of a page keeps to ask whether anything changed, and what changed for who asked anew.

    `where`: the address to ask at; `ply`, `turn` (since when the decision on the page is owed, "" for none), `talk`
    and `tag` as in `play.Pulse`.
    """

    where: str
    ply: int
    turn: str
    talk: int
    tag: str
    lines: tuple[str, ...] = ()


def now_answer(pulse: play.Pulse) -> Response:
    """``{"ply", "turn", "talk"}`` under the tag that stands on the page too; 304 without a body when that is known."""
    answer = jsonify(ply=pulse.ply, turn=pulse.turn, talk=pulse.talk)
    answer.set_etag(pulse.tag, weak=True)
    answer.make_conditional(request)
    return answer


def now_of(pulse: play.Pulse, where: str, lines: tuple[str, ...] = ()) -> Now:
    """What stands on a page made after that pulse was felt: what happens in between is asked for once more."""
    turn = "" if pulse.turn is None else str(pulse.turn)
    return Now(where, pulse.ply, turn, pulse.talk, f'W/"{pulse.tag}"', lines)


def seat_now(seat: play.LinkedSeat, table: play.Table, pulse: play.Pulse) -> Now:
    """What the page of a seat bears, with the news since it had `?seen=` moves and `?said=` as its newest message."""
    said = asked("said")
    is_talk = said is not None and said < pulse.talk
    speakers = play.speakers_since(house, seat.slug, seat.number, said or 0) if is_talk else ()
    return now_of(pulse, f"/games/{seat.slug}/now", news(speaking.voice(), table, asked("seen"), speakers))


def watcher_now(scene: play.Scene, pulse: play.Pulse, where: str) -> Now:
    """What the page of who looks on bears, with the news since it had `?seen=` moves."""
    seen = asked("seen")
    since = [entry for entry in scene.log if seen is not None and entry.ply > seen]
    return now_of(pulse, where, _newest(speaking.voice(), since, scene.names, None))


def news(voice: words.Voice, table: play.Table, seen: int | None, speakers: Sequence[str]) -> tuple[str, ...]:
    """What changed at the table since its log had `seen` moves and since who of `speakers` wrote; one line each."""
    since = [entry for entry in table.log if entry.ply > seen] if seen is not None else []
    own = next((entry for entry in since if is_answer(table, entry)), None)
    lines = [already(voice, own)] if own else []
    if since and since[-1] != own:
        lines += _newest(voice, since, table.names, table.me.number if table.me else None)
    if speakers:
        lines.append(voice.gettext("New in the table talk, from %(names)s.", names=voice.listing(speakers)))
    return tuple(lines)


def _newest(
    voice: words.Voice, since: Sequence[play.LogEntry], names: Mapping[int, str], me: int | None
) -> tuple[str, ...]:
    """The role that was last played, with its last sentences, and who has placed colonists; nothing where none did."""
    *_, last = (None, *voice.story(since, names, me))
    placed = [names[entry.seat] for entry in since if entry.move.startswith("place") and entry.seat != me]
    lines = []
    if last is not None and (last.sentences or not placed):
        lines.append(replace(last, sentences=last.sentences[-LAST_SENTENCES:]).text)
    if placed:
        who = list(dict.fromkeys(placed))
        said = voice.listing(who)
        lines.append(
            voice.ngettext(
                "%(names)s has placed the colonists.", "%(names)s have placed the colonists.", len(who), names=said
            )
        )
    return tuple(lines)


def asked(name: str) -> int | None:
    """A number of the address, such as ``?seen=12``; None where there is none."""
    number = request.args.get(name, "")
    return int(number) if number.isascii() and number.isdigit() and len(number) < 10 else None
