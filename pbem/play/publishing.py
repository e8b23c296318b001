"""The public list of finished games: who has agreed, which games stand in it; an address is never in what it gives."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, and_, exists, select
from sqlalchemy.orm import Session, aliased, selectinload

from pbem import rules
from pbem.play.reading import game_info
from pbem.play.transaction import read_slug, transaction
from pbem.play.types import N_, GameInfo, House, PlayError
from pbem.store import Game, Seat


@dataclass(frozen=True)
class Consent:
    """How a finished table stands to the public list. `mine`: has the reader said yes; `missing`: who has not yet.

    `is_out`: an admin has taken the game out of the list.
    """

    mine: bool
    missing: tuple[str, ...]
    is_out: bool

    @property
    def is_public(self) -> bool:
        """Whether the game stands in the list."""
        return not self.missing and not self.is_out


@dataclass(frozen=True)
class PublicPlace:
    """Somebody's place in a game that is over. `points` is None where this program does not have the game's rules."""

    name: str
    is_bot: bool
    place: int
    points: int | None


@dataclass(frozen=True)
class PublicGame:
    """A game of the public list, its places best first."""

    game: GameInfo
    finished_at: datetime
    places: tuple[PublicPlace, ...]


def consent(house: House, seat_id: int) -> Consent | None:
    """What the page of a finished table asks the seat's person; None while the game is not over."""
    with house.store.read() as session:
        seat = session.get_one(Seat, seat_id)
        if seat.game.state != "finished":
            return None
        missing = tuple(each.name for each in seat.game.seats if each.person_id is not None and each.public_at is None)
        return Consent(seat.public_at is not None, missing, seat.game.unlisted_at is not None)


def set_public(house: House, seat_id: int, wanted: bool) -> None:
    """Whether, for the seat's person, the game may stand in the public list; it can be said anew at any time.

    Raises PlayError not_over.
    """
    with transaction(house) as tx:
        seat = tx.session.get_one(Seat, seat_id)
        game = tx.lock_game_id(seat.game_id)
        if game.state != "finished":
            raise PlayError("not_over", N_("%(game)s is not over yet."), 409, game=game.name)
        if (seat.public_at is not None) != wanted:
            seat.public_at = tx.now if wanted else None
            tx.audit(seat.name, "allow_public" if wanted else "forbid_public", game.id, seat=seat.number)


def set_listed(house: House, slug: str, by: str, *, listed: bool) -> GameInfo:
    """An admin takes a finished game out of the public list, or lets it in again where the table agrees.

    Raises PlayError no_such_game or not_over.
    """
    with transaction(house) as tx:
        game = tx.lock_game(slug)
        if game.state != "finished":
            raise PlayError("not_over", N_("%(game)s is not over yet."), 409, game=game.name)
        if (game.unlisted_at is None) != listed:
            game.unlisted_at = None if listed else tx.now
            tx.audit(by, "list_game" if listed else "unlist_game", game.id)
        return game_info(game)


def public_games(house: House, *, first: int = 0, limit: int = 20) -> tuple[PublicGame, ...]:
    """The public list from the `first`th on, the newest end first."""
    query = select(Game).where(_is_public()).options(selectinload(Game.seats))
    with house.store.read() as session:
        games = session.scalars(query.order_by(Game.finished_at.desc(), Game.id.desc()).offset(first).limit(limit))
        return tuple(_public_game(game) for game in games)


def is_public(house: House, slug: str) -> bool:
    """Whether that game stands in the public list. Raises PlayError no_such_game for what is no slug."""
    with house.store.read() as session:
        return is_public_in(session, read_slug(slug))


def is_public_in(session: Session, slug: str) -> bool:
    """The same within a transaction, for a slug that is one."""
    return session.scalar(select(Game.id).where(Game.slug == slug, _is_public())) is not None


def listing(house: House, slug: str) -> str:
    """How a game stands to the public list: public, out (an admin took it out) or "". Raises PlayError no_such_game."""
    with house.store.read() as session:
        game = session.scalar(select(Game).where(Game.slug == read_slug(slug)))
        if game is not None and game.unlisted_at is not None:
            return "out"
        return "public" if is_public_in(session, slug) else ""


def _is_public() -> ColumnElement[bool]:
    """Over, with people who have all agreed, and not taken out; bots are not asked."""
    asked, silent = aliased(Seat), aliased(Seat)
    has_people = exists().where(asked.game_id == Game.id, asked.person_id.is_not(None))
    has_silent = exists().where(silent.game_id == Game.id, silent.person_id.is_not(None), silent.public_at.is_(None))
    return and_(Game.state == "finished", Game.unlisted_at.is_(None), has_people, ~has_silent)


def _public_game(game: Game) -> PublicGame:
    info = game_info(game)
    if info.trouble is not None or game.position is None:
        places = [PublicPlace(seat.name, seat.bot is not None, 0, None) for seat in game.seats]
    else:
        ranked = sorted(rules.score(rules.load(game.position)), key=lambda score: (score.place, score.seat))
        seats = {seat.number: seat for seat in game.seats}
        places = [PublicPlace(seats[s.seat].name, bool(seats[s.seat].bot), s.place, s.total) for s in ranked]
    return PublicGame(info, game.finished_at or game.created_at, tuple(places))
