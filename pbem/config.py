"""The settings of one process, read once from the environment; must look at nothing else but its data folder."""

import os
import re
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from email.utils import parseaddr
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import parse_qsl, quote, urlsplit

DEFAULT_FROM = "Puerto Rico by mail <pbem@localhost>"
MIN_KEY = 16
LONGEST_SENDER = 150  # characters; its domain and that of BASE_URL stand in headers that must stay on one line
LONGEST_BASE = 120
LONGEST_IN, LONGEST_IN_DOMAIN = 20, 100
LETTERS_PER_HOUR = 12
MAILBOX_IN = "pbem@localhost"
_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_MAILBOX = re.compile(rf"(?=.{{1,64}}@.{{1,253}}\Z){_ATOM}(?:\.{_ATOM})*@{_LABEL}(?:\.{_LABEL})*")
_WEB = re.compile(r"(?i)https?://(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::[0-9]+)?/?")
_REDIS = re.compile(r"(?a)rediss?://[!-.0->@-~]+(?:/\d{0,4})?(?:\?[!-~]+)?")
_REDIS_OPTIONS = ("ssl_cert_reqs", "ssl_ca_certs", "ssl_certfile", "ssl_keyfile")  # which all who talk to it know
_POSTGRES = ("postgres", "postgresql", "postgresql+psycopg")
LOCAL_NAMES = ("localhost", "127.0.0.1", "::1")  # what this machine calls itself
ADDRESS = "address"  # in the data folder: the BASE_URL of the `pbem up` that ran there last
PRODUCTION = ("BASE_URL", "SECRET_KEYS", "DATABASE_URL", "REDIS_URL", "SMTP_URL", "MAIL_FROM")
PURPOSE = {
    "BASE_URL": "the address under which players reach the pages, such as https://games.example.org",
    "SECRET_KEYS": "the keys that sign links and sessions, newest first, with commas between them",
    "DATABASE_URL": "the database, such as postgresql://user:password@host/pbem",
    "REDIS_URL": "the doorbell between web and worker, such as redis://localhost:6379/0",
    "SMTP_URL": "the host that takes the letters, such as smtp://user:password@mail.example.org:587",
    "MAIL_FROM": "the sender of the letters, such as Puerto Rico <table@example.org>",
}


class ConfigError(Exception):
    """Settings that cannot be used; each line of the text is one sentence about one variable."""

    code = "config"


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
    mail_in: str | None = None  # the address to which answers and bounces come, without what stands behind its plus
    letters_per_hour: int = LETTERS_PER_HOUR  # to one person; what is beyond waits, and goes in one letter

    @property
    def is_local(self) -> bool:
        """Whether the pages are for this machine alone."""
        return is_local_name(host_of(self.base_url))

    @property
    def mail_domain(self) -> str:
        """The domain of the sender's address; Message-IDs end in it."""
        return parseaddr(self.mail_from)[1].rpartition("@")[2] or "localhost"


def host_of(url: str) -> str:
    """The host in an address, small; empty where there is none."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def is_local_name(host: str) -> bool:
    """Whether a host's name can only mean the machine that says it."""
    try:
        return host in LOCAL_NAMES or ip_address(host).is_loopback
    except ValueError:
        return False


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
    if not _is_web_address(text):
        raise ConfigError(f"{file} holds no address; delete it, and the next `pbem up` writes it anew.")
    return text


def _settings(environ: Mapping[str, str]) -> Settings:
    _must_be_text(environ)
    data = Path(environ.get("PBEM_DATA") or "var").absolute()
    port = _port(environ.get("PORT") or "8000")
    return Settings(
        base_url=_base_url(environ.get("BASE_URL") or f"http://127.0.0.1:{port}"),
        secret_keys=_keys(environ.get("SECRET_KEYS") or ""),
        database_url=_database_url(environ.get("DATABASE_URL") or _sqlite_url(data / "pbem.sqlite")),
        redis_url=_redis_url(environ.get("REDIS_URL") or None),
        smtp_url=_smtp_url(environ.get("SMTP_URL") or None),
        mail_from=_mail_from(environ.get("MAIL_FROM") or DEFAULT_FROM),
        data=data,
        port=port,
        mail_in=_mail_in(environ),
        mail_pace=_mail_pace(environ.get("MAIL_PACE") or "60"),
        letters_per_hour=_letters_per_hour(environ.get("LETTERS_PER_HOUR") or str(LETTERS_PER_HOUR)),
    )


def _must_be_text(environ: Mapping[str, str]) -> None:
    for name in (*PRODUCTION, "PBEM_DATA", "PORT", "MAIL_IN", "MAIL_PACE", "LETTERS_PER_HOUR"):
        try:
            environ.get(name, "").encode()
        except UnicodeEncodeError as error:
            raise ConfigError(f"{name} is no text in UTF-8.") from error


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6 and 0 < int(text) < 65536):
        raise ConfigError(f"PORT is {_shown(text)}; it must be a number from 1 to 65535.")
    return int(text)


def _mail_pace(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise ConfigError(
            f"MAIL_PACE is {_shown(text)}; it must be a number: "
            "so many letters a minute may go to the addresses of one domain, with 0 any number."
        )
    return int(text)


def _base_url(text: str) -> str:
    if not _is_web_address(text):
        raise ConfigError(
            f"BASE_URL is {_shown(text)}; it must look like https://games.example.org, in ASCII and with nothing "
            "behind the host and its port: the pages cannot be served under a path."
        )
    if len(text) > LONGEST_BASE:
        raise ConfigError(f"BASE_URL has more than {LONGEST_BASE} characters; take a shorter one.")
    return text.rstrip("/")


def _keys(text: str) -> tuple[str, ...]:
    keys = tuple(key.strip() for key in text.split(",") if key.strip())
    if text and not keys:
        raise ConfigError("SECRET_KEYS holds no key; put one there, or several with commas between them.")
    if any(len(key) < MIN_KEY for key in keys):
        raise ConfigError(f"SECRET_KEYS holds a key of less than {MIN_KEY} characters; make it longer.")
    return keys


def _database_url(text: str) -> str:
    scheme, colon, rest = text.partition("://")
    if scheme == "sqlite" and rest.startswith("/"):
        if "?" in rest:
            raise ConfigError("DATABASE_URL of a file takes no options; a ? in the file's name is written %3F.")
        return text
    if not colon or scheme not in _POSTGRES:
        raise ConfigError("DATABASE_URL must begin with postgresql:// or sqlite:///.")
    if not _is_url(text, _POSTGRES):
        raise ConfigError(
            "DATABASE_URL must look like postgresql://user:password@host:5432/pbem; "
            "signs such as / and # in a password are written %2F and %23."
        )
    return f"postgresql+psycopg://{rest}"


def _sqlite_url(file: Path) -> str:
    return f"sqlite:///{quote(str(file))}"


def _redis_url(text: str | None) -> str | None:
    if text is None:
        return None
    if not (_REDIS.fullmatch(text) and host_of(text) and _is_url(text, ("redis", "rediss"))):
        raise ConfigError("REDIS_URL must look like redis://localhost:6379/0 (or rediss://).")
    options = dict(parse_qsl(urlsplit(text).query, keep_blank_values=True))
    if not options.keys() <= set(_REDIS_OPTIONS):
        raise ConfigError(f"REDIS_URL has an option that is not known; there are {', '.join(_REDIS_OPTIONS)}.")
    if options.get("ssl_cert_reqs", "none") not in ("required", "optional", "none"):
        raise ConfigError("REDIS_URL has an ssl_cert_reqs that is not known; there are required, optional and none.")
    return text


def _smtp_url(text: str | None) -> str | None:
    if text is not None and not _is_url(text, ("smtp", "smtps")):
        raise ConfigError("SMTP_URL must look like smtp://user:password@mail.example.org:587 (or smtps://).")
    return text


def _mail_from(text: str) -> str:
    sender_address(text)
    return text


def _mail_in(environ: Mapping[str, str]) -> str | None:
    """Without a mail host letters stay in the mailbox, and are answered there: then an address is made up."""
    address = environ.get("MAIL_IN") or ("" if environ.get("SMTP_URL") else MAILBOX_IN)
    if not address:
        return None
    local, _, domain = address.partition("@")
    is_plain = is_address(address) and re.fullmatch(r"[a-z0-9._-]+", local) and domain == domain.lower()
    if not is_plain or len(local) > LONGEST_IN or len(domain) > LONGEST_IN_DOMAIN:
        raise ConfigError(
            f"MAIL_IN is {_shown(address)}; it must be an address like play@in.example.org, in small letters, with "
            f"at most {LONGEST_IN} signs before the @ and no plus there: what a letter is about is added behind a plus."
        )
    return address


def _letters_per_hour(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 5 and int(text) > 0):
        raise ConfigError(
            f"LETTERS_PER_HOUR is {_shown(text)}; it must be a number from 1 to 9999: how many letters one person gets "
            "in an hour at most."
        )
    return int(text)


def sender_address(text: str) -> str:
    """The address in a MAIL_FROM: `table@example.org` or `Puerto Rico <table@example.org>`. Raises ConfigError."""
    named = re.fullmatch(r"[^<>\r\n]*<([^<>]*)> *", text)
    address = named[1] if named else text.strip(" ")
    if not is_address(address):
        raise ConfigError(
            f"MAIL_FROM is {text!r}; it must look like Puerto Rico <table@example.org>, "
            "the address in ASCII (a domain with other letters as xn--...)."
        )
    if len(address) > LONGEST_SENDER:
        raise ConfigError(f"MAIL_FROM has an address of more than {LONGEST_SENDER} characters; take a shorter one.")
    return address


def is_address(text: str) -> bool:
    """Whether it is a mail address that any host takes: ASCII, no quotes, nothing that reads as an encoded word."""
    return _MAILBOX.fullmatch(text) is not None and "=?" not in text


def _is_web_address(text: str) -> bool:
    """Whether links can begin with it, and stand in a header as they are: urlsplit passes over blanks and line ends."""
    return _WEB.fullmatch(text) is not None and _is_url(text, ("http", "https"))


def _shown(text: str) -> str:
    return repr(text if len(text) <= 80 else f"{text[:77]}...")


def _is_url(text: str, schemes: tuple[str, ...]) -> bool:
    try:
        parts = urlsplit(text)
        _ = parts.port  # a port that is no number is only found on asking
    except ValueError:
        return False
    return parts.scheme in schemes and bool(parts.hostname or parts.path.strip("/"))


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
