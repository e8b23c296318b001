"""Standing orders in words: when they are asked for, what is tried; it reads and plays nothing."""

from collections.abc import Mapping, Sequence

from pbem.words import telling
from pbem.words.names import N_
from pbem.words.tongue import Tongue, capitalised

WHEN: Mapping[str, str] = {
    "choose_role": N_("when I choose a role"),
    "settler": N_("when I take a plantation"),
    "mayor": N_("when I place my colonists"),
    "builder": N_("when I may build"),
    "craftsman": N_("when I may take an extra good"),
    "trader": N_("when I may sell"),
    "captain": N_("when I load"),
    "storage": N_("when I store goods"),
}


def order_text(tongue: Tongue, phase: str, moves: Sequence[str]) -> str:
    """What an order has played: "Coffee, else pass"; `moves` as `words.read_order` gives them."""
    said = [_item(tongue, phase, move) for move in moves]
    first, *rest = said
    text = tongue.gettext("%(first)s, else %(rest)s", first=first, rest=", ".join(rest)) if rest else first
    return capitalised(text)


def _item(tongue: Tongue, phase: str, move: str) -> str:
    if move == "bot":
        is_placing = phase in ("mayor", "storage")
        return tongue.gettext("as suggested") if is_placing else tongue.gettext("what a bot would play")
    verb, *rest = move.split()
    if verb == "ship" and len(rest) == 1:
        return tongue.gettext("%(good)s on whichever ship", good=tongue.name(rest[0]))
    return telling.played(tongue, move)
