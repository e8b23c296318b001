"""Alembic's entry: runs the migrations over the engine that pbem.store.migrate hands in."""

from alembic import context
from sqlalchemy import Connection, Engine

from pbem.store.base import Base

LOCK = 7_062_002  # any number of our own: two web processes may start at once


def run() -> None:
    """Migrates in one transaction, one process at a time (SQLite's BEGIN IMMEDIATE, PostgreSQL's advisory lock)."""
    engine: Engine = context.config.attributes["engine"]
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
        _migrate(connection)


def _migrate(connection: Connection) -> None:
    context.configure(connection=connection, target_metadata=Base.metadata, render_as_batch=True, compare_type=True)
    context.run_migrations()


run()
