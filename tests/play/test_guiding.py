"""Who is guided: in a first game, until a kind of decision has been met or its guide put away."""

import pytest
from sqlalchemy import select

from pbem import play
from pbem.store import Game, Person
from tests.conftest import SEATS, new_game, play_on
from tests.play.test_pacing import seat_id


@pytest.fixture
def database_url(sqlite_url):
    """SQLite alone: nothing here depends on the database."""
    return sqlite_url


def guided(house, slug, kind="choose_role"):
    return play.needs_guide(house, seat_id(house, slug), kind)


def test_a_first_game_is_guided_until_a_kind_has_been_met_twice(house):
    slug = new_game(house, SEATS[0], SEATS[1]).slug  # three roles each a round
    assert all(guided(house, slug, kind) for kind in play.GUIDES)
    for _ in range(60):
        before = play.table(house, slug, 0)
        mine = [entry for entry in before.log if entry.seat == 0 and entry.mark == "" and entry.move.startswith("role")]
        assert guided(house, slug) == (len(mine) < 2)
        if len(mine) > 2:
            break
        play_on(house, slug)
    assert not guided(house, slug) and not guided(house, slug, play.WAITING)
    assert guided(house, slug, "storage")


def test_a_guide_put_away_stays_away_at_all_tables(house):
    first, second = (new_game(house, name=name).slug for name in ("First", "Second"))
    play.hide_guide(house, seat_id(house, first), "mayor")
    play.hide_guide(house, seat_id(house, first), "mayor")
    assert not guided(house, second, "mayor") and guided(house, second)
    assert [line.verb for line in play.list_audit(house, first)].count("hide_guide") == 1
    play.hide_guide(house, seat_id(house, first), "settler")
    with house.store.read() as session:
        assert session.scalar(select(Person.guide).where(Person.name == "Anna")) == "settler mayor"
    play.hide_guide(house, seat_id(house, second), "all")
    assert not any(guided(house, first, kind) for kind in play.GUIDES)


def test_guides_put_away_come_back_when_they_are_wanted(house):
    slug = new_game(house).slug
    seat = seat_id(house, slug)
    assert not play.may_guide_again(house, seat)
    play.hide_guide(house, seat, "all")
    assert play.may_guide_again(house, seat) and not guided(house, slug)
    play.show_guides(house, seat)
    play.show_guides(house, seat)
    assert guided(house, slug) and not play.may_guide_again(house, seat)
    assert [line.verb for line in play.list_audit(house, slug)].count("show_guides") == 1


def test_what_is_no_guide_cannot_be_put_away(house):
    slug = new_game(house).slug
    with pytest.raises(play.PlayError, match="no such guide"):
        play.hide_guide(house, seat_id(house, slug), "game_over")


def test_who_has_finished_a_game_needs_none(house):
    first, second = (new_game(house, name=name).slug for name in ("First", "Second"))
    with house.store.write() as session:
        session.scalars(select(Game).where(Game.slug == first)).one().state = "finished"
    assert not guided(house, second)


def test_every_guide_fits_its_column():
    assert len(" ".join(play.GUIDES)) <= Person.__table__.c.guide.type.length
