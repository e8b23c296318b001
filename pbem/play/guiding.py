"""Who still needs a guide to a kind of decision: people in their first game, until they have met it; no words."""

from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from pbem import rules
from pbem.play.transaction import transaction
from pbem.play.types import N_, House, PlayError
from pbem.store import Game, Move, Person, Seat

WAITING: Final = "waiting"
GUIDES: Final = (*(phase for phase in rules.PHASES if phase != "game_over"), WAITING)
EVERY: Final = "all"
MET: Final = 2  # so many own moves of a kind show that it is known
# How the moves of a phase begin (notation 2); a pass is not counted, as it shows nothing.
_VERBS: Final = {
    "choose_role": "role",
    "settler": "settle",
    "mayor": "place",
    "builder": "build",
    "craftsman": "take",
    "trader": "sell",
    "captain": "ship",
    "storage": "keep",
}


def needs_guide(house: House, seat_id: int, kind: str) -> bool:
    """Whether the person on that seat should see the guide to a phase's decision, or to `waiting`.

    So it is in a person's first game, until the person has made MET own moves of that kind, or has hidden the guide.
    """
    with house.store.read() as session:
        seat = session.get_one(Seat, seat_id)
        person = seat.person
        if person is None or not {kind, EVERY}.isdisjoint(person.guide.split()):
            return False
        return not _is_known(session, seat, kind) and not _has_finished(session, person)


def _has_finished(session: Session, person: Person) -> bool:
    query = select(Seat.id).join(Seat.game).where(Seat.person_id == person.id, Game.state == "finished").limit(1)
    return session.scalar(query) is not None


def _is_known(session: Session, seat: Seat, kind: str) -> bool:
    """Whether somebody on that seat has made MET moves of the kind; for `waiting`, moves of any kind."""
    query = select(Move.id).where(Move.game_id == seat.game_id, Move.seat == seat.number, Move.mark == "")
    if kind != WAITING:
        query = query.where(Move.move.startswith(_VERBS[kind]))
    return session.scalar(query.offset(MET - 1).limit(1)) is not None


def hide_guide(house: House, seat_id: int, kind: str) -> None:
    """The person on that seat knows this kind of decision, or with "all" every kind; twice is as good.

    Raises PlayError bad_guide for a kind that is none.
    """
    if kind not in (*GUIDES, EVERY):
        raise PlayError("bad_guide", N_("There is no such guide."))
    with transaction(house) as tx:
        seat = tx.session.get_one(Seat, seat_id)
        query = select(Person).where(Person.id == seat.person_id).with_for_update(key_share=True)
        person = tx.session.scalars(query.execution_options(populate_existing=True)).one()
        known = set(person.guide.split())
        if kind in known:
            return
        person.guide = EVERY if kind == EVERY else " ".join(each for each in GUIDES if each in {*known, kind})
        tx.audit(seat.name, "hide_guide", seat.game_id, seat=seat.number, kind=kind)


def may_guide_again(house: House, seat_id: int) -> bool:
    """Whether the person on that seat has put guides away that would be shown again: in a first game alone."""
    with house.store.read() as session:
        person = session.get_one(Seat, seat_id).person
        return person is not None and bool(person.guide) and not _has_finished(session, person)


def show_guides(house: House, seat_id: int) -> None:
    """The person on that seat wants the guides back that were put away; twice is as good."""
    with transaction(house) as tx:
        seat = tx.session.get_one(Seat, seat_id)
        query = select(Person).where(Person.id == seat.person_id).with_for_update(key_share=True)
        person = tx.session.scalars(query.execution_options(populate_existing=True)).one()
        if person.guide:
            person.guide = ""
            tx.audit(seat.name, "show_guides", seat.game_id, seat=seat.number)
