"""A move in as few words as its receipt needs ("Played: captain."); it knows no position."""

from pbem import rules, words
from pbem.web.typed import counted


def short_move(voice: words.Voice, move: str) -> str:
    """What was chosen, by name: a role, tile, building or good; "pass", "colonists"."""
    verb, *rest = move.split()
    match verb, rest:
        case "settle", [tile, *_]:
            return voice.gettext("a %(tile)s tile", tile=voice.name(tile))
        case (("role" | "build" | "take" | "sell"), [thing, *_]):
            return voice.name(thing)
        case "ship", [good, "wharf"]:
            return voice.gettext("%(good)s on the wharf", good=voice.name(good))
        case "ship", [good, capacity]:
            return voice.gettext("%(good)s on the ship of %(capacity)s", good=voice.name(good), capacity=capacity)
        case "hacienda", _:
            return voice.name("hacienda")
        case "place", _:
            return voice.gettext("all colonists placed")
        case "keep", _:
            kept = {good: n for good, n in counted(move).items() if good in rules.GOODS}
            return voice.gettext("kept %(goods)s", goods=voice.things(kept)) if kept else voice.gettext("kept nothing")
    return voice.gettext("passed")
