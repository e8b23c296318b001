"""The one source of chance: a stream of SHA-256(seed, counter); it must never ask the machine for luck."""

from hashlib import sha256
from typing import Final

from pbem.rules.errors import N_, BadRequest

_WHOLE: Final = 1 << 256


class Chance:
    """Numbers from `sha256(seed + ":" + counter)`, one 256-bit block a number, the same on every machine."""

    __slots__ = ("counter", "seed")

    def __init__(self, seed: bytes, counter: int = 0) -> None:
        self.seed = seed
        self.counter = counter

    def copy(self) -> "Chance":
        """A stream that goes on as this one would, on its own."""
        return Chance(self.seed, self.counter)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely: blocks over the last whole multiple of n are skipped."""
        limit = _WHOLE - _WHOLE % n
        while True:
            block = sha256(self.seed + b":%d" % self.counter).digest()
            self.counter += 1
            number = int.from_bytes(block, "big")
            if number < limit:
                return number % n

    def shuffle(self, items: list[int]) -> None:
        """Fisher-Yates from the last item down, in place."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def text(self) -> str:
        """The generator's state as a position writes it: the seed as hex, a colon, the counter."""
        return f"{self.seed.hex()}:{self.counter}"


def from_seed(seed: str) -> Chance:
    """A fresh stream for a seed of any text; BadRequest where the text has no UTF-8 form."""
    try:
        return Chance(seed.encode())
    except UnicodeEncodeError:
        raise BadRequest(N_("The seed is not a valid text.")) from None


def from_text(text: str) -> Chance | None:
    """The stream that `text()` wrote, or None where it is none of ours."""
    seed, colon, counter = text.partition(":")
    if not colon or not (counter.isascii() and counter.isdigit()) or len(counter) > 15:
        return None
    try:
        return Chance(bytes.fromhex(seed), int(counter))
    except ValueError:
        return None
