"""Production's entry: `celery -A worker.entry worker` and `… beat`, from the environment; nothing else imports it."""

from celery import signals

from pbem.assembly import production_house, refuse_old_database, settings_or_exit
from pbem.logs import set_up_logs
from pbem.play import House
from worker.app import WorkerApp
from worker.doorbell import doorbell

settings = settings_or_exit()


@signals.setup_logging.connect
def _set_up_logs(**_: object) -> None:
    set_up_logs(as_json=True)


@signals.celeryd_init.connect
def _begin(**_: object) -> None:
    refuse_old_database(settings)


def _house() -> House:
    return production_house(settings, doorbell(settings))


celery = WorkerApp(_house, settings.redis_url or "")
