"""The page of a table at one of its moves, put together for whoever may see it; it reads no request."""

from collections.abc import Sequence
from dataclasses import dataclass

from pbem import play, words
from pbem.web.position import Board, Column, Harbour, boards, harbour, market
from pbem.web.storybook import Round, rounds
from pbem.web.touch import NO_MARKS, Marks, fresh_between


@dataclass(frozen=True)
class Step:
    """A way to another move: `go` names it for the script, `at` is None where there is none that way."""

    go: str
    label: str
    at: int | None


@dataclass(frozen=True)
class RoundLink:
    """A round by its number and first move."""

    number: int
    first: int
    is_now: bool


@dataclass(frozen=True)
class ReplayPage:
    """A table after move `at` of `last`. `base` is the address of this game's pages for who looks at it.

    `moment` is "" for strangers, whose clock nobody knows; `mark` says why a move was made without its player.
    """

    base: str
    name: str
    is_over: bool
    at: int
    last: int
    round: int
    governor: str
    said: tuple[str, ...]
    mark: str
    moment: str
    steps: tuple[Step, ...]
    by_role: tuple[Step, ...]
    by_round: tuple[Step, ...]
    rounds: tuple[RoundLink, ...]
    story: tuple[Round, ...]
    harbour: Harbour
    boards: tuple[Board, ...]
    market: tuple[Column, ...]


def replay_page(voice: words.Voice, scene: play.Scene, base: str) -> ReplayPage:
    """The page of that scene."""
    view, names, entry = scene.view, scene.names, scene.entry
    seats = {seat.number: (seat.name, seat.bot) for seat in scene.seats}
    marks = Marks(fresh=fresh_between(scene.before, view)) if scene.before else NO_MARKS
    begins = dict(sorted(_first_moves(scene.log).items()))
    of_round = entry.event.round if entry else 1
    return ReplayPage(
        base=base,
        name=scene.game.name,
        is_over=scene.game.state == "finished",
        at=scene.at,
        last=len(scene.log),
        round=view["round"] if entry is None else of_round,
        governor=names[view["governor"] if entry is None else entry.event.governor],
        said=voice.happened(entry, names, scene.me) if entry else (),
        mark=voice.mark(entry.mark) if entry else "",
        moment=voice.moment(entry.at) if entry and scene.me is not None else "",
        steps=_steps(voice, scene),
        by_role=_jumps(voice, scene.at, [each.ply for each in scene.log if each.move.startswith("role ")], "role"),
        by_round=_jumps(voice, scene.at, list(begins.values()), "round"),
        rounds=tuple(RoundLink(number, ply, number == of_round) for number, ply in begins.items()),
        story=rounds(voice, [each for each in scene.log if each.event.round == of_round], names, scene.me, scene.at),
        harbour=harbour(voice, view, names, scene.me, marks),
        boards=boards(voice, view, seats, scene.me, marks),
        market=market(voice, view, None),
    )


def _first_moves(log: Sequence[play.LogEntry]) -> dict[int, int]:
    """The first move of each round."""
    return {entry.event.round: entry.ply for entry in reversed(log)}


def _steps(voice: words.Voice, scene: play.Scene) -> tuple[Step, ...]:
    at, last = scene.at, len(scene.log)
    return (
        Step("first", voice.gettext("First"), 0 if at else None),
        Step("back", voice.gettext("Previous"), at - 1 if at else None),
        Step("on", voice.gettext("Next"), at + 1 if at < last else None),
        Step("last", voice.gettext("Last"), last if at < last else None),
    )


def _jumps(voice: words.Voice, at: int, begins: Sequence[int], kind: str) -> tuple[Step, Step]:
    back = max((ply for ply in begins if ply < at), default=None)
    on = min((ply for ply in begins if ply > at), default=None)
    names = {
        "role": (voice.gettext("Previous role"), voice.gettext("Next role")),
        "round": (voice.gettext("Previous round"), voice.gettext("Next round")),
    }
    return Step(f"{kind}-back", names[kind][0], back), Step(f"{kind}-on", names[kind][1], on)
