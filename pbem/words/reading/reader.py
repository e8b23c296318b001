"""The reader for people: from a text to exactly one legal move, or to why not; it plays nothing and never guesses."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pbem import rules
from pbem.words.catalog import SOURCE_LANGUAGE
from pbem.words.choosing import LegalMoves
from pbem.words.params import OneOf
from pbem.words.reading import answers, placing, shapes, speech
from pbem.words.reading.answers import NotPossible, Read, Reading, Unclear, ambiguous, not_understood, quoted
from pbem.words.reading.lexicon import EITHER, NAME, Phrase, numbered
from pbem.words.reading.parts import Part, UnknownWord, parted, without
from pbem.words.reading.tokens import tokens
from pbem.words.voice import voice
from pbem.words.wording import called, placed

View = dict[str, Any]
LONGEST_TEXT = 300
MOST_OFFERED = 12


@dataclass(frozen=True, slots=True)
class Asked:
    """The question that the text answers: `moves` are the legal ones, none where colonists are placed."""

    text: str
    view: View
    seat: int
    moves: tuple[str, ...]
    places: bool
    language: str
    offered: tuple[str, ...]

    def barrels(self, move: str) -> int:
        """How many barrels a legal load takes; 0 for a load that is not legal."""
        return rules.load_preview(self.view, self.seat, move)["barrels"] if move in self.moves else 0


def read_move(
    text: str,
    view: View,
    seat: int,
    legal: LegalMoves,
    language: str | None = None,
    offered: Sequence[str] | None = None,
    courtesies: Iterable[str] = (),
) -> Reading:
    """The one legal move that the text names in English, Dutch, German or notation 2, or why nothing is played.

    `offered`: the moves as they were listed for this very ply; only then does a number name one. `courtesies`: phrases
    that say nothing about the move (greetings, thanks, a name), which the caller takes out of letters.
    `language`: the reader's own, for abbreviations.
    """
    moves = tuple(legal.moves.get(seat, ()))
    asked = Asked(text, view, seat, moves, seat in legal.place, language or SOURCE_LANGUAGE, tuple(offered or ()))
    if not moves and not asked.places:
        return _not_possible(asked, "pass")
    if len(text) > LONGEST_TEXT:
        return answers.NotUnderstood(answers.TOO_LONG)
    words = without(tokens(text), (*speech.PLEASE, *courtesies))
    if not words:
        return answers.NotUnderstood(answers.NOTHING_READ)
    if "?" in words:
        return not_understood(answers.QUESTION, text)
    return _with_number(asked, words) or _read(asked, words)


# --- a number of the offered list


def _with_number(asked: Asked, words: Phrase) -> Reading | None:
    """The reading of "2", "number 2", "2 role mayor"; None where the text is no such thing."""
    size = next((len(phrase) for phrase in numbered() if words[: len(phrase)] == phrase), 0)
    number, rest = words[size : size + 1], words[size + 1 :]
    if not number or not number[0].isdecimal():
        return None
    if not rest:
        return _numbered(asked, int(number[0][:9]))
    if not asked.offered:
        return None
    listed, beside = _numbered(asked, int(number[0][:9])), _read(asked, rest)
    if isinstance(listed, Read) and listed == beside:
        return listed
    if not size and (asked.places or asked.view["phase"] in ("storage", "captain")):
        return None  # the number counts barrels or colonists
    found = [reading.move for reading in (listed, beside) if isinstance(reading, Read)]
    return ambiguous(asked.text, tuple(found)) if len(found) == 2 else not_understood(answers.NO_MOVE, asked.text)


def _numbered(asked: Asked, number: int) -> Reading:
    if not asked.offered:
        return not_understood(answers.NO_LIST, asked.text)
    if not 1 <= number <= len(asked.offered):
        return not_understood(answers.OFF_THE_LIST, asked.text, count=len(asked.offered))
    move = asked.offered[number - 1]
    legal = rules.why_not(asked.view, asked.seat, move) is None if asked.places else move in asked.moves
    return Read(move) if legal else _not_possible(asked, move)


# --- words


def _read(asked: Asked, words: Phrase) -> Reading:
    shown = _shown(asked, words)
    if shown:
        return Read(shown[0]) if len(shown) == 1 else ambiguous(asked.text, shown)
    try:
        parts = parted(words, asked.language)
    except UnknownWord as unknown:
        word = quoted(_as_written(asked.text, unknown.word))
        is_all = len(asked.text.split()) == 1
        return not_understood(answers.UNKNOWN_ALL if is_all else answers.UNKNOWN, asked.text, word=word)
    if parts[0].is_verb and len(parts) > 1 and parts[1].text in speech.MYSELF:
        return not_understood(answers.QUESTION, asked.text)
    if asked.places:
        return _placed(asked, parts)
    return _named(asked, parts)


def _as_written(text: str, token: str) -> str:
    """The word from which the token was made."""
    word = next((word for word in text.split() if token in tokens(word)), token)
    return word.strip(".,;:!()[]“”„‟\"'")


def _shown(asked: Asked, words: Phrase) -> tuple[str, ...]:
    """The legal moves that we ourselves call so on a page, on a button or in a receipt."""
    moves = (rules.suggest_placement(asked.view, asked.seat),) if asked.places else asked.moves
    for language in dict.fromkeys((asked.language, SOURCE_LANGUAGE)):
        found = tuple(move for move in moves if any(tokens(s) == words for s in _sentences(language, asked, move)))
        if found:
            return found
    return ()


def _sentences(language: str, asked: Asked, move: str) -> Iterator[str]:
    speaker = voice(language)
    yield move
    yield from called(speaker, asked.view["phase"], move)
    yield speaker.played(move)
    yield speaker.move(move)


def _named(asked: Asked, parts: tuple[Part, ...]) -> Reading:
    plain = shapes.as_it_stands(parts)
    if not plain.says_something:
        return not_understood(answers.NO_MOVE, asked.text)
    if any(_is_either(part) for part in parts):
        return _undecided(asked, plain)
    others: list[str] = []
    for saying in dict.fromkeys((plain, shapes.as_abbreviated(parts))):
        found = _fitting(asked, saying, asked.moves)
        if found:
            return Read(found[0]) if len(found) == 1 else ambiguous(asked.text, found)
        conceived = _fitting(asked, saying, shapes.conceivable(asked.view, saying))
        of_phase = [move for move in conceived if move.split()[0] in shapes.PHASE_VERBS[asked.view["phase"]]]
        if of_phase:
            return _forbidden(asked, of_phase)
        others += conceived
    undecided = _undecided(asked, plain)
    if others and not undecided.candidates:
        return NotPossible(answers.NOT_ASKED, {"text": quoted(asked.text)})
    return undecided


def _fitting(asked: Asked, saying: shapes.Saying, moves: Iterable[str]) -> tuple[str, ...]:
    phase = asked.view["phase"]
    return tuple(move for move in moves if shapes.fits(shapes.shape(move), saying, phase, asked.barrels))


def _is_either(part: Part) -> bool:
    return any(meaning.kind == EITHER for meaning in part.exact)


def _undecided(asked: Asked, saying: shapes.Saying) -> Unclear:
    """Every legal move that a name in the text could mean: one alone is no answer either."""
    terms = {meaning.term for meanings in saying.meanings for meaning in meanings if meaning.kind == NAME}
    named = [one for one in map(shapes.shape, asked.moves) if one.terms & terms and not one.sign]
    if len(named) < (1 if asked.view["phase"] == "storage" else 2):
        return not_understood(answers.NO_MOVE, asked.text)
    return ambiguous(asked.text, tuple(one.move for one in named))


# --- what is clear and not possible


def _forbidden(asked: Asked, moves: Sequence[str]) -> Reading:
    """The reason why none of these moves, which all fit, is legal."""
    if "role prospector" in moves and "role prospector_2" in asked.moves:
        return Read("role prospector_2")  # who says "prospector" takes the one that is left
    if len({shapes.shape(move).terms for move in moves}) > 1 and asked.view["phase"] != "captain":
        return NotPossible(answers.NOT_POSSIBLE, {"text": quoted(asked.text), "moves": _offer(asked)})
    return _not_possible(asked, moves[0])


def _not_possible(asked: Asked, move: str) -> NotPossible:
    refusal = rules.why_not(asked.view, asked.seat, move)
    if refusal is None:
        return NotPossible(answers.NOT_POSSIBLE, {"text": quoted(asked.text), "moves": _offer(asked)})
    params = dict(refusal.params)
    if "moves" in params:
        params |= {"moves": _offer(asked), "move": quoted(asked.text)}
    return NotPossible(refusal.template, params)


def _offer(asked: Asked) -> OneOf:
    return OneOf(asked.moves[:MOST_OFFERED])


# --- colonists


def _placed(asked: Asked, parts: tuple[Part, ...]) -> Reading:
    move = placing.placement(parts, frozenset(_circles(asked)))
    if move is None:
        suggested = rules.suggest_placement(asked.view, asked.seat).split()[1:]
        example = quoted(placed(voice(asked.language), suggested))
        return not_understood(answers.WHERE, asked.text, example=example)
    return Read(move) if rules.why_not(asked.view, asked.seat, move) is None else _not_possible(asked, move)


def _circles(asked: Asked) -> Iterator[str]:
    player = asked.view["players"][asked.seat]
    yield from (laid["tile"] for laid in player["island"])
    yield from (built["building"] for built in player["buildings"])
