"""The ways in which things pass between the supplies and the players; every gain and every end goes through here."""

from pbem.rules import buildings
from pbem.rules.hooks import Income
from pbem.rules.model import Player, State
from pbem.rules.names import CITY_SPACES, COLONIST, QUARRY


def gain_vp(state: State, player: Player, n: int) -> None:
    """Points from the supply; what it lacks is noted without limit. The last chip ends the game (rules 4)."""
    if n <= 0:
        return
    player.vp += n
    state.vp = state.vp - n if state.vp > n else 0
    if state.vp == 0:
        bring_end(state, "vp")


def gain(state: State, player: Player, income: Income) -> None:
    """Doubloons and points together."""
    player.doubloons += income[0]
    gain_vp(state, player, income[1])


def bring_end(state: State, why: str) -> None:
    """The game ends after this round; the first reason stands (rules 4)."""
    if state.ending is None:
        state.ending = why


def has_colonist(state: State) -> bool:
    """Whether a building that brings a colonist would find one: in the supply, else on the ship (rules 2)."""
    return state.people[COLONIST] > 0 or state.ship_people[COLONIST] > 0


def bring_colonist(state: State, player: Player, place: int) -> None:
    """One colonist, from the supply, else from the ship, straight onto a place (rules 2)."""
    if state.people[COLONIST] > 0:
        state.people[COLONIST] -= 1
    else:
        state.ship_people[COLONIST] -= 1
    player.crew[COLONIST][place] += 1
    buildings.refresh(player)


def remove_tile(state: State, player: Player, tile: int) -> None:
    """A tile leaves the island for the discards (a quarry for its supply); who finds no circle goes to San Juan."""
    at = len(player.island) - 1 - player.island[::-1].index(tile)
    del player.island[at]
    player.tiles[tile] -= 1
    if tile == QUARRY:
        state.quarries += 1
    else:
        state.discard[tile] += 1
    if player.manned[tile] > player.tiles[tile]:
        kind = next(k for k, crew in enumerate(player.crew) if crew[tile])
        player.crew[kind][tile] -= 1
        player.san_juan[kind] += 1
        buildings.refresh(player)


def lay_building(state: State, player: Player, building: int) -> None:
    """A building from the supply to the city; the twelfth space ends the game (rules 3.3, 4)."""
    state.stock[building] -= 1
    player.buildings.append(building)
    player.owned |= 1 << building
    player.city += buildings.SIZE[building]
    if player.city >= CITY_SPACES:
        bring_end(state, "buildings")
