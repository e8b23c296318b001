"""Pixels of a drawing: resvg draws it, Pillow makes it small; the only module that needs either. It keeps no file."""

from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from itertools import islice

import resvg_py
from PIL import Image

from pbem.draw.lettering import FILES
from pbem.draw.tokens import LIGHT

MOST_BYTES = 80_000  # of a picture in a letter (look.md section 5)
SCALE = 2.0  # drawn at 600 units, sent at 1200 pixels
KEPT = 48  # pictures in memory, 75 KB each: letters of one move, their reminders and second attempts
# What a picture that would be too large gives up, step by step: shades of edges first, then pixels. At these shares of
# the size most pieces still begin on whole pixels: equal pieces stay equal, which is what makes the file small.
_STEPS = ((1.0, 160), (1.0, 96), (1.0, 64), (0.75, 96), (0.75, 48), (0.5, 64), (0.5, 16))
_MOST_SHADES = 1 << 16
_EFFORT = 8  # of zlib; 9 takes twice as long for one hundredth less
_NEAR = 18  # red, green and blue together; Pillow looks colours up in boxes of 4 by 4 by 4


class TooLarge(Exception):
    """A drawing that no step makes small enough."""


@lru_cache(maxsize=KEPT)
def png(svg: str, most_bytes: int = MOST_BYTES) -> bytes:
    """The drawing as an opaque PNG with a palette, twice its size in units; equal drawings give equal bytes.

    resvg holds the interpreter's lock for about 0.2 s of a table. Raises ValueError for what is no SVG, and TooLarge.
    """
    drawn: dict[float, Image.Image] = {}
    for share, colours in _STEPS:
        if share not in drawn:
            drawn[share] = _pixels(svg, SCALE * share)
        made = _packed(drawn[share], colours)
        if len(made) <= most_bytes:
            return made
    raise TooLarge(f"the picture takes {len(made)} bytes, more than {most_bytes}")


def _pixels(svg: str, zoom: float) -> Image.Image:
    """The drawing in full colour, without transparency."""
    fonts = [str(file) for file in FILES.values()]
    drawn = resvg_py.svg_to_bytes(
        svg_string=svg, zoom=zoom, background=LIGHT["paper"], skip_system_fonts=True, font_files=fonts
    )
    return Image.open(BytesIO(drawn)).convert("RGB")


def _packed(image: Image.Image, colours: int) -> bytes:
    """With its most frequent colours exactly, the others as one near to them.

    Grounds and pieces are flat, so that these are all they need; only the shades along edges are brought together.
    """
    palette = Image.new("P", (1, 1))
    palette.putpalette([channel for colour in islice(_chosen(image), colours) for channel in colour])
    packed = BytesIO()
    image.quantize(palette=palette, dither=Image.Dither.NONE).save(packed, "PNG", compress_level=_EFFORT)
    return packed.getvalue()


def _chosen(image: Image.Image) -> Iterator[tuple[int, int, int]]:
    """The colours by how much they cover, without those too near to one before: Pillow could take them for it."""
    counted = [(count, colour) for count, colour in image.getcolors(_MOST_SHADES) or () if isinstance(colour, tuple)]
    kept: list[tuple[int, int, int]] = []
    for _, (red, green, blue) in sorted(counted, key=lambda pair: (-pair[0], pair[1])):
        if all(abs(red - r) + abs(green - g) + abs(blue - b) > _NEAR for r, g, b in kept):
            kept.append((red, green, blue))
            yield red, green, blue
