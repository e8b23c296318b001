"""Who owes what by when: turns are opened and closed here, with their deadlines, reminders and letters."""

from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import joinedload

from pbem.play.kinds import ASKING
from pbem.play.outbox import withdraw_asking, withdraw_kinds, write_letter
from pbem.play.quiet import hours_of, reminder_outside
from pbem.play.transaction import Transaction
from pbem.store import Game, Seat, Turn

LAST_CALL_PART = 12  # the second reminder comes when a twelfth of the time is left,
LAST_CALL_MOST = timedelta(hours=4)  # but not more than this before the end


def open_turns(tx: Transaction, game: Game) -> dict[int, Turn]:
    """The turns still owed in a game, by seat number."""
    query = select(Turn).where(Turn.game_id == game.id, Turn.done_at.is_(None)).options(joinedload(Turn.seat))
    return {turn.seat.number: turn for turn in tx.session.scalars(query)}


def settle_turns(tx: Transaction, game: Game, to_act: tuple[int, ...], answered: set[int]) -> None:
    """Brings the turns in line with the position: closes what was answered or is over, opens what is asked now.

    A seat that owes the same decision as before (others placed meanwhile, rules 5) keeps its turn and deadline.
    """
    waiting = open_turns(tx, game)
    for number, turn in waiting.items():
        if number in answered or number not in to_act:
            turn.done_at, turn.remind_at, turn.bot_at = tx.now, None, None
            withdraw_asking(tx, turn.seat, "the turn was over")
    tx.session.flush()
    seats = {seat.number: seat for seat in game.seats}
    for number in to_act:
        if number not in waiting or number in answered:
            _open(tx, game, seats[number])


def ask_anew(tx: Transaction, game: Game, seat: Seat) -> None:
    """Asks a seat again what it owes, with a fresh time and letter, as somebody else sits there now."""
    turn = open_turns(tx, game).get(seat.number)
    if turn is None:
        return
    turn.done_at, turn.remind_at, turn.bot_at = tx.now, None, None
    tx.session.flush()
    _open(tx, game, seat)


def _open(tx: Transaction, game: Game, seat: Seat) -> None:
    turn = Turn(game_id=game.id, seat=seat, since_ply=game.ply, asked_at=tx.now, reminders=0)
    tx.session.add(turn)
    if seat.person_id is None:
        turn.bot_at = tx.now
        tx.ring("bots", game.id)
        return
    give_time(turn, game, timedelta(seconds=game.clock_seconds), tx.now)
    tx.session.flush()
    withdraw_kinds(tx, seat, (*ASKING, "start"), "a newer letter asks")
    write_letter(tx, "turn", seat, f"turn:{turn.id}", ply=game.ply)


def give_time(turn: Turn, game: Game, left: timedelta, now: datetime) -> None:
    """Sets how much time a person's turn has from now on, with its reminders; while the game is paused it keeps."""
    if game.paused_at is not None:
        turn.deadline_at, turn.remind_at, turn.left_seconds = None, None, int(left.total_seconds())
        return
    turn.deadline_at, turn.left_seconds = now + left, None
    clock = timedelta(seconds=game.clock_seconds)
    half = turn.deadline_at - clock / 2
    turn.remind_at = quietly(turn, half, clock, now) if now < half else next_reminder(turn, clock, now)


def next_reminder(turn: Turn, clock: timedelta, now: datetime) -> datetime | None:
    """When to remind again after `now`: once shortly before the end, then no more."""
    if turn.deadline_at is None:
        return None
    last_call = turn.deadline_at - min(clock / LAST_CALL_PART, LAST_CALL_MOST)
    return quietly(turn, last_call, clock, now) if now < last_call else None


def quietly(turn: Turn, at: datetime, clock: timedelta, now: datetime) -> datetime | None:
    """When a reminder meant for `at` comes to a person with quiet hours: outside of them, in time, or not at all."""
    person = turn.seat.person
    if person is None or turn.deadline_at is None:
        return at
    hours = hours_of(person.quiet_from, person.quiet_to)
    return reminder_outside(at, turn.deadline_at, clock, now, person.zone, hours)
