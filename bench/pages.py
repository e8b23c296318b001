"""How long the pages take the server and how large they are: `python -m bench.pages`; bots' games, nothing is sent.

A game of each number of players is played to 30, 60 and 95 % of its moves and to its end. There the pages are asked for
as a browser asks, over some decisions in a row, by the seat whose turn it is and by one that waits.
"""

from __future__ import annotations

import argparse
import re
import statistics
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from flask.testing import FlaskClient
from sqlalchemy import event

from pbem import bots, clock, play, rules
from pbem.config import Settings
from pbem.store import Store, migrate
from pbem.web import create_app

STAGES = (0.3, 0.6, 0.95, 1.0)
DECISIONS, TIMES = 6, 8  # at each stage, and how often each page is asked for
LANGUAGES = ("de", "nl", "en", "de", "nl")
NAMES = ("Maximiliane", "Bea", "Łukasz", "Ольга", "Christoph")
BROWSER = {"Accept-Encoding": "gzip, deflate, br, zstd"}
_LOADED = re.compile(r'<(?:script[^>]* src|link[^>]* href)="([^"#]+)"')


@dataclass
class Figures:
    """What was measured of one page: milliseconds of the process and by the clock on the wall, queries, bytes."""

    ms: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)
    queries: list[int] = field(default_factory=list)
    plain: list[int] = field(default_factory=list)
    packed: list[int] = field(default_factory=list)
    requests: int = 0

    def line(self, name: str) -> str:
        """The figures side by side."""
        return (
            f"{name:42}{_at(self.ms, 50):8.1f}{_at(self.ms, 95):8.1f}{_at(self.wall, 50):8.1f}{_at(self.wall, 95):8.1f}"
            f"{max(self.queries):9}{max(self.plain) / 1000:9.1f}{max(self.packed) / 1000:9.1f}{self.requests:10}"
        )


def _at(values: list[float], percent: int) -> float:
    return statistics.quantiles(values, n=100)[percent - 1]


class Bench:
    """A game of people for whom bots play, in a database of its own."""

    def __init__(self, folder: Path, players: int) -> None:
        url = f"sqlite:///{folder / f'{players}.sqlite'}"
        self.players = players
        self.house = play.House(_settings(url, folder), Store(url), clock.now, lambda _what, _number: None)
        migrate(self.house.store)
        seats = [play.SeatSpec(NAMES[n], f"p{n}@example.org", LANGUAGES[n], "Europe/Berlin") for n in range(players)]
        game = play.create_game(
            self.house, name="The bench", seats=seats, clock="48h", by="bench", seed=f"pages {players}", start=True
        )
        self.slug = game.slug
        self.app = create_app(self.house, mailbox=False)
        self.queries = 0
        event.listen(self.house.store.engine, "before_cursor_execute", self._count)
        self.clients = {number: self._client(number) for number in range(players)}

    def _count(self, _connection: object, _cursor: object, statement: str, *_: object) -> None:
        self.queries += not statement.startswith(("BEGIN", "PRAGMA"))

    def _client(self, seat: int) -> FlaskClient:
        client = self.app.test_client()
        link = next(url for number, _, url in play.seat_links(self.house, self.slug) if number == seat)
        client.get(link.removeprefix(self.house.settings.base_url))
        return client

    def play_on(self, moves: int) -> bool:
        """Lets bots decide until the log has that many moves; whether the game still runs."""
        while (table := play.table(self.house, self.slug, None)).game.is_running and table.game.ply < moves:
            seat = table.owed[0].seat
            mine = play.table(self.house, self.slug, seat)
            assert mine.view is not None and mine.legal is not None
            move = bots.choose("steady", mine.view, mine.legal, seat, f"{mine.game.ply}")
            play.submit(self.house, self.slug, seat, mine.game.ply, move, "web")
        return table.game.is_running

    def measure(self, found: dict[str, Figures], stage: str) -> None:
        """Asks for the pages of who acts and of who waits, as they are now."""
        owed = [each.seat for each in play.table(self.house, self.slug, None).owed]
        acts = owed[0] if owed else 0
        waits = next((seat for seat in range(self.players) if seat not in owed), acts)
        path = f"/games/{self.slug}"
        if owed:
            self._ask(found.setdefault(f"table, my turn, {stage}", Figures()), acts, path)
        self._ask(found.setdefault(f"table, not my turn, {stage}", Figures()), waits, path)
        for name, place in PAGES.items():
            self._ask(found.setdefault(f"{name}, {stage}", Figures()), acts, place.format(slug=self.slug))

    def _ask(self, figures: Figures, seat: int, path: str) -> None:
        client = self.clients[seat]
        first = client.get(path, headers=BROWSER)
        if first.status_code != 200:
            return
        packed, plain = len(first.data), client.get(path).text
        loaded = set(_LOADED.findall(plain))
        figures.requests = 1 + len(loaded)
        figures.plain.append(len(plain.encode()) + sum(len(client.get(each).data) for each in loaded))
        figures.packed.append(packed + sum(len(client.get(each, headers=BROWSER).data) for each in loaded))
        for _ in range(TIMES):
            self.queries = 0
            process, wall = time.process_time(), time.perf_counter()
            client.get(path, headers=BROWSER)
            figures.ms.append((time.process_time() - process) * 1000)
            figures.wall.append((time.perf_counter() - wall) * 1000)
            figures.queries.append(self.queries)


PAGES: dict[str, str] = {"what is new": "/games/{slug}/now", "replay": "/games/{slug}/replay", "my games": "/my-games"}


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


def length(players: int) -> int:
    """How many moves the bench's game has."""
    state = rules.new_game(rules.Rules.from_json({"players": players}), f"pages {players}")
    moves = 0
    while (legal := rules.legal(state)).to_act:
        seat = legal.to_act[0]
        move = bots.choose("steady", rules.view(state, seat), legal, seat, f"{moves}")
        moves += len(rules.apply(state, seat, move))
    return moves


def measure(players: int, stages: tuple[float, ...]) -> dict[str, Figures]:
    """The figures by page and stage of one game."""
    found: dict[str, Figures] = {}
    moves = length(players)
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder), players)
        for stage in stages:
            at = int(moves * stage)
            for _ in range(DECISIONS):
                runs = bench.play_on(at)
                bench.measure(found, "at the end" if stage == 1 else f"{stage:.0%} of {moves} moves")
                if not runs:
                    break
                at = play.table(bench.house, bench.slug, None).game.ply + 1
    return {name: figures for name, figures in found.items() if figures.ms}


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m bench.pages", description=__doc__)
    parser.add_argument("--players", default="3,4,5")
    parser.add_argument("--profile", metavar="FILE", help="write what cProfile found while the pages were made")
    args = parser.parse_args()
    print(f"{'':42}{'p50 ms':>8}{'p95':>8}{'wall 50':>8}{'95':>8}{'queries':>9}{'KB':>9}{'packed':>9}{'requests':>10}")
    for players in map(int, args.players.split(",")):
        print(f"{players} players")
        for name, figures in measure(players, STAGES).items():
            print(figures.line("  " + name))
    print(
        "Milliseconds of the process; queries and KB: the most. KB with style and script, as a first visit loads them."
    )


if __name__ == "__main__":
    main()
