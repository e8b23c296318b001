"""The table in words and pictures, as letters of several kinds show it; it asks for nothing."""

from collections.abc import Mapping, Sequence
from typing import Any

from pbem import draw
from pbem.mail import views
from pbem.mail.frames import Reader


def position(reader: Reader) -> views.Position | None:
    """The boards, the reader's own apart, and the supplies; None before the game begins."""
    voice, view, you = reader.voice, reader.table.view, reader.letter.seat
    if view is None:
        return None
    boards = voice.boards(view, reader.names, you)
    needed, supplies = voice.supplies(view, reader.names, you)
    return views.Position(
        mine=boards[0],
        others=boards[1:],
        table=voice.board_table(view, reader.names, you),
        needed=needed,
        supplies=supplies,
        picture=table_picture(reader),
    )


def table_picture(reader: Reader) -> views.Picture | None:
    """The table as the reader's seat may see it, at the end with everybody's points; or None."""
    view, you = _open_at_the_end(reader), reader.letter.seat
    if view is None:
        return None
    return reader.album.add(
        "table.png", lambda: (draw.board_svg(view, reader.names, you), reader.voice.picture(view, you))
    )


def _open_at_the_end(reader: Reader) -> dict[str, Any] | None:
    """The reader's view; once the count is known, with the chips of all, which a view never shows."""
    view, chips = reader.table.view, {score.seat: score.vp_chips for score in reader.table.scores}
    if view is None or not chips:
        return view
    return {**view, "players": [{**player, "vp": chips[seat]} for seat, player in enumerate(view["players"])]}


def points_picture(reader: Reader, series: Mapping[int, Sequence[int]]) -> views.Picture | None:
    """The points by round of a game that is over, or None."""

    def drawn() -> tuple[str, str]:
        return draw.points_svg(series, reader.names, reader.letter.seat), reader.voice.chart(series, reader.names)

    return reader.album.add("points.png", drawn) if series else None
