"""The table in words, as letters of several kinds show it: boards and supplies; it asks for nothing."""

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
    )
