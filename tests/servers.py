"""Fixtures of the real servers: PostgreSQL, Redis, an SMTP sink, Chromium, started here on loopback and stopped again.

A missing server skips a test on somebody's machine and fails it where CI is set: there nothing may be left out.
"""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import psycopg
import pytest
import redis as redis_client
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from pbem.mail.lines import LINES
from pbem.store import Base, Store, migrate, session

PATIENCE = 30.0
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def free_port() -> int:
    """A loopback port that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until(ready: Callable[[], Any], what: str, seconds: float = PATIENCE) -> Any:
    """Asks again and again until `ready` gives something true, and gives that. AssertionError after `seconds`."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = ready()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError(f"waited {seconds:.0f} s in vain for {what}")


def missing(server: str, package: str) -> None:
    """Ends the test: skipped at home, failed under CI."""
    text = f"{server} is not installed (Debian's package: {package})"
    if os.environ.get("CI"):
        pytest.fail(text)
    pytest.skip(text)


# --- PostgreSQL ---------------------------------------------------------------------------------------------------


def _postgres_bin() -> Path | None:
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda p: int(p.parts[-3]))
    if debian:
        return debian[-1].parent
    found = shutil.which("initdb")
    return Path(found).parent if found else None


class PostgresServer:
    """A cluster in a folder of its own, without fsync; one a test process."""

    def __init__(self, binaries: Path) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="pbem-pg-"))
        self.port = free_port()
        # PostgreSQL refuses to run as root; Debian's package brings a user for it.
        self._as: dict[str, Any] = (
            {"user": "postgres", "group": "postgres", "extra_groups": []} if os.getuid() == 0 else {}
        )
        if self._as:
            shutil.chown(self.folder, "postgres", "postgres")
        self._run(binaries / "initdb", "-D", "data", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")
        settings = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=60")
        self._log = (self.folder / "log").open("wb")
        self._process = subprocess.Popen(
            [binaries / "postgres", "-D", "data", "-p", str(self.port), "-h", "127.0.0.1", "-k", self.folder]
            + [part for setting in settings for part in ("-c", setting)],
            cwd=self.folder,
            stdout=self._log,
            stderr=self._log,
            **self._as,
        )
        wait_until(self._answers, "PostgreSQL")
        self._count = 0
        self._shared: str | None = None

    def _run(self, *command: object) -> None:
        subprocess.run([str(part) for part in command], cwd=self.folder, check=True, capture_output=True, **self._as)

    def _answers(self) -> bool:
        assert self._process.poll() is None, (self.folder / "log").read_text("utf-8", "replace")
        try:
            self.execute("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True

    def execute(self, sql: str) -> None:
        """Runs a statement as the superuser, outside of any transaction."""
        with psycopg.connect(self._dsn("postgres"), autocommit=True) as connection:
            connection.execute(sql.encode())

    def _dsn(self, name: str) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/{name}"

    def new_database(self) -> str:
        """The SQLAlchemy URL of a new database without any table."""
        self._count += 1
        name = f"test{self._count}"
        self.execute(f"CREATE DATABASE {name}")
        return self._dsn(name).replace("postgresql:", "postgresql+psycopg:")

    def emptied_database(self) -> str:
        """The one migrated database that tests take turns with: emptying it takes a fifth of making another."""
        if self._shared is None:
            self._shared = self.new_database()
            _migrate(self._shared)
        name = self._shared.rpartition("/")[2]
        self.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
        with psycopg.connect(self._dsn(name), autocommit=True) as connection:
            connection.execute(f"TRUNCATE {', '.join(Base.metadata.tables)} RESTART IDENTITY CASCADE".encode())
        return self._shared

    def drop(self, url: str) -> None:
        """Removes a database, whoever is still connected."""
        self.execute(f"DROP DATABASE IF EXISTS {url.rpartition('/')[2]} WITH (FORCE)")

    def stop(self) -> None:
        """Stops the server at once and removes its folder."""
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(10)
        self._log.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def _migrate(url: str) -> None:
    store = Store(url)
    migrate(store)
    store.close()


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """The PostgreSQL server of this test process."""
    binaries = _postgres_bin()
    if binaries is None:
        missing("PostgreSQL", "postgresql")
    assert binaries is not None
    server = PostgresServer(binaries)
    yield server
    server.stop()


@pytest.fixture
def postgres_url(postgres: PostgresServer) -> str:
    """A PostgreSQL database with the present tables, all empty."""
    return postgres.emptied_database()


@pytest.fixture
def bare_postgres_url(postgres: PostgresServer) -> Iterator[str]:
    """A PostgreSQL database of this test's own, empty."""
    url = postgres.new_database()
    yield url
    postgres.drop(url)


@pytest.fixture(scope="session", autouse=True)
def _sqlite_without_waiting_for_the_disk() -> Iterator[None]:
    """The tests' SQLite need not survive a power cut, and half of their time would go by waiting for the disk."""
    real = session._set_up_sqlite

    def set_up(dbapi: Any, record: Any) -> None:
        real(dbapi, record)
        dbapi.execute("PRAGMA synchronous=OFF")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(session, "_set_up_sqlite", set_up)
        yield


@pytest.fixture(scope="session")
def _migrated_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("template") / "pbem.sqlite"
    _migrate(f"sqlite:///{file}")
    return file


@pytest.fixture
def sqlite_url(_migrated_sqlite: Path, tmp_path: Path) -> str:
    """A SQLite database of this test's own, with the present tables."""
    file = tmp_path / "pbem.sqlite"
    shutil.copy(_migrated_sqlite, file)
    return f"sqlite:///{file}"


# The fast part tries SQLite alone; `make test` and CI try both.
DATABASES = ("sqlite", pytest.param("postgresql", marks=pytest.mark.slow))


@pytest.fixture(params=DATABASES)
def database_url(request: pytest.FixtureRequest) -> str:
    """A database with the present tables; the test runs on both kinds."""
    return str(request.getfixturevalue("sqlite_url" if request.param == "sqlite" else "postgres_url"))


@pytest.fixture(params=DATABASES)
def bare_database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database; the test runs on both kinds."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'bare.sqlite'}"
    return str(request.getfixturevalue("bare_postgres_url"))


# --- Redis --------------------------------------------------------------------------------------------------------


class RedisServer:
    """A Redis without any persistence: stopped and started again, it is empty."""

    def __init__(self, binary: str, folder: Path) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._command = [binary, "--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(folder)]
        self._command += ["--save", "", "--appendonly", "no"]
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts it and waits until it answers."""
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_until(self._answers, "Redis")

    def _answers(self) -> bool:
        client = redis_client.Redis(port=self.port, socket_connect_timeout=1)
        try:
            return bool(client.ping())
        except redis_client.ConnectionError:
            return False
        finally:
            client.close()

    @property
    def pid(self) -> int:
        """Its process id; it must be running."""
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """Kills it like a power cut."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(10)
            self._process = None


@pytest.fixture
def redis_server(tmp_path: Path) -> Iterator[RedisServer]:
    """A running Redis of this test's own; the test may kill and start it."""
    binary = shutil.which("redis-server") or shutil.which("valkey-server")
    if binary is None:
        missing("Redis", "redis-server")
    assert binary is not None
    server = RedisServer(binary, tmp_path)
    server.start()
    yield server
    server.kill()


@pytest.fixture
def redis_url(redis_server: RedisServer) -> str:
    """The address of an empty Redis."""
    return redis_server.url


# --- SMTP ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Received:
    """A letter that arrived: envelope, bytes, and what they parse to."""

    sender: str
    recipients: tuple[str, ...]
    raw: bytes
    message: EmailMessage


class SmtpSink:
    """A mail host on loopback that keeps all it gets.

    `refuse_sender`, `refuse_recipient` and `refuse_data` are answers such as "451 later" or "550 nobody here" given to
    every letter, or for single addresses in `refuse`.
    """

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"smtp://127.0.0.1:{self.port}"
        self.letters: list[Received] = []
        self.callers: set[object] = set()
        self.refuse: dict[str, str] = {}
        self.refuse_sender: str | None = None
        self.refuse_recipient: str | None = None
        self.refuse_data: str | None = None
        self._controller: Controller | None = None

    def start(self) -> None:
        """Listens; nothing that came before is lost."""
        self._controller = Controller(self, hostname="127.0.0.1", port=self.port, ready_timeout=PATIENCE)
        self._controller.start()

    def stop(self) -> None:
        """Is gone: who calls is refused the connection."""
        if self._controller is not None:
            self._controller.stop()
            self._controller = None

    async def handle_MAIL(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """aiosmtpd's hook for the sender."""
        self.callers.add(session.peer)
        if self.refuse_sender:
            return self.refuse_sender
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 OK"

    async def handle_RCPT(
        self, server: SMTP, caller: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """aiosmtpd's hook for a recipient."""
        answer = self.refuse.get(address.lower()) or self.refuse_recipient
        if answer:
            return answer
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, caller: Session, envelope: Envelope) -> str:
        """aiosmtpd's hook for the letter itself."""
        if self.refuse_data:
            return self.refuse_data
        raw = envelope.content if isinstance(envelope.content, bytes) else str(envelope.content).encode()
        message = message_from_bytes(raw, policy=policy.default)
        assert isinstance(message, EmailMessage)
        self.letters.append(Received(envelope.mail_from or "", tuple(envelope.rcpt_tos), raw, message))
        return "250 OK"

    def to(self, address: str) -> list[Received]:
        """The letters to an address, oldest first."""
        return [letter for letter in list(self.letters) if address.lower() in (r.lower() for r in letter.recipients)]

    def wait(self, count: int, address: str | None = None, seconds: float = PATIENCE) -> list[Received]:
        """Waits until at least `count` letters are there (to `address`, or in all) and gives them."""

        def enough() -> list[Received] | None:
            found = self.to(address) if address else list(self.letters)
            return found if len(found) >= count else None

        return list(wait_until(enough, f"{count} letters to {address or 'anybody'}", seconds))


@pytest.fixture
def smtp_sink() -> Iterator[SmtpSink]:
    """A mail host that takes everything, until told otherwise."""
    sink = SmtpSink()
    sink.start()
    yield sink
    LINES.hang_up()
    sink.stop()


# --- Chromium -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """The machine's Chromium, for playwright's `executable_path`."""
    found = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if found is None:
        missing("Chromium", "chromium")
    return str(found)
