"""What a person wrote, read as a move for the turn it answers (notation 2, last lines); it plays nothing."""

from collections.abc import Iterable

from pbem import words
from pbem.play.types import PlayError, Table
from pbem.words.reading import NotPossible


def read_written(
    table: Table,
    ply: int,
    text: str,
    *,
    language: str | None = None,
    numbered: bool = False,
    courtesies: Iterable[str] = (),
) -> str:
    """The one legal move in notation 2 that `table.me` means by the text.

    `language`: in which the question was read, if not the seat's own.
    `numbered`: the text answers the list of legal moves as it was shown at `ply`, so a number names one of them.
    `courtesies`: phrases around the move that say nothing about it. Where the seat's turn is not the one of `ply` the
    text comes back as it is, for `submit` to say that the table has moved on.
    Raises PlayError malformed_move when it is no certain move, illegal_move when the rules forbid it.
    """
    turn, me = table.my_turn, table.me
    if turn is None or me is None or table.view is None or table.legal is None:
        return text
    if not turn.since_ply <= ply <= table.game.ply:
        return text
    offered = table.legal.moves.get(me.number) if numbered else None
    spoken = language or me.language
    reading = words.read_move(text, table.view, me.number, table.legal, spoken, offered, courtesies)
    if isinstance(reading, words.Read):
        return reading.move
    code, status = ("illegal_move", 422) if isinstance(reading, NotPossible) else ("malformed_move", 400)
    raise PlayError(code, reading.template, status, **reading.params)
