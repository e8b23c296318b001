"""What was said at the table, as a letter of its own and as a part of the letter that asks; it sends nothing."""

from dataclasses import replace

from pbem import play
from pbem.mail import views
from pbem.mail.contents.saying import written
from pbem.mail.frames import Reader
from pbem.mail.plain import plain

LONGEST_GIST = 300  # characters of what one said, where it stands in a line of another letter
MOST_IN_GIST = 5


def talk_view(house: play.House, letter: play.Letter, reader: Reader) -> views.TalkLetter | None:  # noqa: ARG001
    """What the others said that the reader does not know yet; None where he has read it on the page meanwhile."""
    voice, told = reader.voice, said(reader)
    if not told:
        return None
    first = told[0].name
    is_one = all(each.name == first for each in told)
    heading = voice.gettext("%(name)s writes", name=first) if is_one else voice.gettext("Said at the table")
    frame = reader.frame(
        subject=voice.gettext("%(table)s – table talk", table=reader.table_name),
        preheader=plain(" · ".join(f"{each.name}: {' '.join(each.lines)}" for each in told), 140),
        heading=heading,
        asks=True,
    )
    how = voice.gettext(
        "Answer this letter and your words are said at %(table)s: everybody who plays there reads them. "
        "No move can be made this way.",
        table=reader.table_name,
    )
    stop_url = f"{frame.stop_url}?of=talk" if frame.stop_url else ""
    return views.TalkLetter(
        frame=replace(frame, stop_url=stop_url),
        said=told,
        older=older(reader),
        how=how if reader.reply_to else "",
    )


def said(reader: Reader) -> tuple[views.Said, ...]:
    """What is new to the reader of the talk, oldest first; hostile text that becomes mere lines."""
    return tuple(
        views.Said(speaker(reader, each), reader.voice.short_moment(each.at), written(each.text))
        for each in reader.talk
    )


def speaker(reader: Reader, saying: play.Saying) -> str:
    """Who said it, by the name of that moment."""
    return plain(saying.name) or reader.voice.gettext("The host of the table")


def older(reader: Reader) -> str:
    """That more was said than stands there, or ""."""
    if len(reader.talk) < play.MOST_TOLD:
        return ""
    return reader.voice.gettext("What was said before stands on the page of the table.")


def how_to_say(reader: Reader) -> str:
    """How an answer to a letter that asks something says something to the others, or "" where none can come in."""
    if not reader.reply_to:
        return ""
    return reader.voice.gettext("To answer the others by mail, begin a line with “say:”.")


def gist_of_talk(reader: Reader) -> str:
    """What was said as a line of another letter, each in quotes; "" where nothing is new."""
    voice = reader.voice
    parts = [
        voice.gettext(
            "%(name)s said: “%(words)s”",
            name=speaker(reader, each),
            words=plain(" ".join(written(each.text)), LONGEST_GIST),
        )
        for each in reader.talk[-MOST_IN_GIST:]
    ]
    return " ".join(parts)
