"""The bytes of a mail as header fields and a tree of parts, in bounded time and memory; it decodes no text.

Python's own parser goes one call deeper for each level of parts and holds every line against the boundaries of all
levels around it, and its reading of a header's grammar takes time by the square of its length. A mail is whatever a
stranger sends, so here every pass is linear, the levels, parts and fields are counted, and a part is a range of the
mail's bytes: what nobody reads (a file of 20 MB) is neither copied nor decoded.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pbem.mail.inbound.charsets import clean, guessed

MOST_PARTS = 50
DEEPEST = 10
LONGEST_HEAD = 256 * 1024  # bytes; a head with the marks of a dozen relays has a tenth of it
MOST_FIELDS = 1000
LONGEST_FIELD = 16 * 1024
LONGEST_BOUNDARY = 200  # RFC 2046, 5.1.1 says 70
PLAIN = "text/plain"
_FIELD = re.compile(rb"(?m)^([!-9;-~]{1,76})[ \t]*:[ \t]*([^\n]*(?:\n[ \t][^\n]*)*)")
_FOLD = re.compile(rb"\n[ \t]+")
_BLANK = re.compile(rb"\n*")
_TYPE = re.compile(r"\s*([\w!#$&^.+-]+/[\w!#$&^.+-]+)")
_PARAMETER = re.compile(r';\s*([^\s=;"*]+)(\*\d{0,3}\*?)?\s*=\s*("(?:[^"\\]|\\.)*"|[^\s;]*)', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of a head in their order: names in small letters, values unfolded, as their bytes read."""

    pairs: tuple[tuple[str, str], ...]

    def first(self, name: str) -> str:
        """The first value of that name, "" if there is none."""
        return next((value for given, value in self.pairs if given == name), "")

    def every(self, name: str) -> list[str]:
        """All values of that name, topmost first."""
        return [value for given, value in self.pairs if given == name]


@dataclass(frozen=True, slots=True)
class Part:
    """A part: its fields, its type in small letters, where its body stands, and the parts in it if it has such.

    `is_cut`: some parts in it were left out, as there were too many or they were too deep.
    """

    fields: Fields
    kind: str
    start: int
    end: int
    parts: tuple["Part", ...] = ()
    is_cut: bool = False

    def parameter(self, name: str) -> str:
        """A parameter of its Content-Type, "" if there is none."""
        return parameters(self.fields.first("content-type")).get(name, "")

    @property
    def file_name(self) -> str:
        """The name it would be saved under; "" for what has none."""
        named = parameters(self.fields.first("content-disposition")).get("filename", "")
        return named or self.parameter("name")

    @property
    def is_attached(self) -> bool:
        """Whether its sender says that it is a file and not to be shown."""
        return self.fields.first("content-disposition").lstrip().lower().startswith("attachment")

    def leaves(self) -> Iterator["Part"]:
        """The parts that hold no others, in their order."""
        if not self.parts:
            yield self
        for part in self.parts:
            yield from part.leaves()


class Mail:
    """A mail's bytes, every line end made LF, and its parts."""

    def __init__(self, raw: bytes) -> None:
        self.data = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in raw else raw
        self._left = MOST_PARTS
        blank = _BLANK.match(self.data)  # what some pipes put before the first field
        self.root = self._part(blank.end() if blank else 0, len(self.data), PLAIN, 0)

    def body(self, part: Part, longest: int) -> bytes:
        """The first `longest` bytes of a part, not decoded."""
        return self.data[part.start : min(part.end, part.start + longest)]

    def _part(self, start: int, end: int, default: str, depth: int) -> Part:
        self._left -= 1
        fields, body = self._head(start, end)
        kind = content_type(fields.first("content-type"), default)
        part = Part(fields, kind, body, end)
        if not kind.startswith("multipart/"):
            return part
        boundary = part.parameter("boundary").rstrip().encode("utf-8", "surrogateescape")
        if not boundary or len(boundary) > LONGEST_BOUNDARY:
            return Part(fields, PLAIN, body, end)
        return self._container(part, b"\n--" + boundary, depth)

    def _container(self, part: Part, mark: bytes, depth: int) -> Part:
        default = "message/rfc822" if part.kind == "multipart/digest" else PLAIN
        parts: list[Part] = []
        for start, end in self._ranges(mark, max(part.start - 1, 0), part.end):
            if self._left <= 0 or depth >= DEEPEST:
                return Part(part.fields, part.kind, part.start, part.end, tuple(parts), is_cut=True)
            parts.append(self._part(start, end, default, depth + 1))
        if not parts:  # its mark never comes: what stands there is text
            return Part(part.fields, PLAIN, part.start, part.end)
        return Part(part.fields, part.kind, part.start, part.end, tuple(parts))

    def _ranges(self, mark: bytes, position: int, end: int) -> Iterator[tuple[int, int]]:
        """Where the parts between the marks stand (RFC 2046, 5.1.1), up to the closing mark or the end."""
        start = -1
        while (found := self.data.find(mark, position, end)) >= 0:
            position = found + len(mark)
            line_end = self.data.find(b"\n", position, end)
            line_end = end if line_end < 0 else line_end
            rest = self.data[position : min(line_end, position + 80)].strip(b" \t")
            if rest not in (b"", b"--"):
                continue  # a longer boundary that begins alike
            if start >= 0:
                yield start, max(found, start)
            if rest:
                return
            start, position = min(line_end + 1, end), line_end
        if start >= 0:
            yield start, end

    def _head(self, start: int, end: int) -> tuple[Fields, int]:
        """The fields at the head of a part and where its body begins; without any field all is body."""
        data = self.data
        if data.startswith(b"\n", start):
            return Fields(()), start + 1
        blank = data.find(b"\n\n", start, end)
        head_end, body = (end, end) if blank < 0 else (blank + 1, blank + 2)
        found = _FIELD.finditer(data, start, min(head_end, start + LONGEST_HEAD))
        pairs = tuple(_pair(match) for match, _ in zip(found, range(MOST_FIELDS), strict=False))
        return (Fields(pairs), body) if pairs else (Fields(()), start)


def _pair(found: re.Match[bytes]) -> tuple[str, str]:
    value = _FOLD.sub(b" ", found[2][:LONGEST_FIELD]).strip()
    return found[1].decode("ascii").lower(), clean(guessed(value))


def content_type(value: str, default: str = PLAIN) -> str:
    """The type that a Content-Type names, in small letters; `default` where there is none or it is no type."""
    found = _TYPE.match(value)
    return found[1].lower() if found else default


def parameters(value: str) -> dict[str, str]:
    """The parameters of a Content-Type or Content-Disposition, pieces of one put together (RFC 2231).

    Of two with one name the first counts. The charset of a value in RFC 2231's own form is left out; its escapes stay,
    as only names of files are written so.
    """
    found: dict[str, str] = {}
    for name, piece, text in _PARAMETER.findall(value):
        name = name.lower()
        if text.startswith('"'):
            text = re.sub(r"\\(.)", r"\1", text[1:].removesuffix('"'), flags=re.DOTALL)
        if piece in ("*", "*0*"):
            text = text.rpartition("'")[2]
        if name not in found or piece not in ("", "*", "*0", "*0*"):
            found[name] = found.get(name, "") + text
    return found
