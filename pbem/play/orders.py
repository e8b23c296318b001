"""Standing orders: left for a phase, played when it asks, in the transaction of the move that led there."""

from collections.abc import Mapping

import structlog
from sqlalchemy import Select, select, update
from sqlalchemy.orm import Session

from pbem import bots, rules, words
from pbem.play.record import record_events
from pbem.play.texts import check_text
from pbem.play.transaction import Transaction, transaction
from pbem.play.types import N_, House, Order, PlayError
from pbem.store import Game, Seat, StandingOrder

LOG = structlog.get_logger(__name__)
LONGEST_ORDER = 200
MARK = "order"
_BOT = "steady"


def standing_orders(house: House, seat_id: int) -> tuple[Order, ...]:
    """The orders in force of the person on that seat, in the order of the phases."""
    with house.store.read() as session:
        return orders_of(session, seat_id)


def orders_of(session: Session, seat_id: int) -> tuple[Order, ...]:
    """As `standing_orders`, for who reads a table already."""
    rows = session.scalars(_in_force().where(StandingOrder.seat_id == seat_id)).all()
    return tuple(sorted(map(_order, rows), key=lambda order: rules.PHASES.index(order.phase)))


def leave_order(house: House, seat_id: int, phase: str, text: str, *, language: str, is_once: bool) -> Order:
    """Notes what is to be played whenever `phase` asks the seat from now on; it takes the place of an older one.

    What the seat is asked at this moment it still answers itself. Saying the same twice is saying it once. Raises
    PlayError bad_order, not_over (no game that runs).
    """
    if phase not in words.ORDERABLE:
        raise PlayError("bad_order", N_("Choose the decision that the order is for. Nothing was noted."), 422)
    if len(check_text(text)) > LONGEST_ORDER:
        raise PlayError("bad_order", N_("An order is one short line. Nothing was noted."), 422)
    with transaction(house) as tx:
        seat, game = _locked(tx, seat_id)
        if game.state != "running" or game.position is None or seat.person_id is None:
            raise PlayError("not_open", N_("Orders can be left while a game runs."), 409)
        view = rules.view(rules.load(game.position), seat.number)
        read = words.read_order(text, phase, view, seat.number, language)
        if isinstance(read, words.Unclear):
            raise PlayError("bad_order", read.template, 422, **read.params)
        return _order(_note(tx, seat, seat.person_id, phase, read, is_once))


def _note(
    tx: Transaction, seat: Seat, person_id: int, phase: str, moves: tuple[str, ...], is_once: bool
) -> StandingOrder:
    mine = _in_force().where(StandingOrder.seat_id == seat.id, StandingOrder.phase == phase)
    for older in tx.session.scalars(mine):
        if (tuple(older.moves), older.is_once) == (moves, is_once):
            return older
        older.ended_at = tx.now
    made = StandingOrder(
        seat_id=seat.id,
        person_id=person_id,
        phase=phase,
        moves=list(moves),
        is_once=is_once,
        used=0,
        created_at=tx.now,
    )
    tx.session.add(made)
    tx.session.flush()
    tx.audit(seat.name, "leave_order", seat.game_id, seat=seat.number, phase=phase)  # what it says is nobody's affair
    return made


def withdraw_order(house: House, seat_id: int, order_id: int) -> None:
    """Ends an order of that seat; one that has ended already, or is another's, stays as it is."""
    with transaction(house) as tx:
        seat, _ = _locked(tx, seat_id)
        found = tx.session.scalar(_in_force().where(StandingOrder.id == order_id, StandingOrder.seat_id == seat.id))
        if found is not None:
            found.ended_at = tx.now
            tx.audit(seat.name, "withdraw_order", seat.game_id, seat=seat.number, phase=found.phase)


def end_orders(tx: Transaction, seat: Seat) -> None:
    """Ends all orders of a seat: its person leaves."""
    mine = (StandingOrder.seat_id == seat.id, StandingOrder.ended_at.is_(None))
    tx.session.execute(update(StandingOrder).where(*mine).values(ended_at=tx.now))


def follow_orders(tx: Transaction, game: Game, state: rules.State) -> list[rules.Event]:
    """Makes every move that a standing order has an answer for, one after the other; the events, in order.

    An order of which nothing is possible leaves the decision to its person.
    """
    made: list[rules.Event] = []
    orders = _of_game(tx.session, game)
    while orders and (found := _next(game, state, orders)) is not None:
        number, order, move = found
        events = rules.narrate(state, number, move)
        record_events(tx, game, state, events, mark=MARK, via=MARK)
        made += events
        order.used += 1
        if order.is_once:
            order.ended_at = tx.now
            del orders[number, order.phase]
    return made


def _of_game(session: Session, game: Game) -> dict[tuple[int, str], StandingOrder]:
    """The orders in force at a table by seat number and phase; an order of who sat there before is none."""
    seat_of_order = (Seat.id == StandingOrder.seat_id, Seat.person_id == StandingOrder.person_id)
    query = select(Seat.number, StandingOrder).where(
        *seat_of_order, Seat.game_id == game.id, StandingOrder.ended_at.is_(None)
    )
    return {(number, order.phase): order for number, order in session.execute(query)}


def _next(
    game: Game, state: rules.State, orders: Mapping[tuple[int, str], StandingOrder]
) -> tuple[int, StandingOrder, str] | None:
    legal = rules.legal(state)
    phase = rules.PHASES[state.phase]
    for number in legal.to_act:
        order = orders.get((number, phase))
        if order is None:
            continue
        view = rules.view(state, number)
        found = (_possible(game, view, legal, number, move) for move in order.moves)
        move = next((each for each in found if each is not None), None)
        if move is not None:
            return number, order, move
    return None


def _possible(game: Game, view: dict[str, object], legal: rules.Legal, number: int, move: str) -> str | None:
    """The legal move that an item of an order stands for now, if there is one."""
    moves = legal.moves.get(number, ())
    if move == "bot":
        return _as_the_bot(game, view, legal, number)
    if move == "role prospector" and move not in moves:
        move = "role prospector_2"  # who says "prospector" takes the one that is left
    if move in moves:
        return move
    loads = [each for each in moves if each.rpartition(" ")[0] == move and move.startswith("ship ")]
    return max(loads, key=lambda each: _worth(view, number, each), default=None)


def _worth(view: dict[str, object], number: int, load: str) -> tuple[int, int]:
    brings = rules.load_preview(view, number, load)
    return brings["vp"], brings["barrels"]


def _as_the_bot(game: Game, view: dict[str, object], legal: rules.Legal, number: int) -> str | None:
    try:
        return bots.choose(_BOT, view, legal, number, f"{game.seed_hash}:{game.ply}:{number}")
    except Exception:  # its fault must not stop the game: the person is asked
        LOG.exception("the bot broke down at a standing order", game=game.slug, ply=game.ply)
        return None


def _in_force() -> Select[StandingOrder]:
    return select(StandingOrder).where(StandingOrder.ended_at.is_(None)).order_by(StandingOrder.id)


def _locked(tx: Transaction, seat_id: int) -> tuple[Seat, Game]:
    """The seat and its game, locked."""
    game_id = tx.session.scalars(select(Seat.game_id).where(Seat.id == seat_id)).one()
    game = tx.lock_game_id(game_id)
    return tx.session.get_one(Seat, seat_id, populate_existing=True), game


def _order(row: StandingOrder) -> Order:
    return Order(row.id, row.phase, tuple(row.moves), row.is_once, row.used, row.created_at)
