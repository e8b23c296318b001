"""Points by round of a game, counted by playing its log again; it changes nothing and draws nothing."""

from sqlalchemy import select

from pbem.play.gamefiles import lines
from pbem.play.transaction import no_such_game, read_slug
from pbem.play.types import House
from pbem.rules import Rules, versions
from pbem.rules.replaying import make_all
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
        if game.state != "finished":
            return {}
        edition = versions.edition(game.rules_version)
        state = edition.new_game(Rules.from_json(game.rules), game.seed)
        log = lines(session, game.id)
    totals: list[list[int]] = []
    number = state.round
    for _ in make_all(edition, state, log):
        if state.round != number or not state.to_act:
            totals.append([score.total for score in edition.score(state)])
            number = state.round
    return {seat: tuple(row[seat] for row in totals) for seat in range(len(state.players))}
