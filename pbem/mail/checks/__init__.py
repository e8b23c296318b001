"""Looks whether letters will leave and be believed: DNS, the mail host, a test letter; it mends nothing itself."""

from pbem.mail.checks.dns import Dns, DnsAway
from pbem.mail.checks.finding import BAD, GOOD, NOTE, UNKNOWN, Finding
from pbem.mail.checks.whole import check_all

__all__ = ["BAD", "GOOD", "NOTE", "UNKNOWN", "Dns", "DnsAway", "Finding", "check_all"]
