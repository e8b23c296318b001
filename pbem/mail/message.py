"""A letter as an Internet message: headers and parts (RFC 5322, 8058, 3834, 2919); it words and sends nothing."""

import hashlib
import re
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage, Message
from email.parser import BytesHeaderParser
from email.policy import SMTP
from email.utils import format_datetime
from typing import Any

from pbem import play
from pbem.config import ConfigError, is_address, sender_address
from pbem.mail.frames import Reader
from pbem.mail.pictures import attach
from pbem.mail.plain import plain
from pbem.mail.smtp import MailSettingsError
from pbem.mail.views import Frame

# The stock policy folds at 78 columns and encodes a longer List-Unsubscribe address to death (RFC 2047).
POLICY = SMTP.clone(max_line_length=250)
LONGEST_LIST_VALUE = 220  # with its name it stays on one line
BODY = SMTP.clone(max_line_length=76)  # lines of quoted-printable (RFC 2045, 6.7)
# From nobody on the envelope (RFC 3834), so that nothing answers them.
ANSWERING = play.LETTERS_BACK
_ID = re.compile(r"<[!-;=?-~]{3,200}>")
ONCE = ("From", "To", "Reply-To", "Subject", "Date", "Message-ID")


class UnwritableLetter(Exception):
    """This letter's own address or content can stand in no message, and no setting and no host will change that."""

    code = "unwritable"


def message(house: play.House, letter: play.Letter, reader: Reader, frame: Frame, text: str, html: str) -> EmailMessage:
    """The whole message, its headers checked. Raises UnwritableLetter, and MailSettingsError for the sender."""
    made = EmailMessage(policy=POLICY)
    made["From"] = sender(house, frame.table)
    made["To"] = recipient(letter.person)
    if frame.reply_to:
        made["Reply-To"] = Address(addr_spec=frame.reply_to)
    made["Subject"] = frame.subject
    made["Date"] = format_datetime(house.clock())
    made["Message-ID"] = letter.message_id
    answered = answered_id(letter)
    made["In-Reply-To"] = answered or letter.thread_id
    made["References"] = f"{letter.thread_id} {answered}".strip()
    made["List-Id"] = f"<{letter.slug}.pbem.{house.settings.mail_domain}>"
    if frame.stop_url:
        made["List-Unsubscribe"] = ways_to_stop(frame)
        made["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    made["Feedback-ID"] = feedback_id(house, letter, reader)
    made["Auto-Submitted"] = "auto-replied" if letter.kind in ANSWERING else "auto-generated"
    made["X-Auto-Response-Suppress"] = "All"
    made["X-PBEM-Game"] = letter.slug
    made["X-PBEM-Ply"] = str(letter.ply)
    made["X-PBEM-Kind"] = letter.kind
    made.policy = BODY
    made.set_content(text, cte="quoted-printable")
    attach(made, html, reader.album.images)
    made.policy = POLICY
    check_headers(made, letter.person.address)
    return made


def ways_to_stop(frame: Frame) -> str:
    """Where the letters of this game can be stopped (RFC 2369, 3.2): by a POST, and by mail where mail can come in.

    The mail says it in its subject and in its text, as some clients fill in the one and some the other. With a very
    long base address the POST stands alone: one line that is never folded is worth more than a second way.
    """
    by_post = f"<{frame.stop_url}>"
    both = f"{by_post}, <mailto:{frame.reply_to}?subject=stop&body=stop>"
    return both if frame.reply_to and len(both) <= LONGEST_LIST_VALUE else by_post


def answered_id(letter: play.Letter) -> str:
    """The Message-ID of the mail that this letter answers (`in_reply_to` in its `extra`); "" for none.

    It is a stranger's: one that could not stand in a header as it is, is left out.
    """
    given = letter.extra.get("in_reply_to") if letter.kind in ANSWERING else None
    return given if isinstance(given, str) and _ID.fullmatch(given) and "=?" not in given else ""


def feedback_id(house: play.House, letter: play.Letter, reader: Reader) -> str:
    """By what Gmail's Postmaster Tools sort complaints: kind, game, program, sender; only the last must not change.

    The sender's part has 5 to 15 characters and is the same in all letters of this house.
    """
    sender_id = hashlib.sha256(house.settings.mail_domain.encode()).hexdigest()[:12]
    return f"{letter.kind}:g{reader.table.game.id}:pbem:{sender_id}"


def sender(house: play.House, table_name: str) -> Address:
    """The service's address under the table's name. Raises MailSettingsError."""
    try:
        return Address(display_name=table_name, addr_spec=sender_address(house.settings.mail_from))
    except ConfigError as error:
        raise MailSettingsError(str(error)) from error


def recipient(person: play.PersonInfo) -> Address:
    """The person's address and name. Raises UnwritableLetter for what is no address that SMTP takes."""
    if not is_address(person.address):
        raise UnwritableLetter("the address of this person is none that a letter can be sent to")
    return Address(display_name=plain(person.name), addr_spec=person.address)


def check_headers(made: EmailMessage, address: str) -> None:
    """Looks at the headers as they will leave: whatever names did to them, nothing may have been added or broken.

    Raises UnwritableLetter.
    """
    try:
        sent: Message[Any, Any] = BytesHeaderParser(policy=POLICY).parsebytes(made.as_bytes())
        values = [str(value) for headers in (made, sent) for value in headers.values()]
    except (ValueError, MessageError) as error:  # HeaderWriteError is no ValueError
        raise UnwritableLetter(f"its headers cannot be written ({type(error).__name__})") from error
    if any(char in value for value in values for char in "\r\n\0"):
        raise UnwritableLetter("a header would have a line break in it")
    if sent.keys() != made.keys() or any(len(sent.get_all(name, [])) != 1 for name in ONCE if name in made):
        raise UnwritableLetter("its headers would be read as others")
    if [to.addr_spec for to in sent["To"].addresses] != [address] or len(sent["From"].addresses) != 1:
        raise UnwritableLetter("it would be read as from or to somebody else")
