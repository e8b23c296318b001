"""The letters about the clock: it rests, it runs again, there is more time; they ask for no move of their own."""

from datetime import datetime

from pbem import play
from pbem.mail import views
from pbem.mail.contents.asked import others_wait, own_ask
from pbem.mail.contents.saying import reason
from pbem.mail.frames import Reader


def paused_view(house: play.House, letter: play.Letter, reader: Reader) -> views.NoteLetter | None:
    """The table rests, and why; None when it goes on already."""
    voice, table = reader.voice, reader.table
    if table.game.paused_at is None:
        return None
    ask, hurry = own_ask(house, reader)
    owed = table.my_turn
    rests = voice.gettext(
        "Since %(moment)s no clock runs: nobody is reminded, and no bot plays for anybody. "
        "A letter says when the game goes on.",
        moment=voice.moment(table.game.paused_at),
    )
    if owed is not None and owed.left_seconds is not None:
        hurry = voice.gettext(
            "You may play now, or when the game goes on: you have %(duration)s then.",
            duration=voice.rough_duration(owed.left_seconds),
        )
    else:
        rests += " " + voice.gettext("Who likes may play meanwhile.")
    return views.NoteLetter(
        reader.frame(
            subject=voice.gettext("%(table)s – paused", table=reader.table_name),
            preheader=" ".join((*reason(letter), rests)),
            heading=voice.gettext("The game is paused"),
        ),
        (rests,),
        quote_head=voice.gettext("The reason:") if reason(letter) else "",
        quote=reason(letter),
        ask=ask,
        due=hurry,
        button=voice.gettext("To the table"),
    )


def resumed_view(house: play.House, letter: play.Letter, reader: Reader) -> views.NoteLetter | None:
    """The clocks run again, and for whom; None when they rest again, or the game is over."""
    voice, table = reader.voice, reader.table
    if table.game.paused_at is not None or table.game.state != "running":
        return None
    ask, due = own_ask(house, reader)
    waiting = others_wait(reader)
    since = letter.extra.get("since")
    rested = (
        voice.gettext("It had been paused since %(moment)s.", moment=voice.moment(datetime.fromisoformat(str(since))))
        if since
        else ""
    )
    runs = voice.gettext("The clocks run on with the time that was left when they were stopped.")
    return views.NoteLetter(
        reader.frame(
            subject=voice.gettext("%(table)s – the game goes on", table=reader.table_name),
            preheader=", ".join(part for part in (ask, due) if part) or " ".join(waiting) or runs,
            heading=voice.gettext("The game goes on"),
        ),
        (f"{rested} {runs}".strip(), *((" ".join(waiting),) if waiting else ())),
        ask=ask,
        due=due,
        button=voice.gettext("To the table"),
    )


def deadline_view(house: play.House, letter: play.Letter, reader: Reader) -> views.NoteLetter | None:
    """There is more time for the move that the reader owes; None when it has been made."""
    voice, table = reader.voice, reader.table
    owed, view = table.my_turn, table.view
    if owed is None or view is None or owed.since_ply != letter.extra.get("since"):
        return None
    ask, due = own_ask(house, reader)
    heading = voice.gettext("You have more time")
    return views.NoteLetter(
        reader.frame(
            subject=voice.gettext("%(table)s – more time for you", table=reader.table_name),
            preheader=", ".join(part for part in (ask, due) if part),
            heading=heading,
        ),
        (voice.gettext("The host of the table has moved your deadline."),),
        quote_head=voice.gettext("The reason:") if reason(letter) else "",
        quote=reason(letter),
        ask=ask,
        due=due,
        button=voice.gettext("To the table"),
    )
