"""Talks to the SMTP host and says what came of it; it knows no game and no outbox."""

import smtplib
import ssl
from dataclasses import dataclass
from email.message import EmailMessage
from urllib.parse import parse_qs, unquote, urlsplit

TIMEOUT = 30.0  # seconds, for each step of the talk
STARTTLS = ("auto", "required", "never")


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
    """The letter was not taken. `may_retry`: it may be taken later (4xx, no connection), else never (5xx)."""

    def __init__(self, reason: str, *, may_retry: bool) -> None:
        super().__init__(reason)
        self.may_retry = may_retry


def read_smtp_url(url: str) -> SmtpHost:
    """`smtp://user:password@host:587?starttls=required` or `smtps://host`. Raises MailSettingsError.

    Without a port: 465 for smtps, 587 with a user, else 25.
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise MailSettingsError("SMTP_URL has no port between 1 and 65535.") from error
    if parts.scheme not in ("smtp", "smtps") or not host:
        raise MailSettingsError("SMTP_URL must look like smtp://user:password@mail.example.org:587 or smtps://...")
    starttls = parse_qs(parts.query).get("starttls", ["auto"])[-1]
    if starttls not in STARTTLS:
        raise MailSettingsError(f"starttls in SMTP_URL is {starttls!r}; it can be {', '.join(STARTTLS)}.")
    is_tls = parts.scheme == "smtps"
    return SmtpHost(
        host=host,
        port=port or (465 if is_tls else 587 if parts.username else 25),
        is_tls=is_tls,
        starttls=starttls,
        user=unquote(parts.username) if parts.username else None,
        password=unquote(parts.password or "") if parts.username else None,
    )


def send(url: str, message: EmailMessage, sender: str, address: str) -> None:
    """Hands one message in and returns once the host has said 250. Raises Refused or MailSettingsError."""
    host = read_smtp_url(url)
    try:
        talk = _connected(host)
    except (OSError, smtplib.SMTPException) as error:
        raise Refused(f"{host.host}:{host.port}: {_reason(error)}", may_retry=True) from error
    try:
        talk.send_message(message, sender, [address])
    except smtplib.SMTPRecipientsRefused as error:
        code, reason = error.recipients[address]
        raise Refused(f"recipient refused: {code} {_text(reason)}", may_retry=code < 500) from error
    except smtplib.SMTPSenderRefused as error:  # also a letter that is too large (RFC 1870)
        raise Refused(f"sender refused: {_reason(error)}", may_retry=error.smtp_code < 500) from error
    except smtplib.SMTPDataError as error:
        raise Refused(f"content refused: {_reason(error)}", may_retry=error.smtp_code < 500) from error
    except smtplib.SMTPNotSupportedError as error:
        raise Refused(f"{host.host} cannot take this address: {error}", may_retry=False) from error
    except (OSError, smtplib.SMTPException) as error:
        raise Refused(f"{host.host}:{host.port}: {_reason(error)}", may_retry=True) from error
    finally:
        _goodbye(talk)


def _connected(host: SmtpHost) -> smtplib.SMTP:
    """A greeted, encrypted and signed-in connection, as far as the host and the settings go."""
    if host.is_tls:
        talk: smtplib.SMTP = smtplib.SMTP_SSL(
            host.host, host.port, timeout=TIMEOUT, context=ssl.create_default_context()
        )
    else:
        talk = smtplib.SMTP(host.host, host.port, timeout=TIMEOUT)
    try:
        talk.ehlo_or_helo_if_needed()
        _encrypt(talk, host)
        if host.user is not None:
            talk.login(host.user, host.password or "")
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


def _goodbye(talk: smtplib.SMTP) -> None:
    """QUIT; what goes wrong now no longer matters to the letter."""
    try:
        talk.quit()
    except (OSError, smtplib.SMTPException):
        talk.close()


def _reason(error: Exception) -> str:
    if isinstance(error, smtplib.SMTPResponseException):
        return f"{error.smtp_code} {_text(error.smtp_error)}"
    return str(error) or type(error).__name__


def _text(reason: bytes | str) -> str:
    return reason.decode("utf-8", "replace") if isinstance(reason, bytes) else reason
