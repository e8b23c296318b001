"""`pbem check-mail`: each fault of DNS and host is found and said, with a real name server and a real mail host."""

import dataclasses
import json
import stat
from collections.abc import Iterator
from pathlib import Path

import dkim
import pytest

from pbem.config import Settings
from pbem.mail.checks import BAD, GOOD, NOTE, UNKNOWN, Dns, Finding, check_all
from pbem.mail.signing import new_ed25519_key, signers
from tests.conftest import test_settings
from tests.letters.nameserver import NameServer
from tests.processes import environ, pbem
from tests.servers import SmtpSink, free_port

Zone = dict[tuple[str, str], list[str]]
IP = "45.79.100.25"  # documentation's own addresses count as private
PTR = ("25.100.79.45.in-addr.arpa", "PTR")
KEY = new_ed25519_key()
GOOD_ZONE: Zone = {
    ("example.org", "TXT"): ['"v=spf1 mx include:relay.example -all"', '"something else"'],
    ("example.org", "MX"): ["10 mx.example.org."],
    ("in.example.org", "TXT"): ['"v=spf1 " "a:mail.example.org ~all"'],
    ("in.example.org", "MX"): ["20 mx2.example.org.", "10 mx.example.org."],
    ("relay.example", "TXT"): ['"v=spf1 ip4:203.0.113.0/24 ?all"'],
    ("mx.example.org", "A"): [IP],
    ("mx2.example.org", "AAAA"): ["2001:db8::25"],
    ("mail.example.org", "A"): [IP],
    ("_dmarc.example.org", "TXT"): ['"v=DMARC1; p=quarantine; rua=mailto:x@example.org"'],
    PTR: ["mail.example.org."],
}


@pytest.fixture
def server() -> Iterator[NameServer]:
    with NameServer(dict(GOOD_ZONE)).running() as running:
        yield running


@pytest.fixture
def settings(tmp_path: Path, smtp_sink: SmtpSink, server: NameServer) -> Settings:
    """All as it should be: mail in, a signing key whose record is in DNS."""
    made = test_settings(
        "sqlite://", tmp_path, smtp_url=smtp_sink.url, mail_from="Puerto Rico <table@example.org>",
        mail_in="play@in.example.org", dkim=(("s1", KEY),),
    )  # fmt: skip
    (signer,) = signers(made)
    server.zone[(signer.name, "TXT")] = [f'"{signer.record}"']
    return made


def check(settings: Settings, server: NameServer, **more: str) -> list[Finding]:
    return list(check_all(settings, Dns("127.0.0.1", server.port, patience=1.0), **{"ip": IP, **more}))


def said(findings: list[Finding], topic: str) -> list[tuple[str, str]]:
    return [(finding.grade, finding.text) for finding in findings if finding.topic == topic]


def test_where_all_is_well_all_is_said_to_be(settings: Settings, server: NameServer) -> None:
    findings = check(settings, server)
    assert [(finding.topic, finding.grade) for finding in findings] == [
        ("SPF", GOOD), ("SPF", GOOD), ("DKIM", GOOD), ("DMARC", GOOD), ("PTR", GOOD), ("MX", GOOD),
        ("mail host", GOOD), ("mail host", GOOD),
    ]  # fmt: skip
    assert all(finding.text.endswith(".") for finding in findings)
    assert "Mail for in.example.org goes to mx.example.org." in [finding.text for finding in findings]


SPF = ("in.example.org", "TXT")
DMARC = ("_dmarc.example.org", "TXT")
FAULTS: list[tuple[str, Zone, str, str, str]] = [
    ("no spf", {SPF: []}, "SPF", BAD, "in.example.org has no SPF record"),
    ("two", {SPF: ['"v=spf1 -all"', '"v=spf1 ~all"']}, "SPF", BAD, "has 2 SPF records, which counts as none"),
    ("anybody", {SPF: ['"v=spf1 +all"']}, "SPF", BAD, "lets anybody send"),
    ("all", {SPF: ['"v=spf1 all"']}, "SPF", BAD, "lets anybody send"),
    ("open end", {SPF: ['"v=spf1 mx"']}, "SPF", NOTE, "says nothing of others"),
    ("not listed", {SPF: ['"v=spf1 ip4:203.0.113.1 -all"']}, "SPF", NOTE, f"does not list {IP}"),
    ("denied", {SPF: [f'"v=spf1 -ip4:{IP} mx -all"']}, "SPF", NOTE, f"does not list {IP}"),
    ("loop", {SPF: ['"v=spf1 include:in.example.org -all"']}, "SPF", NOTE, f"does not list {IP}"),
    (
        "too many", {SPF: ['"v=spf1 ' + " ".join(f"a:h{n}.example" for n in range(11)) + ' -all"']},
        "SPF", BAD, "needs more than 10 lookups",
    ),
    ("no key", {("s1._domainkey.example.org", "TXT"): []}, "DKIM", BAD, "add this TXT record there: v=DKIM1; k="),
    (
        "revoked", {("s1._domainkey.example.org", "TXT"): ['"v=DKIM1; k=ed25519; p="']},
        "DKIM", BAD, "was revoked",
    ),
    (
        "another key", {("s1._domainkey.example.org", "TXT"): [f'"v=DKIM1; k=ed25519; p={"A" * 43}="']},
        "DKIM", BAD, "is not the one that signs here",
    ),
    ("no dmarc", {DMARC: []}, "DMARC", BAD, "_dmarc.example.org is not in DNS"),
    ("two dmarc", {DMARC: ['"v=DMARC1; p=none"', '"v=DMARC1; p=reject"']}, "DMARC", BAD, "has 2 DMARC records"),
    ("no policy", {DMARC: ['"v=DMARC1; rua=mailto:x@y.example"']}, "DMARC", BAD, "counts for nothing"),
    ("no reports", {DMARC: ['"v=DMARC1; p=none"']}, "DMARC", NOTE, "asks for no reports"),
    ("strict", {DMARC: ['"v=DMARC1; p=reject; aspf=s; rua=mailto:x@y.example"']}, "DMARC", NOTE, "DKIM) must"),
    ("no ptr", {PTR: []}, "PTR", BAD, "has no name in DNS (PTR)"),
    ("wrong ptr", {PTR: ["mx2.example.org."]}, "PTR", BAD, f"mx2.example.org is not {IP}"),
    ("null mx", {("in.example.org", "MX"): ["0 ."]}, "MX", BAD, "takes no mail (a null MX)"),
    ("no mx", {("in.example.org", "MX"): []}, "MX", BAD, "has no MX record and is no host"),
    ("dead mx", {("in.example.org", "MX"): ["10 gone.example."]}, "MX", BAD, "there is no such host"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "topic", "grade", "text"), [f[1:] for f in FAULTS], ids=[f[0] for f in FAULTS])
def test_a_fault_of_dns_is_said(
    settings: Settings, server: NameServer, changes: Zone, topic: str, grade: str, text: str
) -> None:
    server.zone.update(changes)
    found = said(check(settings, server), topic)
    assert any(each == grade and text in sentence for each, sentence in found), found


def test_without_a_key_the_relay_is_asked_for(settings: Settings, server: NameServer) -> None:
    there = dataclasses.replace(settings, dkim=())
    assert said(check(there, server), "DKIM")[0][0] == NOTE
    assert said(check(there, server, selector="s1"), "DKIM")[0][0] == GOOD
    assert said(check(there, server, selector="s2"), "DKIM")[0][0] == BAD


@pytest.mark.parametrize("way", ["refuses", "silent", "gone"])
def test_with_nobody_answering_one_sentence_says_so(settings: Settings, server: NameServer, way: str) -> None:
    server.refuses = way == "refuses"
    port = server.port if way == "refuses" else free_port()
    dns = Dns("127.0.0.1" if way != "silent" else "192.0.2.1", port, patience=0.5)
    findings = list(check_all(settings, dns, ip=IP))
    assert [finding.grade for finding in findings] == [UNKNOWN, GOOD, GOOD]
    assert "SPF, DKIM, DMARC, PTR and MX could not be looked at" in findings[0].text


def test_a_test_letter_arrives_signed(settings: Settings, server: NameServer, smtp_sink: SmtpSink) -> None:
    findings = check(settings, server, to="me@example.net")
    assert said(findings, "test letter")[0][0] == GOOD
    (arrived,) = smtp_sink.to("me@example.net")
    record = signers(settings)[0].record.encode()
    raw = arrived.raw.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    assert dkim.verify(raw, dnsfunc=lambda name, timeout=5: record)


def test_a_test_letter_that_is_refused_is_said(settings: Settings, server: NameServer, smtp_sink: SmtpSink) -> None:
    smtp_sink.refuse_recipient = "550 5.1.1 nobody"
    grade, text = said(check(settings, server, to="me@example.net"), "test letter")[0]
    assert grade == BAD and "550 5.1.1 nobody" in text
    assert said(check(settings, server, to="no address"), "test letter")[0][0] == BAD


def test_a_host_that_is_away_or_refuses_us_is_said(settings: Settings, server: NameServer, smtp_sink: SmtpSink) -> None:
    smtp_sink.refuse_sender = "550 5.7.1 not you"
    grade, text = said(check(settings, server), "mail host")[0]
    assert grade == BAD and "550 5.7.1 not you" in text
    smtp_sink.stop()
    assert said(check(settings, server), "mail host")[0][0] == BAD


def test_a_sender_that_nobody_knows_is_said(settings: Settings, server: NameServer) -> None:
    findings = check(dataclasses.replace(settings, mail_from="pbem@localhost", dkim=()), server)
    assert (findings[0].topic, findings[0].grade) == ("settings", BAD)
    assert server.asked == []


# --- the commands


@pytest.mark.slow
def test_the_command_says_it_and_its_code_tells(tmp_path: Path, server: NameServer, smtp_sink: SmtpSink) -> None:
    key = tmp_path / "key.pem"
    env = environ(
        PBEM_DATA=tmp_path, SMTP_URL=smtp_sink.url, MAIL_FROM="table@example.org", MAIL_IN="play@in.example.org"
    )
    made = pbem("dkim-key", str(key), "--selector", "s9", "--ed25519", env=env)
    assert made.returncode == 0, made.stderr
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert f"DKIM_KEY={key}" in made.stdout and "DKIM_SELECTOR=s9" in made.stdout
    again = pbem("dkim-key", str(key), env=env)
    assert again.returncode == 2 and "never written over" in again.stderr

    record = made.stdout.partition(" TXT ")[2].partition("\n")[0]
    server.zone[("s9._domainkey.example.org", "TXT")] = [record]
    env.update(DKIM_SELECTOR="s9", DKIM_KEY=str(key))
    options = ("--ip", IP, "--dns", f"127.0.0.1:{server.port}")
    done = pbem("check-mail", *options, "--to", "me@example.net", env=env)
    assert (done.returncode, done.stderr) == (0, "")
    assert "ok    DKIM: s9._domainkey.example.org holds the key that signs here" in done.stdout
    assert len(smtp_sink.to("me@example.net")) == 1

    del server.zone[("_dmarc.example.org", "TXT")]
    done = pbem("check-mail", *options, "--json", env=env)
    assert done.returncode == 1
    told = json.loads(done.stdout)
    assert told["well"] is False
    assert [each["topic"] for each in told["findings"] if each["grade"] == "bad"] == ["DMARC"]


@pytest.mark.slow
@pytest.mark.parametrize("options", [("--ip", "nonsense"), ("--dns", "x:y"), ("--dns", "127.0.0.1:99999")])
def test_options_that_cannot_be_are_a_sentence(tmp_path: Path, options: tuple[str, ...]) -> None:
    done = pbem("check-mail", *options, env=environ(PBEM_DATA=tmp_path))
    assert done.returncode == 2 and "Traceback" not in done.stderr and done.stderr.strip().endswith(".")
