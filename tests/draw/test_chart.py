"""The chart of points by round: every line with its own mark, names that do not lie upon each other."""

import os
import re
from itertools import pairwise
from pathlib import Path

import pytest

from pbem import draw
from pbem.draw import raster
from pbem.draw.pen import Pen
from tests.draw.positions import NAMES, long_names
from tests.draw.reading import SVG, colours, parsed, texts

SERIES = {0: [1, 4, 9, 15, 22, 40], 1: [2, 4, 8, 20, 30, 42], 2: [1, 3, 9, 14, 30, 42], 3: [1, 2, 3, 9, 20, 29]}
NAME_SIZES = {"16", "15", "14"}


def names_at(svg):
    """Name to its height, of those at the ends of lines."""
    found = [text for text in parsed(svg).iter(f"{SVG}text") if not (text.text or "").isdigit()]
    return {text.text: float(text.attrib["y"]) for text in found}


def test_the_golden_chart():
    svg = draw.points_svg(SERIES, NAMES, 2)
    file = Path(__file__).parent / "golden" / "points.svg"
    if os.environ.get("UPDATE_GOLDEN"):
        file.write_text(svg, "utf-8")
    assert svg == file.read_text("utf-8")


def test_names_and_points_stand_at_the_ends_best_first():
    svg = draw.points_svg(SERIES, NAMES, 2)
    assert list(names_at(svg)) == ["Cem", "Anna", "Bea", "Dirk"]
    assert [text for text in texts(svg) if text in ("42", "40", "29")] == ["40", "42", "42", "40", "29"]  # a tick is 40


@pytest.mark.parametrize(
    "series",
    [
        {seat: [0] for seat in range(5)},
        {seat: [9, 9] for seat in range(5)},
        {seat: [1, 50] for seat in range(5)},
        {seat: [1, 50 - seat] for seat in range(5)},
        {0: [3], 1: [140]},
        {seat: list(range(40)) for seat in range(3)},
    ],
)
def test_lines_that_end_together_keep_their_names_apart_and_on_the_sheet(series):
    svg = draw.points_svg(series, long_names(5), 1)
    heights = sorted(names_at(svg).values())
    assert len(heights) == len(series)
    assert all(below - above >= 22 for above, below in pairwise(heights))
    assert heights[0] > 0 and heights[-1] < 310


def test_each_line_has_a_mark_and_dashes_of_its_own():
    svg = draw.points_svg({seat: [seat, 10] for seat in range(5)}, long_names(5), None)
    dashes = re.findall(r'stroke-dasharray="([^"]+)"', svg)
    assert len(dashes) == len(set(dashes)) == 4
    assert svg.count('r="4.5"') == 4 and len(re.findall(r'<rect[^>]*width="9"', svg)) == 2


def test_the_readers_line_is_the_thickest_and_the_last():
    svg = draw.points_svg(SERIES, NAMES, 3)
    assert svg.count('stroke-width="3.5"') == 1
    assert svg.index('stroke-width="3.5"') > svg.rindex('stroke-width="2"')


@pytest.mark.parametrize(
    ("rounds", "shown"),
    [
        (1, "1"),
        (6, "1 2 3 4 5 6"),
        (15, "1 2 4 6 8 10 12 15"),
        (16, "1 2 4 6 8 10 12 14 16"),
        (31, "1 5 10 15 20 25 31"),
    ],
)
def test_the_first_and_the_last_round_are_always_named(rounds, shown):
    svg = draw.points_svg({0: [99] * rounds}, {0: "Anna"}, 0)
    below = [text.text for text in parsed(svg).iter(f"{SVG}text") if text.attrib["y"] == "306"]
    assert " ".join(below) == shown


def test_hostile_names_are_escaped_and_strange_ones_numbers():
    svg = draw.points_svg({0: [1, 2], 1: [2, 3]}, {0: "<b>&", 1: "陈"}, None)
    assert list(names_at(svg)) == ["<b>&"]
    assert "2" in texts(svg)


def test_it_is_small_opaque_and_in_our_colours():
    svg = draw.points_svg(SERIES, NAMES, 2)
    assert colours(svg) <= {*draw.LIGHT.values(), "none"}
    assert len(raster.png(svg)) < 30_000
    assert all("var(" in colour or colour == "none" for colour in colours(
        draw.points_svg(SERIES, NAMES, 2, pen=Pen(draw.Inline()))
    ))  # fmt: skip
