"""A table at any move of its game, as somebody may see it, for replay, spectators and story; it changes nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from pbem import rules
from pbem.play.reading import game_info, seat_info
from pbem.play.reels import Reel, reel_of
from pbem.play.seeing import lies_open, seen
from pbem.play.transaction import no_such_game, read_slug
from pbem.play.types import N_, GameInfo, House, LogEntry, PlayError, SeatInfo
from pbem.store import Game, Seat


@dataclass(frozen=True)
class Scene:
    """A table after move `at`; `me` is None for the public. `before`: the position one move earlier, None at the start.

    `log` is the whole log, to the newest move; `scores` and `large` (points of each large building that counts, by
    seat) are there when the game has been played to its end, whatever `at` is; `end` is the view then, else None.
    """

    game: GameInfo
    seats: tuple[SeatInfo, ...]
    me: int | None
    at: int
    view: dict[str, Any]
    before: dict[str, Any] | None
    log: tuple[LogEntry, ...]
    scores: tuple[rules.Score, ...] = ()
    large: tuple[Mapping[str, int], ...] = ()
    end: dict[str, Any] | None = None

    @property
    def names(self) -> dict[int, str]:
        """Seat number to name."""
        return {seat.number: seat.name for seat in self.seats}

    @property
    def entry(self) -> LogEntry | None:
        """The move that led here; None at the start."""
        return self.log[self.at - 1] if self.at else None


def scene(house: House, slug: str, seat: int | None, at: int | None = None) -> Scene:
    """The table after `at` moves (None: all of them) as that seat, or the public, may see it.

    Points of others lie face down while the game runs, unless it is played with open points; hidden tiles always.
    Raises PlayError no_such_game, not_open (it has not begun), no_such_move, or why its log cannot be played again.
    """
    with house.store.snapshot() as session:
        game = begun(session, slug)
        if at is not None and not 0 <= at <= game.ply:
            raise PlayError(
                "no_such_move", N_("There is no move %(at)s: the game has %(last)s moves so far."), 404,
                at=at, last=game.ply,
            )  # fmt: skip
        try:
            return _scene(game, reel_of(session, game), seat, game.ply if at is None else at)
        except rules.RulesError as error:
            raise PlayError(error.code, error.template, 409, **error.params) from error


def begun(session: Session, slug: str) -> Game:
    """A game with its seats. Raises PlayError no_such_game, or not_open for one that has not begun."""
    load = selectinload(Game.seats).joinedload(Seat.person)
    game = session.scalar(select(Game).where(Game.slug == read_slug(slug)).options(load))
    if game is None:
        raise no_such_game(slug)
    if game.position is None:
        raise PlayError("not_open", N_("%(game)s has not begun yet."), 409, game=game.name)
    return game


def _scene(game: Game, reel: Reel, seat: int | None, at: int) -> Scene:
    is_open, is_over = lies_open(game), game.state == "finished"
    last = rules.load(game.position) if is_over else None
    return Scene(
        game=game_info(game),
        seats=tuple(seat_info(each) for each in game.seats),
        me=seat,
        at=at,
        view=seen(reel.at(at), seat, is_open=is_open),
        before=seen(reel.at(at - 1), seat, is_open=is_open) if at else None,
        log=reel.log,
        scores=tuple(rules.score(last)) if last else (),
        large=tuple(rules.large_points(last)) if last else (),
        end=seen(last, seat, is_open=True) if last else None,
    )
