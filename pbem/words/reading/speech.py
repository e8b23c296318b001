"""The words that people use for moves, in English, Dutch and German: data alone, the names themselves are in names.

Words that stand for doubt ("maybe", "not", "if") are left out on purpose: a word which is not here is not understood,
and then nothing is played.
"""

from collections.abc import Mapping
from typing import Final

ROLE, SETTLE, TAKE, BUILD, SELL, SHIP = "role", "settle", "take", "build", "sell", "ship"
KEEP, PLACE, HACIENDA, PASS = "keep", "place", "hacienda", "pass"
GET: Final = (ROLE, SETTLE, TAKE, HACIENDA)
CHOOSE: Final = (ROLE, SETTLE, TAKE, BUILD, SELL, SHIP, KEEP)

# Word -> the verbs of notation 2 for which it may stand.
VERBS: Final[Mapping[tuple[str, ...], str]] = {
    (ROLE,): "role, play; rol, speel, spelen; rolle, spiele, spielen",
    (SETTLE,): "settle",
    (SETTLE, HACIENDA): "tile; tegel; plättchen",
    (SETTLE, PLACE): "plantation, plantations; plantage, plantages; plantagen",
    GET: "take, get; neem, nemen, pak; nehme, nimm, nehmen",
    CHOOSE: "choose, pick, select; kies, kiezen; wähle, wählen",
    (TAKE,): "one more, 1 more; nog 1, nog een; noch 1, noch ein, noch eine",
    (BUILD,): "build, buy, building; bouw, bouwen, koop, kopen, gebouw; baue, bauen, bau, kaufe, kaufen, gebäude",
    (SELL,): "sell, trade; verkoop, verkopen; verkaufe, verkaufen",
    (SHIP,): "ship, load; verscheep, verschepen, laad, laden, schip; "
    "verschiffe, verschiffen, verlade, verladen, lade, schiff",
    (KEEP,): "keep, store; bewaar, bewaren, houd, hou, houden; behalte, behalten, lagere, lagern, kept",
    (PLACE,): "place, put, placed, places; plaats, plaatsen, zet, leg, plaatst, geplaatst; "
    "setze, setzen, lege, stelle, platziere, setzt, gesetzt",
    (HACIENDA,): "draw, hidden tile, a hidden tile first; trek, trekken, gedekte tegel; ziehe, ziehen, zieh, "
    "verdecktes plättchen",
    (PASS,): "pass, passing, skip; pas, passen, overslaan; passe, weiter",
}

# Word for nothing -> the verbs whose way of doing nothing it says.
NOTHING: Final[Mapping[tuple[str, ...], str]] = {
    (SETTLE,): "no tile, no plantation; geen tegel, geen plantage; kein plättchen, keine plantage",
    (BUILD,): "no building; geen gebouw; kein gebäude",
    (TAKE,): "no good, no good more, no more good, no extra good, nothing more; niets extra, niets meer; "
    "keine ware, keine weitere ware",
    (SETTLE, BUILD, TAKE, SELL, SHIP, KEEP): "nothing; niets; nichts",
    (SHIP,): "nothing more; niets meer; nichts mehr",
}

COLONISTS: Final = "colonist, colonists, worker, workers; kolonist, kolonisten, werker, werkers; arbeiter"
WITH: Final = "with, with a, with one, and a; met, met een, met 1; mit, mit einem"
WITHOUT: Final = (
    "without, without a, without the, without extra, without the extra; "
    "zonder, zonder de, zonder een, zonder extra, zonder de extra; "
    "ohne, ohne den, ohne einen, ohne extra, ohne zusätzlichen, ohne den zusätzlichen"
)

FILLERS: Final = (
    "the, a, an, i, i'll, i will, my, own, on, at, in, into, and, &, +, x, ×, ship of, the ship of; "
    "de, het, een, ik, mijn, eigen, op, en, naar, schip van; "
    "der, die, das, den, dem, des, ein, eine, einen, einem, einer, eines, ich, mein, meine, meiner, meinen, meinem, "
    "auf, im, ins, am, und, eigene, eigenen, schiff mit"
)
PLEASE: Final = ("please", "graag", "alsjeblieft", "bitte")  # says nothing anywhere
SIGNS: Final[Mapping[str, int]] = {"+": 1, "-": -1}  # before the colonist, as in notation 2
MYSELF: Final = frozenset({"i", "ik", "ich"})  # behind a verb that begins the text they ask
NUMBERED: Final = "#, number, nr, option, choice, move; nummer, optie, keuze, zet; zug, möglichkeit"
EITHER: Final = "or, /, |, of, oder"

# Further names of what names.BARE calls otherwise.
NAMES: Final[Mapping[str, str]] = {
    "prospector_2": "prospector two; goudzoeker 2, goudzoeker twee; goldsucher 2, goldsucher zwei",
    "quarry": "quarries; steengroeves, steengroeven; steinbrüche, steinbrüchen",
    "harbor": "harbour",
    "hacienda": "hazienda, haciënda",
    "customs_house": "custom house",
    "small_indigo_plant": "small indigo plants",
}

# Words that a language has from another one, where they mean something else: the German "Kolonist" is no role.
FALSE_FRIENDS: Final[Mapping[tuple[str, str], str]] = {("de", "kolonist"): "settler"}

# Adjectives are declined with what they stand before.
FORMS: Final[tuple[frozenset[str], ...]] = (
    frozenset({"klein", "kleine", "kleiner", "kleines", "kleinen", "kleinem"}),
    frozenset({"groot", "grote"}),
    frozenset({"gross", "grosse", "grosser", "grosses", "grossen", "grossem"}),
    frozenset({"zweiter", "zweite", "zweiten"}),
    frozenset({"plantation", "plantations"}),
)

# Short words of every day that are no abbreviation of anything while no verb stands before them.
NOT_SHORT: Final = "can far for gut kan man may off pro res see set sta"
