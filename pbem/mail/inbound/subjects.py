"""Subjects of replies: never read as moves, but one that a player changed may speak against his text."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from pbem.mail.inbound.reading import Question, read_one
from pbem.words.reading import Read
from pbem.words.reading.lexicon import LONGEST_PHRASE, NAME, lexicon
from pbem.words.reading.shapes import shape
from pbem.words.reading.tokens import tokens

_LONGEST = 300
_PREFIX = re.compile(
    r"\s*(?:(?:re|aw|antw|antwoord|antwort|fwd?|fw|wg|doorst|sv|vs|tr)(?:\s?\[\d{1,3}\]|\^\d{1,3})?\s*:|\[[^\]]{1,30}\])\s*",
    re.IGNORECASE,
)


def own_subject(subject: str, letters: Collection[str]) -> str:
    """What the player wrote into the subject himself; "" where it is that of a letter of ours.

    `letters`: the subjects of our letters. Clients put "Re:", "AW:", "Antw:", "Re[2]:" before it.
    """
    left = " ".join(subject[:_LONGEST].split())
    while found := _PREFIX.match(left):
        left = left[found.end() :]
    for ours in sorted((" ".join(each.split()) for each in letters if each.strip()), key=len, reverse=True):
        at = left.casefold().find(ours.casefold())
        if at >= 0:
            return (left[:at] + " " + left[at + len(ours) :]).strip()
    return left


def names_another(subject: str, moves: Sequence[str], question: Question, language: str, polite: Sequence[str]) -> bool:
    """Whether a subject of the player's own names a move, and none of those that his text names."""
    if not subject:
        return False
    reading = read_one(subject, question, language, polite)
    if isinstance(reading, Read):
        return reading.move not in moves
    terms = {term for move in moves for term in shape(move).terms}
    named = _names(subject)
    return bool(named) and not any(names & terms for names in named)


def _names(text: str) -> list[set[str]]:
    """For each name of the game in the text all that it may mean."""
    words = tokens(text)
    spans = (words[at : at + size] for at in range(len(words)) for size in range(1, LONGEST_PHRASE + 1))
    meant = ({m.term for m in lexicon().get(span, ()) if m.kind == NAME} for span in spans)
    return [terms for terms in meant if terms]
