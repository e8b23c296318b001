"""What a letter that does not ask by itself says of who owes what: the reader, or the others; it composes no letter."""

from pbem import play
from pbem.mail.frames import Reader


def own_ask(house: play.House, reader: Reader) -> tuple[str, str]:
    """What the reader owes just now and until when; two empty texts where that is nothing."""
    voice, table = reader.voice, reader.table
    owed, view = table.my_turn, table.view
    if owed is None or view is None:
        return "", ""
    ask = voice.your_turn(view, reader.letter.seat)
    if owed.deadline_at is not None:
        return ask, reader.until(owed.deadline_at, house.clock())
    if owed.left_seconds is not None:
        return ask, voice.gettext("There is no hurry: no clock runs until the game goes on.")
    return ask, ""


def others_wait(reader: Reader) -> tuple[str, ...]:
    """For whom of the others the table waits, each in a sentence."""
    voice, table = reader.voice, reader.table
    lines = []
    for owed in table.owed:
        if table.view is None or owed.seat == reader.letter.seat:
            continue
        doing = voice.waiting(table.view, owed.seat, reader.names[owed.seat])
        if owed.deadline_at is not None:
            until = voice.gettext("until %(moment)s", moment=voice.moment(owed.deadline_at))
            doing = voice.gettext("%(what)s, %(until)s", what=doing, until=until)
        lines.append(f"{doing}.")
    return tuple(lines)
