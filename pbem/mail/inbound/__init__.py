"""Letters that come in: what a mail is (mail.py), what its writer said, and what comes of it."""

from pbem.mail.inbound.mail import Incoming, Outcome
from pbem.mail.inbound.parsing import parse_mail
from pbem.mail.inbound.receiving import read_mail

__all__ = ["Incoming", "Outcome", "parse_mail", "read_mail"]
