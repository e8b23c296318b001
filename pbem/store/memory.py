"""A database in the memory of one process, for samples and previews; it is never a real one, and nothing is kept."""

import sqlite3
from typing import cast

from sqlalchemy import create_engine
from sqlalchemy.pool import StaticPool

from pbem.store.base import Base
from pbem.store.session import Store, listening


class MemoryStore(Store):
    """An empty database in its present form, or a copy of one by its `image`. One thread at a time may use it."""

    def __init__(self, image: bytes | None = None) -> None:
        engine = create_engine("sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False})
        super().__init__("sqlite://", listening(engine))
        if image is None:
            Base.metadata.create_all(self.engine)
        else:
            self._connection().deserialize(image)

    def image(self) -> bytes:
        """All that is in it now."""
        return self._connection().serialize()

    def _connection(self) -> sqlite3.Connection:
        """The one connection that there is: the pool keeps it."""
        return cast(sqlite3.Connection, self.engine.raw_connection().driver_connection)
