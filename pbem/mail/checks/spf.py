"""SPF (RFC 7208): whether a domain says who sends its mail, and whether an address is among them; pure over DNS."""

from dataclasses import dataclass, field
from ipaddress import ip_address, ip_network

from pbem.mail.checks.dns import Dns
from pbem.mail.checks.finding import BAD, GOOD, NOTE, Finding

NOBODY = "192.0.2.255"  # an address for examples (RFC 5737), for which a record is read to its end
MOST_LOOKUPS = 10  # RFC 7208, 4.6.4
_ASKING = ("a", "mx", "ptr", "exists", "include", "redirect")


@dataclass
class Count:
    """What evaluating a record came to."""

    lookups: int = 0
    seen: set[str] = field(default_factory=set)


def records(dns: Dns, domain: str) -> tuple[str, ...]:
    """The SPF records of a domain. Raises DnsAway."""
    return tuple(text for text in dns.txt(domain) if text.lower() == "v=spf1" or text.lower().startswith("v=spf1 "))


def check_spf(dns: Dns, domain: str, host: str, addresses: tuple[str, ...]) -> list[Finding]:
    """What a receiver will make of mail of that domain. `addresses`: those it leaves from, if known. Raises DnsAway."""
    found = records(dns, domain)
    if not found:
        return [_bad(f"{domain} has no SPF record; add a TXT record like v=spf1 mx{_named(host)} -all.")]
    if len(found) > 1:
        return [_bad(f"{domain} has {len(found)} SPF records, which counts as none; make one of them.")]
    terms = found[0].lower().split()[1:]
    end = next((term for term in terms if term.lstrip("+-~?") == "all"), "")
    findings = [_ending(domain, end, terms)]
    count = Count()
    _covers(dns, domain, NOBODY, count)
    listed = {address: _covers(dns, domain, address, Count()) for address in addresses}
    if count.lookups > MOST_LOOKUPS:
        findings.append(_bad(f"The SPF record of {domain} needs more than {MOST_LOOKUPS} lookups, and fails by that."))
    findings += [_listed(domain, address, is_listed, host) for address, is_listed in listed.items()]
    return findings


def _named(host: str) -> str:
    """The mail host as a term of a record; nothing for one without a name of its own."""
    return f" a:{host}" if "." in host and not host.replace(".", "").isdigit() else ""


def _bad(text: str) -> Finding:
    return Finding("SPF", BAD, text)


def _ending(domain: str, end: str, terms: list[str]) -> Finding:
    if end in ("all", "+all"):
        return _bad(f"The SPF record of {domain} ends in +all and lets anybody send in its name; end it with -all.")
    if end in ("-all", "~all") or any(term.startswith("redirect=") for term in terms):
        return Finding("SPF", GOOD, f"{domain} says who sends its mail.")
    return Finding("SPF", NOTE, f"The SPF record of {domain} says nothing of others; end it with ~all or -all.")


def _listed(domain: str, address: str, is_listed: bool, host: str) -> Finding:
    if is_listed:
        return Finding("SPF", GOOD, f"It lists {address}.")
    return Finding(
        "SPF", NOTE, f"It does not list {address} ({host}); add it to {domain}'s record if mail leaves from there."
    )


def _covers(dns: Dns, domain: str, address: str, count: Count) -> bool:
    """Whether the record lets the address send. Loops and more than MOST_LOOKUPS end it."""
    if domain in count.seen or count.lookups > MOST_LOOKUPS:
        return False
    count.seen.add(domain)
    found = records(dns, domain)
    if len(found) != 1:
        return False
    redirect = ""
    for term in found[0].lower().split()[1:]:
        if term.startswith("redirect="):
            redirect = term.partition("=")[2]
            continue
        sign, bare = (term[0], term[1:]) if term[0] in "+-~?" else ("+", term)
        if _matches(dns, domain, bare, address, count):
            return sign == "+"
    if redirect:
        count.lookups += 1
        return _covers(dns, redirect, address, count)
    return False


def _matches(dns: Dns, domain: str, term: str, address: str, count: Count) -> bool:
    name, _, value = term.partition(":")
    mechanism, _, prefix = name.partition("/")
    target, _, target_prefix = value.partition("/")
    if mechanism in _ASKING:
        count.lookups += 1
    match mechanism:
        case "all":
            return True
        case "ip4" | "ip6":
            return _in(address, value)
        case "a":
            return any(
                _in(address, f"{ip}{_slash(ip, prefix or target_prefix)}") for ip in dns.addresses(target or domain)
            )
        case "mx":
            hosts = [host for host in dns.mx(target or domain) if host][:MOST_LOOKUPS]
            ips = [ip for host in hosts for ip in dns.addresses(host)]
            return any(_in(address, f"{ip}{_slash(ip, prefix or target_prefix)}") for ip in ips)
        case "include":
            return _covers(dns, value, address, count)
    return False  # exists and ptr, whose macros are beyond this, and what is unknown


def _slash(ip: str, prefix: str) -> str:
    """The length of the network, of IPv4 in `24//64` before the double slash and of IPv6 behind it."""
    four, _, six = prefix.partition("//")
    length = six if ":" in ip else four
    return f"/{length}" if length.isdigit() else ""


def _in(address: str, network: str) -> bool:
    try:
        return ip_address(address) in ip_network(network, strict=False)
    except ValueError:
        return False
