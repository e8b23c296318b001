"""The time of day, in one place, so that tests can set it; always aware and in UTC."""

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]


def now() -> datetime:
    """The present moment, aware, in UTC."""
    return datetime.now(UTC)
