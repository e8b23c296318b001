"""Brings a database to the present form with Alembic; must not be needed by anything but a start."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from pbem.store.session import Store, clear_errors


def alembic_config(store: Store) -> Config:
    """Alembic's settings for this store; the scripts lie beside this file."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["engine"] = store.engine
    return config


def migrate(store: Store) -> None:
    """Runs all migrations that are missing. Safe to call by two processes at once. Raises StoreError."""
    with clear_errors():
        command.upgrade(alembic_config(store), "head")


def pending(store: Store) -> bool:
    """Whether `pbem db upgrade` has something to do. Raises StoreError."""
    head = ScriptDirectory.from_config(alembic_config(store)).get_current_head()
    with clear_errors(), store.engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision() != head
