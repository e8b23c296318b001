"""Placing colonists as a form: a stepper a kind of tile and a building, a suggestion ready; it plays nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pbem import rules, words
from pbem.web.naming import building_css
from pbem.web.touch import Key
from pbem.web.typed import Draft, counted, move_of

View = dict[str, Any]


@dataclass(frozen=True)
class Stepper:
    """How many colonists lie on the tiles of a kind or on a building."""

    name: str
    label: str
    note: str
    piece: str
    css: str
    most: int
    value: str


@dataclass(frozen=True)
class Placing:
    """The colonists of a seat and where they may lie."""

    colonists: int
    circles: int
    island: tuple[Stepper, ...]
    city: tuple[Stepper, ...]


def place_context(voice: words.Voice, place: Mapping[str, Any]) -> str:
    """How many colonists for how many circles."""
    circles = voice.ngettext("%(num)s circle", "%(num)s circles", sum(place["circles"].values()))
    colonists = voice.thing("colonists", place["colonists"])
    return voice.gettext(
        "You have %(colonists)s for %(circles)s. A suggestion is filled in.", colonists=colonists, circles=circles
    )


def placing_of(voice: words.Voice, view: View, seat: int, place: Mapping[str, Any], draft: Draft) -> Placing:
    """The steppers with the numbers of the draft, or with a suggestion."""
    circles: Mapping[str, int] = place["circles"]
    values = draft.placing or {n: str(c) for n, c in counted(rules.suggest_placement(dict(view), seat)).items()}
    now = _placed_now(view, seat)
    steppers = [_stepper(voice, name, most, values.get(name, "0"), now.get(name, 0)) for name, most in circles.items()]
    return Placing(
        colonists=place["colonists"],
        circles=sum(circles.values()),
        island=tuple(s for s in steppers if s.name in rules.TILES),
        city=tuple(s for s in steppers if s.name not in rules.TILES),
    )


def _stepper(voice: words.Voice, name: str, most: int, value: str, now: int) -> Stepper:
    is_tile = name in rules.TILES
    return Stepper(
        name=name,
        label=voice.tile(name) if is_tile else voice.title(name),
        note=voice.gettext("now %(count)s", count=now),
        piece=f"tile-{name}" if is_tile else f"b-{name}",
        css=name if is_tile else building_css(name),
        most=most,
        value=value,
    )


def _placed_now(view: View, seat: int) -> dict[str, int]:
    """Where the seat's colonists lie at present, by the names of a `place` move."""
    player, placed = view["players"][seat], dict[str, int]()
    for tile in player["island"]:
        placed[tile["tile"]] = placed.get(tile["tile"], 0) + bool(tile["colonist"])
    return placed | {b["building"]: b["colonists"] for b in player["buildings"]}


def does_placing(voice: words.Voice, view: View, seat: int, names: Mapping[int, str], draft: Draft) -> tuple[str, ...]:
    """What the placement of the steppers, finished or not, would do; nothing where it could not be."""
    move = move_of(draft) or rules.suggest_placement(view, seat)
    try:
        return voice.consequences(view, seat, move, names)
    except rules.RulesError:
        return ()


def toggles(view: View, seat: int, move: str, colonists: int) -> dict[Key, tuple[str, ...]]:
    """The seat's own tiles and buildings with the placement that touching each would make of `move`'s.

    `view` is drawn from, so it already lies as `move` says. Who is touched goes to San Juan; an empty circle takes
    somebody from there, and so does a building until it is full.
    """
    counts, player = counted(move), view["players"][seat]
    is_left = colonists > sum(counts.values())
    found: dict[Key, tuple[str, ...]] = {}
    for n, tile in enumerate(player["island"]):
        if tile["colonist"] or is_left:
            found["island", seat, n] = (_changed(counts, tile["tile"], -1 if tile["colonist"] else 1),)
    for n, built in enumerate(player["buildings"]):
        room = rules.building(built["building"]).circles - built["colonists"]
        if built["colonists"] or is_left:
            found["city", seat, n] = (_changed(counts, built["building"], 1 if room and is_left else -1),)
    return found


def _changed(counts: Mapping[str, int], name: str, by: int) -> str:
    changed = {**counts, name: counts.get(name, 0) + by}
    return " ".join(["place", *(f"{name}={count}" for name, count in changed.items() if count)])
