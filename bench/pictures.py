"""How long a picture of the table takes, and how large it is: `python -m bench.pictures`; positions of bots' games."""

from __future__ import annotations

import time
from collections.abc import Iterator
from statistics import median
from threading import Event, Thread
from typing import Any

from pbem import bots, draw, rules
from pbem.draw import raster

NAMES = ("Maximiliane von Hohenstein", "Bea", "Łukasz Przybyszewski", "Ольга", "Christoph")
EVERY = 24  # decisions


def main() -> None:
    """The command."""
    print(f"{'':10}{'pictures':>10}{'SVG ms':>10}{'PNG ms':>10}{'KB':>8}{'most KB':>10}{'stall ms':>10}")
    for players in (2, 3, 4, 5):
        figures = [figure(view, players) for view in positions(players)]
        svg, png, size, stall = zip(*figures, strict=True)
        numbers = f"{median(svg):10.1f}{median(png):10.0f}{median(size):8.1f}{max(size):10.1f}{max(stall):10.0f}"
        print(f"{players} players {len(figures):10}{numbers}")
    print("Milliseconds of the process; stall: the longest that another thread waited.")


def positions(players: int) -> Iterator[dict[str, Any]]:
    """What a seat saw during one game, and its end."""
    state = rules.new_game(rules.Rules.from_json({"players": players}), f"bench {players}")
    for number in range(10_000):
        legal = rules.legal(state)
        if number % EVERY == 0 or not legal.to_act:
            yield rules.view(state, number % players)
        if not legal.to_act:
            return
        seat = legal.to_act[0]
        rules.apply(state, seat, bots.choose("steady", rules.view(state, seat), legal, seat, f"{number}"))


def figure(view: dict[str, Any], players: int) -> tuple[float, float, float, float]:
    """Milliseconds for the SVG and the PNG, kilobytes, and the longest stall of another thread in milliseconds."""
    raster.png.cache_clear()
    begin = time.process_time()
    svg = draw.board_svg(view, dict(enumerate(NAMES[:players])), 0)
    drawn = time.process_time()
    with Stopwatch() as watch:
        made = raster.png(svg)
        done = time.process_time()
    return (drawn - begin) * 1000, (done - drawn) * 1000, len(made) / 1000, watch.longest * 1000


class Stopwatch:
    """A thread that looks at the clock each millisecond, as one that serves a page would."""

    def __init__(self) -> None:
        self.longest = 0.0
        self._over = Event()
        self._thread = Thread(target=self._watch)

    def _watch(self) -> None:
        last = time.perf_counter()
        while not self._over.wait(0.001):
            now = time.perf_counter()
            self.longest = max(self.longest, now - last)
            last = now

    def __enter__(self) -> Stopwatch:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()


if __name__ == "__main__":
    main()
