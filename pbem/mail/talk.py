"""A talk with an SMTP host, from the call to the farewell, a deadline over each letter; it judges no answer."""

import base64
import io
import smtplib
import socket
import ssl
import time
from collections.abc import Callable
from typing import Any

RECORD = 16384  # bytes written at a time: of a larger piece a slow reader could take each part just in time


class TooSlow(smtplib.SMTPServerDisconnected):
    """The time for the whole talk is over."""


class Deadline:
    """When a talk must be over, whatever the host does. `seconds` is how long it may take from now on."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = time.monotonic() + seconds

    @property
    def is_over(self) -> bool:
        """Whether the time is up."""
        return time.monotonic() >= self._end

    def left(self) -> float:
        """Seconds that are left. Raises TooSlow when none are."""
        remaining = self._end - time.monotonic()
        if remaining <= 0:
            raise TooSlow(f"took longer than {self.seconds:g} s")
        return remaining

    def at_most(self, seconds: float) -> None:
        """Brings the end nearer: no more than `seconds` from now."""
        self._end = min(self._end, time.monotonic() + seconds)


class Talk(smtplib.SMTP):
    """smtplib's talk, with a deadline over all of it: its own `timeout` begins anew with every byte that drips in.

    `tls` is given for hosts that speak TLS from the first byte on; `step` is how long the host may be silent, in
    seconds. The constructor calls the host; it and all methods raise OSError (of which SMTPException is a kind).
    `letters` were handed in so far; `has_begun`: the host was sent the content of one, and may have taken it.
    """

    def __init__(self, host: str, port: int, tls: ssl.SSLContext | None, step: float, deadline: Deadline) -> None:
        self._tls, self._step, self._deadline = tls, step, deadline
        self.letters, self.has_begun, self.since = 0, False, time.monotonic()
        super().__init__(host, port, timeout=step)

    @property
    def is_gone(self) -> bool:
        """Whether either side has hung up."""
        return self.sock is None

    def go_on(self, deadline: Deadline, patience: float) -> bool:
        """Whether the host still listens, for one more letter before `deadline`; it has `patience` seconds to say so.

        RSET says as much as NOOP, and also ends whatever came before.
        """
        self.has_begun = False
        step, self._step, self._deadline = self._step, patience, deadline
        try:
            return self.rset()[0] == 250
        except OSError:
            return False
        finally:
            self._step = step

    def hand_in(self, raw: bytes, sender: str, address: str) -> None:
        """Hands one letter in, `raw` with CRLF; an empty `sender` is the one that nothing comes back to (RFC 5321)."""
        self.sendmail(sender, [address], raw)
        self.letters += 1

    def data(self, msg: Any) -> tuple[int, bytes]:
        """Sends DATA and the letter. What breaks from here on may have been taken."""
        self.has_begun = True
        return super().data(msg)

    def farewell(self, seconds: float) -> None:
        """QUIT, and at most so long for an answer; what goes wrong now matters to no letter."""
        self._deadline = Deadline(seconds)
        try:
            self.quit()
        except OSError:
            self.close()

    def _patience(self) -> float:
        return min(self._step, self._deadline.left())

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        """smtplib's hook for the connection; `timeout` is for each address of the host, so each gets what is left."""
        failure: OSError | None = None
        for *_, address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
            try:
                sock = socket.create_connection((str(address[0]), port), min(timeout, self._deadline.left()))
            except OSError as error:
                failure = error
                continue
            sock.settimeout(self._patience())
            return self._tls.wrap_socket(sock, server_hostname=host) if self._tls else sock
        raise failure or OSError(f"{host} has no address")

    def send(self, s: Any) -> None:
        """Writes bytes, or ASCII text, before the deadline."""
        data = s.encode(self.command_encoding) if isinstance(s, str) else s
        for start in range(0, len(data), RECORD):
            if self.sock is not None:
                self.sock.settimeout(self._patience())
            super().send(data[start : start + RECORD])

    def getreply(self) -> tuple[int, bytes]:
        """Reads an answer before the deadline."""
        if self.file is None and self.sock is not None:
            self.file = io.BufferedReader(_Incoming(self.sock, self._patience))
        reply = super().getreply()
        if self.sock is not None and not self._deadline.is_over:
            self.sock.settimeout(self._patience())  # for the TLS handshake, which comes after an answer
        return reply

    def sign_in(self, user: str, password: str) -> None:
        """Signs in; smtplib's own login knows ASCII alone. Other letters go as UTF-8 by PLAIN (RFC 4616)."""
        if (user + password).isascii():
            self.login(user, password)
            return
        if "PLAIN" not in self.esmtp_features.get("auth", "").upper().split():
            raise smtplib.SMTPNotSupportedError(
                "the host offers no AUTH PLAIN, and a user or password in SMTP_URL has other letters than ASCII's"
            )
        secret = base64.b64encode(f"\0{user}\0{password}".encode()).decode("ascii")
        code, reply = self.docmd("AUTH", f"PLAIN {secret}")
        if code != 235:
            raise smtplib.SMTPAuthenticationError(code, reply)


class _Incoming(io.RawIOBase):
    """What the host says, each piece of it within what is left of the time."""

    def __init__(self, sock: socket.socket, patience: Callable[[], float]) -> None:
        self._sock, self._patience = sock, patience

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._sock.settimeout(self._patience())
        return self._sock.recv_into(buffer)
