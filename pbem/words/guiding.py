"""What a beginner is told beside a decision: what it is about, three steps, where to look; it knows no position."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pbem.words import glossary
from pbem.words.names import N_
from pbem.words.tongue import Tongue


@dataclass(frozen=True, slots=True)
class Guide:
    """One guide. `parts` are the parts of the table to look at: board, harbour or market; `anchor` is in the rules."""

    kind: str
    title: str
    about: str
    steps: tuple[str, ...]
    parts: tuple[str, ...]
    anchor: str


_CONFIRM: Final = N_("Confirm it: the button says what will happen, and nothing happens before.")
# By phase, or `waiting`: title, what it is about, look and choose, parts, anchor.
_GUIDES: Final[Mapping[str, tuple[str, str, tuple[str, ...], tuple[str, ...], str]]] = {
    "choose_role": (
        N_("Choosing a role, step by step"),
        N_("A role lets everybody do the same thing; you do it first, and get a little more than the others."),
        (
            N_("Look at your island and city: what do you need next, and what would the others gain by it?"),
            N_("Choose a role; under each stands what it brings you and them, and the doubloons on it are yours."),
            _CONFIRM,
        ),
        ("board", "harbour", "market"),
        "turns",
    ),
    "settler": (
        N_("Taking a tile, step by step"),
        N_("You take one tile for your island. It yields something once a colonist is on it."),
        (
            N_("Look at your island: which kinds do you grow, and for which of them do you have a building?"),
            N_("Choose a plantation, or a quarry if one is offered: quarries make your buildings cheaper."),
            _CONFIRM,
        ),
        ("board", "harbour"),
        glossary.anchor("settler"),
    ),
    "mayor": (
        N_("Placing colonists, step by step"),
        N_("You place all your colonists anew. Only where one stands does a tile or a building work."),
        (
            N_("Look at what belongs together: a plantation and its building both need a colonist."),
            N_("Choose where they go; a good placement is filled in, and you may leave it as it is."),
            _CONFIRM,
        ),
        ("board",),
        glossary.anchor("mayor"),
    ),
    "builder": (
        N_("Building, step by step"),
        N_("You may build one building. Its points are yours; it works once a colonist is in it."),
        (
            N_("Look at the price for you: your quarries and the builder's discount are taken off already."),
            N_("Choose a building that you can pay, or pass and keep your doubloons."),
            _CONFIRM,
        ),
        ("board", "market"),
        glossary.anchor("builder"),
    ),
    "craftsman": (
        N_("One more barrel, step by step"),
        N_("Everybody has just got goods. As the craftsman you may take one more barrel."),
        (
            N_("Look at what you have, and what ships and trading house could take next."),
            N_("Choose one kind of those you have just made."),
            _CONFIRM,
        ),
        ("board", "harbour"),
        glossary.anchor("craftsman"),
    ),
    "trader": (
        N_("Selling, step by step"),
        N_("You may sell one barrel to the trading house. With the doubloons you build."),
        (
            N_("Look at the trading house: a kind that lies there already is not bought again."),
            N_("Choose the barrel to sell, or pass and keep all of them for the ships."),
            _CONFIRM,
        ),
        ("board", "harbour"),
        glossary.anchor("trader"),
    ),
    "captain": (
        N_("Loading, step by step"),
        N_("You load the barrels of one kind on one ship. Each is a point for you."),
        (
            N_("Look at the ships: each carries one kind, and has so much room left."),
            N_("Choose a kind and a ship; your turn comes again until nobody can load any more."),
            _CONFIRM,
        ),
        ("board", "harbour"),
        glossary.anchor("captain"),
    ),
    "storage": (
        N_("Storing, step by step"),
        N_("You cannot keep all of your barrels. What you do not keep goes back to the supply."),
        (
            N_("Look at what is left: one barrel you keep in any case, whole kinds only in a warehouse."),
            N_("Choose what stays with you."),
            _CONFIRM,
        ),
        ("board",),
        "storing",
    ),
    "waiting": (
        N_("While the others decide"),
        N_("You need not stay here: a letter comes when something is yours to decide."),
        (
            N_("Look at the boards: your own comes first, the others follow in order of play."),
            N_("Touch a piece: it says what it is and what it does."),
            N_("Read the rules in short; most of them you need only when their role is chosen."),
        ),
        ("board", "harbour"),
        "aim",
    ),
}


def guide(tongue: Tongue, kind: str) -> Guide:
    """The guide to a phase's decision, or to `waiting`. Raises KeyError for another kind."""
    title, about, steps, parts, anchor = _GUIDES[kind]
    said = tuple(tongue.gettext(step) for step in steps)
    return Guide(kind, tongue.gettext(title), tongue.gettext(about), said, parts, anchor)
