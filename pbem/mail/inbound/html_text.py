"""The text that a person sees in an HTML mail, what is quoted in it marked by "> "; it judges no word of it.

Mail programs mark a quote each in its own way; those of Gmail, Outlook, Apple Mail, Thunderbird, K-9, GMX, Yahoo,
Proton, Roundcube, Zoho and Open-Xchange are known here.
"""

import re
from collections import Counter
from dataclasses import dataclass

from pbem.mail.inbound.markup import OPAQUE, VOID, Token, tokens

LONGEST_TEXT = 64 * 1024
RULE = "_" * 32  # how Outlook writes a rule in its text form
BLOCKS = {
    "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "div", "dl", "dt",
    "fieldset", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "li", "main", "nav", "ol",
    "p", "pre", "section", "summary", "table", "tbody", "tfoot", "thead", "tr", "ul",
}  # fmt: skip
UNSEEN = {"template", "svg", "math", "select", "object", "audio", "video", "canvas", "datalist", "map"}
STRUCK = {"s", "strike", "del"}
# A new one of these ends an open one of its own kind.
SELF_ENDING = {"p", "li", "tr", "td", "th", "dt", "dd", "option"}
_HIDING = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|opacity\s*:\s*0(?:\.0+)?(?![.\d])"
    r"|font-size\s*:\s*0(?:\.0+)?(?![.\d])|max-height\s*:\s*0(?![.\d])|text-decoration[^;]*line-through"
)
_BLANKS = re.compile(r"[ \t\r\n\f]+")
_QUOTING_CLASS = re.compile(
    r"(?:x_)*(?:gmail_attr|moz-cite-prefix|\S*yahoo_quoted|protonmail_quote|tutanota_quote|zmail_extra\S*"
    r"|outlookmessageheader|ms-outlook-mobile-reference-message)"
)
_QUOTING_ID = re.compile(r"(?:x_)*(?:reply-intro|replyintro|yahoo_quoted\S*|olk_src_body_section)")
_REST_ID = re.compile(r"(?:x_)*(?:divrplyfwdmsg|mail-editor-reference-message-container)")
_REST_STYLE = re.compile(r"border\s*:\s*none\s*;\s*border-top\s*:\s*solid")
_SIDE_STYLE = re.compile(r"border-left(?:-style|-width)?\s*:\s*[^;]*(?:solid|px)")
_NO_SIDE = re.compile(r"border-left(?:-style|-width)?\s*:\s*(?:none|0)")
_SHEET_CLASS = re.compile(r"(?:^|,)\s*[a-z]*\.([\w-]+)\s*(?=,|$)")
LONGEST_RULE = 1000


@dataclass(slots=True)
class _Element:
    tag: str
    is_hidden: bool = False
    is_quoted: bool = False
    until_blockquote: bool = False  # a wrapper: what introduces the quote is in it, and answers between quotes are, too
    number: int | None = None  # the next of an ordered list


def html_text(markup: str) -> str:
    """The visible text in lines, each quoted one with "> " before it; at most LONGEST_TEXT characters."""
    reading = _Reading()
    for token in tokens(markup):
        reading.take(token)
        if reading.length > LONGEST_TEXT:
            break
    return reading.text()


class _Reading:
    """What has been read so far: the open elements, the finished lines, the line at hand."""

    def __init__(self) -> None:
        self.length = 0
        self._lines: list[str] = []
        self._line: list[str] = []
        self._open: list[_Element] = []
        self._tags: Counter[str] = Counter()
        self._hidden = self._quoted = self._pre = 0
        self._rest_is_quoted = False
        self._wrappers: list[_Element] = []
        self._hidden_classes: set[str] = set()

    def take(self, token: Token) -> None:
        if not token.tag:
            self._write(token.text)
        elif token.closes:
            self._close(token.tag)
        elif token.tag == "style":
            self._read_sheet(token.text)
        elif token.tag not in OPAQUE:
            self._start(token)

    def text(self) -> str:
        self._end_line()
        return "\n".join(self._lines).strip("\n")[:LONGEST_TEXT]

    def _write(self, text: str) -> None:
        if self._hidden:
            return
        if self._pre:
            *whole, text = text.split("\n")
            for line in whole:
                self._line.append(line)
                self._break()
        else:
            text = _BLANKS.sub(" ", text)
            if not self._line or self._line[-1].endswith(" "):
                text = text.lstrip(" ")
        if text:
            self._line.append(text)
            self.length += len(text)

    def _end_line(self) -> None:
        """Ends the line at hand, if there is anything on it."""
        if self._line:
            self._break()

    def _break(self) -> None:
        mark = "> " if self._quoted or self._rest_is_quoted else ""
        self._lines.append(f"{mark}{''.join(self._line).rstrip()}")
        self._line = []
        self.length += 3

    def _start(self, token: Token) -> None:
        tag = token.tag
        inner = self._open[-1].tag if self._open else ""
        if (tag in SELF_ENDING and inner == tag) or (tag in BLOCKS and inner == "p"):
            self._pop()
        if tag in BLOCKS:
            self._end_line()
        if tag == "br" and not self._hidden:
            self._break()
        elif tag == "hr" and not self._hidden:
            self._end_line()
            self._line.append(RULE)
            self._break()
        elif tag in ("td", "th"):
            self._write(" ")
        if tag == "li":
            self._number(token)
        if tag not in VOID:
            self._push(token)

    def _number(self, token: Token) -> None:
        """Writes the number that a list shows before its point."""
        owner = next((each for each in reversed(self._open[-20:]) if each.tag in ("ol", "ul")), None)
        if owner is None or owner.number is None:
            return
        owner.number = _whole(token.attributes.get("value", ""), owner.number)
        self._write(f"{owner.number}. ")
        owner.number += 1

    def _push(self, token: Token) -> None:
        element = self._element(token)
        if element.is_quoted:
            self._end_line()
        if token.tag == "blockquote":
            self._unwrap()
        if element.until_blockquote:
            self._wrappers.append(element)
        self._open.append(element)
        self._tags[token.tag] += 1
        self._hidden += element.is_hidden
        self._quoted += element.is_quoted
        self._pre += token.tag == "pre"

    def _unwrap(self) -> None:
        """What stands in a wrapper after its first quote is no introduction any more, but an answer."""
        for wrapper in self._wrappers:
            wrapper.is_quoted = False
        self._quoted -= len(self._wrappers)
        self._wrappers.clear()

    def _element(self, token: Token) -> _Element:
        tag, attributes = token.tag, token.attributes
        style, name = attributes.get("style", "").lower(), attributes.get("id", "").lower()
        classes = attributes.get("class", "").lower().split()
        is_hidden = (
            tag in UNSEEN
            or tag in STRUCK
            or "hidden" in attributes
            or _HIDING.search(style) is not None
            or not self._hidden_classes.isdisjoint(classes)
        )
        wraps = tag == "div" and any(each.endswith("gmail_quote") for each in classes)
        is_quoted = (
            tag == "blockquote"
            or wraps
            or any(_QUOTING_CLASS.fullmatch(each) for each in classes)
            or _QUOTING_ID.fullmatch(name) is not None
            or (tag == "div" and attributes.get("name", "").lower() == "quote")
            or (tag == "div" and _SIDE_STYLE.search(style) is not None and _NO_SIDE.search(style) is None)
        )
        if _REST_ID.fullmatch(name) or (tag == "div" and _REST_STYLE.search(style)):
            self._end_line()
            self._rest_is_quoted = True
        number = _whole(attributes.get("start", ""), 1) if tag == "ol" else None
        return _Element(tag, is_hidden, is_quoted, wraps, number)

    def _close(self, tag: str) -> None:
        if tag in ("br", "p") and not self._tags[tag] and not self._hidden:
            self._break()
        while self._tags[tag]:
            if self._pop() == tag:
                break
        if tag in BLOCKS:
            self._end_line()

    def _pop(self) -> str:
        element = self._open[-1]
        if element.tag in BLOCKS or element.is_quoted:
            self._end_line()
        self._open.pop()
        if self._wrappers and self._wrappers[-1] is element:
            self._wrappers.pop()
        self._tags[element.tag] -= 1
        self._hidden -= element.is_hidden
        self._quoted -= element.is_quoted
        self._pre -= element.tag == "pre"
        return element.tag

    def _read_sheet(self, sheet: str) -> None:
        """Notes the classes that a style sheet hides, but for what it says of some screens alone (@media)."""
        depth = 0
        for chunk in sheet[:LONGEST_TEXT].lower().split("}"):
            *selectors, rule = chunk.split("{")
            depth += len(selectors)
            if depth == 1 and selectors and _HIDING.search(rule[:LONGEST_RULE]):
                self._hidden_classes.update(_SHEET_CLASS.findall(selectors[0][:LONGEST_RULE].strip()))
            depth = max(depth - 1, 0)


def _whole(text: str, other: int) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else other
