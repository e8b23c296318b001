"""The daily digest: when it is due, through changes of the clock, and for whom it is written."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import update

from pbem import mail, play
from pbem.store import Game, Person
from tests.conftest import SEATS, new_game

pytestmark = pytest.mark.slow

AMSTERDAM = "Europe/Amsterdam"


@pytest.fixture
def database_url(sqlite_url):
    """SQLite alone: when a digest is due does not depend on the database."""
    return sqlite_url


@pytest.mark.parametrize(
    ("now", "zone", "hour", "due"),
    [
        ("2026-11-30T06:59", AMSTERDAM, 8, "2026-11-30T07:00"),
        ("2026-11-30T07:00", AMSTERDAM, 8, "2026-12-01T07:00"),
        ("2026-11-30T23:30", AMSTERDAM, 0, "2026-12-01T23:00"),
        ("2026-03-28T12:00", AMSTERDAM, 8, "2026-03-29T06:00"),  # the night in which summer time begins
        ("2026-03-28T12:00", AMSTERDAM, 2, "2026-03-29T01:00"),  # there is no 2 o'clock: it is 3
        ("2026-10-24T12:00", AMSTERDAM, 2, "2026-10-25T00:00"),  # the first of two
        ("2026-10-25T00:00", AMSTERDAM, 2, "2026-10-26T01:00"),  # and not the second
        ("2026-10-25T01:30", AMSTERDAM, 2, "2026-10-26T01:00"),
        ("2026-11-30T12:00", "Asia/Kolkata", 8, "2026-12-01T02:30"),
        ("2026-11-30T12:00", "Pacific/Kiritimati", 8, "2026-11-30T18:00"),
    ],
)
def test_when_the_next_one_is_due(now, zone, hour, due):
    moment = datetime.fromisoformat(now).replace(tzinfo=UTC)
    assert play.next_digest(moment, zone, hour) == datetime.fromisoformat(due).replace(tzinfo=UTC)


def test_there_is_one_for_each_date_of_a_year():
    at, seen = datetime(2026, 1, 1, tzinfo=UTC), []
    for _ in range(365):
        at = play.next_digest(at, AMSTERDAM, 2)
        seen.append(at)
    assert at.year == 2026 and len(set(seen)) == 365


def subscribe(house, hour=8):
    """Anna has the digest at 8 in Amsterdam; the clock stands at 10."""
    with house.store.write() as session:
        due = play.next_digest(house.clock(), AMSTERDAM, hour)
        session.execute(
            update(Person).where(Person.name == "Anna").values(letter_mode="digest", digest_hour=hour, digest_at=due)
        )
    return due


def tables(house, *names):
    games = [new_game(house, *SEATS, name=name, start=False) for name in names]
    for letter in play.due(house).letters:
        mail.deliver(house, letter)
    due = subscribe(house)
    for game in games:
        play.start_game(house, game.slug, "test")
    return due


def annas(house):
    return [entry for entry in play.mailbox(house) if entry.to_name == "Anna" and entry.kind != "invitation"]


def test_all_waiting_games_are_one_letter_at_that_hour(house, clock):
    due = tables(house, "One", "Two", "Three")
    clock.moment = due - timedelta(seconds=1)
    assert play.due(house).digests == () and annas(house) == []
    clock.forward(seconds=1)
    (person,) = play.due(house).digests
    assert play.write_digest(house, person) and not play.write_digest(house, person)
    for letter in play.due(house).letters:
        mail.deliver(house, letter)
    (entry,) = annas(house)
    assert entry.kind == "digest"
    clock.forward(hours=24)
    assert play.due(house).digests == (person,)


def test_what_waits_for_that_hour_is_listed_so(house, clock):
    tables(house, "One")
    play.send_message(house, "one", "Hello", "test")
    waits = {(info.to_name, info.kind): info.waits_for for info in play.list_letters(house) if info.state == "waiting"}
    assert waits["Anna", "message"] == "day" and waits["Bea", "message"] == ""


def test_where_nothing_waits_there_is_no_letter(house, clock):
    clock.moment = tables(house, "One")
    play.submit(house, "one", 0, 0, "role settler", "mail")
    play.submit(house, "one", 0, 1, "pass", "mail")
    (person,) = play.due(house).digests
    assert play.write_digest(house, person)
    assert annas(house) == [] and "digest" not in [x.kind for x in play.list_letters(house)]


def test_who_stopped_the_letters_of_a_game_does_not_find_it_there(house, clock):
    clock.moment = tables(house, "One", "Two")
    play.stop_letters(house, play.table(house, "one", 0).seats[0].id)
    assert [seat.slug for seat in play.waiting_seats(house, 1)] == ["two"]


def test_after_an_outage_there_is_one_and_not_three(house, clock):
    clock.moment = tables(house, "One") + timedelta(days=3)
    (person,) = play.due(house).digests
    assert play.write_digest(house, person)
    assert play.due(house).digests == ()


def test_who_is_away_gets_none(house, clock):
    clock.moment = tables(house, "One")
    with house.store.write() as session:
        session.execute(update(Person).values(away_until=clock() + timedelta(days=2)))
    assert play.write_digest(house, play.due(house).digests[0])
    assert "digest" not in [x.kind for x in play.list_letters(house)]


def test_a_broken_game_is_left_out_of_the_letter(house, clock):
    clock.moment = tables(house, "One", "Two", "Three")
    with house.store.write() as session:
        session.execute(update(Game).where(Game.slug == "two").values(position={"to_act": []}))
        session.execute(update(Game).where(Game.slug == "three").values(rules_version=99))
    assert play.write_digest(house, play.due(house).digests[0])
    (letter,) = [x.id for x in play.list_letters(house) if x.kind == "digest"]
    assert mail.deliver(house, letter) == "kept"
    raw = play.mailbox_letter(house, annas(house)[0].id)
    assert b"One" in raw and b"Two" not in raw and b"Three" not in raw
