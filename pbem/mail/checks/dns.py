"""Asks DNS, with a time limit, and tells "there is none" from "nobody answered"; it judges no record."""

from collections.abc import Callable
from ipaddress import ip_address

from dns.exception import DNSException, Timeout
from dns.name import EmptyLabel, LabelTooLong, NameTooLong
from dns.resolver import NXDOMAIN, NoAnswer, NoNameservers, NoResolverConfiguration, Resolver
from dns.reversename import from_address

PATIENCE = 4.0  # seconds for an answer


class DnsAway(Exception):
    """Nobody answered: nothing is known of the record."""


class Dns:
    """The resolver of this machine, or a given one. What was once asked is not asked again."""

    def __init__(self, server: str | None = None, port: int = 53, patience: float = PATIENCE) -> None:
        try:
            self._resolver: Resolver | None = Resolver(configure=server is None)
        except NoResolverConfiguration:
            self._resolver = None
        if self._resolver is not None:
            self._resolver.lifetime = patience
            self._resolver.timeout = min(patience, 2.0)
            if server is not None:
                self._resolver.nameservers, self._resolver.port = [server], port
        self._known: dict[tuple[str, str], tuple[str, ...] | DnsAway] = {}

    def txt(self, name: str) -> tuple[str, ...]:
        """The TXT records, each joined from its parts (RFC 7208, 3.3); none is (). Raises DnsAway."""
        return self._ask(name, "TXT", lambda record: b"".join(record.strings).decode("utf-8", "replace"))

    def mx(self, name: str) -> tuple[str, ...]:
        """The hosts that take mail for a domain, best first; "" is the null MX (RFC 7505). Raises DnsAway."""
        found = self._ask(name, "MX", lambda record: f"{record.preference:05d} {record.exchange}")
        return tuple(text.partition(" ")[2].rstrip(".").lower() for text in sorted(found))

    def addresses(self, name: str) -> tuple[str, ...]:
        """IPv4 and IPv6 addresses of a host. Raises DnsAway."""
        try:
            return (str(ip_address(name)),)
        except ValueError:
            pass
        return (*self._ask(name, "A", lambda record: record.address), *self._ask(name, "AAAA", lambda r: r.address))

    def names_of(self, address: str) -> tuple[str, ...]:
        """What PTR says of an address. Raises DnsAway."""
        name = from_address(address).to_text()
        return self._ask(name, "PTR", lambda record: str(record.target).rstrip(".").lower())

    def _ask(self, name: str, kind: str, read: Callable[..., str]) -> tuple[str, ...]:
        key = (name.lower().rstrip("."), kind)
        if key not in self._known:
            try:
                self._known[key] = self._answer(*key, read)
            except DnsAway as error:
                self._known[key] = error
        found = self._known[key]
        if isinstance(found, DnsAway):
            raise found
        return found

    def _answer(self, name: str, kind: str, read: Callable[..., str]) -> tuple[str, ...]:
        if self._resolver is None:
            raise DnsAway("this machine knows no name server")
        try:
            return tuple(read(record) for record in self._resolver.resolve(name, kind, search=False))
        except (NXDOMAIN, NoAnswer, EmptyLabel, LabelTooLong, NameTooLong):
            return ()
        except (NoNameservers, Timeout) as error:
            raise DnsAway("no name server answered") from error
        except (DNSException, OSError) as error:
            raise DnsAway(f"the name server cannot be asked ({type(error).__name__})") from error
