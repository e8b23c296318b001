"""A letter as an Internet message: headers and parts (RFC 5322, 8058, 3834, 2919); it words and sends nothing."""

from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, parseaddr

from pbem import play
from pbem.mail.frames import Reader
from pbem.mail.plain import plain
from pbem.mail.views import Frame

# The stock policy folds at 78 columns and encodes a longer List-Unsubscribe address to death (RFC 2047).
POLICY = SMTP.clone(max_line_length=250)


def message(house: play.House, letter: play.Letter, reader: Reader, frame: Frame, text: str, html: str) -> EmailMessage:
    """The whole message. Raises ValueError when the person's address cannot stand in a header."""
    made = EmailMessage(policy=POLICY)
    made["From"] = sender(house, reader.table_name)
    made["To"] = Address(display_name=plain(letter.person.name), addr_spec=letter.person.address)
    made["Subject"] = frame.subject
    made["Date"] = format_datetime(house.clock())
    made["Message-ID"] = letter.message_id
    made["In-Reply-To"] = letter.thread_id
    made["References"] = letter.thread_id
    made["List-Id"] = f"<{letter.slug}.pbem.{house.settings.mail_domain}>"
    made["List-Unsubscribe"] = f"<{frame.stop_url}>"
    made["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    made["Auto-Submitted"] = "auto-generated"
    made["X-Auto-Response-Suppress"] = "All"
    made["X-PBEM-Game"] = letter.slug
    made["X-PBEM-Ply"] = str(letter.ply)
    made["X-PBEM-Kind"] = letter.kind
    made.set_content(text, cte="quoted-printable")
    made.add_alternative(html, subtype="html", cte="quoted-printable")
    return made


def sender(house: play.House, table_name: str) -> Address:
    """The service's address under the table's name."""
    return Address(display_name=table_name, addr_spec=parseaddr(house.settings.mail_from)[1])
