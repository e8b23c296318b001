"""Placements (rules 3.2): described, counted, checked directly; it must never list them all."""

from pbem.rules import buildings, moves
from pbem.rules.errors import N_, IllegalMove
from pbem.rules.model import Player
from pbem.rules.moves import Move
from pbem.rules.names import PERSONS, TILE_KINDS


def forced(player: Player) -> Move | None:
    """The only placement there is, or None where there are several."""
    people = player.people()
    circles = buildings.all_circles(player)
    if people == 0 or not circles:
        return moves.place_move([0] * buildings.PLACES)
    if people < sum(n for _, n in circles):
        if len(circles) > 1:
            return None
        circles = [(circles[0][0], people)]
    amounts = [0] * buildings.PLACES
    for place, n in circles:
        amounts[place] = n
    return moves.place_move(amounts)


def description(player: Player) -> dict[str, object]:
    """All the seat's colonists, and its circles by name (notation 5)."""
    circles = {buildings.PLACE_NAMES[place]: n for place, n in buildings.all_circles(player)}
    return {"colonists": player.people(), "circles": circles}


def refusal(player: Player, amounts: list[int]) -> IllegalMove | None:
    """Why a placement is illegal, or None where it is legal."""
    for place, n in enumerate(amounts):
        if n and n > buildings.place_circles(player, place):
            return _no_room(place, buildings.place_circles(player, place))
    laid = sum(amounts)
    people = player.people()
    if laid > people:
        template = N_("You cannot place %(laid)s colonists: there are only %(people)s of yours.")
        return IllegalMove(template, people=people, laid=laid)
    wanted = min(people, sum(n for _, n in buildings.all_circles(player)))
    if laid < wanted:
        template = N_("Nobody waits in San Juan while a circle is empty: place %(wanted)s colonists, not %(laid)s.")
        return IllegalMove(template, wanted=wanted, laid=laid)
    return None


def _no_room(place: int, room: int) -> IllegalMove:
    name = buildings.PLACE_NAMES[place]
    kind = "tile" if place < TILE_KINDS else "building"
    if room == 0 and kind == "tile":
        return IllegalMove(N_("There is no %(tile)s on your island."), tile=name)
    if room == 0:
        return IllegalMove(N_("You have no %(building)s."), building=name)
    if kind == "tile":
        return IllegalMove(N_("%(tile)s: only %(room)s can lie there."), tile=name, room=room)
    return IllegalMove(N_("%(building)s: only %(room)s can lie there."), building=name, room=room)


def place(player: Player, amounts: list[int]) -> None:
    """Lays all persons as a legal placement says; who is left over waits in San Juan."""
    people = [player.san_juan[k] + sum(player.crew[k]) for k in range(len(PERSONS))]
    player.crew[0] = list(amounts)
    player.san_juan[0] = people[0] - sum(amounts)
    buildings.refresh(player)
