"""A table at any of its moves: the engine's own positions, and never more than the viewer may see."""

import pytest
from sqlalchemy import select, update

from pbem import play, rules
from pbem.store import Game, Move
from tests.conftest import new_game, play_on

pytestmark = pytest.mark.slow


@pytest.fixture
def database_url(sqlite_url):
    """SQLite alone: nothing here depends on the database."""
    return sqlite_url


def _hidden(scene: play.Scene) -> list[bool]:
    return [player["vp"] is None for player in scene.view["players"]]


def test_each_move_leads_where_the_engine_went(house: play.House) -> None:
    game = new_game(house)
    begin = play.scene(house, game.slug, None)
    assert begin.at == len(begin.log) == 0 and begin.entry is None and begin.before is None
    stored = {0: play.whole_position(house, game.slug)}
    for _ in range(20):
        play_on(house, game.slug)
        last = play.table(house, game.slug, None).game.ply
        stored[last] = play.whole_position(house, game.slug)
    for ply, position in stored.items():
        for seat in (None, 1):
            scene = play.scene(house, game.slug, seat, ply)
            assert scene.view == rules.view(rules.load(position), seat)
            assert scene.entry is None or scene.entry.ply == ply
    assert last > 20, "with forced moves"
    for ply in range(1, last + 1):
        scene = play.scene(house, game.slug, None, ply)
        assert scene.before == play.scene(house, game.slug, None, ply - 1).view


def test_points_lie_face_down_while_it_runs_and_open_where_the_table_wants_it(house: play.House) -> None:
    game = new_game(house)
    play_on(house, game.slug, 6)
    for at in (0, 3, None):
        assert _hidden(play.scene(house, game.slug, None, at)) == [True, True, True]
        assert _hidden(play.scene(house, game.slug, 1, at)) == [True, False, True]
    shown = str(play.scene(house, game.slug, 1).view)
    assert "rng" not in shown and isinstance(play.scene(house, game.slug, 1).view["plantations"]["draw"], int)
    with house.store.write() as session:
        session.execute(update(Game).values(open_points=True))
    assert _hidden(play.scene(house, game.slug, None, 3)) == [False, False, False]
    table = play.table(house, game.slug, 0)
    assert table.view is not None and all(player["vp"] is not None for player in table.view["players"])


def test_a_move_that_there_is_not(house: play.House) -> None:
    game = new_game(house)
    play_on(house, game.slug, 2)
    for at in (-1, 999):
        with pytest.raises(play.PlayError) as refused:
            play.scene(house, game.slug, None, at)
        assert refused.value.code == "no_such_move" and refused.value.status == 404
    invited = new_game(house, start=False)
    with pytest.raises(play.PlayError) as refused:
        play.scene(house, invited.slug, None)
    assert refused.value.code == "not_open"


def test_a_log_that_cannot_be_played_again_is_said(house: play.House) -> None:
    game = new_game(house)
    play_on(house, game.slug, 2)
    with house.store.write() as session:
        session.execute(update(Move).values(move="sell corn"))
    with pytest.raises(play.PlayError) as refused:
        play.scene(house, game.slug, None, 2)
    assert refused.value.status == 409


def test_the_link_for_who_looks_on_can_be_withdrawn(house: play.House) -> None:
    game = new_game(house)
    seat = play.table(house, game.slug, 1).seats[1].id
    assert play.watch_url(house, game.slug) is None
    play.open_watch(house, seat)
    url = play.watch_url(house, game.slug)
    play.open_watch(house, seat)
    assert url is not None
    token = url.rpartition("/")[2]
    assert play.read_watch(house, token) == game.slug
    with pytest.raises(play.PlayError):
        play.read_link(house, "play", token)  # it opens no seat
    play.close_watch(house, seat)
    play.close_watch(house, seat)
    with pytest.raises(play.PlayError) as refused:
        play.read_watch(house, token)
    assert refused.value.code == "watch_over" and play.watch_url(house, game.slug) is None
    play.open_watch(house, seat)
    with pytest.raises(play.PlayError):
        play.read_watch(house, token)  # the old link stays closed
    with house.store.read() as session:
        assert session.scalar(select(Game.watch_nonce)) is not None
    assert [line.verb for line in play.list_audit(house, game.slug)][:3] == ["open_watch", "close_watch", "open_watch"]


@pytest.mark.parametrize("token", ["", "x", "a.b.c", "x" * 400])
def test_what_is_no_link(house: play.House, token: str) -> None:
    with pytest.raises(play.PlayError) as refused:
        play.read_watch(house, token)
    assert refused.value.code == "watch_bad"
