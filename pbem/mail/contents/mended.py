"""The letter to an address that works again: letters come, and what was missed; it renders and sends nothing."""

from dataclasses import replace
from datetime import datetime

from pbem import play
from pbem.mail import views
from pbem.mail.contents.asked import own_ask
from pbem.mail.frames import Reader


def bounce_mended_view(house: play.House, letter: play.Letter, reader: Reader) -> views.NoteLetter:
    """Since when letters came back (`extra` has `since`; "" where only the address is another now), what was missed."""
    voice, ask_and_due = reader.voice, own_ask(house, reader)
    since = datetime.fromisoformat(str(letter.extra["since"])) if letter.extra.get("since") else None
    if since:
        subject = voice.gettext("%(table)s – letters reach you again", table=reader.table_name)
        heading = voice.gettext("Letters reach you again")
        came_back = voice.gettext(
            "Since %(moment)s letters to you have come back, so no more were sent.", moment=voice.moment(since)
        )
        lead = f"{came_back} " + voice.gettext("From now on they come again, from all your tables.")
    else:
        subject = voice.gettext("%(table)s – letters come here now", table=reader.table_name)
        heading = voice.gettext("Letters come to this address now")
        lead = voice.gettext("From now on the letters of all your tables come to this address.")
    return views.NoteLetter(
        reader.frame(subject=subject, preheader=", ".join(filter(None, ask_and_due)) or lead, heading=heading),
        (lead,),
        ask=ask_and_due[0],
        due=ask_and_due[1],
        button=voice.gettext("To the table"),
        sections=_missed(letter, reader, since) if since else (),
    )


def _missed(letter: play.Letter, reader: Reader, since: datetime) -> tuple[views.Section, ...]:
    """What was played for the reader at this table since then."""
    late = [e for e in reader.table.log if e.seat == letter.seat and e.mark == "timeout" and e.at >= since]
    told = reader.voice.story([replace(e, mark="") for e in late], reader.names, letter.seat)
    heading = reader.voice.gettext("Played for you meanwhile")
    return (views.Section(heading, tuple(story.text for story in told)),) if told else ()
