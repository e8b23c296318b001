"""What of a mail is meant for the others at the table and what for us; it reads no move, says and plays nothing.

What is for the others is never read as a move, and what may be a move is never said to them: in doubt neither is done.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pbem.mail.inbound.own import Own
from pbem.words.catalog import LANGUAGES
from pbem.words.names import N_
from pbem.words.reading.lexicon import EITHER, FILLER
from pbem.words.reading.parts import UnknownWord, parted, without
from pbem.words.reading.speech import PLEASE
from pbem.words.reading.tokens import tokens

# Begins a line that is said at the table; all of them in every language, as nobody else uses them so.
_SAY = re.compile(r"[\s*_–-]{0,4}(?:say|zeg|sag|sage)\s?[*_]{0,2}\s?[:：][*_]{0,2}\s*", re.IGNORECASE)
_WRAPS = range(50, 81)  # columns: so long is a line that a mail program may have broken, its tail standing below it

NOT_YOURS = N_("I cannot tell which words of your mail are yours and which are quoted. Nothing was said.")
DIFFERS = N_("Your mail says one thing as plain text and another as HTML. Nothing was said.")
NO_WORDS = N_("Your mail holds no words that could be said.")
MAY_BE_A_MOVE = N_(
    "I read “%(text)s”. That may be a move, and your mail answers table talk. Nothing was played or said. "
    "To play it answer the letter about your turn; to say it begin the line with “say:”."
)
WRAPPED = N_(
    "I cannot tell whether “%(text)s” still belongs to what you say. Nothing was played or said. "
    "Write the move first, and what you say below it."
)


@dataclass(frozen=True, slots=True)
class Parted:
    """`said`: for the others, "" for nothing; `rest`: for us. `doubt`: a line that may belong to either, or ""."""

    said: str
    rest: Own
    doubt: str = ""


def begins_saying(own: Own) -> bool:
    """Whether any line of it begins with "say:" or its like."""
    return any(_SAY.match(line) for line in own.lines)


def part(own: Own) -> Parted:
    """Parts the lines that begin with "say:" from the others; where the word stands alone, all below it is said."""
    said: list[str] = []
    rest: list[str] = []
    doubt = ""
    for at, line in enumerate(own.lines):
        found = _SAY.match(line)
        if found is None:
            if at and _SAY.match(own.lines[at - 1]) and len(own.lines[at - 1]) in _WRAPS:
                doubt = line
            rest.append(line)
        elif found.end() < len(line):
            said.append(line[found.end() :])
        else:
            said += [below[f.end() :] if (f := _SAY.match(below)) else below for below in own.lines[at + 1 :]]
            break
    return Parted("\n".join(said), Own(tuple(rest), own.doubt), doubt)


def all_said(own: Own) -> str:
    """Every line, without the words that begin what is said."""
    return "\n".join(_SAY.sub("", line, count=1) if _SAY.match(line) else line for line in own.lines)


def is_only_polite(text: str, polite: Sequence[str]) -> bool:
    """Whether there is nothing in a text but greetings and thanks."""
    return not without(tokens(text), (*PLEASE, *polite))


def may_be_a_move(text: str, polite: Sequence[str]) -> bool:
    """Whether some line is made of words of the game and numbers alone: whatever is asked, it is not said aloud."""
    lines = [text, *text.split("\n")]
    return any(_is_of_the_game(without(tokens(line), (*PLEASE, *polite))) for line in lines)


def _is_of_the_game(words: tuple[str, ...]) -> bool:
    return bool(words) and any(_is_understood(words, language) for language in LANGUAGES)


def _is_understood(words: tuple[str, ...], language: str) -> bool:
    try:
        parts = parted(words, language)
    except UnknownWord:
        return False
    silent = (FILLER, EITHER)
    return any(
        each.number is not None or any(m.kind not in silent for m in (*each.exact, *each.short)) for each in parts
    )
