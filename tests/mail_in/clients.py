"""Answers as mail programs compose them: what is typed, and a letter quoted in each program's own way."""

import html
from collections.abc import Callable
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import make_msgid

STOCK = SMTP.clone(max_line_length=250)


def gmail_nl(letter: EmailMessage, text: str, sender: str) -> EmailMessage:
    """Gmail on the web, in Dutch: both forms, the attribution broken before the address, everything marked."""
    reply, to = _begun(letter, sender, "Re: "), _reply_to(letter)
    reply.set_content(
        f"{_lines(text)}\n\nOp ma 30 nov 2026 om 09:12 schreef Puerto Rico <\n{to}>:\n\n{_marked(letter)}\n"
    )
    reply.add_alternative(
        f'<div dir="ltr">{_breaks(text)}</div><br><div class="gmail_quote gmail_quote_container">'
        f'<div dir="ltr" class="gmail_attr">Op ma 30 nov 2026 om 09:12 schreef Puerto Rico &lt;'
        f'<a href="mailto:{to}">{to}</a>&gt;:<br></div>'
        '<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;padding-left:1ex">'
        f"{_markup(letter)}</blockquote></div>\n",
        subtype="html",
    )
    return reply


def outlook_de(letter: EmailMessage, text: str, sender: str) -> EmailMessage:
    """Outlook for Windows, in German: the letter below a head of four lines, without any mark."""
    reply, to = _begun(letter, sender, "AW: "), _reply_to(letter)
    head = (("Von", f"Puerto Rico <{to}>"), ("Gesendet", "Montag, 30. November 2026 09:12"), ("An", sender),
            ("Betreff", str(letter["Subject"])))  # fmt: skip
    plain = "\n".join(f"{name}: {value}" for name, value in head)
    rich = "<br>".join(f"<b>{name}:</b> {html.escape(value)}" for name, value in head)
    reply.set_content(f"{_lines(text)}\n\nViele Grüße\n\n{plain}\n\n{_plain(letter)}\n")
    reply.add_alternative(
        "<html><head><style>p.MsoNormal {margin:0cm;}</style></head><body lang=DE><div class=WordSection1>"
        f"<p class=MsoNormal>{_breaks(text)}<o:p></o:p></p><p class=MsoNormal>&nbsp;</p>"
        "<p class=MsoNormal>Viele Grüße</p>"
        "<div><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'>"
        f"<p class=MsoNormal>{rich}</p></div></div>{_markup(letter)}</div></body></html>\n",
        subtype="html",
    )
    return reply


def iphone_en(letter: EmailMessage, text: str, sender: str) -> EmailMessage:
    """Apple's Mail on a phone: its signature between the answer and a quote that is marked, attribution and all."""
    reply = _begun(letter, sender, "Re: ")
    reply.set_content(
        f"{_lines(text)}\n\nSent from my iPhone\n\n"
        f"> On 30 Nov 2026, at 09:12, Puerto Rico <{_reply_to(letter)}> wrote:\n> \n{_marked(letter)}\n"
    )
    return reply


def thunderbird_below(letter: EmailMessage, text: str, sender: str) -> EmailMessage:
    """Thunderbird with the answer below the quote, lines flowed (RFC 3676), a signature at the end."""
    reply = _begun(letter, sender, "Re: ")
    reply.set_content(
        f"On 30/11/2026 09:12, Puerto Rico wrote:\n{_marked(letter)}\n\n{_lines(text)}\n\n-- \nAnna\n",
        params={"format": "flowed"},
    )
    return reply


CLIENTS: tuple[Callable[[EmailMessage, str, str], EmailMessage], ...] = (
    gmail_nl, outlook_de, iphone_en, thunderbird_below,
)  # fmt: skip


def _begun(letter: EmailMessage, sender: str, prefix: str) -> EmailMessage:
    reply = EmailMessage(policy=STOCK)
    reply["From"], reply["To"] = sender, _reply_to(letter)
    reply["Subject"] = f"{prefix}{letter['Subject']}"
    reply["Message-ID"] = make_msgid(domain="players.example")
    reply["In-Reply-To"] = str(letter["Message-ID"]).strip()
    return reply


def _reply_to(letter: EmailMessage) -> str:
    return str(letter["Reply-To"].addresses[0].addr_spec)


def _plain(letter: EmailMessage) -> str:
    part = letter.get_body(("plain",))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")


def _marked(letter: EmailMessage) -> str:
    return "\n".join(f"> {line}" for line in _plain(letter).split("\n"))


def _markup(letter: EmailMessage) -> str:
    part = letter.get_body(("html",))
    assert part is not None
    return str(part.get_content())


def _lines(text: str) -> str:
    return text.strip()


def _breaks(text: str) -> str:
    return html.escape(text).replace("\n", "<br>")
