"""Reads a drawing back: which pieces it uses where, what is written in it."""

import re
from collections import Counter
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"
AT = re.compile(r"translate\(([\d.-]+) ([\d.-]+)\)")


def parsed(svg: str) -> ElementTree.Element:
    """The drawing's tree; whatever is no XML fails."""
    return ElementTree.fromstring(svg)


def uses(svg: str) -> Counter[str]:
    """How often each piece is drawn, by its id: ``mark-corn``, ``mark-corn.idle``."""
    return Counter(use.attrib["href"].removeprefix("#") for use in parsed(svg).iter(f"{SVG}use"))


def places(svg: str, piece: str) -> list[tuple[float, float]]:
    """Where a piece is drawn, in the drawing's order."""
    found = (use for use in parsed(svg).iter(f"{SVG}use") if use.attrib["href"] == f"#{piece}")
    return [(float(at[1]), float(at[2])) for use in found if (at := AT.match(use.attrib["transform"]))]


def texts(svg: str) -> list[str]:
    """All that is written, in order."""
    return [text.text or "" for text in parsed(svg).iter(f"{SVG}text")]


def circles(svg: str) -> int:
    """Empty circles of tiles and buildings, told from rings by their size."""
    return sum(
        circle.attrib.get("r") == "3.5" and "id" not in circle.attrib for circle in parsed(svg).iter(f"{SVG}circle")
    )


def colours(svg: str) -> set[str]:
    """Every value of a fill or stroke."""
    found = {tag.attrib.get(name) for tag in parsed(svg).iter() for name in ("fill", "stroke")}
    return {value for value in found if value}
