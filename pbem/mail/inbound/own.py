"""A person's own words out of a reply: what is left when quotes and furniture are gone; it does not read them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pbem.mail.inbound.furniture import takes_back, without_furniture
from pbem.mail.inbound.quoting import cut_quotes
from pbem.words.reading.tokens import tokens

MOST_TEXT = 4000  # characters: who writes more has not written a move
# What shows a mood and would otherwise be read as letters or numbers: ":D", ":-P", "<3", "8-)".
_SMILEY = re.compile(
    r"(?<!\w)[:;=]['’]?-?[)\](DPpO0*3](?!\w)|<3(?!\d)|(?<!\w)x{2,5}(?!\w)|(?<!\w)XD(?!\w)|(?<![\w(#.])8-?\)(?!\w)"
)
_INVISIBLE = re.compile("[\u200b-\u200f\u2060\u2066-\u2069\u202a-\u202e\ufeff\u00ad]")


@dataclass(frozen=True, slots=True)
class Own:
    """What the writer typed, line by line, none blank. `doubt` says why nothing may be made of it, or "":

    quote: it is not certain which words are his; differs: the text and the HTML form say two things;
    takes_back: a line that is not read seems to take the others back; long: it is no move but an essay.
    """

    lines: tuple[str, ...]
    doubt: str = ""

    @property
    def text(self) -> str:
        """All of it, with its line breaks."""
        return "\n".join(self.lines)


def own_words(text: str, html_text: str, *, smileys: bool = False) -> Own:
    """The person's words from the two forms of a mail; where both have any they must agree.

    `html_text` is "" for a mail without HTML; quotes in it are marked by "> " where they can be told. With `smileys`
    these stay: for what is said to people.
    """
    plain, rich = _of_one(text, smileys=smileys), _of_one(html_text, smileys=smileys)
    if not html_text.strip() or text == html_text:
        return plain
    if not plain.lines and not plain.doubt:
        return rich
    if plain.doubt or rich.doubt:
        return plain if plain.doubt else Own(plain.lines, rich.doubt)
    return plain if _said(plain) == _said(rich) else Own(plain.lines, "differs")


def spoken_words(text: str, html_text: str) -> Own:
    """The person's words as they are said to people: with smileys; of HTML where both forms agree, whose lines are
    not broken; and where a mail is no more than a closing ("Thanks!"), its first line."""
    own, rich = own_words(text, html_text, smileys=True), _of_one(html_text, smileys=True)
    if own.doubt or (own.lines and not rich.lines):
        return own
    if own.lines:
        return rich
    first = (line.strip() for block in cut_quotes(text or html_text).blocks for line in block if line.strip())
    return Own(tuple(first)[:1])


def _of_one(text: str, *, smileys: bool = False) -> Own:
    shown = _INVISIBLE.sub("", text)
    cut = cut_quotes(shown if smileys else _SMILEY.sub(" ", shown))
    lines: list[str] = []
    unread: list[str] = []
    for block in cut.blocks:
        kept, left = without_furniture(block)
        lines += kept
        unread += left
    doubt = "" if cut.is_certain else "quote"
    if sum(map(len, lines)) > MOST_TEXT:
        doubt = "long"
    elif takes_back(unread, has_letter=False) or takes_back(cut.rest, has_letter=True):
        doubt = doubt or "takes_back"
    return Own(tuple(lines), doubt)


def _said(own: Own) -> tuple[str, ...]:
    return tokens(own.text)
