"""Reading a standing order: what somebody wants to play when a phase asks him, in his own words; it plays nothing.

An order is a list, the first of which that is possible then is played. Beside the moves of notation 2 it knows
``bot`` (what the steady bot would play; as mayor the suggested placement) and ``ship GOOD`` (on whichever ship).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pbem.rules import GOODS, RulesError
from pbem.words.names import N_
from pbem.words.ordering import order_text
from pbem.words.params import Quoted
from pbem.words.reading import shapes
from pbem.words.reading.answers import Read, Unclear, quoted
from pbem.words.reading.reader import read_move
from pbem.words.reading.tokens import tokens
from pbem.words.voice import voice

View = dict[str, Any]
BOT = "bot"
ORDERABLE = tuple(shapes.PHASE_VERBS)
_ANY_SHIP = tuple(f"ship {good}" for good in GOODS)
ALONE = ("mayor", "storage")  # phases in which nobody can name the move beforehand, but the bot can find it
MOST_MOVES = 8
_BETWEEN: Mapping[str, str] = {
    "en": "or else|else|then|or",
    "nl": "en anders|anders|dan|daarna|of",
    "de": "sonst|dann|danach|oder",
}
_LEAVE_IT = frozenset(
    tokens(said)
    for said in ("bot", "the bot", "as the bot", "suggested", "as suggested", "de bot", "zoals de bot", "voorgesteld",
                 "zoals voorgesteld", "der bot", "wie der bot", "vorgeschlagen", "wie vorgeschlagen")
)  # fmt: skip

NOTHING = N_("The order names no move. One looks like: %(example)s.")
TOO_MANY = N_("An order names at most %(most)s moves.")
BOT_ALONE = N_("There an order can only say that it is done as suggested. Nothing was noted.")
NOT_THERE = N_("I read “%(text)s” and find no move of that decision in it. Nothing was noted.")
SEVERAL = N_("I read “%(text)s”, which may mean several moves. Say which, as in: %(example)s. Nothing was noted.")
EXAMPLES: Mapping[str, str] = {
    "choose_role": N_("captain, trader"),
    "settler": N_("quarry, sugar"),
    "mayor": N_("as suggested"),
    "builder": N_("harbor, wharf, pass"),
    "craftsman": N_("coffee, tobacco"),
    "trader": N_("coffee, pass"),
    "captain": N_("coffee, corn"),
    "storage": N_("as suggested"),
}


@dataclass(frozen=True, slots=True)
class _Anything:
    """Every move that a phase may ask for, as if all were legal."""

    moves: Mapping[int, tuple[str, ...]]
    place: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)


def read_order(text: str, phase: str, view: View, seat: int, language: str) -> tuple[str, ...] | Unclear:
    """The moves of an order for `phase`, in the order in which they are tried, or why it cannot be noted.

    `view` is any position of that table: it says which roles and ships there are. KeyError for an unknown phase.
    """
    items = [item.strip() for item in _split(text, language) if item.strip(" .")]
    if not items:
        return Unclear(NOTHING, {"example": _example(phase, language)})
    if len(items) > MOST_MOVES:
        return Unclear(TOO_MANY, {"most": MOST_MOVES})
    found: list[str] = []
    for item in items:
        move = _item(item, phase, view, seat, language)
        if isinstance(move, Unclear):
            return move
        found.append(move)
    return tuple(dict.fromkeys(found))


def _item(text: str, phase: str, view: View, seat: int, language: str) -> str | Unclear:
    if tokens(text) in _LEAVE_IT:
        return BOT
    own = next((move for move in (BOT, *_ANY_SHIP) if _is_said(move, text, phase, language)), None)
    if own is not None and (phase == "captain" or own == BOT):
        return own
    if phase in ALONE:
        return Unclear(BOT_ALONE)
    asked = {**view, "phase": phase}
    try:
        reading = read_move(text, asked, seat, _Anything({seat: _moves(asked, phase)}), language)
    except RulesError:  # a number of barrels, which nobody knows beforehand
        return Unclear(NOT_THERE, {"text": quoted(text)})
    if isinstance(reading, Read):
        return reading.move
    goods = {" ".join(move.split()[:2]) for move in reading.candidates}
    if phase == "captain" and len(goods) == 1:
        return goods.pop()
    template = SEVERAL if len(reading.candidates) > 1 else NOT_THERE
    return Unclear(template, {"text": quoted(text), "example": _example(phase, language)})


def _is_said(move: str, text: str, phase: str, language: str) -> bool:
    """Whether the text is what we call that item ourselves."""
    return tokens(order_text(voice(language), phase, (move,))) == tokens(text)


def _moves(view: View, phase: str) -> tuple[str, ...]:
    verbs = shapes.PHASE_VERBS[phase]
    every = shapes.conceivable(view, shapes.Saying((), ()))
    there = (move for move in every if move.split()[0] in verbs)
    return tuple(move for move in there if not move.startswith("role ") or move.split()[1] in view["roles"])


def _split(text: str, language: str) -> list[str]:
    between = _BETWEEN.get(language, _BETWEEN["en"])
    return re.split(rf"[,;\n>]|\b(?:{between})\b", text, flags=re.IGNORECASE)


def _example(phase: str, language: str) -> Quoted:
    return Quoted(voice(language).gettext(EXAMPLES[phase]))
