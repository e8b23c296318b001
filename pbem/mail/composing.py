"""Composes a claimed letter at the moment of sending, from the table as it is then; it sends and records nothing."""

from email.message import EmailMessage

from pbem import play
from pbem.mail.company import with_company
from pbem.mail.contents import KINDS
from pbem.mail.frames import Reader
from pbem.mail.message import message
from pbem.mail.rendering import render_html, render_text
from pbem.mail.views import LetterView


def compose(house: play.House, letter: play.Letter) -> EmailMessage | None:
    """The letter as it is true now, or None when it has nothing to say any more (then it is withdrawn).

    Raises PlayError no_such_game, UnwritableLetter when its address or content can stand in no message, and
    MailSettingsError when the sender cannot.
    """
    reader = Reader.of(house, letter)
    if reader.table.me is None or not (reader.table.me.letters_on or letter.kind in play.WANTED_ALWAYS):
        return None
    reader = with_company(house, letter, reader)
    view = letter_view(house, reader.letter, reader)
    if view is None:
        return None
    return message(house, letter, reader, view.frame, render_text(view), render_html(view))


def letter_view(house: play.House, letter: play.Letter, reader: Reader) -> LetterView | None:
    """What a letter of this kind says now. Raises ValueError for a kind that has no template."""
    compose_kind = KINDS.get(letter.kind)
    if compose_kind is None:
        raise ValueError(f"there is no letter of the kind {letter.kind!r}; there are {', '.join(KINDS)}")
    return compose_kind(house, letter, reader)
