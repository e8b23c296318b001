"""The table in words, as letters of several kinds show it: boards and harbour; it asks for nothing."""

from pbem.mail import views
from pbem.mail.frames import Reader


def position(reader: Reader) -> views.Position:
    """The boards and the harbour; the reader's own board apart."""
    voice, view, you = reader.voice, reader.table.view or {}, reader.letter.seat
    boards = voice.boards(view, reader.names, you)
    return views.Position(
        mine=boards[0],
        others=boards[1:],
        table=voice.board_table(view, reader.names, you),
        harbour=(*voice.harbour(view), *voice.roles(view, reader.names)),
    )
