"""Real mail servers on loopback, each from a folder of its own: Dovecot (IMAP), Postfix (MTA); never the system's."""

import grp
import imaplib
import os
import pwd
import shutil
import signal
import smtplib
import subprocess
import tempfile
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.servers import free_port, missing, wait_until

PASSWORD = "a-secret-of-the-tests"


def needs(binary: str, package: str) -> str:
    """The path of a server's binary; without it, or without root, the test ends here."""
    found = shutil.which(binary, path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if found is None:
        missing(binary, package)
    if os.getuid() != 0:
        pytest.skip(f"{binary} changes its user, which only root may")
    return str(found)


def open_folder(prefix: str) -> Path:
    """A folder that the servers' own users can pass through, unlike pytest's."""
    folder = Path(tempfile.mkdtemp(prefix=prefix))
    folder.chmod(0o755)
    return folder


class Dovecot:
    """An IMAP server with one mailbox for each name, PASSWORD for all."""

    def __init__(self) -> None:
        binary = needs("dovecot", "dovecot-imapd")
        self.folder = open_folder("pbem-imap-")
        self.port = free_port()
        owner = pwd.getpwnam("nobody")
        mail = self.folder / "mail"
        mail.mkdir()
        os.chown(mail, owner.pw_uid, owner.pw_gid)
        config = self.folder / "dovecot.conf"
        config.write_text(f"""
protocols = imap
listen = 127.0.0.1
base_dir = {self.folder}/run
state_dir = {self.folder}/state
log_path = {self.folder}/log
ssl = no
disable_plaintext_auth = no
mail_location = maildir:{mail}/%n
first_valid_uid = 1
auth_mechanisms = plain
passdb {{
  driver = static
  args = password={PASSWORD}
}}
userdb {{
  driver = static
  args = uid={owner.pw_uid} gid={owner.pw_gid} home={mail}/%n
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    address = 127.0.0.1
    port = {self.port}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
namespace inbox {{
  inbox = yes
}}
""")
        self._process = subprocess.Popen(
            [binary, "-F", "-c", config], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        wait_until(self._answers, "Dovecot")

    def url(self, user: str, query: str = "") -> str:
        """As IMAP_URL says it."""
        return f"imap://{user}:{PASSWORD}@127.0.0.1:{self.port}/INBOX{query}"

    def client(self, user: str) -> imaplib.IMAP4:
        """A mail program that is signed in, at the INBOX."""
        client = imaplib.IMAP4("127.0.0.1", self.port, timeout=10)
        client.login(user, PASSWORD)
        client.select()
        return client

    def put(self, user: str, *mails: bytes) -> None:
        """Puts mails into an INBOX."""
        client = self.client(user)
        for raw in mails:
            assert client.append("INBOX", "", "", raw)[0] == "OK"
        client.logout()

    def count(self, user: str, criterion: str, folder: str = "INBOX") -> int:
        """How many mails of a folder fit a criterion of SEARCH."""
        client = self.client(user)
        client.select(folder, readonly=True)
        found = client.search(None, criterion)[1][0]
        client.logout()
        return len(found.split())

    def _answers(self) -> bool:
        assert self._process.poll() is None, (self.folder / "log").read_text("utf-8", "replace")
        try:
            imaplib.IMAP4("127.0.0.1", self.port, timeout=2).shutdown()
        except (OSError, imaplib.IMAP4.error):
            return False
        return True

    def stop(self) -> None:
        """Stops it and removes all."""
        end(self._process)
        shutil.rmtree(self.folder, ignore_errors=True)


def end(process: "subprocess.Popen[bytes]") -> None:
    """Ends a server that we started, kindly first."""
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(15)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(15)


class Postfix:
    """An MTA with its own queue: players' mail goes into mailboxes (Maildir), ours by LMTP to where we listen.

    `domain` is the players', `ours` the service's; whoever is not in `people` does not exist there.
    """

    def __init__(self, people: tuple[str, ...], *, domain: str, ours: str, lmtp_port: int) -> None:
        needs("postfix", "postfix")
        self.folder = open_folder("pbem-mta-")
        self.port = free_port()
        self._domain = domain
        for name in ("conf", "queue", "data", "mail"):
            (self.folder / name).mkdir()
        postfix, nobody = pwd.getpwnam("postfix"), pwd.getpwnam("nobody")
        os.chown(self.folder / "data", postfix.pw_uid, postfix.pw_gid)
        os.chown(self.folder / "mail", nobody.pw_uid, nobody.pw_gid)
        self._conf = self.folder / "conf"
        boxes = "".join(f"{name}@{domain} {name}/\n" for name in people)
        (self._conf / "boxes").write_text(boxes)
        (self._conf / "transport").write_text(f"{ours} lmtp:inet:127.0.0.1:{lmtp_port}\n")
        (self._conf / "main.cf").write_text(self._main(domain, ours, nobody))
        (self._conf / "master.cf").write_text(self._master())
        self._run("postfix", "-c", self._conf, "check")
        self._run("postfix", "-c", self._conf, "start")
        wait_until(self._answers, "Postfix")

    def _main(self, domain: str, ours: str, owner: pwd.struct_passwd) -> str:
        return f"""
compatibility_level = 3.6
queue_directory = {self.folder}/queue
data_directory = {self.folder}/data
maillog_file = {self.folder}/log
maillog_file_prefixes = {self.folder}
mail_owner = postfix
setgid_group = {grp.getgrnam("postdrop").gr_name}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.{domain}
mydestination =
mynetworks = 127.0.0.0/8
alias_maps =
alias_database =
local_recipient_maps =
local_transport = error:nobody here
default_transport = error:no mail leaves this machine
virtual_mailbox_domains = {domain}
virtual_mailbox_maps = texthash:{self._conf}/boxes
virtual_mailbox_base = {self.folder}/mail
virtual_minimum_uid = 1
virtual_uid_maps = static:{owner.pw_uid}
virtual_gid_maps = static:{owner.pw_gid}
recipient_delimiter = +
relay_domains = {ours}
relay_recipient_maps =
transport_maps = texthash:{self._conf}/transport
smtpd_recipient_restrictions = permit_mynetworks, reject
smtpd_reject_unlisted_recipient = no
minimal_backoff_time = 1s
maximal_backoff_time = 2s
queue_run_delay = 1s
"""

    def _master(self) -> str:
        return f"""
127.0.0.1:{self.port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
virtual unix - n n - - virtual
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
"""

    @property
    def url(self) -> str:
        """As SMTP_URL says it."""
        return f"smtp://127.0.0.1:{self.port}?starttls=never"

    @property
    def log(self) -> str:
        """What it logged so far."""
        file = self.folder / "log"
        return file.read_text("utf-8", "replace") if file.exists() else ""

    def send(self, message: EmailMessage, sender: str, to: str) -> None:
        """Hands a mail in, as a mail program does."""
        with smtplib.SMTP("127.0.0.1", self.port, timeout=20) as client:
            client.send_message(message, sender, [to])

    def mails(self, name: str) -> list[EmailMessage]:
        """What lies in a person's mailbox, oldest first."""
        files = sorted((self.folder / "mail" / name / "new").glob("*"), key=lambda file: file.stat().st_mtime_ns)
        return [_message(file.read_bytes()) for file in files]

    def flush(self) -> None:
        """Has what waits tried again now."""
        self._run("postqueue", "-c", self._conf, "-f")

    def _run(self, *command: object) -> None:
        done = subprocess.run(
            [str(part) for part in command], capture_output=True, text=True, timeout=60,
            env={**os.environ, "PATH": f"{os.environ.get('PATH', '')}:/usr/sbin"},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr + self.log

    def _answers(self) -> bool:
        try:
            with smtplib.SMTP("127.0.0.1", self.port, timeout=2) as client:
                return client.noop()[0] == 250
        except (OSError, smtplib.SMTPException):
            return False

    def stop(self) -> None:
        """Stops it and removes all."""
        self._run("postfix", "-c", self._conf, "stop")
        shutil.rmtree(self.folder, ignore_errors=True)


def _message(raw: bytes) -> EmailMessage:
    message = message_from_bytes(raw, policy=policy.default)
    assert isinstance(message, EmailMessage)
    return message
