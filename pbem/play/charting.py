"""Points by round of a game, counted by playing its log again; it changes nothing and draws nothing."""

from sqlalchemy import select

from pbem.play.reels import reel_of
from pbem.play.transaction import no_such_game, read_slug
from pbem.play.types import House
from pbem.store import Game


def points_by_round(house: House, slug: str) -> dict[int, tuple[int, ...]]:
    """Each seat's total (rules 4, as if the game ended there) at the end of each round, of a game that is over.

    Empty for any other game: it would tell what lies face down. Raises PlayError no_such_game, UnknownVersion, and
    BadRequest for a log that cannot be played again.
    """
    with house.store.snapshot() as session:
        game = session.scalar(select(Game).where(Game.slug == read_slug(slug)))
        if game is None:
            raise no_such_game(slug)
        return reel_of(session, game).points_by_round() if game.state == "finished" else {}
