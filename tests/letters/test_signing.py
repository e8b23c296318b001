"""Signatures (DKIM): verified as a receiver does, by the record that DNS would hold; broken keys are a sentence."""

import base64
import dataclasses
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import dkim
import pytest

from pbem import mail, play
from pbem.assembly import check_mail
from pbem.config import ConfigError, Settings, local_settings
from pbem.mail.signing import new_ed25519_key, read_key, sign, signers
from tests.letters.conftest import Played
from tests.letters.test_delivery import by_smtp
from tests.servers import SmtpSink, missing


def openssl(*arguments: str) -> str:
    if shutil.which("openssl") is None:
        missing("openssl", "openssl")
    return subprocess.run(["openssl", *arguments], check=True, capture_output=True, text=True).stdout


@pytest.fixture(scope="module")
def rsa() -> str:
    return openssl("genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048")


@pytest.fixture(scope="module")
def ed25519() -> str:
    return openssl("genpkey", "-algorithm", "ed25519")


def with_keys(settings: Settings, *keys: str) -> Settings:
    return dataclasses.replace(settings, dkim=tuple((f"s{number}", key) for number, key in enumerate(keys)))


def dns_of(settings: Settings) -> Callable[..., bytes]:
    """What DNS would say once the records are published."""
    records = {f"{signer.name}.".encode(): signer.record.encode() for signer in signers(settings)}
    return lambda name, timeout=5: records.get(name, b"")


def signatures_hold(raw: bytes, settings: Settings) -> list[bool]:
    """Each signature of the letter, from the top: whether a receiver takes it."""
    found = []
    for number in range(raw.partition(b"\r\n\r\n")[0].count(b"DKIM-Signature:")):
        try:
            found.append(bool(dkim.DKIM(raw).verify(idx=number, dnsfunc=dns_of(settings))))
        except dkim.DKIMException:
            found.append(False)
    return found


@pytest.fixture
def signed(house: play.House, played: Played, smtp_sink: SmtpSink, rsa: str, ed25519: str) -> tuple[bytes, Settings]:
    """A turn letter as it arrives, signed twice."""
    played.copy("midgame", house, "nl")
    there = by_smtp(house, smtp_sink.url)
    there = dataclasses.replace(there, settings=with_keys(there.settings, rsa, ed25519))
    assert mail.deliver(there, play.due(house).letters[0]) == "sent"
    raw = smtp_sink.letters[0].raw
    return raw.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"), there.settings


def test_a_letter_arrives_with_signatures_that_hold(signed: tuple[bytes, Settings]) -> None:
    raw, settings = signed
    assert signatures_hold(raw, settings) == [True, True]
    head = raw.partition(b"\r\n\r\n")[0].replace(b"\r\n\t", b" ").replace(b"\r\n ", b" ")
    lines = [line for line in head.split(b"\r\n") if line.startswith(b"DKIM-Signature:")]
    assert [b"a=rsa-sha256" in line for line in lines] == [True, False]
    assert [b"a=ed25519-sha256" in line for line in lines] == [False, True]
    for line in lines:
        named = line.partition(b" h=")[2].partition(b";")[0].replace(b" ", b"").split(b":")
        assert named.count(b"from") == 2
        for name in (
            b"list-unsubscribe", b"list-unsubscribe-post", b"to", b"subject", b"date", b"message-id", b"reply-to",
            b"references", b"mime-version", b"content-type",
        ):  # fmt: skip
            assert name in named
        assert b"d=pbem.example" in line


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"Subject: Friday table", b"Subject: Sunday table"),
        (b"List-Unsubscribe: <http://127.0.0.1:8000/stop/", b"List-Unsubscribe: <http://evil.example/stop/"),
        (b"List-Unsubscribe-Post: List-Unsubscribe=One-Click", b"List-Unsubscribe-Post: List-Unsubscribe=Two-Click"),
        (b"MIME-Version: 1.0", b"MIME-Version: 1.1"),
        (b"\r\nTo: ", b"\r\nFrom: evil@evil.example\r\nTo: "),
        (b"\r\nTo: ", b"\r\nReply-To: evil@evil.example\r\nTo: "),
        (b"\r\nTo: ", b"\r\nSubject: something else\r\nTo: "),
        (b"Anna", b"Emma"),
    ],
)
def test_what_was_changed_on_the_way_shows(signed: tuple[bytes, Settings], old: bytes, new: bytes) -> None:
    raw, settings = signed
    assert old in raw
    assert signatures_hold(raw.replace(old, new), settings) == [False, False]


def test_blanks_that_a_host_adds_break_nothing(signed: tuple[bytes, Settings]) -> None:
    raw, settings = signed
    assert signatures_hold(b"Received: by x.example\r\n" + raw + b"\r\n\r\n", settings) == [True, True]


def test_the_key_of_another_signs_nothing(signed: tuple[bytes, Settings]) -> None:
    raw, settings = signed
    another = openssl("genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:1024")
    other = with_keys(settings, another, new_ed25519_key())
    assert signatures_hold(raw, other) == [False, False]


def test_without_keys_a_letter_is_as_it_was(house: play.House) -> None:
    assert sign(house.settings, b"From: x\r\n\r\nx") == b"From: x\r\n\r\nx"


def test_a_key_may_be_a_file_or_stand_in_the_variable(tmp_path: Path, house: play.House, rsa: str) -> None:
    file = tmp_path / "key.pem"
    file.write_text(rsa, "ascii")
    forms = (str(file), rsa, rsa.replace("\n", "\\n"), openssl("rsa", "-in", str(file), "-traditional"))
    records = {signers(with_keys(house.settings, form))[0].record for form in forms}
    assert len(records) == 1
    public = openssl("rsa", "-in", str(file), "-pubout").split("-----")[2].replace("\n", "")
    assert records == {f"v=DKIM1; k=rsa; p={public}"}


def test_the_record_of_an_ed25519_key(tmp_path: Path, ed25519: str) -> None:
    file = tmp_path / "key.pem"
    file.write_text(ed25519, "ascii")
    public = base64.b64decode(openssl("pkey", "-in", str(file), "-pubout").split("-----")[2])[-32:]
    signer = read_key("s", "example.org", ed25519)
    assert (signer.algorithm, signer.bits, signer.name) == ("ed25519-sha256", 256, "s._domainkey.example.org")
    assert signer.record == f"v=DKIM1; k=ed25519; p={base64.b64encode(public).decode()}"


BROKEN = {
    "file": ("/nowhere/key.pem", "names a file that cannot be read"),
    "text": ("-----BEGIN NONSENSE", "holds no key in PEM"),
    "damaged": ("-----BEGIN PRIVATE KEY-----\nAAA*\n-----END PRIVATE KEY-----\n", "is damaged"),
    "nothing": ("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", "no RSA or Ed25519 key"),
    "public": ("-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n", "a public key"),
    "locked": ("-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n", "a password"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_key_that_cannot_be_used_is_a_sentence_at_the_start(house: play.House, name: str) -> None:
    key, says = BROKEN[name]
    with pytest.raises(ConfigError) as error:
        check_mail(with_keys(house.settings, key))
    assert str(error.value).startswith("DKIM_KEY ") and says in str(error.value) and str(error.value).endswith(".")
    assert "AAA" not in str(error.value)
    with pytest.raises(ConfigError, match=r"^DKIM_KEY_2 "):
        check_mail(with_keys(house.settings, new_ed25519_key(), key))


@pytest.mark.parametrize("bits", [512, 768])
def test_a_key_that_is_too_short_is_a_sentence(house: play.House, bits: int) -> None:
    short = openssl("genpkey", "-algorithm", "RSA", "-pkeyopt", f"rsa_keygen_bits:{bits}")
    with pytest.raises(ConfigError, match=f"of {bits} bits, which nobody accepts; take one of 2048"):
        check_mail(with_keys(house.settings, short))


@pytest.mark.parametrize(
    "given",
    [
        {"DKIM_SELECTOR": "s"},
        {"DKIM_KEY": "/x"},
        {"DKIM_SELECTOR": "s", "DKIM_KEY": "/x", "DKIM_KEY_2": "/y"},
    ],
)
def test_half_a_setting_is_a_sentence(given: dict[str, str]) -> None:
    with pytest.raises(ConfigError, match=r"^DKIM_(KEY|SELECTOR)(_2)? is set and DKIM_(KEY|SELECTOR)(_2)? is not"):
        local_settings({"SECRET_KEYS": "x" * 20, **given})


@pytest.mark.parametrize("selector", ["a b", "ä", "a;b", "-a", "x" * 70, "A"])
def test_a_selector_that_can_be_none_is_a_sentence(house: play.House, selector: str) -> None:
    settings = dataclasses.replace(house.settings, dkim=((selector, new_ed25519_key()),))
    with pytest.raises(ConfigError, match=r"^DKIM_SELECTOR is "):
        check_mail(settings)


def test_settings_show_no_key(house: play.House, rsa: str) -> None:
    settings = with_keys(house.settings, rsa)
    assert "BEGIN" not in repr(settings) and "BEGIN" not in repr(signers(settings))
