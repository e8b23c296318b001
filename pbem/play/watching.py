"""The read-only link that a game can have, for who looks on: made and withdrawn by its people; it shows nothing."""

import secrets

from itsdangerous import BadSignature
from sqlalchemy import select

from pbem.play.links import LONGEST_TOKEN, new_nonce, serializer
from pbem.play.transaction import Transaction, game_named, transaction
from pbem.play.types import N_, House, PlayError
from pbem.store import Game, Seat

PURPOSE = "watch"  # the salt: no other link opens this door, and this one no other


def open_watch(house: House, seat_id: int) -> None:
    """Gives the seat's game its link; one that it has stays. Raises PlayError not_open before the game has begun."""
    with transaction(house) as tx:
        game, name = _locked(tx, seat_id)
        if game.position is None:
            raise PlayError("not_open", N_("%(game)s has not begun yet."), 409, game=game.name)
        if game.watch_nonce is None:
            game.watch_nonce = new_nonce()
            tx.audit(name, "open_watch", game.id)


def close_watch(house: House, seat_id: int) -> None:
    """Withdraws the link of the seat's game: it opens nothing any more, and a new one will be another."""
    with transaction(house) as tx:
        game, name = _locked(tx, seat_id)
        if game.watch_nonce is not None:
            game.watch_nonce = None
            tx.audit(name, "close_watch", game.id)


def _locked(tx: Transaction, seat_id: int) -> tuple[Game, str]:
    seat = tx.session.scalars(select(Seat).where(Seat.id == seat_id)).one()
    return tx.lock_game_id(seat.game_id), seat.name


def watch_url(house: House, slug: str) -> str | None:
    """The whole address of the game's read-only link, or None while it has none. Raises PlayError no_such_game."""
    with house.store.read() as session:
        game = game_named(session, slug)
        if game.watch_nonce is None:
            return None
        signed = serializer(house.settings.secret_keys, PURPOSE)
        return f"{house.settings.base_url}/watch/{signed.dumps([game.id, game.watch_nonce])}"


def read_watch(house: House, token: str) -> str:
    """The slug of the game that a read-only link shows. Raises PlayError watch_bad, or watch_over: it was withdrawn.

    Such a link has no age: it holds until somebody at the table withdraws it.
    """
    bad = PlayError("watch_bad", N_("This link is not one of ours, or a part of it is missing."), 403)
    if len(token) > LONGEST_TOKEN:
        raise bad
    try:
        payload = serializer(house.settings.secret_keys, PURPOSE).loads(token)
    except BadSignature as error:
        raise bad from error
    if not (isinstance(payload, list) and len(payload) == 2):
        raise bad
    with house.store.read() as session:
        row = session.execute(select(Game.slug, Game.watch_nonce).where(Game.id == int(payload[0]))).first()
    if row is None or row.watch_nonce is None or not secrets.compare_digest(row.watch_nonce, str(payload[1])):
        raise PlayError("watch_over", N_("Whoever plays at this table has withdrawn the link, or made a new one."), 403)
    return str(row.slug)
