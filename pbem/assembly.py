"""Puts the house together from the environment for each kind of process; holds no verb, page or task of its own."""

import logging
import os
import sys
from collections.abc import Mapping
from typing import NoReturn

from pbem import clock
from pbem.config import ConfigError, Settings, is_production, make_data_folder, production_settings, settings_beside
from pbem.mail import MailSettingsError, read_smtp_url
from pbem.mail.signing import signers
from pbem.play import House
from pbem.play.types import Ring
from pbem.store import Store, StoreError, UrlError, migrate, pending

LOG = logging.getLogger(__name__)
STOP_ALL = 4  # gunicorn ends on this code; on others it would start the worker again and again
OLD_SCHEMA = "The database is not in the form of this version; run `pbem db upgrade` first."


def local_house(environ: Mapping[str, str], ring: Ring) -> House:
    """The house of a command: without a production's settings the database is brought up to date.

    Raises ConfigError, and StoreError when the database is away or, in production, of another version.
    """
    settings = settings_beside(environ)
    check_mail(settings)
    if not is_production(environ):
        make_data_folder(settings.data)
    store = open_store(settings)
    if is_production(environ):
        _must_be_current(store)
    else:
        migrate(store)
    return House(settings, store, clock.now, ring)


def production_house(settings: Settings, ring: Ring) -> House:
    """The house of a Procfile's process. Raises StoreError when the database is away or of another version."""
    store = open_store(settings)
    _must_be_current(store)
    store.close()  # the check's connection must not be shared with forked workers
    return House(settings, store, clock.now, ring)


def open_store(settings: Settings) -> Store:
    """The database of these settings, as it is. Raises ConfigError for an address of none, or StoreError."""
    try:
        return Store(settings.database_url)
    except UrlError as error:
        raise ConfigError(str(error)) from error
    except OSError as error:
        raise StoreError(f"The folder of the database cannot be made ({error.strerror}).") from error


def refuse_old_database(settings: Settings) -> None:
    """Ends a process over a database of another version. One that is away is waited for: it may be starting, too."""
    try:
        store = open_store(settings)
        is_old = pending(store)
        store.close()  # its connection must not be shared with forked workers
    except StoreError as error:
        LOG.warning("%s", error)
        return
    if is_old:
        exit_with(StoreError(OLD_SCHEMA))


def _must_be_current(store: Store) -> None:
    if pending(store):
        raise StoreError(OLD_SCHEMA)


def settings_or_exit() -> Settings:
    """Production's settings; where they are not complete, one sentence each on stderr and the end of the process."""
    try:
        settings = production_settings(os.environ)
        check_mail(settings)
        open_store(settings).close()
    except (ConfigError, StoreError) as error:
        exit_with(error)
    return settings


def check_mail(settings: Settings) -> None:
    """Raises ConfigError for an SMTP_URL that no letter could be sent by, and for keys that sign none."""
    signers(settings)
    try:
        if settings.smtp_url is not None:
            read_smtp_url(settings.smtp_url)
    except MailSettingsError as error:
        raise ConfigError(str(error)) from error


def exit_with(error: Exception) -> NoReturn:
    """Ends a process that cannot begin, with the reason on stderr instead of a traceback."""
    print(error, file=sys.stderr)
    raise SystemExit(STOP_ALL) from error
