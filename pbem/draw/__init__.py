"""The drawings and colours every picture of a game is made of; must not know pages, letters or the database."""

from pbem.draw.pieces import holds, sprite, symbol_ids
from pbem.draw.tokens import DARK, LIGHT, TOKENS

__all__ = ["DARK", "LIGHT", "TOKENS", "holds", "sprite", "symbol_ids"]
