"""After the service was away: nobody loses a turn unasked, and letters wait a moment; it plays and sends nothing."""

import logging
from datetime import datetime, timedelta

from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from pbem.play.outbox import withdraw_asking, write_letter
from pbem.play.pacing import QUIET
from pbem.play.transaction import Transaction, transaction
from pbem.play.turns import next_reminder, open_turns
from pbem.play.types import House
from pbem.rules import versions
from pbem.store import Game, Heartbeat, Turn

LOG = logging.getLogger(__name__)
SWEEP = "sweep"  # the heartbeat of the worker's round
OUTAGE = timedelta(minutes=10)  # so long without a round, and people may have waited for letters in vain
QUIET_FOR = timedelta(minutes=1)  # so long letters wait afterwards, while bots move: then there is one for all
GRACE_PART = 12
GRACE_LEAST = timedelta(hours=1)  # or the whole time for a move, where that is shorter
GRACE_MOST = timedelta(hours=12)


def grace(clock: timedelta) -> timedelta:
    """How much time somebody has at least when the service is back."""
    return min(max(clock / GRACE_PART, min(GRACE_LEAST, clock)), GRACE_MOST)


def record_heartbeat(house: House, name: str) -> None:
    """Notes that the worker made its round; after an outage who could not be asked is given more time first."""
    if name == SWEEP:
        _mend(house)
    with transaction(house) as tx:
        _beat(tx, name, tx.now)


def last_heartbeat(house: House, name: str) -> datetime | None:
    """When the worker made its last round, or None if it never did."""
    with house.store.read() as session:
        beat = session.get(Heartbeat, name)
        return beat.at if beat else None


def is_back(tx: Transaction) -> bool:
    """Whether the time of those who could not be asked has been mended; before that nobody is too late."""
    beat = tx.session.get(Heartbeat, SWEEP)
    return beat is None or tx.now - beat.at <= OUTAGE


def _mend(house: House) -> None:
    """May run twice, also at once: who has got more time has enough already."""
    since, now = last_heartbeat(house, SWEEP), house.clock()
    if since is None or now - since <= OUTAGE:
        return
    with house.store.read() as session:
        is_known = Turn.game.has(Game.rules_version.in_(versions.KNOWN))  # the others rest anyway
        late = select(Turn.game_id).where(Turn.done_at.is_(None), is_known, Turn.deadline_at < now + GRACE_MOST)
        games = session.scalars(late.distinct().order_by(Turn.game_id)).all()
    for game_id in games:
        try:
            with transaction(house) as tx:
                _give_grace(tx, tx.lock_game_id(game_id), since)
        except SQLAlchemyError:
            LOG.exception("game %s: nobody was given more time after the outage", game_id)
    with transaction(house) as tx:
        _beat(tx, QUIET, tx.now + QUIET_FOR)


def _give_grace(tx: Transaction, game: Game, since: datetime) -> None:
    """More time for every seat that has next to none left, with a letter that says so in the place of others."""
    clock = timedelta(seconds=game.clock_seconds)
    least, given = tx.now + grace(clock), []
    for number, turn in sorted(open_turns(tx, game).items()):
        if turn.deadline_at is None or not since < turn.deadline_at < tx.now + grace(clock) / 2:
            continue
        turn.deadline_at = least
        turn.remind_at = next_reminder(turn, clock, tx.now)
        withdraw_asking(tx, turn.seat, "a reminder asks")
        _tell(tx, turn, since)
        given.append(number)
    if given:
        said = {"since": f"{since:%Y-%m-%d %H:%M} UTC", "until": f"{least:%Y-%m-%d %H:%M} UTC"}
        tx.audit("clock", "give_grace", game.id, seats=given, **said)


def _tell(tx: Transaction, turn: Turn, since: datetime) -> None:
    dedupe = f"outage:{turn.id}:{since.timestamp():.0f}"
    times = {"away_since": since.isoformat(), "back_at": tx.now.isoformat()}
    write_letter(tx, "reminder", turn.seat, dedupe, ply=turn.since_ply, not_before=None, **times)


def _beat(tx: Transaction, name: str, at: datetime) -> None:
    beat = update(Heartbeat).where(Heartbeat.name == name).values(at=at).returning(Heartbeat.name)
    if tx.session.scalar(beat) is not None:
        return
    try:
        with tx.session.begin_nested():
            tx.session.add(Heartbeat(name=name, at=at))
    except IntegrityError:
        pass  # another worker's first round, at the same moment
