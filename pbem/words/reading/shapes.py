"""Which moves of notation 2 the parts of a text can make together; it does not judge whether one is legal."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem import rules
from pbem.words.reading import speech
from pbem.words.reading.lexicon import COLONIST, FILLER, NAME, NOTHING, PIECE, Meaning
from pbem.words.reading.parts import Part
from pbem.words.wording import counted

# The verbs of a phase's decision, the first being the one that its pass stands for.
PHASE_VERBS: Mapping[str, tuple[str, ...]] = {
    "choose_role": (speech.ROLE,),
    "settler": (speech.SETTLE, speech.HACIENDA, speech.PASS),
    "mayor": (speech.PLACE,),
    "builder": (speech.BUILD, speech.PASS),
    "craftsman": (speech.TAKE, speech.PASS),
    "trader": (speech.SELL, speech.PASS),
    "captain": (speech.SHIP, speech.PASS),
    "storage": (speech.KEEP,),
}


@dataclass(frozen=True, slots=True)
class Shape:
    """A move by its parts. `terms`: the names in it, also the wharf; `capacity`: of the ship, 0 for none."""

    move: str
    verb: str
    terms: frozenset[str] = frozenset()
    sign: int = 0
    capacity: int = 0
    amounts: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Saying:
    """The parts of a text under one reading: each with the meanings that it is given."""

    parts: tuple[Part, ...]
    meanings: tuple[tuple[Meaning, ...], ...]

    def has(self, kind: str) -> bool:
        """Whether some part may be of this kind."""
        return any(meaning.kind == kind for meanings in self.meanings for meaning in meanings)

    def items(self) -> list[tuple[int | None, tuple[Meaning, ...]]]:
        """The numbers and names in their order: a number, or the meanings of a name."""
        both = zip(self.parts, self.meanings, strict=True)
        return [(part.number, said) for part, said in both if part.number is not None or _is_name(said)]

    @property
    def says_something(self) -> bool:
        """Whether there is more than small words."""
        return any(
            part.number is not None or any(meaning.kind not in (FILLER, PIECE) for meaning in said)
            for part, said in zip(self.parts, self.meanings, strict=True)
        )


def as_it_stands(parts: Sequence[Part]) -> Saying:
    """Whole words before abbreviations."""
    return Saying(tuple(parts), tuple(part.exact or part.short for part in parts))


def as_abbreviated(parts: Sequence[Part]) -> Saying:
    """Abbreviations of names before whole words: "indigo" for the indigo plant, "settle" for the settler."""
    return Saying(tuple(parts), tuple(part.short or part.exact for part in parts))


def shape(move: str) -> Shape:
    """The parts of a move in notation 2."""
    verb, *rest = move.split()
    match verb, rest:
        case "ship", [good, "wharf"]:
            return Shape(move, verb, frozenset({good, "wharf"}))
        case "ship", [good, size]:
            return Shape(move, verb, frozenset({good}), capacity=int(size))
        case (("keep" | "place"), _):
            amounts = counted(rest)
            return Shape(move, verb, frozenset(amounts), amounts=amounts)
        case "hacienda", _:
            return Shape(move, verb, frozenset({"hacienda"}))
    sign = {"+": 1, "-": -1}.get(rest[-1][0], 0) if rest else 0
    return Shape(move, verb, frozenset(word for word in rest if word[0] not in "+-"), sign)


def conceivable(view: Mapping[str, Any], saying: Saying) -> Iterable[str]:
    """Every move that the text might name at this table, legal or not; placing has its own reader."""
    if view["phase"] == "storage":
        yield _keep(saying)
    yield from (f"role {role}" for role in rules.ROLES)
    yield "role mayor -colonist"
    for tile in rules.TILES:
        yield from (f"settle {tile}", f"settle {tile} +colonist")
    for building in rules.BUILDINGS:
        yield from (f"build {building}", f"build {building} +colonist")
    places = [*(str(ship["capacity"]) for ship in view["cargo_ships"]), "wharf"]
    for good in rules.GOODS:
        yield from (f"take {good}", f"sell {good}", *(f"ship {good} {place}" for place in places))
    yield from ("hacienda", "pass")


def _keep(saying: Saying) -> str:
    """The `keep …` that the text names with its numbers."""
    pairs = paired(saying.items()) or []
    amounts = {meaning.term: number for name, number in pairs for meaning in name}
    return " ".join([speech.KEEP, *(f"{good}={amounts[good]}" for good in rules.GOODS if amounts.get(good))])


def fits(one: Shape, saying: Saying, phase: str, barrels: Callable[[str], int]) -> bool:
    """Whether the text names this move: every word belongs to it, and it has nothing that must be said and was not.

    `barrels`: how many a `ship …` loads, for who says a number.
    """
    said = [meanings for part, meanings in zip(saying.parts, saying.meanings, strict=True) if part.number is None]
    own = PHASE_VERBS[phase][0]
    return (
        all(any(_belongs(meaning, one, own, saying) for meaning in meanings) for meanings in said)
        and (one.sign == 0 or saying.has(COLONIST))
        and (one.verb != speech.KEEP or _keeps(one, saying))
        and _numbers_fit(one, saying, barrels)
    )


def _belongs(meaning: Meaning, one: Shape, own: str, saying: Saying) -> bool:
    match meaning.kind:
        case "verb":
            passes = one.verb == speech.PASS and own in meaning.verbs and saying.has(NOTHING)
            return one.verb in meaning.verbs or passes
        case "name":
            return one.verb in meaning.verbs and meaning.term in one.terms
        case "colonist":
            return meaning.sign == one.sign
        case "nothing":
            keeps_nothing = one.verb == speech.KEEP and not one.amounts
            return own in meaning.verbs and (one.verb == speech.PASS or keeps_nothing)
    return meaning.kind == FILLER


def _keeps(one: Shape, saying: Saying) -> bool:
    """What is kept must be named in full."""
    named = [_term(meanings, one) for _, meanings in saying.items() if meanings]
    return set(named) == one.terms and bool(named or saying.has(NOTHING))


def _numbers_fit(one: Shape, saying: Saying, barrels: Callable[[str], int]) -> bool:
    items = saying.items()
    numbers = [number for number, _ in items if number is not None]
    if not numbers:
        return True
    match one.verb:
        case "keep":
            pairs = paired(items)
            named = {_term(meanings, one): number for meanings, number in pairs or ()}
            return pairs is not None and len(named) == len(pairs) and named == one.amounts
        case "ship":
            return _load_fits(one, items, barrels)
        case "settle" | "build" | "take" | "sell":  # "1 quarry" is one of them
            return numbers == [1] and items[0][0] == 1 and len(items) == 2
    return False


def _load_fits(one: Shape, items: list[tuple[int | None, tuple[Meaning, ...]]], barrels: Callable[[str], int]) -> bool:
    """A number before a good counts barrels, any other is the ship: "3 corn on the 6"."""
    follows = [*(bool(meanings) for _, meanings in items[1:]), False]
    amounts = [number for (number, _), good in zip(items, follows, strict=True) if number is not None and good]
    ships = [number for (number, _), good in zip(items, follows, strict=True) if number is not None and not good]
    if len(amounts) > 1 or len(ships) > 1 or (ships and ships[0] != one.capacity):
        return False
    return not amounts or amounts[0] == barrels(one.move)


def paired(
    items: list[tuple[int | None, tuple[Meaning, ...]]],
) -> list[tuple[tuple[Meaning, ...], int]] | None:
    """Names with their numbers, where every name has one and all numbers stand on the same side; else None."""
    halves = list(zip(items[::2], items[1::2], strict=False))
    if len(items) % 2 or not halves:
        return None
    if all(first[0] is not None and second[0] is None for first, second in halves):
        return [(name, number) for (number, _), (_, name) in halves if number is not None]
    if all(first[0] is None and second[0] is not None for first, second in halves):
        return [(name, number) for (_, name), (number, _) in halves if number is not None]
    return None


def _term(meanings: tuple[Meaning, ...], one: Shape) -> str:
    return next((meaning.term for meaning in meanings if meaning.term in one.terms), "")


def _is_name(meanings: tuple[Meaning, ...]) -> bool:
    return any(meaning.kind == NAME for meaning in meanings)
