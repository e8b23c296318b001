"""Stops the clock of a table, lets it run again, gives more time; it plays no move and asks nobody anything new."""

import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from pbem.play.duration import LONGEST
from pbem.play.kinds import ASKING, BEFORE_START
from pbem.play.outbox import is_waiting, withdraw_kinds, write_letter
from pbem.play.reading import game_info
from pbem.play.said import check_reason
from pbem.play.transaction import Transaction, transaction
from pbem.play.turns import give_time, open_turns
from pbem.play.types import N_, GameInfo, House, PlayError
from pbem.store import Game, Seat, Turn


def pause_game(house: House, slug: str, by: str, reason: str = "") -> GameInfo:
    """No clock runs, nobody is reminded or played for, until the game is resumed; moves can be made all the same.

    Everybody at the table gets a letter with the reason. Once more changes nothing. Raises PlayError no_such_game,
    not_open (it does not run) or bad_text.
    """
    why = check_reason(reason)
    with transaction(house) as tx:
        game = tx.lock_game(slug)
        must_run(game)
        if game.paused_at is None:
            game.paused_at = tx.now
            for turn in _of_people(tx, game):
                give_time(turn, game, _left(turn, tx.now), tx.now)
                withdraw_kinds(tx, turn.seat, ("reminder",), "the game was paused")
            tx.audit(by, "pause", game.id, reason=why)
            for seat in game.seats:
                withdraw_kinds(tx, seat, ("resumed",), "the game was paused")
                _tell(tx, game, seat, "paused", reason=why)
        return game_info(game)


def resume_game(house: House, slug: str, by: str) -> GameInfo:
    """The clocks run on with what was left of the time. Everybody who heard of the pause, and who owes, gets a letter.

    Reminders are set anew; those that would have come meanwhile are not made up for. Once more changes nothing.
    Raises PlayError no_such_game or not_open.
    """
    with transaction(house) as tx:
        game = tx.lock_game(slug)
        must_run(game)
        if game.paused_at is not None:
            since, game.paused_at = game.paused_at, None
            owing = set()
            for turn in _of_people(tx, game):
                give_time(turn, game, _left(turn, tx.now), tx.now)
                owing.add(turn.seat_id)
            tx.audit(by, "resume", game.id)
            for seat in game.seats:
                _tell_resumed(tx, game, seat, since, is_owing=seat.id in owing)
        return game_info(game)


def _tell_resumed(tx: Transaction, game: Game, seat: Seat, since: datetime, *, is_owing: bool) -> None:
    """Who has not heard of the pause need not hear of its end, and a turn letter that waits says it all."""
    never_heard = withdraw_kinds(tx, seat, ("paused",), "the game went on")
    is_told = is_owing and is_waiting(tx, seat, ASKING)
    if not is_told and (is_owing or not never_heard):
        _tell(tx, game, seat, "resumed", since=since.isoformat())


def change_deadline(
    house: House,
    slug: str,
    by: str,
    *,
    seat: int | None = None,
    more: int | None = None,
    until: datetime | None = None,
    reason: str = "",
    key: str | None = None,
) -> GameInfo:
    """Gives the seat that owes a move, or all that do, `more` seconds or time `until` a moment; never less than before.

    Time that is up already counts from now. While the game is paused the time is longer when it goes on. Who owes gets
    a letter, unless one waits that says it. A second call with the same `key` changes nothing. Raises PlayError
    no_such_game, not_open, nothing_owed, bad_deadline or bad_text.
    """
    why = check_reason(reason)
    with transaction(house) as tx:
        game = tx.lock_game(slug)
        must_run(game)
        if tx.was_done(game.id, "change_deadline", key):
            return game_info(game)
        turns = [turn for turn in _of_people(tx, game) if seat is None or turn.seat.number == seat]
        if not turns:
            raise PlayError("nothing_owed", N_("Nobody there owes a move just now, so there is no time to give."), 409)
        for turn in turns:
            give_time(turn, game, _longer(turn, tx.now, more, until), tx.now)
            withdraw_kinds(tx, turn.seat, ("deadline",), "the deadline was changed again")
            if not is_waiting(tx, turn.seat, ASKING):
                _tell(tx, game, turn.seat, "deadline", since=turn.since_ply, reason=why)
        told = sorted(turn.seat.number for turn in turns)
        tx.audit(by, "change_deadline", game.id, seats=told, reason=why, key=key)
        return game_info(game)


def _longer(turn: Turn, now: datetime, more: int | None, until: datetime | None) -> timedelta:
    """The time that will be left. Raises PlayError bad_deadline for less than there was, or more than may be."""
    had = _left(turn, now)
    given = until - now if until is not None else had + timedelta(seconds=more or 0)
    if given <= had:
        raise PlayError("bad_deadline", N_("That is no more time than there is already. Nothing was changed."))
    if given > timedelta(seconds=LONGEST):
        raise PlayError("bad_deadline", N_("A deadline can be 60 days away at most. Nothing was changed."))
    return given


def _left(turn: Turn, now: datetime) -> timedelta:
    """What is left of a person's time; nothing where it is up."""
    if turn.deadline_at is not None:
        return max(turn.deadline_at - now, timedelta(0))
    return timedelta(seconds=turn.left_seconds or 0)


def _of_people(tx: Transaction, game: Game) -> Iterable[Turn]:
    """The open turns that have a clock: a bot's has none."""
    return [turn for turn in open_turns(tx, game).values() if turn.bot_at is None]


def _tell(tx: Transaction, game: Game, seat: Seat, kind: str, **extra: Any) -> None:
    write_letter(tx, kind, seat, f"{kind}:{seat.id}:{secrets.token_hex(4)}", ply=game.ply, **extra)


def must_run(game: Game) -> None:
    """Raises PlayError not_open for a game that has not begun or is over."""
    if game.state in BEFORE_START:
        raise PlayError("not_open", N_("%(game)s has not begun yet."), 409, game=game.name)
    if game.state != "running":
        raise PlayError("not_open", N_("%(game)s is over."), 409, game=game.name)
