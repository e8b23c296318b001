"""The stack of plantations and the tiles of an island; it must know no building and no phase."""

from pbem.rules.model import Player, State
from pbem.rules.names import PLANTATIONS


def draw_plantation(state: State) -> int:
    """The top of the stack, remade from the discards when it is empty; -1 when there is nothing (rules 3.1)."""
    if not state.deck:
        for tile in range(PLANTATIONS):
            state.deck += [tile] * state.discard[tile]
            state.discard[tile] = 0
        if not state.deck:
            return -1
        state.chance.shuffle(state.deck)
    return state.deck.pop()


def may_draw(state: State) -> bool:
    """Whether a draw would bring a plantation."""
    return bool(state.deck) or any(state.discard)


def lay_tile(player: Player, tile: int) -> None:
    """A tile comes to the island, nobody on it."""
    player.island.append(tile)
    player.tiles[tile] += 1
