"""A person's new address: asked for on the page and confirmed from there, or set by an admin; it sends nothing."""

from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256

from itsdangerous import BadSignature
from sqlalchemy import func, select, update
from sqlalchemy.exc import IntegrityError

from pbem import store
from pbem.play.kinds import OPEN_STATES
from pbem.play.links import LONGEST_TOKEN, new_nonce, serializer
from pbem.play.noting import LONGEST_NOTE
from pbem.play.outbox import write_letter
from pbem.play.people import check_address
from pbem.play.transaction import Transaction, transaction
from pbem.play.troubles import forget_trouble, write_again
from pbem.play.types import N_, House, Letter, PlayError
from pbem.store import AddressTrouble, Game, Note, Person, Seat, StandingOrder, Talk

CONFIRM_AGE = timedelta(days=2)
MOST_A_DAY = 3  # letters to addresses that nobody has confirmed: they must not become a way to pester strangers


@dataclass(frozen=True)
class NewAddress:
    """An address that somebody wants letters at, behind its own link. `name` sits at the table `game`."""

    address: str
    name: str
    game: str
    slug: str
    language: str
    zone: str


def request_address(house: House, seat_id: int, text: str) -> str:
    """Sends a link to a new address of the person on a seat; nothing changes until it is confirmed there.

    Only where letters to the old address come back: a link may be in a forwarded letter, and whoever holds it must not
    carry off the tables of somebody whose letters arrive. Gives the address as it was understood. Raises PlayError
    bad_address, same_address, address_well or too_many_addresses.
    """
    address = check_address(text)
    with transaction(house) as tx:
        seat = _seat(tx, seat_id)
        if seat.person is None or address.casefold() == seat.person.address_key:
            raise PlayError("same_address", N_("Letters go to that address already. Nothing was changed."), 409)
        _must_be_in_trouble(tx, seat.person)
        _not_too_many(tx, seat)
        dedupe = f"new_address:{seat.id}:{new_nonce()}"
        write_letter(tx, "new_address", seat, dedupe, ply=seat.game.ply, to=address)
        tx.audit(seat.name, "request_address", seat.game_id, seat=seat.number)
    return address


def _must_be_in_trouble(tx: Transaction, person: Person) -> None:
    trouble = select(AddressTrouble.id).where(
        AddressTrouble.address_key == person.address_key, AddressTrouble.suppressed_at.is_not(None)
    )
    if tx.session.scalar(trouble) is None:
        raise PlayError(
            "address_well",
            N_("Letters to your address arrive. Only the host of the table can have them sent somewhere else."),
            409,
        )


def _not_too_many(tx: Transaction, seat: Seat) -> None:
    letter = store.Letter
    recent = select(func.count()).where(
        letter.person_id == seat.person_id, letter.kind == "new_address", letter.created_at > tx.now - timedelta(days=1)
    )
    if (tx.session.scalar(recent) or 0) >= MOST_A_DAY:
        raise PlayError(
            "too_many_addresses",
            N_("New addresses were asked for %(count)s times today. Try again tomorrow, or write to the host."),
            429,
            count=MOST_A_DAY,
        )


def address_url(house: House, letter: Letter) -> str:
    """The link with which the address of a `new_address` letter is confirmed; void once the person has another one."""
    with house.store.read() as session:
        key = session.scalars(select(Person.address_key).where(Person.id == letter.person.id)).one()
    token = serializer(house.settings.secret_keys, "address").dumps([letter.id, _print(key)])
    return f"{house.settings.base_url}/address/{token}"


def read_new_address(house: House, token: str) -> NewAddress:
    """What a link confirms. Raises PlayError link_bad, link_too_old or link_spent."""
    letter_id, print_ = _read(house, token)
    with house.store.read() as session:
        letter = _unspent(session.get(store.Letter, letter_id), print_)
        seat, person = letter.seat, letter.person
        return NewAddress(
            str(letter.extra["to"]), seat.name, letter.game.name, letter.game.slug, person.language, person.zone
        )


def confirm_address(house: House, token: str) -> NewAddress:
    """From now on the person's letters of all tables go to the link's address; missed turn letters go there at once.

    Raises PlayError as read_new_address does, and address_at_table.
    """
    letter_id, print_ = _read(house, token)
    found = read_new_address(house, token)
    with transaction(house) as tx:
        seat = _seat(tx, _unspent(tx.session.get(store.Letter, letter_id), print_).seat_id)
        _unspent(tx.session.get(store.Letter, letter_id, populate_existing=True), print_)
        _move(tx, seat, found.address)
        tx.audit(seat.name, "confirm_address", seat.game_id, seat=seat.number)
    return found


def change_address(house: House, seat_id: int, text: str, by: str) -> None:
    """An admin sets the address of the person on a seat, for all tables; letters so far went elsewhere.

    So the links in them are void. Raises PlayError bad_address, same_address or address_at_table.
    """
    address = check_address(text)
    with transaction(house) as tx:
        seat = _seat(tx, seat_id)
        if seat.person is None or address.casefold() == seat.person.address_key:
            raise PlayError("same_address", N_("Letters go to that address already. Nothing was changed."), 409)
        for each in tx.session.scalars(select(Seat).where(Seat.person_id == seat.person_id)):
            each.nonce = new_nonce()
        _move(tx, seat, address)
        tx.audit(by, "change_address", seat.game_id, seat=seat.number)


def _move(tx: Transaction, seat: Seat, address: str) -> None:
    """Gives the person of a seat that address. Who is known by it already takes the seats over: it is the same one."""
    person, key = seat.person, address.casefold()
    assert person is not None
    known = tx.session.scalar(select(Person).where(Person.address_key == key))
    if known is None:
        try:
            with tx.session.begin_nested():
                person.address, person.address_key = address, key
        except IntegrityError as error:  # somebody of that address was invited at this very moment
            raise PlayError("address_taken", N_("That did not work just now. Try again."), 409) from error
    elif known.id != person.id:
        _must_not_sit_together(tx, person, known)
        _join_notes(tx, person.id, known.id)
        for table in (Seat, store.Letter, Talk, Note, StandingOrder):
            tx.session.execute(update(table).where(table.person_id == person.id).values(person_id=known.id))
        tx.session.execute(update(Game).where(Game.proposed_by == person.id).values(proposed_by=known.id))
        known.no_invites_at = known.no_invites_at or person.no_invites_at
        tx.session.flush()
        tx.session.expire_all()
    forget_trouble(tx, key)
    write_again(tx, tx.session.get_one(Seat, seat.id))


def _join_notes(tx: Transaction, one: int, other: int) -> None:
    """A table that both have noted something about (one sat there after the other) keeps both texts in one note."""
    theirs = {note.game_id: note for note in tx.session.scalars(select(Note).where(Note.person_id == other))}
    for note in tx.session.scalars(select(Note).where(Note.person_id == one, Note.game_id.in_(theirs))).all():
        older = theirs[note.game_id]
        note.text = f"{note.text}\n\n{older.text}"[:LONGEST_NOTE]
        tx.session.delete(older)
    tx.session.flush()


def _must_not_sit_together(tx: Transaction, one: Person, other: Person) -> None:
    """Two seats of a table cannot be one person's."""
    seats = select(Seat.game_id).join(Seat.game).where(Game.state.in_(OPEN_STATES))
    mine = set(tx.session.scalars(seats.where(Seat.person_id == one.id)))
    if mine & set(tx.session.scalars(seats.where(Seat.person_id == other.id))):
        raise PlayError(
            "address_at_table",
            N_("That address belongs to somebody else at the same table. Nothing was changed."),
            409,
        )


def _read(house: House, token: str) -> tuple[int, str]:
    bad = PlayError("link_bad", N_("This link is not one of ours, or a part of it is missing."), 403)
    if len(token) > LONGEST_TOKEN:
        raise bad
    try:
        payload, made = serializer(house.settings.secret_keys, "address").loads(token, return_timestamp=True)
    except BadSignature as error:
        raise bad from error
    if house.clock() - made > CONFIRM_AGE:
        raise PlayError(
            "link_too_old", N_("This link was good for two days. The page of your table sends a new one."), 403
        )
    return int(payload[0]), str(payload[1])


def _unspent(letter: store.Letter | None, print_: str) -> store.Letter:
    """The letter, if its link still does something: not once the seat is somebody else's, whose address it is not."""
    is_good = letter is not None and letter.kind == "new_address" and letter.seat.person_id == letter.person_id
    if letter is None or not is_good or _print(letter.person.address_key) != print_:
        raise PlayError("link_spent", N_("This link has done its work, or was replaced. Nothing was changed."), 403)
    return letter


def _print(key: str) -> str:
    """The address that was the person's when the link was made, so that it works once."""
    return sha256(key.encode()).hexdigest()[:12]


def _seat(tx: Transaction, seat_id: int) -> Seat:
    tx.lock_game_id(tx.session.scalars(select(Seat.game_id).where(Seat.id == seat_id)).one())
    return tx.session.get_one(Seat, seat_id, populate_existing=True)
