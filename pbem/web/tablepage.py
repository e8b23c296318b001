"""The table page of one seat put together: decision, position, people and story; it reads no request, plays no move."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from pbem import play, words
from pbem.web.decision import Decision, decision
from pbem.web.notices import Notice
from pbem.web.people import Person, near, people
from pbem.web.position import Board, Column, Harbour, boards, harbour, market
from pbem.web.previewing import shown
from pbem.web.seats import N_
from pbem.web.storybook import Round, Told, newest, rounds, told
from pbem.web.typed import Draft


@dataclass(frozen=True)
class Due:
    """Until when a decision is wanted, in the reader's zone."""

    moment: str
    left: str


@dataclass(frozen=True)
class Waiting:
    """A seat that others wait for; `about` is its clock and how soon it usually answers, "" for a bot."""

    text: str
    due: Due | None
    is_bot: bool
    about: str


ROUNDS_SHOWN = 2  # of the story; the rest is on a page of its own
POINTS_OPEN = {
    "game": N_("Points lie open: so the table was set."),
    "wish": N_("Points lie open: all at the table want it."),
}


@dataclass(frozen=True)
class Count:
    """One line of the final count."""

    name: str
    is_me: bool
    place: int
    vp_chips: int
    buildings: int
    large: int
    total: int
    tiebreak: int


@dataclass(frozen=True)
class TablePage:
    """Everything the template needs. `decision` is None when nothing is mine to decide."""

    slug: str
    name: str
    state: str
    ply: int
    key: str
    round: int
    governor: str
    seat: int
    chain: str
    decision: Decision | None
    due: Due | None
    waiting: tuple[Waiting, ...]
    notices: tuple[Notice, ...]
    paused: str
    written: str
    harbour: Harbour
    boards: tuple[Board, ...]
    market: tuple[Column, ...]
    market_note: str
    is_preview: bool
    has_moved: bool
    since_ply: int
    since: tuple[Told, ...]
    rounds: tuple[Round, ...]
    moves: int
    people: tuple[Person, ...]
    scores: tuple[Count, ...]
    has_tie: bool
    ending: str
    seed: str | None
    letters_on: bool
    points_note: str


def table_page(
    voice: words.Voice,
    table: play.Table,
    now: datetime,
    draft: Draft,
    notices: tuple[Notice, ...],
    times: Mapping[int, timedelta],
) -> TablePage:
    """The page of a game that has begun, as `table.me` may see it; `times` as play.answer_times gives them."""
    assert table.view is not None and table.me is not None
    view, me, names = table.view, table.me.number, table.names
    seen = shown(table, draft)
    return TablePage(
        slug=table.game.slug,
        name=table.game.name,
        state=table.game.state,
        ply=table.game.ply,
        key=secrets.token_urlsafe(12),
        round=view["round"],
        governor=names[view["governor"]],
        seat=me,
        chain=table.game.chain,
        decision=decision(voice, table, draft) if table.my_turn else None,
        due=_due(voice, table.my_turn, now) if table.my_turn else None,
        waiting=tuple(_waiting(voice, table, owed, now, times) for owed in table.owed if owed.seat != me),
        notices=notices,
        paused=_paused(voice, table),
        written=draft.written,
        harbour=harbour(voice, seen.view, names, me, seen.marks),
        boards=boards(voice, seen.view, {seat.number: (seat.name, seat.bot) for seat in table.seats}, me, seen.marks),
        market=market(voice, seen.view, me, seen.marks),
        is_preview=seen.is_preview,
        market_note=_market_note(voice, view),
        has_moved=bool(table.since_ply),
        since_ply=table.since_ply,
        since=told(voice.news(table.since, names, me)),
        rounds=tuple(reversed(rounds(voice, newest(table.log, ROUNDS_SHOWN), names, me))),
        moves=table.game.ply,
        people=people(voice, table, now, times),
        scores=scores(table),
        has_tie=len({score.total for score in table.scores}) < len(table.scores),
        ending=voice.ending(view["ending"]) if table.scores else "",
        seed=table.seed,
        letters_on=table.me.letters_on,
        points_note=voice.gettext(POINTS_OPEN[table.points_open]) if table.points_open and not table.scores else "",
    )


def _paused(voice: words.Voice, table: play.Table) -> str:
    """Since when no clock runs, why, and what that means here; "" where the game is not paused."""
    if table.game.paused_at is None or not table.game.is_running:
        return ""
    said = [voice.gettext("The game is paused since %(moment)s.", moment=voice.moment(table.game.paused_at))]
    if table.pause_reason:  # a host writes a word or a sentence
        said.append(table.pause_reason + ("" if table.pause_reason[-1] in ".?!" else "."))
    if table.my_turn and table.my_turn.left_seconds is not None:
        left = voice.rough_duration(table.my_turn.left_seconds)
        said.append(voice.gettext("You may play now; when it goes on you have %(left)s.", left=left))
    else:
        said.append(voice.gettext("No clock runs until it goes on; a letter says when."))
    return " ".join(said)


def _market_note(voice: words.Voice, view: dict[str, Any]) -> str:
    """What the prices of the market are; nothing once they are none any more."""
    match view["phase"]:
        case "game_over":
            return ""
        case "builder":
            return voice.gettext("the price for you, now")
    return voice.gettext("the price for you now, without the builder's discount")


def _due(voice: words.Voice, owed: play.Owed, now: datetime) -> Due | None:
    if owed.deadline_at is None:
        return None
    return Due(voice.moment(owed.deadline_at), voice.time_left(owed.deadline_at, now))


def _waiting(
    voice: words.Voice, table: play.Table, owed: play.Owed, now: datetime, times: Mapping[int, timedelta]
) -> Waiting:
    assert table.view is not None
    seat = next(seat for seat in table.seats if seat.number == owed.seat)
    about = near(voice, seat, now, times.get(seat.number))
    text = voice.waiting(table.view, seat.number, seat.name)
    return Waiting(text, _due(voice, owed, now), seat.bot is not None, about)


def clock_words(voice: words.Voice, seconds: int) -> str:
    """The time for a move as people say it: "48 hours", "3 days"."""
    if seconds % 86400 == 0 and seconds > 2 * 86400:
        return voice.ngettext("%(num)s day", "%(num)s days", seconds // 86400)
    if seconds % 3600 == 0:
        return voice.ngettext("%(num)s hour", "%(num)s hours", seconds // 3600)
    if seconds % 60 == 0:
        return voice.ngettext("%(num)s minute", "%(num)s minutes", seconds // 60)
    return voice.ngettext("%(num)s second", "%(num)s seconds", seconds)


def scores(table: play.Table) -> tuple[Count, ...]:
    """The final count in order of places; nothing while the game is not over."""
    names, me = table.names, table.me.number if table.me else None
    ranked = sorted(table.scores, key=lambda score: (score.place, score.seat))
    return tuple(
        Count(names[s.seat], s.seat == me, s.place, s.vp_chips, s.buildings, s.large, s.total, s.tiebreak)
        for s in ranked
    )
