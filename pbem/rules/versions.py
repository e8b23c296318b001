"""The versions of the rules that this program can play and replay; it must know no rule itself.

A game keeps the version it began with. A change of the rules that makes any old log end in another position gets a
new number, and the old edition stays here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pbem import rules
from pbem.rules import round as flow
from pbem.rules.errors import N_, RulesError
from pbem.rules.events import Event, told_step
from pbem.rules.model import Rules, State
from pbem.rules.moves import Move, parse
from pbem.rules.scoring import Score


class UnknownVersion(RulesError):
    """A game was begun with rules that this program does not have."""

    code = "unknown_rules_version"


@dataclass(frozen=True, slots=True)
class Edition:
    """One version of the rules, in the single steps that a replay makes."""

    version: int
    new_game: Callable[[Rules, str], State]
    next_forced: Callable[[State], tuple[int, Move] | None]
    read: Callable[[State, int, str], Move]
    make: Callable[[State, int, Move, bool], Event]
    parse: Callable[[str], Move]
    dump: Callable[[State], dict[str, Any]]
    score: Callable[[State], Sequence[Score]]


_EDITIONS: Final = (
    Edition(1, rules.new_game, flow.next_forced, flow.read, told_step, parse, rules.dump, rules.score),
)  # fmt: skip
KNOWN: Final = {edition.version: edition for edition in _EDITIONS}


def edition(version: object) -> Edition:
    """The rules of that version; UnknownVersion where this program does not have them."""
    found = KNOWN.get(version) if type(version) is int else None
    if found is None:
        raise UnknownVersion(
            N_("This game was begun with version %(version)s of the rules; this program has version %(known)s."),
            version=str(version)[:20],
            known=", ".join(str(known) for known in KNOWN),
        )
    return found
