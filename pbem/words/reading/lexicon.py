"""What each phrase may mean, in all languages at once, and what is an abbreviation of which name; it reads no text."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from pbem import rules
from pbem.words import names
from pbem.words.catalog import LANGUAGES, SOURCE_LANGUAGE
from pbem.words.reading import speech
from pbem.words.reading.tokens import spellings, variants
from pbem.words.tongue import Tongue

Phrase = tuple[str, ...]
VERB, NAME, COLONIST, PIECE, NOTHING, FILLER, EITHER = (
    "verb", "name", "colonist", "piece", "nothing", "filler", "either",
)  # fmt: skip
LONGEST_PHRASE = 6
_TELLING = 3


@dataclass(frozen=True, slots=True)
class Meaning:
    """One thing that a phrase may say. `verbs`: of the moves that it may belong to; `term`: a name of notation 1;
    `sign`: +1 with a colonist, -1 without him."""

    kind: str
    verbs: frozenset[str] = frozenset()
    term: str = ""
    sign: int = 0


@cache
def lexicon() -> Mapping[Phrase, tuple[Meaning, ...]]:
    """Every phrase that is understood, with all its meanings."""
    found: dict[Phrase, dict[Meaning, None]] = {}
    for phrase, meaning in (*_words(), *_colonists(), *_names()):
        found.setdefault(phrase, {})[meaning] = None
    return {phrase: tuple(meanings) for phrase, meanings in found.items()}


@cache
def numbered() -> frozenset[Phrase]:
    """What may stand before the number of an offered move: "number 2"."""
    return frozenset(_phrases(speech.NUMBERED))


def meanings_of(phrase: Phrase, language: str) -> tuple[Meaning, ...]:
    """What the phrase may mean as it stands, to a reader of this language."""
    friend = speech.FALSE_FRIENDS.get((language, " ".join(phrase)))
    return tuple(meaning for meaning in lexicon().get(phrase, ()) if meaning.term != friend or not friend)


def abbreviated(phrase: Phrase, language: str) -> tuple[Meaning, ...]:
    """The names of which the phrase is an abbreviation, in this language or in English: "ha", "small ware"."""
    languages = dict.fromkeys((language, SOURCE_LANGUAGE))
    short = (name for each in languages for name in _long_names(each) if _abbreviates(phrase, name[0]))
    return tuple(dict.fromkeys(meaning for _, meaning in short))


def _abbreviates(phrase: Phrase, name: Phrase) -> bool:
    """Whether each word of the phrase begins a word of the name, in the same order; two letters only the first."""
    rest = iter(name)
    if max(map(len, phrase)) < _TELLING and not name[0].startswith(phrase[0]):
        return False
    return all(any(word.startswith(short) for word in rest) for short in phrase)


def _phrases(text: str) -> Iterator[Phrase]:
    for one in text.replace(";", ",").split(","):
        yield from spellings(one.strip())


def _words() -> Iterator[tuple[Phrase, Meaning]]:
    for table, kind in ((speech.VERBS, VERB), (speech.NOTHING, NOTHING)):
        for verbs, text in table.items():
            yield from ((phrase, Meaning(kind, frozenset(verbs))) for phrase in _phrases(text))
    for text, kind in ((speech.FILLERS, FILLER), (speech.EITHER, EITHER)):
        yield from ((phrase, Meaning(kind)) for phrase in _phrases(text))


def _colonists() -> Iterator[tuple[Phrase, Meaning]]:
    for piece in _phrases(speech.COLONISTS):
        yield piece, Meaning(PIECE, frozenset({speech.PLACE}))
        for text, sign in ((speech.WITH, 1), (speech.WITHOUT, -1)):
            for phrase in _phrases(text):
                yield (*phrase, *piece), Meaning(COLONIST, sign=sign)
        for mark, sign in speech.SIGNS.items():
            yield (mark, *piece), Meaning(COLONIST, sign=sign)


def _names() -> Iterator[tuple[Phrase, Meaning]]:
    for term in (*rules.ROLES, *rules.GOODS, *rules.TILES, *rules.BUILDINGS):
        meaning = Meaning(NAME, _uses(term), term)
        written = (term.replace("_", " "), *(name for language in LANGUAGES for name in _called(term, language)))
        yield from ((phrase, meaning) for phrase in _inflected((*written, *_listed(speech.NAMES.get(term, "")))))
    for tile in rules.TILES:
        meaning = Meaning(NAME, frozenset({speech.SETTLE, speech.PLACE}), tile)
        tiles = (Tongue(each).gettext(table[tile]) for each in LANGUAGES for table in (names.TILE, names.TILE_OBJECT))
        yield from ((phrase, meaning) for phrase in _inflected(tiles))


def _called(term: str, language: str) -> Iterable[str]:
    return dict.fromkeys((Tongue(language).name(term), Tongue(language).object(term)))


def _listed(text: str) -> Iterable[str]:
    return (one.strip() for one in text.replace(";", ",").split(",") if one)


def _inflected(texts: Iterable[str]) -> Iterator[Phrase]:
    for text in texts:
        for phrase in spellings(text):
            yield from sorted(variants(phrase, speech.FORMS))


def _uses(term: str) -> frozenset[str]:
    """The verbs of the moves in which the name may stand (notation 2)."""
    if term in rules.ROLES:
        return frozenset({speech.ROLE})
    if term in rules.GOODS:
        return frozenset({speech.SETTLE, speech.PLACE, speech.TAKE, speech.SELL, speech.SHIP, speech.KEEP})
    if term in rules.TILES:
        return frozenset({speech.SETTLE, speech.PLACE})
    own = {"hacienda": {speech.HACIENDA}, "wharf": {speech.SHIP}}
    return frozenset({speech.BUILD, speech.PLACE, *own.get(term, ())})


@cache
def _long_names(language: str) -> tuple[tuple[Phrase, Meaning], ...]:
    """The names of a language that may be abbreviated. Goods as barrels and tiles have one entry."""
    tongue = Tongue(language)
    terms = dict.fromkeys((*rules.ROLES, *rules.TILES, *rules.BUILDINGS))
    return tuple(
        (phrase, Meaning(NAME, _uses(term), term)) for term in terms for phrase in _inflected((tongue.name(term),))
    )
