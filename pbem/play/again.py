"""A game that is over is played again: the same people at a new table; it deals no game and knows no page."""

import re
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from pbem.play.games import accept
from pbem.play.people import LONGEST_TITLE, spec_of
from pbem.play.proposing import Wanted, proposer_at, set_proposed
from pbem.play.types import N_, GameInfo, House, PlayError
from pbem.store import Game, Seat

_NUMBERED = re.compile(r"(?P<name>.*\S) (?P<number>[1-9]\d{0,2})")


@dataclass(frozen=True)
class Rematch:
    """The table at which a game is played again. `state`: as a game's; `status` of the reader's seat there.

    `status` is "" where the reader has no seat there any more, else invited, accepted or declined; `waits_for` are
    those who have not accepted yet.
    """

    name: str
    state: str
    status: str
    waits_for: tuple[str, ...]


def rematch_of(house: House, seat_id: int) -> Rematch | None:
    """The rematch of that seat's game; None while nobody has asked for one."""
    with house.store.read() as session:
        seat = _seat(session, seat_id)
        game = _made(session, seat.game)
        if game is None:
            return None
        mine = _seat_of_person(game, seat)
        waits_for = tuple(other.name for other in game.seats if other.status != "accepted")
        return Rematch(game.name, game.state, mine.status if mine else "", waits_for)


def ask_rematch(house: House, seat_id: int) -> GameInfo:
    """The people and bots of a finished game sit down again, with its rules and clock; who sat second sits first now.

    Who asks has proposed it and accepted, the others are invited (where proposals are moderated, once an admin has
    agreed). Who asks after another accepts that one's rematch: there is one for each game. Raises PlayError not_over,
    no_seat (another has it there now), not_open, or as propose_table does.
    """
    with house.store.read() as session:
        seat = _seat(session, seat_id)
        old = seat.game
        if old.state != "finished":
            raise PlayError("not_over", N_("%(game)s is not over yet."), 409, game=old.name)
        plan = [spec_of(other) for other in (*old.seats[1:], old.seats[0])]
        wanted = Wanted(next_name(old.name), (), old.clock_text, dict(old.rules), old.open_points, "", _key(old))
        person_id, invited = seat.person_id, [spec.address for spec in plan if spec.address != _address(seat)]
        is_set = _made(session, old) is not None
    who = proposer_at(house, seat_id)
    made = set_proposed(house, who, wanted, plan, invited)
    with house.store.read() as session:
        query = select(Seat).where(Seat.game_id == made.id, Seat.person_id == person_id)
        mine = session.scalar(query)
        if mine is None:
            raise PlayError("no_seat", N_("At %(game)s somebody else has your seat now."), 409, game=made.name)
        new_id, has_accepted = mine.id, mine.status == "accepted"
    return made if has_accepted and not is_set else accept(house, new_id)


def next_name(name: str) -> str:
    """The name of the next game: "Friday table" → "Friday table 2" → "Friday table 3"; as long as a name may be."""
    found = _NUMBERED.fullmatch(name)
    stem, number = (found["name"], int(found["number"]) + 1) if found else (name, 2)
    return f"{stem[: LONGEST_TITLE - 5].rstrip()} {number}"


def rematch_key(house: House, seat_id: int) -> str:
    """The form key under which a rematch of that seat's game is set, once."""
    with house.store.read() as session:
        return _key(_seat(session, seat_id).game)


def _made(session: Session, old: Game) -> Game | None:
    return session.scalar(select(Game).where(Game.form_key == _key(old)))


def _address(seat: Seat) -> str | None:
    return seat.person.address if seat.person else None


def _key(game: Game) -> str:
    """Under which the rematch is found, and made once."""
    return f"rematch:{game.id}"


def _seat(session: Session, seat_id: int) -> Seat:
    return session.scalars(select(Seat).where(Seat.id == seat_id).options(joinedload(Seat.game))).one()


def _seat_of_person(game: Game, seat: Seat) -> Seat | None:
    return next((other for other in game.seats if other.person_id == seat.person_id), None)
