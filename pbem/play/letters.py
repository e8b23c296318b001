"""What a person may do about letters: stop them, have them again, ask for a fresh link, void old links."""

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from pbem.play.links import new_nonce, read_link
from pbem.play.mygames import knows_of
from pbem.play.outbox import withdraw_asking, write_letter
from pbem.play.people import check_address
from pbem.play.transaction import Transaction, transaction
from pbem.play.types import House
from pbem.store import Game, Person, Seat


def stop_letters(house: House, seat_id: int) -> None:
    """No more letters of this game to this seat (RFC 8058); the turns are owed all the same. Twice is as good."""
    with transaction(house) as tx:
        seat = _seat(tx, seat_id)
        if seat.letters_off_at is None:
            seat.letters_off_at = tx.now
            withdraw_asking(tx, seat, "letters were stopped")
            tx.audit(seat.name, "stop_letters", seat.game_id, seat=seat.number)


def resume_letters(house: House, seat_id: int) -> None:
    """Letters of this game come again."""
    with transaction(house) as tx:
        seat = _seat(tx, seat_id)
        if seat.letters_off_at is not None:
            seat.letters_off_at = None
            tx.audit(seat.name, "resume_letters", seat.game_id, seat=seat.number)


def request_fresh_link(house: House, token: str) -> None:
    """Sends a new link to the seat's own address, at most one an hour, for a link that is genuine but too old.

    Raises PlayError link_bad or link_revoked.
    """
    linked = read_link(house, "play", token, expired_too=True)
    with transaction(house) as tx:
        seat = _seat(tx, linked.seat_id)
        write_letter(tx, "fresh_link", seat, f"fresh_link:{seat.id}:{tx.now:%Y%m%d%H}", ply=seat.game.ply, reason="old")


def request_my_games(house: House, address: str) -> None:
    """Sends the link to all of somebody's games to that address, at most one an hour; nothing where it is nobody's.

    The link is of the seat at the newest running table, else at the newest: it is good also when all is over. No game
    is locked, so that a move under way does not make the answer for a known address a slower one. Raises PlayError
    bad_address.
    """
    key = check_address(address).casefold()
    try:
        with transaction(house) as tx:
            query = select(Seat).join(Seat.game).join(Person, Person.id == Seat.person_id)
            is_running = Game.state == "running"
            query = query.where(Person.address_key == key, knows_of(Seat.person_id))
            query = query.order_by(is_running.desc(), Game.id.desc()).limit(1)
            seat = tx.session.scalar(query)
            if seat is not None:
                dedupe = f"my_games:{seat.person_id}:{tx.now:%Y%m%d%H}"
                write_letter(tx, "my_games", seat, dedupe, ply=seat.game.ply)
    except IntegrityError:  # the same request at the same moment has written it
        return


def revoke_links(house: House, seat_id: int, by: str) -> None:
    """Voids all links of a seat and sends it a new one."""
    with transaction(house) as tx:
        seat = _seat(tx, seat_id)
        seat.nonce = new_nonce()
        tx.audit(by, "revoke_links", seat.game_id, seat=seat.number)
        write_letter(tx, "fresh_link", seat, f"fresh_link:{seat.id}:{seat.nonce}", ply=seat.game.ply, reason="replaced")


def _seat(tx: Transaction, seat_id: int) -> Seat:
    """The seat; its game is locked first, as everywhere, so that no two verbs wait for each other."""
    tx.lock_game_id(tx.session.scalars(select(Seat.game_id).where(Seat.id == seat_id)).one())
    return tx.session.get_one(Seat, seat_id)
