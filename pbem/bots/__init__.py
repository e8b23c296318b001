"""Players without a mailbox: they see what their seat may see, and always answer with a legal move."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Final

from pbem.bots import random_bot, steady
from pbem.rules import Legal
from pbem.rules.chance import Chance

NAMES: Final = ("random", "steady")


def choose(name: str, view: dict[str, Any], legal: Legal, seat: int, seed: str) -> str:
    """The move of bot `name` for a seat to act: equal input, equal answer. ValueError for an unknown name."""
    if name not in NAMES:
        raise ValueError(name)
    if name == "steady":
        return steady.choose(view, seat)
    luck = Chance(sha256(seed.encode("utf-8", "replace")).digest())
    return random_bot.choose(legal, seat, luck)
