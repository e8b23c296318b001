"""Gunicorn's entry: the pages of a production, from the environment; a start without its settings is refused."""

from flask import Flask

from pbem.assembly import exit_with, production_house, settings_or_exit
from pbem.logs import set_up_logs
from pbem.store import StoreError
from pbem.web import create_app
from worker.doorbell import doorbell


def _application() -> Flask:
    set_up_logs(as_json=True)
    settings = settings_or_exit()
    try:
        house = production_house(settings, doorbell(settings))
    except StoreError as error:
        exit_with(error)
    return create_app(house, mailbox=False)


application = _application()
