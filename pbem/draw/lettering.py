"""The font of the pictures: what it can write, how wide that is, and names made to fit; it draws nothing."""

import struct
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "fonts"
FILES = {True: FOLDER / "PBEMSans-Black.ttf", False: FOLDER / "PBEMSans-Bold.ttf"}  # by whether it is heavy
ELLIPSIS = "…"


@dataclass(frozen=True, slots=True)
class Label:
    """A name as it is written: the text and its size in units. `text` is None where the seat's number stands for it."""

    text: str | None
    size: float


def covers(text: str) -> bool:
    """Whether the font has a glyph for every character."""
    return all(ord(char) in _widths(True) for char in text)


def width(text: str, size: float, heavy: bool = True) -> float:
    """How wide a text is, in units, without kerning (which makes a name narrower by a hair)."""
    widths = _widths(heavy)
    return sum(widths.get(ord(char), 0.6) for char in text) * size


def labels(names: Mapping[int, str], room: float, sizes: tuple[float, ...], heavy: bool = True) -> dict[int, Label]:
    """Each seat's name within `room` units, at the largest of `sizes` at which it fits, else cut short.

    Two names that would read the same, and names the font cannot write, are None.
    """
    found = {seat: _label(_clean(name), room, sizes, heavy) for seat, name in names.items()}
    texts = [label.text for label in found.values()]
    return {
        seat: label if label.text and texts.count(label.text) == 1 else Label(None, sizes[0])
        for seat, label in found.items()
    }


def _clean(name: str) -> str:
    """Composed letters, single blanks, and nothing that takes no room."""
    shown = "".join(char for char in unicodedata.normalize("NFC", name) if unicodedata.category(char) != "Cf")
    return " ".join(shown.split())


def _label(name: str, room: float, sizes: tuple[float, ...], heavy: bool) -> Label:
    if not name or not covers(name):
        return Label(None, sizes[0])
    fitting = [size for size in sizes if width(name, size, heavy) <= room]
    return Label(name, fitting[0]) if fitting else Label(_cut(name, room, sizes[-1], heavy), sizes[-1])


def _cut(name: str, room: float, size: float, heavy: bool) -> str:
    """As much of the begin as fits before an ellipsis."""
    kept = name
    while kept and width(kept + ELLIPSIS, size, heavy) > room:
        kept = kept[:-1]
    return kept.rstrip() + ELLIPSIS


@cache
def _widths(heavy: bool) -> dict[int, float]:
    """The advance of each character the font has, in parts of the size (OpenType: tables head, hhea, hmtx, cmap 4)."""
    font = FILES[heavy].read_bytes()
    tables = _tables(font)
    em = struct.unpack_from(">H", font, tables["head"] + 18)[0]
    metrics = struct.unpack_from(">H", font, tables["hhea"] + 34)[0]
    advances = struct.unpack_from(f">{metrics * 2}H", font, tables["hmtx"])[::2]
    return {char: advances[min(glyph, metrics - 1)] / em for char, glyph in _glyphs(font, tables["cmap"]).items()}


def _tables(font: bytes) -> dict[str, int]:
    count = struct.unpack_from(">H", font, 4)[0]
    records = (struct.unpack_from(">4sLLL", font, 12 + 16 * n) for n in range(count))
    return {tag.decode("ascii"): offset for tag, _sum, offset, _length in records}


def _glyphs(font: bytes, cmap: int) -> dict[int, int]:
    """Character to glyph, from the subtable for Unicode in segments (format 4), which our files have."""
    table = cmap + struct.unpack_from(">L", font, cmap + 8)[0]
    segments = struct.unpack_from(">H", font, table + 6)[0] // 2
    ends, starts, deltas, offsets = (
        struct.unpack_from(f">{segments}H", font, table + 14 + part * segments * 2 + (2 if part else 0))
        for part in range(4)
    )
    found = {}
    for n in range(segments):
        for char in range(starts[n], min(ends[n], 0xFFFE) + 1):
            glyph = char
            if offsets[n]:
                place = table + 16 + segments * 6 + n * 2 + offsets[n] + (char - starts[n]) * 2
                glyph = struct.unpack_from(">H", font, place)[0]
            if glyph and (number := (glyph + deltas[n]) & 0xFFFF):
                found[char] = number
    return found
