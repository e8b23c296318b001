"""A name server on loopback that says what a test tells it (UDP, RFC 1035)."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import dns.flags
import dns.message
import dns.rcode
import dns.rrset


class NameServer:
    """`zone` is {(name, type): records as text}; a name of which nothing is said does not exist."""

    def __init__(self, zone: dict[tuple[str, str], list[str]]) -> None:
        self.zone = zone
        self.asked: list[tuple[str, str]] = []
        self.refuses = False
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind(("127.0.0.1", 0))
        self.port: int = self._socket.getsockname()[1]

    @contextmanager
    def running(self) -> Iterator["NameServer"]:
        """Answers until the end of the block."""
        threading.Thread(target=self._serve, daemon=True).start()
        yield self
        self._socket.close()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                raw, caller = self._socket.recvfrom(4096)
                self._socket.sendto(self._answer(raw), caller)

    def _answer(self, raw: bytes) -> bytes:
        query = dns.message.from_wire(raw)
        answer = dns.message.make_response(query)
        answer.flags |= dns.flags.RA
        asked = query.question[0]
        name, kind = asked.name.to_text().rstrip(".").lower(), dns.rdatatype.to_text(asked.rdtype)
        self.asked.append((name, kind))
        if self.refuses:
            answer.set_rcode(dns.rcode.SERVFAIL)
            return answer.to_wire()
        records = self.zone.get((name, kind))
        if records:
            answer.answer.append(dns.rrset.from_text(asked.name, 60, "IN", kind, *records))
        elif not any(known == name for known, _ in self.zone):
            answer.set_rcode(dns.rcode.NXDOMAIN)
        return answer.to_wire(max_size=4096)
