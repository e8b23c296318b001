"""The letter to who was late: what the table played for him and what it asks now; it renders and sends nothing."""

from dataclasses import replace

from pbem import play
from pbem.mail import views
from pbem.mail.contents.questions import question
from pbem.mail.contents.tables import position
from pbem.mail.frames import Reader
from pbem.words import Story


def timeout_view(house: play.House, letter: play.Letter, reader: Reader) -> views.TimeoutLetter:
    """What was played for the reader, and whether the table waits for him again."""
    voice, table = reader.voice, reader.table
    moves = "; ".join(voice.played(move) for move in letter.extra.get("moves", ()))
    lead = voice.gettext("Played for you: %(moves)s.", moves=moves)
    asking = question(house, reader)
    next_ask = voice.your_turn(table.view, letter.seat) if asking and table.view else ""
    return views.TimeoutLetter(
        frame=reader.frame(
            subject=voice.gettext("%(table)s – played for you", table=reader.table_name),
            preheader=" · ".join(part for part in (lead.rstrip("."), next_ask) if part),
            heading=voice.gettext("You were late; the table played for you"),
            asks=asking is not None,
        ),
        lead=lead,
        played=_played(reader),
        next_ask=next_ask,
        asking=asking,
        position=position(reader),
    )


def _played(reader: Reader) -> tuple[Story, ...]:
    """The moves made for the reader, without their mark: the letter as a whole says that he was late."""
    letter = reader.letter
    since = int(letter.extra.get("since", 0))
    late = [
        replace(entry, mark="")
        for entry in reader.table.log
        if entry.seat == letter.seat and entry.mark == "timeout" and since < entry.ply <= letter.ply
    ]
    return reader.voice.story(late, reader.names, letter.seat)
