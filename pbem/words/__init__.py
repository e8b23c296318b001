"""Everything said to people, in their language: the words' face; it knows no database, page or letter."""

from pbem.words.catalog import LANGUAGES, translations
from pbem.words.choosing import Choice
from pbem.words.describing import Board, Line, fitted, width
from pbem.words.reading import Read, Reading, Unclear, read_move
from pbem.words.telling import Story
from pbem.words.tongue import Tongue
from pbem.words.voice import Voice, voice

__all__ = [
    "LANGUAGES",
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
    "read_move",
    "translations",
    "voice",
    "width",
]
