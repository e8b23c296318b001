"""Reading a position that anybody may have written: names, types, ranges, sums (notation 3); it decides no move."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any, NoReturn

from pbem.rules import buildings, chance, sums
from pbem.rules.errors import N_, BadPosition, BadRequest
from pbem.rules.model import Rules, State
from pbem.rules.names import (
    CITY_SPACES,
    ENDINGS,
    GOODS,
    HOUSE_PLACES,
    ISLAND_SPACES,
    PHASES,
    ROLES,
    TILES,
)
from pbem.rules.position import FORMAT, PLACE_KEY, TURN_KEY, dump, fill
from pbem.rules.sets import BASE
from pbem.rules.setup import NUMBERS, new_player

_MOST = 1_000_000
_PLANTATIONS = TILES[:5]


def refuse(path: str, template: str, **params: object) -> NoReturn:
    """BadPosition for the field at `path`."""
    raise BadPosition(template, path=path, **params)


def load(position: object) -> State:
    """The state of a position; BadPosition names the first field that cannot be."""
    if not isinstance(position, dict):
        refuse("position", N_("%(path)s must be an object."))
    if position.get("format") != FORMAT:
        refuse("format", N_("%(path)s must be “%(format)s”."), format=FORMAT)
    rules = _rules(position)
    _check_fields(position, rules)
    _check_players(position, rules)
    _check_progress(position, rules.players)
    players = [new_player(seat) for seat in range(rules.players)]
    state = State(rules, players, chance.Chance(b""), buildings.COUNT)
    state.sets = list(BASE)
    fill(state, position)
    sums.check(state)
    state.chance = _chance(position, state)
    state.unsettled = True
    return state


def _rules(position: dict[str, Any]) -> Rules:
    try:
        return Rules.from_json(position.get("rules"))
    except BadRequest as wrong:
        raise BadPosition("%(path)s: " + wrong.template, path="rules", **wrong.params) from None


def _chance(position: dict[str, Any], state: State) -> chance.Chance:
    """The written generator; left out, a fresh seed from the position itself, since nothing here may ask for luck."""
    if "random" not in position:
        text = json.dumps(dump(state), sort_keys=True)
        return chance.Chance(sha256(text.encode()).digest())
    written = position["random"]
    found = chance.from_text(written) if isinstance(written, str) else None
    if found is None:
        refuse("random", N_("%(path)s is no generator's state."))
    return found


def _check_fields(position: dict[str, Any], rules: Rules) -> None:
    n = rules.players
    whole(position, "round", "round", 1)
    whole(position, "governor", "governor", 0, n - 1)
    one_of(position, "phase", "phase", PHASES)
    if position.get("chooser", 0) is not None:
        whole(position, "chooser", "chooser", 0, n - 1)
    seats(position, "to_act", "to_act", n)
    _check_roles(named(position, "roles", "roles"), n)
    _check_supply(named(position, "supply", "supply"))
    whole(position, "colonist_ship", "colonist_ship", 0)
    plantations = named(position, "plantations", "plantations")
    for key in ("face_up", "draw", "discard"):
        names(plantations, key, "plantations." + key, _PLANTATIONS, _MOST)
    names(position, "trading_house", "trading_house", GOODS, HOUSE_PLACES)
    _check_ships(listed(position, "cargo_ships", "cargo_ships"), n)
    if position.get("ending", 0) is not None:
        one_of(position, "ending", "ending", ENDINGS)


def _check_roles(roles: dict[str, Any], players: int) -> None:
    wanted = [ROLES[role] for role in NUMBERS[players].roles]
    exactly(roles, "roles", wanted)
    for name in wanted:
        path = "roles." + name
        card = named(roles, name, path)
        whole(card, "doubloons", path + ".doubloons", 0)
        if card.get("taken_by", 0) is not None:
            whole(card, "taken_by", path + ".taken_by", 0, players - 1)
            if card["doubloons"]:
                refuse(path + ".doubloons", N_("%(path)s must be 0: the role has been taken."))


def _check_supply(supply: dict[str, Any]) -> None:
    for key in ("vp", "colonists", "quarries"):
        whole(supply, key, "supply." + key, 0)
    for key, wanted in (("goods", GOODS), ("buildings", buildings.NAMES)):
        path = "supply." + key
        counts = named(supply, key, path)
        exactly(counts, path, list(wanted))
        for name in wanted:
            whole(counts, name, f"{path}.{name}", 0)


def _check_ships(ships: list[Any], players: int) -> None:
    capacities = NUMBERS[players].ships
    if len(ships) != len(capacities):
        refuse("cargo_ships", N_("%(path)s must list %(n)s ships."), n=len(capacities))
    for i, capacity in enumerate(capacities):
        path = f"cargo_ships.{i}"
        ship = as_object(ships[i], path)
        whole(ship, "capacity", path + ".capacity", capacity, capacity)
        whole(ship, "loaded", path + ".loaded", 0, capacity)
        good = ship.get("good", 0)
        if good is not None:
            one_of(ship, "good", path + ".good", GOODS)
            if any(other["good"] == good for other in ships[:i]):
                refuse(path + ".good", N_("%(path)s: a kind lies on one ship only."))
        if (good is None) != (ship["loaded"] == 0):
            refuse(path + ".loaded", N_("%(path)s must be 0 on an empty ship, and only there."))


def _check_players(position: dict[str, Any], rules: Rules) -> None:
    players = listed(position, "players", "players")
    if len(players) != rules.players:
        refuse("players", N_("%(path)s must list %(n)s players."), n=rules.players)
    for seat, written in enumerate(players):
        path = f"players.{seat}"
        player = as_object(written, path)
        for key in ("doubloons", "vp", "san_juan"):
            whole(player, key, f"{path}.{key}", 0)
        goods = named(player, "goods", path + ".goods")
        exactly(goods, path + ".goods", list(GOODS))
        for good in GOODS:
            whole(goods, good, f"{path}.goods.{good}", 0)
        _check_island(listed(player, "island", path + ".island"), path + ".island")
        _check_city(listed(player, "buildings", path + ".buildings"), path + ".buildings")


def _check_island(island: list[Any], path: str) -> None:
    if len(island) > ISLAND_SPACES:
        refuse(path, N_("%(path)s has more than %(n)s tiles."), n=ISLAND_SPACES)
    for i, written in enumerate(island):
        tile = as_object(written, f"{path}.{i}")
        one_of(tile, "tile", f"{path}.{i}.tile", TILES)
        boolean(tile, "colonist", f"{path}.{i}.colonist")


def _check_city(city: list[Any], path: str) -> None:
    seen: set[str] = set()
    spaces = 0
    for i, written in enumerate(city):
        built = as_object(written, f"{path}.{i}")
        one_of(built, "building", f"{path}.{i}.building", buildings.NAMES)
        row = buildings.ROWS[buildings.NUMBERS[built["building"]]]
        whole(built, "colonists", f"{path}.{i}.colonists", 0, row.circles)
        if row.name in seen:
            refuse(f"{path}.{i}.building", N_("%(path)s: one copy of a building a player."))
        seen.add(row.name)
        spaces += row.size
    if spaces > CITY_SPACES:
        refuse(path, N_("%(path)s needs more than %(n)s spaces."), n=CITY_SPACES)


def _check_progress(position: dict[str, Any], players: int) -> None:
    progress = named(position, "progress", "progress")
    phase = position["phase"]
    if phase == "settler":
        exactly(progress, "progress", [TURN_KEY[0]])
        boolean(progress, TURN_KEY[0], "progress." + TURN_KEY[0])
    elif phase == "craftsman":
        exactly(progress, "progress", ["may_take"])
        names(progress, "may_take", "progress.may_take", GOODS, len(GOODS))
        if len(set(progress["may_take"])) < len(progress["may_take"]):
            refuse("progress.may_take", N_("%(path)s names a good twice."))
    elif phase == "captain":
        exactly(progress, "progress", ["privilege_vp_given", PLACE_KEY[0], "passed"])
        boolean(progress, "privilege_vp_given", "progress.privilege_vp_given")
        for key in (PLACE_KEY[0], "passed"):
            seats(progress, key, "progress." + key, players)
    else:
        exactly(progress, "progress", [])


def as_object(value: object, path: str) -> dict[str, Any]:
    """The value as an object."""
    if not isinstance(value, dict):
        refuse(path, N_("%(path)s must be an object."))
    return value


def named(parent: dict[str, Any], key: str, path: str) -> dict[str, Any]:
    """The object at `key`."""
    return as_object(parent.get(key), path)


def listed(parent: dict[str, Any], key: str, path: str) -> list[Any]:
    """The list at `key`."""
    value = parent.get(key)
    if not isinstance(value, list):
        refuse(path, N_("%(path)s must be a list."))
    return value


def whole(parent: dict[str, Any], key: str, path: str, least: int, most: int = _MOST) -> None:
    """Checks that a whole number from `least` to `most` stands at `key`."""
    value = parent.get(key)
    if type(value) is not int or not least <= value <= most:
        refuse(path, N_("%(path)s must be a whole number from %(least)s to %(most)s."), least=least, most=most)


def boolean(parent: dict[str, Any], key: str, path: str) -> None:
    """Checks that true or false stands at `key`."""
    if type(parent.get(key)) is not bool:
        refuse(path, N_("%(path)s must be true or false."))


def one_of(parent: dict[str, Any], key: str, path: str, wanted: tuple[str, ...]) -> None:
    """Checks that one of the wanted names stands at `key`."""
    value = parent.get(key)
    if not isinstance(value, str) or value not in wanted:
        refuse(path, N_("%(path)s must be one of: %(names)s."), names=", ".join(wanted))


def names(parent: dict[str, Any], key: str, path: str, wanted: tuple[str, ...], most: int) -> None:
    """Checks that a list of at most `most` of the wanted names stands at `key`."""
    values = listed(parent, key, path)
    if len(values) > most:
        refuse(path, N_("%(path)s has more than %(n)s entries."), n=most)
    for i, value in enumerate(values):
        if not isinstance(value, str) or value not in wanted:
            refuse(f"{path}.{i}", N_("%(path)s must be one of: %(names)s."), names=", ".join(wanted))


def seats(parent: dict[str, Any], key: str, path: str, players: int) -> None:
    """Checks that a list of different seats stands at `key`."""
    values = listed(parent, key, path)
    for i, value in enumerate(values):
        if type(value) is not int or not 0 <= value < players or value in values[:i]:
            refuse(f"{path}.{i}", N_("%(path)s must be a seat, each once."))


def exactly(obj: dict[str, Any], path: str, wanted: list[str]) -> None:
    """Checks that an object has these keys and no others."""
    for key in obj:
        if key not in wanted:
            refuse(f"{path}.{str(key)[:40]}", N_("%(path)s is not known here."))
    for key in wanted:
        if key not in obj:
            refuse(f"{path}.{key}", N_("%(path)s is missing."))
