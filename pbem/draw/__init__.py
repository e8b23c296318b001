"""The drawings and colours every picture of a game is made of; must not know pages, letters or the database.

Whoever wants pixels imports `pbem.draw.raster`, which loads what draws them.
"""

from pbem.draw import blocks
from pbem.draw.chart import points_svg
from pbem.draw.ink import Ink, Inline, Printed
from pbem.draw.page import Drawing, Note
from pbem.draw.pen import Pen
from pbem.draw.pieces import holds, sprite, symbol_ids
from pbem.draw.table import board_svg
from pbem.draw.tokens import DARK, LIGHT, TOKENS

__all__ = [
    "DARK",
    "LIGHT",
    "TOKENS",
    "Drawing",
    "Ink",
    "Inline",
    "Note",
    "Pen",
    "Printed",
    "blocks",
    "board_svg",
    "holds",
    "points_svg",
    "sprite",
    "symbol_ids",
]
