"""The letters of an end that no count goes with: somebody else has the seat, or the game is called off."""

from pbem import play
from pbem.mail import views
from pbem.mail.contents.saying import reason
from pbem.mail.frames import Reader
from pbem.mail.plain import plain


def replaced_view(_house: play.House, letter: play.Letter, reader: Reader) -> views.NoteLetter | None:
    """Somebody else plays on, with thanks; no link of the seat is in it, as that is the other's now."""
    voice, name = reader.voice, plain(str(letter.extra.get("successor", "")))
    if letter.extra.get("was_invited"):
        subject = voice.gettext("%(table)s – your invitation has been taken back", table=reader.table_name)
        heading = voice.gettext("Your invitation has been taken back")
        lead = (voice.gettext("%(name)s has been asked in your place. There is nothing for you to do.", name=name),)
    else:
        subject = voice.gettext("%(table)s – %(name)s plays on in your place", table=reader.table_name, name=name)
        heading = voice.gettext("%(name)s plays on in your place", name=name)
        given = voice.gettext(
            "Your seat has been given to %(name)s, with your board, your doubloons and your points. The game goes on, "
            "and there is nothing for you to do: no more letters of it come, and your links no longer open the table.",
            name=name,
        )
        lead = (given,)
    frame = reader.frame(subject=subject, preheader=lead[0], heading=heading)
    return views.NoteLetter(
        frame, lead, quote=reason(letter), quote_head=_why(reader, letter), after=_thanks(letter, reader)
    )


def _thanks(letter: play.Letter, reader: Reader) -> tuple[str, ...]:
    """For the moves that were the reader's own, if there were any."""
    own = [e for e in reader.table.log if e.seat == letter.seat and e.ply <= letter.ply and e.mark == ""]
    if not own or letter.extra.get("was_invited"):
        return ()
    return (
        reader.voice.ngettext(
            "The table thanks you for the %(num)s move that you made.",
            "The table thanks you for the %(num)s moves that you made.",
            len(own),
        ),
    )


def called_off_view(_house: play.House, letter: play.Letter, reader: Reader) -> views.NoteLetter | None:
    """The game has ended without a winner, or never began."""
    voice, game = reader.voice, reader.table.game
    if game.state != "cancelled":
        return None
    lead = (
        voice.gettext(
            "The game has ended in round %(round)s. Nobody has won, and nobody is asked any more.", round=game.round
        )
        if game.round
        else voice.gettext("The game does not begin. There is nothing for you to do.")
    )
    frame = reader.frame(
        subject=voice.gettext("%(table)s – called off", table=reader.table_name),
        preheader=lead,
        heading=voice.gettext("This game has been called off"),
    )
    look = voice.gettext("To the table") if game.round else ""
    return views.NoteLetter(frame, (lead,), quote=reason(letter), quote_head=_why(reader, letter), button=look)


def _why(reader: Reader, letter: play.Letter) -> str:
    return reader.voice.gettext("The reason:") if reason(letter) else ""
