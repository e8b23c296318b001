"""The voice in which the service speaks to one reader: the one class that pages and letters use."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Protocol

from pbem import rules
from pbem.words import (
    asking,
    choosing,
    condensing,
    consequences,
    counting,
    describing,
    foretelling,
    glossary,
    names,
    picturing,
    sentences,
    supplies,
    telling,
)
from pbem.words.choosing import Choice, LegalMoves
from pbem.words.describing import Board, Line
from pbem.words.foretelling import Forecast
from pbem.words.params import OneOf, Quoted
from pbem.words.sentences import LogEntry
from pbem.words.telling import Story
from pbem.words.tongue import Tongue, capitalised

View = dict[str, Any]
Names = Mapping[int, str]
_FIRST = re.compile(r"%\((\w+)\)s")  # a template that begins with a parameter


class Refusal(Protocol):
    """What RulesError and PlayError have in common: an English template and its parameters."""

    template: str
    params: dict[str, Any]


class Voice(Tongue):
    """Sentences about positions, choices, moves and refusals. Names of players are given, never escaped."""

    def say(self, refusal: Refusal) -> str:
        """The sentence of a refusal; parameters that are names of notation 1 are translated."""
        params = {key: self._param(value) for key, value in refusal.params.items()}
        text = self.gettext(refusal.template, **params)
        first = _FIRST.match(refusal.template)
        value = refusal.params.get(first[1]) if first else None
        is_name = isinstance(value, str) and value in names.BARE
        return capitalised(text) if is_name else text

    def _param(self, value: object) -> object:
        if isinstance(value, OneOf):
            return self._either(value)
        if isinstance(value, Quoted):
            return value
        if isinstance(value, str) and value in names.BARE:
            return self.name(value)
        if isinstance(value, list | tuple):
            return ", ".join(str(self._param(item)) for item in value)
        return value

    def _either(self, moves: OneOf) -> str:
        """ "hacienda or harbor"; in quotes where a move has commas of its own."""
        played = [self.played(move) for move in moves.moves]
        if any("," in each for each in played):
            return self.listing((self.gettext("“%(words)s”", words=each) for each in played), "or")
        said = self.listing(played, "or")
        return capitalised(said) if moves.begins else said

    def meaning(self, term: str) -> str:
        """What a piece or term is or does, in one sentence; KeyError for a term that is not in `glossary.TERMS`."""
        return glossary.meaning(self, term)

    def term(self, term: str) -> str:
        """The name of a term of the glossary as it begins a line: "Point chip", "Corn plantation"."""
        return capitalised(glossary.called(self, term))

    def ask(self, view: View, seat: int) -> str:
        """What the seat is asked: "Choose a role"."""
        return asking.ask(self, view, seat)

    def your_turn(self, view: View, seat: int) -> str:
        """The ask as a heading: "Your turn: choose a role"."""
        return asking.your_turn(self, view, seat)

    def waiting(self, view: View, seat: int, name: str) -> str:
        """What the others wait for: "Dirk chooses a role"."""
        return asking.waiting(self, view, seat, name)

    def choices(self, view: View, seat: int, legal: LegalMoves, names: Names | None = None) -> tuple[Choice, ...]:
        """Every choice of the seat; in the mayor phase one, the suggested placement.

        With `names` a role also says what it would bring the others.
        """
        return choosing.choices(self, view, seat, legal, names)

    def forecast(self, view: View, seat: int, role: str, names: Names) -> Forecast:
        """What the role would bring everybody, a line each, if the seat took it now."""
        return foretelling.role_forecast(self, view, seat, role, names)

    def consequences(self, view: View, seat: int, move: str, names: Names) -> tuple[str, ...]:
        """What a legal move other than a role does, in sentences."""
        return consequences.consequences(self, view, seat, move, names)

    def choice(self, view: View, seat: int, move: str) -> Choice:
        """The words of one legal move of the seat."""
        return choosing.choice(self, view, seat, move)

    def move(self, move: str) -> str:
        """A move as what somebody does: "takes the captain"."""
        return telling.move(self, move)

    def played(self, move: str) -> str:
        """A move as a receipt names it: "captain"."""
        return telling.played(self, move)

    def mark(self, mark: str) -> str:
        """Why a move was made without its player, or ""."""
        return telling.mark(self, mark)

    def story(self, log: Sequence[LogEntry], names: Names, you: int | None) -> tuple[Story, ...]:
        """What happened, grouped by role, in whole sentences."""
        return telling.story(self, log, names, you)

    def happened(self, entry: LogEntry, names: Names, you: int | None) -> tuple[str, ...]:
        """One move in sentences, those too that a story does not tell."""
        return telling.happened(self, entry, names, you)

    def news(self, log: Sequence[LogEntry], names: Names, you: int) -> tuple[Story, ...]:
        """What happened: older rounds in brief, then stories; an own role that brought nothing is not told."""
        older, newer = condensing.parted(log)
        told = tuple(each for each in self.story(newer, names, you) if each.sentences or each.chooser != you)
        return (*condensing.condensed(self, older, names, you), *told)

    def brought(self, gains: Mapping[str, int]) -> str:
        """What a move brought the reader, as a sentence, or ""."""
        return sentences.brought(self, gains)

    def ending(self, why: str) -> str:
        """Why the game ended: `colonists`, `buildings` or `vp` (rules 4)."""
        return telling.ending(self, why)

    def boards(self, view: View, names: Names, you: int | None) -> tuple[Board, ...]:
        """Every board in words, the reader's first."""
        return describing.boards(self, view, names, you)

    def harbour(self, view: View) -> tuple[Line, ...]:
        """Ships, house, plantations and supply in words."""
        return describing.harbour(self, view)

    def supplies(self, view: View, names: Names, seat: int) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
        """What the seat's decision turns on, first; then the rest of roles, harbour and supply."""
        return supplies.supplies(self, view, names, seat)

    def means(self, view: View, seat: int) -> str:
        """What the seat has for its decision, in a sentence, or ""."""
        return supplies.means(self, view, seat)

    def roles(self, view: View, names: Names) -> tuple[Line, ...]:
        """The role cards in words."""
        return describing.roles_in_words(self, view, names)

    def picture(self, view: View, you: int | None) -> str:
        """The alternative text of a picture of the table."""
        return picturing.picture(self, view, you)

    def chart(self, series: Mapping[int, Sequence[int]], names: Names) -> str:
        """The alternative text of the chart of points by round."""
        return picturing.chart(self, series, names)

    def board_table(self, view: View, names: Names, you: int | None) -> tuple[str, ...]:
        """The boards as an aligned table for a letter's text."""
        return describing.board_table(self, view, names, you)

    def score_table(self, scores: Sequence[rules.Score], names: Names, you: int | None) -> tuple[str, ...]:
        """The final count as an aligned table for a letter's text."""
        return describing.score_table(self, scores, names, you)

    def points_table(self, series: Mapping[int, Sequence[int]], names: Names, you: int | None) -> tuple[str, ...]:
        """The points by round as an aligned table for a letter's text."""
        return describing.points_table(self, series, names, you)

    def count(
        self, view: View, score: rules.Score, large: Mapping[str, int], log: Sequence[LogEntry]
    ) -> counting.Counted:
        """How the points of the seat of `score` came together, building by building."""
        return counting.counted_out(self, view, score, large, log)

    def score_heads(self) -> tuple[str, ...]:
        """The heads of the final count's five columns."""
        return describing.score_heads(self)


@cache
def voice(language: str, zone: str = "UTC") -> Voice:
    """The voice for a reader; an unknown language reads as English, an unknown zone as UTC."""
    return Voice(language, zone)
