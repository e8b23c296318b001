"""What belongs to no building but to a set (expansions 4): set-up, the ship, an end, the count; one step a set."""

from pbem.rules import bank, buildings, setup
from pbem.rules.model import Player, State
from pbem.rules.names import COLONIST


class RuleSet:
    """One set. The base game is one; an expansion adds its own, which goes after it."""

    def set_up(self, state: State) -> None:
        """Its part of the set-up of a new game."""

    def fill_ship(self, state: State) -> None:
        """Its part of refilling the colonist ship after the mayor phase."""

    def ends_game(self, state: State, short: bool) -> str | None:
        """Why the game ends after this round now, or None; `short` says that the ship lacked colonists."""
        return None

    def score(self, state: State, player: Player) -> int:
        """Points at the count that no building gives."""
        return 0


class BaseSet(RuleSet):
    """The base game."""

    def set_up(self, state: State) -> None:
        setup.lay_out(state)

    def fill_ship(self, state: State) -> None:
        """As many as there are empty circles on buildings, at least the minimum (rules 3.2)."""
        empty = sum(buildings.empty_building_circles(player) for player in state.players)
        wanted = max(state.rules.least_on_ship(), empty)
        aboard = min(wanted, state.people[COLONIST])
        state.people[COLONIST] -= aboard
        state.ship_people[COLONIST] += aboard
        for part in state.sets:
            why = part.ends_game(state, aboard < wanted)
            if why is not None:
                bank.bring_end(state, why)

    def ends_game(self, state: State, short: bool) -> str | None:
        return "colonists" if short else None


BASE = [BaseSet()]
