"""Pixels: opaque, small whatever the position, the same every time, and the colours of the drawing."""

import io
import struct
import zlib
from threading import Thread

import pytest
from PIL import Image

from pbem import draw
from pbem.draw import raster
from tests.draw.positions import NAMES, crowded, golden, long_names, views


def chunks(png: bytes) -> dict[bytes, bytes]:
    """The chunks of a PNG by type, their checksums tested; pixel data joined."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    found: dict[bytes, bytes] = {}
    at = 8
    while at < len(png):
        length, kind = struct.unpack_from(">L4s", png, at)
        data = png[at + 8 : at + 8 + length]
        assert zlib.crc32(kind + data) == struct.unpack_from(">L", png, at + 8 + length)[0]
        found[kind] = found.get(kind, b"") + data
        at += 12 + length
    return found


@pytest.fixture(scope="module")
def golden_png() -> bytes:
    return raster.png(draw.board_svg(golden(), NAMES, 2))


def test_it_is_1200_wide_with_a_palette_and_without_transparency(golden_png):
    found = chunks(golden_png)
    wide, _high, depth, colour_type = struct.unpack_from(">LLBB", found[b"IHDR"])
    assert (wide, depth, colour_type) == (1200, 8, 3)
    assert b"tRNS" not in found and len(found[b"PLTE"]) <= 3 * 160
    assert set(found) == {b"IHDR", b"PLTE", b"IDAT", b"IEND"}  # no time, no program's name


def test_it_is_small(golden_png):
    assert len(golden_png) < 70_000


def test_grounds_and_pieces_keep_their_colours_to_the_bit(golden_png):
    image = Image.open(io.BytesIO(golden_png)).convert("RGB")
    shown = {f"#{bytes(colour).hex()}" for _count, colour in image.getcolors(1 << 16)}
    ink = draw.Printed()
    flat = ["paper", "sheet", "sunk", "ink", "acc", "wash", "hull", "gold", "violet", "quarry"]
    flat += ["corn", "indigo", "sugar", "tobacco", "coffee", "corn-m", "coffee-m"]
    assert {ink.of(token) for token in flat} <= shown
    assert image.getpixel((0, 0)) == image.getpixel((1199, image.height - 1)) == (0xF3, 0xED, 0xE0)


def test_letters_are_drawn_by_our_own_font():
    plain = "<svg xmlns='http://www.w3.org/2000/svg' width='60' height='30'>{}</svg>"
    text = "<text x='5' y='20' font-size='16' font-family='{}' fill='#000'>Anna</text>"
    ours = raster.png(plain.format(text.format("PBEM Sans")))
    assert ours != raster.png(plain.format(""))
    assert raster.png(plain.format(text.format("No Such Font"))) == raster.png(plain.format(""))


def test_equal_drawings_give_equal_bytes_and_are_drawn_once(golden_png):
    svg = draw.board_svg(golden(), NAMES, 2)
    assert raster.png(svg) is golden_png
    assert raster.png.__wrapped__(svg) == golden_png
    assert raster.png(draw.board_svg(golden(), NAMES | {0: "Bee"}, 2)) != golden_png


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 5])
def test_more_than_a_game_can_hold_stays_below_the_limit(players):
    made = raster.png(draw.board_svg(crowded(players), long_names(players), 0))
    assert len(made) <= raster.MOST_BYTES
    assert Image.open(io.BytesIO(made)).width >= 900


@pytest.mark.slow
@pytest.mark.parametrize(("players", "bot"), [(4, "random"), (5, "steady")])
def test_whole_games_stay_below_the_limit_at_full_size(players, bot):
    for seed in range(2):
        for view, me in views(players, f"pixels {seed}", 60, bot):
            made = raster.png.__wrapped__(draw.board_svg(view, long_names(players), me))
            assert len(made) <= raster.MOST_BYTES
            assert Image.open(io.BytesIO(made)).width == 1200


@pytest.mark.slow
def test_pixels_and_shades_are_given_up_before_the_limit_is():
    svg = draw.board_svg(golden(), NAMES, 2)
    assert len(raster.png(svg, 40_000)) <= 40_000
    with pytest.raises(raster.TooLarge):
        raster.png(svg, 1_000)


def test_what_is_no_drawing_is_refused():
    with pytest.raises(ValueError):
        raster.png("<svg")


def test_threads_may_draw_side_by_side(golden_png):
    svg, made = draw.board_svg(golden(), NAMES, 2), []
    threads = [Thread(target=lambda: made.append(raster.png.__wrapped__(svg))) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made == [golden_png] * 2
