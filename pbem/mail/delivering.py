"""Delivers one letter of the outbox: claim, compose, hand in, record; it decides nothing about games."""

import logging
import time
from dataclasses import dataclass
from datetime import timedelta

from pbem import play
from pbem.config import ConfigError, sender_address
from pbem.mail.composing import compose
from pbem.mail.message import ANSWERING, UnwritableLetter
from pbem.mail.pace import MOST_SLEEP, PACE
from pbem.mail.signing import sign
from pbem.mail.smtp import MailSettingsError, Refused, send
from pbem.mail.verdicts import AWAY, DEAD, FULL
from pbem.store import StoreError

BACK_OFF = (
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=6),
)
FULL_BACK_OFF = BACK_OFF[3:]  # nobody empties a mailbox within minutes
MOST_CLAIMS = 15  # without an outcome: over such a letter the process dies, or is killed, every time
TROUBLES = (DEAD, FULL, AWAY)  # about the address, whatever letter goes there
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Handed:
    """What came of handing a letter in. `raw` is kept in mailbox mode alone; `error` says why it was not taken.

    `trouble` is what the host said of the address: dead, full or away. `wait`: seconds, for a letter postponed.
    """

    outcome: str
    error: str = ""
    subject: str = ""
    raw: bytes | None = None
    trouble: str = ""
    wait: float = 0.0


def deliver(house: play.House, outbox_id: int) -> str:
    """Sends one letter if it is due, at most once unless the process dies between the host's 250 and our mark.

    Returns what came of it: `not_due`, `withdrawn`, `sent`, `kept` (mailbox), `retry`, `postponed` (too many for that
    domain just now), `held` (its address takes no letters; it waits until that is mended), `parted` (from those merged
    into it; each goes alone) or `given_up`. A letter is given up for its own content alone; what else goes wrong is
    noted in it and tried again, later and later. Raises StoreError when the database is away: then its lease runs out.
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
    outcome = _record(house, letter, handed)
    # No address and no link: a log is read by others than the letter.
    log.info("letter %s %s of game %s: %s", letter.id, letter.kind, letter.slug, outcome)
    return outcome


def _hand_in(house: play.House, letter: play.Letter) -> Handed:
    if letter.claims > MOST_CLAIMS:
        return Handed("given_up", "something breaks whenever this letter is written or sent")
    url = house.settings.smtp_url
    try:
        wait = PACE.wait((url, domain_of(letter)), house.settings.mail_pace) if url else 0.0
        if wait > MOST_SLEEP:
            return Handed("postponed", wait=wait)
        message = compose(house, letter)
        if message is None:
            return Handed("withdrawn", "nothing to say any more")
        subject = str(message["Subject"])
        if url is None:
            return Handed("kept", subject=subject, raw=message.as_bytes())
        time.sleep(wait)
        send(url, sign(house.settings, message.as_bytes()), envelope_sender(house, letter), letter.person.address)
    except UnwritableLetter as error:
        return Handed("given_up", f"cannot be written: {error}")
    except (MailSettingsError, ConfigError) as error:
        return Handed("retry", str(error))
    except Refused as refusal:
        trouble = refusal.kind if refusal.kind in TROUBLES else ""
        return Handed("retry" if refusal.may_retry else "given_up", str(refusal), trouble=trouble)
    return Handed("sent", subject=subject)


def envelope_sender(house: play.House, letter: play.Letter) -> str:
    """To whom a letter comes back that fails: its own address where mail can come in (VERP), else the sender's.

    An answer to a mail has none (RFC 3834, 3.3): two machines that answer each other must come to an end. Raises
    MailSettingsError.
    """
    if letter.kind in ANSWERING:
        return ""
    try:
        return play.bounce_address(house, letter.id) or sender_address(house.settings.mail_from)
    except ConfigError as error:
        raise MailSettingsError(str(error)) from error


def domain_of(letter: play.Letter) -> str:
    """The domain of the address, small."""
    return letter.person.address.rpartition("@")[2].lower()


def _record(house: play.House, letter: play.Letter, handed: Handed) -> str:
    """Notes it in the outbox and gives the outcome; outside of what may break, so that a letter taken never failed."""
    match handed.outcome:
        case "sent" | "kept":
            play.record_sent(house, letter, handed.subject, handed.raw)
        case "withdrawn":
            play.withdraw(house, letter, handed.error)
        case "postponed":
            play.postpone(house, letter, house.clock() + timedelta(seconds=handed.wait))
        case "retry":
            address = letter.person.address
            trouble = handed.trouble
            is_held = bool(trouble) and play.record_refusal(house, letter, trouble, handed.error, address)
            play.record_failure(house, letter, handed.error, house.clock() + retry_after(letter, trouble))
            return "held" if is_held else "retry"
        case _:
            play.record_failure(house, letter, handed.error, None)
    return handed.outcome


def retry_after(letter: play.Letter, trouble: str = "") -> timedelta:
    """How long to wait after this attempt: longer each time, and up to a fifth more, different for each letter."""
    steps = FULL_BACK_OFF if trouble == FULL else BACK_OFF
    step = steps[min(letter.attempts, len(steps)) - 1]
    return step * (1 + (letter.id * 37 + letter.attempts * 11) % 100 / 500)
