"""The corpus of replies before a real house: positions that offer just what a case says, mails as they arrive."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pbem import rules

GIVEN = Path(__file__).parents[1] / "cases" / "replies"
OWN = Path(__file__).parent / "in"
SEAT = 0
SERVICE = "play@play.example.net"
BAS = "bas@example.org"


@dataclass(frozen=True)
class Case:
    """One mail with its situation and its outcome."""

    name: str
    facts: dict[str, Any]
    raw: bytes

    @property
    def wanted(self) -> list[tuple[str, list[str], str | None]]:
        """The outcomes that are right: word, moves, command."""
        expect = self.facts["expect"]
        return [(each["outcome"], each["moves"], each["command"]) for each in (expect, *expect.get("also", ()))]

    def filled(self, values: dict[str, str], letter: str) -> bytes:
        """The mail as it arrives: placeholders replaced, the letter quoted in the way of the client."""
        end = b"\n" if self.facts.get("line_ends") == "lf" else b"\r\n"
        prefix = self.facts.get("quote_prefix", "")
        quoted = end.join((prefix + line).encode() for line in letter.rstrip("\n").split("\n"))
        raw = self.raw.replace(b"{{QUOTED_LETTER}}", quoted)
        for name, value in values.items():
            raw = raw.replace(b"{{%s}}" % name.encode(), value.encode())
        return raw


def cases(folder: Path) -> dict[str, Case]:
    """Every case of a folder by its name."""
    return {
        path.stem: Case(path.stem, json.loads(path.read_text("utf-8")), path.with_suffix(".eml").read_bytes())
        for path in sorted(folder.glob("*.json"))
    }


# --- positions


def position(facts: dict[str, Any]) -> dict[str, Any]:
    """A whole position of four in which seat 0 is asked the decision of a case and offered just its moves."""
    made = rules.dump(rules.new_game(rules.Rules.from_json({"players": 4}), "replies"))
    made["governor"], made["round"] = SEAT, 5
    _face_up(made, "corn", "indigo", "sugar", "coffee", "indigo")
    _MAKE[facts["decision"]](made, facts)
    return made


def _face_up(made: dict[str, Any], *names: str) -> None:
    """Turns up these plantations, from the pile."""
    plantations = made["plantations"]
    pile = [*plantations["draw"], *plantations["face_up"]]
    for name in names:
        pile.remove(name)
    plantations |= {"face_up": list(names), "draw": pile}


def _take_tiles(made: dict[str, Any], *names: str) -> None:
    """Gives the seat these tiles instead of what it has."""
    plantations, me = made["plantations"], made["players"][SEAT]
    plantations["draw"] += [laid["tile"] for laid in me["island"]]
    for name in names:
        if name == "quarry":
            made["supply"]["quarries"] -= 1
        else:
            plantations["draw"].remove(name)
    me["island"] = [{"tile": name, "colonist": False} for name in names]


def _take_buildings(made: dict[str, Any], **colonists: int) -> None:
    """Gives the seat buildings with colonists from the supply."""
    for name, count in colonists.items():
        made["supply"]["buildings"][name] -= 1
        made["supply"]["colonists"] -= count
        made["players"][SEAT]["buildings"].append({"building": name, "colonists": count})


def _take_goods(made: dict[str, Any], seat: int = SEAT, **counts: int) -> None:
    for name, count in counts.items():
        made["supply"]["goods"][name] -= count
        made["players"][seat]["goods"][name] += count


def _chosen(made: dict[str, Any], role: str, phase: str = "") -> None:
    """Seat 0 has taken this role just now."""
    made["roles"][role]["taken_by"] = SEAT
    made |= {"phase": phase or role, "chooser": SEAT, "to_act": [SEAT]}


def _choose_role(made: dict[str, Any], facts: dict[str, Any]) -> None:
    made |= {"phase": "choose_role", "chooser": SEAT, "to_act": [SEAT]}


def _settler(made: dict[str, Any], facts: dict[str, Any]) -> None:
    _chosen(made, "settler")
    made["progress"] = {"hacienda_used": False}


def _mayor(made: dict[str, Any], facts: dict[str, Any]) -> None:
    _chosen(made, "mayor")
    circles = dict(facts["place"]["circles"])
    tiles = [name for name in rules.TILES for _ in range(circles.pop(name, 0))]
    _take_tiles(made, *tiles)
    _take_buildings(made, **dict.fromkeys(circles, 0))
    made["supply"]["colonists"] -= facts["place"]["colonists"]
    made["players"][SEAT]["san_juan"] = facts["place"]["colonists"]


def _builder(made: dict[str, Any], facts: dict[str, Any]) -> None:
    """As many doubloons as the dearest offered building costs its builder; what is not offered he has."""
    _chosen(made, "builder")
    offered = {move.split()[1] for move in facts["offered"] if move != "pass"}
    made["players"][SEAT]["doubloons"] = max(rules.building(name).cost for name in offered) - 1
    limit = made["players"][SEAT]["doubloons"] + 1
    had = [name for name in rules.BUILDINGS if rules.building(name).cost <= limit and name not in offered]
    _take_buildings(made, **dict.fromkeys(had, 0))


def _craftsman(made: dict[str, Any], facts: dict[str, Any]) -> None:
    _chosen(made, "craftsman")
    made["progress"] = {"may_take": [move.split()[1] for move in facts["offered"] if move != "pass"]}


def _trader(made: dict[str, Any], facts: dict[str, Any]) -> None:
    _chosen(made, "trader")
    _take_goods(made, **{move.split()[1]: 1 for move in facts["offered"] if move != "pass"})


def _captain(made: dict[str, Any], facts: dict[str, Any]) -> None:
    """Ships of the sizes that are named; where a good fits on one ship alone, that one holds some of it."""
    _chosen(made, "captain")
    loads = [move.split()[1:] for move in facts["offered"] if move != "pass"]
    wanted: dict[str, list[int]] = {}
    for good, size in loads:
        wanted.setdefault(good, []).append(int(size))
    ships = made["cargo_ships"]
    for good, sizes in wanted.items():
        _take_goods(made, **{good: 3 if good == "corn" else 2})
        if len(sizes) == 1:
            ship = next(each for each in ships if each["capacity"] == sizes[0])
            ship |= {"good": good, "loaded": 1}
            made["supply"]["goods"][good] -= 1
    made["progress"] = {"privilege_vp_given": True, "wharf_used": [], "passed": []}


def _storage(made: dict[str, Any], facts: dict[str, Any]) -> None:
    """Storing for all that is offered: nothing can be loaded any more."""
    _chosen(made, "captain", "storage")
    _take_goods(made, corn=4, sugar=3, coffee=1)
    _take_buildings(made, small_warehouse=1)
    made["progress"] = {}


_MAKE = {
    "choose_role": _choose_role, "settler": _settler, "mayor": _mayor, "builder": _builder, "craftsman": _craftsman,
    "trader": _trader, "captain": _captain, "storage": _storage,
}  # fmt: skip
