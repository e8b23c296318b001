"""The page with all games of one person, the most urgent first; what a game asks is worded elsewhere."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from flask import Blueprint, Response, redirect, render_template
from flask.typing import ResponseReturnValue

from pbem import play, words
from pbem.web.seats import N_, forget_tokens, house, whoever
from pbem.web.speaking import voice

MYGAMES = Blueprint("mygames", __name__)
LATELY = timedelta(days=30)  # how long a game that is over is not an old one
NEVER = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True)
class Row:
    """A game in the list. `asks` is what it wants of the reader or of others, `due` until or since when, or "".

    `place` is the address of its page, "" where there is none yet; `talk` says that something new was said.
    """

    name: str
    place: str
    round: str
    asks: tuple[str, ...]
    due: str
    talk: str
    is_mine: bool


@dataclass(frozen=True)
class Group:
    """Games of which the same is true, under one heading; `is_folded`: only its heading shows until it is opened."""

    key: str
    heading: str
    rows: tuple[Row, ...]
    is_folded: bool = False


HEADINGS = {
    "mine": N_("Your turn"),
    "invited": N_("You are invited"),
    "others": N_("Others are to move"),
    "paused": N_("Paused"),
    "waiting": N_("Not begun yet"),
    "lately": N_("Finished lately"),
    "old": N_("Older games"),
}


@MYGAMES.get("/my-games")
def show() -> ResponseReturnValue:
    """All games of who entered last in this browser."""
    seat = whoever()
    assert seat.person_id is not None
    groups = groups_of(voice(), play.my_tables(house, seat.person_id), house.clock())
    person = play.preferences(house, seat.seat_id)
    asked = sum(len(group.rows) for group in groups if group.key in ("mine", "invited"))
    may_propose = play.proposals_mode(house) != "off"
    return render_template("my_games.html", name=person.name, groups=groups, asked=asked, may_propose=may_propose)


@MYGAMES.post("/my-games/forget")
def forget() -> ResponseReturnValue:
    """Takes the links away from this browser; the letters' links work as before."""
    answer = redirect("/?forgotten=1", 303)
    assert isinstance(answer, Response)
    forget_tokens(answer)
    return answer


def groups_of(voice: words.Voice, tables: Iterable[play.MyTable], now: datetime) -> tuple[Group, ...]:
    """The tables by what is true of them, without empty groups, the most urgent first."""
    sorted_in: dict[str, list[play.MyTable]] = {key: [] for key in HEADINGS}
    for table in tables:
        sorted_in[_group_of(table, now)].append(table)
    sorted_in["mine"].sort(key=lambda table: (table.mine and table.mine.deadline_at) or NEVER)
    sorted_in["others"].sort(key=lambda table: min((owed.asked_at for owed in table.owed), default=NEVER))
    for key in ("lately", "old"):
        sorted_in[key].sort(key=lambda table: table.finished_at or NEVER, reverse=True)
    return tuple(
        Group(key, voice.gettext(HEADINGS[key]), tuple(_row(voice, table, now) for table in found), key == "old")
        for key, found in sorted_in.items()
        if found
    )


def _group_of(table: play.MyTable, now: datetime) -> str:
    match table.state:
        case "running" if table.is_paused:
            return "paused"
        case "running":
            return "mine" if table.mine else "others"
        case "inviting" if table.status == "invited":
            return "invited"
        case "inviting" | "proposed":
            return "waiting"
    return "lately" if table.finished_at and now - table.finished_at < LATELY else "old"


def _row(voice: words.Voice, table: play.MyTable, now: datetime) -> Row:
    running = table.state == "running"
    return Row(
        name=table.name,
        place=f"/games/{table.slug}",
        round=voice.gettext("round %(round)s", round=table.round) if running and table.round else "",
        asks=_asks(voice, table),
        due=_due(voice, table, now),
        talk=voice.ngettext("%(num)s new message", "%(num)s new messages", table.talk) if table.talk else "",
        is_mine=table.mine is not None or (table.state == "inviting" and table.status == "invited"),
    )


def _asks(voice: words.Voice, table: play.MyTable) -> tuple[str, ...]:
    match table.state:
        case "running" if table.view is None:
            return (voice.gettext("This game rests until the program has its rules again."),)
        case "running" if table.mine:
            return (voice.ask(table.view or {}, table.seat),)
        case "running":
            return tuple(voice.waiting(table.view or {}, owed.seat, table.names[owed.seat]) for owed in table.owed)
        case "inviting" if table.status == "invited" and table.inviter:
            return (voice.gettext("%(name)s invites you.", name=table.inviter),)
        case "inviting" if table.status == "invited":
            return (voice.gettext("Will you play along?"),)
        case "inviting":
            return (voice.gettext("%(names)s have not answered yet.", names=voice.listing(table.waits_for)),)
        case "proposed":
            return (voice.gettext("Proposed; a host looks at it first."),)
        case "cancelled":
            return (voice.gettext("It was called off."),)
    return (_result(voice, table),)


def _result(voice: words.Voice, table: play.MyTable) -> str:
    """What came of a finished game."""
    if not table.place:
        return voice.gettext("It is over.")
    if table.place == 1:
        return voice.gettext("You won, with %(points)s points.", points=table.points)
    return voice.gettext("Place %(place)s, with %(points)s points.", place=table.place, points=table.points)


def _due(voice: words.Voice, table: play.MyTable, now: datetime) -> str:
    """Until when the reader is asked, since when others are, or when it ended; "" where nothing runs."""
    if table.finished_at is not None:
        return voice.day(table.finished_at)
    if table.is_paused:
        return _left(voice, table.mine)
    if table.mine and table.mine.deadline_at:
        return _until(voice, table.mine.deadline_at, now)
    people = [owed for owed in table.owed if owed.seat not in table.bots]
    return voice.gettext("since %(moment)s", moment=voice.short_moment(_oldest(people))) if people else ""


def _until(voice: words.Voice, deadline: datetime, now: datetime) -> str:
    moment = voice.moment(deadline)
    if deadline <= now:
        return voice.gettext("until %(moment)s; the time is up", moment=moment)
    return voice.gettext("until %(moment)s, %(left)s", moment=moment, left=voice.time_left(deadline, now))


def _left(voice: words.Voice, owed: play.Owed | None) -> str:
    if owed is None or owed.left_seconds is None:
        return ""
    return voice.gettext("no clock runs; %(left)s are left to you", left=voice.rough_duration(owed.left_seconds))


def _oldest(owed: Sequence[play.Owed]) -> datetime:
    return min(each.asked_at for each in owed)
