"""The letter at the end: the final count and how to check the game; it renders and sends nothing."""

from collections.abc import Sequence

from pbem import play
from pbem.mail import views
from pbem.mail.contents.tables import points_picture, table_picture
from pbem.mail.frames import Reader


def game_over_view(house: play.House, letter: play.Letter, reader: Reader) -> views.GameOverLetter | None:
    """The final count; None while the game still runs."""
    voice, table = reader.voice, reader.table
    if not table.scores or table.view is None:
        return None
    ranked = sorted(table.scores, key=lambda score: (score.place, score.seat))
    heading = _who_won(reader, [s.seat for s in ranked if s.place == 1], ranked[0].total)
    frame = reader.frame(
        subject=voice.gettext("%(table)s – %(result)s", table=reader.table_name, result=heading),
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
        chart=points_picture(house, reader),
        picture=table_picture(reader),
    )


def _who_won(reader: Reader, winners: Sequence[int], total: int) -> str:
    voice = reader.voice
    points = voice.thing("vp", total)
    if list(winners) == [reader.letter.seat]:
        return voice.gettext("You have won, %(points)s", points=points)
    names = voice.listing(reader.names[seat] for seat in winners)
    return voice.ngettext(
        "%(names)s has won, %(points)s", "%(names)s have won, %(points)s", len(winners), names=names, points=points
    )
