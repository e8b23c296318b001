"""The tasks: each reads its id, calls one verb and ends; every one may run twice, at any time, after any crash."""

import logging
from datetime import timedelta
from typing import Any, cast

from celery import Task, shared_task

from pbem import mail, play
from pbem.mail import inbound
from pbem.play import House
from pbem.store import StoreError
from worker.app import WorkerApp

LOG = logging.getLogger(__name__)
HOUSEKEEPING = "housekeeping"
HOUSEKEEPING_EVERY = timedelta(hours=1)


class HouseTask(Task[Any, Any]):
    """A task over the house of its app. With the database away it says so in one line: the sweep comes again."""

    abstract = True

    @property
    def house(self) -> House:
        """Settings, database, clock and doorbell."""
        return cast(WorkerApp, self.app).house

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().__call__(*args, **kwargs)
        except StoreError as error:
            LOG.warning("%s not done, the sweep comes again: %s", self.name, error)


@shared_task(bind=True, base=HouseTask, name="pbem.deliver")
def deliver(task: HouseTask, letter_id: int) -> None:
    """Sends a letter, unless it is sent, not due, another worker's, or has nothing to say any more."""
    mail.deliver(task.house, letter_id)


@shared_task(bind=True, base=HouseTask, name="pbem.read_mail")
def read_mail(task: HouseTask, mail_id: int) -> None:
    """Reads a mail that came in, unless it is read or another worker's."""
    inbound.read_mail(task.house, mail_id)


@shared_task(bind=True, base=HouseTask, name="pbem.remind")
def remind(task: HouseTask, turn_id: int) -> None:
    """Writes a reminder that is due."""
    if play.remind(task.house, turn_id):
        LOG.info("turn %s: reminder written", turn_id)


@shared_task(bind=True, base=HouseTask, name="pbem.remind_invited")
def remind_invited(task: HouseTask, seat_id: int) -> None:
    """Writes the reminder of an invitation that was not answered."""
    if play.remind_invited(task.house, seat_id):
        LOG.info("seat %s: reminder of the invitation written", seat_id)


@shared_task(bind=True, base=HouseTask, name="pbem.time_out")
def time_out(task: HouseTask, turn_id: int) -> None:
    """Plays for a seat whose time is over."""
    if play.time_out(task.house, turn_id):
        LOG.info("turn %s: played for a seat that was late", turn_id)


@shared_task(bind=True, base=HouseTask, name="pbem.bots")
def bots(task: HouseTask, game_id: int) -> None:
    """Lets the bots of a game move until a person is asked."""
    moves = play.let_bots_move(task.house, game_id)
    if moves:
        LOG.info("game %s: bots made %s moves", game_id, moves)


@shared_task(bind=True, base=HouseTask, name="pbem.digest")
def digest(task: HouseTask, person_id: int) -> None:
    """Writes a daily digest that is due."""
    play.write_digest(task.house, person_id)


@shared_task(bind=True, base=HouseTask, name="pbem.sweep")
def sweep(task: HouseTask) -> None:
    """The round: notes that it was made and rings for all that is due, whether or not a bell was lost before."""
    house = task.house
    play.record_heartbeat(house, play.SWEEP)
    due = play.due(house)
    for what, ids in (
        ("bots", due.bots),
        ("time_out", due.timeouts),
        ("remind", due.reminders),
        ("remind_invited", due.invitations),
        ("digest", due.digests),
        ("deliver", due.letters),
        ("read_mail", due.mails),
    ):
        for number in ids:
            house.ring(what, number)
    _keep_house(house)


def _keep_house(house: House) -> None:
    """What is done once an hour."""
    last = play.last_heartbeat(house, HOUSEKEEPING)
    if last is None or last + HOUSEKEEPING_EVERY <= house.clock():
        play.record_heartbeat(house, HOUSEKEEPING)
        forgotten = play.forget_old_mails(house)
        if forgotten:
            LOG.info("the bytes of %s old mails were deleted", forgotten)
