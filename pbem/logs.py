"""Sets up the logs of a process, and sees to it that no link, key or password gets into one."""

import hashlib
import logging
import re
import sys
from typing import TextIO

import structlog

_PATHS = re.compile(r"/(t|stop|welcome|watch|address|no-invitations)/([^/?\s\"'<>]+)")
_TOKENS = re.compile(r"\.?[\w-]{4,}\.[\w-]{5,8}\.[\w-]{27,}")
_PASSWORDS = re.compile(r"(\b[a-z][a-z0-9+.-]*://[^\s/:@]*):[^\s/@]+@", re.IGNORECASE)


def harmless(text: str) -> str:
    """The text with every link's token replaced by 8 hex digits of its hash, and passwords in addresses by stars."""
    text = _PATHS.sub(lambda hit: f"/{hit[1]}/{_digest(hit[2])}", text)
    text = _TOKENS.sub(lambda hit: _digest(hit[0]), text)
    return _PASSWORDS.sub(r"\1:***@", text)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()[:8]


class Harmless(logging.Formatter):
    """Another formatter, whose finished lines, tracebacks included, are made harmless."""

    def __init__(self, inner: logging.Formatter) -> None:
        super().__init__()
        self._inner = inner

    def format(self, record: logging.LogRecord) -> str:
        """The line as it may be written."""
        return harmless(self._inner.format(record))


def set_up_logs(*, as_json: bool, level: int = logging.INFO, stream: TextIO | None = None) -> None:
    """Sends all logs to stderr: JSON for machines, or lines for a person. Calling it again replaces the first."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(Harmless(_formatter(as_json)))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for noisy in ("celery", "kombu", "amqp", "alembic", "waitress"):
        logging.getLogger(noisy).setLevel(max(level, logging.WARNING))
    structlog.configure(
        processors=[*_shared(), structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )


def _shared() -> list[structlog.types.Processor]:
    return [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
    ]


def _formatter(as_json: bool) -> logging.Formatter:
    last: structlog.types.Processor = (
        structlog.processors.JSONRenderer()
        if as_json
        else structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)
    )
    before: list[structlog.types.Processor] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
    if as_json:
        before.append(structlog.processors.format_exc_info)
    return structlog.stdlib.ProcessorFormatter(foreign_pre_chain=_shared(), processors=[*before, last])
