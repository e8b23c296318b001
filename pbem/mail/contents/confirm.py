"""The letter that asks whether a mail from a foreign address was the reader's own; it plays and sends nothing."""

from urllib.parse import quote_plus

from pbem import play
from pbem.mail import views
from pbem.mail.contents.replying import ReplyLetter, asked_now, played_words
from pbem.mail.frames import Reader
from pbem.mail.plain import plain

LONGEST_SENDER = 80
LONGEST_SAID = 60


def confirm_view(house: play.House, letter: play.Letter, reader: Reader) -> ReplyLetter:
    """What came, from whom, and a link that opens the table with the move filled in; opening it plays nothing."""
    voice = reader.voice
    moves = [str(move) for move in letter.extra.get("moves", ())]
    next_ask, asking = asked_now(house, reader)
    heading = voice.gettext("Was this you?")
    return ReplyLetter(
        frame=reader.frame(
            subject=voice.gettext("%(table)s – was this you?", table=reader.table_name),
            preheader=voice.gettext("A mail answered in your name. Nothing was played."),
            heading=heading,
            asks=asking is not None,
        ),
        lead=(_whence(reader, letter), *_words(reader, letter), *_what(reader, moves)),
        choice=_choice(reader, moves),
        next_ask=next_ask,
        asking=asking,
    )


def _whence(reader: Reader, letter: play.Letter) -> str:
    voice = reader.voice
    if letter.extra.get("why") == "failed":
        return voice.gettext(
            "A mail with your address as its sender answered a letter of this table. The mail host that took it in "
            "says that it did not come from you, so nothing was played."
        )
    sender = plain(str(letter.extra.get("sender", "")), LONGEST_SENDER)
    if not sender:
        return voice.gettext("A mail without a sender answered a letter of this table, so nothing was played.")
    return voice.gettext(
        "A mail from %(sender)s answered a letter of this table. That is not your address, so nothing was played.",
        sender=sender,
    )


def _words(reader: Reader, letter: play.Letter) -> tuple[str, ...]:
    """What the mail says; none of it becomes a link."""
    said = plain(str(letter.extra.get("said", "")), LONGEST_SAID)
    return (reader.voice.gettext("It says: “%(text)s”.", text=said),) if said else ()


def _what(reader: Reader, moves: list[str]) -> tuple[str, ...]:
    voice = reader.voice
    if not moves:
        return (
            voice.gettext("If it was you, answer from the address to which this letter came, or choose on the page."),
        )
    words = voice.gettext("It would play: %(moves)s.", moves=played_words(reader, moves))
    return words, voice.gettext("If it was you, confirm it on the page. If not, nothing needs to be done.")


def _choice(reader: Reader, moves: list[str]) -> views.LinkedChoice | None:
    """The first move of the mail, if it is still possible, and its link."""
    table, view, legal = reader.table, reader.table.view, reader.table.legal
    seat = reader.letter.seat
    if not moves or table.my_turn is None or view is None or legal is None:
        return None
    if seat not in legal.place and moves[0] not in legal.moves.get(seat, ()):
        return None
    url = f"{reader.play_url}?move={quote_plus(moves[0])}"
    return views.LinkedChoice(reader.voice.choice(view, seat, moves[0]), 0, url)
