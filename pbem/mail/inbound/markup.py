"""HTML as a run of tags and texts in bounded time; it knows nothing of what they mean.

`html.parser` takes time by the square of some inputs (an unclosed comment or tag repeated), depending on the version
of Python. Here each sign is looked at a fixed number of times.
"""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

MOST_TOKENS = 200_000
LONGEST_ATTRIBUTES = 4000
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
OPAQUE = {"script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes"}  # no tags count in these
_TAG = re.compile(
    r"""<!--.*?(?:-->|\Z) | <[!?][^<>]*>? | <(/?)([a-zA-Z][^\s/<>]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>""",
    re.DOTALL | re.VERBOSE,
)
_ATTRIBUTE = re.compile(r"""([^\s=/>"']+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s>"']+))?""")


@dataclass(frozen=True, slots=True)
class Token:
    """A text (no tag), or a tag that opens or closes an element; the text of an OPAQUE element is with its tag."""

    text: str = ""
    tag: str = ""
    closes: bool = False
    attributes: dict[str, str] = field(default_factory=dict)


def tokens(markup: str) -> Iterator[Token]:
    """All tags and texts in their order, entities resolved, comments left out; at most MOST_TOKENS."""
    position = 0
    for _ in range(MOST_TOKENS):
        found = _TAG.search(markup, position)
        if found is None:
            break
        if found.start() > position:
            yield Token(resolved(markup[position : found.start()]))
        position = found.end()
        if not found[2]:
            continue
        tag = found[2].lower()
        if found[1]:
            yield Token(tag=tag, closes=True)
            continue
        text = ""
        if tag in OPAQUE:
            text, position = _opaque(markup, tag, position)
        yield Token(text, tag, attributes=_attributes(found[3]))
    else:
        return
    if position < len(markup):
        yield Token(resolved(markup[position:]))


def _opaque(markup: str, tag: str, position: int) -> tuple[str, int]:
    end = re.compile(f"</{tag}", re.IGNORECASE).search(markup, position)
    return (markup[position : end.start()], end.start()) if end else (markup[position:], len(markup))


def _attributes(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, value in _ATTRIBUTE.findall(text[:LONGEST_ATTRIBUTES]):
        if value[:1] in ("'", '"'):
            value = value[1:-1]
        found.setdefault(name.lower(), resolved(value))
    return found


def resolved(text: str) -> str:
    """The text with its entities resolved, as far as they are any."""
    try:
        return html.unescape(text)
    except ValueError:  # a number of more digits than Python reads
        return text
