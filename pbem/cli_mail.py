"""Commands for mail that comes in: the listener, the pipe, fetching by IMAP; each ends when it is told to."""

import logging
import os
import signal
import sys
import threading
from types import FrameType

import click

from pbem.cli_house import quiet_house
from pbem.cli_input import UTF8
from pbem.config import ConfigError, is_production, local_settings
from pbem.logs import set_up_logs
from pbem.play import House, store_mail
from pbem.store import StoreError

log = logging.getLogger(__name__)
# sysexits.h: what an MTA makes of a command's end. On TEMPFAIL it keeps the mail and comes again.
USAGE, DATA, NO_USER, TEMPFAIL = 64, 65, 67, 75
NO_ADDRESS = (
    "MAIL_IN is not set, so there is no address to which mail could come; set it to one like play@in.example.org."
)


@click.command("mail-in")
@click.option("--host", default="127.0.0.1", show_default=True, type=UTF8, help="Where to listen.")
@click.option("--port", type=click.IntRange(1, 65535), help="Without it MAIL_IN_PORT, or 8025.")
@click.option("--lmtp/--smtp", default=True, help="What is spoken; LMTP unless told otherwise.")
@click.option("--public", is_flag=True, help="Also listen where others than this machine can call.")
@click.option("--wait", is_flag=True, help="Without MAIL_IN wait for the end instead of refusing (for a Procfile).")
def mail_in(host: str, port: int | None, lmtp: bool, public: bool, wait: bool) -> None:
    """Take in answers and bounces by LMTP or SMTP from the MTA of this machine."""
    from pbem.mail.inbound.listening import Door, refuse_public

    if not public:
        refuse_public(host)
    settings = local_settings(os.environ)
    if not os.environ.get("MAIL_IN"):
        if not wait:
            raise ConfigError(NO_ADDRESS)
        click.echo("MAIL_IN is not set: no mail is taken in.")
        _ended().wait()
        return
    house = _telling_house()
    door = Door(house, host, port or settings.mail_in_port or 8025, lmtp=lmtp)
    door.start()
    click.echo(f"Mail for {house.settings.mail_in} is taken at {host}:{door.port} by {'LMTP' if lmtp else 'SMTP'}.")
    _ended().wait()
    door.stop()
    house.store.close()


def _telling_house() -> House:
    """The house of a process that stays: its log is that of the other processes."""
    house = quiet_house()
    set_up_logs(as_json=is_production(os.environ), level=logging.INFO)
    return house


def _ended() -> threading.Event:
    """Set by SIGTERM or SIGINT."""
    ended = threading.Event()

    def tell(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
        ended.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, tell)
    sys.stdout.flush()
    return ended


@click.command("mail-fetch")
@click.option("--watch", is_flag=True, help="Stay, and fetch whenever mail comes.")
def mail_fetch(watch: bool) -> None:
    """Fetch answers and bounces from the mailbox of IMAP_URL; other mail in it is left untouched."""
    settings = local_settings(os.environ)
    if settings.imap_url is None:
        raise ConfigError("IMAP_URL is not set; set it to one like imaps://user:password@mail.example.org/INBOX.")
    if not os.environ.get("MAIL_IN"):
        raise ConfigError(NO_ADDRESS)
    from pbem.mail.inbound import fetching  # an extra: the settings are looked at first

    place = fetching.read_imap_url(settings.imap_url)
    house = _telling_house() if watch else quiet_house()
    work = fetching.Fetching(house, place)
    if not watch:
        try:
            with fetching.opened(place) as box:
                count = work.round(box)
        except fetching.FetchError as error:
            raise click.ClickException(str(error)) from error
        click.echo("1 mail was taken in." if count == 1 else f"{count} mails were taken in.")
        return
    click.echo(f"Mail for {house.settings.mail_in} is fetched from {place.host}.")
    told = _ended()
    fetching.watch(work, place, lambda seconds: told.wait(seconds))
    house.store.close()


@click.command()
@click.option("--from", "sender", type=UTF8, help="The envelope's sender; without it SENDER, or Return-Path.")
@click.option(
    "--to", "recipient", type=UTF8, help="The envelope's recipient; without it ORIGINAL_RECIPIENT, or the head."
)
@click.pass_context
def receive(context: click.Context, sender: str | None, recipient: str | None) -> None:
    """Take in one mail from standard input, for a pipe of an MTA, .forward or procmail.

    The exit code is 0 when the mail is stored (or was before), 75 when it cannot be stored now and should come again,
    67 when it is for nobody here, 65 when it is no mail.
    """
    try:
        code, said = _receive(sender, recipient)
    except (StoreError, ConfigError) as error:  # with wrong settings, too, a mail must not be lost
        code, said = TEMPFAIL, str(error)
    except Exception:
        log.exception("a mail could not be taken")
        code, said = TEMPFAIL, "The mail could not be taken."
    if said:
        click.echo(said, err=True)
    context.exit(code)


def _receive(given_sender: str | None, given_recipient: str | None) -> tuple[int, str]:
    from pbem.mail.inbound import envelopes
    from pbem.mail.inbound.envelopes import MOST_BYTES

    raw = sys.stdin.buffer.read(MOST_BYTES + 1)
    if not raw.strip():
        return DATA, "Standard input holds no mail."
    if len(raw) > MOST_BYTES:
        return DATA, f"The mail is larger than {MOST_BYTES // (1024 * 1024)} MB."
    house = quiet_house()
    if house.settings.mail_in is None:
        raise ConfigError(NO_ADDRESS)
    recipient = envelopes.recipient(house.settings, raw, given_recipient, os.environ)
    if recipient is None:
        return NO_USER, "The mail is for no address of ours; --to says for which it is."
    store_mail(house, raw, envelopes.sender(raw, given_sender, os.environ), recipient, "pipe")
    return 0, ""
