"""The lists of the admin's home as finished views: games, and how worker and mail are; it reads no request."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from pbem import play, words
from pbem.mail.inbound.outcomes import told
from pbem.mail.plain import plain
from pbem.web.admin_words import STATES, UNANSWERED, ago, stamp

SILENT_AFTER = timedelta(minutes=2)  # the worker makes its round every few seconds
LATE_AFTER = timedelta(minutes=5)
LONGEST_SHOWN = 120  # characters of what a stranger wrote


@dataclass(frozen=True)
class Wait:
    """Somebody for whom a game waits."""

    name: str
    is_bot: bool
    since: str
    until: str
    is_late: bool


@dataclass(frozen=True)
class GameRow:
    """A game in the list."""

    slug: str
    name: str
    state: str
    is_open: bool
    facts: str
    players: str
    waits: tuple[Wait, ...]
    answers: tuple[str, ...]
    troubles: tuple[str, ...]


@dataclass(frozen=True)
class ProposalRow:
    """A table that a player has proposed and that waits for an admin; `word` is what he writes to the invited."""

    slug: str
    name: str
    by: str
    asked: str
    guests: tuple[str, ...]
    word: str


@dataclass(frozen=True)
class MailRow:
    """A mail that came in; sender, subject and line are what a stranger wrote."""

    moment: str
    sender: str
    subject: str
    line: str
    seat: str
    slug: str
    game: str
    outcome: str
    is_bad: bool


@dataclass(frozen=True)
class Health:
    """The worker and the mail in a few lines; `alarm` is set when no letter can leave."""

    lines: tuple[tuple[str, str, bool], ...]
    alarm: str
    alarm_detail: str


def game_rows(voice: words.Voice, lines: tuple[play.TableLine, ...], now: datetime) -> tuple[GameRow, ...]:
    """The games of a page of the list."""
    return tuple(_game_row(voice, line, now) for line in lines)


def _game_row(voice: words.Voice, line: play.TableLine, now: datetime) -> GameRow:
    game = line.game
    return GameRow(
        slug=game.slug,
        name=game.name,
        state=state_word(voice, game),
        is_open=game.state in play.OPEN_STATES,
        facts=_facts(voice, game),
        players=", ".join(line.names),
        waits=waits(voice, game, line.owed, line.names, line.is_bot, now),
        answers=_answers(voice, line) if game.state == "inviting" else (),
        troubles=_troubles(voice, line),
    )


def state_word(voice: words.Voice, game: play.GameInfo) -> str:
    """How a game stands, in a word or two."""
    if game.is_running and game.paused_at is not None:
        return voice.gettext("paused")
    return voice.gettext(STATES[game.state])


def _facts(voice: words.Voice, game: play.GameInfo) -> str:
    if not game.round:
        return voice.gettext("set %(date)s", date=voice.date(game.created_at))
    return voice.ngettext("round %(round)s, %(num)s move", "round %(round)s, %(num)s moves", game.ply, round=game.round)


def _answers(voice: words.Voice, line: play.TableLine) -> tuple[str, ...]:
    return tuple(
        voice.gettext(UNANSWERED[status], name=name)
        for name, status in zip(line.names, line.status, strict=True)
        if status in UNANSWERED
    )


def _troubles(voice: words.Voice, line: play.TableLine) -> tuple[str, ...]:
    found = [voice.say(line.game.trouble)] if line.game.trouble else []
    if line.dead:
        found.append(voice.ngettext("%(num)s letter was given up", "%(num)s letters were given up", line.dead))
    if line.failing:
        found.append(
            voice.ngettext("%(num)s letter could not leave yet", "%(num)s letters could not leave yet", line.failing)
        )
    return tuple(found)


def waits(
    voice: words.Voice,
    game: play.GameInfo,
    owed: tuple[play.Owed, ...],
    names: tuple[str, ...],
    is_bot: tuple[bool, ...],
    now: datetime,
) -> tuple[Wait, ...]:
    """For whom a running game waits, since when and until when; `names` and `is_bot` go by seat number."""
    if not game.is_running:
        return ()
    return tuple(_wait(voice, turn, names[turn.seat], is_bot[turn.seat], now) for turn in owed)


def _wait(voice: words.Voice, turn: play.Owed, name: str, is_bot: bool, now: datetime) -> Wait:
    until = ""
    if turn.deadline_at is not None:
        until = voice.gettext(
            "until %(moment)s, %(left)s",
            moment=stamp(voice, turn.deadline_at, now),
            left=voice.time_left(turn.deadline_at, now),
        )
    elif turn.left_seconds is not None:
        left = voice.rough_duration(turn.left_seconds)
        until = voice.gettext("the clock rests; %(left)s are left then", left=left)
    late = turn.deadline_at <= now if turn.deadline_at else is_bot and now - turn.asked_at > SILENT_AFTER
    return Wait(name, is_bot, ago(voice, turn.asked_at, now), until, late)


def proposal_rows(
    voice: words.Voice, found: tuple[play.WaitingProposal, ...], now: datetime
) -> tuple[ProposalRow, ...]:
    """The tables that wait for an admin."""
    return tuple(_proposal_row(voice, each, now) for each in found)


def _proposal_row(voice: words.Voice, each: play.WaitingProposal, now: datetime) -> ProposalRow:
    guests = tuple(
        voice.gettext("%(name)s, %(address)s", name=name, address=address)
        if address
        else voice.gettext("%(name)s, a bot", name=name)
        for name, address in each.guests
    )
    return ProposalRow(each.game.slug, each.game.name, each.by, ago(voice, each.at, now), guests, each.game.word)


def mail_rows(voice: words.Voice, mails: tuple[play.MailInfo, ...], now: datetime) -> tuple[MailRow, ...]:
    """The mails of a page of the list."""
    return tuple(_mail_row(voice, mail, now) for mail in mails)


def _mail_row(voice: words.Voice, mail: play.MailInfo, now: datetime) -> MailRow:
    return MailRow(
        moment=stamp(voice, mail.received_at, now),
        sender=plain(str(mail.detail.get("sender") or mail.envelope_from), LONGEST_SHOWN),
        subject=plain(str(mail.detail.get("subject", "")), LONGEST_SHOWN),
        line=plain(str(mail.detail.get("line", "")), LONGEST_SHOWN),
        seat=mail.seat or "",
        slug=mail.slug or "",
        game=mail.game or "",
        outcome=told(voice, mail),
        is_bad=mail.state == "failed" or mail.outcome == "complaint",
    )


def health(voice: words.Voice, swept_at: datetime | None, mail: play.MailState, now: datetime) -> Health:
    """How worker and mail are; trouble says what it means and what mends it."""
    silent = swept_at is None or now - swept_at > SILENT_AFTER
    late = mail.oldest_at is not None and now - mail.oldest_at > LATE_AFTER
    lines = (
        (
            voice.gettext("Worker's last round"),
            ago(voice, swept_at, now) if swept_at else voice.gettext("never"),
            silent,
        ),
        (voice.gettext("Letters that should have left"), _oldest(voice, mail, now), late),
        (voice.gettext("Letters given up this week"), str(mail.dead), mail.dead > 0),
    )
    if not silent:
        return Health(lines, "", "")
    return Health(lines, _silence(voice, swept_at, now), _detail(voice, mail))


def _silence(voice: words.Voice, swept_at: datetime | None, now: datetime) -> str:
    if swept_at is None:
        return voice.gettext("The worker has never made its round")
    return voice.gettext("The worker made its last round %(ago)s", ago=ago(voice, swept_at, now))


def _detail(voice: words.Voice, mail: play.MailState) -> str:
    return voice.ngettext(
        "%(num)s letter waits, and no clock and no bot runs. On the server, start pbem up, or worker and beat of the "
        "Procfile; this goes away by itself once the worker answers.",
        "%(num)s letters wait, and no clock and no bot runs. On the server, start pbem up, or worker and beat of the "
        "Procfile; this goes away by itself once the worker answers.",
        mail.late,
    )


def _oldest(voice: words.Voice, mail: play.MailState, now: datetime) -> str:
    if mail.oldest_at is None:
        return voice.gettext("none")
    return voice.gettext(
        "%(count)s, the oldest %(ago)s, to %(name)s",
        count=mail.late,
        ago=ago(voice, mail.oldest_at, now),
        name=mail.oldest_to,
    )
