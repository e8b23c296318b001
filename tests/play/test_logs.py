"""The newest moves tell a seat the same as the whole log."""

from dataclasses import replace

import pytest
from sqlalchemy import update

from pbem import play, words
from pbem.store import Move
from tests.conftest import new_game, play_on

pytestmark = pytest.mark.slow


def same_but_shorter(house: play.House, slug: str, seat: int | None, seen: int | None = None) -> play.Table:
    """The table with its newest moves; that nothing else differs, and nothing that is told."""
    whole, recent = play.table(house, slug, seat), play.table(house, slug, seat, recent=True, seen=seen)
    assert recent.log == whole.log[len(whole.log) - len(recent.log) :]
    assert replace(recent, log=whole.log) == whole
    if seat is not None:
        assert recent.since == whole.since
        voice = words.voice("nl")
        assert voice.news(recent.since, recent.names, seat) == voice.news(whole.since, whole.names, seat)
    if recent.log:
        rounds = [entry.event.round for entry in whole.log]
        assert recent.log[0].event.round <= max(1, rounds[-1] - 1)
        before = whole.log[recent.log[0].ply - 2].event.round if recent.log[0].ply > 1 else 0
        assert before < recent.log[0].event.round, "rounds are whole"
    return recent


def test_the_newest_moves_tell_the_same(house: play.House) -> None:
    slug = new_game(house).slug
    for _ in range(30):
        for seat in (0, 1, 2, None):
            recent = same_but_shorter(house, slug, seat)
        play_on(house, slug, 5)
    assert 20 < len(recent.log) < recent.game.ply / 2


def test_they_reach_back_to_the_own_last_move_and_to_what_a_page_has_seen(house: play.House) -> None:
    slug = new_game(house).slug
    play_on(house, slug, 60)
    assert same_but_shorter(house, slug, 0, seen=3).log[0].ply == 1
    game = play.table(house, slug, 0).game
    with house.store.write() as session:
        session.execute(
            update(Move).where(Move.game_id == game.id, Move.seat == 0, Move.ply > 9).values(mark="timeout")
        )
    recent = same_but_shorter(house, slug, 0)
    assert recent.since_ply <= 9 and recent.log[0].ply <= recent.since_ply
