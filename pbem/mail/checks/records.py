"""DKIM, DMARC, PTR and MX as DNS has them, against the settings; it talks to no mail host."""

import base64
import binascii
from ipaddress import ip_address

from pbem.mail.checks.dns import Dns
from pbem.mail.checks.finding import BAD, GOOD, NOTE, Finding
from pbem.mail.signing import GOOD_BITS, Signer


def tags(record: str) -> dict[str, str]:
    """The tags of a DKIM or DMARC record (RFC 6376, 3.2)."""
    pairs = (part.partition("=") for part in record.split(";"))
    return {name.strip().lower(): "".join(value.split()) for name, _, value in pairs if name.strip()}


# --- DKIM


def check_dkim(dns: Dns, signers: tuple[Signer, ...]) -> list[Finding]:
    """Whether DNS has the public half of each key that signs here. Raises DnsAway."""
    return [finding for signer in signers for finding in _check_signer(dns, signer)]


def _check_signer(dns: Dns, signer: Signer) -> list[Finding]:
    found = [text for text in dns.txt(signer.name) if "p=" in text]
    if not found:
        return [_dkim(BAD, f"{signer.name} is not in DNS; add this TXT record there: {signer.record}")]
    if len(found) > 1:
        return [_dkim(BAD, f"{signer.name} has {len(found)} records; leave one: {signer.record}")]
    published = tags(found[0])
    if not published.get("p"):
        return [_dkim(BAD, f"The key at {signer.name} was revoked; take another selector, with a new key.")]
    if not _same(published["p"], tags(signer.record)["p"]):
        return [_dkim(BAD, f"The key at {signer.name} is not the one that signs here; it must be: {signer.record}")]
    good = _dkim(GOOD, f"{signer.name} holds the key that signs here ({signer.algorithm}).")
    short = f"The key {signer.selector} has {signer.bits} bits; a new one should have {GOOD_BITS}."
    is_testing = "y" in published.get("t", "").split(":")
    return [
        good,
        *([_dkim(NOTE, short)] if signer.algorithm.startswith("rsa") and signer.bits < GOOD_BITS else []),
        *([_dkim(NOTE, f"{signer.name} says t=y, a test: take that out.")] if is_testing else []),
    ]


def check_selector(dns: Dns, selector: str, domain: str) -> Finding:
    """Whether there is a key at a selector by which somebody else signs, a relay. Raises DnsAway."""
    name = f"{selector}._domainkey.{domain}"
    found = [tags(text) for text in dns.txt(name) if "p=" in text]
    if len(found) == 1 and found[0].get("p"):
        return _dkim(GOOD, f"{name} holds a key.")
    return _dkim(BAD, f"{name} holds no key; who runs the mail host knows what must stand there.")


def _dkim(grade: str, text: str) -> Finding:
    return Finding("DKIM", grade, text)


def _same(published: str, own: str) -> bool:
    """Of RSA some publish the bare key (RSAPublicKey), which ends the longer form (RFC 6376, 3.6.1)."""
    try:
        one, other = base64.b64decode(published), base64.b64decode(own)
    except (binascii.Error, ValueError):
        return False
    return len(one) >= 32 and (one == other or (len(one) > 100 and other.endswith(one)))


# --- DMARC


def check_dmarc(dns: Dns, domain: str, envelope: str, *, signs: bool) -> list[Finding]:
    """The policy for the domain in From, and whether the envelope's domain fits it. Raises DnsAway."""
    name, found = _dmarc_record(dns, domain)
    if not found:
        record = f"v=DMARC1; p=none; rua=mailto:postmaster@{domain}"
        return [_dmarc(BAD, f"_dmarc.{domain} is not in DNS; add a TXT record there, to begin with: {record}")]
    if len(found) > 1:
        return [_dmarc(BAD, f"{name} has {len(found)} DMARC records, which counts as none; leave one.")]
    policy = tags(found[0])
    if policy.get("p") not in ("none", "quarantine", "reject"):
        return [_dmarc(BAD, f"{name} has no p=none, quarantine or reject, and counts for nothing.")]
    findings = [_dmarc(GOOD, f"{name} says p={policy['p']}.")]
    if policy["p"] == "none" and "rua" not in policy:
        findings.append(_dmarc(NOTE, f"{name} asks for no reports; rua=mailto:... would show who sends in your name."))
    if not _aligned(envelope, domain, strict=policy.get("aspf") == "s"):
        grade = NOTE if signs else BAD
        findings.append(
            _dmarc(
                grade,
                f"Letters come from {domain} in envelopes of {envelope}, so SPF says nothing for DMARC; "
                + (
                    "the signature (DKIM) must." if signs else "sign them (DKIM), or take a MAIL_IN of the same domain."
                ),
            )
        )
    return findings


def _dmarc_record(dns: Dns, domain: str) -> tuple[str, list[str]]:
    """The record of the domain, else that of the one above it (RFC 7489, 6.6.3), as far as two labels."""
    labels = domain.split(".")
    for start in range(max(len(labels) - 1, 1)):
        name = f"_dmarc.{'.'.join(labels[start:])}"
        found = [text for text in dns.txt(name) if text.replace(" ", "").lower().startswith("v=dmarc1")]
        if found:
            return name, found
    return f"_dmarc.{domain}", []


def _aligned(envelope: str, domain: str, *, strict: bool) -> bool:
    """RFC 7489, 3.1.2. Relaxed: of one organisation, for which a common end of two labels is taken."""
    if strict or envelope == domain:
        return envelope == domain
    return envelope.split(".")[-2:] == domain.split(".")[-2:]


def _dmarc(grade: str, text: str) -> Finding:
    return Finding("DMARC", grade, text)


# --- PTR


def check_ptr(dns: Dns, address: str) -> Finding:
    """Whether the address has a name that leads back to it (RFC 8499: forward-confirmed). Raises DnsAway."""
    where = ip_address(address)
    if where.is_loopback or where.is_private:
        text = f"{address} is of this network alone; --ip ADDRESS looks at the one that mail leaves from."
        return Finding("PTR", NOTE, text)
    names = dns.names_of(address)
    if not names:
        text = f"{address} has no name in DNS (PTR), and many hosts refuse its mail; who gave you the address sets it."
        return Finding("PTR", BAD, text)
    for name in names:
        if address in dns.addresses(name):
            return Finding("PTR", GOOD, f"{address} is {name}, and {name} is {address}.")
    text = f"{address} is called {names[0]}, but {names[0]} is not {address}; set its A or AAAA record to it."
    return Finding("PTR", BAD, text)


# --- MX


def check_mx(dns: Dns, domain: str) -> Finding:
    """Whether answers and bounces find their way to the domain of MAIL_IN. Raises DnsAway."""
    hosts = dns.mx(domain)
    if hosts == ("",):
        return Finding("MX", BAD, f"{domain} says that it takes no mail (a null MX); answers to letters get lost.")
    if not hosts:
        if dns.addresses(domain):
            return Finding("MX", NOTE, f"{domain} has no MX record; mail goes to the host of that name itself.")
        return Finding("MX", BAD, f"{domain} has no MX record and is no host; answers to letters get lost.")
    lost = [host for host in hosts if not dns.addresses(host)]
    if lost:
        return Finding("MX", BAD, f"The MX of {domain} is {lost[0]}, and there is no such host.")
    return Finding("MX", GOOD, f"Mail for {domain} goes to {hosts[0]}.")
