"""One game as an admin sees it, finished for the template; of the position no more than everybody may see."""

from dataclasses import dataclass
from datetime import datetime

from pbem import play, words
from pbem.web.admin_lists import Wait, state_word, waits
from pbem.web.admin_words import ANSWERS, KINDS, LANGUAGE_NAMES, act, fate, stamp
from pbem.web.notices import Notice
from pbem.web.position import Board, Column, Harbour, boards, harbour, market
from pbem.web.tablepage import Count, scores

LOG_SHOWN = 20
LETTERS_SHOWN = 12


@dataclass(frozen=True)
class LetterLine:
    """A letter and what became of it."""

    number: int
    kind: str
    to: str
    subject: str
    written: str
    fate: str
    is_bad: bool


@dataclass(frozen=True)
class SeatLine:
    """A seat: who, what is owed, how the letters to it are. `stamp` goes with the form that voids its links."""

    number: int
    name: str
    is_bot: bool
    address: str
    facts: str
    answer: str
    wait: Wait | None
    asked: str
    letters_on: bool
    last_letter: LetterLine | None
    stamp: str


@dataclass(frozen=True)
class LogLine:
    """A move of the log in words."""

    ply: int
    at: str
    name: str
    text: str
    mark: str


@dataclass(frozen=True)
class Desk:
    """Everything the page of a game shows. Without a position (not begun) `harbour` is None.

    `listing`: public, out (an admin took it out of the public list) or "".
    """

    slug: str
    name: str
    state: str
    state_word: str
    facts: tuple[str, ...]
    may_start: bool
    may_call_off: bool
    may_agree: bool
    listing: str
    word: str
    may_pause: bool
    may_resume: bool
    may_write: bool
    paused: str
    declined: str
    seats: tuple[SeatLine, ...]
    harbour: Harbour | None
    boards: tuple[Board, ...]
    market: tuple[Column, ...]
    scores: tuple[Count, ...]
    log: tuple[LogLine, ...]
    log_left_out: int
    letters: tuple[LetterLine, ...]
    letters_left_out: int
    acts: tuple[tuple[str, str], ...]
    notices: tuple[Notice, ...]


@dataclass(frozen=True)
class Papers:
    """What was read for a game's page."""

    table: play.Table
    desks: tuple[play.SeatDesk, ...]
    letters: tuple[play.LetterInfo, ...]
    audit: tuple[play.AuditInfo, ...]
    is_kept: bool
    troubles: tuple[play.TroubleInfo, ...]
    listing: str


def read_papers(house: play.House, slug: str) -> Papers:
    """Reads a game for its page. Raises PlayError no_such_game."""
    return Papers(
        table=play.table(house, slug, None),
        desks=play.seat_desks(house, slug),
        letters=play.list_letters(house, slug),
        audit=play.list_audit(house, slug),
        is_kept=house.settings.smtp_url is None,
        troubles=play.list_troubles(house, slug),
        listing=play.listing(house, slug),
    )


def desk(voice: words.Voice, papers: Papers, now: datetime, *, whole: str, notices: tuple[Notice, ...]) -> Desk:
    """The page of a game; `whole` names the list that is shown to its end: log or letters."""
    table = papers.table
    game, view, names = table.game, table.view, table.names
    letters = tuple(_letter(voice, letter, now, is_kept=papers.is_kept) for letter in papers.letters)
    shown = letters if whole == "letters" else letters[:LETTERS_SHOWN]
    log = table.log if whole == "log" else table.log[-LOG_SHOWN:]
    declined = [seat.name for seat in table.seats if seat.status == "declined"]
    return Desk(
        slug=game.slug,
        name=game.name,
        state=game.state,
        state_word=state_word(voice, game),
        facts=_facts(voice, game),
        may_start=game.state == "inviting" and not declined,
        may_call_off=game.state in play.OPEN_STATES,
        may_agree=game.state == "proposed",
        listing=papers.listing,
        word=game.word,
        may_pause=game.is_running and game.paused_at is None,
        may_resume=game.is_running and game.paused_at is not None,
        may_write=game.state in ("inviting", "running") and any(seat.bot is None for seat in table.seats),
        paused=_paused(voice, table, now),
        declined=voice.listing(declined) if declined else "",
        seats=_seats(voice, papers, letters, now),
        harbour=harbour(voice, view, names, None) if view else None,
        boards=boards(voice, view, {seat.number: (seat.name, seat.bot) for seat in table.seats}, None) if view else (),
        market=market(voice, view, None) if view else (),
        scores=scores(table),
        log=tuple(_log_line(voice, entry, names, now) for entry in reversed(log)),
        log_left_out=len(table.log) - len(log),
        letters=shown,
        letters_left_out=len(letters) - len(shown),
        acts=tuple((stamp(voice, entry.at, now), act(voice, entry)) for entry in papers.audit),
        notices=notices,
    )


def _paused(voice: words.Voice, table: play.Table, now: datetime) -> str:
    """Since when the game is paused, and why; "" where it is not."""
    if table.game.paused_at is None:
        return ""
    since = voice.gettext("Paused since %(moment)s.", moment=stamp(voice, table.game.paused_at, now))
    return f"{since} {table.pause_reason}".rstrip()


def _facts(voice: words.Voice, game: play.GameInfo) -> tuple[str, ...]:
    rules = game.rules
    at_once = (
        voice.gettext("placing and storing at the same time")
        if rules["simultaneous"]
        else voice.gettext("placing and storing in turn")
    )
    least = rules["ship_minimum"]
    ship = (
        voice.gettext("at least as many new colonists as players")
        if least == "players"
        else voice.gettext("at least %(count)s new colonists", count=least)
    )
    begun = [voice.gettext("round %(round)s, move %(ply)s", round=game.round, ply=game.ply)] if game.round else []
    return (
        *begun,
        voice.gettext("%(duration)s for a move", duration=voice.duration(game.clock_seconds)),
        ship,
        at_once,
        *((voice.gettext("points lie open"),) if game.open_points else ()),
        voice.gettext("set %(date)s", date=voice.date(game.created_at)),
        voice.gettext("check digits %(chain)s", chain=game.chain),
    )


def _seats(voice: words.Voice, papers: Papers, letters: tuple[LetterLine, ...], now: datetime) -> tuple[SeatLine, ...]:
    table = papers.table
    names = tuple(seat.name for seat in table.seats)
    is_bot = tuple(seat.bot is not None for seat in table.seats)
    last: dict[int, LetterLine] = {}
    for info, line in zip(papers.letters, letters, strict=True):
        last.setdefault(info.seat, line)
    waiting = {turn.seat: waits(voice, table.game, (turn,), names, is_bot, now) for turn in table.owed}
    return tuple(
        _seat(voice, table, seat, own, waiting.get(seat.number, ()), last.get(seat.number))
        for seat, own in zip(table.seats, papers.desks, strict=True)
    )


def _seat(
    voice: words.Voice,
    table: play.Table,
    seat: play.SeatInfo,
    own: play.SeatDesk,
    waiting: tuple[Wait, ...],
    last: LetterLine | None,
) -> SeatLine:
    wait = waiting[0] if waiting else None
    return SeatLine(
        number=seat.number,
        name=seat.name,
        is_bot=seat.bot is not None,
        address=own.address or "",
        facts=voice.gettext(
            "%(language)s, %(zone)s", language=voice.gettext(LANGUAGE_NAMES[seat.language]), zone=seat.zone
        ),
        answer=voice.gettext(ANSWERS[seat.status]) if table.game.state in play.BEFORE_START else "",
        wait=wait,
        asked=voice.waiting(table.view, seat.number, seat.name) if wait and table.view else "",
        letters_on=seat.letters_on,
        last_letter=last,
        stamp=own.stamp,
    )


def _letter(voice: words.Voice, letter: play.LetterInfo, now: datetime, *, is_kept: bool) -> LetterLine:
    return LetterLine(
        number=letter.id,
        kind=voice.gettext(KINDS[letter.kind]) if letter.kind in KINDS else letter.kind,
        to=voice.gettext("%(name)s, %(address)s", name=letter.to_name, address=letter.to_address),
        subject=letter.subject or "",
        written=stamp(voice, letter.created_at, now),
        fate=fate(voice, letter, now, is_kept=is_kept),
        is_bad=letter.state == "dead" or (letter.state == "waiting" and letter.last_error is not None),
    )


def _log_line(voice: words.Voice, entry: play.LogEntry, names: dict[int, str], now: datetime) -> LogLine:
    return LogLine(
        entry.ply, stamp(voice, entry.at, now), names[entry.seat], voice.move(entry.move), voice.mark(entry.mark)
    )
