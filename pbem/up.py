"""`pbem up`: pages, worker and rounds in one process over a data folder; for trials and small groups."""

import fcntl
import logging
import os
import signal
import socket
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from flask import Flask
from waitress.server import BaseWSGIServer, MultiSocketServer, create_server

from pbem import clock, play
from pbem.assembly import check_mail, open_store
from pbem.config import ConfigError, Settings, is_production, local_settings, make_data_folder, note_address
from pbem.demo import set_demo_table
from pbem.logs import set_up_logs
from pbem.mail.inbound.listening import Door
from pbem.store import migrate
from pbem.web import create_app
from worker.embedded import EmbeddedWorker

HOST = "127.0.0.1"
PAGE_THREADS = 8
PATIENCE = 5.0  # seconds for what runs at the end; what is cut off is done again after the next start
FIRST_ADMIN = "admin@example.org"
PROCFILE = """DATABASE_URL and REDIS_URL are set, so this is production: run each of these instead of `pbem up`.
  pbem db upgrade
{lines}"""


def up(environ: Mapping[str, str], *, demo: bool) -> None:
    """Serves until SIGTERM or SIGINT. Raises ConfigError or StoreError when it cannot begin."""
    _refuse_production(environ)
    settings = local_settings(environ)
    check_mail(settings)
    if settings.mail_in_port is not None and settings.mail_in is None:
        raise ConfigError("MAIL_IN_PORT is set, but no MAIL_IN to which mail could come; set it, too.")
    if demo:
        _needs_mailbox(settings)
    make_data_folder(settings.data)
    set_up_logs(as_json=False, level=logging.WARNING)
    with only_one(settings.data), _listening(settings.port) as door:
        worker = EmbeddedWorker()
        house = play.House(settings, open_store(settings), clock.now, worker.ring)
        migrate(house.store)
        note_address(settings)
        if demo:
            set_demo_table(house, environ)
        _serve(house, worker, door)


def _needs_mailbox(settings: Settings) -> None:
    if settings.smtp_url is not None:
        raise ConfigError("SMTP_URL is set, but the letters of --demo are read in the mailbox; unset it for the demo.")
    if not settings.is_local:
        raise ConfigError("BASE_URL is not of this machine alone, so there is no mailbox for --demo; unset it.")


def _refuse_production(environ: Mapping[str, str]) -> None:
    if is_production(environ):
        raise ConfigError(PROCFILE.format(lines="\n".join(f"  {command}" for command in procfile_commands())))


def procfile_commands() -> tuple[str, ...]:
    """What the Procfile runs, one command a process."""
    file = Path(__file__).with_name("Procfile")
    if not file.is_file():
        file = Path(__file__).parents[1] / "Procfile"
    lines = file.read_text("utf-8").splitlines()
    return tuple(line.partition(":")[2].strip() for line in lines if line and not line.startswith("#"))


@contextmanager
def only_one(data: Path) -> Iterator[None]:
    """Holds the data folder: two workers over memory on one database would do everything twice. Raises ConfigError."""
    try:
        lock = os.open(data / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise ConfigError(f"{data / 'lock'} cannot be written ({error.strerror}).") from error
    try:
        _hold(lock, data)
        yield
    finally:
        os.close(lock)


def _hold(lock: int, data: Path) -> None:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.ftruncate(lock, 0)
        os.write(lock, str(os.getpid()).encode())
    except BlockingIOError as error:
        holder = os.pread(lock, 20, 0).decode("ascii", "replace").strip()
        raise ConfigError(
            f"`pbem up` runs already on {data} (process {holder or '?'}); "
            "stop it first, or name another folder in PBEM_DATA."
        ) from error
    except OSError as error:
        raise ConfigError(f"{data / 'lock'} cannot be written ({error.strerror}).") from error


@contextmanager
def _listening(port: int) -> Iterator[socket.socket]:
    with socket.socket() as door:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            door.bind((HOST, port))
            door.listen(128)
        except OSError as error:
            raise ConfigError(
                f"Port {port} cannot be used ({error.strerror}); stop what listens there or choose another with PORT."
            ) from error
        yield door


def _serve(house: play.House, worker: EmbeddedWorker, door: socket.socket) -> None:
    app = create_app(house, mailbox=house.settings.smtp_url is None)
    server = _server(app, door)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _leave)
    with _taking_mail(house):
        worker.start(house)
        print(_greeting(house), flush=True)
        server.run()
    done = worker.stop(PATIENCE)
    house.store.close()
    if not done:  # a talk with a mail host that does not answer; its letter is sent after the next start
        sys.stdout.flush()
        os._exit(0)


@contextmanager
def _taking_mail(house: play.House) -> Iterator[None]:
    """Takes in answers by mail, where MAIL_IN_PORT says where."""
    port = house.settings.mail_in_port
    if port is None:
        yield
        return
    door = Door(house, HOST, port, lmtp=True)
    door.start()
    try:
        yield
    finally:
        door.stop(PATIENCE)


def _server(app: Flask, door: socket.socket) -> BaseWSGIServer | MultiSocketServer:
    return create_server(
        app,
        sockets=[door],
        threads=PAGE_THREADS,
        ident="pbem",
        max_request_body_size=1 << 20,
        clear_untrusted_proxy_headers=False,  # the mailbox refuses who comes through a proxy, so it must see that
    )


def _leave(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
    """Ends waitress' loop; a second signal ends the process the hard way."""
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, signal.SIG_DFL)
    raise SystemExit(0)


def _greeting(house: play.House) -> str:
    settings = house.settings
    lines = ["Puerto Rico by mail is running.", f"  Address   {settings.base_url}/"]
    if settings.smtp_url is None and settings.is_local:
        lines.append(f"  Mailbox   http://{HOST}:{settings.port}/mailbox   (no SMTP_URL is set, so letters stay here)")
    elif settings.smtp_url is None:
        lines.append("  Letters   go nowhere and cannot be read: no SMTP_URL is set, and BASE_URL is for others, too")
    if settings.mail_in_port is not None:
        lines.append(f"  Mail in   {HOST}:{settings.mail_in_port} by LMTP, for {settings.mail_in}")
    if not play.has_admin(house):
        address = _first_admin(settings)
        link = play.create_admin(house, address, "pbem up")
        lines.append(f"  Admin     {link}   (works once, for {address})")
    lines += [f"  Data      {settings.data}", "Stop it with Ctrl-C; nothing is lost by that."]
    return "\n".join(lines)


def _first_admin(settings: Settings) -> str:
    sender = settings.mail_from.rpartition("<")[2].rstrip("> ")
    return FIRST_ADMIN if sender.endswith("@localhost") else sender
