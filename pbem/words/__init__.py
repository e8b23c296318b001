"""Everything said to people, in their language: the words' face; it knows no database, page or letter."""

from pbem.words.catalog import LANGUAGES, translations
from pbem.words.choosing import Choice
from pbem.words.describing import Board, Line, fitted, width
from pbem.words.ordering import order_text
from pbem.words.reading import ORDERABLE, Read, Reading, Unclear, read_move, read_order
from pbem.words.telling import Story
from pbem.words.tongue import Tongue
from pbem.words.voice import Voice, voice

__all__ = [
    "LANGUAGES",
    "ORDERABLE",
    "Board",
    "Choice",
    "Line",
    "Read",
    "Reading",
    "Story",
    "Tongue",
    "Unclear",
    "Voice",
    "fitted",
    "order_text",
    "read_move",
    "read_order",
    "translations",
    "voice",
    "width",
]
