"""All checks in the order in which mail is made: settings, DNS, the host, a test letter; each finding is a sentence."""

from collections.abc import Callable, Iterator
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid

from pbem import clock
from pbem.config import Settings, is_address, is_local_name, sender_address
from pbem.mail.checks.dns import Dns, DnsAway
from pbem.mail.checks.finding import BAD, GOOD, NOTE, UNKNOWN, Finding
from pbem.mail.checks.records import check_dkim, check_dmarc, check_mx, check_ptr, check_selector
from pbem.mail.checks.spf import check_spf
from pbem.mail.message import POLICY
from pbem.mail.signing import sign, signers
from pbem.mail.smtp import MailSettingsError, Probe, Refused, probe, read_smtp_url, send

TEST_SUBJECT = "Puerto Rico by mail: a test letter"
TEST_TEXT = """\
This letter was sent by pbem check-mail. Nothing needs to be done.

If it lies among junk, look at its head for Authentication-Results: there
should be spf=pass, dkim=pass and dmarc=pass.
"""


def check_all(
    settings: Settings, dns: Dns, *, to: str | None = None, ip: str | None = None, selector: str | None = None
) -> Iterator[Finding]:
    """Everything, one finding after the other as it is known.

    `to` gets a test letter; `ip` is the address that mail leaves from, else that of the mail host; `selector` is one
    by which the mail host signs. Raises ConfigError for keys that cannot be used.
    """
    if settings.smtp_url is None:
        yield Finding(
            "settings", NOTE, "SMTP_URL is not set: letters leave nowhere, and lie in the mailbox at /mailbox."
        )
        return
    domain = settings.mail_domain
    if is_local_name(domain) or "." not in domain:
        text = f"MAIL_FROM is of {domain}, which nobody outside knows; set it to an address of your own domain."
        yield Finding("settings", BAD, text)
    else:
        yield from _dns_checks(settings, dns, ip, selector)
    yield from _host_checks(settings)
    if to is not None:
        yield _test_letter(settings, to)


def _dns_checks(settings: Settings, dns: Dns, ip: str | None, selector: str | None) -> Iterator[Finding]:
    """SPF, DKIM, DMARC, PTR, MX; with nobody answering one finding says so for all that is left."""
    domain, host = settings.mail_domain, read_smtp_url(settings.smtp_url or "").host
    way_in = settings.mail_in.rpartition("@")[2] if settings.mail_in else None
    own = signers(settings)
    looks: list[Callable[[], list[Finding]]] = [
        lambda: check_spf(dns, way_in or domain, host, _leaving(dns, host, ip)),
        lambda: check_dkim(dns, own) + ([check_selector(dns, selector, domain)] if selector else []),
        lambda: [] if own or selector else [_nobody_signs()],
        lambda: check_dmarc(dns, domain, way_in or domain, signs=bool(own or selector)),
        lambda: [check_ptr(dns, address) for address in _leaving(dns, host, ip)],
        lambda: [check_mx(dns, way_in)] if way_in else [_no_way_in()],
    ]
    for number, look in enumerate(looks):
        try:
            yield from look()
        except DnsAway as error:
            left = ("SPF, DKIM, DMARC, PTR and MX", "DKIM", "DKIM", "DMARC", "PTR", "MX")[number]
            yield Finding("DNS", UNKNOWN, f"DNS cannot be reached ({error}), so {left} could not be looked at.")
            if number == 0:
                return


def _leaving(dns: Dns, host: str, ip: str | None) -> tuple[str, ...]:
    """The addresses that mail leaves from, as far as can be known here."""
    return (ip,) if ip else ("127.0.0.1",) if is_local_name(host) else dns.addresses(host)


def _nobody_signs() -> Finding:
    text = (
        "DKIM_KEY is not set, so letters are signed only if the mail host does it; --selector NAME looks at its key, "
        "and --to ADDRESS sends a letter that shows it."
    )
    return Finding("DKIM", NOTE, text)


def _no_way_in() -> Finding:
    text = "MAIL_IN is not set: letters cannot be answered by mail, and what comes back is not noticed."
    return Finding("MX", NOTE, text)


def _host_checks(settings: Settings) -> list[Finding]:
    """Calls the mail host as a letter would, without one."""
    try:
        found = probe(settings.smtp_url or "", sender_address(settings.mail_from))
    except (Refused, MailSettingsError) as error:
        return [Finding("mail host", BAD, f"Letters cannot leave: {error}.")]
    return [
        Finding("mail host", GOOD, f"{found.host} answers and takes letters of {settings.mail_domain}."),
        _secrecy(found),
    ]


def _secrecy(found: Probe) -> Finding:
    if found.tls:
        signed_in = ", and we are signed in" if found.is_signed_in else ""
        return Finding("mail host", GOOD, f"The talk is encrypted ({found.tls}){signed_in}.")
    if is_local_name(found.host):
        return Finding("mail host", GOOD, "The talk is not encrypted, and need not be on this machine.")
    grade = BAD if found.is_signed_in else NOTE
    with_password = ", and the password with it" if found.is_signed_in else ""
    text = f"The talk is not encrypted{with_password}: {found.host} offers no STARTTLS, or SMTP_URL says never."
    return Finding("mail host", grade, text)


def _test_letter(settings: Settings, to: str) -> Finding:
    """Sends one letter, signed as all are."""
    if not is_address(to):
        return Finding("test letter", BAD, f"{to[:80]!r} is no address that a letter can be sent to.")
    sender = sender_address(settings.mail_from)
    letter = EmailMessage(policy=POLICY)
    letter["From"], letter["To"], letter["Subject"] = settings.mail_from, to, TEST_SUBJECT
    letter["Date"], letter["Message-ID"] = format_datetime(clock.now()), make_msgid(domain=settings.mail_domain)
    letter["Auto-Submitted"] = "auto-generated"
    letter.set_content(TEST_TEXT)
    try:
        send(settings.smtp_url or "", sign(settings, letter.as_bytes()), sender, to)
    except (Refused, MailSettingsError) as error:
        return Finding("test letter", BAD, f"The test letter was not taken: {error}.")
    text = f"The mail host has taken a test letter for {to}; look there whether it came, and not among junk."
    return Finding("test letter", GOOD, text)
