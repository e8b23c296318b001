"""What the worker's round finds due, and the reminders it writes; must not send or play anything."""

from datetime import datetime, timedelta

from sqlalchemy import and_, or_, select

from pbem import store
from pbem.play.digests import due_digests
from pbem.play.inbox import due_mails
from pbem.play.inviting import unanswered
from pbem.play.outbox import withdraw_asking, write_letter
from pbem.play.pacing import is_reachable
from pbem.play.transaction import transaction
from pbem.play.turns import next_reminder, quietly
from pbem.play.types import Due, House
from pbem.rules import versions
from pbem.store import Game, Turn

ROUND = 100


def due(house: House) -> Due:
    """What is due now, at most ROUND of each kind, as ids: of letters, turns, games (bots), mails, invited seats and
    persons (digests).

    Games whose rules this program does not have rest: nobody can move there until the program is the right one again.
    """
    now = house.clock()
    letter = store.Letter
    with house.store.read() as session:
        free = or_(letter.lease_until.is_(None), letter.lease_until < now)
        letters = select(letter.id).where(letter.state == "waiting", letter.not_before <= now, free, is_reachable())
        is_open = and_(Turn.done_at.is_(None), Turn.game.has(Game.rules_version.in_(versions.KNOWN)))
        reminders = select(Turn.id).where(Turn.remind_at <= now, is_open).order_by(Turn.remind_at)
        late = select(Turn.id).where(Turn.deadline_at <= now, is_open).order_by(Turn.deadline_at)
        bots = select(Turn.game_id).where(Turn.bot_at <= now, is_open).distinct()
        return Due(
            letters=tuple(session.scalars(letters.order_by(letter.not_before).limit(ROUND))),
            reminders=tuple(session.scalars(reminders.limit(ROUND))),
            timeouts=tuple(session.scalars(late.limit(ROUND))),
            bots=tuple(session.scalars(bots.limit(ROUND))),
            mails=due_mails(session, now, ROUND),
            invitations=tuple(unanswered(session, now, ROUND)),
            digests=tuple(due_digests(session, now, ROUND)),
        )


def remind(house: House, turn_id: int) -> bool:
    """Writes a reminder for a turn and sets the next one. False: nothing was due.

    One that was missed while the service was down is not made up for, and a turn letter that has not left yet gives
    way: one letter is enough.
    """
    with transaction(house) as tx:
        game_id = tx.session.scalar(select(Turn.game_id).where(Turn.id == turn_id))
        if game_id is None:
            return False
        game = tx.lock_game_id(game_id)
        turn = tx.session.get(Turn, turn_id, populate_existing=True)
        if turn is None or turn.done_at is not None or turn.remind_at is None or turn.remind_at > tx.now:
            return False
        turn.reminders += 1
        turn.remind_at = next_reminder(turn, timedelta(seconds=game.clock_seconds), tx.now)
        if _is_away(turn, timedelta(seconds=game.clock_seconds), tx.now):
            return True
        if turn.deadline_at is not None and turn.deadline_at > tx.now:
            withdraw_asking(tx, turn.seat, "a reminder asks")
            write_letter(tx, "reminder", turn.seat, f"reminder:{turn.id}:{turn.reminders}", ply=turn.since_ply)
        return True


def _is_away(turn: Turn, clock: timedelta, now: datetime) -> bool:
    """Whether the person has said to be away; then the next reminder is at the return, if there is time left then."""
    until = turn.seat.person.away_until if turn.seat.person else None
    if until is None or until <= now or turn.deadline_at is None:
        return False
    turn.remind_at = quietly(turn, until, clock, now) if until < turn.deadline_at else None
    return True
