"""The mailbox of the trial mode: letters kept because no SMTP host is set, for this machine alone; it sends nothing.

A letter can be answered there as in a mail program: the answer is a mail like any other that comes in.
"""

import ipaddress
import re
import secrets
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem import play
from pbem.config import host_of, is_local_name
from pbem.mail.inbound.outcomes import told
from pbem.mail.pictures import shown_inline
from pbem.mail.replying import can_be_answered, reply_to_letter
from pbem.web.notices import BAD, DONE, TOLD, Notice
from pbem.web.seats import N_, house
from pbem.web.speaking import voice

MAILBOX = Blueprint("mailbox", __name__, url_prefix="/mailbox")
LETTER_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation allow-popups"
)
LONGEST_ANSWER = 5000
_KEY = re.compile(r"[0-9a-f]{24}")
EMPTY = N_("Nothing was written, so nothing was sent.")
FORWARDED = (  # how proxies say for whom they ask: who comes through one is not on this machine
    "x-forwarded", "forwarded", "via", "x-real-ip", "x-original-", "x-client-ip", "x-cluster-client-ip", "client-ip",
    "true-client-ip", "cf-", "fastly-", "fly-", "x-envoy-", "x-proxy", "x-arr-",
)  # fmt: skip


@dataclass(frozen=True)
class Listed:
    """A letter in the list."""

    id: int
    to_name: str
    to_address: str
    subject: str
    at: str


@dataclass(frozen=True)
class Shown:
    """A letter opened."""

    id: int
    subject: str
    sender: str
    to: str
    date: str
    text: str
    has_html: bool
    reply_to: str  # "": it takes no answer
    key: str  # of the form for the answer


@MAILBOX.before_request
def only_local() -> None:
    """The letters hold everybody's links, so nobody but this machine sees them, whatever proxy stands before it."""
    if not is_local():
        abort(404)


def is_local() -> bool:
    """Whether this machine asks, under a name that no other site's page can have."""
    forwarded = any(name.lower().startswith(FORWARDED) for name, _ in request.headers)
    named = is_local_name(host_of(f"//{request.host}"))
    return named and not forwarded and _is_loopback(request.remote_addr or "")


@MAILBOX.get("")
@MAILBOX.get("/")
def inbox() -> str:
    """All letters, newest first, or those to one address."""
    every = play.mailbox(house)
    chosen = request.args.get("to", "")
    people = tuple(dict.fromkeys((entry.to_address, entry.to_name) for entry in every))
    letters = tuple(_listed(entry) for entry in every if chosen in ("", entry.to_address))
    return render_template("mailbox.html", letters=letters, people=people, chosen=chosen)


@MAILBOX.get("/<int:number>")
def letter(number: int) -> str:
    """One letter: its head, its HTML in a frame, its text, and a form to answer it."""
    answered = request.args.get("answered", "")
    mail = play.mail_info(house, int(answered)) if answered.isdigit() and len(answered) < 10 else None
    return _page(number, _fate(mail) if mail else None, is_waiting=mail is not None and mail.state == "new")


@MAILBOX.post("/<int:number>/answer")
def answer(number: int) -> ResponseReturnValue:
    """Answers a letter by mail: what is typed, and the letter quoted below it, as a mail program sends it."""
    message, text = _message(number), request.form.get("text", "")[:LONGEST_ANSWER]
    key = request.form.get("key", "")
    if not can_be_answered(message) or not _KEY.fullmatch(key):
        abort(404)
    if not text.strip():
        return _page(number, Notice(voice().gettext(EMPTY), BAD)), 422
    reply = reply_to_letter(message, text, key, house.clock())
    sender, to = message["To"].addresses[0].addr_spec, message["Reply-To"].addresses[0].addr_spec
    mail_id = play.store_mail(house, reply.as_bytes(), sender, to, "page")
    return redirect(url_for("mailbox.letter", number=number, answered=mail_id), 303)


def _fate(mail: play.MailInfo) -> Notice:
    """What came of an answer so far."""
    if mail.state == "new":
        return Notice(voice().gettext(N_("The answer is on its way; what comes of it is told by letter.")), TOLD)
    return Notice(told(voice(), mail), DONE if mail.outcome in ("move", "moves", "command") else TOLD)


def _page(number: int, notice: Notice | None, *, is_waiting: bool = False) -> str:
    message = _message(number)
    html, text = message.get_body(("html",)), message.get_body(("plain",))
    shown = Shown(
        id=number,
        subject=str(message["Subject"] or ""),
        sender=str(message["From"] or ""),
        to=str(message["To"] or ""),
        date=_sent(message),
        text=text.get_content() if text else "",
        has_html=html is not None,
        reply_to=message["Reply-To"].addresses[0].addr_spec if can_be_answered(message) else "",
        key=secrets.token_hex(12),
    )
    return render_template("mailbox_letter.html", letter=shown, notice=notice, is_waiting=is_waiting)


@MAILBOX.get("/<int:number>/html")
def letter_html(number: int) -> Response:
    """The HTML part by itself, to be framed, its pictures in it: it may run and load nothing.

    Its links open in the whole window.
    """
    html = shown_inline(_message(number))
    if not html:
        abort(404)
    answer = Response(_opening_on_top(html), mimetype="text/html")
    answer.headers["Content-Security-Policy"] = LETTER_POLICY
    answer.headers["X-Frame-Options"] = "SAMEORIGIN"
    return answer


@MAILBOX.get("/<int:number>/raw")
def letter_raw(number: int) -> Response:
    """The letter as it would have gone over the wire."""
    return Response(_raw(number), mimetype="text/plain")


def _sent(message: EmailMessage) -> str:
    """When it left, said as the list says it."""
    at = message["Date"].datetime if message["Date"] else None
    return voice().moment(at) if at else ""


def _listed(entry: play.MailboxEntry) -> Listed:
    return Listed(entry.id, entry.to_name, entry.to_address, entry.subject, voice().moment(entry.at))


def _raw(number: int) -> bytes:
    raw = play.mailbox_letter(house, number)
    if raw is None:
        abort(404)
    return raw


def _message(number: int) -> EmailMessage:
    message = message_from_bytes(_raw(number), policy=policy.default)
    assert isinstance(message, EmailMessage)
    return message


def _opening_on_top(html: str) -> str:
    base = '<base target="_top">'
    head, found, rest = html.partition("<head>")
    return f"{head}{found}{base}{rest}" if found else base + html


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
