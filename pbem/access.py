"""Gunicorn's logs without keys: its access and error lines pass through pbem.logs; it must not be used elsewhere."""

from gunicorn.config import Config
from gunicorn.glogging import Logger

from pbem.logs import Harmless


class AccessLogger(Logger):
    """Gunicorn's logger; a link's token shows as 8 hex digits of its hash."""

    def setup(self, cfg: Config) -> None:
        """Wraps every formatter that gunicorn set."""
        super().setup(cfg)
        for handler in (*self.error_log.handlers, *self.access_log.handlers):
            if handler.formatter is not None:
                handler.setFormatter(Harmless(handler.formatter))
