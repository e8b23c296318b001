"""One verb is one transaction: session, moment, audit lines and the bells to ring once it is committed."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from pbem.play.texts import storable
from pbem.play.types import N_, House, PlayError
from pbem.rules import versions
from pbem.store import AuditEntry, Game

REMEMBERED = 50  # acts of a kind in a game that are looked through for a form's key
_SLUG = re.compile(r"[a-z0-9-]{1,64}")


class Transaction:
    """What a verb works with. `now` is the same moment for all that it writes."""

    def __init__(self, house: House, session: Session) -> None:
        self.house = house
        self.session = session
        self.now: datetime = house.clock()
        self.bells: list[tuple[str, int]] = []

    def ring(self, what: str, number: int) -> None:
        """Has the doorbell rung after the commit."""
        self.bells.append((what, number))

    def audit(self, actor: str, verb: str, game_id: int | None, **detail: object) -> None:
        """Adds a line to the audit trail."""
        self.session.add(AuditEntry(at=self.now, actor=actor, verb=verb, game_id=game_id, detail=detail))

    def was_done(self, game_id: int | None, verb: str, key: str | None) -> bool:
        """Whether the newest acts in that game hold this one with this key: then a form was delivered twice."""
        if key is None:
            return False
        query = select(AuditEntry.detail).where(AuditEntry.game_id == game_id, AuditEntry.verb == verb)
        newest = self.session.scalars(query.order_by(AuditEntry.id.desc()).limit(REMEMBERED))
        return any(detail.get("key") == key for detail in newest)

    def lock_game(self, slug: str) -> Game:
        """The game, locked until the end. Raises PlayError no_such_game."""
        game = self.session.scalar(_locked(select(Game).where(Game.slug == read_slug(slug))))
        if game is None:
            raise no_such_game(slug)
        return game

    def lock_game_id(self, game_id: int) -> Game:
        """The game of a row that refers to it, locked until the end."""
        return self.session.scalars(_locked(select(Game).where(Game.id == game_id))).one()


def _locked(query: Select[Game]) -> Select[Game]:
    """FOR NO KEY UPDATE: rows that refer to the game (a letter's end, an audit line) need not wait for a move."""
    return query.with_for_update(key_share=True)


@contextmanager
def transaction(house: House) -> Iterator[Transaction]:
    """Commits at the end, then rings. An exception undoes everything and rings nothing."""
    with house.store.write() as session:
        tx = Transaction(house, session)
        yield tx
    for what, number in tx.bells:
        house.ring(what, number)


def game_named(session: Session, slug: str) -> Game:
    """A game for reading; one that the session has read already is not read again. Raises PlayError no_such_game."""
    name = read_slug(slug)
    known = (row for row in session.identity_map.values() if isinstance(row, Game) and row.slug == name)
    game = next(known, None) or session.scalar(select(Game).where(Game.slug == name))
    if game is None:
        raise no_such_game(slug)
    return game


def read_slug(slug: str) -> str:
    """A slug as it may stand in the database. Raises PlayError no_such_game for a text that is none."""
    if not _SLUG.fullmatch(slug):
        raise no_such_game(slug)
    return slug


def no_such_game(slug: str) -> PlayError:
    """The error for a game that does not exist."""
    return PlayError("no_such_game", N_("There is no game %(slug)s."), 404, slug=storable(slug[:64]))


def must_have_rules(game: Game) -> None:
    """PlayError unknown_rules_version for a game begun with rules that this program does not have."""
    try:
        versions.edition(game.rules_version)
    except versions.UnknownVersion as error:
        raise PlayError(error.code, error.template, 409, **error.params) from error
