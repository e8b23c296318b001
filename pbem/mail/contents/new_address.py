"""The letter to an address that somebody wants his letters at, with the link that confirms it; it sends nothing."""

from dataclasses import replace

from pbem import play
from pbem.mail import views
from pbem.mail.frames import Reader
from pbem.mail.plain import plain


def new_address_view(house: play.House, letter: play.Letter, reader: Reader) -> views.NewAddressLetter:
    """Who asks for it and where it is confirmed. It may reach a stranger, so no link of the seat is in it."""
    voice = reader.voice
    lead = voice.gettext(
        "%(name)s, who plays Puerto Rico by mail at the table %(table)s, wants letters at this address. "
        "They come here once that is confirmed on a page:",
        name=plain(letter.person.name),
        table=reader.table_name,
    )
    frame = reader.frame(
        subject=voice.gettext("%(table)s – is this your address?", table=reader.table_name),
        preheader=voice.gettext("One press of a button, and letters come here."),
        heading=voice.gettext("Shall letters come here?"),
    )
    return views.NewAddressLetter(
        frame=replace(frame, play_url="", preferences_url="", stop_url="", reply_to="", chain=""),
        lead=lead,
        address_url=play.address_url(house, letter),
        note=voice.gettext(
            "The link works for two days. If you know nothing of this, do nothing: no other letter comes."
        ),
    )
