"""The doorbell: tells the worker that something is due; a broker that is away must neither fail nor slow who rings."""

import logging
import time
from typing import Protocol

from kombu.exceptions import KombuError
from redis.exceptions import RedisError

from pbem.config import Settings
from pbem.play import House
from worker.app import BELL_KEEPS, WorkerApp, redis_options

LOG = logging.getLogger(__name__)
REST = 5.0  # seconds without ringing after a failure: the sweep does the work meanwhile
PATIENCE = 0.5  # seconds for Redis to answer


class Ring(Protocol):
    """Rings for `what` (a task's name) with the id of a letter, turn or game."""

    def __call__(self, what: str, number: int) -> None: ...


class Doorbell:
    """Rings by a message to Celery. It says once that the broker is away, and once that it is back."""

    def __init__(self, app: WorkerApp) -> None:
        self._app = app
        self._silent_until = 0.0
        self._away = False

    def __call__(self, what: str, number: int) -> None:
        """Rings, or does nothing when the broker was away just now."""
        if time.monotonic() < self._silent_until:
            return
        try:
            self._app.send_task(f"pbem.{what}", (number,), retry=False, expires=BELL_KEEPS.total_seconds())
        except (KombuError, RedisError, OSError) as error:
            self._note_failure(error)
        except Exception:  # whatever else: who rings has done his work, and the sweep finds it
            self._silent_until = time.monotonic() + REST
            LOG.exception("the bell could not be rung; what is due waits in the database")
        else:
            self._note_success()

    def _note_failure(self, error: Exception) -> None:
        self._silent_until = time.monotonic() + REST
        if not self._away:
            self._away = True
            LOG.warning("the broker is away (%s); what is due waits for it in the database", type(error).__name__)

    def _note_success(self) -> None:
        if self._away:
            self._away = False
            LOG.info("the broker is back")


def doorbell(settings: Settings) -> Ring:
    """The doorbell of a process that runs no tasks itself; silent where no broker is set (`pbem up` sweeps)."""
    if settings.redis_url is None:
        return silence
    app = WorkerApp(_no_house, settings.redis_url)
    app.conf.broker_transport_options = redis_options(PATIENCE)
    return Doorbell(app)


def silence(what: str, number: int) -> None:
    """Rings nowhere."""


def _no_house() -> House:
    raise RuntimeError("this process only rings")
