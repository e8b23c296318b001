"""Reads one mail that came in: claims it, tells whose it is, hands it on, notes what came of it; it plays nothing."""

import logging
from dataclasses import replace

from pbem import play
from pbem.mail.bounces import handle_bounce
from pbem.mail.inbound.handling import handle
from pbem.mail.inbound.machines import Ours
from pbem.mail.inbound.mail import Incoming, Outcome
from pbem.mail.inbound.parsing import parse_mail
from pbem.store import StoreError

LONGEST_LINE = 120  # characters of a mail's first line that the admin sees
log = logging.getLogger(__name__)


def read_mail(house: play.House, mail_id: int) -> str:
    """Reads one mail if it waits to be read, and gives its outcome: `not_due`, `retry`, or what InboundMail keeps.

    `bounce_…` and `complaint` for reports, `ignored` for other machines, `copy` for what came before under the same
    Message-ID, else what came of a person's mail. A mail that breaks is noted and tried again; nothing it does stops
    the others. Raises StoreError when the database is away: then its lease runs out.
    """
    came = play.claim_mail(house, mail_id)
    if came is None:
        return "not_due"
    try:
        word = _read(house, came)
    except StoreError:
        raise
    except Exception as error:  # the time limit of a task, too: it may come from anywhere
        log.exception("mail %s broke its reader", came.id)
        play.fail_mail(house, came, type(error).__name__)
        return "retry"
    log.info("mail %s by %s: %s", came.id, came.via, word)  # no address: a log is read by others than the mail
    return word


def _read(house: play.House, came: play.CameIn) -> str:
    letter_id = play.read_bounce_address(house, came.envelope_to)
    if letter_id is not None:
        word = handle_bounce(house, came.raw, came.envelope_to, came.id)
        play.finish_mail(house, came.id, word, detail={"letter": letter_id})
        return word
    incoming = parse_mail(came.raw, came.envelope_from, _ours(house))
    play.describe_mail(house, came.id, **_facts(incoming))
    answering = play.read_reply_address(house, came.envelope_to)
    if play.is_copy(house, came.id, incoming.message_id, answering.game_id if answering else None):
        return "copy"
    outcome = _of_machine(incoming) if incoming.machine else handle(house, incoming, came.envelope_to, came.id)
    if answering is not None and outcome.seat_id is None:
        outcome = replace(outcome, seat_id=answering.seat_id)
    play.finish_mail(house, came.id, outcome.word, outcome.seat_id, outcome.detail)
    return outcome.word


def _ours(house: play.House) -> Ours:
    """What is our own; an address from which somebody plays as well is not, as a mail from there may be his."""
    ours = Ours.of(house.settings)
    return replace(ours, addresses=ours.addresses - play.people_among(house, ours.addresses))


def _facts(incoming: Incoming) -> dict[str, str]:
    line = next((line.strip() for line in incoming.text.split("\n") if line.strip()), "")
    return {"sender": incoming.sender, "subject": incoming.subject, "line": line[:LONGEST_LINE]}


def _of_machine(incoming: Incoming) -> Outcome:
    """Machines are never answered, and what they say plays nothing. A complaint (RFC 5965) is for the admin to see."""
    return Outcome("complaint" if incoming.machine == "report" else "ignored", detail={"machine": incoming.machine})
