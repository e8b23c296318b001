"""Whether points lie face down: what somebody may see of a position besides his own board; it decides nothing else."""

from typing import Any

from pbem import rules
from pbem.store import Game


def lies_open(game: Game) -> bool:
    """Whether all see everybody's points: the game is over, or its people wanted it so."""
    return game.state == "finished" or game.open_points


def seen(state: rules.State, seat: int | None, *, is_open: bool) -> dict[str, Any]:
    """The position as a seat, or the public, sees it (notation 3), if `is_open` with all points; never the stack."""
    view = rules.view(state, seat)
    if is_open:
        for shown, player in zip(view["players"], state.players, strict=True):
            shown["vp"] = player.vp
    return view
