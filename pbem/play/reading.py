"""Reads games for pages, letters and lists, as frozen views; must not change anything."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload, selectinload

from pbem import rules, store
from pbem.play.kinds import ASKING
from pbem.play.links import link_url
from pbem.play.logs import newest_moves, told_from, whole_log
from pbem.play.orders import orders_of
from pbem.play.pacing import HOUR, is_reachable
from pbem.play.quiet import ASKED_FOR, after_quiet, hours_of
from pbem.play.seeing import lies_open, points_open, seen
from pbem.play.transaction import no_such_game, read_slug
from pbem.play.types import (
    AuditInfo,
    Before,
    GameInfo,
    House,
    LetterInfo,
    LogEntry,
    MailboxEntry,
    Owed,
    SeatInfo,
    Table,
)
from pbem.store import AuditEntry, Game, Seat, Turn

MOMENT = timedelta(microseconds=1)


def game_info(game: Game) -> GameInfo:
    """The view of a game's row."""
    return GameInfo(
        id=game.id,
        slug=game.slug,
        name=game.name,
        state=game.state,
        ply=game.ply,
        round=(game.position or {}).get("round", 0),
        clock_text=game.clock_text,
        clock_seconds=game.clock_seconds,
        rules=game.rules,
        rules_version=game.rules_version,
        seed_hash=game.seed_hash,
        chain=game.chain[:8],
        created_at=game.created_at,
        started_at=game.started_at,
        paused_at=game.paused_at,
        finished_at=game.finished_at,
        open_points=game.open_points,
        is_players=game.proposed_by is not None,
        word=game.word,
    )


def seat_info(seat: Seat) -> SeatInfo:
    """The view of a seat's row, whose person is loaded."""
    person = seat.person
    return SeatInfo(
        id=seat.id,
        number=seat.number,
        name=seat.name,
        bot=seat.bot,
        status=seat.status,
        language=person.language if person else "en",
        zone=person.zone if person else "UTC",
        letters_on=seat.letters_off_at is None,
        away_until=person.away_until if person else None,
    )


def list_games(house: House) -> tuple[GameInfo, ...]:
    """All games, newest first."""
    with house.store.read() as session:
        return tuple(game_info(game) for game in session.scalars(select(Game).order_by(Game.id.desc())))


def table(house: House, slug: str, seat_number: int | None, *, recent: bool = False, seen: int | None = None) -> Table:
    """The table as a seat may see it (None: the public). Raises PlayError no_such_game.

    `recent`: with the newest moves alone, which is what a page needs and many times quicker late in a game: whole
    rounds from the one before this or, where that is earlier, from the one of the last own move or of move `seen`.
    Nor is it said then who invited to a game that has begun.
    """
    with house.store.snapshot() as session:
        game = _game(session, slug)
        log = newest_moves(session, game, seat_number, seen) if recent else whole_log(session, game)
        return _table(session, game, seat_number, log, recent=recent)


def _game(session: Session, slug: str) -> Game:
    load = selectinload(Game.seats).joinedload(Seat.person)
    game = session.scalar(select(Game).where(Game.slug == read_slug(slug)).options(load))
    if game is None:
        raise no_such_game(slug)
    return game


def _table(session: Session, game: Game, number: int | None, log: tuple[LogEntry, ...], *, recent: bool) -> Table:
    seats = tuple(seat_info(seat) for seat in game.seats)
    me = next((seat for seat in seats if seat.number == number), None)
    state = rules.load(game.position) if game.position else None
    owed = _owed(session, game)
    return Table(
        game=game_info(game),
        seats=seats,
        me=me,
        view=seen(state, me.number if me else None, is_open=lies_open(game)) if state else None,
        legal=_legal(state, me) if state and game.state == "running" else None,
        owed=owed,
        my_turn=next((turn for turn in owed if me and turn.seat == me.number), None),
        log=log,
        since_ply=told_from(log, me.number) if me else 0,
        scores=tuple(rules.score(state)) if state and game.state == "finished" else (),
        large=tuple(rules.large_points(state)) if state and game.state == "finished" else (),
        inviter=inviter_of(session, game) if game.started_at is None or not recent else "",
        seed=game.seed if game.state == "finished" else None,
        pause_reason=_pause_reason(session, game),
        before=_before(session, game),
        orders=orders_of(session, me.id) if me and game.state == "running" else (),
        points_open=points_open(game),
    )


def _pause_reason(session: Session, game: Game) -> str:
    """Why the game is paused, as it was said then; "" where nothing was said, or it is not paused."""
    if game.paused_at is None:
        return ""
    said = select(AuditEntry.detail).where(AuditEntry.game_id == game.id, AuditEntry.verb == "pause")
    return str((session.scalar(said.order_by(AuditEntry.id.desc()).limit(1)) or {}).get("reason", ""))


def _before(session: Session, game: Game) -> dict[int, Before]:
    """Who had a seat before it was given away in the running game, by seat; the last one of several."""
    if game.started_at is None:
        return {}
    given = select(AuditEntry.detail, AuditEntry.at).where(
        AuditEntry.game_id == game.id, AuditEntry.verb == "replace_seat", AuditEntry.at >= game.started_at
    )
    rows = session.execute(given.order_by(AuditEntry.id))
    return {row.detail["seat"]: Before(row.detail["was"], row.detail["ply"], row.at) for row in rows}


def inviter_of(session: Session, game: Game) -> str:
    """Who invites: who proposed the table, else as the invitations say it; nobody where none were written."""
    proposer = [seat.name for seat in game.seats if seat.person_id is not None and seat.person_id == game.proposed_by]
    if proposer:
        return proposer[0]
    letter = store.Letter
    query = select(letter.extra).where(letter.game_id == game.id, letter.kind == "invitation").limit(1)
    return str((session.scalar(query) or {}).get("inviter", ""))


def _legal(state: rules.State, me: SeatInfo | None) -> rules.Legal:
    legal = rules.legal(state)
    mine = me.number if me else -1
    return rules.Legal(
        legal.to_act,
        {seat: moves for seat, moves in legal.moves.items() if seat == mine},
        {seat: place for seat, place in legal.place.items() if seat == mine},
    )


def _owed(session: Session, game: Game) -> tuple[Owed, ...]:
    query = select(Turn).where(Turn.game_id == game.id, Turn.done_at.is_(None)).options(joinedload(Turn.seat))
    order = (game.position or {}).get("to_act", [])
    turns = sorted(session.scalars(query), key=lambda turn: order.index(turn.seat.number))
    return tuple(owed_of(turn) for turn in turns)


def owed_of(turn: Turn) -> Owed:
    """The view of a turn's row."""
    return Owed(turn.seat.number, turn.since_ply, turn.asked_at, turn.deadline_at, turn.left_seconds)


def whole_position(house: House, slug: str) -> dict[str, Any] | None:
    """The stored position with its hidden parts, for admins; None before the start. Raises PlayError no_such_game."""
    with house.store.read() as session:
        return _game(session, slug).position


def seat_links(house: House, slug: str) -> tuple[tuple[int, str, str], ...]:
    """Number, name and a new play link of each person's seat. Raises PlayError no_such_game."""
    with house.store.read() as session:
        return tuple(
            (seat.number, seat.name, link_url(house, "play", seat.id, seat.nonce))
            for seat in _game(session, slug).seats
            if seat.person_id is not None
        )


def list_letters(house: House, slug: str | None = None, limit: int | None = 200) -> tuple[LetterInfo, ...]:
    """The newest letters, of one game or of all. Raises PlayError no_such_game."""
    letter = store.Letter
    with house.store.read() as session:
        query = select(letter).options(joinedload(letter.person), joinedload(letter.seat), joinedload(letter.game))
        if slug is not None:
            query = query.where(letter.game_id == _game(session, slug).id)
        rows = session.execute(query.add_columns(is_reachable()).order_by(letter.id.desc()).limit(limit))
        return tuple(_letter_info(row, reachable) for row, reachable in rows)


def _letter_info(row: store.Letter, reachable: bool) -> LetterInfo:
    return LetterInfo(
        id=row.id,
        kind=row.kind,
        slug=row.game.slug,
        seat=row.seat.number,
        to_name=row.seat.name,
        to_address=row.to_address or row.person.address,
        ply=row.ply,
        state=row.state,
        subject=row.subject,
        created_at=row.created_at,
        not_before=row.not_before,
        ended_at=row.ended_at,
        attempts=row.attempts,
        last_error=row.last_error,
        merged_into=row.merged_into,
        lease_until=row.lease_until,
        is_kept=row.raw is not None,
        bounced_at=row.bounced_at,
        is_held=row.state == "waiting" and not reachable,
        waits_for=_wished(row) if row.state == "waiting" else "",
    )


def _wished(row: store.Letter) -> str:
    """What of its person's wishes has a waiting letter wait."""
    if row.person.letter_mode == "digest" and row.not_before == row.person.digest_at:
        return "day"
    quiet = hours_of(row.person.quiet_from, row.person.quiet_to)
    if row.kind not in ASKED_FOR and after_quiet(row.not_before - MOMENT, row.person.zone, quiet) == row.not_before:
        return "quiet"
    is_silent = row.person.letter_mode == "once" and row.kind in ASKING and row.not_before > row.created_at + HOUR
    return "visit" if is_silent else ""


def list_audit(house: House, slug: str | None = None, limit: int = 200) -> tuple[AuditInfo, ...]:
    """The newest lines of the audit trail, of one game or of all."""
    with house.store.read() as session:
        query = select(AuditEntry, Game.slug, Game.name).outerjoin(Game, Game.id == AuditEntry.game_id)
        if slug is not None:
            query = query.where(AuditEntry.game_id == _game(session, slug).id)
        rows = session.execute(query.order_by(AuditEntry.id.desc()).limit(limit))
        return tuple(AuditInfo(row.at, row.actor, row.verb, row.detail, at, name) for row, at, name in rows)


def mailbox(house: House, limit: int = 500) -> tuple[MailboxEntry, ...]:
    """The letters kept because no SMTP host is set, newest first."""
    letter = store.Letter
    with house.store.read() as session:
        query = select(letter).where(letter.state == "sent", letter.raw.is_not(None), letter.merged_into.is_(None))
        query = query.options(joinedload(letter.person), joinedload(letter.seat), joinedload(letter.game))
        rows: Sequence[store.Letter] = session.scalars(
            query.order_by(letter.ended_at.desc(), letter.id.desc()).limit(limit)
        ).all()
        return tuple(
            MailboxEntry(
                row.id,
                row.ended_at or row.created_at,
                row.seat.name,
                row.to_address or row.person.address,
                row.subject or "",
                row.kind,
                row.game.name,
            )
            for row in rows
        )


def mailbox_letter(house: House, letter_id: int) -> bytes | None:
    """A letter of the mailbox as it would have left, or None."""
    with house.store.read() as session:
        return session.scalar(select(store.Letter.raw).where(store.Letter.id == letter_id))
