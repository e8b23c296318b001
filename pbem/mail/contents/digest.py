"""The daily digest: all tables that wait for the reader, the most urgent first; it renders and sends nothing."""

import logging
from dataclasses import replace

from pbem import play
from pbem.mail import views
from pbem.mail.contents.asking import waiting_line
from pbem.mail.frames import Reader

LOG = logging.getLogger(__name__)


def digest_view(house: play.House, letter: play.Letter, reader: Reader) -> views.DigestLetter | None:
    """Every table that waits, what it asks and until when; None where nothing waits any more.

    It is of no single table, so it has no check digits, and an answer by mail could not say what it answers.
    """
    voice = reader.voice
    waiting = tuple(line for seat in play.waiting_seats(house, letter.person.id) for line in _line(house, letter, seat))
    if not waiting:
        return None
    first, count, more = waiting[0], len(waiting), tuple(line.table for line in waiting[1:])
    heading = voice.ngettext("%(num)s table waits for you", "%(num)s tables wait for you", count)
    frame = reader.frame(
        subject=voice.gettext("Puerto Rico by mail – what waits for you"),
        preheader=" · ".join((f"{first.table} – {first.ask}", *filter(None, (first.due,)), *more)),
        heading=heading,
    )
    service = voice.gettext("Puerto Rico by mail")
    stop_url = f"{frame.stop_url}?of=digest"
    frame = replace(frame, table=service, round="", chain="", reply_to="", stop_url=stop_url)
    return views.DigestLetter(frame, waiting)


def _line(house: play.House, letter: play.Letter, seat: play.WaitingSeat) -> tuple[views.Waiting, ...]:
    """What one table asks, as a letter of its own would say it; nothing where it has just been answered."""
    there = replace(
        letter, slug=seat.slug, seat=seat.seat, seat_id=seat.seat_id, seat_nonce=seat.nonce, ply=seat.ply, merged=()
    )
    try:
        line = waiting_line(house, there)
    except Exception:  # a game that is broken must not keep the others out of the letter
        LOG.exception("game %s was left out of a digest", seat.slug)
        return ()
    return (line,) if line else ()
