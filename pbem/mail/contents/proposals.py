"""The letters to who proposed a table: somebody declines, an admin agrees or does not; they decide nothing."""

from pbem import play
from pbem.mail import views
from pbem.mail.contents import company
from pbem.mail.contents.saying import reason
from pbem.mail.frames import Reader


def declined_view(_house: play.House, letter: play.Letter, reader: Reader) -> views.NoteLetter | None:
    """Somebody will not play; None once the seat is another's, or the table has begun or is off."""
    voice, table = reader.voice, reader.table
    seat = next((seat for seat in table.seats if seat.number == letter.extra.get("by")), None)
    if table.game.state not in play.BEFORE_START or seat is None or seat.status != "declined":
        return None
    name = reader.names[seat.number]
    heading = voice.gettext("%(name)s will not play", name=name)
    lead = voice.gettext(
        "%(name)s has declined, so the game cannot begin as it stands. You can ask somebody else, put a bot in that "
        "seat, or call the table off.",
        name=name,
    )
    return views.NoteLetter(
        reader.frame(
            subject=voice.gettext("%(table)s – %(name)s will not play", table=reader.table_name, name=name),
            preheader=lead,
            heading=heading,
        ),
        (lead,),
        button=voice.gettext("To your table"),
        sections=(company.sitting(reader),),
    )


def proposal_agreed_view(_house: play.House, _letter: play.Letter, reader: Reader) -> views.NoteLetter | None:
    """The host agrees: the invitations are on their way; None when the game has begun, is over or off."""
    voice = reader.voice
    if reader.table.game.state not in play.BEFORE_START:
        return None
    heading = voice.gettext("The host has agreed to your table")
    lead = voice.gettext("The invitations are on their way. The game begins when all have accepted.")
    frame = reader.frame(
        subject=voice.gettext("%(table)s – the host has agreed", table=reader.table_name),
        preheader=lead,
        heading=heading,
    )
    sections = (company.sitting(reader), company.agreed(reader))
    return views.NoteLetter(frame, (lead,), button=voice.gettext("To your table"), sections=sections)


def proposal_refused_view(_house: play.House, letter: play.Letter, reader: Reader) -> views.NoteLetter | None:
    """The host does not agree, with the reason if one was given; nobody else has heard of the table."""
    voice = reader.voice
    lead = voice.gettext("The host of this house has not agreed to it. Nobody was invited.")
    frame = reader.frame(
        subject=voice.gettext("%(table)s – the host has not agreed", table=reader.table_name),
        preheader=lead,
        heading=voice.gettext("Your table does not come about"),
    )
    said = reason(letter)
    return views.NoteLetter(frame, (lead,), quote=said, quote_head=voice.gettext("The reason:") if said else "")
