"""Letters that come back, in words, for the player's page and the admin's; it mends nothing and reads no request."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from pbem import play, words
from pbem.web.admin_words import stamp
from pbem.web.seats import N_

WHY: Mapping[str, str] = {
    "dead": N_("Its mail host says that there is no such address."),
    "full": N_("The mailbox there is full."),
    "refused": N_("Its mail host does not take them."),
    "away": N_("Its mail host cannot be reached."),
}


@dataclass(frozen=True)
class OwnTrouble:
    """What the player reads: since when and why, and what the host `said`."""

    slug: str
    text: str
    said: str


@dataclass(frozen=True)
class DeskTrouble:
    """What an admin reads: `seats` are slug, name of the table and number of each seat of that person."""

    text: str
    said: str
    seats: tuple[tuple[str, str, int], ...]
    name: str
    address: str


def masked(address: str) -> str:
    """An address of which a passer-by learns little, and its owner enough: a…@example.org."""
    local, _, domain = address.rpartition("@")
    return f"{local[:1]}…@{domain}"


def address_trouble(voice: words.Voice, trouble: play.TroubleInfo | None) -> OwnTrouble | None:
    """The notice on the player's own page."""
    if trouble is None:
        return None
    text = voice.gettext(
        N_("Letters to %(address)s come back since %(moment)s."),
        address=masked(trouble.address),
        moment=voice.moment(trouble.since),
    )
    own = re.compile(re.escape(trouble.address), re.IGNORECASE)
    said = own.sub(lambda _: masked(trouble.address), trouble.detail)
    return OwnTrouble(trouble.slug, f"{text} {voice.gettext(WHY[trouble.kind])}", said)


def desk_troubles(voice: words.Voice, troubles: Sequence[play.TroubleInfo], now: datetime) -> tuple[DeskTrouble, ...]:
    """One notice for each person whose letters wait, in the order in which they began to."""
    people = groupby(sorted(troubles, key=lambda t: (t.suppressed_at, t.address)), key=lambda t: t.address)
    return tuple(_desk_trouble(voice, list(group), now) for _, group in people)


def _desk_trouble(voice: words.Voice, group: list[play.TroubleInfo], now: datetime) -> DeskTrouble:
    first = group[0]
    text = voice.gettext(
        N_("Letters to %(name)s, %(address)s, come back since %(moment)s, and wait."),
        name=first.name,
        address=first.address,
        moment=stamp(voice, first.since, now),
    )
    return DeskTrouble(
        text=f"{text} {voice.gettext(WHY[first.kind])}",
        said=first.detail,
        seats=tuple((trouble.slug, trouble.game, trouble.seat) for trouble in group),
        name=first.name,
        address=first.address,
    )
