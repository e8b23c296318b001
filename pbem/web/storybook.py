"""What happened as lines for a page, each the way to the position after it; it tells nothing of its own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pbem import play, words


@dataclass(frozen=True)
class Line:
    """One sentence of the story. `ply`: the move after which it stood so, 0 where it is of no single one."""

    text: str
    ply: int
    is_now: bool = False


@dataclass(frozen=True)
class Told:
    """One role, or the begin of a round, as a heading and lines; `ply` is the heading's, 0 for none."""

    role: str | None
    title: str
    ply: int
    lines: tuple[Line, ...]
    is_now: bool = False


@dataclass(frozen=True)
class Round:
    """The story of one round; `first` is its first move."""

    number: int
    told: tuple[Told, ...]
    first: int = 0


def told(stories: Sequence[words.Story], at: int | None = None) -> tuple[Told, ...]:
    """The stories as lines. With `at` the line of that move is marked, or the last one before it."""
    plies = [ply for story in stories for ply in (story.ply, *story.plies) if ply and at is not None and ply <= at]
    now = max(plies, default=None)
    return tuple(_told(story, now) for story in stories)


def _told(story: words.Story, now: int | None) -> Told:
    plies = story.plies or (0,) * len(story.sentences)
    lines = tuple(
        Line(text, ply, ply == now and now is not None)
        for text, ply in zip(story.sentences, plies, strict=True)
    )  # fmt: skip
    is_now = now is not None and story.ply == now and not any(line.is_now for line in lines)
    return Told(story.role, story.title, story.ply, lines, is_now)


def rounds(
    voice: words.Voice, log: Sequence[play.LogEntry], names: Mapping[int, str], me: int | None, at: int | None = None
) -> tuple[Round, ...]:
    """The story of that log by rounds, the first one first. A log may begin with any round, if it is whole."""
    stories: dict[int, list[words.Story]] = {}
    for story in voice.story(log, names, me):
        stories.setdefault(story.round, []).append(story)
    first = {entry.event.round: entry.ply for entry in reversed(log)}
    return tuple(
        Round(number, told(of_round, at), first.get(number, 0)) for number, of_round in sorted(stories.items())
    )


def newest(log: Sequence[play.LogEntry], count: int) -> tuple[play.LogEntry, ...]:
    """The moves of the newest `count` rounds."""
    last = log[-1].event.round if log else 0
    return tuple(entry for entry in log if entry.event.round > last - count)
