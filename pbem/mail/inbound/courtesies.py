"""The courtesies around a person's words, with the names of his own table; what is left is not read here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from pbem.mail.inbound import phrases
from pbem.mail.inbound.furniture import behind_closing, harmless
from pbem.words.reading.lexicon import lexicon
from pbem.words.reading.tokens import spellings, tokens

_SENTENCE = re.compile(r"(?<=[.!,;])\s+|\s+[–—-]\s+")
_NAME_WORDS = 4


def polite_phrases(text: str, own: Iterable[str], table: Iterable[str]) -> tuple[str, ...]:
    """What of the text says nothing about a move. `own`: the writer's names; `table`: everybody's, for greetings."""
    words = " ".join(("", *tokens(text), ""))
    said = _polite(tuple(own), tuple(table))
    return tuple(phrase for phrase, spelled in said if any(f" {one} " in words for one in spelled))


@lru_cache(maxsize=64)
def _polite(own: tuple[str, ...], table: tuple[str, ...]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Every such phrase with the ways in which it may be typed."""
    whom = [*phrases.EVERYBODY, *(name for each in table for name in names_in(each))]
    greeted = (f"{hello} {who}" for hello in (*phrases.GREETINGS, *phrases.ADDRESSES) for who in whom)
    closings = (text for text in phrases.CLOSINGS if text not in phrases.AT_THE_END)
    mine = (name for each in own for name in names_in(each))
    said = (*phrases.COURTESIES, *phrases.FRAMES, *phrases.SIGNS, *phrases.GREETINGS, *greeted, *closings, *mine)
    return tuple((phrase, tuple(" ".join(words) for words in spellings(phrase))) for phrase in dict.fromkeys(said))


def names_in(name: str) -> Iterator[str]:
    """A name, each word of it and its first letter, but for words that mean something in the game or show a doubt."""
    words = [word for word in tokens(name[:80]) if harmless(word) and not lexicon().get((word,))]
    if words:
        yield from (" ".join(words), *words, words[0][:1])


def without_closing(line: str) -> str:
    """The line without a closing at its end: "… de burgemeester. Groet, Bas"."""
    pieces = _SENTENCE.split(line)
    for at, piece in enumerate(pieces[1:], 1):
        rest = behind_closing(piece)
        below = pieces[at + 1 :]
        if rest is not None and len(rest) + sum(len(tokens(text)) for text in below) <= _NAME_WORDS:
            said = " ".join((*rest, *below))
            if harmless(said):
                return _head(line, at)
    return line


def _head(line: str, at: int) -> str:
    """What stands before the piece of that number."""
    for number, found in enumerate(_SENTENCE.finditer(line), 1):
        if number == at:
            return line[: found.start()]
    return line
