"""Points by round: counted from the log, told only once nothing is hidden any more."""

import pytest

from pbem import play
from tests.conftest import new_game, play_on


@pytest.mark.slow
def test_the_last_round_is_the_final_count(house: play.House) -> None:
    game = new_game(house)
    play_on(house, game.slug, 3)
    assert play.points_by_round(house, game.slug) == {}  # points lie face down
    play_on(house, game.slug, 2000)
    table = play.table(house, game.slug, None)
    series = play.points_by_round(house, game.slug)
    assert {seat: line[-1] for seat, line in series.items()} == {score.seat: score.total for score in table.scores}
    assert table.view is not None and {len(line) for line in series.values()} == {table.view["round"]}
    assert all(min(line) >= 0 and line[0] < line[-1] for line in series.values())


def test_a_game_that_is_none(house: play.House) -> None:
    with pytest.raises(play.PlayError):
        play.points_by_round(house, "no-such-table")
