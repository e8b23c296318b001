"""SMTP with STARTTLS and a password: encryption when offered, a certificate checked where a password goes out."""

import shutil
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email.message import EmailMessage
from email.policy import SMTP as SMTP_POLICY
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from pbem.mail import smtp
from tests.servers import PATIENCE, free_port, missing


class TlsHost:
    """A mail host with a certificate that nobody vouches for; notes how each letter came."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.came: list[tuple[bool, bool]] = []
        self.sizes: list[int] = []

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """aiosmtpd's hook: encrypted?, signed in?"""
        self.came.append((session.ssl is not None, bool(session.authenticated)))
        self.sizes.append(len(envelope.content or b""))
        return "250 OK"


def check_password(server: object, session: object, envelope: object, mechanism: str, data: object) -> AuthResult:
    assert isinstance(data, LoginPassword)
    known = ((b"table", b"p@ss"), ("tisch-ä".encode(), "pässwörd €".encode()))
    return AuthResult(success=(data.login, data.password) in known, handled=False)


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


@pytest.fixture
def smtps_host(certificate: tuple[Path, Path]) -> Iterator[TlsHost]:
    """A host that speaks TLS from the first byte on."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate)
    host = TlsHost(free_port())
    controller = Controller(
        host, hostname="127.0.0.1", port=host.port, ssl_context=context, auth_require_tls=False,
        authenticator=check_password, ready_timeout=30,
    )  # fmt: skip
    controller.start()
    yield host
    controller.stop()


@contextmanager
def dawdling_host(*answers: bytes) -> Iterator[int]:
    """Gives these answers whatever it hears, then bytes of nothing that come in good time; gives its port."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            caller = server.accept()[0]
            with caller, suppress(OSError):
                for answer in answers:
                    caller.sendall(answer)
                    caller.recv(1000)
                for byte in b"\x16\x03\x03\x20\x00" + bytes(200):  # the head of a long TLS record
                    caller.sendall(bytes([byte]))
                    time.sleep(0.02)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield server.getsockname()[1]
        thread.join(10)
        assert not thread.is_alive()


def letter(text: str = "x") -> bytes:
    made = EmailMessage(policy=SMTP_POLICY)
    made["From"], made["To"], made["Subject"] = "a@example.org", "b@example.org", "x"
    made.set_content(text)
    return made.as_bytes()


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


@pytest.mark.parametrize(
    ("who", "comes"),
    [("table:p%40ss", True), ("table:wrong", False), ("tisch-ä:pässwörd%20€", True), ("tisch-%C3%A4:wröng", False)],
)
def test_signing_in(
    tls_host: TlsHost, certificate: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, who: str, comes: bool
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate[0]))
    url = f"smtp://{who}@localhost:{tls_host.port}"
    if comes:
        smtp.send(url, letter(), "a@example.org", "b@example.org")
        assert tls_host.came == [(True, True)]
        return
    with pytest.raises(smtp.Refused, match="the host refused us: 535") as refused:
        smtp.send(url, letter(), "a@example.org", "b@example.org")
    # A wrong password is the admin's to mend, not the letter's fault.
    assert refused.value.may_retry and "wr" not in str(refused.value)


def test_other_letters_than_ascii_need_a_host_with_plain() -> None:
    host = dawdling_host(b"220 x\r\n", b"250-x\r\n250 AUTH LOGIN CRAM-MD5\r\n")
    with host as port, pytest.raises(smtp.Refused, match="no AUTH PLAIN") as refused:
        smtp.send(f"smtp://ä:ö@127.0.0.1:{port}?starttls=never", letter(), "a@example.org", "b@example.org")
    assert refused.value.may_retry


def test_a_letter_of_many_records_comes_whole_by_smtps(
    smtps_host: TlsHost, certificate: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate[0]))
    long = letter("0123456789\n" * 20_000)
    smtp.send(f"smtps://table:p%40ss@localhost:{smtps_host.port}", long, "a@example.org", "b@example.org")
    assert smtps_host.came == [(False, True)]  # aiosmtpd notes in `ssl` what STARTTLS began
    assert smtps_host.sizes == [len(long)]


@pytest.mark.parametrize(
    ("scheme", "answers"),
    [("smtps", ()), ("smtp", (b"220 x\r\n", b"250-x\r\n250 STARTTLS\r\n", b"220 go on\r\n"))],
)
def test_a_handshake_is_within_the_time_for_the_talk(
    monkeypatch: pytest.MonkeyPatch, scheme: str, answers: tuple[bytes, ...]
) -> None:
    monkeypatch.setattr(smtp, "TALK", 0.5)
    with dawdling_host(*answers) as port:
        began = time.monotonic()
        with pytest.raises(smtp.Refused, match=r"took longer than 0\.5 s") as refused:
            smtp.send(f"{scheme}://127.0.0.1:{port}", letter(), "a@example.org", "b@example.org")
        assert time.monotonic() - began < PATIENCE
    assert refused.value.may_retry
