"""How many letters people get: whole games of people who answer after hours, on a clock that jumps; nothing is sent.

`python -m bench.letters` plays a four-player game in each mode of letters, and the same four people at five tables. A
person reads a letter hours after it came, not at night, goes to the page, plays all that waits there, and stays for a
moment. Letters are claimed and ended as the worker does it, only not written. Equal seeds, equal figures.
"""

from __future__ import annotations

import argparse
import heapq
import os
import random
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import CompoundSelect, func, select, union_all

from pbem import bots, play, rules
from pbem.config import Settings
from pbem.play import House
from pbem.store import Game, Letter, Move, Person, Seat, Store, Turn, migrate

BEGIN = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
LONGEST = 400  # days
PEOPLE = {"Anna": "Europe/Amsterdam", "Bea": "Europe/London", "Cem": "Europe/Istanbul", "Dirk": "America/New_York"}
MEDIAN, SIGMA = 2.5, 1.1  # hours until a letter is read, of a log-normal distribution
AWAKE = (7, 23)  # by the own clock
BY_THEMSELVES = 0.5  # the chance that somebody looks at the tables of an evening without a letter
LOOKS = 2  # how often who has played looks again, before leaving
READ, LOOK, EVENING = "read", "look", "evening"


@dataclass
class Clock:
    """The house's clock, set by the simulation."""

    now: datetime = BEGIN

    def __call__(self) -> datetime:
        return self.now


@dataclass
class Guest:
    """One of the people. `reads_at`: when the letter that came is read; `mode` as in the preferences."""

    id: int
    name: str
    zone: ZoneInfo
    mode: str
    reads_at: datetime | None = None


@dataclass
class Simulation:
    """People at tables, by a heap of what they do next."""

    house: House
    clock: Clock
    luck: random.Random
    guests: dict[int, Guest]
    events: list[tuple[datetime, int, str, int, int]] = field(default_factory=list)
    number: int = 0

    def run(self, until: datetime) -> None:
        """Plays until all games are over, or until that moment."""
        for person in self.guests:
            self._plan(self._evening(person), EVENING, person)
        while self.clock.now < until:
            is_running, due = self._outlook()
            if not is_running:
                return
            if due is not None and due <= self.clock.now:
                self._work()
                continue
            at = self.events[0][0]
            self.clock.now = max(self.clock.now, min(at, due or at))
            if at <= self.clock.now:
                _, _, what, person, times = heapq.heappop(self.events)
                self._act(what, person, times)

    # --- people

    def _plan(self, at: datetime, what: str, person: int, times: int = 0) -> None:
        self.number += 1
        heapq.heappush(self.events, (at, self.number, what, person, times))

    def _act(self, what: str, person: int, times: int) -> None:
        guest = self.guests[person]
        if what == EVENING:
            self._plan(self._evening(person), EVENING, person)
            if guest.mode != "none" and self.luck.random() > BY_THEMSELVES:
                return
        if what == READ:
            guest.reads_at = None
        has_played = self._play(person)
        if what != LOOK:
            times = LOOKS
        elif has_played:
            times += 1
        if times > 0 and (has_played or what == LOOK):
            self._plan(self.clock.now + timedelta(seconds=self.luck.uniform(15, 50)), LOOK, person, times - 1)

    def _play(self, person: int) -> bool:
        """All that waits for the person, at all tables; whether there was anything."""
        asked = self._asked(person)
        for slug, seat, ply, position in asked:
            state = rules.load(position)
            move = bots.choose("steady", rules.view(state, seat), rules.legal(state), seat, f"{slug}:{ply}")
            play.submit(self.house, slug, seat, ply, move, "web")
            self.clock.now += timedelta(seconds=self.luck.uniform(5, 40))
        return bool(asked) and (self._play(person) or True)

    def _reads(self, person: int) -> None:
        """A letter has come: it is read after hours, when its person is awake, with those that came before."""
        guest = self.guests[person]
        at = self.clock.now + timedelta(hours=self.luck.lognormvariate(0, SIGMA) * MEDIAN)
        local = at.astimezone(guest.zone)
        if not AWAKE[0] <= local.hour < AWAKE[1]:
            days = 1 if local.hour >= AWAKE[1] else 0
            morning = local.replace(hour=AWAKE[0], minute=0, second=0) + timedelta(days=days)
            at = morning.astimezone(UTC) + timedelta(minutes=self.luck.uniform(0, 90))
        if guest.reads_at is None or at < guest.reads_at:
            guest.reads_at = at
            self._plan(at, READ, person)

    def _evening(self, person: int) -> datetime:
        zone = self.guests[person].zone
        day = self.clock.now.astimezone(zone).date() + timedelta(days=1)
        begin = datetime(day.year, day.month, day.day, 19, tzinfo=zone)
        return begin.astimezone(UTC) + timedelta(minutes=self.luck.uniform(0, 180))

    # --- the house

    def _work(self) -> None:
        """The worker's round; a letter that left is read some time."""
        due = play.due(self.house)
        for turn in due.timeouts:
            play.time_out(self.house, turn)
        for turn in due.reminders:
            play.remind(self.house, turn)
        for person in due.digests:
            play.write_digest(self.house, person)
        for number in due.letters:
            letter = play.claim_letter(self.house, number)
            if letter is not None:
                play.record_sent(self.house, letter, letter.kind, None)
                self._reads(letter.person.id)

    def _outlook(self) -> tuple[bool, datetime | None]:
        """Whether any game runs, and when the worker has something to do."""
        still = Turn.done_at.is_(None)
        moments: CompoundSelect[Any] = union_all(
            select(func.min(Letter.not_before).label("at")).where(Letter.state == "waiting"),
            select(func.min(Turn.remind_at)).where(still),
            select(func.min(Turn.deadline_at)).where(still),
            select(func.min(Person.digest_at)),
        )
        with self.house.store.read() as session:
            found = [at for (at,) in session.execute(moments) if at is not None]
            is_running = session.scalar(select(Game.id).where(Game.state == "running").limit(1)) is not None
            return is_running, min(found, default=None)

    def _asked(self, person: int) -> list[tuple[str, int, int, dict[str, Any]]]:
        """Slug, seat, ply and position of the games that wait for the person."""
        query = select(Game.slug, Seat.number, Game.ply, Game.position).join(Turn, Turn.game_id == Game.id)
        query = query.join(Seat, Seat.id == Turn.seat_id).where(Turn.done_at.is_(None), Seat.person_id == person)
        with self.house.store.read() as session:
            return [(slug, seat, ply, at or {}) for slug, seat, ply, at in session.execute(query.order_by(Turn.id))]


@dataclass(frozen=True)
class Counted:
    """What came of a simulation, of one person on the average but for `games` and `days`.

    `letters` came, of which `asking` asked for a move, `daily` were digests, and `within` went along in another one.
    """

    games: int
    days: float
    decisions: float
    late: float
    letters: float
    asking: float
    daily: float
    within: float


def simulate(mode: str, tables: int, folder: Path, clock: str = "48h", seed: int = 1, days: int = LONGEST) -> Counted:
    """Four people with that mode of letters at that many tables, all begun at once and played to their end.

    At most for that many days.
    """
    store = Store(f"sqlite:///{folder / f'{mode}-{tables}.sqlite'}")
    migrate(store)
    moments = Clock()
    house = House(_settings(store.url, folder), store, moments, lambda _what, _number: None)
    names = list(PEOPLE)
    for number in range(tables):
        turned = names[number % 4 :] + names[: number % 4]
        seats = [play.SeatSpec(name, f"{name.lower()}@example.org", "en", PEOPLE[name]) for name in turned]
        title = f"Table {number + 1}"
        play.create_game(house, name=title, seats=seats, clock=clock, by="bench", seed=f"{seed} {title}", start=True)
    guests = _guests(house, mode)
    Simulation(house, moments, random.Random(seed), guests).run(BEGIN + timedelta(days=days))  # noqa: S311 - no secret, but the same each time
    counted = _count(house, moments, tables)
    store.close()
    return counted


def _settings(url: str, folder: Path) -> Settings:
    return Settings(
        base_url="http://127.0.0.1:8000",
        secret_keys=("a key of the bench alone",),
        database_url=url,
        redis_url=None,
        smtp_url=None,
        mail_from="Puerto Rico <table@pbem.example>",
        data=folder,
        port=8000,
    )


def _guests(house: House, mode: str) -> dict[int, Guest]:
    with house.store.read() as session:
        rows = [(p.id, p.name, p.zone) for p in session.scalars(select(Person))]
        first = select(Seat.person_id, func.min(Seat.id)).group_by(Seat.person_id)
        seats = {person: seat for person, seat in session.execute(first) if person is not None}
    for person, _, zone in rows:
        play.set_preferences(house, seats[person], language="en", zone=zone, mode=mode, digest_hour=8)
    return {person: Guest(person, name, ZoneInfo(zone), mode) for person, name, zone in rows}


def _count(house: House, clock: Clock, tables: int) -> Counted:
    with house.store.read() as session:
        sent = [
            (kind, within is not None)
            for kind, within in session.execute(select(Letter.kind, Letter.merged_into).where(Letter.state == "sent"))
        ]
        marks = session.scalars(select(Move.mark)).all()
    alone = [kind for kind, is_within in sent if not is_within]
    people = len(PEOPLE)
    return Counted(
        games=tables,
        days=(clock.now - BEGIN) / timedelta(days=1),
        decisions=marks.count("") / people,
        late=marks.count("timeout") / people,
        letters=len(alone) / people,
        asking=sum(kind in play.ASKING for kind in alone) / people,
        daily=alone.count("digest") / people,
        within=(len(sent) - len(alone)) / people,
    )


HEADS = ("", "days", "decisions", "late", "letters", "asking", "daily", "within", "letters a decision")


def lines(found: dict[str, Counted]) -> list[str]:
    """The table, of one person and one game each."""
    rows: list[tuple[str, ...]] = [HEADS]
    for name, each in found.items():
        a_game = (each.decisions, each.late, each.letters, each.asking, each.daily, each.within)
        share = each.letters / (each.decisions + each.late)
        rows.append((name, f"{each.days:.0f}", *(f"{value / each.games:.1f}" for value in a_game), f"{share:.2f}"))
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADS))]
    return ["  ".join(_cell(row[n], width, n) for n, width in enumerate(widths)).rstrip() for row in rows]


def _cell(text: str, width: int, column: int) -> str:
    return text.rjust(width) if column else text.ljust(width)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m bench.letters", description=__doc__)
    parser.add_argument("--modes", default=",".join(play.MODES), help="which modes, with commas between them")
    parser.add_argument("--tables", type=int, default=5, help="at how many tables at once the second part is played")
    parser.add_argument("--days", type=int, default=10, help="how many days of the second part")
    parser.add_argument("--clock", default="48h", help="the time for a move")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    began = time.perf_counter()
    modes = args.modes.split(",")
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(os.cpu_count()) as pool:
        runs = {
            **{f"one table, {mode}": (mode, 1, LONGEST) for mode in modes},
            **{f"{args.tables} tables, {mode}": (mode, args.tables, args.days) for mode in modes if args.tables > 1},
        }
        asked = {
            name: pool.submit(simulate, mode, tables, Path(folder), args.clock, args.seed, days)
            for name, (mode, tables, days) in runs.items()
        }
        found = {name: future.result() for name, future in asked.items()}
    print("\n".join(lines(found)))
    print(
        f"Four people, {args.clock} for a move; a person and a game on the average. They read a letter after {MEDIAN} "
        "hours (median, log-normal), not at night, and look by themselves every other evening, without letters every "
        "evening. `within`: news that went along in another letter; several tables are counted for "
        f"{args.days} days. Seed {args.seed}, {time.perf_counter() - began:.0f} s."
    )


if __name__ == "__main__":
    main()
