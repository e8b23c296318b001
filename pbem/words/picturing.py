"""What a picture of the table says to who does not see it, in a few whole sentences; it draws nothing."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from pbem.words.names import GOODS
from pbem.words.tongue import Tongue

View = dict[str, Any]
LONGEST = 400  # characters of an alternative text; some clients cut later ones


def picture(tongue: Tongue, view: View, you: int | None) -> str:
    """The essentials of a position: ships, house, open plantations, what the reader holds."""
    sentences = [tongue.gettext("The table in round %(round)s.", round=view["round"])]
    sentences += _ships(tongue, view["cargo_ships"])
    sentences += [_house(tongue, view["trading_house"]), _open(tongue, view["plantations"]["face_up"])]
    if you is not None:
        sentences.append(_holdings(tongue, view["players"][you]))
    text = ""
    for sentence in sentences:
        if len(text) + len(sentence) < LONGEST:
            text += f" {sentence}" if text else sentence
    return text


def chart(tongue: Tongue, series: Mapping[int, Sequence[int]], names: Mapping[int, str]) -> str:
    """What the chart of points by round ends with, best first."""
    ranked = sorted(series, key=lambda seat: (-series[seat][-1], seat))
    points = tongue.listing(f"{names[seat]} {series[seat][-1]}" for seat in ranked)
    return tongue.gettext("A chart of the points by round; at the end %(points)s.", points=points)


def _ships(tongue: Tongue, ships: Sequence[Mapping[str, Any]]) -> list[str]:
    sentences = []
    loads = [
        tongue.gettext(
            "%(good)s on the ship of %(size)s", good=tongue.thing(ship["good"], ship["loaded"]), size=ship["capacity"]
        )
        for ship in ships
        if ship["loaded"]
    ]
    if loads:
        sentences.append(tongue.gettext("Loaded: %(loads)s.", loads=", ".join(loads)))
    empty = [str(ship["capacity"]) for ship in ships if not ship["loaded"]]
    if empty:
        sizes = tongue.listing(empty)
        sentences.append(
            tongue.ngettext(
                "The ship of %(sizes)s is empty.", "The ships of %(sizes)s are empty.", len(empty), sizes=sizes
            )
        )
    return sentences


def _house(tongue: Tongue, house: Sequence[str]) -> str:
    if not house:
        return tongue.gettext("The trading house is empty.")
    goods = tongue.listing(tongue.name(good) for good in sorted(house, key=GOODS.index))
    return tongue.gettext("The trading house has %(goods)s.", goods=goods)


def _open(tongue: Tongue, tiles: Sequence[str]) -> str:
    counts = Counter(tiles)
    if not counts:
        return tongue.gettext("No plantation lies open.")
    shown = tongue.listing(
        tongue.thing(good, counts[good]) if counts[good] > 1 else tongue.name(good) for good in GOODS if counts[good]
    )
    return tongue.ngettext(
        "The open plantation is %(tiles)s.", "The open plantations are %(tiles)s.", len(tiles), tiles=shown
    )


def _holdings(tongue: Tongue, player: Mapping[str, Any]) -> str:
    parts = [tongue.thing("doubloons", player["doubloons"])]
    if player["vp"] is not None:
        parts.append(tongue.thing("vp", player["vp"]))
    parts += [tongue.thing(good, count) for good, count in player["goods"].items() if count]
    return tongue.gettext("You have %(holdings)s.", holdings=tongue.listing(parts))
