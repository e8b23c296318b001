"""What a letter says for those that go along in it, in a line each, and why a time is longer."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from pbem import play
from pbem.mail.contents import KINDS
from pbem.mail.contents.talk import gist_of_talk
from pbem.mail.facts import unpacked
from pbem.mail.frames import Reader
from pbem.mail.pictures import Album
from pbem.mail.views import Elsewhere, NoteLetter
from pbem.words import Voice


def with_company(house: play.House, letter: play.Letter, reader: Reader) -> Reader:
    """The reader, told what the merged letters of the seat say (above) and those of his other seats (below).

    Of the letters merged only those that ask are left, which a letter that asks lists by itself.
    """
    asking = tuple(other for other in letter.merged if other.kind in play.ASKING)
    told, elsewhere = list(_why_longer(reader.voice, letter.extra)), []
    for other in letter.merged:
        is_same = other.seat_id == letter.seat_id
        if letter.kind in play.ASKING and (other.kind in play.ASKING or (other.kind == "talk" and is_same)):
            continue
        its_reader = reader if is_same and other.kind != "talk" else Reader.of(house, other)
        line = gist(house, other, replace(its_reader, letter=other, album=Album()))  # a line needs no pictures
        if line and is_same:
            told.append(line)
        elif line:
            elsewhere.append(Elsewhere(its_reader.table_name, line, its_reader.play_url))
    its_own = replace(letter, merged=asking)
    return replace(reader, letter=its_own, told=tuple(told), elsewhere=tuple(elsewhere))


def gist(house: play.House, letter: play.Letter, reader: Reader) -> str:
    """A letter in a few sentences; "" where it has nothing to say any more."""
    voice, moves = reader.voice, letter.extra.get("moves", ())
    if letter.kind == "receipt":
        return _receipt(reader, letter)
    if letter.kind == "timeout":
        played = "; ".join(voice.played(move) for move in moves)
        return voice.gettext("You were late; the table played for you: %(moves)s.", moves=played)
    if letter.kind == "talk":
        return gist_of_talk(reader)
    view = KINDS[letter.kind](house, letter, reader)
    if isinstance(view, NoteLetter):
        return _note(voice, view)
    if view is None:
        return ""
    heading, more = view.frame.heading, view.frame.preheader
    return f"{heading}. {more}" if more and more != heading else f"{heading}."


def _receipt(reader: Reader, letter: play.Letter) -> str:
    """What was played, and whatever of the mail was not."""
    voice, extra = reader.voice, letter.extra
    moves = "; ".join(voice.played(str(entry["move"])) for entry in extra.get("moves", ()))
    played = voice.gettext("Played: %(move)s.", move=moves)
    if "refused" not in extra:
        return played
    why = voice.say(unpacked(extra["reason"]))
    refused = voice.gettext("Not played: %(move)s. %(why)s", move=voice.played(str(extra["refused"])), why=why)
    return f"{played} {refused}"


def _note(voice: Voice, view: NoteLetter) -> str:
    """All that a note says but for lists, somebody's own words in quotes: they must not pass for ours."""
    said = voice.gettext("“%(words)s”", words=" ".join(view.quote)) if view.quote else ""
    ending = "." if view.lead or not said else ":"
    return " ".join(part for part in (f"{view.frame.heading}{ending}", *view.lead, view.quote_head, said) if part)


def _why_longer(voice: Voice, extra: Mapping[str, str]) -> tuple[str, ...]:
    """That the service was away and the time is longer for it; nothing where it was not."""
    if "away_since" not in extra:
        return ()
    since, back = (datetime.fromisoformat(extra[key]) for key in ("away_since", "back_at"))
    return (
        voice.gettext(
            "This service was out of order from %(since)s to %(back)s and could ask nobody. "
            "So that you lose no turn by it, you have more time.",
            since=voice.moment(since),
            back=voice.moment(back),
        ),
    )
