"""Delivers one letter of the outbox: claim, compose, hand in, record; it decides nothing about games."""

import logging
from datetime import timedelta
from email.message import EmailMessage
from email.utils import parseaddr

from pbem import play
from pbem.mail.composing import compose
from pbem.mail.smtp import MailSettingsError, Refused, send
from pbem.store import StoreError

BACK_OFF = (
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=6),
)
# More than the outbox itself allows: such a letter was claimed again and again and never came to an answer.
MOST_CLAIMS = 15
log = logging.getLogger(__name__)


def deliver(house: play.House, outbox_id: int) -> str:
    """Sends one letter if it is due, at most once unless the process dies between the host's 250 and our mark.

    Returns what came of it: `not_due`, `withdrawn`, `sent`, `kept` (mailbox), `retry` or `given_up`.
    """
    letter = play.claim_letter(house, outbox_id)
    if letter is None:
        return "not_due"
    outcome = _deliver(house, letter)
    # No address and no link: a log is read by others than the letter.
    log.info("letter %s %s of game %s: %s", letter.id, letter.kind, letter.slug, outcome)
    return outcome


def _deliver(house: play.House, letter: play.Letter) -> str:
    if letter.attempts > MOST_CLAIMS:
        play.record_failure(house, letter, "something breaks whenever this letter is written or sent", None)
        return "given_up"
    try:
        message, letter = _composed(house, letter)
    except ValueError as error:
        play.record_failure(house, letter, f"cannot be written: {error}", None)
        return "given_up"
    if message is None:
        play.withdraw(house, letter, "nothing to say any more")
        return "withdrawn"
    subject, url = str(message["Subject"]), house.settings.smtp_url
    if url is None:
        play.record_sent(house, letter, subject, message.as_bytes())
        return "kept"
    try:
        send(url, message, parseaddr(house.settings.mail_from)[1], letter.person.address)
    except MailSettingsError as error:
        play.record_failure(house, letter, str(error), house.clock() + retry_after(letter))
        return "retry"
    except Refused as refusal:
        retry_at = house.clock() + retry_after(letter) if refusal.may_retry else None
        play.record_failure(house, letter, str(refusal), retry_at)
        return "retry" if refusal.may_retry else "given_up"
    play.record_sent(house, letter, subject, None)
    return "sent"


def _composed(house: play.House, letter: play.Letter) -> tuple[EmailMessage | None, play.Letter]:
    """The letter written, and what it still carries: one game that is broken must not hold up another's letter."""
    try:
        return compose(house, letter), letter
    except (ValueError, StoreError):
        raise
    except Exception:
        if not letter.merged:
            raise
        log.exception("letter %s cannot be written with its company and goes alone", letter.id)
    alone = play.part(house, letter)
    return compose(house, alone), alone


def retry_after(letter: play.Letter) -> timedelta:
    """How long to wait after this attempt: longer each time, and up to a fifth more, different for each letter."""
    step = BACK_OFF[min(letter.attempts, len(BACK_OFF)) - 1]
    return step * (1 + (letter.id * 37 + letter.attempts * 11) % 100 / 500)
