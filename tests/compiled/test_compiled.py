"""The rules compiled by mypyc are the same rules: the same tests, the same bytes, and faster (issue 3, item 7)."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from itertools import zip_longest
from pathlib import Path

import pytest

from tests.processes import environ
from tests.servers import missing

ROOT = Path(__file__).resolve().parents[2]
LEAST_GAIN = 1.5  # times as many games a second; it is about 2.8


@pytest.fixture
def home(tmp_path) -> Path:
    """A folder with the compiled wheel unpacked, and what its tests need."""
    if shutil.which(os.environ.get("CC", "gcc")) is None:
        missing("A C compiler", "gcc")
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        missing("Python's C header", f"python{sysconfig.get_python_version()}-dev")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path / "dist")]
    env = environ(HATCH_BUILD_HOOK_ENABLE_CUSTOM="true")
    built = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=600)
    assert built.returncode == 0, built.stdout + built.stderr
    wheel = next((tmp_path / "dist").glob("*.whl"))
    assert not wheel.name.endswith("-none-any.whl")
    with zipfile.ZipFile(wheel) as files:
        files.extractall(tmp_path)
    for name in ("tests", "bench"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def python(home: Path, *arguments: str) -> str:
    """What this command says, run with the `pbem` that lies in `home`."""
    env = environ(PYTHONPATH=home)
    done = subprocess.run([sys.executable, *arguments], cwd=home, env=env, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-4000:]
    return done.stdout


@pytest.mark.slow
def test_compiled_rules_are_the_same_rules_and_faster(home):
    """One test, so that the compiler runs once, whatever the number of workers."""
    what_is_called_often_is_compiled(home)
    the_same_tests_pass(home)
    the_given_cases_pass_against_the_engine_as_a_process(home)
    positions_events_and_refusals_are_the_same_bytes(home)
    it_is_faster(home)


def what_is_called_often_is_compiled(home):
    modules = ["pbem.rules.round", "pbem.rules.playing", "pbem.rules.phases.captain", "pbem.bots.steady"]
    ask = f"import importlib as i; print(*(i.import_module(name).__file__ for name in {modules}))"
    files = python(home, "-c", ask).split()
    assert len(files) == len(modules)
    assert all(file.startswith(str(home)) and not file.endswith(".py") for file in files)


def the_same_tests_pass(home):
    options = ["-q", "-m", "not slow", "-p", "no:cacheprovider", "-p", "no:xdist"]
    said = python(home, "-m", "pytest", *options, "tests/rules", "tests/cases")
    assert " passed" in said
    assert " skipped" not in said


def the_given_cases_pass_against_the_engine_as_a_process(home):
    engine = f"{sys.executable} -m pbem.rules.protocol"
    said = python(home, "tests/cases/run_cases.py", "--engine", engine, "tests/cases/rules")
    assert said.endswith(" passed, 0 failed\n")


def positions_events_and_refusals_are_the_same_bytes(home):
    plain = python(ROOT, "-m", "tests.compiled.transcript").splitlines()
    compiled = python(home, "-m", "tests.compiled.transcript").splitlines()
    assert len(plain) > 10_000
    for number, (one, other) in enumerate(zip_longest(plain, compiled)):
        assert one == other, f"line {number}"


def it_is_faster(home):
    said = python(ROOT, "-m", "bench", "--runs", "1", "--games", "25", "--json", "--compiled", str(home))
    figures = json.loads(said)
    gain = figures["compiled"]["4 players, games/s"] / figures["plain"]["4 players, games/s"]
    assert gain > LEAST_GAIN, figures
    assert set(figures["compiled"]) == set(figures["plain"])
