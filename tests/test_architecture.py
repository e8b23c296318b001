"""The house rules that a machine can check: directions of imports, sizes, what a committed file never holds."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LONGEST_FILE = 400
LONGEST_FUNCTION = 50
SOURCES = sorted(file for folder in ("pbem", "worker") for file in (ROOT / folder).rglob("*.py"))
# Built of pieces, so that this file does not hold what it looks for.
MACHINE = re.compile("|".join(["/" + "work/", "/" + "root/", "/" + "tmp/", "/" + "home/", r"\.py" + r"env\b"]))
HOSTS = re.compile("|".join(["py" + "pi", "python" + "hosted", "index" + "-url", "deb" + r"\.debian", "npm" + "js"]))


def committed():
    """Every text file that git knows or would take."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    files = [ROOT / name for name in listed.stdout.splitlines()]
    return [file for file in files if file.is_file() and file.suffix not in (".png", ".ttf", ".woff2", ".ico")]


def named(files):
    """Parameters with readable ids."""
    return [pytest.param(file, id=str(file.relative_to(ROOT))) for file in files]


def test_imports_run_downward_only():
    done = subprocess.run(
        [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout


def test_there_is_something_to_check():
    assert len(SOURCES) > 60


@pytest.mark.parametrize("file", named(file for file in SOURCES if "versions" not in file.parts))
def test_a_module_is_small_says_what_it_owns_and_has_small_functions(file):
    text = file.read_text("utf-8")
    assert text.count("\n") <= LONGEST_FILE
    tree = ast.parse(text)
    assert ast.get_docstring(tree) or not tree.body, "no docstring"
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or 0) - node.lineno + 1
            assert length <= LONGEST_FUNCTION, f"{node.name} has {length} lines"


@pytest.mark.parametrize("file", named(SOURCES))
def test_no_error_is_swallowed_blindly(file):
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ExceptHandler):
            assert node.type is not None, f"line {node.lineno}: a bare except"
            caught = ast.unparse(node.type)
            if re.search(r"\b(Base)?Exception\b", caught):
                reraises = any(isinstance(inner, ast.Raise) for inner in ast.walk(node))
                told = ".exception(" in ast.unparse(node)  # in the log, with its traceback
                assert reraises or told, f"line {node.lineno}: catches {caught} and goes on in silence"


@pytest.mark.parametrize("file", named(SOURCES))
def test_no_module_is_a_drawer_for_odds_and_ends(file):
    assert not re.search(r"util|helper|manager|misc|common", file.stem)


@pytest.mark.parametrize("file", named(SOURCES))
def test_nothing_is_left_to_be_done(file):
    assert not re.search("TO" + "DO|FIX" + "ME|XX" + "X", file.read_text("utf-8"))


def test_no_task_waits_in_the_broker():
    for file in (ROOT / "worker").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.keyword):
                assert node.arg not in ("eta", "countdown"), f"{file.name}: deadlines live in the database"


def test_no_committed_file_names_a_machine_or_a_registry():
    for file in committed():
        for number, line in enumerate(file.read_text("utf-8", "replace").splitlines(), 1):
            where = f"{file.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
            assert not HOSTS.search(line), where
            assert not MACHINE.search(line), where


def test_the_lock_names_exact_versions_of_all_that_is_asked_for():
    lines = [line for line in (ROOT / "requirements.lock").read_text("utf-8").splitlines() if not line.startswith("#")]
    assert all(re.fullmatch(r"[a-z0-9-]+==[0-9][\w.!+-]*", line) for line in lines)
    locked = {line.partition("==")[0] for line in lines}
    asked = re.findall(r'^  "([A-Za-z0-9-]+)', (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE)
    assert {name.lower() for name in asked} - {"pbem", "worker"} <= locked
