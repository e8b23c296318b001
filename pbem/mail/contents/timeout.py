"""The letter to who was late: what the table played for him; it renders and sends nothing."""

from dataclasses import replace

from pbem import play
from pbem.mail import views
from pbem.mail.contents.tables import position
from pbem.mail.frames import Reader


def timeout_view(house: play.House, letter: play.Letter, reader: Reader) -> views.TimeoutLetter:
    """What was played for the reader, and whether the table waits for him again."""
    voice, table = reader.voice, reader.table
    since = int(letter.extra.get("since", 0))
    # Without their mark: the letter as a whole says that the reader was late.
    late = [
        replace(e, mark="")
        for e in table.log
        if e.seat == letter.seat and e.mark == "timeout" and since < e.ply <= letter.ply
    ]
    moves = "; ".join(voice.played(move) for move in letter.extra.get("moves", ()))
    next_ask = ""
    if table.my_turn is not None and table.view is not None:
        ask = voice.ask(table.view, letter.seat)
        due = reader.until(table.my_turn.deadline_at, house.clock()) if table.my_turn.deadline_at else ""
        next_ask = f"{ask}, {due}" if due else ask
    heading = voice.gettext("You were late; the table played for you")
    frame = reader.frame(
        subject=voice.gettext("%(table)s – played for you", table=reader.table_name),
        preheader=voice.gettext("Played for you: %(moves)s.", moves=moves),
        heading=heading,
    )
    return views.TimeoutLetter(
        frame=frame,
        lead=voice.gettext("Played for you: %(moves)s.", moves=moves),
        played=voice.story(late, reader.names, letter.seat),
        next_ask=next_ask,
        position=position(reader) if table.view else None,
    )
