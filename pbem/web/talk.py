"""Table talk on the page: messages with their links, the form with what was typed; it says nothing by itself."""

import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from pbem import play, words

NEWEST = 20  # messages on the table's page, of which the oldest are left out where they are long:
MOST_TEXT = 6000  # characters of them all
OLDER = 50  # messages on a page of older ones
OPEN = ("running", "finished")
# Only what is plainly an address of the web; signs that end a sentence do not belong to it.
_LINK = re.compile(r"https://[^\s<>\"'`\\^{|}]{4,400}", re.IGNORECASE)
_BEHIND = ".,;:!?)]»”’"


@dataclass(frozen=True)
class Piece:
    """A piece of a line. `url`: where it leads, or ""."""

    text: str
    url: str = ""


@dataclass(frozen=True)
class Message:
    """Something that was said. `is_new`: no letter and no visit has told the reader of it yet."""

    id: int
    name: str
    is_mine: bool
    is_hidden: bool
    is_new: bool
    moment: str
    lines: tuple[tuple[Piece, ...], ...]


@dataclass(frozen=True)
class Unsaid:
    """What was typed and not said, and why."""

    text: str
    key: str
    error: play.PlayError


@dataclass(frozen=True)
class Talk:
    """The part of the page. `older`: the id below which more was said, 0 where there is no more; `last`: the newest."""

    messages: tuple[Message, ...]
    older: int
    last: int
    may_say: bool
    key: str
    typed: str
    error: str
    longest: int


def talk_part(
    voice: words.Voice, house: play.House, table: play.Table, seat: play.LinkedSeat, unsaid: Unsaid | None = None
) -> Talk:
    """What was said last at the table, newest first, and the form."""
    found = play.talk(house, seat.slug, limit=NEWEST + 1)
    shown = _fitting(found[:NEWEST])
    known = play.talk_known(house, seat.seat_id)
    return Talk(
        messages=tuple(_message(voice, house, each, seat.number, known) for each in shown),
        older=shown[-1].id if len(shown) < len(found) else 0,
        last=found[0].id if found else 0,
        may_say=table.game.state in OPEN,
        key=unsaid.key if unsaid else secrets.token_urlsafe(12),
        typed=unsaid.text if unsaid else "",
        error=voice.say(unsaid.error) if unsaid else "",
        longest=play.LONGEST_MESSAGE,
    )


def older_talk(
    voice: words.Voice, house: play.House, seat: play.LinkedSeat, before: int | None
) -> tuple[tuple[Message, ...], int]:
    """A page of older messages, newest first, and the id below which there are more (0: none)."""
    found = play.talk(house, seat.slug, before=before, limit=OLDER + 1)
    shown = found[:OLDER]
    messages = tuple(_message(voice, house, each, seat.number, None) for each in shown)
    return messages, shown[-1].id if len(found) > OLDER else 0


@dataclass(frozen=True)
class HostTalk:
    """What a host sees of a table's talk."""

    messages: tuple[Message, ...]
    may_say: bool


def talk_of_host(voice: words.Voice, house: play.House, table: play.Table) -> HostTalk:
    """The newest messages of a table as its host reads them."""
    found = play.talk(house, table.game.slug, limit=NEWEST)
    return HostTalk(tuple(_message(voice, house, each, None, None) for each in found), table.game.state in OPEN)


def _fitting(found: tuple[play.Saying, ...]) -> tuple[play.Saying, ...]:
    room, count = MOST_TEXT, 0
    for each in found:
        room -= len(each.text)
        if room < 0 and count:
            break
        count += 1
    return found[:count]


def _message(voice: words.Voice, house: play.House, each: play.Saying, me: int | None, known: int | None) -> Message:
    is_mine = me is not None and each.seat == me
    return Message(
        id=each.id,
        name=each.name,
        is_mine=is_mine,
        is_hidden=each.is_hidden,
        is_new=known is not None and each.id > known and not is_mine and not each.is_hidden,
        moment=voice.near_moment(each.at, house.clock()),
        lines=tuple(tuple(_pieces(line)) for line in each.text.split("\n")),
    )


def _pieces(line: str) -> Iterator[Piece]:
    at = 0
    for found in _LINK.finditer(line):
        url = found.group().rstrip(_BEHIND)
        if not _leads_somewhere(url):
            continue
        if found.start() > at:
            yield Piece(line[at : found.start()])
        yield Piece(url, url)
        at = found.start() + len(url)
    if at < len(line) or not line:
        yield Piece(line[at:])


def _leads_somewhere(url: str) -> bool:
    """Whether it is the address of a host by its plain name: none with a user in it, which looks like another."""
    try:
        parts = urlsplit(url)
        return bool(parts.hostname) and "." in str(parts.hostname) and "@" not in parts.netloc and url.isascii()
    except ValueError:
        return False
