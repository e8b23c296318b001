"""The end of a game for its page: places, the count building by building, points by round; it counts nothing itself."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from pbem import draw, play, words
from pbem.rules import RulesError

LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class Finisher:
    """One player at the end. `vp_chips`, `buildings` and `large` make `total`; `how` says what they consist of."""

    name: str
    is_me: bool
    place: int
    vp_chips: int
    buildings: int
    large: int
    total: int
    tiebreak: int
    how: words.Counted


@dataclass(frozen=True)
class Chart:
    """Points by round: the drawing, what it says in a sentence, and all its numbers; `rows` are names and points."""

    svg: Markup
    says: str
    rounds: int
    rows: tuple[tuple[str, tuple[int, ...]], ...]


@dataclass(frozen=True)
class Ending:
    """How it ended, everybody by place, and the chart; None for a log that cannot be played again."""

    headline: str
    why: str
    players: tuple[Finisher, ...]
    has_tie: bool
    chart: Chart | None
    base: str


def ending(house: play.House, voice: words.Voice, scene: play.Scene, base: str) -> Ending | None:
    """The end of a game that has been played to it; None for any other. `base` is the address of its pages."""
    if not scene.scores or scene.end is None:
        return None
    ranked = sorted(scene.scores, key=lambda score: (score.place, score.seat))
    totals = {score.total for score in ranked}
    return Ending(
        headline=_headline(voice, scene),
        why=voice.ending(scene.end["ending"]),
        players=tuple(
            Finisher(
                scene.names[score.seat], score.seat == scene.me, score.place, score.vp_chips, score.buildings,
                score.large, score.total, score.tiebreak,
                voice.count(scene.end, score, scene.large[score.seat], scene.log),
            )
            for score in ranked
        ),
        has_tie=len(totals) < len(ranked),
        chart=_chart(house, voice, scene),
        base=base,
    )  # fmt: skip


def _headline(voice: words.Voice, scene: play.Scene) -> str:
    """ "Bea has won, 47 points"."""
    won = [score for score in scene.scores if score.place == 1]
    points = voice.thing("vp", won[0].total)
    if [score.seat for score in won] == [scene.me]:
        return voice.gettext("You have won, %(points)s", points=points)
    names = voice.listing(scene.names[score.seat] for score in won)
    return voice.ngettext(
        "%(names)s has won, %(points)s", "%(names)s have won, %(points)s", len(won), names=names, points=points
    )


def _chart(house: play.House, voice: words.Voice, scene: play.Scene) -> Chart | None:
    try:
        series: Mapping[int, Sequence[int]] = play.points_by_round(house, scene.game.slug)
    except RulesError:
        LOG.exception("game %s could not be played again for its points by round", scene.game.slug)
        return None
    if not series or not series[0]:
        return None
    pen = draw.Pen(draw.Inline(), prefix="chart-")
    drawn = Markup(draw.points_svg(series, scene.names, scene.me, pen=pen))  # noqa: S704 - names are escaped by the pen
    ranked = sorted(series, key=lambda seat: (-series[seat][-1], seat))
    rows = tuple((scene.names[seat], tuple(series[seat])) for seat in ranked)
    return Chart(drawn, voice.chart(series, scene.names), len(rows[0][1]), rows)
