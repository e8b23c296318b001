"""The rules in short, in our own words: sections of sentences and the tables; every number is asked of `pbem.rules`.

What a piece or building does is said by the glossary, here is only what happens when (rules 1, 3, 4). It knows no
page: an anchor is where a section may be linked to.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from pbem import rules
from pbem.rules.names import CITY_SPACES, HOUSE_PLACES, ISLAND_SPACES
from pbem.rules.setup import NUMBERS
from pbem.words import glossary
from pbem.words.names import N_
from pbem.words.tongue import Tongue, capitalised


@dataclass(frozen=True, slots=True)
class Section:
    """One section: `lead` says it in a sentence, `privilege` is the chooser's, or ""; `points` the rest in order."""

    anchor: str
    title: str
    piece: str
    lead: str
    privilege: str
    points: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SetUp:
    """A line of the table of what lies ready: the text for each number of players, or the tiles for each."""

    label: str
    texts: tuple[str, ...] = ()
    tiles: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Lot:
    """A building in the table: its numbers, and what it does in the glossary's sentence."""

    name: str
    anchor: str
    title: str
    cost: int
    points: int
    circles: int
    meaning: str
    good: str | None


@dataclass(frozen=True, slots=True)
class Term:
    """A piece or notion with its sentence; `anchor` as in `glossary.anchor`."""

    term: str
    anchor: str
    title: str
    meaning: str


@dataclass(frozen=True, slots=True)
class _Plan:
    anchor: str
    title: str
    piece: str
    points: tuple[str, ...]
    lead: str = ""
    privilege: str = ""


_GAME: Final = (
    _Plan(
        "aim",
        N_("What you play for"),
        "vp",
        (
            N_("Points come from loading ships, from the buildings you have, and from the large ones among them."),
            N_("Doubloons, goods and tiles are only the way there."),
            N_("A tile or a building works only with a colonist on it."),
        ),
        N_("You plant an island, build a city and ship what you make; whoever has most points at the end has won."),
    ),
    _Plan(
        "turns",
        N_("A round"),
        "governor",
        (
            N_("Whoever chooses first gets the doubloons on the card, then acts first and has the privilege."),
            N_("Then the others act as well, clockwise; whoever may act may also pass, but for loading ships."),
            N_("With two players each chooses three roles a round, in turn; with more, one each."),
            N_("In the end each role that nobody chose gets 1 doubloon, and all cards go back."),
            N_("The governor's flag goes to the left, and the next round begins."),
        ),
        N_("The governor chooses a role first, then the others clockwise, each from the cards that are left."),
    ),
    _Plan(
        "end",
        N_("The end"),
        "colonist-ship",
        (
            N_("There are not enough colonists to fill the colonist ship as it should be."),
            N_("Somebody has filled the last of the %(city)s spaces of the city."),
            N_("The last point chip is taken; what is earned after that is noted and counts too."),
        ),
        N_("The round in which one of these three happens is the last one, and is played to its end."),
    ),
    _Plan(
        "count",
        N_("The final count"),
        "b-city_hall",
        (
            N_("Your point chips count, and the points of all your buildings, with or without a colonist."),
            N_("Each large building in which a colonist works gives points of its own kind."),
            N_(
                "Where points are equal, doubloons and barrels count together; if these are equal too, the place is "
                "shared."
            ),
        ),
    ),
)

_ROLES: Final = (
    _Plan(
        glossary.anchor("settler"),
        "settler",
        "role-settler",
        (
            N_("A new tile has no colonist: it works from the next mayor phase on."),
            N_("There is room for %(island)s tiles; whoever has filled them takes none."),
            N_("Then the plantations left over are discarded, and new ones drawn: one more than there are players."),
            N_("When the hidden stack is empty, the discarded plantations are shuffled into a new one."),
        ),
        privilege=N_("The settler may take a quarry instead of a plantation."),
    ),
    _Plan(
        glossary.anchor("mayor"),
        "mayor",
        "role-mayor",
        (
            N_("The colonists on the ship are dealt out one by one, clockwise from the mayor, until it is empty."),
            N_("Then you place all your colonists, old and new, as you like on your tiles and buildings."),
            N_("Nobody waits in San Juan as long as one of your circles is empty."),
            N_(
                "Then the ship gets as many colonists as there are empty circles on everybody's buildings, tiles "
                "not counted."
            ),
            N_("It gets at least %(least)s of them, with two players at least %(least_two)s."),
        ),
        privilege=N_("The mayor may take 1 colonist from the supply."),
    ),
    _Plan(
        glossary.anchor("builder"),
        "builder",
        "role-builder",
        (
            N_("Each of your quarries with a colonist takes 1 doubloon off the price, down to 0."),
            N_(
                "At most as many quarries count as the building has points, from %(least_quarries)s to "
                "%(most_quarries)s."
            ),
            N_("You may have each building once, and nothing is ever torn down."),
            N_("A large building takes two of the %(city)s spaces of your city, any other one."),
            N_("A new building has no colonist: it works from the next mayor phase on."),
        ),
        privilege=N_("The builder pays 1 doubloon less."),
    ),
    _Plan(
        glossary.anchor("craftsman"),
        "craftsman",
        "role-craftsman",
        (
            N_(
                "Of each kind you get a barrel for each plantation with a colonist, but no more than its buildings "
                "make."
            ),
            N_("A building makes as many barrels as it has colonists; small and large ones count together."),
            N_("Corn needs no building."),
            N_("What the supply lacks nobody gets: the craftsman takes first, and who comes last may get nothing."),
        ),
        privilege=N_("At the end the craftsman takes 1 more barrel of a kind just made, if one is left."),
    ),
    _Plan(
        glossary.anchor("trader"),
        "trader",
        "role-trader",
        (
            N_("The prices are %(prices)s."),
            N_("The trading house takes a kind only once, unless you have an office."),
            N_("With %(places)s barrels it is full: nobody sells any more, and it is emptied."),
            N_("If it is not full, the barrels stay where they are until somebody chooses the trader again."),
        ),
        privilege=N_("The trader gets 1 doubloon more for the barrel sold."),
    ),
    _Plan(
        glossary.anchor("captain"),
        "captain",
        "role-captain",
        (
            N_("In turn each loads one kind on one ship, again and again, until nobody can load any more."),
            N_("Whoever can load must, and loads as many barrels as fit."),
            N_("A ship takes one kind only, and a kind that is on one ship goes on no other."),
            N_(
                "Of the empty ships you take one on which most of your barrels fit; which kind you load is your choice."
            ),
        ),
        privilege=N_("The captain gets 1 point more, with the first load."),
    ),
    _Plan(
        "storing",
        N_("After the captain: storing"),
        "b-small_warehouse",
        (
            N_("Warehouses keep all barrels of the kinds they have room for; where there is a choice, you choose."),
            N_("Everything else goes back to the supply."),
            N_("Then full ships are emptied; the others keep their load for the next time."),
        ),
        N_("Of the barrels that are left, everybody keeps one, and what a warehouse holds."),
    ),
    _Plan(
        glossary.anchor("prospector"),
        "prospector",
        "role-prospector",
        (
            N_("With three players there is no such card, with two or four there is one."),
            N_("With five players there are two, which are two roles."),
        ),
    ),
)

_HOUSE: Final = _Plan(
    "house",
    N_("As this house plays"),
    "letter",
    (
        N_("The colonist ship brings at least %(least)s colonists; a table may agree on one for each player instead."),
        N_(
            "All place their colonists at the same time, and store their barrels too, unless the table wants it "
            "in turn."
        ),
        N_("Point chips lie face down until the end, unless the table plays with open ones."),
        N_("Whoever could only use the wharf may pass, and is then out for the rest of that captain phase."),
        N_("What leaves no choice happens by itself: you are asked only when there is something to choose."),
    ),
)
_ROLES_OF: Final = {glossary.anchor(role): role for role in rules.ROLES if role != "prospector_2"}
_PIECES: Final = tuple(t for t in glossary.TERMS if t not in rules.ROLES and t not in rules.BUILDINGS)


def game_in_short(tongue: Tongue) -> tuple[Section, ...]:
    """Aim, round, end and final count."""
    return tuple(_section(tongue, plan) for plan in _GAME)


def roles_in_short(tongue: Tongue) -> tuple[Section, ...]:
    """A section for each role, and one for storing."""
    return tuple(_section(tongue, plan) for plan in _ROLES)


def house_rules(tongue: Tongue) -> Section:
    """What is agreed here where other tables may play otherwise (rules 3.2, 5, 7)."""
    return _section(tongue, _HOUSE)


def _section(tongue: Tongue, plan: _Plan) -> Section:
    facts = _facts(tongue)
    role = _ROLES_OF.get(plan.anchor)
    return Section(
        plan.anchor,
        tongue.title(role) if role else tongue.gettext(plan.title),
        plan.piece,
        glossary.meaning(tongue, role) if role else tongue.gettext(plan.lead) if plan.lead else "",
        tongue.gettext(plan.privilege) if plan.privilege else "",
        tuple(tongue.gettext(point, **facts) for point in plan.points),
    )


def _facts(tongue: Tongue) -> Mapping[str, object]:
    """Every number that a sentence may ask for."""
    columns = [rules.building(name).column for name in rules.BUILDINGS]
    prices = ", ".join(f"{tongue.name(good)} {price}" for price, good in enumerate(rules.GOODS))
    return {
        "island": ISLAND_SPACES,
        "city": CITY_SPACES,
        "places": HOUSE_PLACES,
        "least": rules.Rules.from_json({"players": 3}).least_on_ship(),
        "least_two": rules.Rules.from_json({"players": 2}).least_on_ship(),
        "least_quarries": min(columns),
        "most_quarries": max(columns),
        "prices": prices,
    }


def set_up(tongue: Tongue) -> tuple[tuple[int, ...], tuple[SetUp, ...]]:
    """What lies ready for each number of players (rules 1): the numbers of players, and a line for each thing."""
    columns = tuple(NUMBERS.values())

    def line(label: str, texts: Iterable[object]) -> SetUp:
        return SetUp(tongue.gettext(label), tuple(str(text) for text in texts))

    return tuple(NUMBERS), (
        line(N_("points in the supply"), (n.vp for n in columns)),
        line(N_("colonists in the supply"), (n.colonists for n in columns)),
        line(N_("colonists on the first ship"), (n.on_ship for n in columns)),
        line(N_("doubloons each"), (n.doubloons for n in columns)),
        SetUp(
            tongue.gettext(N_("first tiles, from the governor on")),
            tiles=tuple(tuple(rules.GOODS[tile] for tile in n.first_tiles) for n in columns),
        ),
        line(N_("room on the cargo ships"), (", ".join(map(str, n.ships)) for n in columns)),
        line(N_("open plantations"), (n.row for n in columns)),
        line(N_("quarries"), (n.quarries for n in columns)),
        line(N_("role cards"), (len(n.roles) for n in columns)),
        line(N_("roles chosen a round"), (n.picks for n in columns)),
    )


def lots(tongue: Tongue) -> dict[int, tuple[Lot, ...]]:
    """The buildings by how many quarries count for them, in the order of notation 1."""
    found: dict[int, list[Lot]] = {}
    for name in rules.BUILDINGS:
        row = rules.building(name)
        said = glossary.meaning(tongue, name)
        lot = Lot(name, glossary.anchor(name), tongue.title(name), row.cost, row.vp, row.circles, said, row.good)
        found.setdefault(row.column, []).append(lot)
    return {column: tuple(rows) for column, rows in sorted(found.items())}


def pieces(tongue: Tongue) -> tuple[Term, ...]:
    """Every term that is no role and no building."""
    return tuple(
        Term(term, glossary.anchor(term), capitalised(glossary.called(tongue, term)), glossary.meaning(tongue, term))
        for term in _PIECES
    )


def word_list(tongue: Tongue, others: Iterable[Tongue]) -> tuple[tuple[str, ...], ...]:
    """What each term is called in this language and the others, in this language's order."""
    speakers = (tongue, *others)
    terms = (term for term in glossary.TERMS if term != "prospector_2")
    found = {tuple(capitalised(glossary.called(speaker, term)) for speaker in speakers) for term in terms}
    return tuple(sorted(found, key=lambda words: words[0].casefold()))
