"""`python -m bench`: the same games as by the rules' own face, and a table that can be read."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bench import __main__ as bench
from bench import driver, letters, pages
from pbem import rules
from pbem.rules import gamefile, replaying

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_both_ways_to_play_make_the_same_game(players: int) -> None:
    one, other = driver.table(players, 1), driver.table(players, 1)
    counted = driver.play(one, driver.Xorshift(7))
    assert counted == driver.play_in_text(other, driver.Xorshift(7))
    assert counted[1] > counted[0] > 50
    assert rules.dump(one) == rules.dump(other)
    assert one.ending in ("colonists", "buildings", "vp")


def test_a_logged_game_replays() -> None:
    state = driver.table(3, 2)
    lines = driver.logged(state, driver.Xorshift(3))
    tags = {"Rules": gamefile.rules_text(state.rules), "Seed": "bench 2"}
    again = replaying.replay(gamefile.read(gamefile.write(tags, lines)))
    assert rules.dump(again.state) == rules.dump(state)


@pytest.mark.slow
def test_the_table_has_a_ratio_and_says_how(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "bench", "--runs", "1", "--games", "1", "--compiled", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "4 players, games/s" in done.stdout
    assert "Medians of 1 run " in done.stdout
    assert "make compiled" in done.stdout
    asked = subprocess.run([*command, "--json"], cwd=ROOT, capture_output=True, text=True, timeout=60)
    figures = json.loads(asked.stdout)["plain"]
    assert figures["position, bytes"] > 1000
    rows = bench.lines({"plain": figures, "compiled": {name: value * 2 for name, value in figures.items()}})
    assert next(row for row in rows if row.startswith("4 players, games/s ")).endswith("2.00")
    assert next(row for row in rows if row.startswith("mayor, legal")).endswith("0.50")


@pytest.mark.slow
def test_people_who_get_letters_play_on_and_it_is_the_same_each_time(tmp_path: Path) -> None:
    first = letters.simulate("each", 1, tmp_path, days=2)
    assert first.decisions > 1 and 0 < first.letters <= first.decisions + 1 and first.late == 0
    (tmp_path / "again").mkdir()
    assert letters.simulate("each", 1, tmp_path / "again", days=2) == first
    head, row = letters.lines({"one table, each": first})
    assert head.split()[:2] == ["days", "decisions"] and row.startswith("one table, each") and len(head) == len(row)


@pytest.mark.slow
def test_pages_are_measured_as_a_browser_asks_for_them() -> None:
    found = pages.measure(2, (0.1,))
    mine = next(figures for name, figures in found.items() if name.startswith("table, my turn"))
    assert 0 < mine.packed[0] < mine.plain[0] and mine.requests == 4 and len(mine.ms) >= pages.TIMES
    assert {name.split(",")[0] for name in found} == {"table", "what is new", "replay", "my games"}
