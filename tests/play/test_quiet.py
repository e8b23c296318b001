"""Quiet hours: when they are, also where clocks change; what waits for their end, and when reminders come."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from pbem import play
from pbem.play.quiet import after_quiet, quiet_time, reminder_outside
from pbem.store import Turn
from pbem.words.times import zone_named
from tests.conftest import new_game, play_on
from tests.play.test_pacing import letters, seat_id, send_due, set_person, write

AMSTERDAM = "Europe/Amsterdam"
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
# The days on which clocks change: forward and back, by an hour and by half of one, north and south, and a quiet year.
CHANGES = {
    AMSTERDAM: ("2027-03-28", "2027-10-31"),
    "America/New_York": ("2027-03-14", "2027-11-07"),
    "Australia/Lord_Howe": ("2027-04-04", "2027-10-03"),
    "Asia/Kathmandu": ("2027-03-28",),
}
hours = st.tuples(st.integers(0, 23), st.integers(0, 23)).filter(lambda pair: pair[0] != pair[1])
places = st.sampled_from([(zone, day) for zone, days in CHANGES.items() for day in days])


@pytest.fixture
def database_url(sqlite_url):
    """SQLite alone: nothing here depends on the database."""
    return sqlite_url


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def is_within(hour: int, begin: int, end: int) -> bool:
    return begin <= hour < end if begin < end else hour >= begin or hour < end


@settings(max_examples=200, deadline=None)
@given(places, st.integers(-4 * 24 * 60, 4 * 24 * 60), hours)
def test_they_are_what_the_clock_on_the_wall_shows(place, minutes, span):
    zone, change = place
    moment = utc(f"{change}T12:00") + timedelta(minutes=minutes)
    found, local = quiet_time(moment, zone, span), moment.astimezone(zone_named(zone))
    if abs(moment - utc(f"{change}T12:00")) > 2 * DAY:  # where no clock changes, it is as it reads
        assert (found is not None) == is_within(local.hour, *span)
    if found is None:
        assert after_quiet(moment, zone, span) == moment
        return
    begin, end = found
    assert begin <= moment < end and end - begin <= 25 * HOUR and after_quiet(moment, zone, span) == end
    shown = end.astimezone(zone_named(zone))
    assert shown.hour in (span[1], (span[1] + 1) % 24), "the hour after, where that one is left out"
    assert quiet_time(begin - timedelta(seconds=1), zone, span) != found


@settings(max_examples=25, deadline=None)
@given(places, hours)
def test_a_day_has_one_quiet_time_also_when_the_clocks_change(place, span):
    zone, change = place
    moments = [utc(f"{change}T00:00") + timedelta(minutes=30 * step) for step in range(-4 * 48, 4 * 48)]
    times = sorted({found for moment in moments if (found := quiet_time(moment, zone, span))})
    assert all(first[1] <= second[0] for first, second in pairwise(times)), "they do not overlap"
    assert 7 <= len(times) <= 9


@pytest.mark.parametrize(
    ("moment", "span", "begin", "end"),
    [
        ("2027-03-28T00:30", (22, 8), "2027-03-27T21:00", "2027-03-28T06:00"),  # an hour short
        ("2027-03-28T00:30", (23, 2), "2027-03-27T22:00", "2027-03-28T01:00"),  # there is no two o'clock: at three
        ("2027-10-31T00:30", (22, 8), "2027-10-30T20:00", "2027-10-31T07:00"),  # an hour longer
        ("2027-10-31T01:30", (2, 3), "2027-10-31T00:00", "2027-10-31T02:00"),  # from two to three twice over
        ("2027-10-30T23:30", (1, 2), "2027-10-30T23:00", "2027-10-31T00:00"),  # the first two o'clock ends it
    ],
)
def test_the_nights_on_which_clocks_change_in_amsterdam(moment, span, begin, end):
    assert quiet_time(utc(moment), AMSTERDAM, span) == (utc(begin), utc(end))


def test_an_hour_that_the_spring_leaves_out_is_no_quiet_time_that_night():
    assert quiet_time(utc("2027-03-28T01:00"), AMSTERDAM, (2, 3)) is None
    assert quiet_time(utc("2027-03-28T01:00"), AMSTERDAM, None) is None


@pytest.mark.parametrize(
    ("at", "deadline", "comes"),
    [
        ("2026-12-01T20:00", "2026-12-02T12:00", "2026-12-01T20:00"),  # by day
        ("2026-12-01T23:00", "2026-12-02T12:00", "2026-12-02T07:00"),  # at the end of the quiet hours
        ("2026-12-01T23:00", "2026-12-02T07:30", "2026-12-01T20:45"),  # half an hour would be left: before they begin
        ("2026-12-01T23:00", "2026-12-02T03:00", "2026-12-01T20:45"),
    ],
)
def test_a_reminder_comes_outside_and_in_time(at, deadline, comes):
    found = reminder_outside(utc(at), utc(deadline), timedelta(hours=48), utc("2026-12-01T09:00"), AMSTERDAM, (22, 8))
    assert found == utc(comes)


def test_what_begins_and_ends_in_them_is_reminded_of_by_nobody():
    at, deadline, now = utc("2026-12-01T23:00"), utc("2026-12-02T01:00"), utc("2026-12-01T21:30")
    assert reminder_outside(at, deadline, timedelta(hours=4), now, AMSTERDAM, (22, 8)) is None


# --- letters


def test_a_turn_letter_waits_until_the_end_and_what_was_asked_for_does_not(house, clock):
    set_to, game = utc("2026-12-01T22:30"), new_game(house)
    send_due(house)
    set_person(house, "Bea", quiet_from=22, quiet_to=8)
    clock.moment = set_to
    while play.table(house, game.slug, None).owed[0].seat != 1:
        play_on(house, game.slug, moves=1)
    assert ("Bea", "turn") not in send_due(house)
    waiting = letters(house, 1)[0]
    assert (waiting.kind, waiting.not_before, waiting.waits_for) == ("turn", utc("2026-12-02T07:00"), "quiet")
    play.request_my_games(house, "bea@example.org")
    write(house, game.slug, "receipt", 1)
    assert sorted(send_due(house)) == [("Bea", "my_games"), ("Bea", "receipt")]
    clock.moment = utc("2026-12-02T06:59")
    assert send_due(house) == []
    clock.forward(minutes=1)
    assert ("Bea", "turn") in send_due(house)


def test_a_letter_that_was_due_before_and_could_not_go_waits_too(house, clock):
    new_game(house)
    set_person(house, "Anna", quiet_from=22, quiet_to=8)
    clock.moment = utc("2026-11-30T21:30")
    assert send_due(house) == [] and letters(house)[0].waits_for == "quiet"


def test_quiet_hours_taken_back_have_letters_go_and_chosen_ones_move_reminders(house, clock):
    game = new_game(house)  # asked at 10:00 in Amsterdam, with 48 hours: half of them are over at 10:00
    chosen = {"language": "nl", "zone": AMSTERDAM, "mode": "each", "digest_hour": 8}
    anna = seat_id(house, game.slug)
    send_due(house)
    play.set_preferences(house, anna, **chosen, habits=play.Habits("Anna", quiet=(9, 12)))
    with house.store.read() as session:
        assert session.scalars(select(Turn.remind_at)).one() == utc("2026-12-01T11:00")
    write(house, game.slug, "message", text="x", sender="")
    assert letters(house)[0].waits_for == "quiet"
    play.set_preferences(house, anna, **chosen, habits=play.Habits("Anna"))
    assert send_due(house) == [("Anna", "message")]


def test_a_deadline_in_the_night_is_reminded_of_in_the_evening(house, clock):
    clock.moment = utc("2026-11-30T02:00")
    set_ = new_game(house, start=False)
    set_person(house, "Anna", quiet_from=22, quiet_to=8)
    play.start_game(house, set_.slug, "test")
    send_due(house)
    planned = []
    for _ in range(2):
        with house.store.read() as session:
            planned += session.scalars(select(Turn.remind_at))
        clock.moment = planned[-1]
        assert [play.remind(house, turn) for turn in play.due(house).reminders] == [True]
        assert ("Anna", "reminder") in send_due(house)
    assert planned == [utc("2026-12-01T07:00"), utc("2026-12-01T20:45")]  # of 02:00 and 22:00 in the quiet hours
    with house.store.read() as session:
        assert session.scalars(select(Turn.remind_at)).one() is None
