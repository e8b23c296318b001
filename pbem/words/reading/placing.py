"""Placements in words: "2 corn, 1 quarry, small market 1"; whether one is legal is for the rules."""

from collections.abc import Collection, Sequence

from pbem import rules
from pbem.words.reading.lexicon import FILLER, NAME, PIECE, VERB, Meaning
from pbem.words.reading.parts import Part
from pbem.words.reading.shapes import as_it_stands, paired
from pbem.words.reading.speech import PLACE


def placement(parts: Sequence[Part], circles: Collection[str]) -> str | None:
    """The `place …` of notation 2 that the parts name, or None where they name none with certainty.

    `circles`: the tiles and buildings of the seat, among which abbreviations are looked for.
    """
    if not all(part.number is not None or _may_stand(part) for part in parts):
        return None
    pairs = paired(as_it_stands(parts).items())
    if pairs is None:
        return None
    amounts: dict[str, int] = {}
    for name, number in pairs:
        term = _place(name, circles)
        if term is None or term in amounts:
            return None
        amounts[term] = number
    laid = (f"{term}={amounts[term]}" for term in (*rules.TILES, *rules.BUILDINGS) if amounts.get(term))
    return " ".join([PLACE, *laid])


def _may_stand(part: Part) -> bool:
    """A place, a small word, or a verb that can mean placing."""
    return any(
        meaning.kind == FILLER or (meaning.kind in (NAME, VERB, PIECE) and PLACE in meaning.verbs)
        for meaning in part.exact or part.short
    )


def _place(name: Sequence[Meaning], circles: Collection[str]) -> str | None:
    """The one place that is meant: the only one called so, or the only one of the seat's own."""
    terms = {meaning.term for meaning in name if meaning.kind == NAME and PLACE in meaning.verbs}
    own = terms if len(terms) == 1 else terms & set(circles)
    return next(iter(own)) if len(own) == 1 else None
