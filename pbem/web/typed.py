"""From what a form or a link says to a move in notation 2, and back into the form; it judges no move."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from werkzeug.datastructures import MultiDict

from pbem import rules

LONGEST_MOVE = 300
_TICKS = {"settle": " +colonist", "build": " +colonist"}


@dataclass(frozen=True)
class Draft:
    """A choice that is made but not played: kept when a page must be shown again."""

    move: str = ""
    written: str = ""
    ticks: frozenset[str] = frozenset()
    placing: Mapping[str, str] = field(default_factory=dict)

    def chooses(self, move: str) -> bool:
        """Whether this move, or its variant with the box ticked, is the chosen one."""
        return move in (self.move, _without_tick(self.move))

    def ticked(self, name: str) -> bool:
        """Whether the box of that name is set, by itself or by the move."""
        by_move = {"waive": self.move.endswith("-colonist"), "colonist": self.move.endswith("+colonist")}
        return name in self.ticks or by_move.get(name, False)


def draft_of_move(text: str) -> Draft:
    """The draft for a move in notation, as in the links of a letter."""
    move = plain(text)
    return Draft(move=move, placing={n: str(c) for n, c in counted(move).items()} if move.startswith("place") else {})


def draft_of_form(form: MultiDict[str, str]) -> Draft:
    """The draft for a posted form."""
    placing = {key[2:]: value.strip()[:9] for key, value in form.items() if key.startswith("n-")}
    return Draft(
        move=plain(form.get("do") or form.get("move") or ""),
        written=form.get("written", "")[:LONGEST_MOVE],
        ticks=frozenset(name for name in ("waive", "colonist") if form.get(name)),
        placing={name: value for name, value in placing.items() if _is_circle(name)},
    )


def move_of(draft: Draft) -> str:
    """The move that was chosen on the page, in notation 2; empty when nothing was. It reads no written line."""
    if draft.move:
        return _with_tick(draft)
    return _place(draft.placing) if draft.placing else ""


def plain(text: str) -> str:
    """A move of a form or link with small letters and single blanks; anything else is for the rules to judge."""
    return " ".join(text[:LONGEST_MOVE].lower().split())


def counted(move: str) -> dict[str, int]:
    """The ``NAME=N`` of a `place` or `keep`; what is no number is left out."""
    pairs = (word.partition("=") for word in move.split()[1:])
    return {name: int(n) for name, _, n in pairs if n.isascii() and n.isdigit() and len(n) < 4}


def _without_tick(move: str) -> str:
    return move.rpartition(" ")[0] if move.endswith(("+colonist", "-colonist")) else ""


def _with_tick(draft: Draft) -> str:
    verb = draft.move.partition(" ")[0]
    if draft.move == "role mayor" and "waive" in draft.ticks:
        return "role mayor -colonist"
    if "colonist" in draft.ticks and not draft.move.endswith("colonist"):
        return draft.move + _TICKS.get(verb, "")
    return draft.move


def _place(placing: Mapping[str, str]) -> str:
    """The `place` of the steppers, tiles first (notation 2). What is no number stays so, to be refused."""
    placed = ((name, placing.get(name) or "0") for name in (*rules.TILES, *rules.BUILDINGS))
    counts = ((name, n.lstrip("0") or "0" if n.isascii() and n.isdigit() else n) for name, n in placed)
    return " ".join(["place", *(f"{name}={n}" for name, n in counts if n != "0")])


def _is_circle(name: str) -> bool:
    return name in rules.TILES or name in rules.BUILDINGS
