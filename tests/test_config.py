"""Settings from the environment: each wrong one is named in a sentence (architecture 4)."""

import os

import pytest

from pbem.config import PRODUCTION, ConfigError, local_settings, production_settings, sender_address

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
    "base_url", ["http://[::1]:8000", "https://games.example.org/pbem/", "http://localhost", "HTTP://my_host:80/a/~b"]
)
def test_addresses_of_the_pages_that_can_be_used(tmp_path, base_url):
    assert local_settings({"PBEM_DATA": str(tmp_path), "BASE_URL": base_url}).base_url == base_url.rstrip("/")


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
