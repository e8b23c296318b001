"""The letters that ask for a decision, turn and reminder, as the table is at sending; it renders and sends nothing.

The order: table and round · the ask · until when · the choices, numbered, each a link · how to answer by mail · the
table's link · what happened · the boards · the supplies · how being late works, and the foot.
"""

from pbem import play
from pbem.mail import views
from pbem.mail.contents.questions import question
from pbem.mail.contents.tables import position
from pbem.mail.contents.talk import how_to_say, said
from pbem.mail.frames import Reader
from pbem.mail.plain import plain
from pbem.words import WHEN, order_text, width

LOCK_SCREEN = 110  # columns of the preheader that any client shows


def turn_view(house: play.House, letter: play.Letter, reader: Reader) -> views.TurnLetter | None:
    """The turn and the reminder; None when the decision that it asks for has been made."""
    table = reader.table
    owed, asking, table_now = table.my_turn, question(house, reader), position(reader)
    if owed is None or owed.since_ply != letter.ply or asking is None or table_now is None:
        return None
    voice, stories = reader.voice, reader.stories()
    waiting = tuple(line for other in letter.merged if (line := waiting_line(house, other)) is not None)
    return views.TurnLetter(
        frame=reader.frame(
            subject=voice.gettext("%(table)s – your turn", table=reader.table_name),
            preheader=_preheader(house, reader, owed),
            heading=voice.ask(table.view or {}, letter.seat),
            asks=True,
        ),
        introduction=_introduction(reader) if letter.is_first and not table.since_ply else "",
        notes=_notes(reader),
        asking=asking,
        waiting=waiting,
        only=_only(reader) if waiting else "",
        since=reader.since_heading(),
        stories=stories,
        nothing_yet="" if table.log else _just_begun(reader),
        position=table_now,
        orders=_orders(reader),
        said=said(reader),
        say=how_to_say(reader) if reader.talk else "",
    )


def _orders(reader: Reader) -> str:
    """The standing orders in force, "" where there are none."""
    orders = reader.table.orders
    if not orders:
        return ""
    voice = reader.voice
    said = [
        voice.gettext(
            "%(when)s: %(moves)s",
            when=voice.gettext(WHEN[order.phase]),
            moves=order_text(voice, order.phase, order.moves),
        )
        for order in orders
    ]
    return voice.gettext("Your standing orders: %(orders)s.", orders="; ".join(said))


def _preheader(house: play.House, reader: Reader, owed: play.Owed) -> str:
    """What changes from letter to letter, the most urgent first, as lock screens cut: the ask, until when, the round.

    They stand here and not in the subject, as Gmail begins a new thread where the subject changes.
    """
    voice, table = reader.voice, reader.table
    parts = [voice.ask(table.view or {}, reader.letter.seat)]
    if owed.deadline_at is not None:
        parts.append(voice.gettext("until %(moment)s", moment=voice.near_moment(owed.deadline_at, house.clock())))
    if reader.letter.kind == "reminder":
        parts.append(voice.gettext("the table still waits for you"))
    parts.append(voice.gettext("round %(round)s", round=table.game.round))
    room = LOCK_SCREEN - width(" · ".join(parts))
    doing: list[str] = []
    for seat, role in reversed(_taken(reader)):
        took = voice.gettext("%(name)s took %(role)s", name=reader.names[seat], role=voice.object(role))
        room -= width(took) + 3
        if room < 0:
            break
        doing.insert(0, took)
    return " · ".join([*parts, ", ".join(doing)] if doing else parts)


def _taken(reader: Reader) -> list[tuple[int, str]]:
    """Which of the others took which role since the reader's last move, oldest first."""
    return [
        (entry.seat, entry.move.split()[1])
        for entry in reader.table.since
        if entry.move.startswith("role ") and entry.seat != reader.letter.seat
    ]


def _notes(reader: Reader) -> tuple[str, ...]:
    if reader.letter.kind == "reminder":
        return (reader.voice.gettext("A reminder: the table still waits for you."),)
    if reader.table.game.paused_at is not None:
        return (reader.voice.gettext("The game is paused: no clock runs until it goes on."),)
    return ()


def _only(reader: Reader) -> str:
    if not reader.reply_to:
        return ""
    return reader.voice.gettext("An answer to this letter counts for %(table)s alone.", table=reader.table_name)


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
