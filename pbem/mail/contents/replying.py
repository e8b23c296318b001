"""What the letters to who wrote a mail have in common: receipt, answer, confirm; it renders and sends nothing."""

from dataclasses import dataclass

from pbem import play
from pbem.mail import views
from pbem.mail.contents.questions import question
from pbem.mail.frames import Reader
from pbem.words import Story


@dataclass(frozen=True, slots=True)
class ReplyLetter:
    """What came of a mail (kinds receipt, answer, confirm).

    `lead` are paragraphs: what was understood and what came of it; `stories` what the moves brought. `choice` is the
    move of a mail that waits to be confirmed, with its link. `next_ask` heads `asking`, what the table asks now.
    `how` are lines on how to answer; `tables` the other tables of the reader, where it is not known which he meant.
    """

    frame: views.Frame
    lead: tuple[str, ...]
    stories: tuple[Story, ...] = ()
    choice: views.LinkedChoice | None = None
    next_ask: str = ""
    asking: views.Asking | None = None
    how: tuple[str, ...] = ()
    tables: tuple[views.Waiting, ...] = ()
    position: views.Position | None = None


def asked_now(house: play.House, reader: Reader) -> tuple[str, views.Asking | None]:
    """What the table asks the reader now, with its heading; nothing where it waits for others or is over."""
    asking, view = question(house, reader), reader.table.view
    if asking is None or view is None:
        return "", None
    return reader.voice.your_turn(view, reader.letter.seat), asking


def reply_frame(reader: Reader, heading: str, preheader: str, *, asks: bool) -> views.Frame:
    """The frame of a letter back. Its subject is the one that was answered, so that clients keep one thread."""
    usual = reader.voice.gettext("%(table)s – your turn", table=reader.table_name)
    subject = str(reader.letter.extra.get("subject") or usual).removeprefix("Re: ")
    return reader.frame(subject=f"Re: {subject}", preheader=preheader, heading=heading, asks=asks)


def played_words(reader: Reader, moves: list[str]) -> str:
    """Moves as a receipt names them, in their order."""
    return "; ".join(reader.voice.played(move) for move in moves)


def how_to_answer(reader: Reader) -> tuple[str, ...]:
    """What an answer by mail may say."""
    voice = reader.voice
    return (
        voice.gettext(
            "A program reads your mail, and it plays only what is certain: write a number of the list or a move, "
            "above the letter that is quoted."
        ),
        voice.gettext("Several decisions in a row go on a line each, in their order."),
        voice.gettext("A line that begins with “say:” is said to everybody at the table, and nothing in it is played."),
        voice.gettext(
            "These words, alone, do something else: help; board shows the whole table; away until 12 August; back; "
            "stop ends the letters of this game."
        ),
    )
