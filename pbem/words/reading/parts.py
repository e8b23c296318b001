"""A text cut into parts that each have a meaning; which move they make together is not decided here."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pbem.words.reading.lexicon import EITHER, FILLER, LONGEST_PHRASE, VERB, Meaning, Phrase, abbreviated, meanings_of
from pbem.words.reading.speech import NOT_SHORT
from pbem.words.reading.tokens import spellings

_LARGEST = 3  # digits
_SHORTEST = 3  # letters of an abbreviation; 2 behind a verb


@dataclass(frozen=True, slots=True)
class Part:
    """A phrase of the text: a number, or what it may mean as it stands (`exact`) and as an abbreviation (`short`)."""

    text: str
    exact: tuple[Meaning, ...] = ()
    short: tuple[Meaning, ...] = ()
    number: int | None = None

    @property
    def is_verb(self) -> bool:
        """Whether it may be a verb as it stands."""
        return any(meaning.kind == VERB for meaning in self.exact)


class UnknownWord(Exception):
    """A word that says nothing to us, so that the whole text is not understood."""

    def __init__(self, word: str) -> None:
        super().__init__(word)
        self.word = word


def without(words: Phrase, courtesies: Iterable[str]) -> Phrase:
    """The words without greetings and thanks, the longest first; which these are the caller knows."""
    polite = {phrase for text in courtesies for phrase in spellings(text) if phrase}
    sizes = sorted({len(phrase) for phrase in polite}, reverse=True)
    left: list[str] = []
    at = 0
    while at < len(words):
        size = next((size for size in sizes if words[at : at + size] in polite), 0)
        if not size:
            left.append(words[at])
        at += size or 1
    return tuple(left)


def parted(words: Phrase, language: str) -> tuple[Part, ...]:
    """The parts of a text, each the longest phrase that is understood. Raises UnknownWord."""
    found: list[Part] = []
    at = 0
    while at < len(words):
        part, size = _part(words[at : at + LONGEST_PHRASE], language, found)
        found.append(part)
        at += size
    return tuple(found)


def _part(words: Phrase, language: str, before: Sequence[Part]) -> tuple[Part, int]:
    for size in range(len(words), 0, -1):
        phrase = words[:size]
        exact = meanings_of(phrase, language)
        may_be_short = _long_enough(phrase, before) and not any(meaning.kind in (FILLER, EITHER) for meaning in exact)
        short = abbreviated(phrase, language) if may_be_short else ()
        if exact or short:
            return Part(" ".join(phrase), exact, short), size
        if size == 1 and phrase[0].isdecimal() and len(phrase[0]) <= _LARGEST:
            return Part(phrase[0], number=int(phrase[0])), 1
    raise UnknownWord(words[0])


def _long_enough(phrase: Phrase, before: Sequence[Part]) -> bool:
    if not all(word.isalpha() for word in phrase):
        return False
    if any(part.is_verb for part in before):
        return max(map(len, phrase)) >= _SHORTEST - 1
    return max(map(len, phrase)) >= _SHORTEST and phrase[0] not in NOT_SHORT.split()
