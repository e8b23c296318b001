"""One sentence for every piece and term: the source of the cards and of the rules summary; it knows no position.

The keys are the names of notation 1 (`corn` is the barrel, `tile:corn` the plantation) and ids of our own for what
the notation has no name for. Numbers come from the tables of `pbem.rules`; the facts are those of rules 1 to 4.
"""

from typing import Final

from pbem import rules
from pbem.rules.names import CITY_SPACES, HOUSE_PLACES, ISLAND_SPACES
from pbem.words import names
from pbem.words.names import N_
from pbem.words.tongue import Tongue

_MAKES_ONE = N_("Makes %(good)s: 1 barrel for the colonist here, if a plantation of it has a colonist too.")
_MAKES_MORE = N_(
    "Makes %(good)s: 1 barrel for each colonist here, %(circles)s at most, if as many plantations have a colonist."
)
_BARREL = N_(
    "A barrel of %(good)s: its price in the trading house is %(price)s; on a ship it brings 1 point, as any barrel."
)

MEANINGS: Final[dict[str, str]] = {
    "settler": N_("Everybody in turn may take one open plantation; whoever chose the role may take a quarry instead."),
    "mayor": N_(
        "Colonists come by ship, and everybody places all colonists anew; whoever chose the role gets one more."
    ),
    "builder": N_("Everybody in turn may build one building; whoever chose the role pays 1 doubloon less."),
    "craftsman": N_(
        "Everybody gets the goods that plantations and buildings make; whoever chose the role gets one more."
    ),
    "trader": N_("Everybody in turn may sell one good; whoever chose the role gets 1 doubloon more for it."),
    "captain": N_(
        "Everybody loads ships, 1 point a barrel, until nobody can; whoever chose the role gets 1 point more."
    ),
    "prospector": N_("Whoever chose the role gets 1 doubloon; nobody else does anything."),
    "prospector_2": N_("As the first prospector, on a card of its own: 1 doubloon for whoever chose it."),
    "tile:corn": N_("With a colonist on it, it yields 1 corn when goods are made; corn needs no building."),
    "tile:indigo": N_("With a colonist on it and one in an indigo plant, it yields 1 indigo when goods are made."),
    "tile:sugar": N_("With a colonist on it and one in a sugar mill, it yields 1 sugar when goods are made."),
    "tile:tobacco": N_("With a colonist on it and one in a tobacco storage, it yields 1 tobacco when goods are made."),
    "tile:coffee": N_("With a colonist on it and one in a coffee roaster, it yields 1 coffee when goods are made."),
    "quarry": N_(
        "With a colonist on it, what you build costs 1 doubloon less; at most as many count as the building has points."
    ),
    "hidden_tile": N_("The face-down stack of plantations: new open ones come from it, in an order nobody knows."),
    "corn": _BARREL,
    "indigo": _BARREL,
    "sugar": _BARREL,
    "tobacco": _BARREL,
    "coffee": _BARREL,
    "small_indigo_plant": _MAKES_ONE,
    "small_sugar_mill": _MAKES_ONE,
    "indigo_plant": _MAKES_MORE,
    "sugar_mill": _MAKES_MORE,
    "tobacco_storage": _MAKES_MORE,
    "coffee_roaster": _MAKES_MORE,
    "small_market": N_("When you sell a good you get 1 doubloon more for it."),
    "hacienda": N_("In the settler phase you may first take the top tile of the hidden stack, then choose as usual."),
    "construction_hut": N_("In the settler phase you may take a quarry instead of a plantation, whoever is settler."),
    "small_warehouse": N_(
        "After the captain phase you keep all barrels of 1 kind, besides the one that everybody keeps."
    ),
    "hospice": N_("The tile you choose in the settler phase may come with a colonist, who works on it at once."),
    "office": N_("You may also sell a kind that the trading house has already, as long as it has a free place."),
    "large_market": N_("When you sell a good you get 2 doubloons more for it."),
    "large_warehouse": N_(
        "After the captain phase you keep all barrels of 2 kinds, besides the one that everybody keeps."
    ),
    "factory": N_("When you make 2, 3, 4 or 5 kinds of goods at a time you get 1, 2, 3 or 5 doubloons for it."),
    "university": N_("A building you build may come with a colonist, who works in it at once."),
    "harbor": N_("Each time you load goods you get 1 point more, however many barrels it is."),
    "wharf": N_("Once a captain phase you may ship all barrels of one kind by yourself, for 1 point each."),
    "guild_hall": N_(
        "With a colonist at the end: 1 point for each small production building you have, 2 for each other one."
    ),
    "residence": N_(
        "With a colonist at the end: 4 points for up to 9 tiles on your island, 5 for 10, 6 for 11, 7 for 12."
    ),
    "fortress": N_("With a colonist at the end: 1 point for every 3 colonists you have, wherever they are."),
    "customs_house": N_("With a colonist at the end: 1 point for every 4 points in chips you have."),
    "city_hall": N_("With a colonist at the end: 1 point for each violet building you have, this one too."),
    "barrel": N_("One unit of a good: sell it for doubloons, or load it on a ship for 1 point."),
    "doubloon": N_("The money: it pays for buildings, and where points are equal it counts together with goods."),
    "point": N_("Worth 1 point at the end; most come from loading ships, and most points win."),
    "point_down": N_("Point chips lie face down here: each sees the own number alone until the end."),
    "colonist": N_("Tiles and buildings work only with a colonist on them; the mayor phase brings new ones."),
    "san_juan": N_("Here wait the colonists for whom no circle was free; the next mayor phase places them anew."),
    "governor": N_("Chooses the first role of the round; the next round the player to the left is governor."),
    "cargo_ship": N_("Takes one kind of good, and no other ship takes that kind; full, it sails after the phase."),
    "colonist_ship": N_(
        "The colonists here are dealt out one by one in the next mayor phase; then it is filled again."
    ),
    "trading_house": N_("Buys one good of each kind, %(places)s in all; when full, it is emptied after the phase."),
    "supply": N_("What belongs to nobody yet: colonists, points, goods; the end is near when it runs out."),
    "role_card": N_("A role nobody chose in a round gets 1 doubloon; whoever chooses it next gets all that lie on it."),
    "island_space": N_("A free space for a plantation or a quarry; an island has %(island)s."),
    "city_space": N_("A free space for a building; a city has %(city)s, and a large building takes two."),
    "circle": N_("The place of one colonist, on a tile or in a building."),
    "island": N_("The %(island)s spaces for your plantations and quarries."),
    "city": N_("The %(city)s spaces for your buildings; whoever fills the last one brings the end of the game."),
    "plantation": N_("A tile of the island that yields one kind of good."),
    "production_building": N_("Turns what a plantation yields into goods; each kind but corn needs its own."),
    "violet_building": N_("A building that makes nothing but changes a rule for its owner, while a colonist is in it."),
    "large_building": N_("A violet building of two spaces, for which points are counted at the end."),
    "manned": N_("With at least one colonist: only so does a tile or a building work."),
    "privilege": N_("What only the player who chose the role may do, or gets more than the others."),
    "round": N_("From the governor on everybody chooses a role in turn, then the governor changes."),
    "discard": N_(
        "Open plantations that nobody took; when the hidden stack is empty they are shuffled into a new one."
    ),
}
TERMS: Final = tuple(MEANINGS)

# What terms are called that notation 1 has no name for.
CALLED: Final[dict[str, str]] = {
    **{f"tile:{tile}": name for tile, name in names.TILE.items()},
    "hidden_tile": N_("hidden plantations"),
    "barrel": N_("barrel"),
    "doubloon": N_("doubloon"),
    "point": N_("point chip"),
    "point_down": N_("point chips, face down"),
    "colonist": N_("colonist"),
    "san_juan": N_("San Juan"),
    "governor": N_("governor"),
    "cargo_ship": N_("cargo ship"),
    "colonist_ship": N_("colonist ship"),
    "trading_house": N_("trading house"),
    "supply": N_("supply"),
    "role_card": N_("doubloons on a role"),
    "island_space": N_("free space on the island"),
    "city_space": N_("free space in the city"),
    "circle": N_("circle"),
    "island": N_("Island"),
    "city": N_("City"),
    "plantation": N_("plantation"),
    "production_building": N_("production building"),
    "violet_building": N_("violet building"),
    "large_building": N_("large building"),
    "manned": N_("manned"),
    "privilege": N_("privilege"),
    "round": N_("round"),
    "discard": N_("discarded plantations"),
}
_FACTS: Final[dict[str, object]] = {"places": HOUSE_PLACES, "island": ISLAND_SPACES, "city": CITY_SPACES}


def called(tongue: Tongue, term: str) -> str:
    """The bare name of a term: "captain", "corn plantation", "point chip". Raises KeyError for an unknown one."""
    return tongue.gettext(CALLED[term] if term in CALLED else names.BARE[term])


def meaning(tongue: Tongue, term: str) -> str:
    """What a piece or term is or does, in one sentence. Raises KeyError for a term that is not in TERMS."""
    message = MEANINGS["quarry" if term == "tile:quarry" else term]
    return tongue.gettext(message, **_facts(tongue, term))


def _facts(tongue: Tongue, term: str) -> dict[str, object]:
    """Every number and name that a sentence about the term may ask for."""
    if term in rules.GOODS:
        return {"good": tongue.name(term), "price": rules.GOODS.index(term)}
    if term in rules.BUILDINGS:
        row = rules.building(term)
        return {"good": tongue.name(row.good or ""), "circles": row.circles}
    return _FACTS


def anchor(term: str) -> str:
    """Where the rules summary says more of a term: "on-captain", "on-large-market", "on-tile-corn"."""
    meant = {"prospector_2": "prospector", "tile:quarry": "quarry"}.get(term, term)
    return "on-" + meant.replace(":", "-").replace("_", "-")
