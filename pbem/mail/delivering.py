"""Delivers one letter of the outbox: claim, compose, hand in, record; it decides nothing about games."""

import logging
from dataclasses import dataclass
from datetime import timedelta

from pbem import play
from pbem.config import sender_address
from pbem.mail.composing import compose
from pbem.mail.message import UnwritableLetter
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


@dataclass(frozen=True, slots=True)
class Handed:
    """What came of handing a letter in. `raw` is kept in mailbox mode alone; `error` says why it was not taken."""

    outcome: str
    error: str = ""
    subject: str = ""
    raw: bytes | None = None


def deliver(house: play.House, outbox_id: int) -> str:
    """Sends one letter if it is due, at most once unless the process dies between the host's 250 and our mark.

    Returns what came of it: `not_due`, `withdrawn`, `sent`, `kept` (mailbox), `retry`, `parted` (from those merged
    into it; each goes alone) or `given_up`. A letter is given up for its own address or content alone; what else goes
    wrong is noted in it and tried again, later and later. Raises StoreError when the database is away: then its lease
    runs out.
    """
    letter = play.claim_letter(house, outbox_id)
    if letter is None:
        return "not_due"
    try:
        handed = _hand_in(house, letter)
    except StoreError:
        raise
    except Exception as error:  # the time limit of a task, too: it may come from anywhere
        log.exception("letter %s %s of game %s broke", letter.id, letter.kind, letter.slug)
        if letter.merged:  # a game that is broken must not hold up the letter about another
            play.part(house, letter)
            return "parted"
        # Its type alone: the text may hold an address or a link.
        handed = Handed("retry", f"something broke while it was written or sent: {type(error).__name__}")
    _record(house, letter, handed)
    # No address and no link: a log is read by others than the letter.
    log.info("letter %s %s of game %s: %s", letter.id, letter.kind, letter.slug, handed.outcome)
    return handed.outcome


def _hand_in(house: play.House, letter: play.Letter) -> Handed:
    if letter.attempts > MOST_CLAIMS:
        return Handed("given_up", "something breaks whenever this letter is written or sent")
    try:
        message = compose(house, letter)
        if message is None:
            return Handed("withdrawn", "nothing to say any more")
        subject, url = str(message["Subject"]), house.settings.smtp_url
        if url is None:
            return Handed("kept", subject=subject, raw=message.as_bytes())
        send(url, message, sender_address(house.settings.mail_from), letter.person.address)
    except UnwritableLetter as error:
        return Handed("given_up", f"cannot be written: {error}")
    except MailSettingsError as error:
        return Handed("retry", str(error))
    except Refused as refusal:
        return Handed("retry" if refusal.may_retry else "given_up", str(refusal))
    return Handed("sent", subject=subject)


def _record(house: play.House, letter: play.Letter, handed: Handed) -> None:
    """Notes it in the outbox; outside of what may break, so that a letter that was taken is never noted as failed."""
    match handed.outcome:
        case "sent" | "kept":
            play.record_sent(house, letter, handed.subject, handed.raw)
        case "withdrawn":
            play.withdraw(house, letter, handed.error)
        case "retry":
            play.record_failure(house, letter, handed.error, house.clock() + retry_after(letter))
        case _:
            play.record_failure(house, letter, handed.error, None)


def retry_after(letter: play.Letter) -> timedelta:
    """How long to wait after this attempt: longer each time, and up to a fifth more, different for each letter."""
    step = BACK_OFF[min(letter.attempts, len(BACK_OFF)) - 1]
    return step * (1 + (letter.id * 37 + letter.attempts * 11) % 100 / 500)
