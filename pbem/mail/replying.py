"""An answer to a letter as a person's mail program writes it, for the mailbox page; it stores and reads nothing."""

from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime

from pbem.mail.message import POLICY


def can_be_answered(letter: EmailMessage) -> bool:
    """Whether a letter says where its answer goes."""
    return bool(letter["Reply-To"] and letter["Reply-To"].addresses and letter["To"].addresses)


def reply_to_letter(letter: EmailMessage, text: str, key: str, at: datetime) -> EmailMessage:
    """The answer: `text`, then the letter quoted. `key` makes its Message-ID, so that one sent twice is one mail.

    It goes from the one address that the letter went to, to the one in its Reply-To.
    """
    reply = EmailMessage(policy=POLICY)
    reply["From"] = letter["To"].addresses[0]
    reply["To"] = letter["Reply-To"].addresses[0]
    subject = str(letter["Subject"] or "")
    reply["Subject"] = subject if subject.lower().startswith("re:") else f"Re: {subject}"
    reply["Date"] = format_datetime(at)
    reply["Message-ID"] = f"<{key}@mailbox.invalid>"
    message_id = str(letter["Message-ID"] or "").strip()
    if message_id:
        reply["In-Reply-To"] = message_id
        reply["References"] = message_id
    own = "\n".join(text.splitlines())
    reply.set_content(f"{own}\n\n{_attribution(letter)}\n{_quoted(letter)}\n", cte="quoted-printable")
    return reply


def _attribution(letter: EmailMessage) -> str:
    sender = letter["From"].addresses[0] if letter["From"] and letter["From"].addresses else ""
    at = letter["Date"].datetime if letter["Date"] else None
    when = f"{at:%a, %b} {at.day}, {at.year} at {at:%H:%M}, " if at else ""
    return f"On {when}{sender} wrote:"


def _quoted(letter: EmailMessage) -> str:
    text = letter.get_body(("plain",))
    return "\n".join(f"> {line}".rstrip() for line in (text.get_content() if text else "").splitlines())
