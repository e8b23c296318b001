"""Checks what somebody has to say to a table: a reason in one line, a message of some lines; it writes to nobody."""

import re
import unicodedata

from pbem.play.texts import check_text
from pbem.play.types import N_, PlayError

LONGEST_REASON = 200
LONGEST_MESSAGE = 2000
_BLANKS = re.compile(r"\n{3,}")


def check_reason(text: str) -> str:
    """A reason in one line, or "" where none is given. Raises PlayError bad_text."""
    return _fitting(" ".join(_clean(text).split()), LONGEST_REASON)


def check_message(text: str) -> str:
    """A message with its line breaks, at most one empty line between two. Raises PlayError bad_text."""
    lines = (" ".join(line.split()) for line in _clean(text).replace("\r\n", "\n").replace("\r", "\n").split("\n"))
    message = _BLANKS.sub("\n\n", "\n".join(lines)).strip("\n")
    if not message:
        raise PlayError("bad_text", N_("The message is empty."))
    return _fitting(message, LONGEST_MESSAGE)


def _clean(text: str) -> str:
    """The text without control characters but line breaks."""
    check_text(text)
    return "".join(" " if unicodedata.category(c) in ("Cc", "Co", "Cn") and c not in "\r\n" else c for c in text)


def _fitting(text: str, longest: int) -> str:
    if len(text) > longest:
        raise PlayError(
            "bad_text",
            N_("The text has %(length)s characters; at most %(longest)s are possible."),
            length=len(text),
            longest=longest,
        )
    return text
