"""Reading what people write as a move: the face. Words that are not known make a text unclear; nothing is guessed."""

from pbem.words.reading.answers import AmbiguousMove, NotPossible, NotUnderstood, Read, Reading, Unclear
from pbem.words.reading.orders import ORDERABLE, read_order
from pbem.words.reading.reader import read_move

__all__ = [
    "ORDERABLE",
    "AmbiguousMove",
    "NotPossible",
    "NotUnderstood",
    "Read",
    "Reading",
    "Unclear",
    "read_move",
    "read_order",
]
