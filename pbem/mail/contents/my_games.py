"""The letter with the link to all games of who asked for it, and what they wait for; it renders and sends nothing."""

from dataclasses import replace
from datetime import UTC, datetime

from pbem import play
from pbem.mail import views
from pbem.mail.frames import Reader
from pbem.mail.plain import LONGEST_TABLE, plain


def my_games_view(house: play.House, letter: play.Letter, reader: Reader) -> views.NoteLetter:
    """The link, and a line for each game that is not over.

    It is of no single table: it has no check digits, an answer by mail could not say what it answers, and it stops no
    letters.
    """
    voice = reader.voice
    tables = filter(_is_on, play.my_tables(house, letter.person.id))
    lines = tuple(_line(house, reader, table) for table in sorted(tables, key=_urgency))
    heading = voice.gettext("Your link to all your games")
    frame = reader.frame(
        subject=voice.gettext("Puerto Rico by mail – your link"),
        preheader=lines[0] if lines else heading,
        heading=heading,
    )
    frame = replace(frame, table=voice.gettext("Puerto Rico by mail"), round="", chain="", reply_to="", stop_url="")
    lead = voice.gettext(
        "You asked for a link, as yours was lost. This one opens all your games, also those that are over."
    )
    nothing = voice.gettext("At present no game of yours is under way.")
    return views.NoteLetter(
        frame=frame,
        lead=(lead,) if lines else (lead, nothing),
        buttons=((voice.gettext("To my games"), frame.games_url),),
        under=" ".join(
            (
                voice.gettext("It is yours alone: whoever has it plays in your name."),
                voice.gettext("If you did not ask for it, nothing needs to be done."),
            )
        ),
        sections=(views.Section(voice.gettext("Your games"), lines),) if lines else (),
    )


def _is_on(table: play.MyTable) -> bool:
    return table.state in ("inviting", "running")


def _urgency(table: play.MyTable) -> tuple[bool, bool, datetime]:
    """What waits for the reader comes first, what has the least time before that."""
    deadline = (table.mine and table.mine.deadline_at) or datetime.max.replace(tzinfo=UTC)
    return table.mine is None, table.status != "invited", deadline


def _line(house: play.House, reader: Reader, table: play.MyTable) -> str:
    """A game in a line: "Friday table: Your turn: choose a role, until Tuesday 18:00, …"."""
    asks = ", ".join(filter(None, (_asks(reader, table), _due(house, reader, table))))
    return f"{plain(table.name, LONGEST_TABLE)}: {asks}"


def _asks(reader: Reader, table: play.MyTable) -> str:
    voice, names = reader.voice, {seat: plain(name) for seat, name in table.names.items()}
    if table.state == "inviting":
        is_asked = table.status == "invited"
        return voice.gettext("You are invited") if is_asked else voice.gettext("Not begun yet")
    if table.is_paused:
        return voice.gettext("Paused")
    if table.view is None:
        return voice.gettext("This game rests until the program has its rules again.")
    if table.mine is not None:
        return voice.your_turn(table.view, table.seat)
    return ", ".join(voice.waiting(table.view, owed.seat, names[owed.seat]) for owed in table.owed)


def _due(house: play.House, reader: Reader, table: play.MyTable) -> str:
    if table.mine is None or table.mine.deadline_at is None:
        return ""
    return reader.until(table.mine.deadline_at, house.clock())
