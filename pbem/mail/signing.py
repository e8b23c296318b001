"""Signs letters where no relay does it (DKIM: RFC 6376, 8301, 8463); it sends nothing and looks nothing up."""

import base64
import binascii
import re
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from pbem.config import ConfigError, Settings

# What a letter says and what its buttons do. Of a header named here that a letter has not, the absence is signed (RFC
# 6376, 5.4); named twice are those of which nobody may add a second (oversigned).
SIGNED = (
    "from", "from", "to", "to", "subject", "subject", "date", "date", "message-id", "reply-to", "reply-to",
    "in-reply-to", "references", "list-id", "list-unsubscribe", "list-unsubscribe-post", "auto-submitted",
    "feedback-id", "mime-version", "content-type", "content-type", "content-transfer-encoding",
)  # fmt: skip
LEAST_BITS = 1024  # RFC 8301, 3.2: verifiers take no shorter RSA key
GOOD_BITS = 2048
_SELECTOR = re.compile(r"(?=.{1,63}\Z)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*")
_ED25519_HEAD = bytes.fromhex("302e020100300506032b657004220420")  # PKCS#8 of RFC 8410, before the 32 bytes
_RSA_OID = bytes.fromhex("300d06092a864886f70d0101010500")


@dataclass(frozen=True, slots=True)
class Signer:
    """A key in use. `record` is what DNS must hold at `name`; `bits` of RSA, 256 for Ed25519."""

    selector: str
    domain: str
    algorithm: str
    bits: int
    record: str
    key: bytes = field(repr=False)

    @property
    def name(self) -> str:
        """Where the public key belongs in DNS."""
        return f"{self.selector}._domainkey.{self.domain}"


def sign(settings: Settings, raw: bytes) -> bytes:
    """The letter (with CRLF) and before it a signature by each key of the settings; without keys as it is.

    Raises ConfigError for keys that cannot be used.
    """
    return b"".join(_signature(signer, raw) for signer in signers(settings)) + raw


def _signature(signer: Signer, raw: bytes) -> bytes:
    dkim = _library()
    signature: bytes = dkim.sign(
        raw,
        signer.selector.encode(),
        signer.domain.encode(),
        signer.key,
        canonicalize=(b"relaxed", b"relaxed"),
        signature_algorithm=signer.algorithm.encode(),
        include_headers=[name.encode() for name in SIGNED],
    )
    return signature


@lru_cache(maxsize=8)
def signers(settings: Settings) -> tuple[Signer, ...]:
    """The keys of the settings, read once. Raises ConfigError, a sentence that never repeats a key."""
    return tuple(_signer(settings.mail_domain, number, *each) for number, each in enumerate(settings.dkim))


def _signer(domain: str, number: int, selector: str, key: str) -> Signer:
    suffix = "_2" if number else ""
    if not _SELECTOR.fullmatch(selector):
        raise ConfigError(
            f"DKIM_SELECTOR{suffix} is {selector[:80]!r}; it is a name of small letters and digits, such as mail2026."
        )
    try:
        return read_key(selector, domain, _pem(key))
    except ValueError as error:
        raise ConfigError(f"DKIM_KEY{suffix} {error}.") from error


def _pem(key: str) -> str:
    """The key itself, from the variable or the file that it names. Raises ValueError."""
    text = key.replace("\\n", "\n")
    if "-----BEGIN" in text:
        return text
    try:
        return Path(key).read_text("ascii")
    except OSError as error:
        raise ValueError(f"names a file that cannot be read ({error.strerror})") from error
    except ValueError as error:
        raise ValueError("names a file that holds no key in PEM") from error


def read_key(selector: str, domain: str, pem: str) -> Signer:
    """A private key in PEM: RSA (PKCS#1 or PKCS#8), or Ed25519 (PKCS#8, RFC 8410).

    Raises ValueError that goes on from the name of a variable, and ConfigError where the library is missing.
    """
    dkim = _library()
    found = re.search(r"-----BEGIN ([A-Z0-9 ]+)-----\s*(.*?)\s*-----END \1-----", pem, re.DOTALL)
    if found is None:
        raise ValueError("holds no key in PEM; it begins with -----BEGIN PRIVATE KEY-----")
    if "ENCRYPTED" in found[1] or "ENCRYPTED" in found[2]:
        raise ValueError("holds a key that is locked with a password; take that off")
    if "PRIVATE" not in found[1]:
        raise ValueError("holds a public key; it must be the private one")
    try:
        der = base64.b64decode("".join(found[2].split()), validate=True)
    except (binascii.Error, ValueError) as error:
        raise ValueError("holds a key that is damaged") from error
    if der.startswith(_ED25519_HEAD) and len(der) == len(_ED25519_HEAD) + 32:
        return _ed25519(selector, domain, der[-32:])
    try:
        numbers: dict[str, int] = dkim.crypto.parse_private_key(der)
    except Exception as error:  # of the library, and whatever its parser stumbles over
        raise ValueError("holds no RSA or Ed25519 key that can be read") from error
    bits = numbers["modulus"].bit_length()
    if bits < LEAST_BITS:
        raise ValueError(f"holds an RSA key of {bits} bits, which nobody accepts; take one of {GOOD_BITS}")
    public = base64.b64encode(_public_rsa(numbers["modulus"], numbers["publicExponent"])).decode("ascii")
    body = base64.encodebytes(der).decode("ascii").strip()
    key = f"-----BEGIN PRIVATE KEY-----\n{body}\n-----END PRIVATE KEY-----\n".encode()
    return Signer(selector, domain, "rsa-sha256", bits, f"v=DKIM1; k=rsa; p={public}", key)


def _ed25519(selector: str, domain: str, seed: bytes) -> Signer:
    from nacl.signing import SigningKey

    public = base64.b64encode(bytes(SigningKey(seed).verify_key)).decode("ascii")
    record = f"v=DKIM1; k=ed25519; p={public}"
    return Signer(selector, domain, "ed25519-sha256", 256, record, base64.b64encode(seed))


def new_ed25519_key() -> str:
    """A new Ed25519 key in PEM. Raises ConfigError where the library is missing."""
    _library()
    from nacl.signing import SigningKey

    body = base64.b64encode(_ED25519_HEAD + bytes(SigningKey.generate())).decode("ascii")
    return f"-----BEGIN PRIVATE KEY-----\n{body}\n-----END PRIVATE KEY-----\n"


def _public_rsa(modulus: int, exponent: int) -> bytes:
    """SubjectPublicKeyInfo in DER (RFC 5280, 4.1), which is what `p=` holds for RSA."""
    numbers = _der(0x30, _integer(modulus) + _integer(exponent))
    return _der(0x30, _RSA_OID + _der(0x03, b"\0" + numbers))


def _integer(number: int) -> bytes:
    return _der(0x02, number.to_bytes(number.bit_length() // 8 + 1, "big"))


def _der(tag: int, content: bytes) -> bytes:
    size = len(content)
    if size < 0x80:
        return bytes([tag, size]) + content
    length = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes([tag, 0x80 | len(length)]) + length + content


def _library() -> Any:
    """dkimpy, which comes with an extra. Raises ConfigError."""
    try:
        import dkim
        import dkim.crypto
        import nacl.signing  # noqa: F401
    except ImportError as error:
        raise ConfigError(
            "Signing letters (DKIM) needs a package that is not installed; pip install 'pbem[dkim]' brings it."
        ) from error
    return dkim
