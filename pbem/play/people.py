"""Reads and checks what people are called, where they get mail, which language and zone; writes their rows."""

import re
import unicodedata
from functools import cache
from importlib import resources

from email_validator import SPECIAL_USE_DOMAIN_NAMES, EmailNotValidError, validate_email
from sqlalchemy import select

from pbem import bots, words
from pbem.config import is_address
from pbem.play.transaction import Transaction
from pbem.play.types import N_, PlayError, SeatSpec
from pbem.store import Person, Seat

LONGEST_NAME = 40
LONGEST_TITLE = 60
_NAMED = re.compile(r"(.*)<([^<>]*)>")
SPECIAL_USE_DOMAIN_NAMES.remove("localhost")  # serves trials on one machine; the library's own way to allow it
_HOST = re.compile(r"(?i)://|\bwww\.|[^\W_]{2}\.[^\W\d_]{2}")  # what mail clients make a link of
JOINERS = "\u200d\ufe0f"  # parts of emoji, harmless


def read_seat(text: str) -> SeatSpec:
    """A seat from one line: `Anna <anna@example.org>;lang=nl;tz=Europe/Amsterdam` or `bot:steady`.

    Raises PlayError bad_seat, bad_name, bad_address, bad_language, bad_zone or bad_bot.
    """
    who, *options = text.split(";")
    given = dict(_option(option, text) for option in options if option.strip())
    who = who.strip()
    if who.startswith("bot:"):
        return check_seat(SeatSpec(name=given.get("name", ""), bot=who[4:].strip()))
    named = _NAMED.fullmatch(who)
    if named is None and "@" not in who:
        raise PlayError(
            "bad_seat", N_("%(seat)s has no address; write it like Anna <anna@example.org>."), seat=text[:80]
        )
    name, address = named.groups() if named else (who.partition("@")[0], who)
    spec = SeatSpec(name.strip(' "') or address.partition("@")[0], address, given.get("lang"), given.get("tz"))
    return check_seat(spec)


def _option(option: str, text: str) -> tuple[str, str]:
    key, equals, value = option.partition("=")
    key = key.strip().lower()
    if not equals or key not in ("lang", "tz", "name"):
        raise PlayError(
            "bad_seat",
            N_(
                "%(option)s in %(seat)s is not known; after the address there may be ;lang=nl and ;tz=Europe/Amsterdam."
            ),
            option=option.strip()[:40] or "?",
            seat=text[:80],
        )
    return key, value.strip()


def check_seat(spec: SeatSpec) -> SeatSpec:
    """The seat in tidy form. Raises PlayError as read_seat does."""
    if spec.bot is not None:
        if spec.bot not in bots.NAMES:
            raise PlayError(
                "bad_bot",
                N_("There is no bot %(bot)s; there are %(bots)s."),
                bot=spec.bot[:40] or '""',
                bots=", ".join(bots.NAMES),
            )
        return SeatSpec(check_name(spec.name) if spec.name else spec.bot.capitalize(), bot=spec.bot)
    return SeatSpec(
        name=check_name(spec.name),
        address=check_address(spec.address or ""),
        language=check_language(spec.language) if spec.language else None,
        zone=check_zone(spec.zone) if spec.zone else None,
    )


def check_name(text: str, longest: int = LONGEST_NAME) -> str:
    """A name in one line. Raises PlayError bad_name."""
    name = re.sub(r" +", " ", text.strip(" "))
    if any(unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp", "Cs", "Co", "Cn") and c not in JOINERS for c in name):
        raise PlayError(
            "bad_name",
            N_("A name is one line of plain text; this one has a line break or a hidden sign in it."),
        )
    if not name:
        raise PlayError("bad_name", N_("A name is missing."))
    if len(name) > longest:
        raise PlayError(
            "bad_name",
            N_("The name has %(length)s characters; at most %(longest)s are possible."),
            length=len(name),
            longest=longest,
        )
    return name


def check_chosen_name(text: str, longest: int = LONGEST_NAME) -> str:
    """A name that a player gives to himself, a guest or a table: it goes into letters to strangers, in our name.

    Raises PlayError bad_name as `check_name` does, and for what clients make a link of.
    """
    name = check_name(text, longest)
    if _HOST.search(name):
        raise PlayError("bad_name", N_("A name that looks like a web address is not possible."))
    if name_key(name) in _hosts():
        raise PlayError("bad_name", N_("The host of the table is called so; choose another name."))
    return name


def name_key(name: str) -> str:
    """By what names are compared: no two at a table may look the same, written another way or with unseen signs."""
    seen = "".join(char for char in name if char not in JOINERS)
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", seen).casefold())


@cache
def _hosts() -> frozenset[str]:
    """What the host is called in each language."""
    return frozenset(name_key(words.voice(each).gettext("The host of the table")) for each in words.LANGUAGES)


def check_address(text: str) -> str:
    """An address as SMTP takes it. Raises PlayError bad_address."""
    try:
        found = validate_email(
            text.strip(), check_deliverability=False, allow_smtputf8=False, globally_deliverable=False
        )
        if not is_address(found.ascii_email or found.normalized):
            raise EmailNotValidError("it could not stand in a header")
    except EmailNotValidError as error:
        raise PlayError(
            "bad_address",
            N_("%(address)s is no mail address; one looks like anna@example.org."),
            address=text.strip()[:80] or '""',
        ) from error
    if "." not in found.ascii_domain and found.ascii_domain.lower() != "localhost":
        raise PlayError(
            "bad_address",
            N_("%(address)s is no mail address: %(domain)s has no dot in it. One looks like anna@example.org."),
            address=text.strip()[:80],
            domain=found.domain[:80],
        )
    return found.ascii_email or found.normalized


def check_language(text: str) -> str:
    """A language that we speak. Raises PlayError bad_language."""
    language = text.strip().lower()
    if language not in words.LANGUAGES:
        raise PlayError(
            "bad_language",
            N_("We do not speak %(language)s yet; there are %(languages)s."),
            language=text.strip()[:20] or '""',
            languages=", ".join(words.LANGUAGES),
        )
    return language


@cache
def zones() -> tuple[str, ...]:
    """The zones by region, in order, and UTC. They are tzdata's, as a machine has names of its own (`localtime`)."""
    listed = resources.files("tzdata").joinpath("zones").read_text("utf-8").split()
    return ("UTC", *sorted(zone for zone in listed if "/" in zone))


def check_zone(text: str) -> str:
    """A time zone of the IANA's list. Raises PlayError bad_zone."""
    zone = text.strip()
    if zone not in zones():
        raise PlayError(
            "bad_zone",
            N_("%(zone)s is no time zone; one looks like Europe/Amsterdam or UTC."),
            zone=zone[:40] or '""',
        )
    return zone


def check_seats(specs: list[SeatSpec]) -> list[SeatSpec]:
    """The seats of a table. Raises PlayError bad_seats for too few or many, duplicate_seat for one person twice.

    Bots get a number behind their name where two are called the same.
    """
    if not 2 <= len(specs) <= 5:
        raise PlayError(
            "bad_seats",
            N_("A table of %(count)s is not possible; Puerto Rico is played by 2 to 5."),
            count=len(specs),
        )
    seen: set[str] = set()
    tidy: list[SeatSpec] = []
    for spec in map(check_seat, specs):
        named = _numbered(spec, {name_key(other.name) for other in tidy}) if spec.bot else spec
        for key in (name_key(named.name), (named.address or "").casefold()):
            if key and key in seen:
                raise PlayError(
                    "duplicate_seat",
                    N_("%(who)s has two seats; every seat needs its own name and address."),
                    who=key if "@" in key else named.name,
                )
            seen.add(key)
        tidy.append(named)
    return tidy


def _numbered(spec: SeatSpec, taken: set[str]) -> SeatSpec:
    """The bot under a name nobody has: Roman, as "Steady 2 1" would not say whether 2 is of the name."""
    name, numbers = spec.name, iter(("II", "III", "IV", "V"))
    while name_key(name) in taken:
        name = f"{spec.name} {next(numbers)}"
    return SeatSpec(name, bot=spec.bot)


def spec_of(seat: Seat) -> SeatSpec:
    """A seat that is taken, as somebody would ask for it; language and zone stay as they are known."""
    return SeatSpec(seat.name, seat.person.address) if seat.person else SeatSpec(seat.name, bot=seat.bot)


def find_or_add_person(tx: Transaction, spec: SeatSpec) -> Person:
    """The person of that address; what the seat says of language and zone is taken over."""
    address = spec.address or ""
    person = tx.session.scalar(select(Person).where(Person.address_key == address.casefold()))
    if person is None:
        person = Person(
            name=spec.name,
            address=address,
            address_key=address.casefold(),
            language=spec.language or "en",
            zone=spec.zone or "UTC",
            created_at=tx.now,
        )
        tx.session.add(person)
        tx.session.flush()
    person.language = spec.language or person.language
    person.zone = spec.zone or person.zone
    return person
