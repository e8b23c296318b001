"""Whether a proposed table comes about, where an admin has to agree first; it proposes none."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import selectinload

from pbem.play.games import begin, invite, is_complete, note_declined
from pbem.play.outbox import withdraw_all, write_letter
from pbem.play.reading import game_info, inviter_of
from pbem.play.said import check_reason
from pbem.play.transaction import Transaction, transaction
from pbem.play.types import N_, GameInfo, House, PlayError
from pbem.store import Game, Seat


@dataclass(frozen=True)
class WaitingProposal:
    """A table that a player has proposed and that waits for an admin. `guests`: name and address (None: a bot)."""

    game: GameInfo
    by: str
    guests: tuple[tuple[str, str | None], ...]
    at: datetime


def waiting_proposals(house: House) -> tuple[WaitingProposal, ...]:
    """What waits for an admin, the oldest first."""
    load = selectinload(Game.seats).joinedload(Seat.person)
    with house.store.read() as session:
        query = select(Game).where(Game.state == "proposed").options(load).order_by(Game.id)
        return tuple(
            WaitingProposal(game_info(game), inviter_of(session, game), _guests(game), game.created_at)
            for game in session.scalars(query)
        )


def count_proposals(house: House) -> int:
    """How many tables wait for an admin."""
    with house.store.read() as session:
        return session.scalar(select(func.count()).select_from(Game).where(Game.state == "proposed")) or 0


def _guests(game: Game) -> tuple[tuple[str, str | None], ...]:
    guests = (seat for seat in game.seats if seat.person_id is None or seat.person_id != game.proposed_by)
    return tuple((seat.name, seat.person.address if seat.person else None) for seat in guests)


def agree_proposal(house: House, slug: str, by: str) -> GameInfo:
    """The table comes about: its people are invited now, and who proposed it is told.

    With everybody there already (bots) it begins at once. Raises PlayError no_such_game or not_proposed.
    """
    with transaction(house) as tx:
        game = _proposed(tx, slug)
        game.state = "inviting"
        tx.audit(by, "agree_proposal", game.id)
        _spare(tx, game)
        if is_complete(game):
            begin(tx, game, by)
        else:
            invite(tx, game, inviter_of(tx.session, game))
            _tell(tx, game, "proposal_agreed")
        return game_info(game)


def _spare(tx: Transaction, game: Game) -> None:
    """Who has come to want no invitations by players, since this one was proposed, is not written to."""
    for seat in game.seats:
        if seat.status == "invited" and seat.person is not None and seat.person.no_invites_at is not None:
            note_declined(tx, game, seat)


def refuse_proposal(house: House, slug: str, by: str, reason: str = "") -> GameInfo:
    """The table does not come about; who proposed it is told why, nobody else has heard of it.

    Raises PlayError no_such_game, not_proposed or bad_text.
    """
    why = check_reason(reason)
    with transaction(house) as tx:
        game = _proposed(tx, slug)
        withdraw_all(tx, game.id, "the game was called off")
        game.state, game.finished_at = "cancelled", tx.now
        tx.audit(by, "refuse_proposal", game.id, reason=why)
        _tell(tx, game, "proposal_refused", reason=why)
        return game_info(game)


def _proposed(tx: Transaction, slug: str) -> Game:
    game = tx.lock_game(slug)
    if game.state != "proposed":
        raise PlayError("not_proposed", N_("%(game)s does not wait for an answer of yours."), 409, game=game.name)
    return game


def _tell(tx: Transaction, game: Game, kind: str, reason: str = "") -> None:
    for seat in game.seats:
        if seat.person_id is not None and seat.person_id == game.proposed_by:
            write_letter(tx, kind, seat, f"{kind}:{seat.id}", ply=0, reason=reason)
