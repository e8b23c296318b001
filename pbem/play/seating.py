"""Gives a seat to somebody else, a person or a bot, before the game is over; it moves no piece."""

import secrets

from sqlalchemy.exc import IntegrityError

from pbem.play.games import Allowed, begin, is_complete, must_not_be_over
from pbem.play.heard import newest_ids
from pbem.play.kinds import BEFORE_START
from pbem.play.links import new_nonce
from pbem.play.orders import end_orders
from pbem.play.outbox import has_heard, withdraw_seat, write_letter
from pbem.play.people import check_seats, find_or_add_person, spec_of
from pbem.play.reading import game_info, inviter_of
from pbem.play.said import check_reason
from pbem.play.transaction import Transaction, transaction
from pbem.play.turns import ask_anew
from pbem.play.types import N_, GameInfo, House, PlayError, SeatSpec
from pbem.store import Game, Seat


def replace_seat(
    house: House,
    slug: str,
    number: int,
    spec: SeatSpec,
    by: str,
    *,
    reason: str = "",
    key: str | None = None,
    allowed: Allowed | None = None,
) -> GameInfo:
    """Somebody else sits there from now on: board, points and turn stay, links and reply addresses of before are void.

    Who leaves is told, if he has heard of the game at all; who comes is invited while the game invites, else gets the
    table introduced and, where the seat owes a move, a fresh turn with its whole time. A bot in the last open seat
    starts the game. A second call with the same `key` changes nothing. Raises PlayError no_such_game, not_open,
    no_such_seat, duplicate_seat, bad_text, or as read_seat and `allowed` do.
    """
    why = check_reason(reason)
    try:
        return _replace(house, slug, number, spec, by, why, key, allowed)
    except IntegrityError:  # another process wrote that person at the same moment; now it can be seen
        return _replace(house, slug, number, spec, by, why, key, allowed)


def _replace(
    house: House, slug: str, number: int, spec: SeatSpec, by: str, why: str, key: str | None, allowed: Allowed | None
) -> GameInfo:
    with transaction(house) as tx:
        game = tx.lock_game(slug)
        must_not_be_over(game)
        if tx.was_done(game.id, "replace_seat", key):
            return game_info(game)
        if allowed is not None:
            allowed(tx, game)
        seat = next((seat for seat in game.seats if seat.number == number), None)
        if seat is None:
            raise PlayError("no_such_seat", N_("There is no seat %(seat)s at this table."), 404, seat=number)
        tidy, was = _checked(game, seat, spec), seat.name
        _say_goodbye(tx, game, seat, tidy.name, why)
        _sit_down(tx, game, seat, tidy)
        tx.audit(by, "replace_seat", game.id, seat=number, was=was, name=tidy.name, ply=game.ply, reason=why, key=key)
        if game.state == "running":
            _introduce(tx, game, seat, was)
        elif game.state == "inviting":
            _invite(tx, game, seat, by)
        return game_info(game)


def _checked(game: Game, seat: Seat, spec: SeatSpec) -> SeatSpec:
    """The newcomer, with a name and address that no other seat has. Raises PlayError."""
    others = [spec_of(other) for other in game.seats if other is not seat]
    tidy = check_seats([*others, spec])[-1]
    if seat.person is not None and (tidy.address or "").casefold() == seat.person.address_key:
        raise PlayError("duplicate_seat", N_("%(who)s has that seat already."), 409, who=seat.name)
    return tidy


def _say_goodbye(tx: Transaction, game: Game, seat: Seat, successor: str, why: str) -> None:
    """Who has declined, or never had a letter, is not written to."""
    is_told = seat.status != "declined" and has_heard(tx, seat)
    withdraw_seat(tx, seat, "somebody else has the seat now")
    if is_told:
        write_letter(
            tx,
            "replaced",
            seat,
            f"replaced:{seat.id}:{secrets.token_hex(4)}",
            ply=game.ply,
            successor=successor,
            reason=why,
            was_invited=game.state in BEFORE_START,
        )


def _sit_down(tx: Transaction, game: Game, seat: Seat, spec: SeatSpec) -> None:
    end_orders(tx, seat)
    seat.person = None if spec.bot else find_or_add_person(tx, spec)
    seat.name, seat.bot, seat.nonce, seat.letters_off_at = spec.name, spec.bot, new_nonce(), None
    seat.public_at = None  # the new person decides anew
    seat.status = "invited" if game.state in BEFORE_START and not spec.bot else "accepted"
    seat.talk_told = newest_ids(tx, [game.id]).get(game.id, 0)  # what was said before stands on the page
    tx.session.flush()


def _introduce(tx: Transaction, game: Game, seat: Seat, was: str) -> None:
    write_letter(tx, "takeover", seat, f"takeover:{seat.id}:{secrets.token_hex(4)}", ply=game.ply, was=was)
    ask_anew(tx, game, seat)


def _invite(tx: Transaction, game: Game, seat: Seat, by: str) -> None:
    inviter = inviter_of(tx.session, game)
    write_letter(tx, "invitation", seat, f"invitation:{seat.id}:{secrets.token_hex(4)}", ply=0, inviter=inviter)
    if is_complete(game):
        begin(tx, game, by)
