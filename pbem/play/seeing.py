"""Whether points lie face down: what somebody may see of a position besides his own board; it decides nothing else."""

from typing import Any

from pbem import rules
from pbem.store import Game


def lies_open(game: Game) -> bool:
    """Whether all see everybody's points: the game is over, or its people wanted it so."""
    return game.state == "finished" or bool(points_open(game))


def points_open(game: Game) -> str:
    """Why points lie open during the game: "game" (it was set so), "wish" (all people there want it), else ""."""
    if game.open_points:
        return "game"
    people = [seat.person for seat in game.seats if seat.person is not None]
    return "wish" if people and all(person.open_points for person in people) else ""


def seen(state: rules.State, seat: int | None, *, is_open: bool) -> dict[str, Any]:
    """The position as a seat, or the public, sees it (notation 3), if `is_open` with all points; never the stack."""
    view = rules.view(state, seat)
    if is_open:
        for shown, player in zip(view["players"], state.players, strict=True):
            shown["vp"] = player.vp
    return view
