"""What the verbs take and give: frozen views and one kind of error; must not hold a database row."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from pbem import rules
from pbem.clock import Clock
from pbem.config import Settings
from pbem.rules import versions
from pbem.store import Store

Ring = Callable[[str, int], None]


def N_(text: str) -> str:
    """Marks a sentence for translation; pbem.words translates it when it knows the reader."""
    return text


@dataclass(frozen=True)
class House:
    """What every verb needs: settings, database, clock, and the doorbell `ring(what, id)` (deliver, bots)."""

    settings: Settings
    store: Store
    clock: Clock
    ring: Ring


class PlayError(Exception):
    """A request that cannot be served. `template` % `params` is the English sentence; nothing was changed."""

    def __init__(self, code: str, template: str, status: int = 400, **params: object) -> None:
        super().__init__(code, template, params)
        self.code = code
        self.template = template
        self.params: dict[str, object] = params
        self.status = status

    def __str__(self) -> str:
        return self.template % self.params


@dataclass(frozen=True)
class SeatSpec:
    """A seat as somebody asks for it: a person (name and address) or a bot. None leaves what is known already."""

    name: str
    address: str | None = None
    language: str | None = None
    zone: str | None = None
    bot: str | None = None


@dataclass(frozen=True)
class GameInfo:
    """A game as lists and headings show it. `chain`: first 8 digits of the log's hash (notation 4).

    While `paused_at` is set no clock runs. `open_points`: it was set so that points lie open. `is_players`: a
    player has proposed it, with `word` for the invited; `proposed` is its state while an admin has to agree.
    """

    id: int
    slug: str
    name: str
    state: str
    ply: int
    round: int
    clock_text: str
    clock_seconds: int
    rules: Mapping[str, Any]
    rules_version: int
    seed_hash: str
    chain: str
    created_at: datetime
    started_at: datetime | None
    paused_at: datetime | None
    finished_at: datetime | None
    open_points: bool = False
    is_players: bool = False
    word: str = ""

    @property
    def is_running(self) -> bool:
        """Whether moves can be made."""
        return self.state == "running"

    @property
    def trouble(self) -> versions.UnknownVersion | None:
        """Why this program cannot go on with the game, whose rules it does not have; None where it has them."""
        try:
            versions.edition(self.rules_version)
        except versions.UnknownVersion as error:
            return error
        return None


@dataclass(frozen=True)
class SeatInfo:
    """A seat as everybody at the table may see it: no address. `away_until` is what its person said of himself."""

    id: int
    number: int
    name: str
    bot: str | None
    language: str
    zone: str
    status: str
    letters_on: bool
    away_until: datetime | None = None


@dataclass(frozen=True)
class Owed:
    """A decision that a seat owes since the log had `since_ply` moves. A bot has no deadline.

    While the game is paused there is no deadline either, and `left_seconds` is the time that the seat will have then.
    """

    seat: int
    since_ply: int
    asked_at: datetime
    deadline_at: datetime | None
    left_seconds: int | None = None


@dataclass(frozen=True)
class LogEntry:
    """One move of the log and what it did. `mark`: "", auto, bot, timeout, admin."""

    ply: int
    seat: int
    move: str
    mark: str
    via: str
    at: datetime
    event: rules.Event


@dataclass(frozen=True)
class Before:
    """Who had a seat until it was given to somebody else, after move `ply`."""

    name: str
    ply: int
    at: datetime


@dataclass(frozen=True)
class Order:
    """An order in force: when `phase` asks, the first of `moves` that is possible. It was `used` so often."""

    id: int
    phase: str
    moves: tuple[str, ...]
    is_once: bool
    used: int
    created_at: datetime


@dataclass(frozen=True)
class Table:
    """All that the page and the letters of one seat (or of nobody: `me` None) need, and nothing it may not see.

    `log` may begin with a later round than the first, as `play.table` says; `game.ply` is how many moves there are.
    `since_ply`: the first move that `me` is to be told of, mostly its own last one; 0 when it made none.
    `seed` is known when the game has been played to its end; `pause_reason` while it is paused, if one was given;
    `large` at the end, by seat: the points of each large building that counts; `before`, by seat, who had it before
    its present person; `orders`: the standing orders of `me` that are in force; `points_open` why all points are in the
    view: game, wish, or "" where they are not.
    """

    game: GameInfo
    seats: tuple[SeatInfo, ...]
    me: SeatInfo | None
    view: dict[str, Any] | None
    legal: rules.Legal | None
    owed: tuple[Owed, ...]
    my_turn: Owed | None
    log: tuple[LogEntry, ...]
    since_ply: int
    scores: tuple[rules.Score, ...]
    inviter: str = ""
    seed: str | None = None
    pause_reason: str = ""
    large: tuple[Mapping[str, int], ...] = ()
    before: Mapping[int, Before] = field(default_factory=dict)
    orders: tuple[Order, ...] = ()
    points_open: str = ""

    @property
    def names(self) -> dict[int, str]:
        """Seat number to name."""
        return {seat.number: seat.name for seat in self.seats}

    @property
    def since(self) -> tuple[LogEntry, ...]:
        """What happened from the own last move on, that move too for what came of it."""
        return tuple(entry for entry in self.log if entry.ply >= self.since_ply)


@dataclass(frozen=True)
class Submitted:
    """The answer to a move: the ply now, the moves made (`seat`, `move`, maybe `auto`), whether it came before."""

    ply: int
    applied: tuple[dict[str, Any], ...]
    repeated: bool = False


@dataclass(frozen=True)
class PersonInfo:
    """To whom a letter goes."""

    id: int
    name: str
    address: str
    language: str
    zone: str


@dataclass(frozen=True)
class Letter:
    """A letter claimed for sending. `thread_id` is the Message-ID that all letters of the seat refer to.

    `is_first`: no letter of this game has reached the seat's person yet. `seat_nonce` is "" where the seat is no more
    the person's: then nothing in the letter may open it. `talk_to`: the last message of the table's talk, where the
    letter tells what was said, else 0.
    """

    id: int
    kind: str
    person: PersonInfo
    seat_id: int
    seat: int
    seat_nonce: str
    slug: str
    ply: int
    message_id: str
    thread_id: str
    attempts: int
    extra: Mapping[str, Any] = field(default_factory=dict)
    merged: tuple["Letter", ...] = ()
    is_first: bool = False
    claims: int = 1
    talk_to: int = 0


@dataclass(frozen=True)
class TroubleInfo:
    """Why letters to the person on a seat wait. `kind`: dead, full, refused or away; `detail`: what the host said."""

    seat_id: int
    seat: int
    name: str
    slug: str
    game: str
    address: str
    kind: str
    detail: str
    count: int
    since: datetime
    suppressed_at: datetime


@dataclass(frozen=True)
class LinkedSeat:
    """The seat behind a link that was checked, and what its page must know of its person. `motion`: auto or none."""

    seat_id: int
    game_id: int
    slug: str
    game_name: str
    number: int
    name: str
    language: str
    zone: str
    letters_on: bool
    person_id: int | None = None
    motion: str = "auto"


@dataclass(frozen=True)
class LetterInfo:
    """A letter as the admin's list shows it. `state`: waiting, sent, withdrawn or dead; `merged_into`: sent within.

    A worker holds it until `lease_until`; `is_kept`: in the mailbox, as no SMTP host was set. It came back at
    `bounced_at`; `is_held`: it waits until its address takes letters again. `waits_for`: what a letter not yet due
    waits for by its person's wish, "day" (goes at the hour of the daily letter), "quiet"
    (goes when the quiet hours are over) or "visit", else "".
    """

    id: int
    kind: str
    slug: str
    seat: int
    to_name: str
    to_address: str
    ply: int
    state: str
    subject: str | None
    created_at: datetime
    not_before: datetime
    ended_at: datetime | None
    attempts: int
    last_error: str | None
    merged_into: int | None
    lease_until: datetime | None
    is_kept: bool
    bounced_at: datetime | None = None
    is_held: bool = False
    waits_for: str = ""


@dataclass(frozen=True)
class MailboxEntry:
    """A letter kept because no SMTP host is set."""

    id: int
    at: datetime
    to_name: str
    to_address: str
    subject: str
    kind: str
    game: str


@dataclass(frozen=True)
class AuditInfo:
    """A line of the audit trail; `slug` and `game` (its name) are None where it is about no game."""

    at: datetime
    actor: str
    verb: str
    detail: Mapping[str, Any]
    slug: str | None
    game: str | None


@dataclass(frozen=True)
class Due:
    """What the worker's round finds to do, as ids, oldest first; `invitations` are seats that have not answered."""

    letters: tuple[int, ...]
    reminders: tuple[int, ...]
    timeouts: tuple[int, ...]
    bots: tuple[int, ...]
    mails: tuple[int, ...] = ()
    invitations: tuple[int, ...] = ()
    digests: tuple[int, ...] = ()
