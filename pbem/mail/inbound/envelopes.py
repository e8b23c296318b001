"""To whom and from whom a mail came where no envelope was handed over: from options, a pipe's environment, the head."""

import re
from collections.abc import Iterable, Mapping

from pbem.config import Settings, sender_address
from pbem.mail.inbound.mime import Fields, Mail

# What Postfix, Exim and qmail set for a command they pipe a mail to, and what those and others note in the head.
PIPED_TO, PIPED_FROM = ("ORIGINAL_RECIPIENT", "RECIPIENT"), "SENDER"
NOTED_TO = ("x-original-to", "delivered-to", "envelope-to", "x-envelope-to", "to", "cc")
_ADDRESS = re.compile(r"[^\s<>,;:\"()]+@[A-Za-z0-9.-]+")
NO_SENDER = "<>"
MOST_BYTES = 25 * 1024 * 1024  # of a mail; an answer needs no attachment, but a signature may bring one


def is_for_us(settings: Settings, address: str) -> bool:
    """Whether mail to this address is ours: that of MAIL_IN, with or without a plus, or the sender of our letters."""
    local, _, domain = address.lower().rpartition("@")
    ours = {(settings.mail_in or "").lower(), sender_address(settings.mail_from).lower()} - {""}
    return address.lower() in ours or f"{local.partition('+')[0]}@{domain}" == settings.mail_in


def recipient(settings: Settings, raw: bytes, given: str | None, environ: Mapping[str, str]) -> str | None:
    """The address of ours that a mail came to; None where there is none. `given` counts alone when it is there."""
    if given is not None:
        return given if is_for_us(settings, given) else None
    piped = [environ[name] for name in PIPED_TO if environ.get(name)]
    return _best(settings, [*piped, *noted_recipients(Mail(raw).root.fields)])


def sender(raw: bytes, given: str | None, environ: Mapping[str, str]) -> str:
    """The envelope's sender, "<>" for the empty one, "" where nobody says it."""
    if given is not None:
        return given.strip("<>") or NO_SENDER
    if PIPED_FROM in environ:
        piped = environ[PIPED_FROM]
        return NO_SENDER if piped.upper() in ("", "MAILER-DAEMON") else piped
    noted = Mail(raw).root.fields.first("return-path").strip()
    return noted.strip("<> ") or NO_SENDER if noted else ""


def noted_recipients(fields: Fields) -> list[str]:
    """All addresses that the head of a mail names as its recipients, the surest first."""
    values = (value for name in NOTED_TO for value in fields.every(name))
    return [address for value in values for address in _ADDRESS.findall(value)]


def tagged_recipient(settings: Settings, fields: Fields) -> str | None:
    """The address with a tag of ours that the head names; None where there is none."""
    return next((each for each in noted_recipients(fields) if "+" in each and is_for_us(settings, each)), None)


def _best(settings: Settings, addresses: Iterable[str]) -> str | None:
    """The first of ours with a tag, else the first of ours: what forwards a mail often drops the tag."""
    ours = [each for each in addresses if is_for_us(settings, each)]
    return next((each for each in ours if "+" in each.partition("@")[0]), next(iter(ours), None))
