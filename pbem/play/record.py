"""Writes what was played: log, position, chain, turns and letters, all in the move's own transaction."""

from collections.abc import Sequence

from pbem import rules
from pbem.play.outbox import write_letter
from pbem.play.transaction import Transaction
from pbem.play.turns import settle_turns
from pbem.rules import gamefile
from pbem.store import Game, Move


def record_events(
    tx: Transaction, game: Game, state: rules.State, events: Sequence[rules.Event], *, mark: str, via: str
) -> None:
    """Notes the moves in order (the first with `mark`, forced ones as auto) and the position they led to."""
    for event in events:
        _append(tx, game, event, "auto" if event.auto else mark, via)
    game.position = rules.dump(state)
    to_act = rules.legal(state).to_act
    settle_turns(tx, game, to_act, {event.seat for event in events})
    if not to_act:
        _finish(tx, game)


def _append(tx: Transaction, game: Game, event: rules.Event, mark: str, via: str) -> None:
    game.ply += 1
    game.chain = gamefile.chain(game.chain, gamefile.move_line(game.ply, event.seat, event.move, mark))
    tx.session.add(
        Move(
            game_id=game.id,
            ply=game.ply,
            seat=event.seat,
            move=event.move,
            mark=mark,
            via=via,
            at=tx.now,
            chain=game.chain,
            event=event.to_json(),
        )
    )


def _finish(tx: Transaction, game: Game) -> None:
    game.state, game.finished_at, game.paused_at = "finished", tx.now, None
    tx.audit("rules", "finish", game.id)
    for seat in game.seats:
        write_letter(tx, "game_over", seat, f"game_over:{seat.id}", ply=game.ply)
