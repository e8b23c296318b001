"""Private notes on the page: the text, when it was saved, both texts where two windows changed it; it keeps nothing."""

from dataclasses import dataclass
from datetime import datetime

from pbem import play, words


@dataclass(frozen=True)
class Unsaved:
    """What was typed and not saved, the version it was opened with, and why."""

    text: str
    version: str
    error: play.PlayError


@dataclass(frozen=True)
class Notes:
    """The part of the page. `other` is what another window saved meanwhile, "" where none did."""

    text: str
    version: str
    saved: str
    error: str
    other: str
    is_open: bool
    longest: int


def notes_part(voice: words.Voice, house: play.House, seat: play.LinkedSeat, unsaved: Unsaved | None = None) -> Notes:
    """The reader's own note; with what was not saved, that stays in the form.

    Where another window changed the note both texts are shown, and the form then stands for the newer version: sent
    again it takes its place, as its writer has seen it.
    """
    note = play.read_note(house, seat.seat_id)
    is_changed = unsaved is not None and unsaved.error.code == "note_changed"
    return Notes(
        text=unsaved.text if unsaved else note.text,
        version=unsaved.version if unsaved and not is_changed else note.version,
        saved=voice.gettext("Saved %(moment)s.", moment=voice.near_moment(note.saved_at, house.clock()))
        if note.saved_at
        else "",
        error=voice.say(unsaved.error) if unsaved else "",
        other=note.text if is_changed else "",
        is_open=bool(note.text or unsaved),
        longest=play.LONGEST_NOTE,
    )


def _saved(voice: words.Voice, note: play.NoteInfo, now: datetime) -> str:
    if note.saved_at is None:
        return ""
    return voice.gettext("Saved %(moment)s.", moment=voice.near_moment(note.saved_at, now))
