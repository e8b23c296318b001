"""The answer to a mail that played nothing: what was understood, what is possible, where; it sends nothing."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime

from pbem import play
from pbem.mail import views
from pbem.mail.contents.replying import ReplyLetter, asked_now, how_to_answer, played_words, reply_frame
from pbem.mail.contents.tables import position
from pbem.mail.facts import unpacked
from pbem.mail.frames import Reader

Said = tuple[str, tuple[str, ...]]  # heading and paragraphs
SERVICE = "Puerto Rico"
WITHOUT_HOW = ("help", "board", "away", "back", "stop", "over", "mute", "not_said")  # the codes that need no advice


def answer_view(house: play.House, letter: play.Letter, reader: Reader) -> ReplyLetter:
    """What the mail was read as, in the reader's language, and what the table asks now."""
    code = str(letter.extra.get("code", ""))
    heading, lead = _SAID.get(code, _unclear)(reader)
    if code == "no_address":
        return _which_table(house, reader, heading, lead)
    if code == "help":
        lead = how_to_answer(reader)  # what was asked for comes first
    next_ask, asking = asked_now(house, reader)
    return ReplyLetter(
        frame=reply_frame(reader, heading, " · ".join(filter(None, (heading, next_ask))), asks=asking is not None),
        lead=lead,
        next_ask=next_ask,
        asking=asking if code not in ("stop", "away") else None,
        how=how_to_answer(reader) if code not in WITHOUT_HOW else (),
        position=position(reader) if code == "board" else None,
    )


# --- what was read, by its code


def _unclear(reader: Reader) -> Said:
    """Whatever is no certain move: the sentence says what was read, and that nothing was played."""
    voice = reader.voice
    why = voice.say(unpacked(reader.letter.extra["reason"]))
    nothing = voice.gettext("Nothing was played.")
    return voice.gettext("Which move do you mean?"), (why if why.endswith(nothing) else f"{why} {nothing}",)


def _away_unclear(reader: Reader) -> Said:
    return reader.voice.gettext("Until when are you away?"), (
        reader.voice.say(unpacked(reader.letter.extra["reason"])),
    )


def _refused(reader: Reader) -> Said:
    """The table moved on while the mail was being read."""
    why = reader.voice.say(unpacked(reader.letter.extra["reason"]))
    return reader.voice.gettext("Nothing was played"), (why, *_played_meanwhile(reader))


def _stale(reader: Reader) -> Said:
    """The newer stands."""
    voice, played = reader.voice, _played_meanwhile(reader)
    if not played and reader.table.my_turn is None:
        nothing = voice.gettext("The table asks you nothing now, so nothing was played.")
        return voice.gettext("It is not your turn"), (nothing, *_waits(reader))
    closed = voice.gettext("Your mail answers a question that is closed, so nothing was played.")
    stays = voice.gettext("A move that is made stays; none can be taken back by mail.")
    return voice.gettext("This question is closed"), (closed, *played, stays)


def _waits(reader: Reader) -> tuple[str, ...]:
    """Whom the table waits for."""
    owed, view = reader.table.owed, reader.table.view
    if not owed or view is None:
        return ()
    return (f"{reader.voice.waiting(view, owed[0].seat, reader.names[owed[0].seat])}.",)


def _played_meanwhile(reader: Reader) -> tuple[str, ...]:
    """The reader's move that answered the question, whoever made it; a forced one answers nothing."""
    voice, letter = reader.voice, reader.letter
    since = int(letter.extra.get("since", letter.ply))
    own = (entry for entry in reader.table.log if entry.seat == letter.seat and entry.ply > since)
    entry = next((entry for entry in own if entry.mark != "auto"), None)
    if entry is None:
        return ()
    moves = played_words(reader, [entry.move])
    if entry.mark == "":
        return (voice.gettext("You had played: %(moves)s.", moves=moves),)
    return (voice.gettext("It was played for you: %(moves)s.", moves=moves),)


def _not_begun(reader: Reader) -> Said:
    voice, me = reader.voice, reader.table.me
    if me is not None and me.status == "invited":
        text = voice.gettext("Whether you play is said on the page of the invitation, not by mail.")
    else:
        text = voice.gettext("Not everybody has accepted yet. A letter comes when it is your turn.")
    return voice.gettext("The game has not begun yet"), (text,)


def _over(reader: Reader) -> Said:
    voice = reader.voice
    return voice.gettext("The game is over"), (voice.gettext("Nothing can be played here any more."),)


def _help(reader: Reader) -> Said:
    return reader.voice.gettext("Playing by mail"), ()


def _board(reader: Reader) -> Said:
    return reader.voice.gettext("The table as it is now"), ()


def _away(reader: Reader) -> Said:
    voice, until = reader.voice, reader.letter.extra.get("until")
    runs = voice.gettext(
        "The clock runs on: what you do not decide in time, a bot decides for you. The others see that you are away."
    )
    back = voice.gettext("When you are there again, answer: back.")
    if until is None:
        return voice.gettext("You are away"), (runs, back)
    day = voice.day(datetime.fromisoformat(str(until)))
    return voice.gettext("You are away until %(day)s", day=day), (runs, back)


def _back(reader: Reader) -> Said:
    return reader.voice.gettext("Welcome back"), (reader.voice.gettext("The others no longer see you as away."),)


def _stop(reader: Reader) -> Said:
    voice = reader.voice
    return voice.gettext("No more letters of this game"), (
        voice.gettext("Your turns come all the same, and the clock runs: look at the table from time to time."),
        voice.gettext("The link at the foot of this letter, which stops the letters, begins them again as well."),
    )


def _mute(reader: Reader) -> Said:
    voice = reader.voice
    return voice.gettext("No more letters about table talk"), (
        voice.gettext("What is said at your tables stands on their pages. Your turns come by letter as before."),
        voice.gettext("On the page of letters and preferences you can have these letters again."),
    )


def _not_said(reader: Reader) -> Said:
    """What was meant for the others, and why they do not read it."""
    return reader.voice.gettext("Nothing was said"), (reader.voice.say(unpacked(reader.letter.extra["reason"])),)


def _no_address(reader: Reader) -> Said:
    voice = reader.voice
    return voice.gettext("Which table did you mean?"), (
        voice.gettext(
            "Your mail came to an address that belongs to no question, so nothing was played. "
            "Answer a letter about your turn, and leave the address as it is."
        ),
    )


_SAID: Mapping[str, Callable[[Reader], Said]] = {
    "day": _away_unclear,
    "refused": _refused,
    "stale": _stale,
    "not_begun": _not_begun,
    "over": _over,
    "help": _help,
    "board": _board,
    "away": _away,
    "back": _back,
    "stop": _stop,
    "mute": _mute,
    "not_said": _not_said,
    "no_address": _no_address,
}


def _which_table(house: play.House, reader: Reader, heading: str, lead: tuple[str, ...]) -> ReplyLetter:
    """The reader's tables, which are told to nobody but him."""
    waiting = tuple(
        _line(
            house, replace(reader.letter, seat_id=seat.seat_id, seat=seat.number, slug=seat.slug, seat_nonce=seat.nonce)
        )
        for seat in play.tables_of_person(house, reader.letter.person.id)
    )
    frame = reader.frame(subject=f"{SERVICE} – {heading[:1].lower()}{heading[1:]}", preheader=lead[0], heading=heading)
    return ReplyLetter(frame=replace(frame, table=SERVICE, round="", chain=""), lead=lead, tables=waiting)


def _line(house: play.House, letter: play.Letter) -> views.Waiting:
    """One of the reader's tables, and what it asks of him."""
    reader = Reader.of(house, letter)
    owed, view = reader.table.my_turn, reader.table.view
    ask = reader.voice.ask(view, letter.seat) if owed and view else reader.voice.gettext("the table waits for others")
    due = reader.until(owed.deadline_at, house.clock()) if owed and owed.deadline_at else ""
    return views.Waiting(reader.table_name, ask, due, reader.play_url)
