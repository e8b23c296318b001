"""One piece of a reply read as one move: numbers as people say them, then the reader of all texts; no guessing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from pbem import rules
from pbem.mail.inbound import phrases
from pbem.words import read_move
from pbem.words.reading import Read, Reading
from pbem.words.reading.answers import NO_MOVE, ambiguous, not_understood
from pbem.words.reading.lexicon import lexicon, numbered
from pbem.words.reading.parts import without
from pbem.words.reading.shapes import shape
from pbem.words.reading.speech import PLEASE
from pbem.words.reading.tokens import spellings, tokens

_SHORTEST = 4  # letters of an abbreviation that stands alone
_PLACING = ("mayor", "captain")
_NO_DOT = re.compile(r"\bno\.\s*(?=\d)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Question:
    """A decision that a seat is asked: what it sees and may answer. `is_listed`: the reply answers a letter with just
    these choices in this order, so that a number names one of them."""

    view: dict[str, Any]
    legal: rules.Legal
    seat: int
    is_listed: bool = False

    @property
    def offered(self) -> tuple[str, ...]:
        """The choices as they were numbered."""
        return tuple(self.legal.moves.get(self.seat, ())) if self.is_listed else ()


def read_one(text: str, question: Question, language: str, polite: Sequence[str]) -> Reading:
    """The one move that the text names in answer to the question, or why there is none."""
    text = _NO_DOT.sub("number ", text)
    words = without(tokens(text), (*PLEASE, *polite))
    if _says_something_else(words, question.view["phase"]):
        return not_understood(NO_MOVE, text)
    number = _number(words)
    if number is not None:
        text, polite = f"number {number}", ()
    seen, seat, legal = question.view, question.seat, question.legal
    reading = read_move(text, seen, seat, legal, language, question.offered or None, polite)
    if number is not None and isinstance(reading, Read):
        other = _ship_of_that_size(question, number, reading.move)
        return ambiguous(str(number), (reading.move, *other)) if other else reading
    return reading


def _number(words: tuple[str, ...]) -> int | None:
    """The number that is all the words say: "2", "ik neem nummer twee", "the second option"."""
    at = _leading(words, phrases.CHOOSING)
    taken = _leading(words[at:], phrases.TAKING)
    at += taken
    at += _leading(words[at:], phrases.CHOOSING)
    size = next((len(phrase) for phrase in numbered() if words[at : at + len(phrase)] == phrase), 0)
    rest = words[at + size :]
    if len(rest) == 1:
        number = _counted(rest[0], behind_number=bool(size))
        is_count = not size and (taken or (at and not rest[0].isdecimal())) and number == 1
        return None if is_count else number
    if not size and len(rest) == 2 and rest[1:] in numbered():
        return _ordinals().get(rest[0])
    return None


def _leading(words: tuple[str, ...], among: str) -> int:
    """How many of the first words are among these."""
    known = among.split()
    return next((at for at, word in enumerate(words) if word not in known), len(words))


def _counted(word: str, *, behind_number: bool) -> int | None:
    if word.isdecimal() and len(word) <= 3:
        return int(word)
    known = _number_words()
    return known.get(word, phrases.BEHIND_NUMBER.get(word) if behind_number else None)


@cache
def _number_words() -> dict[str, int]:
    return {words[0]: number for text, number in phrases.NUMBER_WORDS.items() for words in spellings(text)}


@cache
def _ordinals() -> dict[str, int]:
    return {words[0]: number for text, number in phrases.ORDINALS.items() for words in spellings(text)}


def _ship_of_that_size(question: Question, number: int, move: str) -> tuple[str, ...]:
    """The other loads that the number could mean: it may be the place in the list or the size of a ship."""
    if question.view["phase"] != "captain" or shape(move).capacity == number:
        return ()
    return tuple(other for other in question.offered if shape(other).capacity == number)


def _says_something_else(words: tuple[str, ...], phase: str) -> bool:
    """Whether a word of the game stands there in another sense: "pas op" warns, "in the office" is a place.

    A single word of fewer than _SHORTEST letters must be one of ours as it stands: "kap" is no captain.
    """
    if len(words) == 1 and words[0].isalpha() and len(words[0]) < _SHORTEST and words not in lexicon():
        return words[0] not in _number_words()
    if phase not in _PLACING and any(word in phrases.PLACES.split() for word in words):
        return True
    if words in _spelled(phrases.ALONE_IN_ANOTHER):
        return True
    said = _spelled(phrases.OTHER_SENSE)
    return any(words[at : at + len(phrase)] == phrase for phrase in said for at in range(len(words)))


def is_addressed(text: str, names: Sequence[str] = ()) -> bool:
    """Whether a text does no more than greet, thank or leave by the name of a role: "Thanks, captain!".

    `names` are the writer's own: "Groet, kapitein Bas" is a signature.
    """
    said = {tokens(text), without(tokens(text), names)}
    starts = _spelled((*phrases.THANKS, *phrases.CLOSINGS))
    if not re.search(r"[.!;:]\s", text.strip()):
        starts |= _spelled(phrases.WISHES)
    if not re.search(r"[,.!;:]\s|\n", text.strip()):
        starts |= _spelled((*phrases.GREETINGS, *phrases.ADDRESSES, *phrases.EXCUSES))
    return any(words[:at] in starts and words[at:] in _persons() for words in said for at in range(1, len(words)))


@cache
def _persons() -> frozenset[tuple[str, ...]]:
    return frozenset(
        words for words, meanings in lexicon().items() if any(meaning.term in rules.ROLES for meaning in meanings)
    )


@cache
def _spelled(texts: tuple[str, ...]) -> frozenset[tuple[str, ...]]:
    return frozenset(words for text in texts for words in spellings(text))
