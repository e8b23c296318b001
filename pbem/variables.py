"""Reads single variables of the environment: a text in, a value or one sentence out; it knows no whole of settings."""

import re
from collections.abc import Mapping
from ipaddress import ip_address
from urllib.parse import parse_qsl, urlsplit

MIN_KEY = 16
LONGEST_SENDER = 150  # characters; its domain and that of BASE_URL stand in headers that must stay on one line
LONGEST_BASE = 120
LONGEST_IN, LONGEST_IN_DOMAIN = 20, 100
MAILBOX_IN = "pbem@localhost"
_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_MAILBOX = re.compile(rf"(?=.{{1,64}}@.{{1,253}}\Z){_ATOM}(?:\.{_ATOM})*@{_LABEL}(?:\.{_LABEL})*")
_WEB = re.compile(r"(?i)https?://(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::[0-9]+)?/?")
_REDIS = re.compile(r"(?a)rediss?://[!-.0->@-~]+(?:/\d{0,4})?(?:\?[!-~]+)?")
_REDIS_OPTIONS = ("ssl_cert_reqs", "ssl_ca_certs", "ssl_certfile", "ssl_keyfile")  # which all who talk to it know
_POSTGRES = ("postgres", "postgresql", "postgresql+psycopg")
LOCAL_NAMES = ("localhost", "127.0.0.1", "::1")  # what this machine calls itself


class ConfigError(Exception):
    """Settings that cannot be used; each line of the text is one sentence about one variable."""

    code = "config"


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


def port(text: str, name: str = "PORT") -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6 and 0 < int(text) < 65536):
        raise ConfigError(f"{name} is {_shown(text)}; it must be a number from 1 to 65535.")
    return int(text)


def mail_pace(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise ConfigError(
            f"MAIL_PACE is {_shown(text)}; it must be a number: "
            "so many letters a minute may go to the addresses of one domain, with 0 any number."
        )
    return int(text)


def dkim(environ: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Selector and key (in PEM, or a file's name) of each signature; a second one is mostly Ed25519 beside RSA."""
    found = []
    for suffix in ("", "_2"):
        names = (f"DKIM_SELECTOR{suffix}", f"DKIM_KEY{suffix}")
        given = [environ.get(name) or "" for name in names]
        if any(given) and not all(given):
            have, lack = names if given[0] else reversed(names)
            raise ConfigError(f"{have} is set and {lack} is not; a letter is signed with both.")
        if all(given):
            found.append((given[0], given[1]))
    return tuple(found)


def base_url(text: str) -> str:
    if not is_web_address(text):
        raise ConfigError(
            f"BASE_URL is {_shown(text)}; it must look like https://games.example.org, in ASCII and with nothing "
            "behind the host and its port: the pages cannot be served under a path."
        )
    if len(text) > LONGEST_BASE:
        raise ConfigError(f"BASE_URL has more than {LONGEST_BASE} characters; take a shorter one.")
    return text.rstrip("/")


def keys(text: str) -> tuple[str, ...]:
    keys = tuple(key.strip() for key in text.split(",") if key.strip())
    if text and not keys:
        raise ConfigError("SECRET_KEYS holds no key; put one there, or several with commas between them.")
    if any(len(key) < MIN_KEY for key in keys):
        raise ConfigError(f"SECRET_KEYS holds a key of less than {MIN_KEY} characters; make it longer.")
    return keys


def database_url(text: str) -> str:
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


def redis_url(text: str | None) -> str | None:
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


def smtp_url(text: str | None) -> str | None:
    if text is not None and not _is_url(text, ("smtp", "smtps")):
        raise ConfigError("SMTP_URL must look like smtp://user:password@mail.example.org:587 (or smtps://).")
    return text


def mail_from(text: str) -> str:
    sender_address(text)
    return text


def mail_in(environ: Mapping[str, str]) -> str | None:
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


def letters_per_hour(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 5 and int(text) > 0):
        raise ConfigError(
            f"LETTERS_PER_HOUR is {_shown(text)}; it must be a number from 1 to 9999: how many letters one person gets "
            "in an hour at most."
        )
    return int(text)


def pictures(text: str) -> bool:
    if text not in ("yes", "no"):
        raise ConfigError(f"PICTURES is {_shown(text)}; it must be yes or no: whether letters show the table drawn.")
    return text == "yes"


def authserv(text: str | None) -> str | None:
    if text is not None and not re.fullmatch(r"[A-Za-z0-9._-]{1,253}", text):
        raise ConfigError(f"MAIL_AUTHSERV is {_shown(text)}; it must be a name like mx.example.org.")
    return text


def imap_url(text: str | None) -> str | None:
    if text is not None and not (_is_url(text, ("imap", "imaps")) and host_of(text)):
        raise ConfigError("IMAP_URL must look like imaps://user:password@mail.example.org/INBOX (or imap://).")
    return text


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


def is_web_address(text: str) -> bool:
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
