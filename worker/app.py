"""Celery's settings and the app that knows its house; must not hold a task or read the environment."""

from collections.abc import Callable
from datetime import timedelta
from functools import cached_property
from typing import Any

from celery import Celery
from kombu import Queue

from pbem.play import House

MEMORY = "memory://localhost"
SWEEP_EVERY = timedelta(seconds=5)
SHORT_SWEEP = timedelta(seconds=2)  # in one process a round costs next to nothing, and trials have short clocks
BELL_KEEPS = timedelta(seconds=30)  # a bell not heard by then is void: the sweep rings again for what is still due
SOFT_LIMIT, HARD_LIMIT = 60, 90  # seconds; the longest talk with an SMTP host is shorter
VISIBILITY = 600  # seconds; must be longer than HARD_LIMIT, or a task that is running is given out again


class WorkerApp(Celery):
    """Celery with the house its tasks work on; it is built on first use, so that each forked process has its own."""

    def __init__(self, build_house: Callable[[], House], broker: str) -> None:
        super().__init__("pbem", broker=broker, include=["worker.tasks"], set_as_current=False)
        self._build_house = build_house
        self.conf.update(celery_settings(broker))

    @cached_property
    def house(self) -> House:
        """Settings, database, clock and doorbell of this process."""
        return self._build_house()


def celery_settings(broker: str) -> dict[str, Any]:
    """Celery's configuration. Nothing is ever sent with an ETA: Redis would hand such a task out again and again."""
    sweep = SHORT_SWEEP if broker == MEMORY else SWEEP_EVERY
    return {
        "broker_transport_options": _memory_options() if broker == MEMORY else redis_options(),
        "broker_connection_retry_on_startup": True,
        "task_acks_late": True,
        "task_reject_on_worker_lost": True,
        "task_ignore_result": True,
        "task_soft_time_limit": SOFT_LIMIT,
        "task_time_limit": HARD_LIMIT,
        "task_queues": (Queue("game"), Queue("mail")),
        "task_default_queue": "game",
        "task_routes": {"pbem.deliver": {"queue": "mail"}, "pbem.read_mail": {"queue": "mail"}},
        "task_serializer": "json",
        "accept_content": ["json"],
        "worker_prefetch_multiplier": 1,
        "worker_max_tasks_per_child": 500,
        "worker_soft_shutdown_timeout": 20.0,
        "worker_hijack_root_logger": False,
        "timezone": "UTC",
        "enable_utc": True,
        "beat_scheduler": "celery.beat:Scheduler",  # keeps no file: a round too many is harmless
        "beat_schedule": {
            "sweep": {
                "task": "pbem.sweep",
                "schedule": sweep,
                "options": {"expires": sweep.total_seconds(), "retry": False},
            }
        },
    }


def _memory_options() -> dict[str, Any]:
    return {"polling_interval": 0.1}


def redis_options(patience: float = 3.0) -> dict[str, Any]:
    """How to talk to Redis: `patience` is how many seconds an answer may take.

    The restore options bring back within seconds what a killed worker had taken.
    """
    return {
        "visibility_timeout": VISIBILITY,
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
        "socket_connect_timeout": 0.5,
        "socket_timeout": patience,
        "max_retries": 0,
    }
