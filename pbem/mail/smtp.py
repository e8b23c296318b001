"""Talks to the SMTP host and says what came of it; it knows no game and no outbox."""

import smtplib
import ssl
from dataclasses import dataclass
from urllib.parse import parse_qsl, unquote, urlsplit

from pbem.mail.lines import FAREWELL, LINES
from pbem.mail.talk import Deadline, Talk
from pbem.mail.verdicts import AWAY, DEAD, FULL, LATER, REFUSED, SENDER, US, Said, about_recipient, said

TALK = 45.0  # seconds for all of a talk: below the task's soft limit and the letter's lease, or it would go out twice
TIMEOUT = 30.0  # seconds that the host may be silent
STARTTLS = ("auto", "required", "never")
SIGNING_IN = (530, 534, 535, 538)  # RFC 4954: about the user and password, at whatever step the host says it


class MailSettingsError(ValueError):
    """SMTP_URL cannot be read; the text says what is wrong and never repeats the password."""

    code = "mail_settings"


@dataclass(frozen=True, slots=True)
class SmtpHost:
    """Where letters are handed in. `starttls`: auto (when offered), required or never."""

    host: str
    port: int
    is_tls: bool
    starttls: str
    user: str | None
    password: str | None


class Refused(Exception):
    """The letter was not taken. `may_retry`: it may be taken later, else never; `kind` says whom it is about.

    `dead`, `full`, `away`: the address, so the letter waits for it. `refused`, `sender`: a 5xx about this letter alone,
    its content or sender, which is its end. `us`: a 5xx about greeting, HELO, STARTTLS, sign-in or relaying comes from
    a setting, here or at the host; the admin can mend it, so it is tried again, as after `later` (4xx, network).
    """

    def __init__(self, reason: str, kind: str = REFUSED, *, may_retry: bool) -> None:
        super().__init__(reason)
        self.may_retry = may_retry
        self.kind = kind


def read_smtp_url(url: str) -> SmtpHost:
    """`smtp://user:password@host:587?starttls=required` or `smtps://host`. Raises MailSettingsError.

    Without a port: 465 for smtps, 587 with a user, else 25.
    """
    if any(ord(char) <= 0x20 or ord(char) == 0x7F for char in url):
        raise MailSettingsError("SMTP_URL has a blank or line break in it; in a password a blank is written %20.")
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise MailSettingsError("SMTP_URL has no port between 1 and 65535.") from error
    if port == 0:
        raise MailSettingsError("SMTP_URL has no port between 1 and 65535.")
    if parts.scheme not in ("smtp", "smtps") or not host:
        raise MailSettingsError("SMTP_URL must look like smtp://user:password@mail.example.org:587 or smtps://...")
    if parts.path.strip("/") or parts.fragment:
        raise MailSettingsError("SMTP_URL goes on behind its host; in a password / is written %2F and # is %23.")
    _check_host(host)
    _check_user(unquote(parts.username or ""), unquote(parts.password or ""))
    starttls = _starttls(parts.query)
    is_tls = parts.scheme == "smtps"
    return SmtpHost(
        host=host,
        port=port or (465 if is_tls else 587 if parts.username else 25),
        is_tls=is_tls,
        starttls=starttls,
        user=unquote(parts.username) if parts.username else None,
        password=unquote(parts.password or "") if parts.username else None,
    )


def _check_host(host: str) -> None:
    """Raises MailSettingsError for a name that could not even be looked up."""
    try:
        host.encode("idna")
    except UnicodeError as error:
        raise MailSettingsError(f"SMTP_URL has no host that can be: {host[:80]!r}.") from error


def _check_user(user: str, password: str) -> None:
    if password and not user:
        raise MailSettingsError("SMTP_URL has a password without a user.")
    if "\0" in user + password:
        raise MailSettingsError("SMTP_URL has a user or password with %00 in it, which no host can take.")


def _starttls(query: str) -> str:
    """The one option. An option that we do not know is refused: a slip of the pen would go on without encryption."""
    options = parse_qsl(query, keep_blank_values=True)
    if [name for name, _ in options] not in ([], ["starttls"]):
        # What stands there is not repeated: it may be the rest of a password.
        raise MailSettingsError(
            f"SMTP_URL has more behind its ? than can be: that is starttls={'|'.join(STARTTLS)}, once; "
            "in a password ? is written %3F."
        )
    chosen = options[0][1] if options else "auto"
    if chosen not in STARTTLS:
        raise MailSettingsError(f"starttls in SMTP_URL is {chosen!r}; it can be {', '.join(STARTTLS)}.")
    return chosen


def send(url: str, raw: bytes, sender: str, address: str) -> None:
    """Hands one message in and returns once the host has said 250, within TALK seconds.

    A talk that still rests from the last letter goes on; if the host has ended it meanwhile there is a new one. A
    letter whose content was begun is never sent again from here. Raises Refused or MailSettingsError.
    """
    host, deadline = read_smtp_url(url), Deadline(TALK)
    talk = LINES.take(host, deadline)
    if talk is not None:
        try:
            _hand_in(talk, host, raw, sender, address)
            return
        except OSError as error:
            if talk.has_begun or not talk.is_gone:
                raise _judged(error, host, deadline) from error
    try:
        talk = _connected(host, deadline)
    except OSError as error:  # all of smtplib's exceptions are
        raise _not_heard(error, host, deadline) from error
    try:
        _hand_in(talk, host, raw, sender, address)
    except OSError as error:
        raise _judged(error, host, deadline) from error


@dataclass(frozen=True, slots=True)
class Probe:
    """What a call at the mail host found: encryption as its name ("TLSv1.3") or "", and whether we are signed in."""

    host: str
    tls: str
    is_signed_in: bool


def probe(url: str, sender: str) -> Probe:
    """Calls the host as far as the sender, sends nothing and hangs up. Raises Refused or MailSettingsError."""
    host, deadline = read_smtp_url(url), Deadline(TALK)
    try:
        talk = _connected(host, deadline)
    except OSError as error:
        raise _not_heard(error, host, deadline) from error
    try:
        code, reason = talk.mail(sender)
    except OSError as error:
        raise _not_heard(error, host, deadline) from error
    finally:
        tls = talk.sock.version() or "" if isinstance(talk.sock, ssl.SSLSocket) else ""
        talk.farewell(FAREWELL)
    if code >= 400:
        raise _judged(smtplib.SMTPSenderRefused(code, reason, sender), host, deadline)
    return Probe(host.host, tls, host.user is not None)


def _hand_in(talk: Talk, host: SmtpHost, raw: bytes, sender: str, address: str) -> None:
    """Hands it in, and lets the talk rest unless it is broken. Raises OSError."""
    try:
        talk.hand_in(raw, sender, address)
    except (smtplib.SMTPRecipientsRefused, smtplib.SMTPResponseException):  # after which the host takes others
        LINES.keep(host, talk)
        raise
    except BaseException:  # a task's time limit, too: nobody knows what the host is to say next
        talk.close()
        raise
    LINES.keep(host, talk)


def _judged(error: OSError, host: SmtpHost, deadline: Deadline) -> Refused:
    """What it means for the letter that handing it in ended so."""
    reason: bytes | str
    match error:
        case smtplib.SMTPRecipientsRefused():
            what, (code, reason) = "recipient", next(iter(error.recipients.values()))
        case smtplib.SMTPSenderRefused():  # also a letter that is too large (RFC 1870)
            what, code, reason = "sender", error.smtp_code, error.smtp_error
        case smtplib.SMTPDataError():
            what, code, reason = "content", error.smtp_code, error.smtp_error
        case smtplib.SMTPNotSupportedError():
            return Refused(f"{host.host} cannot take this address: {error}", may_retry=False)
        case _:
            return _not_heard(error, host, deadline)
    if code in SIGNING_IN:
        return _not_heard(smtplib.SMTPResponseException(code, _text(reason)), host, deadline)
    kind = _kind(what, said(code, _text(reason)))
    may_retry = code < 500 or kind in (DEAD, FULL, AWAY, US)
    return Refused(f"{what} refused: {code} {_text(reason)}", kind, may_retry=may_retry)


def _kind(what: str, heard: Said) -> str:
    """Whom the refusal is about. Only an address that is full may say so for the time being (4.2.2)."""
    if what == "sender":
        return LATER if heard.code < 500 else SENDER
    kind = about_recipient(heard)
    if heard.code < 500:
        return kind if kind == FULL else LATER
    return REFUSED if what == "content" and kind == AWAY else kind


def _not_heard(error: OSError, host: SmtpHost, deadline: Deadline) -> Refused:
    """Nothing was said about the letter: it waits until the host, or our setting, has been mended."""
    if isinstance(error, smtplib.SMTPResponseException):
        reason = f"the host refused us: {error.smtp_code} {_text(error.smtp_error)}"
    elif deadline.is_over:
        reason = f"took longer than {deadline.seconds:g} s"
    else:
        reason = str(error) or type(error).__name__
    kind = US if isinstance(error, smtplib.SMTPResponseException) and error.smtp_code >= 500 else LATER
    return Refused(f"{host.host}:{host.port}: {reason}", kind, may_retry=True)


def _connected(host: SmtpHost, deadline: Deadline) -> Talk:
    """A greeted, encrypted and signed-in connection, as far as the host and the settings go. Raises OSError."""
    talk = Talk(host.host, host.port, ssl.create_default_context() if host.is_tls else None, TIMEOUT, deadline)
    try:
        talk.ehlo_or_helo_if_needed()
        _encrypt(talk, host)
        if host.user is not None:
            talk.sign_in(host.user, host.password or "")
    except BaseException:
        talk.close()
        raise
    return talk


def _encrypt(talk: smtplib.SMTP, host: SmtpHost) -> None:
    if host.is_tls or host.starttls == "never":
        return
    if not talk.has_extn("starttls") and host.starttls == "auto":
        return
    talk.starttls(context=_context(host))
    talk.ehlo_or_helo_if_needed()


def _context(host: SmtpHost) -> ssl.SSLContext:
    """A certificate is checked where a password or the settings ask for it, else as mail servers do: any will do."""
    context = ssl.create_default_context()
    if host.user is None and host.starttls == "auto":
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context


def _text(reason: bytes | str) -> str:
    return reason.decode("utf-8", "replace") if isinstance(reason, bytes) else reason
