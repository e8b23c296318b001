"""Gives a game as a game file (notation 4), with nothing in it that a player may not know yet; changes nothing."""

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from pbem import rules
from pbem.play.transaction import no_such_game, read_slug
from pbem.play.types import N_, House, PlayError
from pbem.rules import gamefile, versions
from pbem.store import Game, Move


def export_game(house: House, slug: str) -> str:
    """The game file, in ASCII. Seed and Result are in it when the game has been played to its end.

    A game called off keeps its seed for itself: its end was not played, and it might be taken up again.
    Raises PlayError no_such_game or not_open (it has not begun), UnknownVersion for rules that we do not have.
    """
    with house.store.snapshot() as session:
        game = session.scalar(select(Game).where(Game.slug == read_slug(slug)).options(selectinload(Game.seats)))
        if game is None:
            raise no_such_game(slug)
        if game.position is None:
            raise PlayError("not_open", N_("%(game)s has not begun yet."), 409, game=game.name)
        return gamefile.write(_tags(game), lines(session, game.id))


def _tags(game: Game) -> dict[str, str]:
    tags = {
        "Game": game.name,
        "Rules": gamefile.rules_text(rules.Rules.from_json(game.rules)),
        "RulesVersion": str(game.rules_version),
        "SeedHash": game.seed_hash,
    }
    if game.state == "finished":
        tags["Seed"] = game.seed
    tags.update((f"Seat{seat.number}", seat.name) for seat in game.seats)
    if game.state == "finished":
        edition = versions.edition(game.rules_version)
        tags["Result"] = gamefile.result_text(edition.score(rules.load(game.position)))
    return tags


def lines(session: Session, game_id: int) -> list[gamefile.Line]:
    """The log of a game as the lines of its file."""
    query = select(Move.ply, Move.seat, Move.move, Move.mark).where(Move.game_id == game_id).order_by(Move.ply)
    return [gamefile.Line(row.ply, row.seat, row.move, row.mark) for row in session.execute(query)]
