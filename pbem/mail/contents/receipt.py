"""The receipt for moves that came by mail: what was played, what it brought, what is asked now; it sends nothing."""

from pbem import play
from pbem.mail.contents.replying import ReplyLetter, asked_now, played_words, reply_frame
from pbem.mail.facts import unpacked
from pbem.mail.frames import Reader


def receipt_view(house: play.House, letter: play.Letter, reader: Reader) -> ReplyLetter:
    """What was played, as it stands in the log, and whatever of the mail could not be played."""
    voice, table = reader.voice, reader.table
    moves = [str(entry["move"]) for entry in letter.extra["moves"]]
    first = min(int(entry["ply"]) for entry in letter.extra["moves"])
    played = voice.gettext("Played: %(move)s.", move=played_words(reader, moves))
    lead = [voice.gettext("Your mail was read and played: %(moves)s.", moves=played_words(reader, moves))]
    if "refused" in letter.extra:
        refused = voice.played(str(letter.extra["refused"]))
        why = voice.say(unpacked(letter.extra["reason"]))
        lead.append(voice.gettext("Not played: %(move)s. %(why)s", move=refused, why=why))
    next_ask, asking = asked_now(house, reader)
    if asking is None and table.owed and table.view is not None:
        waits = table.owed[0].seat
        lead.append(f"{voice.waiting(table.view, waits, reader.names[waits])}.")
    since = [entry for entry in table.log if entry.ply >= first]
    return ReplyLetter(
        frame=reply_frame(
            reader,
            heading=voice.gettext("Your move is made"),
            preheader=" · ".join(part for part in (played.rstrip("."), next_ask) if part),
            asks=asking is not None,
        ),
        lead=tuple(lead),
        stories=voice.news(since, reader.names, letter.seat),
        next_ask=next_ask,
        asking=asking,
    )
