"""The letter at the end: the final count and how to check the game; it renders and sends nothing."""

import logging
from collections.abc import Mapping, Sequence

from pbem import play
from pbem.mail import views
from pbem.mail.contents.tables import points_picture, table_picture
from pbem.mail.frames import Reader
from pbem.rules import RulesError

LOG = logging.getLogger(__name__)


def game_over_view(house: play.House, letter: play.Letter, reader: Reader) -> views.GameOverLetter | None:
    """The final count; None while the game still runs."""
    voice, table = reader.voice, reader.table
    if not table.scores or table.view is None:
        return None
    ranked = sorted(table.scores, key=lambda score: (score.place, score.seat))
    winners, points = [s.seat for s in ranked if s.place == 1], voice.thing("vp", ranked[0].total)
    if winners == [letter.seat]:
        heading = voice.gettext("You have won, %(points)s", points=points)
        subject = voice.gettext("%(table)s – you have won, %(points)s", table=reader.table_name, points=points)
    else:
        heading = _who_won(reader, winners, points)
        subject = voice.gettext("%(table)s – %(result)s", table=reader.table_name, result=heading)
    series = _series(house, reader)
    frame = reader.frame(
        subject=subject,
        preheader=" · ".join(f"{s.place}. {reader.names[s.seat]} {s.total}" for s in ranked),
        heading=heading,
    )
    return views.GameOverLetter(
        frame=frame,
        why=voice.ending(table.view["ending"]),
        has_tie=len({score.total for score in ranked}) < len(ranked),
        shuffles=voice.gettext(
            "To check the shuffles: the seed is %(seed)s, and the game as a file holds it with every move:",
            seed=table.seed,
        ),
        file_url=f"{reader.play_url}?open=file",
        story_url=f"{reader.play_url}?open=replay",
        again_url=f"{reader.play_url}?open=again",
        public_url=f"{reader.play_url}?open=public",
        heads=voice.score_heads(),
        rows=tuple(
            views.ScoreRow(
                s.place,
                reader.names[s.seat],
                s.seat == letter.seat,
                (s.vp_chips, s.buildings, s.large, s.total, s.tiebreak),
            )
            for s in ranked
        ),
        table=voice.score_table(ranked, reader.names, letter.seat),
        since=reader.since_heading(),
        stories=reader.stories(),
        large=_large(reader),
        points=voice.points_table(series, reader.names, letter.seat) if series else (),
        chart=points_picture(reader, series),
        picture=table_picture(reader),
    )


def _series(house: play.House, reader: Reader) -> Mapping[int, Sequence[int]]:
    """The points by round, by seat; nothing where the log cannot be played again: the count stands all the same."""
    try:
        return play.points_by_round(house, reader.letter.slug)
    except RulesError:
        LOG.exception("game %s could not be played again for its points by round", reader.letter.slug)
        return {}


def _large(reader: Reader) -> tuple[str, ...]:
    """What each large building brought, in a line for each who has one that counts."""
    voice, lines = reader.voice, []
    for seat, points in enumerate(reader.table.large):
        if points:
            each = voice.listing(
                voice.gettext("%(building)s %(points)s", building=voice.name(name), points=worth)
                for name, worth in points.items()
            )
            lines.append(voice.gettext("%(name)s: %(buildings)s", name=reader.names[seat], buildings=each))
    return tuple(lines)


def _who_won(reader: Reader, winners: Sequence[int], points: str) -> str:
    names = reader.voice.listing(reader.names[seat] for seat in winners)
    return reader.voice.ngettext(
        "%(names)s has won, %(points)s", "%(names)s have won, %(points)s", len(winners), names=names, points=points
    )
