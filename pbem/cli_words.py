"""A table, a position and a letter's fate as lines for a terminal; it reads nothing and holds no command."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from pbem import play, words
from pbem.cli_house import printable

NEWEST_MOVES = 10
Names = Mapping[int, str]


def moment(at: datetime) -> str:
    """A moment in UTC, as the log of a server writes it."""
    return f"{at:%Y-%m-%d %H:%M} UTC"


def game_line(game: play.GameInfo) -> str:
    """A game in a line."""
    state = f"{game.state}, paused since {moment(game.paused_at)}" if game.paused_at else game.state
    return f"{game.slug}  {state}, move {game.ply}, {game.clock_text} a move  {game.name}"


def position_lines(voice: words.Voice, view: dict[str, Any], names: Names) -> Iterator[str]:
    """Boards, harbour and roles in words."""
    for board in voice.boards(view, names, None):
        yield f"{board.heading}: {board.holdings}"
        yield from (f"  {line}" for line in (board.island, board.city))
    yield ""
    yield from (f"{line.label}: {line.text}" for line in (*voice.harbour(view), *voice.roles(view, names)))


def table_lines(table: play.Table, now: datetime) -> Iterator[str]:
    """All that the public may know of a game: seats, who owes what, the count when it is over, position, newest moves.

    Before the start there are only the seats.
    """
    voice, game = words.voice("en"), table.game
    names = {seat: printable(name) for seat, name in table.names.items()}
    yield printable(game_line(game))
    if game.trouble is not None:
        yield voice.say(game.trouble)
    yield from (f"  {seat.number}  {names[seat.number]}  {seat_state(seat)}" for seat in table.seats)
    if table.view is None:
        return
    yield from (_owed_line(voice, table.view, owed, names, now) for owed in table.owed)
    if table.scores:
        yield ""
        yield from voice.score_table(table.scores, names, None)
    yield ""
    yield from position_lines(voice, table.view, names)
    yield ""
    yield from (_move_line(voice, entry, names) for entry in table.log[-NEWEST_MOVES:])
    yield f"Chain {game.chain}, hash of the seed {game.seed_hash}" + (f", seed {table.seed}" if table.seed else "")


def choice_lines(table: play.Table) -> Iterator[str]:
    """The moves of a seat to act, numbered as `pbem game move` takes them; placing is described, not listed."""
    if table.me is None or table.legal is None or table.me.bot:
        return
    moves = table.legal.moves.get(table.me.number, ())
    if moves:
        number, ply = table.me.number, table.game.ply
        yield f"Moves of seat {number}, to be made with `pbem game move {table.game.slug} {number} MOVE --ply {ply}`:"
    yield from (f"  {number:>2}  {move}" for number, move in enumerate(moves, 1))


def seat_state(seat: play.SeatInfo) -> str:
    """Who answers for a seat: "bot:steady", "accepted", "accepted, letters stopped"."""
    if seat.bot:
        return f"bot:{seat.bot}"
    return seat.status if seat.letters_on else f"{seat.status}, letters stopped"


def _owed_line(voice: words.Voice, view: dict[str, Any], owed: play.Owed, names: Names, now: datetime) -> str:
    until = ""
    if owed.deadline_at is not None:
        until = f", until {moment(owed.deadline_at)} ({voice.time_left(owed.deadline_at, now)})"
    elif owed.left_seconds is not None:
        until = f", with {voice.rough_duration(owed.left_seconds)} left when the game goes on"
    return f"  {names[owed.seat]} is to act: {voice.ask(view, owed.seat)}{until}"


def _move_line(voice: words.Voice, entry: play.LogEntry, names: Names) -> str:
    why = f"  [{voice.mark(entry.mark)}]" if entry.mark else ""
    return f"{entry.ply:>4}  {moment(entry.at)}  {names[entry.seat]} {voice.move(entry.move)}{why}"


def letter_line(letter: play.LetterInfo, now: datetime) -> str:
    """A letter in a line: when it was written, to whom, and what became of it."""
    fate = letter_fate(letter, now)
    return printable(
        f"{letter.id}  {moment(letter.created_at)}  {letter.slug}  {letter.kind} to {letter.to_address}: {fate}"
    )


def letter_fate(letter: play.LetterInfo, now: datetime) -> str:
    """What became of a letter, or why it still waits."""
    ended = moment(letter.ended_at) if letter.ended_at else "?"
    why = f": {letter.last_error}" if letter.last_error else ""
    if letter.state == "sent":
        return _sent(letter, ended)
    if letter.state == "dead":
        return f"given up {ended} after {_times(letter.attempts)}{why}"
    if letter.state == "withdrawn":
        return f"withdrawn {ended}{why}"
    if letter.is_held:
        return f"waits until the address takes letters again{why}"
    return _waiting(letter, now, why)


def _sent(letter: play.LetterInfo, ended: str) -> str:
    if letter.merged_into is not None:
        return f"gone {ended} within letter {letter.merged_into}"
    back = f", came back {moment(letter.bounced_at)}" if letter.bounced_at else ""
    return f"kept in the mailbox {ended}" if letter.is_kept else f"sent {ended}{back}"


def _waiting(letter: play.LetterInfo, now: datetime, why: str) -> str:
    if letter.lease_until is not None and letter.lease_until > now:
        return "being sent now"
    if letter.not_before <= now:
        return f"is due; the worker's next round sends it{why and f' (tried before{why})'}"
    if letter.last_error:
        return f"will be tried again {moment(letter.not_before)}{why}"
    if letter.waits_for == "visit":
        return "waits for its person to play or look in, who wants no second letter before that"
    if letter.waits_for == "quiet":
        return f"waits until {moment(letter.not_before)}, when the quiet hours of its person are over"
    if letter.waits_for == "day":
        return f"waits until {moment(letter.not_before)}, as its person wants one letter a day"
    return f"waits until {letter.not_before:%H:%M} UTC, as its person is on the page or has just had a letter"


def _times(count: int) -> str:
    return "1 attempt" if count == 1 else f"{count} attempts"


def mail_line(mail: play.MailInfo) -> str:
    """A mail that came in, in a line: when, from whom, for which seat, its beginning, and what came of it."""
    from pbem.mail.inbound.outcomes import told  # all about letters comes with it, and takes its time

    sender = mail.detail.get("sender") or mail.envelope_from or "?"
    seat = f"  {mail.slug} {mail.seat}" if mail.slug else ""
    line = f" “{mail.detail['line']}”" if mail.detail.get("line") else ""
    return printable(
        f"{mail.id}  {moment(mail.received_at)}  {mail.via} from {sender}{seat}{line}: "
        f"{told(words.voice('en'), mail)}".replace("\n", " ")
    )
