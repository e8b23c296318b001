"""Makes moves: of people, of bots, and of the standing bot for who was too late; one transaction each."""

from typing import Any

import structlog
from sqlalchemy import select

from pbem import bots, rules
from pbem.play.kinds import BEFORE_START
from pbem.play.orders import MARK, follow_orders
from pbem.play.outages import is_back
from pbem.play.outbox import write_letter
from pbem.play.pacing import AWAY_WAYS, note_act
from pbem.play.record import record_events
from pbem.play.texts import check_text
from pbem.play.transaction import Transaction, must_have_rules, transaction
from pbem.play.turns import open_turns
from pbem.play.types import N_, House, PlayError, Submitted
from pbem.store import Answer, Game, Seat, Turn

LOG = structlog.get_logger(__name__)
LONGEST_MOVE = 300
LONGEST_KEY = 100
STANDING_BOT = "steady"


def submit(
    house: House, slug: str, seat_number: int, ply: int, move: str, via: str, key: str | None = None
) -> Submitted:
    """Makes a person's move, with the forced ones behind it.

    `ply` is the number of moves in the log when the person saw the question; others may have placed or stored
    meanwhile (rules 5), anything else makes it stale. A `key` that came before gets the first answer again.
    Raises PlayError no_such_game, not_open, stale, not_your_turn, illegal_move, malformed_move, bad_request.
    """
    _check_form(ply, move, key)
    with transaction(house) as tx:
        game = tx.lock_game(slug)
        seat = _seat(game, seat_number)
        earlier = _earlier(tx, seat, key, move)
        if earlier is not None:
            return earlier
        _check_turn(tx, game, seat, ply)
        if seat.person_id is not None:
            note_act(tx, seat.person_id, on_page=via not in AWAY_WAYS)
        state = _load(game)
        events = _make_move(tx, game, state, seat.number, move, mark="", via=via)
        applied = [_applied(event) for event in events]
        applied += [{**_applied(event), MARK: True} for event in follow_orders(tx, game, state)]
        if key:
            tx.session.add(
                Answer(seat_id=seat.id, key=key, move=events[0].move, ply=game.ply, applied=applied, at=tx.now)
            )
        return Submitted(game.ply, tuple(applied))


def _make_move(
    tx: Transaction, game: Game, state: rules.State, seat: int, move: str, *, mark: str, via: str
) -> list[rules.Event]:
    """The one door for every move, whoever chose it. Raises PlayError where the rules refuse it."""
    events = _narrate(state, seat, move)
    record_events(tx, game, state, events, mark=mark, via=via)
    return events


def _check_form(ply: object, move: str, key: str | None) -> None:
    if isinstance(ply, bool) or not isinstance(ply, int) or not 0 <= ply < 1_000_000:
        raise PlayError("bad_request", N_("The ply must be a number: how many moves the log had when you chose."))
    if not isinstance(move, str) or not move.strip():
        raise PlayError("malformed_move", N_("There is no move. One looks like: role captain."))
    if len(move) > LONGEST_MOVE:
        raise PlayError("malformed_move", N_("A move is one short line. One looks like: role captain."))
    if key is not None and (not isinstance(key, str) or not 0 < len(key) <= LONGEST_KEY):
        raise PlayError("bad_request", N_("The key must be a text of 1 to 100 characters."))
    check_text(move)
    check_text(key or "")


def _seat(game: Game, number: int) -> Seat:
    for seat in game.seats:
        if seat.number == number:
            return seat
    raise PlayError("bad_request", N_("There is no seat %(seat)s at this table."), seat=number)


def _earlier(tx: Transaction, seat: Seat, key: str | None, move: str) -> Submitted | None:
    if key is None:
        return None
    answer = tx.session.scalar(select(Answer).where(Answer.seat_id == seat.id, Answer.key == key))
    if answer is None:
        return None
    if answer.move != " ".join(move.split()):
        raise PlayError(
            "stale",
            N_("This form or key was used already, for %(move)s. Open the table to choose anew, or send a new key."),
            409,
            move=answer.move,
        )
    return Submitted(answer.ply, tuple(answer.applied), repeated=True)


def _check_turn(tx: Transaction, game: Game, seat: Seat, ply: int) -> None:
    _must_be_running(game)
    turn = open_turns(tx, game).get(seat.number)
    if turn is not None and turn.since_ply <= ply <= game.ply:
        return
    if ply > game.ply:
        raise PlayError(
            "stale",
            N_("The table is only at move %(ply)s; your choice was for move %(yours)s."),
            409,
            ply=game.ply,
            yours=ply,
        )
    if turn is not None or ply < game.ply:
        raise PlayError(
            "stale",
            N_("The table has moved on: it is at move %(ply)s, your choice was for move %(yours)s."),
            409,
            ply=game.ply,
            yours=ply,
        )
    raise PlayError("not_your_turn", N_("It is not your turn."), 409)


def _must_be_running(game: Game) -> None:
    if game.state in BEFORE_START:
        raise PlayError("not_open", N_("%(game)s has not begun yet."), 409, game=game.name)
    if game.state != "running":
        raise PlayError("not_your_turn", N_("%(game)s is over."), 409, game=game.name)


def _load(game: Game) -> rules.State:
    must_have_rules(game)
    return rules.load(game.position or {})


def _narrate(state: rules.State, seat: int, move: str) -> list[rules.Event]:
    try:
        return rules.narrate(state, seat, " ".join(move.split()))
    except rules.MalformedMove as error:
        raise PlayError("malformed_move", error.template, 400, **error.params) from error
    except rules.NotYourTurn as error:
        raise PlayError("not_your_turn", error.template, 409, **error.params) from error
    except rules.RulesError as error:
        raise PlayError("illegal_move", error.template, 422, **error.params) from error


def _applied(event: rules.Event) -> dict[str, Any]:
    entry: dict[str, Any] = {"seat": event.seat, "move": event.move}
    return {**entry, "auto": True} if event.auto else entry


def time_out(house: House, turn_id: int) -> bool:
    """Plays for a seat whose time is over, by the standing bot, and writes to its person. False: nothing was due."""
    with transaction(house) as tx:
        found = _due_turn(tx, turn_id)
        if found is None:
            return False
        game, turn = found
        if turn.deadline_at is None or turn.deadline_at > tx.now or not is_back(tx):
            return False
        seat = turn.seat
        move = _play_by_bot(tx, game, seat.number, STANDING_BOT, "timeout")
        write_letter(tx, "timeout", seat, f"timeout:{turn.id}", ply=game.ply, moves=[move], since=turn.since_ply)
        tx.audit("clock", "time_out", game.id, seat=seat.number, move=move)
        return True


def let_bots_move(house: House, game_id: int, at_most: int = 40) -> int:
    """Lets the bots of a game move, one transaction a move, until a person is asked. Returns the number of moves."""
    for done in range(at_most):
        if not _bot_move(house, game_id):
            return done
    house.ring("bots", game_id)
    return at_most


def _bot_move(house: House, game_id: int) -> bool:
    with transaction(house) as tx:
        game = tx.lock_game_id(game_id)
        if game.state != "running":
            return False
        due = [turn.seat for turn in open_turns(tx, game).values() if turn.bot_at is not None]
        if not due:
            return False
        seat = min(due, key=lambda seat: seat.number)
        _play_by_bot(tx, game, seat.number, seat.bot or STANDING_BOT, "bot")
        return True


def _play_by_bot(tx: Transaction, game: Game, number: int, bot: str, mark: str) -> str:
    state = _load(game)
    move = _choose(game, state, number, bot)
    _make_move(tx, game, state, number, move, mark=mark, via=mark)
    follow_orders(tx, game, state)
    return move


def _choose(game: Game, state: rules.State, number: int, bot: str) -> str:
    """The bot's choice; if it breaks down, any legal move: a bot's fault must not stop a game."""
    view, legal = rules.view(state, number), rules.legal(state)
    seed = f"{game.seed_hash}:{game.ply}:{number}"  # public, so a bot's choice can be checked by anybody
    try:
        return bots.choose(bot, view, legal, number, seed)
    except Exception:
        LOG.exception("the bot broke down, a legal move was made for it", bot=bot, game=game.slug, ply=game.ply)
    return legal.moves[number][0] if number in legal.moves else rules.suggest_placement(view, number)


def _due_turn(tx: Transaction, turn_id: int) -> tuple[Game, Turn] | None:
    """The game, locked, and the turn if it is still open. The game is locked first, always in this order."""
    game_id = tx.session.scalar(select(Turn.game_id).where(Turn.id == turn_id))
    if game_id is None:
        return None
    game = tx.lock_game_id(game_id)
    turn = tx.session.get(Turn, turn_id, populate_existing=True)
    if game.state != "running" or turn is None or turn.done_at is not None:
        return None
    return game, turn
