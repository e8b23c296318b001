"""Reads letters that came back: reports (RFC 3462, 3464) and what old hosts send instead; it answers none of them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes
from email.errors import MessageError
from email.message import Message
from itertools import islice
from typing import Any, TypeAlias

from pbem import play
from pbem.mail.verdicts import AWAY, DEAD, FULL, REFUSED, US, Said, about_recipient, one_line, said_anywhere

Part: TypeAlias = "Message[Any, Any]"
DELAYED, AUTOMATIC = "delayed", "automatic"  # count for nothing: the letter is still on its way, or has arrived
COUNTED = (DEAD, FULL, REFUSED, AWAY)
MOST_BYTES = 256 * 1024  # a report begins with what it says; what follows is our own letter
MOST_PARTS = 50
_STATUS = re.compile(r"\s*([245]\.\d{1,3}\.\d{1,3})")
_BOUNCE_SENDER = re.compile(r"(mailer-daemon|postmaster|mail-?delivery|bounces?)\b", re.IGNORECASE)
_BOUNCE_SUBJECT = re.compile(
    r"undeliver|returned mail|returning message|delivery (status notification )?\(?fail|failure notice|mail delivery"
    r"|delivery (has )?failed|could ?n[o']t be delivered|non remis|unzustellbar"
    r"|onbestelbaar|niet bezorgd|nicht zugestellt",
    re.IGNORECASE,
)
_BOUNCE_TEXT = re.compile(
    r"this is the qmail-send program|created automatically by mail delivery software"
    r"|could not be delivered to (one or more|the following)|delivery to the following recipients? failed"
    r"|permanent (fatal )?errors?|was not able to be delivered|wasn'?t delivered to|this is a permanent error",
    re.IGNORECASE,
)
_DELAY_TEXT = re.compile(
    r"(has|have) (not yet|been) (been )?(delivered|delayed)|will (be )?retr|no action is required", re.I
)
_AUTOMATIC = re.compile(r"auto-?(replied|generated|notified)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Report:
    """What came back says. `kind`: dead, full, refused or away count; delayed and automatic never do.

    `status` is the enhanced code ("5.1.1") or ""; `detail` what the host said, in one line; `recipient` whom it names.
    """

    kind: str
    status: str
    detail: str
    recipient: str


def handle_bounce(house: play.House, raw: bytes, envelope_to: str, inbound_id: int) -> str:
    """Acts on a mail that came to a bounce address, and says what it was, for InboundMail.outcome.

    `bounce_dead`, `_full`, `_refused`, `_away` (counted), `bounce_delayed`, `bounce_automatic` (out of office and the
    like: nothing was done), `bounce_again` (this letter has come back before), `bounce_unclear` (no report that we can
    read) or `bounce_forged` (none of our addresses). Twice is as once; nothing is ever answered.
    """
    letter_id = play.read_bounce_address(house, envelope_to)
    if letter_id is None:
        return "bounce_forged"
    report = read_report(raw)
    if report is None:
        return "bounce_unclear"
    if report.kind not in COUNTED:
        return f"bounce_{report.kind}"
    is_new = play.record_bounce(house, letter_id, report.kind, report.detail, inbound_id=inbound_id)
    return f"bounce_{report.kind}" if is_new else "bounce_again"


def read_report(raw: bytes) -> Report | None:
    """What a returned letter says, or None for a mail that says nothing of the kind.

    First the report of RFC 3464; without one, the words of qmail, Exim, Exchange and others, and those only where
    they say that it failed for good. Reads at most MOST_BYTES and MOST_PARTS; raises nothing.
    """
    try:
        message = message_from_bytes(raw[:MOST_BYTES])
        parts = list(islice(message.walk(), MOST_PARTS))
        report = _standard(parts)
        return report or _automatic(message) or _by_words(message, parts)
    except (MessageError, LookupError, ValueError, RecursionError, AttributeError, TypeError):
        # The stdlib's parser is known to stumble over broken mail; a report that cannot be read is none.
        return None


# --- RFC 3464


def _standard(parts: list[Part]) -> Report | None:
    """The report about a recipient that says most: failed before delayed."""
    found: list[Report] = []
    for part in parts:
        if part.get_content_type() in ("message/delivery-status", "message/global-delivery-status"):
            found += (report for fields in _recipients(part) if (report := _one(fields)) is not None)
    return min(
        found, key=lambda report: (DEAD, FULL, REFUSED, AWAY, DELAYED, AUTOMATIC).index(report.kind), default=None
    )


def _recipients(part: Part) -> Iterator[Part]:
    """The groups of fields of each recipient; those of some hosts come as text, or encoded."""
    payload = part.get_payload()
    groups: list[Any] = payload if isinstance(payload, list) else []
    if not any(map(_is_recipient, groups)):  # the stdlib takes such a part apart, but does not decode it
        whole = Message()
        whole["Content-Transfer-Encoding"] = str(part.get("Content-Transfer-Encoding", ""))
        whole.set_payload("\n".join(str(group.get_payload()) for group in groups) or str(payload))
        groups = _groups(_text(whole))
    return (group for group in groups if _is_recipient(group))


def _groups(text: str) -> list[Part]:
    blocks = re.split(r"\r?\n[ \t]*\r?\n", text)
    return [message_from_bytes(block.strip().encode("utf-8", "replace") + b"\n\n") for block in blocks[:MOST_PARTS]]


def _is_recipient(group: Part) -> bool:
    return any(name in group for name in ("Final-Recipient", "Original-Recipient", "Action"))


def _one(fields: Part) -> Report | None:
    """What the fields of one recipient say."""
    action = str(fields.get("Action", "")).split(" ")[0].strip().lower()
    found = _STATUS.match(str(fields.get("Status", "")))
    status = found[1] if found else ""
    diagnostic = str(fields.get("Diagnostic-Code", "")).partition(";")
    heard = said_anywhere(diagnostic[2] or diagnostic[0])
    recipient = str(fields.get("Final-Recipient") or fields.get("Original-Recipient") or "").rpartition(";")[2].strip()
    detail = heard.text or status or action
    if action in ("delivered", "relayed", "expanded"):
        return Report(AUTOMATIC, status, detail, recipient)
    if action == "delayed" or (action != "failed" and status[:1] == "4"):
        return Report(DELAYED, status, detail, recipient)
    if action != "failed" and status[:1] != "5":
        return None
    return Report(_kind(status, heard), heard.status or status, detail, recipient)


def _kind(status: str, heard: Said) -> str:
    """Why it failed: the remote host's own status before that of the host that reports, unless only that is exact."""
    own = about_recipient(heard) if heard.text else ""
    reported = about_recipient(Said(heard.code, status, heard.text))
    kind = own if heard.status and own != REFUSED else reported
    if status[:1] == "4" and kind not in (FULL, DEAD):
        return AWAY  # the host gave up trying
    return REFUSED if kind == US else kind


# --- what is no report of RFC 3464


def _automatic(message: Part) -> Report | None:
    """Out of office and the like (RFC 3834): the letter has arrived."""
    headers = {name.lower(): str(value) for name, value in message.items()}
    says_so = (
        _AUTOMATIC.search(headers.get("auto-submitted", ""))
        or "x-autoreply" in headers
        or (headers.get("precedence", "").strip().lower() == "auto_reply")
    )
    if says_so and not _is_from_daemon(headers):
        return Report(AUTOMATIC, "", one_line(headers.get("subject", "")), "")
    return None


def _is_from_daemon(headers: dict[str, str]) -> bool:
    return "x-failed-recipients" in headers or _BOUNCE_SENDER.search(headers.get("from", "")) is not None


def _by_words(message: Part, parts: list[Part]) -> Report | None:
    """A report in words: by a daemon, about a failure for good, and the kind from what stands before our letter."""
    headers = {name.lower(): str(value) for name, value in message.items()}
    text = _first(parts, "text/plain") or re.sub(r"<[^>]{0,2000}>", " ", _first(parts, "text/html"))
    text = _before_our_letter(text)
    is_bounce = _is_from_daemon(headers) and (
        _BOUNCE_SUBJECT.search(headers.get("subject", "")) or _BOUNCE_TEXT.search(text)
    )
    if not is_bounce:
        return None
    heard = said_anywhere(text)
    line = one_line(_telling_line(text)) or one_line(headers.get("subject", ""))
    if _DELAY_TEXT.search(text) and not heard.is_final:
        return Report(DELAYED, heard.status, line, "")
    kind = about_recipient(Said(heard.code, heard.status, line if heard.status else f"{line} {heard.text}"))
    return Report(REFUSED if kind == US else kind, heard.status, line, "")


def _first(parts: list[Part], kind: str) -> str:
    """The text of the first part of that type; "" where there is none."""
    return next((_text(part) for part in parts if part.get_content_type() == kind), "")


def _before_our_letter(text: str) -> str:
    """The text up to the copy of our own letter, whose words are not the host's."""
    return re.split(r"\n-{3,}[^\n]*(copy|original|headers?|below)[^\n]*", text[:20_000], maxsplit=1, flags=re.I)[0]


def _telling_line(text: str) -> str:
    """The line that names the reason: with a code, else one that speaks of the address."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    for number, line in enumerate(lines):
        heard = said_anywhere(line)
        if heard.code or heard.status or about_recipient(heard) in (DEAD, FULL):
            return " ".join(lines[number : number + 2])
    return lines[0] if lines else ""


def _text(part: Part) -> str:
    """A part's text, decoded as well as it can be."""
    payload = part.get_payload(decode=True)
    if not isinstance(payload, bytes):
        return ""
    try:
        return payload.decode(part.get_content_charset() or "utf-8", "replace")
    except LookupError:
        return payload.decode("latin-1")
