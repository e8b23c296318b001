"""What a letter says, as frozen views that the text and the HTML template of a kind share; nothing here is sent."""

from dataclasses import dataclass
from typing import Protocol

from pbem.words import Board, Choice, Line, Story


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """What another letter to the same person would have said, about another table, in a line."""

    table: str
    text: str
    url: str


@dataclass(frozen=True, slots=True)
class Frame:
    """What every letter has. `round` is "" before the game; `chain` names the log's check digits (notation 4).

    `reply_to` is the signed address that an answer goes to, "" where answers cannot come in or would mean nothing;
    `mark` is the line above which the answer to a question is written, "" where none is asked for by mail.
    `told` and `elsewhere` are what letters say that go along in this one: of the same seat, of other tables.
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
    mark: str = ""
    told: tuple[str, ...] = ()
    elsewhere: tuple[Elsewhere, ...] = ()

    @property
    def games_url(self) -> str:
        """Where all games of the reader are; "" in a letter that may open no seat."""
        return self.play_url and f"{self.play_url}?open=games"


class LetterView(Protocol):
    """What every kind's view has; a kind's own view adds what its two templates show."""

    @property
    def frame(self) -> Frame:
        """What stands around the kind's own words."""


@dataclass(frozen=True, slots=True)
class LinkedChoice:
    """A choice, its number in an answer by mail (0: it has none) and the address that opens the table with it set."""

    choice: Choice
    number: int
    url: str


@dataclass(frozen=True, slots=True)
class Asking:
    """A question to the reader: until when, the choices, and how it is answered.

    `moment` and `left` are the parts of `due`, all "" where there is no deadline; `left` is "" when the time is up.

    `means` says what the reader has for it. With `places` colonists are placed: the one choice, without a number, is
    the suggested placement. `assumed` is what forecasts of the others take for granted, or "".
    `number` and `word` are an example of an answer by mail, both "" where none can come in; for a placement `word`
    alone.
    """

    due: str
    moment: str
    left: str
    choices: tuple[LinkedChoice, ...]
    means: str
    places: bool
    assumed: str
    number: str
    word: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """A turn in another game of the same person."""

    table: str
    ask: str
    due: str
    url: str


@dataclass(frozen=True, slots=True)
class DigestLetter:
    """All tables that wait for the reader, the most urgent first."""

    frame: Frame
    waiting: tuple[Waiting, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture within the message (RFC 2392): its Content-ID without brackets, its text, its width in pixels."""

    cid: str
    alt: str
    width: int = 560


@dataclass(frozen=True, slots=True)
class Position:
    """Boards and supplies in words; `table` are the lines of the text part's aligned table.

    `needed` are the supplies on which the decision turns, `supplies` the rest. `picture` is the table drawn, or None.
    """

    mine: Board
    others: tuple[Board, ...]
    table: tuple[str, ...]
    needed: tuple[Line, ...]
    supplies: tuple[Line, ...]
    picture: Picture | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """A message of the table's talk: who, when in the reader's zone, the lines."""

    name: str
    moment: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TalkLetter:
    """What was said at the table. `older` says that there was more, `how` how to answer; both may be ""."""

    frame: Frame
    said: tuple[Said, ...]
    older: str
    how: str


@dataclass(frozen=True, slots=True)
class TurnLetter:
    """You are asked something (kinds turn and reminder). `since` heads the stories.

    `introduction` says what this is to somebody who has neither had a letter of this game nor moved, else it is "".
    `notes` are sentences that belong before the question, such as what came of a move by mail. `orders` says the
    standing orders in force, "" where there is no such thing. `only` says of which table an answer by mail is taken
    where other games wait too. `said` is what the others said since, `say` how to answer them by mail.
    """

    frame: Frame
    introduction: str
    notes: tuple[str, ...]
    asking: Asking
    waiting: tuple[Waiting, ...]
    only: str
    since: str
    stories: tuple[Story, ...]
    nothing_yet: str
    position: Position
    orders: str
    said: tuple[Said, ...] = ()
    say: str = ""


@dataclass(frozen=True, slots=True)
class TimeoutLetter:
    """You were late: `played` is what the table played for you, `next_ask` and `asking` what it asks you now."""

    frame: Frame
    lead: str
    played: tuple[Story, ...]
    next_ask: str
    asking: Asking | None
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

    `again_url` opens what asks for a rematch, `public_url` what asks whether it may stand
    in the public list, `story_url` the whole game in words, move by move. `shuffles` says the
    seed, by which they can be checked with the game file at `file_url`; `large` what the large
    buildings brought. `points` are the points by round as lines of the text part, `chart` the same as a picture,
    `picture` the table at the end; None where there are no pictures.
    """

    frame: Frame
    why: str
    has_tie: bool
    shuffles: str
    file_url: str
    story_url: str
    again_url: str
    public_url: str
    heads: tuple[str, ...]
    rows: tuple[ScoreRow, ...]
    table: tuple[str, ...]
    since: str
    stories: tuple[Story, ...]
    large: tuple[str, ...] = ()
    points: tuple[str, ...] = ()
    chart: Picture | None = None
    picture: Picture | None = None


@dataclass(frozen=True, slots=True)
class FreshLinkLetter:
    """A new link: `lead` says why, `ask` and `due` what the table waits for, "" when it is not the reader's turn."""

    frame: Frame
    lead: str
    ask: str
    due: str
    is_asked: bool


@dataclass(frozen=True, slots=True)
class NewAddressLetter:
    """Shall letters come to this address? `address_url` asks; nothing else in it opens a seat: it may be a stranger."""

    frame: Frame
    lead: str
    address_url: str
    note: str


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and lines under it. `form`: `list`, `numbered` (in order of play) or `text` (paragraphs)."""

    heading: str
    lines: tuple[str, ...]
    form: str = "list"


@dataclass(frozen=True, slots=True)
class NoteLetter:
    """News of a table in a few sentences: paragraphs, somebody's own words, what is asked, links, lists.

    `quote` are the lines that somebody wrote, `quote_head` says what they are, `after` are paragraphs behind them;
    `ask` and `due` are what the reader owes, "" where nothing; `button` is the label of the table's link, "" where
    there is none; `buttons` are links by label, instead or below it; `under` explains them. `no_more`: who has
    given the reader's address, and label and link by which no player invites him any more.
    """

    frame: Frame
    lead: tuple[str, ...]
    quote_head: str = ""
    quote: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    ask: str = ""
    due: str = ""
    button: str = ""
    buttons: tuple[tuple[str, str], ...] = ()
    under: str = ""
    sections: tuple[Section, ...] = ()
    position: Position | None = None
    no_more: tuple[str, str, str] | None = None
