"""The letters that ask for a decision, turn and reminder, as the table is at sending; it renders and sends nothing.

The order: the ask and until when · what happened · the boards · the choices as links · the table's
link · how to stop. Under the ask the HTML repeats the choices by name in one row: who reads on a phone and knows
what to do needs no scrolling, and the full choices stay where the position has been read.
"""

from urllib.parse import quote_plus

from pbem import play
from pbem.mail import views
from pbem.mail.contents.tables import position
from pbem.mail.frames import Reader
from pbem.mail.plain import plain

MOST_QUICK = 8
SHOWN_FIRST = 4  # stories whose headings stand in the preheader


def turn_view(house: play.House, letter: play.Letter, reader: Reader) -> views.TurnLetter | None:
    """The turn and the reminder; None when the decision that it asks for has been made."""
    table = reader.table
    owed, view, legal = table.my_turn, table.view, table.legal
    if owed is None or owed.since_ply != letter.ply or view is None or legal is None:
        return None
    voice, seat = reader.voice, letter.seat
    ask, due, short = voice.ask(view, seat), "", ""
    if owed.deadline_at is not None:
        due = reader.until(owed.deadline_at, house.clock())
        short = voice.gettext("until %(moment)s", moment=voice.short_moment(owed.deadline_at))
    stories = reader.stories()
    doing = "; ".join(story.title for story in stories[-SHOWN_FIRST:] if story.chooser not in (None, seat))
    if letter.kind == "reminder":
        doing = voice.gettext("the table still waits for you")
    frame = reader.frame(
        subject=voice.gettext("%(table)s – your turn", table=reader.table_name),
        preheader=" · ".join(part for part in (ask, short, doing) if part),
        heading=ask,
    )
    choices = tuple(
        views.LinkedChoice(
            choice,
            f"{frame.play_url}?move={quote_plus(choice.move)}",
            voice.offers(view, seat) if choice.move == "role builder" else "",
        )
        for choice in voice.choices(view, seat, legal)
    )
    quick = tuple(linked for linked in choices if not linked.choice.move.endswith("colonist"))
    return views.TurnLetter(
        frame=frame,
        introduction=_introduction(reader) if letter.is_first and not reader.table.since_ply else "",
        due=due,
        since=reader.since_heading(),
        stories=stories,
        nothing_yet="" if stories else _just_begun(reader),
        position=position(reader),
        choices=choices,
        quick=quick if len(quick) <= MOST_QUICK else (),
        has_suggestion=seat in legal.place,
        waiting=tuple(line for other in letter.merged if (line := waiting_line(house, other)) is not None),
    )


def _introduction(reader: Reader) -> str:
    """Who set the table, with whom one plays and how long one has; what being late means is in the letter's foot."""
    voice, table = reader.voice, reader.table
    others = voice.listing(name for seat, name in reader.names.items() if seat != reader.letter.seat)
    duration = voice.duration(table.game.clock_seconds)
    if table.inviter:
        return voice.gettext(
            "%(inviter)s has set a table of Puerto Rico for you, played by mail, with %(names)s. "
            "You have %(duration)s for each move.",
            inviter=plain(table.inviter),
            names=others,
            duration=duration,
        )
    return voice.gettext(
        "A table of Puerto Rico has been set for you, played by mail, with %(names)s. "
        "You have %(duration)s for each move.",
        names=others,
        duration=duration,
    )


def _just_begun(reader: Reader) -> str:
    governor = reader.names[(reader.table.view or {}).get("governor", 0)]
    return reader.voice.gettext("The game has just begun. %(name)s is the first governor.", name=governor)


def waiting_line(house: play.House, letter: play.Letter) -> views.Waiting | None:
    """A merged letter in a line; None when its turn is over."""
    reader = Reader.of(house, letter)
    owed, view = reader.table.my_turn, reader.table.view
    if owed is None or owed.since_ply != letter.ply or view is None:
        return None
    return views.Waiting(
        table=reader.table_name,
        ask=reader.voice.ask(view, letter.seat),
        due=reader.until(owed.deadline_at, house.clock()) if owed.deadline_at else "",
        url=reader.play_url,
    )
