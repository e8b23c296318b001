"""What each piece of the page is called, says on hover and leads to; it draws nothing and changes nothing."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from pbem import draw, rules, words
from pbem.web.touch import UNTOUCHED, Touch
from pbem.words.glossary import anchor

View = Mapping[str, Any]
PIECES: Mapping[str, tuple[str, str]] = {
    **{role: (f"role-{role}", "r") for role in rules.ROLES},
    **{f"tile:{good}": (f"tile-{good}", good) for good in rules.GOODS},
    "quarry": ("tile-quarry", "quarry"),
    "hidden_tile": ("tile-back", "under"),
    **{good: (f"good-{good}", good) for good in rules.GOODS},
    "doubloon": ("doubloon", "gold"),
    "point": ("vp", "vpc"),
    "point_down": ("vp-down", "vpc"),
    "colonist": ("colonist", "person"),
    "san_juan": ("colonist", "person"),
    "governor": ("governor", "gov"),
    "cargo_ship": ("cargo-ship", "hull"),
    "colonist_ship": ("colonist-ship", "hull"),
    "trading_house": ("trading-house", "hull"),
    "supply": ("good-corn", ""),
    "role_card": ("doubloon", "gold"),
}
"""The symbol of each term of the glossary that is a piece, and the class that tints it; buildings have their own."""


_SECOND_PARTS = re.compile(r"(?<=\w{3})(plantage|kantoor|branderij|ververij|küperei|mühle|rösterei|speicher|lagerhaus)")


def soft(name: str) -> str:
    """The name of a piece with a soft hyphen before the second part of a long word (nl, de), for narrow boxes."""
    return _SECOND_PARTS.sub("\u00ad\\1", name)


@dataclass(frozen=True)
class Card:
    """The card of a piece: drawing, name, one sentence, `more` in the rules; of a building its numbers as `facts`."""

    ident: str
    piece: str
    css: str
    title: str
    text: str
    more: str
    facts: str = ""


def building_css(name: str) -> str:
    """The class that tints a building: its good's, or violet."""
    row = rules.building(name)
    return "vio" if row.violet or not row.good else str(row.good)


def card_id(term: str) -> str:
    """The id of a term's card: ``c-harbor``, ``c-tile-corn``."""
    return "c-" + term.replace(":", "-")


def tile_term(tile: str) -> str:
    """The glossary's term for a tile of an island."""
    return "quarry" if tile == "quarry" else f"tile:{tile}"


@cache
def tip(language: str, term: str) -> str:
    """The glossary's sentence for a term, kept."""
    return words.voice(language).meaning(term)


@cache
def cards(voice: words.Voice) -> tuple[Card, ...]:
    """The card of every piece, in the order of the glossary's groups."""
    pieces = [
        Card(card_id(term), *PIECES[term], voice.term(term), voice.meaning(term), anchor(term)) for term in PIECES
    ]
    return (*pieces, *(_building_card(voice, name) for name in rules.BUILDINGS))


def _building_card(voice: words.Voice, name: str) -> Card:
    row = rules.building(name)
    facts = (
        voice.gettext("cost %(cost)s", cost=row.cost),
        voice.ngettext("%(num)s point", "%(num)s points", row.vp),
        voice.ngettext("%(num)s circle", "%(num)s circles", row.circles),
    )
    said = (voice.title(name), voice.meaning(name), anchor(name), " · ".join(facts))
    return Card(card_id(name), f"b-{name}", building_css(name), *said)


def note(voice: words.Voice, term: str, name: str, touch: Touch = UNTOUCHED) -> draw.Note:
    """What a drawing says of the piece of a term, by the name it has there."""
    card = card_id(term)
    says = tip(voice.language, term)
    if touch.move:
        return draw.Note(name, says, touch.href, touch.move, card, touch.css)
    return draw.Note(name, says, f"#{card}", css=touch.css)


def tile_name(voice: words.Voice, tile: str, colonist: bool) -> str:
    """A tile of an island and whether it works."""
    if colonist:
        return voice.gettext("%(tile)s, manned", tile=voice.tile(tile))
    return voice.gettext("%(tile)s, no colonist: it does not work", tile=voice.tile(tile))


def building_name(voice: words.Voice, building: str, colonists: int) -> str:
    """A building of a city, and how many work there."""
    if not colonists:
        return voice.gettext("%(tile)s, no colonist: it does not work", tile=voice.title(building))
    return voice.gettext(
        "%(building)s, manned: %(colonists)s of %(circles)s",
        building=voice.title(building), colonists=colonists, circles=rules.building(building).circles,
    )  # fmt: skip


def ship_name(voice: words.Voice, ship: View) -> str:
    """A cargo ship and what it carries."""
    if not ship["good"]:
        return voice.gettext("Ship of %(capacity)s: empty", capacity=ship["capacity"])
    return voice.gettext(
        "Ship of %(capacity)s: %(loaded)s %(good)s",
        capacity=ship["capacity"], loaded=ship["loaded"], good=voice.name(ship["good"]),
    )  # fmt: skip


def house_name(voice: words.Voice, sold: tuple[str, ...]) -> str:
    """The trading house and what it has bought."""
    if not sold:
        return voice.gettext("Trading house: empty")
    return voice.gettext("Trading house: %(goods)s", goods=", ".join(voice.name(good) for good in sold))


# --- the drawings, kept as long as they are asked for: a board stays as it is from page to page

Spaces = tuple[tuple[str, int], ...]  # tile or building, and its colonists


@lru_cache(maxsize=512)
def island(voice: words.Voice, tiles: Spaces, touched: tuple[Touch, ...]) -> draw.Drawing:
    """An island, each tile with its name."""
    notes = [
        note(voice, tile_term(tile), tile_name(voice, tile, bool(colonist)), touch)
        for (tile, colonist), touch in zip(tiles, touched, strict=True)
    ]
    shown = [{"tile": tile, "colonist": bool(colonist)} for tile, colonist in tiles]
    return draw.blocks.island(shown, notes, voice.gettext("Island"))


@lru_cache(maxsize=512)
def city(voice: words.Voice, buildings: Spaces, touched: tuple[Touch, ...]) -> draw.Drawing:
    """A city, each building with its name."""
    notes = [
        note(voice, name, building_name(voice, name, colonists), touch)
        for (name, colonists), touch in zip(buildings, touched, strict=True)
    ]
    shown = [{"building": name, "colonists": colonists} for name, colonists in buildings]
    return draw.blocks.city(shown, notes, voice.gettext("City"))


@lru_cache(maxsize=256)
def ship(voice: words.Voice, capacity: int, good: str | None, loaded: int, touch: Touch) -> draw.Drawing:
    """A cargo ship."""
    cargo = {"capacity": capacity, "good": good, "loaded": loaded}
    return draw.blocks.ship(cargo, note(voice, "cargo_ship", ship_name(voice, cargo), touch))


@lru_cache(maxsize=256)
def house(voice: words.Voice, sold: tuple[str, ...], touch: Touch) -> draw.Drawing:
    """The trading house."""
    return draw.blocks.house(sold, note(voice, "trading_house", house_name(voice, sold), touch))
