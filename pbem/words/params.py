"""Parameters of a refusal that are more than a name or a number; how they are said is the voice's affair."""

from dataclasses import dataclass


class Quoted(str):
    """Words of a person, to be repeated as they are, even where they happen to be a name of notation 1."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class OneOf:
    """Moves of notation 2 of which one is possible: "hacienda or harbor". `begins`: a sentence begins with them."""

    moves: tuple[str, ...]
    begins: bool = False

    def __str__(self) -> str:
        """The notation, for programs."""
        return ", ".join(self.moves)
