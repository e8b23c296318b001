"""The mailbox of the trial mode: letters kept because no SMTP host is set, for this machine alone; it sends nothing."""

import ipaddress
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage

from flask import Blueprint, Response, abort, render_template, request

from pbem import play
from pbem.config import host_of, is_local_name
from pbem.mail.pictures import shown_inline
from pbem.web.seats import house
from pbem.web.speaking import voice

MAILBOX = Blueprint("mailbox", __name__, url_prefix="/mailbox")
LETTER_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation allow-popups"
)
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
    """One letter: its head, its HTML in a frame, its text."""
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
    )
    return render_template("mailbox_letter.html", letter=shown)


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
