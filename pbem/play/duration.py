"""Reads and writes a game's time for a move; must not know what it is used for."""

import re

from pbem.play.types import N_, PlayError

SHORTEST = 5
LONGEST = 60 * 86400
UNITS = {"d": 86400, "h": 3600, "m": 60, "s": 1}
_PARTS = re.compile(r"(?:(\d{1,6})d)?(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,6})s)?", re.ASCII)


def read_duration(text: str) -> int:
    """Seconds of `48h`, `3d`, `1d12h`, `20s`, also in ISO 8601's dress (`P3D`, `PT48H`).

    Raises PlayError bad_clock outside 5 seconds to 60 days.
    """
    bare = text.strip().lower()
    if bare.startswith("p"):
        bare = bare[1:].replace("t", "")
    match = _PARTS.fullmatch(bare)
    if not bare or match is None:
        raise PlayError(
            "bad_clock",
            N_("%(text)s is no time for a move; write it like 48h, 3d, 1d12h or 90m."),
            text=text[:40] or '""',
        )
    seconds = sum(int(n or 0) * unit for n, unit in zip(match.groups(), UNITS.values(), strict=True))
    if not SHORTEST <= seconds <= LONGEST:
        raise PlayError(
            "bad_clock",
            N_("A time for a move of %(text)s is not possible; it must be from 5 seconds to 60 days."),
            text=text[:40],
        )
    return seconds


def write_duration(seconds: int) -> str:
    """The shortest exact text, such as 2d or 1h30m; hours up to two days, as people say it."""
    if seconds <= 2 * 86400 and seconds % 3600 == 0:
        return f"{seconds // 3600}h"
    parts = []
    for letter, unit in UNITS.items():
        if seconds >= unit:
            parts.append(f"{seconds // unit}{letter}")
            seconds %= unit
    return "".join(parts)
