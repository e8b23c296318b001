"""What people say in letters: a message, a reason, a wish to take moves back; hostile text that becomes mere lines."""

import re
from dataclasses import replace
from typing import Any

from pbem import play
from pbem.mail import views
from pbem.mail.contents.asked import own_ask
from pbem.mail.frames import Reader
from pbem.mail.plain import plain

# A dot in what looks like the name of a host: mail clients make a link of it.
_HOST = re.compile(r"(?<=[^\W_]{2})\.(?=[^\W\d_]{2})")


def message_view(house: play.House, letter: play.Letter, reader: Reader) -> views.NoteLetter:
    """A message from the host of the table, in his own words.

    Where a receipt goes along, the question that it would have asked is named: no letter of its own may follow.
    """
    voice = reader.voice
    ask, due = own_ask(house, reader) if reader.told else ("", "")
    name = plain(str(letter.extra.get("sender", ""))) or voice.gettext("The host of the table")
    lines = written(str(letter.extra.get("text", "")))
    heading = voice.gettext("%(name)s writes", name=name)
    small = name if letter.extra.get("sender") else voice.gettext("the host of the table")
    frame = reader.frame(
        subject=voice.gettext("%(table)s – a message from %(name)s", table=reader.table_name, name=small),
        preheader=plain(" ".join(lines), 140),
        heading=heading,
    )
    return views.NoteLetter(
        replace(frame, told=()),  # what goes along stands behind the words that the heading announces
        (),
        quote=lines,
        after=reader.told,
        ask=ask,
        due=due,
        button=voice.gettext("To the table"),
    )


def takeback_view(_house: play.House, letter: play.Letter, reader: Reader) -> views.NoteLetter | None:
    """Somebody asks to take moves back: `extra` has `by`, the seat, and `moves`, in notation 2.

    No verb writes it yet: the kind stands ready for the one that will (issue 5), which also brings the answer's links.
    """
    voice, seat = reader.voice, letter.extra.get("by")
    if seat not in reader.names:
        return None
    moves = voice.listing(voice.played(str(move)) for move in _listed(letter.extra.get("moves")))
    name = reader.names[seat]
    heading = voice.gettext("%(name)s asks to take back a move", name=name)
    lead = voice.gettext("%(name)s would like to take back: %(moves)s.", name=name, moves=moves)
    return views.NoteLetter(
        reader.frame(
            subject=voice.gettext(
                "%(table)s – %(name)s asks to take back a move", table=reader.table_name, name=reader.names[seat]
            ),
            preheader=lead,
            heading=heading,
        ),
        (lead, voice.gettext("Nothing is taken back as long as the table has not agreed.")),
        button=voice.gettext("To the table"),
    )


def _listed(value: Any) -> tuple[Any, ...]:
    return tuple(value) if isinstance(value, list | tuple) else ()


def reason(letter: play.Letter) -> tuple[str, ...]:
    """Why something was done, as it was said; nothing where nothing was."""
    return written(str(letter.extra.get("reason", "")))


def written(text: str) -> tuple[str, ...]:
    """Somebody's text as harmless lines, its line breaks kept: nothing in them becomes a link or turns the reading."""
    if not text.strip():
        return ()
    return tuple(_HOST.sub(" .", plain(line, play.LONGEST_MESSAGE)) for line in text.strip("\n").split("\n"))
