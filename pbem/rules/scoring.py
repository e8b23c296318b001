"""The count (rules 2, 4): points, tie-break, places; it changes nothing."""

from dataclasses import asdict, dataclass

from pbem.rules import buildings, hooks
from pbem.rules.model import Player, State


@dataclass(frozen=True, slots=True)
class Score:
    """One seat's count as the protocol answers it (notation 5). `large` are points of manned buildings."""

    seat: int
    vp_chips: int
    buildings: int
    large: int
    total: int
    tiebreak: int
    place: int

    def to_json(self) -> dict[str, int]:
        """The fields by name."""
        return asdict(self)


def score(state: State) -> list[Score]:
    """Everybody's count as it stands, by seat. Equal seats share a place: 1, 1, 3."""
    counts = [_count(state, player) for player in state.players]
    ranks = [(chips + printed + large, tie) for chips, printed, large, tie in counts]
    return [
        Score(seat, chips, printed, large, chips + printed + large, tie, 1 + sum(r > ranks[seat] for r in ranks))
        for seat, (chips, printed, large, tie) in enumerate(counts)
    ]


def large_points(state: State) -> list[dict[str, int]]:
    """What each manned building that counts at the end is worth (rules 2), by its name; a mapping a seat."""
    return [
        {buildings.PLACE_NAMES[here]: ask(state, player, here) for ask, here in player.answers.final_score}
        for player in state.players
    ]


def _count(state: State, player: Player) -> tuple[int, int, int, int]:
    printed = sum(buildings.ROWS[b].vp for b in player.buildings)
    large = hooks.final_score(state, player) + sum(part.score(state, player) for part in state.sets)
    return player.vp, printed, large, player.doubloons + sum(player.goods)
