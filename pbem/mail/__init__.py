"""Letters: composes them from the table as it is at sending time and hands them in; it changes no game."""

from pbem.mail.composing import compose
from pbem.mail.contents import KINDS
from pbem.mail.delivering import deliver
from pbem.mail.smtp import MailSettingsError, read_smtp_url

__all__ = ["KINDS", "MailSettingsError", "compose", "deliver", "read_smtp_url"]
