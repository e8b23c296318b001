"""Fetches answers and bounces from a mailbox by IMAP, for who has no MTA of his own; it reads none of them.

The mailbox may be somebody's own: only mail to a signed address (behind a plus) is taken, all other is left untouched.
A mail is marked seen, or moved, once it is in the database; what is fetched twice is stored once.
"""

import imaplib
import logging
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import parse_qs, unquote, urlsplit

from pbem import play
from pbem.config import ConfigError, is_local_name
from pbem.mail.inbound.envelopes import MOST_BYTES, sender, tagged_recipient
from pbem.mail.inbound.mime import Mail
from pbem.store import StoreError

try:
    from imap_tools import BaseMailBox, ImapToolsError, MailBox, MailBoxStartTls, MailBoxUnencrypted
except ImportError as error:  # an extra
    raise ConfigError("IMAP_URL needs a package that is not installed; pip install 'pbem[imap]' brings it.") from error

PATIENCE = 30.0  # seconds for an answer of the host
MOST_AT_ONCE = 200  # unseen mails that one round looks at, the newest
SECURE, PLAIN = 993, 143
GLANCE, LONGEST_IDLE = 1.0, 540.0  # seconds; hosts end an IDLE of half an hour, routers one of ten minutes
FAILURES = (ImapToolsError, imaplib.IMAP4.error, OSError)  # of ssl, too
log = logging.getLogger(__name__)


class FetchError(Exception):
    """The mailbox could not be read; the text holds no password."""

    code = "imap"


@dataclass(frozen=True, slots=True)
class Place:
    """A mailbox as IMAP_URL names it. `move_to`: the folder for what was taken in, "" to leave it there, seen."""

    host: str
    port: int
    is_secure: bool
    user: str
    password: str
    folder: str
    move_to: str


def read_imap_url(url: str) -> Place:
    """The parts of `imaps://user:password@host:993/INBOX?move=Done`; signs such as @ are written %40."""
    parts = urlsplit(url)
    is_secure = parts.scheme == "imaps"
    return Place(
        host=parts.hostname or "",
        port=parts.port or (SECURE if is_secure else PLAIN),
        is_secure=is_secure,
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        folder=unquote(parts.path.strip("/")) or "INBOX",
        move_to=parse_qs(parts.query).get("move", [""])[0],
    )


@contextmanager
def opened(place: Place) -> Iterator[BaseMailBox]:
    """The mailbox, signed in. Raises FetchError for whatever goes wrong until it is left."""
    try:
        box = _connected(place)
        box.login(place.user, place.password, place.folder)
    except FAILURES as error:
        raise FetchError(f"The mailbox at {place.host} cannot be opened: {_reason(error)}") from error
    try:
        yield box
    except FAILURES as error:
        raise FetchError(f"The talk with the mailbox at {place.host} broke: {_reason(error)}") from error
    finally:
        _leave(box)


def _connected(place: Place) -> BaseMailBox:
    """With TLS, but on this machine; a certificate is checked."""
    if place.is_secure:
        context = ssl.create_default_context()
        return MailBox(place.host, place.port, timeout=PATIENCE, ssl_context=context)
    if is_local_name(place.host):
        return MailBoxUnencrypted(place.host, place.port, timeout=PATIENCE)
    return MailBoxStartTls(place.host, place.port, timeout=PATIENCE, ssl_context=ssl.create_default_context())


def _leave(box: BaseMailBox) -> None:
    try:
        box.logout()
    except FAILURES as error:
        log.info("the mailbox did not say good-bye: %s", type(error).__name__)


def _reason(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:200]


class Fetching:
    """Rounds over one mailbox; it remembers the mails that are not ours, so as not to look at them each time."""

    def __init__(self, house: play.House, place: Place) -> None:
        self._house = house
        self._place = place
        self._passed: set[str] = set()

    def round(self, box: BaseMailBox) -> int:
        """Takes in what is new, and says how many mails that were. Raises StoreError when they cannot be stored."""
        taken = 0
        for uid in box.uids("UNSEEN")[-MOST_AT_ONCE:]:
            if uid not in self._passed:
                taken += self._take(box, uid)
        return taken

    def _take(self, box: BaseMailBox, uid: str) -> int:
        head = Mail(_part(box, uid, "BODY.PEEK[HEADER]")).root.fields
        to = tagged_recipient(self._house.settings, head)
        size = _size(box, uid)
        if to is None or size > MOST_BYTES:
            self._passed.add(uid)
            if to is not None:
                log.warning("a mail of %s bytes was left in the mailbox; it is too large", size)
            return 0
        raw = _part(box, uid, "BODY.PEEK[]")
        number = play.store_mail(self._house, raw, sender(raw, None, {}), to, "imap")
        log.info("a mail of %s bytes was %s", len(raw), f"taken as {number}" if number else "here before")
        self._mark(box, uid)
        return 1

    def _mark(self, box: BaseMailBox, uid: str) -> None:
        box.flag(uid, "\\Seen", True)
        if self._place.move_to:
            if not box.folder.exists(self._place.move_to):
                box.folder.create(self._place.move_to)
            box.move(uid, self._place.move_to)


def _part(box: BaseMailBox, uid: str, what: str) -> bytes:
    """Bytes of a mail as they lie in the mailbox; b"" for one that is gone."""
    _, answer = box.client.uid("fetch", uid, f"({what})")
    return next((part[1] for part in answer if isinstance(part, tuple)), b"")


def _size(box: BaseMailBox, uid: str) -> int:
    _, answer = box.client.uid("fetch", uid, "(RFC822.SIZE)")
    text = answer[0].decode("ascii", "replace") if answer and isinstance(answer[0], bytes) else ""
    number = text.rpartition("RFC822.SIZE ")[2].partition(")")[0].partition(" ")[0]
    return int(number) if number.isdigit() else 0


def watch(fetching: Fetching, place: Place, told: Callable[[float], bool], pause: float = 30.0) -> None:
    """Round after round, until `told(seconds)`, which waits so long, says that it is to end.

    Between rounds it waits for the host's word of new mail (IDLE, RFC 2177), or `pause` seconds where it gives none. A
    host or a database that is away is tried again.
    """
    while True:
        try:
            with opened(place) as box:
                while True:
                    fetching.round(box)
                    if _idle(box, told) if "IDLE" in box.client.capabilities else told(pause):
                        return
        except (FetchError, StoreError) as error:
            log.warning("%s", error)
        if told(pause):
            return


def _idle(box: BaseMailBox, told: Callable[[float], bool]) -> bool:
    """Waits for the host's word; True when it is told to end."""
    box.idle.start()  # type: ignore[no-untyped-call]
    try:
        for _ in range(int(LONGEST_IDLE / GLANCE)):
            if box.idle.poll(timeout=GLANCE):
                return False
            if told(0.0):
                return True
        return False
    finally:
        box.idle.stop()  # type: ignore[no-untyped-call]
