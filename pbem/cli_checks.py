"""Commands that look whether mail leaves and is believed, and that make keys for signing it; none mends anything."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli_games import as_json
from pbem.cli_house import print_json, printable
from pbem.cli_input import UTF8
from pbem.config import ConfigError, Settings, local_settings

if TYPE_CHECKING:  # DNS and letters take their time to load; the other commands do without
    from pbem.mail.checks import Dns

PORT = 53
MARKS = {"good": "ok", "note": "note", "bad": "MEND", "unknown": "?"}
TXT_PART = 255  # characters of one string in a TXT record (RFC 1035, 3.3)


@click.command("check-mail")
@click.option("--to", type=UTF8, help="Also send a test letter there.")
@click.option("--ip", type=UTF8, help="The address that mail leaves from, where it is not the mail host's own.")
@click.option("--selector", type=UTF8, help="The DKIM selector by which the mail host signs.")
@click.option("--dns", "server", type=UTF8, help="The name server to ask, such as 9.9.9.9 or 127.0.0.1:5353.")
@as_json
@click.pass_context
def check_mail(
    context: click.Context, to: str | None, ip: str | None, selector: str | None, server: str | None, as_json: bool
) -> None:
    """Look at SPF, DKIM, DMARC, PTR and MX, talk to the mail host, and say what to mend.

    The exit code is 0 when nothing is to mend, 1 when something is, or could not be looked at.
    """
    from pbem.mail.checks import BAD, UNKNOWN, check_all

    settings = local_settings(os.environ)
    findings = []
    for finding in check_all(settings, _dns(server), to=to, ip=_address(ip), selector=selector):
        findings.append(finding)
        if not as_json:
            click.echo(f"{MARKS[finding.grade]:<5} {finding.topic}: {printable(finding.text)}")
    is_well = not any(finding.grade in (BAD, UNKNOWN) for finding in findings)
    if as_json:
        print_json({"well": is_well, "findings": [asdict(finding) for finding in findings]})
    context.exit(0 if is_well else 1)


def _dns(server: str | None) -> "Dns":
    from pbem.mail.checks import Dns

    if server is None:
        return Dns()
    host, _, port = server.rpartition(":") if server.count(":") == 1 else (server, "", "")
    if port and not (port.isascii() and port.isdigit() and 0 < int(port) < 65536):
        raise click.BadParameter("the port must be a number from 1 to 65535.", param_hint="--dns")
    return Dns(str(_address(host or server, "--dns")), int(port or PORT))


def _address(text: str | None, option: str = "--ip") -> str | None:
    try:
        return str(ip_address(text)) if text is not None else None
    except ValueError as error:
        raise click.BadParameter("it must be an IP address, such as 192.0.2.25.", param_hint=option) from error


@click.command("dkim-key")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--selector", type=UTF8, help="The key's name in DNS; without it pbem and the year.")
@click.option("--ed25519", is_flag=True, help="The short kind, which is to stand beside one of RSA.")
def dkim_key(file: Path, selector: str | None, ed25519: bool) -> None:
    """Make a key that signs letters, in FILE, and say what belongs in the settings and in DNS."""
    from pbem.mail.signing import new_ed25519_key, read_key

    settings = local_settings(os.environ)
    selector = selector or f"pbem{datetime.now(UTC).year}{'e' if ed25519 else ''}"
    pem = new_ed25519_key() if ed25519 else _new_rsa_key()
    signer = read_key(selector, settings.mail_domain, pem)
    _write(file, pem)
    click.echo("\n".join(_instructions(settings, file, selector, signer.name, signer.record)))


def _instructions(settings: Settings, file: Path, selector: str, name: str, record: str) -> Iterator[str]:
    suffix = "_2" if settings.dkim else ""
    yield "Set, for all processes that send letters:"
    yield f"  DKIM_SELECTOR{suffix}={selector}"
    yield f"  DKIM_KEY{suffix}={file.absolute()}"
    yield "Add to DNS:"
    parts = [record[start : start + TXT_PART] for start in range(0, len(record), TXT_PART)]
    yield f"  {name}. TXT " + " ".join(f'"{part}"' for part in parts)
    yield "Then `pbem check-mail` looks whether both fit."


def _new_rsa_key() -> str:
    """An RSA key in PEM, by openssl. Raises ConfigError."""
    openssl = shutil.which("openssl")
    if openssl is None:
        raise ConfigError("openssl is not installed, which makes RSA keys; --ed25519 needs none.")
    command = [openssl, "genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)  # noqa: S603 - nothing given by anybody
    if done.returncode:
        raise ConfigError("openssl could not make a key.")
    return done.stdout


def _write(file: Path, pem: str) -> None:
    """For its owner only, and never over a key that is there. Raises ConfigError."""
    try:
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as new:
            new.write(pem)
    except FileExistsError as error:
        raise ConfigError(f"{file} is there already; a key is never written over.") from error
    except OSError as error:
        raise ConfigError(f"{file} cannot be written ({error.strerror}).") from error
