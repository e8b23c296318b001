"""Sessions on SQLite or PostgreSQL: reading ones that cannot write, writing ones that commit once."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError
from sqlalchemy.orm import Session, sessionmaker
from sqlalchemy.pool import QueuePool

BUSY_MS = 10_000
KEPT = 5  # connections to SQLite kept open: opening one takes as long as the queries of a page


class StoreError(Exception):
    """The database is away or cannot be used; the text is fit to show an admin and holds no password."""

    code = "database_away"


class UrlError(Exception):
    """An address of no database that can be used; the sentence is about DATABASE_URL and holds no password."""

    code = "config"


_ONE: ContextVar[tuple["Store", Session] | None] = ContextVar("one_view", default=None)


class Store:
    """A database. `url` is SQLAlchemy's, of sqlite or postgresql+psycopg. Raises UrlError; OSError for its folder."""

    def __init__(self, url: str, engine: Engine | None = None) -> None:
        self.url = url
        self.engine = engine or _engine(url)
        reading = self.engine.execution_options(pbem_reading=True, postgresql_readonly=True)
        self._read = sessionmaker(reading)
        level = {} if url.startswith("sqlite") else {"isolation_level": "REPEATABLE READ"}
        self._snapshot = sessionmaker(reading.execution_options(**level))
        self._write = sessionmaker(self.engine, expire_on_commit=False)

    @contextmanager
    def read(self) -> Iterator[Session]:
        """A session that cannot change anything. Raises StoreError when the database is away."""
        shared = _ONE.get()
        with clear_errors():
            if shared is not None and shared[0] is self:
                yield shared[1]
                return
            with self._read() as session:
                yield session

    @contextmanager
    def snapshot(self) -> Iterator[Session]:
        """As `read`, with all its queries seeing one moment, as SQLite's always do; for what spans several tables."""
        shared = _ONE.get()
        with clear_errors():
            if shared is not None and shared[0] is self:
                yield shared[1]
                return
            with self._snapshot() as session:
                yield session

    @contextmanager
    def one_view(self) -> Iterator[None]:
        """What is read within it is read in one snapshot, each row once: a page asks a dozen verbs.

        What is written meanwhile is not seen in it.
        """
        with self.snapshot() as session:
            kept: list[object] = []  # a session alone forgets rows that nobody holds
            event.listen(session, "loaded_as_persistent", lambda _session, row: kept.append(row))
            before = _ONE.set((self, session))
            try:
                yield
            finally:
                _ONE.reset(before)

    @contextmanager
    def write(self) -> Iterator[Session]:
        """One transaction, committed at the end, undone when an exception leaves it.

        SQLite takes its write lock at once (BEGIN IMMEDIATE): a lock taken later fails without waiting.
        """
        with clear_errors(), self._write.begin() as session:
            yield session

    def close(self) -> None:
        """Gives all connections back."""
        self.engine.dispose()


@contextmanager
def clear_errors() -> Iterator[None]:
    """Turns a database that is away, or a file that is none, into a StoreError."""
    try:
        yield
    except OperationalError as error:
        raise StoreError(f"The database cannot be reached: {_reason(error)}") from error
    except DBAPIError as error:
        if error.connection_invalidated:
            raise StoreError(f"The connection to the database broke: {_reason(error)}") from error
        if type(error.orig) is sqlite3.DatabaseError:
            raise StoreError(f"The database cannot be used: {_reason(error)}") from error
        raise


def _reason(error: DBAPIError) -> str:
    lines = str(error.orig).strip().splitlines()
    return lines[0] if lines else type(error.orig).__name__


def _engine(url: str) -> Engine:
    try:
        address = make_url(url)
    except (ArgumentError, ValueError) as error:
        raise UrlError("DATABASE_URL must look like postgresql://user:password@host:5432/pbem.") from error
    return _sqlite_engine(address) if address.drivername.startswith("sqlite") else _postgres_engine(address)


def _postgres_engine(address: URL) -> Engine:
    """Like SQLite's, it hides parameters: an error's text goes to the log, and an address must not."""
    try:
        from psycopg import ProgrammingError, conninfo  # it comes with the production's packages
    except ImportError as error:
        raise UrlError("DATABASE_URL names PostgreSQL; pip install 'pbem[prod]' brings what that needs.") from error
    engine = create_engine(
        address, pool_pre_ping=True, pool_size=5, connect_args={"connect_timeout": 5}, hide_parameters=True
    )
    try:
        options = engine.dialect.create_connect_args(address)[1]
        conninfo.make_conninfo(**{name: value for name, value in options.items() if name != "context"})
    except ProgrammingError as error:
        raise UrlError(f"DATABASE_URL cannot be used: {str(error).splitlines()[0]}.") from error
    return engine


def _sqlite_engine(address: URL) -> Engine:
    path = address.database
    if not path or path == ":memory:" or "\0" in path:
        raise UrlError("DATABASE_URL names no file; sqlite:///path/to/pbem.sqlite does.")
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    options = {"timeout": BUSY_MS / 1000, "check_same_thread": False}  # the pool lends it to one thread at a time
    engine = create_engine(
        address, poolclass=QueuePool, pool_size=KEPT, max_overflow=-1, connect_args=options, hide_parameters=True
    )
    return listening(engine)


def listening(engine: Engine) -> Engine:
    """An engine of SQLite whose transactions begin as ours do."""
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _set_up_sqlite(dbapi: Any, _record: Any) -> None:
    dbapi.isolation_level = None  # we say BEGIN ourselves, below
    cursor = dbapi.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY_MS}"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    reading = connection.get_execution_options().get("pbem_reading", False)
    connection.exec_driver_sql(f"PRAGMA query_only={'ON' if reading else 'OFF'}")
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")
