"""What a page or a bot may ask about a view: prices, loads, a good placement; it sees only what the view shows."""

from __future__ import annotations

from typing import Any

from pbem.rules import buildings, hooks, placement
from pbem.rules import round as flow
from pbem.rules.errors import N_, BadRequest, IllegalMove, RulesError
from pbem.rules.moves import SHIP, parse
from pbem.rules.names import GOODS
from pbem.rules.phases import builder, captain, trader
from pbem.rules.position import peek


def suggest_placement(view: dict[str, Any], seat: int) -> str:
    """A good legal `place …` for a seat's view (rules 3.2)."""
    return placement.suggest(peek(view), seat).text


def price(view: dict[str, Any], seat: int, building: str) -> int:
    """Doubloons this seat would pay for a building now; the privilege counts in his own builder phase (rules 3.3)."""
    if building not in buildings.NUMBERS:
        raise BadRequest(N_("There is no building “%(name)s”."), name=building[:40])
    state = peek(view)
    return builder.price(state, state.players[seat], buildings.NUMBERS[building])


def prices(view: dict[str, Any], seat: int) -> dict[str, int]:
    """What `price` says, for every building of the supply at once, sold out or not."""
    state = peek(view)
    player = state.players[seat]
    return {name: builder.price(state, player, buildings.NUMBERS[name]) for name in view["supply"]["buildings"]}


def sale_price(view: dict[str, Any], seat: int, good: str) -> int:
    """Doubloons this seat would get in the trading house now (rules 3.5)."""
    if good not in GOODS:
        raise BadRequest(N_("There is no good “%(name)s”."), name=good[:40])
    state = peek(view)
    return trader.sale_price(state, state.players[seat], GOODS.index(good), "")


def load_preview(view: dict[str, Any], seat: int, move: str) -> dict[str, int]:
    """Barrels that a `ship …` move of this seat loads, and its points (rules 3.6); IllegalMove if it may not."""
    read = parse(move)
    if read.verb != SHIP:
        raise BadRequest(N_("“%(move)s” is no load."), move=move[:60])
    state = peek(view)
    player = state.players[seat]
    if read not in captain.Captain().options(state, seat):
        raise IllegalMove(N_("“%(move)s” cannot be loaded now."), move=move[:60])
    had = player.goods[read.arg]
    points = captain.load(state, player, read)
    _, income = hooks.gains_of(player.answers.load_income, state, player)
    return {"barrels": had - player.goods[read.arg], "vp": points + income}


def why_not(view: dict[str, Any], seat: int, move: str) -> RulesError | None:
    """The rule that a move in notation 2 of this seat would break now, or None when it is legal."""
    state = peek(view)
    try:
        flow.read(state, seat, move)
    except RulesError as refusal:
        return refusal
    return None
