"""Every text that looks like a move, and the ones next to what is legal; which of them are legal is for the tests."""

from __future__ import annotations

import re

from pbem import rules
from tests.rules import oracle
from tests.rules.tables import Json

# All there is in notation 2 but for amounts, and capacities that no game has.
CLOSED = (
    "pass",
    "hacienda",
    "role mayor -colonist",
    *(f"role {role}" for role in rules.ROLES),
    *(f"settle {tile}{more}" for tile in rules.TILES for more in ("", " +colonist")),
    *(f"build {name}{more}" for name in rules.BUILDINGS for more in ("", " +colonist")),
    *(f"take {good}" for good in rules.GOODS),
    *(f"sell {good}" for good in rules.GOODS),
    *(f"ship {good} {where}" for good in rules.GOODS for where in (3, 4, 5, 6, 7, 8, 9, "wharf")),
)
# Never a move, in no phase.
MALFORMED = (
    "",
    " ",
    "pass ",
    " pass",
    "Pass",
    "pass pass",
    "passes",
    "role",
    "role merchant",
    "role trader -colonist",
    "role mayor +colonist",
    "settle",
    "settle castle",
    "settle corn -colonist",
    "settle corn  +colonist",
    "settle corn corn",
    "hacienda +colonist",
    "build",
    "build castle",
    "build hacienda hospice",
    "build small market",
    "take",
    "take corn corn",
    "take quarry",
    "sell corn wharf",
    "sell quarry",
    "ship corn",
    "ship corn 05",
    "ship corn 5 5",
    "ship corn five",
    "ship wharf corn",
    "keep corn",
    "keep corn=0",
    "keep corn=01",
    "keep corn=1 corn=1",
    "keep coffee=1 corn=1",
    "keep quarry=1",
    "keep corn=-1",
    "place corn=0",
    "place corn=1,indigo=1",
    "place quarry=1 corn=1",
    "place wharf=1 corn=1",
    "place castle=1",
    "place corn=１",
    "place san_juan=1",
    "pass\n",
    "ship corn 5\n",
    "pass\x00",
    "пасс",
)
# Amounts that no board has room for.
TOO_MUCH = ("place corn=13", "place quarry=9", "place hacienda=2", "keep corn=20", "keep coffee=10")


def off_by_one(text: str) -> list[str]:
    """The same move with one of its numbers one more or one less, written as notation 2 writes it."""
    found = []
    for number in re.finditer(r"\d+", text):
        for n in (int(number.group()) - 1, int(number.group()) + 1):
            changed = f"{text[: number.start()]}{n}{text[number.end() :]}"
            found.append(re.sub(r" \w+=0", "", changed))
    return found


def without_one(text: str) -> list[str]:
    """The same `place` or `keep` without one of its parts."""
    words = text.split()
    return [" ".join(words[:i] + words[i + 1 :]) for i in range(1, len(words)) if "=" in words[i]]


def is_legal(position: Json, seat: int, text: str) -> bool:
    """What the second engine says."""
    if position["phase"] != "mayor":
        return text in oracle.legal(position, seat)
    words = text.split()
    if not words or words[0] != "place" or text in MALFORMED:
        return False
    return oracle.may_place(position["players"][seat], {n: int(c) for n, _, c in (w.partition("=") for w in words[1:])})


def near_misses(position: Json, seat: int, legal: list[str]) -> list[str]:
    """Texts that are not legal for the seat now, some of them nearly so."""
    near = [text for move in legal for text in off_by_one(move) + without_one(move)]
    bare = ["place", "keep", *(f"keep {good}=1" for good in rules.GOODS), *(f"place {tile}=1" for tile in rules.TILES)]
    texts = dict.fromkeys((*CLOSED, *MALFORMED, *TOO_MUCH, *near, *bare))
    if position["phase"] == "mayor":
        return [text for text in texts if not is_legal(position, seat, text)]
    allowed = oracle.legal(position, seat)
    return [text for text in texts if text not in allowed]
