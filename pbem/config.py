"""The settings of one process, read once from the environment; must look at nothing else but its data folder."""

import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from email.utils import parseaddr
from pathlib import Path
from urllib.parse import quote

from pbem import variables
from pbem.variables import MIN_KEY, ConfigError, host_of, is_address, is_local_name, sender_address

__all__ = [
    "PRODUCTION",
    "PURPOSE",
    "ConfigError",
    "Settings",
    "host_of",
    "is_address",
    "is_local_name",
    "is_production",
    "local_settings",
    "make_data_folder",
    "note_address",
    "production_settings",
    "sender_address",
    "settings_beside",
]
DEFAULT_FROM = "Puerto Rico by mail <pbem@localhost>"
LETTERS_PER_HOUR = 12
ADDRESS = "address"  # in the data folder: the BASE_URL of the `pbem up` that ran there last
PRODUCTION = ("BASE_URL", "SECRET_KEYS", "DATABASE_URL", "REDIS_URL", "SMTP_URL", "MAIL_FROM")
OPTIONAL = (
    "PBEM_DATA", "PORT", "MAIL_IN", "MAIL_IN_PORT", "MAIL_AUTHSERV", "IMAP_URL", "MAIL_PACE", "LETTERS_PER_HOUR",
    "PICTURES", "DKIM_SELECTOR", "DKIM_KEY", "DKIM_SELECTOR_2", "DKIM_KEY_2",
)  # fmt: skip
PURPOSE = {
    "BASE_URL": "the address under which players reach the pages, such as https://games.example.org",
    "SECRET_KEYS": "the keys that sign links and sessions, newest first, with commas between them",
    "DATABASE_URL": "the database, such as postgresql://user:password@host/pbem",
    "REDIS_URL": "the doorbell between web and worker, such as redis://localhost:6379/0",
    "SMTP_URL": "the host that takes the letters, such as smtp://user:password@mail.example.org:587",
    "MAIL_FROM": "the sender of the letters, such as Puerto Rico <table@example.org>",
}


@dataclass(frozen=True)
class Settings:
    """All that a process needs to know of its surroundings. `secret_keys` are newest first."""

    base_url: str
    secret_keys: tuple[str, ...]
    database_url: str
    redis_url: str | None
    smtp_url: str | None
    mail_from: str
    data: Path
    port: int
    mail_pace: int = 60  # letters a minute to one domain in the long run; 0: any number
    dkim: tuple[tuple[str, str], ...] = field(default=(), repr=False)  # selector and private key of each signature
    pictures: bool = True  # whether letters show the table as a picture
    mail_in: str | None = None  # the address to which answers and bounces come, without what stands behind its plus
    letters_per_hour: int = LETTERS_PER_HOUR  # to one person; what is beyond waits, and goes in one letter
    mail_in_port: int | None = None  # where `pbem up` listens for that mail
    mail_authserv: str | None = None  # who writes our receiver's Authentication-Results (RFC 8601, 2.5)
    imap_url: str | None = None  # the mailbox that mail is fetched from

    @property
    def is_local(self) -> bool:
        """Whether the pages are for this machine alone."""
        return is_local_name(host_of(self.base_url))

    @property
    def mail_domain(self) -> str:
        """The domain of the sender's address; Message-IDs end in it."""
        return parseaddr(self.mail_from)[1].rpartition("@")[2] or "localhost"


def is_production(environ: Mapping[str, str]) -> bool:
    """Whether a real database and a real broker are named: then nothing is made up."""
    return bool(environ.get("DATABASE_URL") and environ.get("REDIS_URL"))


def production_settings(environ: Mapping[str, str]) -> Settings:
    """Settings of the Procfile's processes. Raises ConfigError with a sentence for each variable missing or wrong."""
    missing = [f"{name} is not set: {PURPOSE[name]}." for name in PRODUCTION if not environ.get(name)]
    if missing:
        raise ConfigError("\n".join(missing))
    return _settings(environ)


def local_settings(environ: Mapping[str, str]) -> Settings:
    """Settings of `pbem up` and the commands beside it: what is not set is found or made in the data folder.

    Raises ConfigError when a variable is wrong or the folder cannot be written.
    """
    if is_production(environ):
        return production_settings(environ)
    settings = _settings(environ)
    if settings.secret_keys:
        return settings
    return replace(settings, secret_keys=(_own_key(settings.data),))


def settings_beside(environ: Mapping[str, str]) -> Settings:
    """Settings of a command beside a `pbem up`: where the environment names no address, the one noted there.

    Raises ConfigError as local_settings does, and for a note that is no address.
    """
    settings = local_settings(environ)
    if is_production(environ) or environ.get("BASE_URL") or environ.get("PORT"):
        return settings
    noted = _noted_address(settings.data / ADDRESS)
    return replace(settings, base_url=noted) if noted else settings


def note_address(settings: Settings) -> None:
    """Notes in the data folder where players reach the pages. Raises ConfigError when it cannot be written."""
    file = settings.data / ADDRESS
    try:
        with _draft(file, f"{settings.base_url}\n") as draft:
            draft.replace(file)  # at one stroke: a command that reads it just now gets the old one or the new one
    except OSError as error:
        raise ConfigError(f"{file} cannot be written ({error.strerror}).") from error


def _noted_address(file: Path) -> str | None:
    try:
        text = file.read_text("utf-8").strip()
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise ConfigError(f"{file} cannot be read; delete it, and the next `pbem up` writes it anew.") from error
    if not variables.is_web_address(text):
        raise ConfigError(f"{file} holds no address; delete it, and the next `pbem up` writes it anew.")
    return text


def _settings(environ: Mapping[str, str]) -> Settings:
    _must_be_text(environ)
    data = Path(environ.get("PBEM_DATA") or "var").absolute()
    port = variables.port(environ.get("PORT") or "8000")
    return Settings(
        base_url=variables.base_url(environ.get("BASE_URL") or f"http://127.0.0.1:{port}"),
        secret_keys=variables.keys(environ.get("SECRET_KEYS") or ""),
        database_url=variables.database_url(environ.get("DATABASE_URL") or _sqlite_url(data / "pbem.sqlite")),
        redis_url=variables.redis_url(environ.get("REDIS_URL") or None),
        smtp_url=variables.smtp_url(environ.get("SMTP_URL") or None),
        mail_from=variables.mail_from(environ.get("MAIL_FROM") or DEFAULT_FROM),
        data=data,
        port=port,
        mail_in=variables.mail_in(environ),
        mail_in_port=variables.port(environ["MAIL_IN_PORT"], "MAIL_IN_PORT") if environ.get("MAIL_IN_PORT") else None,
        mail_authserv=variables.authserv(environ.get("MAIL_AUTHSERV") or None),
        imap_url=variables.imap_url(environ.get("IMAP_URL") or None),
        mail_pace=variables.mail_pace(environ.get("MAIL_PACE") or "60"),
        dkim=variables.dkim(environ),
        pictures=variables.pictures(environ.get("PICTURES") or "yes"),
        letters_per_hour=variables.letters_per_hour(environ.get("LETTERS_PER_HOUR") or str(LETTERS_PER_HOUR)),
    )


def _must_be_text(environ: Mapping[str, str]) -> None:
    for name in (*PRODUCTION, *OPTIONAL):
        try:
            environ.get(name, "").encode()
        except UnicodeEncodeError as error:
            raise ConfigError(f"{name} is no text in UTF-8.") from error


def _sqlite_url(file: Path) -> str:
    return f"sqlite:///{quote(str(file))}"


def make_data_folder(data: Path) -> None:
    """Makes the data folder, for its owner only. Raises ConfigError when that is not allowed."""
    try:
        data.mkdir(parents=True, exist_ok=True, mode=0o700)
        probe = data / ".writable"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise ConfigError(
            f"The data folder {data} cannot be written ({error.strerror}); "
            "make it writable or name another one in PBEM_DATA."
        ) from error


def _own_key(data: Path) -> str:
    """The key of this data folder, made on first use: links must outlive a restart."""
    make_data_folder(data)
    file = data / "secret_key"
    try:
        if not file.exists():
            _write_key(file)
    except OSError as error:
        raise ConfigError(f"{file} cannot be written ({error.strerror}).") from error
    try:
        key = file.read_text("utf-8").strip()
    except OSError as error:
        raise ConfigError(f"{file} cannot be read ({error.strerror}).") from error
    if len(key) < MIN_KEY:
        raise ConfigError(f"{file} holds no key; delete it (links in letters already sent stop working).")
    return key


def _write_key(file: Path) -> None:
    """Makes the key at one stroke: of two processes that start at once, one wins and nobody reads half a key."""
    with _draft(file, secrets.token_urlsafe(32)) as draft, suppress(FileExistsError):
        os.link(draft, file)


@contextmanager
def _draft(file: Path, text: str) -> Iterator[Path]:
    """A file beside another one, for its owner only, with that text; it is gone afterwards, whatever happened."""
    draft = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        with open(draft, "w", encoding="utf-8", opener=_owner_only) as new:
            new.write(text)
        yield draft
    finally:
        draft.unlink(missing_ok=True)


def _owner_only(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
