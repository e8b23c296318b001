"""Everything said to people, in their language: the words' face; it knows no database, page or letter."""

from pbem.words.catalog import LANGUAGES, translations
from pbem.words.choosing import Choice
from pbem.words.counting import Counted
from pbem.words.describing import Board, Line, fitted, width
from pbem.words.foretelling import Forecast, price_parts
from pbem.words.ordering import WHEN, order_text
from pbem.words.reading import ORDERABLE, Read, Reading, Unclear, read_move, read_order
from pbem.words.telling import Story
from pbem.words.tongue import Tongue, capitalised
from pbem.words.voice import Voice, voice

__all__ = [
    "LANGUAGES",
    "ORDERABLE",
    "WHEN",
    "Board",
    "Choice",
    "Counted",
    "Forecast",
    "Line",
    "Read",
    "Reading",
    "Story",
    "Tongue",
    "Unclear",
    "Voice",
    "capitalised",
    "fitted",
    "order_text",
    "price_parts",
    "read_move",
    "read_order",
    "translations",
    "voice",
    "width",
]
