"""Fixtures of all tests: a clock that stands until it is set, a doorbell that notes, a house on a real database."""

import gc
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, select

from pbem import play, rules
from pbem.config import Settings
from pbem.store import Game, Letter, Store

pytest_plugins = ["tests.servers"]

COMPILED: dict[Any, Any] = {}  # SQL as text, once for all the databases of the tests
START = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)  # a Monday
SEATS = (
    "Anna <anna@example.org>;lang=nl;tz=Europe/Amsterdam",
    "Bea <bea@example.org>;lang=de;tz=Europe/Berlin",
    "Cem <cem@example.org>;lang=en;tz=Europe/Istanbul",
)


def pytest_collection_finish() -> None:
    """What was collected stays to the end: the garbage collector need not go through it again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@dataclass
class StandingClock:
    """A clock that stands still until a test moves it."""

    moment: datetime = START

    def __call__(self) -> datetime:
        return self.moment

    def forward(self, **amount: float) -> datetime:
        self.moment += timedelta(**amount)
        return self.moment


@dataclass
class Doorbell:
    """Notes what was rung."""

    rung: list[tuple[str, int]] = field(default_factory=list)

    def __call__(self, what: str, number: int) -> None:
        self.rung.append((what, number))

    def taken(self) -> list[tuple[str, int]]:
        rung, self.rung = self.rung, []
        return rung


@pytest.fixture
def clock() -> StandingClock:
    return StandingClock()


@pytest.fixture
def doorbell() -> Doorbell:
    return Doorbell()


def test_settings(url: str, data: Path, **changes: Any) -> Settings:
    values: dict[str, Any] = {
        "base_url": "http://127.0.0.1:8000",
        "secret_keys": ("a-key-of-the-tests-only",),
        "database_url": url,
        "redis_url": None,
        "smtp_url": None,
        "mail_from": "Puerto Rico <table@pbem.example>",
        "data": data,
        "port": 8000,
        "pictures": False,  # they take most of a letter's time; the tests of pictures ask for them
    }
    return Settings(**{**values, **changes})


test_settings.__test__ = False  # type: ignore[attr-defined]


@pytest.fixture
def house(database_url: str, tmp_path: Path, clock: StandingClock, doorbell: Doorbell) -> Iterator[play.House]:
    """A house on SQLite and again on PostgreSQL, migrated and empty."""
    store = Store(database_url)
    store.engine.update_execution_options(compiled_cache=COMPILED)
    yield play.House(test_settings(database_url, tmp_path), store, clock, doorbell)
    store.close()


def new_game(house: play.House, *seats: str, **options: Any) -> play.GameInfo:
    """A started game of three people (or `seats`) with a seed of its own, without the letters that say it has begun.

    Those are tried in tests/play/test_beginning.py; elsewhere they would only stand in the way of what is counted.
    """
    values: dict[str, Any] = {"name": "Friday table", "clock": "48h", "by": "test", "seed": "tests", "start": True}
    game = play.create_game(house, seats=[play.read_seat(seat) for seat in (seats or SEATS)], **{**values, **options})
    with house.store.write() as session:
        begun = delete(Letter).where(Letter.game_id == game.id, Letter.kind == "start").returning(Letter.id)
        bells = [("deliver", number) for number in session.scalars(begun)]
    if isinstance(house.ring, Doorbell):
        house.ring.rung[:] = [bell for bell in house.ring.rung if bell not in bells]
    return game


def first_answer(table: play.Table) -> str:
    """Some legal move for the table's own seat: the first listed, or the suggested placement."""
    assert table.me and table.legal and table.view
    moves = table.legal.moves.get(table.me.number)
    return moves[0] if moves else rules.suggest_placement(table.view, table.me.number)


def running(house: play.House, slug: str) -> tuple[int, dict[str, Any]] | None:
    """Ply and position of a game, None unless it runs; a whole table would bring the log as well, each time."""
    with house.store.read() as session:
        query = select(Game.ply, Game.position).where(Game.slug == slug, Game.state == "running")
        found = session.execute(query).first()
    return None if found is None else (found[0], found[1])


def play_on(house: play.House, slug: str, moves: int = 1, until: str | None = None) -> None:
    """Lets the seats to act answer with a first legal move, `moves` times or until the phase is `until`."""
    for _ in range(2000 if until else moves):
        found = running(house, slug)
        if found is None or found[1]["phase"] == until:
            return
        state, seat = rules.load(found[1]), found[1]["to_act"][0]
        listed = rules.legal(state).moves.get(seat)
        answer = listed[0] if listed else rules.suggest_placement(rules.view(state, seat), seat)
        play.submit(house, slug, seat, found[0], answer, "test")
