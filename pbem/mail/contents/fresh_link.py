"""The letter with a new link to the table and why it comes; it renders and sends nothing."""

from pbem import play
from pbem.mail import views
from pbem.mail.frames import Reader


def fresh_link_view(house: play.House, letter: play.Letter, reader: Reader) -> views.FreshLinkLetter:
    """A new link to the table, why it comes, and what the table waits for."""
    voice, table = reader.voice, reader.table
    heading = voice.gettext("Your new link to the table")
    is_asked = letter.extra.get("reason") != "replaced"
    lead = (
        voice.gettext("You asked for a new link to the table, as yours was too old. This one is new.")
        if is_asked
        else voice.gettext(
            "The host of the table has replaced your link. "
            "Links in earlier letters of this game no longer work; this one does."
        )
    )
    ask = due = ""
    if table.my_turn is not None and table.view is not None:
        ask = voice.your_turn(table.view, letter.seat)
        due = reader.until(table.my_turn.deadline_at, house.clock()) if table.my_turn.deadline_at else ""
    return views.FreshLinkLetter(
        reader.frame(
            subject=voice.gettext("%(table)s – your new link", table=reader.table_name),
            preheader=" · ".join(part for part in (ask, due) if part) or heading,
            heading=heading,
        ),
        lead=lead,
        ask=ask,
        due=due,
        is_asked=is_asked,
    )
