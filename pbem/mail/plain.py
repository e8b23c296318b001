"""Users' texts made fit for a letter, and paragraphs laid out in columns; it knows no letter."""

import re
import unicodedata
from collections.abc import Sequence

from pbem.words import width

COLUMNS = 72
# Begins the line above which an answer is written; what follows it in a reply, and the paragraph of ours right before
# it, is our own letter, quoted.
REPLY_MARK = "##-"
LONGEST_NAME = 40
LONGEST_TABLE = 80
# Signs that turn the reading direction of what follows, or break a line where a control character would not.
_TURNING = {*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x061C, 0x2028, 0x2029, 0xFEFF}
_GLUE = "\0"  # no text has it: `plain` takes control characters out
# A number stays with the words on both sides, "the ship of 5", "loads 2 corn", unless a clause begins behind it.
_NUMBER = re.compile(
    r"(?<=[^\W\d_])[ \n](?=\d)"
    r"|(?<=\d)[ \n](?=[^\W\d])(?!(?:for|of|on|in|and|or|voor|van|op|en|für|von|auf|mit|und|oder)\b)"
)
_COUNTED = re.compile(
    r"(?<=\w) (?=\d/\d)"
    r"|(?<=\b(?:of|to|op|om)) (?=\d)|(?<=\b(?:van|von|mit|tot|bis)) (?=\d)"
    r"|(?<=\d) (?=[^\W\d])(?!(?:for|of|on|in|and|or|voor|van|op|en|für|von|auf|mit|und|oder)\b)"
)
_LINKING = re.compile(r"(?i)(?<=[a-z])://|\bwww\.")


def plain(text: str, longest: int = LONGEST_NAME) -> str:
    """A user's text as one harmless line: no control or direction signs, no address that clients make a link of.

    Nothing in it begins an encoded word (RFC 2047): what makes headers would take it as such and decode it, and in
    it a line break, and with that any header or body, can be written in plain ASCII.
    """
    kept = "".join(" " if _is_control(char) else char for char in text).replace("=?", "= ?")
    line = " ".join(_LINKING.sub(lambda found: found.group().replace(".", " .").replace(":", ": "), kept).split())
    return line if len(line) <= longest else f"{line[: longest - 1].rstrip()}…"


def _is_control(char: str) -> bool:
    return ord(char) in _TURNING or unicodedata.category(char) in ("Cc", "Cs", "Co", "Cn")


def wrapped(text: str, first: str = "", following: str = "", columns: int = COLUMNS) -> str:
    """The text in lines of at most `columns`; `first` and `following` begin them. A longer word is broken."""
    lines, line, empty = [], first, True
    room = columns - max(width(first), width(following))
    for word in (piece for whole in _words(text) for piece in _pieces(whole, room)):
        gap = 0 if empty else 1
        if not empty and width(line) + gap + width(word) > columns:
            lines.append(line)
            line, gap = following, 0
        line += " " * gap + word
        empty = False
    return "\n".join([*lines, line])


def bound(text: str) -> str:
    """The text with no-break spaces between numbers and their words (HTML); fewer than in text, as rows are short."""
    return _COUNTED.sub("\u00a0", text)


def rows(labelled: Sequence[tuple[str, str]], is_numbered: bool = False, most: int = 30) -> str:
    """Labels and their texts as two aligned columns, with their numbers in front where they have them.

    A label of more than `most` columns has a line to itself.
    """
    column = max((width(label) for label, _ in labelled if width(label) <= most), default=0)
    made = []
    for number, (label, text) in enumerate(labelled, 1):
        first = f"{number:>2}  " if is_numbered else ""
        behind = " " * (len(first) + column + 2)
        if width(label) > column or not text:
            made += [wrapped(label, first, " " * len(first))] + ([wrapped(text, behind, behind)] if text else [])
        else:
            made.append(wrapped(text, f"{first}{label}{' ' * (column - width(label))}  ", behind))
    return "\n".join(made)


def _words(text: str) -> list[str]:
    """What may stand by itself on a line: words, and a number with the word behind it."""
    return [word.replace(_GLUE, " ") for word in _NUMBER.sub(_GLUE, text).split()]


def _pieces(word: str, columns: int) -> list[str]:
    """The word, cut where it is longer than a line."""
    if width(word) <= columns:
        return [word]
    pieces = [""]
    for char in word:
        if width(pieces[-1]) + width(char) > columns:
            pieces.append("")
        pieces[-1] += char
    return pieces
