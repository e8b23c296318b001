"""Workers that die at the worst moments, fifty times each: no turn is without its letter."""

import json
import subprocess
import sys

import pytest

from tests.processes import ROOT, environ

TIMES = 50


@pytest.mark.slow
def test_no_turn_is_without_its_letter_whoever_dies_when(sqlite_url: str) -> None:
    """After the commit of a move; with the letter claimed and not handed in; between the host's 250 and our mark."""
    command = [sys.executable, "-m", "tests.letters.dying", sqlite_url, str(TIMES)]
    done = subprocess.run(command, cwd=ROOT, env=environ(), capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-3000:]
    told = json.loads(done.stdout.splitlines()[-1])
    print(told)
    assert told["killed"]["MAIL"] >= TIMES and told["killed"]["250"] >= TIMES and told["killed"]["commit"] >= TIMES
    assert told["missing"] == []
    assert told["turns"] > TIMES
    assert told["states"].keys() <= {"sent", "withdrawn"}
    # At least once is promised: a letter taken and not marked goes again, as the same message, and never more often.
    assert told["duplicates"] == told["killed"]["250"]
    assert told["most_copies"] == 2
