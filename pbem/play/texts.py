"""What texts a database can hold: all but NUL and halves of characters; must not judge what they say."""

import re

from pbem.play.types import N_, PlayError

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")  # PostgreSQL takes no NUL, and lone surrogates are no UTF-8


def check_text(text: str) -> str:
    """The text, if it can be stored. Raises PlayError bad_request."""
    if _UNSTORABLE.search(text):
        raise PlayError(
            "bad_request",
            N_("What was sent holds a sign that is no text (NUL or half a character). Nothing was changed."),
        )
    return text


def storable(text: str) -> str:
    """A text of another program's as it can be stored: signs that are none show as U+FFFD."""
    return _UNSTORABLE.sub("\ufffd", text)
