"""What came of reading a text: exactly one legal move, or why there is none; it reads nothing itself."""

from dataclasses import dataclass, field

from pbem.words.names import N_
from pbem.words.params import OneOf, Quoted

LONGEST_QUOTE = 60
MOST_NAMED = 8

NOTHING_READ = N_("I read no move. Nothing was played.")
TOO_LONG = N_("A move is one short line; this is a long text. Nothing was played.")
QUESTION = N_("I read “%(text)s” as a question. Nothing was played.")
UNKNOWN = N_("I read “%(text)s” and do not know “%(word)s”. Nothing was played.")
UNKNOWN_ALL = N_("I read “%(text)s” and do not know it. Nothing was played.")
AMBIGUOUS = N_("I read “%(text)s”. %(choices)s? Nothing was played.")
MANY = N_("I read “%(text)s”, which fits %(count)s moves. Nothing was played.")
NO_MOVE = N_("I read “%(text)s” and find no single move in it. Nothing was played.")
NOT_ASKED = N_("I read “%(text)s”, which is not asked now. Nothing was played.")
NOT_POSSIBLE = N_("I read “%(text)s”, which is not possible now. You may: %(moves)s. Nothing was played.")
NO_LIST = N_("I read “%(text)s”. A number names a move only in answer to a numbered list. Nothing was played.")
OFF_THE_LIST = N_("I read “%(text)s”. The list goes from 1 to %(count)s. Nothing was played.")
WHERE = N_("I read “%(text)s”. Say for each place how many lie there, as in: %(example)s. Nothing was played.")


@dataclass(frozen=True, slots=True)
class Read:
    """The text names exactly this move of notation 2, and it is legal now."""

    move: str


@dataclass(frozen=True, slots=True)
class Unclear:
    """Nothing is to be played. `Voice.say` says why; `candidates` are the legal moves that it might have been."""

    template: str
    params: dict[str, object] = field(default_factory=dict)
    candidates: tuple[str, ...] = ()


class AmbiguousMove(Unclear):
    """Several legal moves fit."""


class NotUnderstood(Unclear):
    """No move can be made out with certainty."""


class NotPossible(Unclear):
    """What it means is clear, and the rules forbid it now; the sentence is the rule's."""


Reading = Read | Unclear


def quoted(text: str) -> Quoted:
    """A person's words on one line, cut where they are long, without what cannot be printed."""
    line = " ".join("".join(letter if letter.isprintable() else " " for letter in text[:400]).split())
    return Quoted(line if len(line) <= LONGEST_QUOTE else line[: LONGEST_QUOTE - 1] + "…")


def ambiguous(text: str, moves: tuple[str, ...]) -> AmbiguousMove:
    """Which of these moves was meant?"""
    if len(moves) > MOST_NAMED:
        return AmbiguousMove(MANY, {"text": quoted(text), "count": len(moves)}, moves)
    return AmbiguousMove(AMBIGUOUS, {"text": quoted(text), "choices": OneOf(moves, begins=True)}, moves)


def not_understood(template: str, text: str, **params: object) -> NotUnderstood:
    """No move, for the reason that the template gives."""
    return NotUnderstood(template, {"text": quoted(text), **params})
