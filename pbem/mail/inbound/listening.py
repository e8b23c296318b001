"""The door for mail: LMTP or SMTP on this machine, for the MTA that faces the world; it stores, answers, reads nothing.

A mail is answered 250 once it is in the database, and 451 when that is away: then the MTA keeps it and comes again.
What is too large, or for nobody here, is refused for good, so that its sender hears of it from his own host.
"""

import asyncio
import logging
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, contextmanager
from ipaddress import ip_address

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session

from pbem import play
from pbem.config import ConfigError
from pbem.mail.inbound.envelopes import MOST_BYTES, NO_SENDER, is_for_us
from pbem.store import StoreError

AT_ONCE = 4  # large mails that are taken in at the same time: each is in memory as a whole
CHUNK = 64 * 1024  # bytes; a mail of no more waits for no other, so that who is slow holds up nobody
PATIENCE = 120.0  # seconds from DATA to the end of a mail: the MTA of this machine has all of it at hand
LINE_END, END_OF_MAIL = b"\r\n", b"\r\n.\r\n"
STARTING, ENDING = 10.0, 10.0  # seconds
TAKEN = "250 2.0.0 taken"
SLOW = "421 4.4.2 the mail took too long"
AWAY = "451 4.3.0 the mail cannot be stored just now"
TOO_LARGE = f"552 5.3.4 more than {MOST_BYTES // (1024 * 1024)} MB"
NOBODY = "550 5.1.1 nobody of that name here"
log = logging.getLogger(__name__)


class Door:
    """A listener in a thread of its own."""

    def __init__(self, house: play.House, host: str, port: int, *, lmtp: bool) -> None:
        self._house = house
        self.host, self.port = host, port  # of port 0 the one that was given, once it listens
        self._protocol = _Lmtp if lmtp else _Smtp
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="mail in", daemon=True)
        self._stored = ThreadPoolExecutor(AT_ONCE, "mail in")
        self.gate = asyncio.Semaphore(AT_ONCE)
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.BaseTransport] = set()
        self._busy = 0
        self._ready: threading.Event = threading.Event()
        self._error: OSError | None = None
        # It tells every command at this level, addresses and all.
        logging.getLogger("mail.log").setLevel(logging.WARNING)

    def start(self) -> None:
        """Listens. Raises ConfigError when it cannot."""
        self._thread.start()
        self._ready.wait(STARTING)
        if self._server is None:
            reason = self._error.strerror if self._error else "no answer"
            raise ConfigError(
                f"Mail cannot be taken at {self.host}:{self.port} ({reason}); choose another address or port."
            )

    def stop(self, patience: float = ENDING) -> None:
        """Takes no more callers, ends with what is coming in now, at most after `patience` seconds."""
        if self._thread.is_alive():
            asyncio.run_coroutine_threadsafe(self._end(patience), self._loop).result(patience + STARTING)
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(STARTING)
        self._stored.shutdown(wait=True)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            listening = self._loop.create_server(self._caller, self.host, self.port)
            self._server = self._loop.run_until_complete(listening)
            self.port = self._server.sockets[0].getsockname()[1]
        except OSError as error:
            self._error = error
        finally:
            self._ready.set()
        if self._server is not None:
            self._loop.run_forever()
        self._loop.close()

    def _caller(self) -> SMTP:
        return self._protocol(self, self._loop)

    async def _end(self, patience: float) -> None:
        assert self._server is not None
        self._server.close()
        until = self._loop.time() + patience
        while self._busy and self._loop.time() < until:
            await asyncio.sleep(0.05)
        for transport in tuple(self._open):
            transport.close()
        await asyncio.sleep(0)

    # --- what aiosmtpd asks -------------------------------------------------------------------------------------------

    async def handle_EHLO(
        self,
        server: SMTP,  # noqa: ARG002
        session: Session,
        envelope: Envelope,  # noqa: ARG002
        hostname: str,
        responses: list[str],
    ) -> list[str]:
        """Greets; RFC 2033 wants pipelining told."""
        session.host_name = hostname
        return [*responses[:-1], "250-PIPELINING", responses[-1]]

    async def handle_RCPT(
        self,
        server: SMTP,  # noqa: ARG002
        session: Session,  # noqa: ARG002
        envelope: Envelope,
        address: str,
        options: list[str],  # noqa: ARG002
    ) -> str:
        """Takes what is for us; whether its tag is genuine is found out when the mail is read."""
        if not is_for_us(self._house.settings, address):
            return NOBODY
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_exception(self, error: Exception) -> str:
        """Whatever broke: the caller hears nothing of it but that he should come again."""
        log.error("a talk about mail broke", exc_info=error)
        return AWAY

    # --- taking a mail in ---------------------------------------------------------------------------------------------

    @contextmanager
    def taking(self) -> Iterator[None]:
        """Holds a mail that is taken in: the end waits for it."""
        self._busy += 1
        try:
            yield
        finally:
            self._busy -= 1

    async def keep(self, raw: bytes, envelope: Envelope) -> list[str]:
        """Stores a mail for each of its recipients, and gives an answer for each."""
        sender = envelope.mail_from or NO_SENDER
        return [
            await self._loop.run_in_executor(self._stored, self._store, raw, sender, recipient)
            for recipient in envelope.rcpt_tos
        ]

    def _store(self, raw: bytes, sender: str, recipient: str) -> str:
        try:
            number = play.store_mail(self._house, raw, sender, recipient, "lmtp")
        except StoreError as error:
            log.warning("a mail was not taken: %s", error)
            return AWAY
        except Exception:
            log.exception("a mail could not be stored")
            return AWAY
        log.info("a mail of %s bytes was %s", len(raw), f"taken as {number}" if number else "here before")
        return TAKEN

    def opened(self, transport: asyncio.BaseTransport) -> None:
        """Notes a caller."""
        self._open.add(transport)

    def closed(self, transport: asyncio.BaseTransport | None) -> None:
        """Forgets a caller."""
        if transport is not None:
            self._open.discard(transport)


class _Taking(SMTP):
    """A talk that takes a mail in one piece of memory, however short or long its lines are."""

    answers_each = False  # recipient, after the mail (RFC 2033, 4.2)

    def __init__(self, door: Door, loop: asyncio.AbstractEventLoop) -> None:
        self._door = door
        super().__init__(
            door, data_size_limit=MOST_BYTES, enable_SMTPUTF8=True, hostname="pbem", ident="mail in", loop=loop
        )

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A caller."""
        self._door.opened(transport)
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        """The caller is gone; what is not answered is sent again."""
        self._door.closed(self.transport)
        super().connection_lost(error)

    async def smtp_DATA(self, arg: str) -> None:
        """Takes the mail and answers when it is stored.

        aiosmtpd's own way keeps each line as an object: 25 MB of line ends would be 800 MB of memory.
        """
        assert self.envelope is not None
        if arg or not self.envelope.rcpt_tos:
            await self.push("501 5.5.4 DATA has no parameter" if arg else "503 5.5.1 nobody to take it")
            return
        async with AsyncExitStack() as held:
            held.enter_context(self._door.taking())
            await self.push("354 end it with <CR><LF>.<CR><LF>")
            try:
                async with asyncio.timeout(PATIENCE):
                    raw = await self._read_mail(held)
            except TimeoutError:
                await self.push(SLOW)
                if self.transport is not None:
                    self.transport.close()
                return
            if raw is None:
                answers = [TOO_LARGE] * len(self.envelope.rcpt_tos)
            else:
                answers = await self._door.keep(raw, self.envelope)
            if not self.answers_each:  # of a mail stored for some alone the MTA gives us another copy, which is none
                answers = [next((each for each in answers if each != TAKEN), TAKEN)]
            self.envelope = self._create_envelope()
            await self.push("\r\n".join(answers))

    async def _read_mail(self, held: AsyncExitStack) -> bytes | None:
        """The mail's bytes without the dots that were added (RFC 5321, 4.5.2); None when it was too large.

        A large one goes through the gate, which `held` leaves. Line by line, a mail of nothing but line ends would hold
        up all others for a minute.
        """
        data, end, is_large, is_too_large = bytearray(LINE_END), -1, False, False
        while end < 0:
            chunk = await self._reader.read(CHUNK)
            if not chunk:
                raise ConnectionResetError
            known = len(data)
            data += chunk
            end = data.find(END_OF_MAIL, max(known - len(END_OF_MAIL), 0))
            if end < 0 and len(data) > CHUNK and not is_large:
                await held.enter_async_context(self._door.gate)
                is_large = True
            if end < 0 and len(data) > MOST_BYTES + len(END_OF_MAIL):
                is_too_large = True
                del data[: -len(END_OF_MAIL)]
            self._reset_timeout()
        # What a caller who pipelines sends behind it is his next command.
        self._reader._buffer[:0] = data[end + len(END_OF_MAIL) :]  # type: ignore[attr-defined]
        if is_too_large or end > MOST_BYTES:
            return None
        del data[end + len(LINE_END) :]
        if b"\r\n." in data:
            data = data.replace(b"\r\n.", LINE_END)
        return bytes(memoryview(data)[len(LINE_END) :])


class _Smtp(_Taking):
    """One answer for all recipients."""


class _Lmtp(_Taking, LMTP):
    """An answer for each recipient."""

    answers_each = True


def refuse_public(host: str) -> None:
    """Raises ConfigError for an address that others than this machine can reach."""
    try:
        is_private = ip_address(host).is_loopback
    except ValueError:
        is_private = host == "localhost"
    if not is_private:
        raise ConfigError(
            f"{host} can be reached by others, and this listener asks nobody who he is: it is made for the MTA of this "
            "machine. Listen on 127.0.0.1, or say --public where a firewall stands before it."
        )
