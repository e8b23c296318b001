"""Which colours each piece has in which state; the one place that says what manned, taken and free look like."""

from typing import Final

from pbem import rules
from pbem.draw.ink import Ink
from pbem.draw.pen import Tint

_OWN: Final = {"doubloon": "gold", "vp": "vp", "vp-down": "vp", "colonist-ship": "hull", "trading-house": "hull"}
_CSS: Final = {"gold": "gold", "vp": "vpc", "hull": "hull"}
WASHED: Final = 27  # percent of a colour that is left on what does not work


def good(ink: Ink, name: str) -> Tint:
    """A barrel or tile of this good (or ``quarry``) at its full colour."""
    return Tint("", ink.of(name), ink.of(f"{name}-m"), ink.of("ink"), css=name)


def idle(ink: Ink, name: str) -> Tint:
    """The mark of a tile on which nobody works."""
    return Tint("idle", ink.mix(name, "sheet", WASHED), ink.of("ink2"), ink.of("ink2"), css="z")


def ghost(ink: Ink) -> Tint:
    """The shape of a piece that is not there."""
    pale = ink.of("rule")
    return Tint("ghost", "none", "none", pale, css="ghost")


def piece(ink: Ink, symbol: str) -> Tint:
    """Coins, chips and ships."""
    mark = "gold-m" if symbol == "doubloon" else "ink"
    own = _OWN[symbol]
    return Tint("", ink.of(own), ink.of(mark), ink.of("ink"), css=_CSS[own])


def plain(ink: Ink, *, faded: bool = False) -> Tint:
    """A drawing in ink alone on the colour of what can be chosen; faded without any."""
    if faded:
        return Tint("faded", "none", ink.of("ink2"), ink.of("ink2"), css="faded")
    return Tint("", ink.of("wash"), ink.of("ink"), ink.of("ink"), css="r")


def person(ink: Ink) -> Tint:
    """A colonist, all ink."""
    return Tint("", ink.of("ink"), ink.of("ink"), ink.of("ink"), css="person")


def flag(ink: Ink) -> Tint:
    """The governor's placard."""
    return Tint("", ink.of("acc"), ink.of("on"), ink.of("ink"), css="gov")


def ground(ink: Ink, building: str, works: bool) -> str:
    """The colour behind a building: violet, or its good's on paper."""
    good = rules.building(building).good
    if good:
        share = 25 if good == "sugar" else 42
        return ink.mix(good, "sheet", share if works else share // 2)
    return ink.of("violet") if works else ink.mix("violet", "sheet", 40)


def building(ink: Ink, works: bool) -> Tint:
    """The drawing of a building on its ground: lines in ink, bright parts in paper."""
    line = ink.of("ink" if works else "ink2")
    return Tint("" if works else "idle", ink.of("sheet"), line, line, css="bld" if works else "z")
