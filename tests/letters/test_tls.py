"""SMTP with STARTTLS and a password: encryption when offered, a certificate checked where a password goes out."""

import shutil
import ssl
import subprocess
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from pbem.mail import smtp
from tests.servers import free_port, missing


class TlsHost:
    """A mail host with a certificate that nobody vouches for; notes how each letter came."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.came: list[tuple[bool, bool]] = []

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """aiosmtpd's hook: encrypted?, signed in?"""
        self.came.append((session.ssl is not None, bool(session.authenticated)))
        return "250 OK"


def check_password(server: object, session: object, envelope: object, mechanism: str, data: object) -> AuthResult:
    assert isinstance(data, LoginPassword)
    return AuthResult(success=(data.login, data.password) == (b"table", b"p@ss"), handled=False)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A self-signed certificate for localhost and its key."""
    if shutil.which("openssl") is None:
        missing("openssl", "openssl")
    folder = tmp_path_factory.mktemp("tls")
    cert, key = folder / "cert.pem", folder / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", cert],
        check=True, capture_output=True,
    )  # fmt: skip
    return cert, key


@pytest.fixture
def tls_host(certificate: tuple[Path, Path]) -> Iterator[TlsHost]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate)
    host = TlsHost(free_port())
    controller = Controller(
        host, hostname="127.0.0.1", port=host.port, tls_context=context, require_starttls=True,
        authenticator=check_password, ready_timeout=30,
    )  # fmt: skip
    controller.start()
    yield host
    controller.stop()


def letter() -> EmailMessage:
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "a@example.org", "b@example.org", "x"
    made.set_content("x")
    return made


def test_an_offered_encryption_is_used(tls_host: TlsHost) -> None:
    smtp.send(f"smtp://localhost:{tls_host.port}", letter(), "a@example.org", "b@example.org")
    assert tls_host.came == [(True, False)]


def test_a_password_goes_to_no_host_that_nobody_vouches_for(tls_host: TlsHost) -> None:
    for url in (
        f"smtp://table:p%40ss@localhost:{tls_host.port}",
        f"smtp://localhost:{tls_host.port}?starttls=required",
    ):
        with pytest.raises(smtp.Refused, match="certificate") as refused:
            smtp.send(url, letter(), "a@example.org", "b@example.org")
        assert refused.value.may_retry
    assert tls_host.came == []


@pytest.mark.parametrize(("password", "comes"), [("p%40ss", True), ("wrong", False)])
def test_signing_in(
    tls_host: TlsHost, certificate: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, password: str, comes: bool
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate[0]))
    url = f"smtp://table:{password}@localhost:{tls_host.port}"
    if comes:
        smtp.send(url, letter(), "a@example.org", "b@example.org")
        assert tls_host.came == [(True, True)]
        return
    with pytest.raises(smtp.Refused, match="535") as refused:
        smtp.send(url, letter(), "a@example.org", "b@example.org")
    # A wrong password is the admin's to mend, not the letter's fault.
    assert refused.value.may_retry and "wrong" not in str(refused.value)
