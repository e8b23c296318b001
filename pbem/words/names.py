"""The vocabulary: how the names of notation 1 are written to people; it forms no sentences.

Each name has the forms that sentences need, as msgids: the bare name, and the name with its article as the
*object* of a verb ("takes the captain", "builds a harbor"), because German declines there. The words
are those of rules 2 and of the Dutch sheet.
"""

from typing import Final


def N_(message: str) -> str:
    """Marks a msgid for the catalogs; it is translated where it is used."""
    return message


GOODS: Final = ("corn", "indigo", "sugar", "tobacco", "coffee")

BARE: Final[dict[str, str]] = {
    "settler": N_("settler"),
    "mayor": N_("mayor"),
    "builder": N_("builder"),
    "craftsman": N_("craftsman"),
    "trader": N_("trader"),
    "captain": N_("captain"),
    "prospector": N_("prospector"),
    "prospector_2": N_("second prospector"),
    "corn": N_("corn"),
    "indigo": N_("indigo"),
    "sugar": N_("sugar"),
    "tobacco": N_("tobacco"),
    "coffee": N_("coffee"),
    "quarry": N_("quarry"),
    "small_indigo_plant": N_("small indigo plant"),
    "small_sugar_mill": N_("small sugar mill"),
    "indigo_plant": N_("indigo plant"),
    "sugar_mill": N_("sugar mill"),
    "tobacco_storage": N_("tobacco storage"),
    "coffee_roaster": N_("coffee roaster"),
    "small_market": N_("small market"),
    "hacienda": N_("hacienda"),
    "construction_hut": N_("construction hut"),
    "small_warehouse": N_("small warehouse"),
    "hospice": N_("hospice"),
    "office": N_("office"),
    "large_market": N_("large market"),
    "large_warehouse": N_("large warehouse"),
    "factory": N_("factory"),
    "university": N_("university"),
    "harbor": N_("harbor"),
    "wharf": N_("wharf"),
    "guild_hall": N_("guild hall"),
    "residence": N_("residence"),
    "fortress": N_("fortress"),
    "customs_house": N_("customs house"),
    "city_hall": N_("city hall"),
}

# The object of a sentence: roles with the definite article, buildings with the indefinite one.
OBJECT: Final[dict[str, str]] = {
    "settler": N_("the settler"),
    "mayor": N_("the mayor"),
    "builder": N_("the builder"),
    "craftsman": N_("the craftsman"),
    "trader": N_("the trader"),
    "captain": N_("the captain"),
    "prospector": N_("the prospector"),
    "prospector_2": N_("the second prospector"),
    "small_indigo_plant": N_("a small indigo plant"),
    "small_sugar_mill": N_("a small sugar mill"),
    "indigo_plant": N_("an indigo plant"),
    "sugar_mill": N_("a sugar mill"),
    "tobacco_storage": N_("a tobacco storage"),
    "coffee_roaster": N_("a coffee roaster"),
    "small_market": N_("a small market"),
    "hacienda": N_("a hacienda"),
    "construction_hut": N_("a construction hut"),
    "small_warehouse": N_("a small warehouse"),
    "hospice": N_("a hospice"),
    "office": N_("an office"),
    "large_market": N_("a large market"),
    "large_warehouse": N_("a large warehouse"),
    "factory": N_("a factory"),
    "university": N_("a university"),
    "harbor": N_("a harbor"),
    "wharf": N_("a wharf"),
    "guild_hall": N_("a guild hall"),
    "residence": N_("a residence"),
    "fortress": N_("a fortress"),
    "customs_house": N_("a customs house"),
    "city_hall": N_("a city hall"),
}

# Island tiles as tiles: what "corn" is as a barrel is "a corn plantation" as a tile.
TILE: Final[dict[str, str]] = {
    "corn": N_("corn plantation"),
    "indigo": N_("indigo plantation"),
    "sugar": N_("sugar plantation"),
    "tobacco": N_("tobacco plantation"),
    "coffee": N_("coffee plantation"),
    "quarry": N_("quarry"),
}
TILE_OBJECT: Final[dict[str, str]] = {
    "corn": N_("a corn plantation"),
    "indigo": N_("an indigo plantation"),
    "sugar": N_("a sugar plantation"),
    "tobacco": N_("a tobacco plantation"),
    "coffee": N_("a coffee plantation"),
    "quarry": N_("a quarry"),
}

# What a building does, in a few words (rules 2). Production buildings are worded by their good.
EFFECT: Final[dict[str, str]] = {
    "small_market": N_("1 doubloon more when you sell"),
    "hacienda": N_("a hidden tile first, in the settler phase"),
    "construction_hut": N_("a quarry instead of a plantation"),
    "small_warehouse": N_("keeps all barrels of 1 kind"),
    "hospice": N_("a colonist with the tile you take"),
    "office": N_("sell a kind that is already in the house"),
    "large_market": N_("2 doubloons more when you sell"),
    "large_warehouse": N_("keeps all barrels of 2 kinds"),
    "factory": N_("doubloons for producing 2 kinds or more"),
    "university": N_("a colonist with the building you build"),
    "harbor": N_("1 point more with each load"),
    "wharf": N_("a ship of your own, once a captain phase"),
    "guild_hall": N_("points for production buildings at the end"),
    "residence": N_("4 to 7 points for island spaces at the end"),
    "fortress": N_("1 point for every 3 colonists at the end"),
    "customs_house": N_("1 point for every 4 point chips at the end"),
    "city_hall": N_("1 point for each violet building at the end"),
}
MAKES: Final[dict[str, str]] = {
    "small_indigo_plant": N_("makes indigo, 1 colonist"),
    "small_sugar_mill": N_("makes sugar, 1 colonist"),
    "indigo_plant": N_("makes indigo, 3 colonists"),
    "sugar_mill": N_("makes sugar, 3 colonists"),
    "tobacco_storage": N_("makes tobacco, 3 colonists"),
    "coffee_roaster": N_("makes coffee, 2 colonists"),
}
