"""Who wants no more invitations from players of this house: a link of the person's own, good for that alone."""

from dataclasses import dataclass

from itsdangerous import BadSignature
from sqlalchemy import select

from pbem.play.games import note_declined
from pbem.play.links import LONGEST_TOKEN, serializer
from pbem.play.transaction import Transaction, transaction
from pbem.play.types import N_, House, PlayError
from pbem.store import Game, Person, Seat

_PURPOSE = "no-invitations"


@dataclass(frozen=True)
class Uninvited:
    """A person's wish as to invitations by players; `is_off`: none any more."""

    person_id: int
    language: str
    zone: str
    is_off: bool


def uninvite_url(house: House, person_id: int) -> str:
    """The address that asks whether somebody wants no more invitations. It does not run out: nobody needs a seat."""
    token = serializer(house.settings.secret_keys, _PURPOSE).dumps(person_id)
    return f"{house.settings.base_url}/no-invitations/{token if isinstance(token, str) else token.decode()}"


def read_uninvite(house: House, token: str) -> Uninvited:
    """Whose wish that link is about. Raises PlayError link_bad."""
    bad = PlayError("link_bad", N_("This link is not one of ours, or a part of it is missing."), 403)
    if len(token) > LONGEST_TOKEN:
        raise bad
    try:
        person_id = int(serializer(house.settings.secret_keys, _PURPOSE).loads(token))
    except (BadSignature, TypeError, ValueError) as error:
        raise bad from error
    with house.store.read() as session:
        person = session.get(Person, person_id)
        if person is None:
            raise bad
        return Uninvited(person.id, person.language, person.zone, person.no_invites_at is not None)


def set_uninvited(house: House, token: str, *, off: bool) -> None:
    """No player invites the link's person any more (`off`), or again; invitations that lie open are declined with it.

    Twice is as good. Raises PlayError link_bad.
    """
    found = read_uninvite(house, token)
    if found.is_off == off:
        return
    with transaction(house) as tx:
        games = _invited_to(tx, found.person_id) if off else []
        for game_id in games:  # games come before people, as everywhere
            _decline(tx, tx.lock_game_id(game_id), found.person_id)
        query = select(Person).where(Person.id == found.person_id).with_for_update(key_share=True)
        person = tx.session.scalars(query.execution_options(populate_existing=True)).one()
        person.no_invites_at = tx.now if off else None
        tx.audit(person.name, "stop_invitations" if off else "allow_invitations", None)


def _invited_to(tx: Transaction, person_id: int) -> list[int]:
    seats = select(Seat.game_id).join(Seat.game).where(Seat.person_id == person_id, Seat.status == "invited")
    open_ones = seats.where(Game.state == "inviting", Game.proposed_by.is_not(None))
    return list(tx.session.scalars(open_ones.order_by(Seat.game_id)))


def _decline(tx: Transaction, game: Game, person_id: int) -> None:
    """Looks again under the lock, as the game may have begun meanwhile."""
    for seat in game.seats:
        if game.state == "inviting" and seat.person_id == person_id and seat.status == "invited":
            note_declined(tx, game, seat)
