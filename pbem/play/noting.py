"""Private notes: one text a person and table, which only its writer ever reads; no list, letter or log shows it."""

import hashlib
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from pbem.play.texts import check_text
from pbem.play.transaction import transaction
from pbem.play.types import N_, House, PlayError
from pbem.store import Note, Seat

LONGEST_NOTE = 4000


@dataclass(frozen=True, slots=True)
class NoteInfo:
    """What a person has noted, "" for nothing, and when; `version` is different for each text, "" for none."""

    text: str = ""
    saved_at: datetime | None = None

    @property
    def version(self) -> str:
        """By which a form says which text it was opened with."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:16] if self.text else ""


def read_note(house: House, seat_id: int) -> NoteInfo:
    """What the person who has the seat now has noted there; nothing of who had it before."""
    with house.store.read() as session:
        own = select(Note).join(Seat, (Seat.game_id == Note.game_id) & (Seat.person_id == Note.person_id))
        row = session.scalar(own.where(Seat.id == seat_id))
        return NoteInfo(row.text, row.updated_at) if row is not None else NoteInfo()


def write_note(house: House, seat_id: int, text: str, version: str) -> None:
    """Keeps the text in the place of the note of that `version`; an empty text takes the note away.

    There is no line in the audit trail: a note is nobody else's business. Raises PlayError note_changed (409) when it
    was changed meanwhile, in another window, and bad_text where it is too long; nothing is written then.
    """
    text = check_text(text).replace("\r\n", "\n").replace("\r", "\n").strip("\n")
    text = "" if not text.strip() else text
    if len(text) > LONGEST_NOTE:
        raise PlayError(
            "bad_text",
            N_("The text has %(length)s characters; at most %(longest)s are possible."),
            length=len(text),
            longest=LONGEST_NOTE,
        )
    with transaction(house) as tx:
        tx.lock_game_id(tx.session.scalars(select(Seat.game_id).where(Seat.id == seat_id)).one())
        seat = tx.session.get_one(Seat, seat_id)
        row = tx.session.scalar(select(Note).where(Note.game_id == seat.game_id, Note.person_id == seat.person_id))
        before = row.text if row is not None else ""
        if text == before:
            return
        if NoteInfo(before).version != version:
            raise PlayError(
                "note_changed", N_("Your notes were changed in another window meanwhile. Nothing is saved yet."), 409
            )
        if row is None:
            row = Note(game_id=seat.game_id, person_id=seat.person_id, text=text, updated_at=tx.now)
            tx.session.add(row)
        elif text:
            row.text, row.updated_at = text, tx.now
        else:
            tx.session.delete(row)
