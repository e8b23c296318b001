"""The house of one command: settings from the environment, the bell of production or none; it holds no command."""

import json
import logging
import os
from dataclasses import asdict, is_dataclass
from datetime import datetime
from typing import Any

import click

from pbem.assembly import local_house
from pbem.config import is_production, local_settings
from pbem.logs import set_up_logs
from pbem.play import House


def quiet_house() -> House:
    """The house for a command. Beside a `pbem up` no bell can be rung: its next round finds what was written.

    Raises ConfigError or StoreError.
    """
    set_up_logs(as_json=False, level=logging.WARNING)
    if not is_production(os.environ):
        return local_house(os.environ, lambda what, number: None)  # noqa: ARG005
    from worker.doorbell import doorbell  # Celery takes its time; it is needed in production alone

    return local_house(os.environ, doorbell(local_settings(os.environ)))


def print_json(value: Any) -> None:
    """Prints views as JSON, moments in ISO 8601."""
    click.echo(json.dumps(value, default=_plain, ensure_ascii=False, indent=2))


def printable(text: str) -> str:
    """A text from outside as a terminal may get it: no control characters, no change of direction."""
    return "".join(char if char.isprintable() or char == "\n" else "?" for char in text)


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    raise TypeError(f"{type(value).__name__} has no JSON form")
