"""What somebody wrote, cut into plain tokens: case, accents and punctuation gone; it knows no word's meaning."""

import re
import unicodedata
from functools import lru_cache
from itertools import product

_UMLAUTS = {"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "æ": "ae"}
_TOKEN = re.compile(
    r"""[^\W\d]+(?:'[^\W\d]+)*   # a word, "I'll" being one
      | \d+(?:[.,]\d+)+          # 1.5 is no whole number, and stays what it is
      | \d+
      | \.{2,}                   # somebody hesitates
      | (?<!\w)-(?=\w)           # "-colonist"; a hyphen inside a word and a dash between words say nothing
      | [^\s\w.,;:!"'()\[\]=*-]  # a sign that may mean something""",
    re.VERBOSE,
)
_ALIKE = str.maketrans({"_": " ", "’": "'", "‘": "'", "`": "'", "´": "'", "–": "-", "—": "-", "−": "-", "‐": "-"})
_SILENT = str.maketrans(dict.fromkeys("“”„‟«»‹›‚•·", " "))


@lru_cache(maxsize=4096)  # the same few hundred sentences of our own are compared with each text
def tokens(text: str) -> tuple[str, ...]:
    """The words, whole numbers and telling signs of a text: "Role: Kapitän!" is ("role", "kapitan")."""
    return tuple(_TOKEN.findall(_folded(text)))


def spellings(text: str) -> tuple[tuple[str, ...], ...]:
    """The ways in which a text of ours may be typed, as tokens: with "ä" as "a" and as "ae"."""
    lower = unicodedata.normalize("NFC", text).casefold()
    spelled = "".join(_UMLAUTS.get(letter, letter) for letter in lower)
    return tuple(dict.fromkeys((tokens(lower), tokens(spelled))))


def variants(words: tuple[str, ...], forms: tuple[frozenset[str], ...]) -> set[tuple[str, ...]]:
    """The phrase with each word in every form of it: "kleine markthalle", "kleinen markthalle"."""
    return set(product(*(next((tuple(form) for form in forms if word in form), (word,)) for word in words)))


def _folded(text: str) -> str:
    text = text.translate(_ALIKE).translate(_SILENT)
    text = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text).casefold())
    return "".join(" " if mark == "Zs" else letter for letter, mark in _marked(text) if mark not in ("Mn", "Cf"))


def _marked(text: str) -> list[tuple[str, str]]:
    return [(letter, unicodedata.category(letter)) for letter in text]
