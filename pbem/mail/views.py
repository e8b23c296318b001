"""What a letter says, as frozen views that the text and the HTML template of a kind share; nothing here is sent."""

from dataclasses import dataclass
from typing import Protocol

from pbem.words import Board, Choice, Line, Story


@dataclass(frozen=True, slots=True)
class Frame:
    """What every letter has. `round` is "" before the game; `chain` names the log's check digits (notation 4).

    `reply_to` is the signed address that an answer goes to, "" where answers cannot come in or would mean nothing.
    """

    kind: str
    language: str
    subject: str
    preheader: str
    table: str
    round: str
    heading: str
    play_url: str
    preferences_url: str
    stop_url: str
    chain: str
    reply_to: str


class LetterView(Protocol):
    """What every kind's view has; a kind's own view adds what its two templates show."""

    @property
    def frame(self) -> Frame:
        """What stands around the kind's own words."""


@dataclass(frozen=True, slots=True)
class LinkedChoice:
    """A choice and the address that opens the table with it filled in; `more` is a second line about it, or ""."""

    choice: Choice
    url: str
    more: str = ""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A turn in another game of the same person."""

    table: str
    ask: str
    due: str
    url: str


@dataclass(frozen=True, slots=True)
class Position:
    """Boards and harbour in words; `table` are the lines of the text part's aligned table."""

    mine: Board | None
    others: tuple[Board, ...]
    table: tuple[str, ...]
    harbour: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class TurnLetter:
    """You are asked something (kinds turn and reminder). `since` heads the stories.

    `introduction` says what this is to somebody who has neither had a letter of this game nor moved, else it is "".
    `quick` are the choices that fit in one row under the ask, without the variants of one; none where there are many.
    """

    frame: Frame
    introduction: str
    due: str
    since: str
    stories: tuple[Story, ...]
    nothing_yet: str
    position: Position
    choices: tuple[LinkedChoice, ...]
    quick: tuple[LinkedChoice, ...]
    has_suggestion: bool
    waiting: tuple[Waiting, ...]


@dataclass(frozen=True, slots=True)
class TimeoutLetter:
    """You were late: `played` is what the table played for you."""

    frame: Frame
    lead: str
    played: tuple[Story, ...]
    next_ask: str
    position: Position | None


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A line of the final count."""

    place: int
    name: str
    is_you: bool
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameOverLetter:
    """The final count, best first, equal for every reader but for the language.

    `shuffles` says the seed, by which they can be checked with the game file at `file_url`.
    """

    frame: Frame
    why: str
    has_tie: bool
    shuffles: str
    file_url: str
    heads: tuple[str, ...]
    rows: tuple[ScoreRow, ...]
    table: tuple[str, ...]
    since: str
    stories: tuple[Story, ...]


@dataclass(frozen=True, slots=True)
class InvitationLetter:
    """Who sits there, by which rules, with how much time."""

    frame: Frame
    lead: str
    seats: tuple[str, ...]
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FreshLinkLetter:
    """A new link: `lead` says why, `ask` and `due` what the table waits for, "" when it is not the reader's turn."""

    frame: Frame
    lead: str
    ask: str
    due: str
    is_asked: bool
