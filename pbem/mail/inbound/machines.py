"""Whether a machine wrote a mail, told by its headers alone (RFC 3834, 3464, 8098, 5965, 2919); a text never tells.

Only what no person's mail program writes counts. `X-Auto-Response-Suppress`, `Feedback-ID` and the like stand in mail
of persons, too.
"""

import re
from dataclasses import dataclass

from pbem.config import Settings, sender_address
from pbem.mail.inbound.mime import Fields, Part

# pbem/play/outbox.py makes the ids of letters like this.
_OUR_ID = re.compile(r"<g\d+\.[0-9a-f]{16}@([^<>\s]+)>")
_VACATION = re.compile(
    r"(?i)\s*(automatic reply|auto-?reply|out of (the )?office|automatisch antwoord|afwezig(heid|heidsbericht)?"
    r"|automatische antwort|abwesenheit(snotiz)?|abwesend)\b"
)
_MAILER = re.compile(r"(?i)[\s<\"]*(mailer-daemon|mail-daemon|postmaster)@|.*<(mailer-daemon|mail-daemon|postmaster)@")
_REPORTS = {"delivery-status": "bounce", "disposition-notification": "read_receipt", "feedback-report": "report"}
_STATUS = {
    "message/delivery-status": "bounce",
    "message/global-delivery-status": "bounce",
    "message/disposition-notification": "read_receipt",
    "message/feedback-report": "report",
}
NO_SENDER = "<>"


@dataclass(frozen=True, slots=True)
class Ours:
    """How to know what is our own: the domain of our Message-IDs, our addresses, and who writes our receiver's results.

    `authserv` is the authserv-id of our receiver (RFC 8601, 2.5), None where its own Received line has to tell.
    """

    domain: str = ""
    addresses: frozenset[str] = frozenset()
    authserv: str | None = None

    @classmethod
    def of(cls, settings: Settings) -> "Ours":
        """What these settings say; nobody answers from the addresses that letters come from and go to."""
        addresses = {sender_address(settings.mail_from).lower(), (settings.mail_in or "").lower()} - {""}
        return cls(settings.mail_domain.lower(), frozenset(addresses), settings.mail_authserv)


def machine(root: Part, sender: str, envelope_from: str, ours: Ours) -> str:
    """Which machine wrote it, as Incoming.machine says it; "" for a person.

    `envelope_from`: "<>" for the empty sender, "" where it is not known. What is a report is told first, then what is
    our own, then what answers by itself: such an answer may have an empty sender or the marks of a bulk mail as well.
    """
    fields = root.fields
    return (
        _report(root)
        or _loop(fields, sender, ours)
        or _automatic(fields)
        or _list(fields)
        or _without_sender(fields, envelope_from)
    )


def _report(root: Part) -> str:
    if root.kind == "multipart/report":
        told = _REPORTS.get(root.parameter("report-type").lower())
        return told or next((_STATUS[leaf.kind] for leaf in root.leaves() if leaf.kind in _STATUS), "report")
    return _STATUS.get(root.kind, "")


def _loop(fields: Fields, sender: str, ours: Ours) -> str:
    made = _OUR_ID.fullmatch(fields.first("message-id").strip())
    is_ours = made is not None and made[1].lower() == ours.domain
    from_us = sender.lower() in ours.addresses
    return "loop" if is_ours or from_us or fields.first("x-pbem-game") else ""


def _automatic(fields: Fields) -> str:
    submitted = fields.first("auto-submitted").partition(";")[0].partition("(")[0].strip().lower()
    marked = any(fields.first(name) for name in ("x-autoreply", "x-autorespond", "x-autorespond-to", "x-vacation"))
    told = _VACATION.match(fields.first("subject")) is not None
    precedence = _precedence(fields)
    if marked or told or precedence == "auto_reply" or submitted.startswith("auto-replied"):
        return "vacation" if told or marked else "auto_reply"
    return "auto_reply" if submitted not in ("", "no") else ""


def _list(fields: Fields) -> str:
    named = any(fields.first(name) for name in ("list-id", "list-post", "list-help", "mailing-list", "x-mailing-list"))
    return "list" if named or _precedence(fields) in ("list", "bulk", "junk") else ""


def _without_sender(fields: Fields, envelope_from: str) -> str:
    returns = fields.first("return-path").strip()
    is_empty = envelope_from == NO_SENDER or (not envelope_from and re.fullmatch(r"<\s*>", returns) is not None)
    return "bounce" if is_empty or _MAILER.match(fields.first("from")) else ""


def _precedence(fields: Fields) -> str:
    return fields.first("precedence").strip().lower()
