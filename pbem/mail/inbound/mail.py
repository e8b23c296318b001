"""The seam between reading a mail's bytes and reading what its writer meant; it reads nothing itself."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Incoming:
    """One mail as its parser left it: decoded, bounded, harmless, with everything its writer and client wrote."""

    sender: str  # the one address in From, as written; "" if there is none or there are several
    subject: str  # decoded, one line; "" if there is none
    message_id: str  # with its angle brackets; "" if there is none
    in_reply_to: tuple[str, ...]  # the ids of In-Reply-To and References, with their angle brackets
    text: str  # the best plain text: decoded, flowed lines joined (RFC 3676), LF, at most 64 KB; quotes in it
    html_text: str  # the text of the HTML part if there is one, quotes marked by "> "; else ""
    machine: str  # "" for a person's mail, else whose: auto_reply, bounce, report, list, loop, read_receipt, vacation
    authentication: str  # "pass", "fail" or "": the topmost Authentication-Results of our own receiver (RFC 8601)
    has_attachment: bool  # a picture, file or other part that is no text


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a mail: a word for InboundMail.outcome, the seat whose it was, facts for the admin's list."""

    word: str
    seat_id: int | None = None
    detail: dict[str, object] = field(default_factory=dict)
