"""A player proposes a table: to whom, how often, and what he may do until it begins; it shows no address to anybody."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from random import SystemRandom
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session, joinedload

from pbem.play.games import Allowed, Proposal, call_off_game, create_game
from pbem.play.inviting import remind_invited
from pbem.play.kinds import BEFORE_START
from pbem.play.links import link_url
from pbem.play.people import check_address, check_seats, name_key
from pbem.play.said import check_reason
from pbem.play.seating import replace_seat
from pbem.play.switches import proposals_off, proposals_way
from pbem.play.transaction import Transaction
from pbem.play.types import N_, GameInfo, House, PlayError, SeatSpec
from pbem.store import AuditEntry, Game, Person, Seat

A_DAY = timedelta(days=1)
PROPOSALS_A_DAY = 5
OPEN_AT_ONCE = 3
INVITED_A_DAY = 12  # addresses that one player may have written to, over all his tables
UNANSWERED_MOST = 3  # invitations by players that somebody may have lying about unanswered
REMIND_AFTER = timedelta(hours=12)  # after the invitation has left; the house itself reminds after two days
MATES_SHOWN = 100


@dataclass(frozen=True)
class Proposer:
    """Who proposes: as what the others know him, in which language and zone he reads."""

    person_id: int
    name: str
    language: str
    zone: str


@dataclass(frozen=True)
class Mate:
    """Somebody with whom one has played: by name alone."""

    id: int
    name: str


@dataclass(frozen=True)
class Guest:
    """Who is to sit somewhere: a former tablemate by `mate`, a bot by its kind, or somebody by name and address."""

    name: str = ""
    address: str = ""
    mate: int | None = None
    bot: str | None = None


@dataclass(frozen=True)
class Wanted:
    """A table as a player wants it; `guests` are the others."""

    name: str
    guests: tuple[Guest, ...]
    clock: str
    rules_options: dict[str, Any]
    open_points: bool = False
    word: str = ""
    form_key: str | None = None


def proposer_at(house: House, seat_id: int) -> Proposer:
    """The person on a seat as one who proposes. Raises PlayError no_seat where a bot sits there now."""
    with house.store.read() as session:
        seat = session.scalars(select(Seat).where(Seat.id == seat_id).options(joinedload(Seat.person))).one()
        if seat.person is None:
            raise PlayError("no_seat", N_("A bot has that seat now."), 403)
        return Proposer(seat.person.id, seat.name, seat.person.language, seat.person.zone)


def proposer(house: House, person_id: int) -> Proposer:
    """A person as one who proposes; he is called as at his newest table."""
    with house.store.read() as session:
        person = session.get_one(Person, person_id)
        name = session.scalar(select(Seat.name).where(Seat.person_id == person_id).order_by(Seat.id.desc()).limit(1))
        return Proposer(person.id, name or person.name, person.language, person.zone)


def tablemates(house: House, person_id: int) -> tuple[Mate, ...]:
    """The people with whom somebody sat at a table that began, by name."""
    with house.store.read() as session:
        found = _mates(session, person_id)
    return tuple(sorted((Mate(*each) for each in found.items()), key=lambda mate: mate.name.casefold()))


def _mates(session: Session, person_id: int) -> dict[int, str]:
    """Person to the name at the newest table that both sat at; one that was only proposed makes nobody known."""
    mine = select(Seat.game_id).join(Seat.game).where(Seat.person_id == person_id, Game.started_at.is_not(None))
    others = select(Seat.person_id, Seat.name).where(Seat.game_id.in_(mine), Seat.person_id.is_not(None))
    rows = session.execute(others.where(Seat.person_id != person_id).order_by(Seat.game_id.desc(), Seat.number))
    found: dict[int, str] = {}
    for row in rows:
        if len(found) < MATES_SHOWN and row.person_id is not None:
            found.setdefault(row.person_id, row.name)
    return found


def propose_table(house: House, who: Proposer, wanted: Wanted) -> GameInfo:
    """Sets a table of `who` and the guests, whose order of play is drawn by lot; the guests are invited.

    Where proposals are moderated it waits for an admin first. Who proposes has accepted; with bots alone it begins at
    once. A second call with the same `form_key` gives the first one's. Raises PlayError proposals_off, too_many,
    no_invites (`row`: which guest, from 0), or as create_game does.
    """
    with house.store.read() as session:
        guests = [_spec(session, who, guest) for guest in wanted.guests]
        own = SeatSpec(who.name, session.get_one(Person, who.person_id).address)
    seats = check_seats([own, *_told_apart(own, guests)])
    SystemRandom().shuffle(seats)
    return set_proposed(house, who, wanted, seats, [spec.address for spec in guests])


def set_proposed(
    house: House, who: Proposer, wanted: Wanted, seats: Sequence[SeatSpec], invited: Sequence[str | None]
) -> GameInfo:
    """Sets a proposed table with these seats in this order; `invited` are the addresses of the guests, None for bots.

    Raises PlayError as propose_table does.
    """

    def admit(tx: Transaction) -> str:
        way = proposals_way(tx.session)
        if way == "off":
            raise proposals_off()
        _lock(tx, who.person_id)
        _must_be_within_limits(tx, who.person_id, [address for address in invited if address])
        for row, address in enumerate(invited):
            if address:
                _must_take_invitations(tx, address, row)
        return "proposed" if way == "moderated" else "inviting"

    return create_game(
        house,
        name=wanted.name,
        seats=seats,
        clock=wanted.clock,
        by=who.name,
        rules_options=wanted.rules_options,
        inviter=who.name,
        form_key=wanted.form_key,
        open_points=wanted.open_points,
        proposal=Proposal(who.person_id, admit, check_reason(wanted.word)),
    )


def _spec(session: Session, who: Proposer, guest: Guest) -> SeatSpec:
    """The seat of a guest. Who is new here is written to in the proposer's language and zone; nobody's is changed."""
    if guest.bot is not None:
        return SeatSpec("", bot=guest.bot)
    if guest.mate is not None:
        mates = _mates(session, who.person_id)
        if guest.mate not in mates:
            raise PlayError("no_such_mate", N_("Choose somebody with whom you have played."), 422)
        return SeatSpec(mates[guest.mate], session.get_one(Person, guest.mate).address)
    address = check_address(guest.address)
    if session.scalar(select(Person.id).where(Person.address_key == address.casefold())) is not None:
        return SeatSpec(guest.name, address)
    return SeatSpec(guest.name, address, who.language, who.zone)


def _told_apart(own: SeatSpec, guests: Sequence[SeatSpec]) -> list[SeatSpec]:
    """Two people of one name get a number behind it; one who is named twice keeps it, for the check to say so."""
    taken: dict[str, str] = {name_key(own.name): own.address or ""}
    told: list[SeatSpec] = []
    for spec in guests:
        name, number = spec.name, 2
        while name and taken.get(name_key(name), spec.address) != spec.address:
            name, number = f"{spec.name[:37]} {number}", number + 1
        taken[name_key(name)] = spec.address or ""
        told.append(SeatSpec(name, spec.address, spec.language, spec.zone, spec.bot))
    return told


def _lock(tx: Transaction, person_id: int) -> None:
    """The proposer, so that two tables at the same moment count each other."""
    tx.session.scalars(select(Person.id).where(Person.id == person_id).with_for_update(key_share=True)).one()


def _must_be_within_limits(tx: Transaction, person_id: int, invited: Sequence[str]) -> None:
    """Raises PlayError too_many: this sends letters to people who have not asked for them."""
    own, since = Game.proposed_by == person_id, tx.now - A_DAY
    still_open = select(func.count()).select_from(Game).where(own, Game.state.in_(BEFORE_START))
    if (tx.session.scalar(still_open) or 0) >= OPEN_AT_ONCE:
        text = N_("You have %(count)s tables that have not begun. Wait for one of them, or call one off.")
        raise PlayError("too_many", text, 429, count=OPEN_AT_ONCE)
    today = select(func.count()).select_from(Game).where(own, Game.created_at > since)
    if (tx.session.scalar(today) or 0) >= PROPOSALS_A_DAY:
        text = N_("You have proposed %(count)s tables within a day. Propose the next one tomorrow.")
        raise PlayError("too_many", text, 429, count=PROPOSALS_A_DAY)
    must_not_invite_too_many(tx, person_id, len(invited))


def must_not_invite_too_many(tx: Transaction, person_id: int, more: int) -> None:
    """Raises PlayError too_many when `more` people would be too many for a day; who came in a seat later counts too."""
    mine = select(Game.id).where(Game.proposed_by == person_id, Game.created_at > tx.now - timedelta(days=60))
    people = select(func.count()).select_from(Seat).join(Seat.game).where(Seat.game_id.in_(mine))
    asked = people.where(Game.created_at > tx.now - A_DAY, Seat.person_id.is_not(None), Seat.person_id != person_id)
    given = select(func.count()).select_from(AuditEntry).where(AuditEntry.game_id.in_(mine))
    later = given.where(AuditEntry.verb == "replace_seat", AuditEntry.at > tx.now - A_DAY)
    if more and (tx.session.scalar(asked) or 0) + (tx.session.scalar(later) or 0) + more > INVITED_A_DAY:
        text = N_("That would be more than %(count)s people invited by you within a day. Ask the next ones tomorrow.")
        raise PlayError("too_many", text, 429, count=INVITED_A_DAY)


def _must_take_invitations(tx: Transaction, address: str, row: int) -> None:
    """Raises PlayError no_invites: the same for who wants none and for who has several lying about unanswered."""
    person = tx.session.scalar(select(Person).where(Person.address_key == address.casefold()))
    if person is None:
        return
    asked = select(func.count()).select_from(Seat).join(Seat.game).where(Seat.person_id == person.id)
    waiting = asked.where(Seat.status == "invited", Game.state == "inviting", Game.proposed_by.is_not(None))
    began = select(Seat.id).join(Seat.game).where(Seat.person_id == person.id, Game.started_at.is_not(None))
    is_stranger = tx.session.scalar(began.limit(1)) is None
    most = 1 if is_stranger else UNANSWERED_MOST
    if person.no_invites_at is not None or (tx.session.scalar(waiting) or 0) >= most:
        text = N_(
            "This address takes no invitations at present. Nobody was invited; choose somebody else for this seat."
        )
        raise PlayError("no_invites", text, 409, row=row)


def give_place(house: House, slug: str, who: Proposer, number: int, guest: Guest, key: str | None = None) -> GameInfo:
    """Somebody else is asked for a seat of a proposed table whose person has declined or not answered yet.

    Raises PlayError not_yours, not_open, seat_taken, no_invites, too_many, proposals_off, not_agreed (a stranger, where
    a host has agreed to the table already), or as replace_seat does.
    """
    with house.store.read() as session:
        spec = _spec(session, who, guest)

    def allowed(tx: Transaction, game: Game) -> None:
        must_be_proposers(tx, game, who.person_id)
        _must_be_let(tx, game, guest)
        _lock(tx, who.person_id)
        seat = next((seat for seat in game.seats if seat.number == number), None)
        if seat is None or seat.status == "accepted":
            raise PlayError("seat_taken", N_("Who sits there has accepted; that seat is not free."), 409)
        if spec.address:
            must_not_invite_too_many(tx, who.person_id, 1)
            _must_take_invitations(tx, spec.address, 0)

    return replace_seat(house, slug, number, spec, who.name, key=key, allowed=allowed)


def _must_be_let(tx: Transaction, game: Game, guest: Guest) -> None:
    """Where a host looks at each table first, nobody is written to whom no host has seen and no game made known."""
    way = proposals_way(tx.session)
    if way == "off":
        raise proposals_off()
    if way == "moderated" and game.state != "proposed" and guest.bot is None and guest.mate is None:
        raise PlayError(
            "not_agreed",
            N_("The host has agreed to this table as it was. Choose somebody with whom you have played, or a bot."),
            409,
        )


def remind_guest(house: House, who: Proposer, seat_id: int) -> None:
    """Sends the one reminder of an invitation now. Raises PlayError not_yours, not_open or not_due."""
    if not remind_invited(house, seat_id, after=REMIND_AFTER, allowed=_proposers(who.person_id)):
        text = N_("There is one reminder, %(hours)s hours after the invitation at the earliest. Nothing was sent now.")
        raise PlayError("not_due", text, 409, hours=REMIND_AFTER // timedelta(hours=1))


def withdraw_proposal(house: House, slug: str, who: Proposer, own: int, reason: str = "") -> GameInfo:
    """Calls off the own table before it begins; `own` is the proposer's seat. Raises PlayError not_yours, not_open."""
    return call_off_game(house, slug, who.name, reason, allowed=_proposers(who.person_id), own=own)


def _proposers(person_id: int) -> Allowed:
    return lambda tx, game: must_be_proposers(tx, game, person_id)


def must_be_proposers(_tx: Transaction, game: Game, person_id: int) -> None:
    """Raises PlayError not_yours for somebody else's table, not_open for one that has begun."""
    if game.proposed_by != person_id:
        raise PlayError("not_yours", N_("Only who proposed this table may do that."), 403)
    if game.state not in BEFORE_START:
        raise PlayError("not_open", N_("%(game)s has begun already."), 409, game=game.name)


def own_link(house: House, game_id: int, person_id: int) -> str:
    """A new link to a person's own seat at a table. Raises PlayError no_seat where he has none."""
    with house.store.read() as session:
        seat = session.scalar(select(Seat).where(Seat.game_id == game_id, Seat.person_id == person_id))
        if seat is None:
            raise PlayError("no_seat", N_("You have no seat at that table."), 403)
        return link_url(house, "play", seat.id, seat.nonce)


def new_key() -> str:
    """A key for a form, so that a second delivery of it sets no second table."""
    return secrets.token_urlsafe(16)


def mates_of_game(house: House, seat_id: int) -> tuple[Guest, ...]:
    """The others of a seat's game as guests at another table, in order of play from that seat on."""
    with house.store.read() as session:
        seat = session.scalars(select(Seat).where(Seat.id == seat_id).options(joinedload(Seat.game))).one()
        seats = seat.game.seats
        order = [*seats[seat.number + 1 :], *seats[: seat.number]]
        return tuple(Guest(bot=other.bot) if other.bot else Guest(mate=other.person_id) for other in order)
