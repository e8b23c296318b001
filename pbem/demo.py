"""The table of `pbem up --demo`: whoever tries it, against two bots, in the language and zone of the machine."""

from collections.abc import Mapping
from pathlib import Path

from pbem import play
from pbem.words import LANGUAGES

SLUG = "demo"
GUEST = {"nl": "Gast", "de": "Gast"}


def set_demo_table(house: play.House, environ: Mapping[str, str]) -> None:
    """Begins the demo game, unless this data has one already."""
    if any(game.slug == SLUG for game in play.list_games(house)):
        return
    language = language_of(environ)
    guest = play.SeatSpec(GUEST.get(language, "Guest"), "guest@example.org", language, zone_of(environ))
    bots = [play.SeatSpec(name, bot="steady") for name in ("Mercedes", "Rodrigo")]
    play.create_game(house, name="Demo", seats=[guest, *bots], clock="48h", by="pbem up", start=True)


def language_of(environ: Mapping[str, str]) -> str:
    """The machine's language if we speak it, else English."""
    named = environ.get("LC_ALL") or environ.get("LC_MESSAGES") or environ.get("LANG") or ""
    language = named[:2].lower()
    return language if language in LANGUAGES else "en"


def zone_of(environ: Mapping[str, str], localtime: Path = Path("/etc/localtime")) -> str:
    """The machine's time zone by its IANA name, or UTC where it has none that we know."""
    named = environ.get("TZ", "").lstrip(":") or str(localtime.resolve()).partition("zoneinfo/")[2]
    return named if named in play.zones() else "UTC"
