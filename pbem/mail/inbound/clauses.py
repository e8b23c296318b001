"""Cuts a person's words into the clauses that may each be a move of their own; it does not read them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pbem.mail.inbound import phrases
from pbem.mail.inbound.phrases import LOOSE_NEXT
from pbem.words.reading.parts import without
from pbem.words.reading.speech import PLEASE
from pbem.words.reading.tokens import tokens

MOST_CLAUSES = 12
_NEXT = "|".join(re.escape(text).replace(r"\ ", r"\s+") for text in sorted(phrases.NEXT, key=len, reverse=True))
_FIRST = "|".join(re.escape(text).replace(r"\ ", r"\s+") for text in sorted(phrases.FIRST, key=len, reverse=True))
_BOUNDARY = re.compile(
    rf"(?P<next>(?<![\w'])(?:{_NEXT})(?![\w'])|->|=>|→)"
    r"|\n|[.;!,](?=\s|$)|(?<=\s)\((?=\w)|(?<=\s)(?:and|en|und|&)(?=\s)",
    re.IGNORECASE,
)
_SETTLED = re.compile(
    r"(?<![\w'])(?:doe (?:mij )?dan maar|dan maar|dan graag|dann (?:bitte|mal|eben)|ok(?:ay)? then|nou dan)(?![\w'])",
    re.IGNORECASE,
)  # here "then" is no word of order
_BEGINNING = re.compile(rf"\s*(?:{_FIRST})(?![\w'])[\s,:]*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Clause:
    """A piece of the text from `start` to `end`. `is_next`: a word like "then" stands before it."""

    start: int
    end: int
    is_next: bool


def _boundaries(text: str, polite: Sequence[str]) -> Iterator[re.Match[str]]:
    """Where the text may be cut; a word of order with nothing before or behind it is no place for that."""

    def says_something(piece: str) -> bool:
        return bool(without(tokens(piece), (*PLEASE, *polite)))

    for boundary in _BOUNDARY.finditer(text):
        word = boundary["next"]
        is_between = word is None or word.casefold() in LOOSE_NEXT
        if is_between or (says_something(text[: boundary.start()]) and says_something(text[boundary.end() :])):
            yield boundary


def settled(text: str) -> str:
    """The text without the idioms of choosing that hold a word of order."""
    return _SETTLED.sub(lambda found: " " * len(found.group()), text)


def clauses(text: str, polite: Sequence[str]) -> tuple[Clause, ...]:
    """The clauses that say more than a courtesy, in order; a single one where there are too many."""
    found: list[Clause] = []
    at, is_next = 0, False
    for boundary in (*_boundaries(text, polite), None):
        end = boundary.start() if boundary else len(text)
        if without(tokens(text[at:end]), (*PLEASE, *polite)):
            found.append(Clause(at, end, is_next and bool(found)))
            is_next = False
        if boundary is not None:
            at = boundary.end()
            is_next = is_next or bool(boundary["next"])
    if len(found) > MOST_CLAUSES:
        return (Clause(found[0].start, found[-1].end, False),)
    if found and any(clause.is_next for clause in found) and (first := _BEGINNING.match(text, found[0].start)):
        found[0] = Clause(first.end(), found[0].end, False)
    return tuple(found)
