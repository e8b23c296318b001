"""Settings from the environment: each wrong one is named in a sentence (architecture 4)."""

import os
import subprocess
import sys

import pytest

from pbem.config import PRODUCTION, ConfigError, local_settings, production_settings, sender_address
from pbem.store import Store, migrate

GOOD = {
    "BASE_URL": "https://games.example.org/",
    "SECRET_KEYS": "a-new-key-of-some-length, an-old-key-of-some-length",
    "DATABASE_URL": "postgres://pbem:secret@db.example.org/pbem",
    "REDIS_URL": "redis://localhost:6379/0",
    "SMTP_URL": "smtp://user:secret@mail.example.org:587",
    "MAIL_FROM": "Puerto Rico <table@example.org>",
}


def test_production_takes_all_from_the_environment():
    settings = production_settings(GOOD)
    assert settings.base_url == "https://games.example.org"
    assert settings.secret_keys == ("a-new-key-of-some-length", "an-old-key-of-some-length")
    assert settings.database_url == "postgresql+psycopg://pbem:secret@db.example.org/pbem"
    assert settings.mail_domain == "example.org"


@pytest.mark.parametrize("name", PRODUCTION)
def test_production_refuses_to_start_without(name):
    with pytest.raises(ConfigError, match=f"^{name} is not set: .*\\.$"):
        production_settings({**GOOD, name: ""})


def test_all_that_is_missing_is_said_at_once():
    with pytest.raises(ConfigError) as refused:
        production_settings({})
    assert len(str(refused.value).splitlines()) == len(PRODUCTION)


@pytest.mark.parametrize(
    "name, value",
    [
        ("PORT", "0"),
        ("PORT", "65536"),
        ("PORT", "eighty"),
        ("PORT", "²"),
        ("PORT", "9" * 5000),
        ("PORT", "\udcff"),
        ("MAIL_IN_PORT", "x"),
        ("MAIL_AUTHSERV", "mx example"),
        ("MAIL_AUTHSERV", "mx.example; dmarc=pass"),
        ("IMAP_URL", "mail.example.org"),
        ("IMAP_URL", "imaps:///INBOX"),
        ("IMAP_URL", "pop3://geheim@mail.example.org"),
        ("PBEM_DATA", "\udcff"),
        ("BASE_URL", "http:///x"),
        ("BASE_URL", "http://my_host"),  # which werkzeug takes for no host
        ("BASE_URL", "http://x y"),
        ("BASE_URL", "https://x/?q=1#f"),
        ("BASE_URL", "https://games.example.org/sub/path"),
        ("BASE_URL", "https://games.example.org//"),
        ("SECRET_KEYS", ","),
        ("SECRET_KEYS", " , "),
        ("SECRET_KEYS", "\udcff" * 20),
        ("DATABASE_URL", "postgresql://h:abc/x"),
        ("DATABASE_URL", "postgresql+asyncpg://h/x"),
        ("DATABASE_URL", "postgresql://u:p[x@h/x"),
        ("DATABASE_URL", "sqlite+foo:///x"),
        ("DATABASE_URL", "sqlite+aiosqlite:///x"),
        ("DATABASE_URL", "sqlite:///x?foo=bar"),
        ("DATABASE_URL", "sqlite://host/x"),
        ("REDIS_URL", "unix:///run/redis.sock"),
        ("REDIS_URL", "redis://h/abc"),
        ("REDIS_URL", "redis://h/0/1"),
        ("REDIS_URL", "redis:///0"),
        ("REDIS_URL", "redis://h:abc/0"),
        ("REDIS_URL", "redis://h/٣"),
        ("REDIS_URL", "redis://h x/0"),
        ("REDIS_URL", "redis://h/0?foo=1"),
        ("REDIS_URL", "rediss://h/0?ssl_cert_reqs=perhaps"),
        ("BASE_URL", "games.example.org"),
        ("BASE_URL", "ftp://x"),
        ("BASE_URL", "http://x:port"),
        ("SECRET_KEYS", "short"),
        ("DATABASE_URL", "mysql://x/y"),
        ("DATABASE_URL", "pbem.sqlite"),
        ("REDIS_URL", "localhost"),
        ("SMTP_URL", "mail.example.org"),
        ("SMTP_URL", "smtp://mail.example.org:x"),
        ("BASE_URL", "https://games.example.org\nX-Evil: yes"),
        ("BASE_URL", "https://games.example.org/\n"),
        ("BASE_URL", "https://games example.org"),
        ("BASE_URL", " https://games.example.org"),
        ("BASE_URL", "https://games.example.org/a b"),
        ("BASE_URL", "https://games.example.org/>"),
        ("BASE_URL", "https://games.example.org?a=b"),
        ("BASE_URL", "https://games.example.org#a"),
        ("BASE_URL", "https://spël.example.org"),
        ("BASE_URL", "https://user:geheim@games.example.org"),
        ("BASE_URL", "https://games.example.org/" + "x" * 100),
        ("MAIL_FROM", "nobody"),
        ("MAIL_FROM", "a@ü.org"),
        ("MAIL_FROM", "ü@x.org"),
        ("MAIL_FROM", "x <a b@c.org>"),
        ("MAIL_FROM", "a b@c.org"),
        ("MAIL_FROM", "@b"),
        ("MAIL_FROM", "a@"),
        ("MAIL_FROM", "a@b..org"),
        ("MAIL_FROM", "a@-b.org"),
        ("MAIL_FROM", "a..b@c.org"),
        ("MAIL_FROM", "a@b.org, c@d.org"),
        ("MAIL_FROM", "=?utf-8?q?a?=@b.org"),
        ("MAIL_FROM", "x <a@b.org> y"),
        ("MAIL_FROM", "x <a@b.org>\n"),
        ("MAIL_FROM", "x" * 65 + "@b.org"),
        ("MAIL_FROM", "a@" + "x." * 80 + "org"),
        ("MAIL_FROM", "a@b.example\nBcc: c@d.example"),
        ("LETTERS_PER_HOUR", "0"),
        ("LETTERS_PER_HOUR", "many"),
        ("LETTERS_PER_HOUR", "12.5"),
        ("LETTERS_PER_HOUR", "-3"),
        ("LETTERS_PER_HOUR", "12345"),
        ("LETTERS_PER_HOUR", "\u0661\u0662"),
    ],
)
def test_what_cannot_be_used_is_named(tmp_path, name, value):
    with pytest.raises(ConfigError, match=name) as refused:
        local_settings({"PBEM_DATA": str(tmp_path), "SECRET_KEYS": GOOD["SECRET_KEYS"], name: value})
    assert "secret" not in str(refused.value).lower().replace("secret_keys", "")


@pytest.mark.parametrize(
    "mail_from, address",
    [
        ("pbem@localhost", "pbem@localhost"),
        ("Puerto Rico <table@example.org>", "table@example.org"),
        ('"Spiel, Brief & Ü" <o\'table+pr@xn--bcher-kva.example>', "o'table+pr@xn--bcher-kva.example"),
        ("<a.b@c.example.org>", "a.b@c.example.org"),
    ],
)
def test_senders_that_can_be_used(tmp_path, mail_from, address):
    settings = local_settings({"PBEM_DATA": str(tmp_path), "MAIL_FROM": mail_from})
    assert sender_address(settings.mail_from) == address
    assert settings.mail_domain == address.rpartition("@")[2]


@pytest.mark.parametrize(
    "base_url", ["http://[::1]:8000", "https://games.example.org/", "http://localhost", "HTTP://my-host:80"]
)
def test_addresses_of_the_pages_that_can_be_used(tmp_path, base_url):
    assert local_settings({"PBEM_DATA": str(tmp_path), "BASE_URL": base_url}).base_url == base_url.rstrip("/")


@pytest.mark.parametrize(
    "url",
    ["redis://localhost", "redis://localhost:6379/", "redis://:pass@[::1]:6379/15", "rediss://h/0?ssl_cert_reqs=none"],
)
def test_brokers_that_can_be_used(url):
    assert production_settings({**GOOD, "REDIS_URL": url}).redis_url == url


@pytest.mark.parametrize("name", ["a?b", "a#b%20c", "a b", "é", "a%00"])
def test_a_data_folder_may_have_any_name(tmp_path, name):
    settings = local_settings({"PBEM_DATA": str(tmp_path / name)})
    store = Store(settings.database_url)
    migrate(store)
    store.close()
    assert sorted(file.name for file in (tmp_path / name).iterdir()) == ["pbem.sqlite", "secret_key"]


@pytest.mark.parametrize("base", ["http://127.0.0.1:8000", "http://localhost", "http://[::1]:80", "http://127.9.9.9"])
def test_pages_of_this_machine_alone(base):
    assert production_settings({**GOOD, "BASE_URL": base}).is_local
    assert not production_settings(GOOD).is_local


FULL_DISK = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))  # no file may grow
from pbem.config import ConfigError, local_settings, note_address
from pbem.up import only_one

given = {"PBEM_DATA": sys.argv[1], "SECRET_KEYS": "x" * 20}

def hold():
    with only_one(local_settings(given).data):
        print("held")

for way in (lambda: local_settings({**given, "SECRET_KEYS": ""}), lambda: note_address(local_settings(given)), hold):
    try:
        way()
    except ConfigError as error:
        print(error)
"""


def test_a_full_disk_is_said_and_leaves_nothing_behind(tmp_path):
    """Here no file may grow: to the program that is a full disk with another number."""
    command = [sys.executable, "-c", FULL_DISK, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (done.stderr, done.stdout.count("cannot be written"), done.stdout.count("\n")) == ("", 3, 3), done
    assert [file.name for file in tmp_path.iterdir()] == ["lock"]


def test_the_local_key_is_made_once_and_for_its_owner_only(tmp_path):
    first = local_settings({"PBEM_DATA": str(tmp_path / "new")})
    assert local_settings({"PBEM_DATA": str(tmp_path / "new")}).secret_keys == first.secret_keys
    assert (tmp_path / "new" / "secret_key").stat().st_mode & 0o777 == 0o600
    assert first.base_url == "http://127.0.0.1:8000" and first.smtp_url is None


def test_an_unwritable_folder_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigError, match="cannot be written"):
        local_settings({"PBEM_DATA": str(tmp_path / "file" / "var")})
    if os.geteuid() != 0:
        (tmp_path / "var").mkdir(mode=0o500)
        with pytest.raises(ConfigError, match="cannot be written"):
            local_settings({"PBEM_DATA": str(tmp_path / "var")})


def test_how_many_letters_an_hour(tmp_path):
    assert local_settings({"PBEM_DATA": str(tmp_path)}).letters_per_hour == 12
    assert local_settings({"PBEM_DATA": str(tmp_path), "LETTERS_PER_HOUR": "40"}).letters_per_hour == 40
