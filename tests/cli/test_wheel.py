"""Run from a wheel elsewhere, everything is found: templates, migrations, words, drawings (issue 2, item 10)."""

import re
import subprocess
import sys
import urllib.request
import venv
import zipfile
from pathlib import Path

import pytest

from tests.processes import Running, environ, fetch
from tests.servers import free_port, wait_until

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """The wheel of this checkout, built with what is installed here."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=120)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory) -> Path:
    """The Python of an empty environment into which pip installed the wheel with what it says it needs."""
    home = tmp_path_factory.mktemp("env")
    venv.create(home, with_pip=True, symlinks=True)
    python = home / "bin" / "python"
    command = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*command, "--constraint", ROOT / "requirements.lock", wheel], check=True, timeout=300)
    return python


@pytest.mark.slow
def test_the_service_runs_from_a_wheel_in_another_folder(installed, tmp_path):
    away = tmp_path / "elsewhere"
    away.mkdir()
    env = environ(PBEM_DATA=away / "var", PORT=free_port(), LANG="de_DE.UTF-8", TZ="Europe/Berlin")
    env.pop("PYTHONPATH", None)
    where = subprocess.run(
        [installed, "-c", "import pbem; print(pbem.__file__)"], cwd=away, env=env, capture_output=True, text=True
    )
    assert where.stdout.startswith(str(installed.parents[1])), where
    with Running([str(installed), "-m", "pbem", "up", "--demo"], env, tmp_path, cwd=away) as running:
        running.wait_for_pages("/mailbox")
        wait_until(lambda: "/mailbox/1" in fetch(running.base + "/mailbox"), "the first letter")
        assert "Rolle" in fetch(running.base + "/mailbox/1"), "the German words are missing"
        assert fetch(running.base + "/mailbox/1/html")
        link = re.search(r"/t/[\w.-]+", fetch(running.base + "/mailbox/1"))
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        table = browser.open(running.base + link[0], timeout=10).read().decode()
        assert "<symbol" in table, "the drawings are missing"
        assert "Traceback" not in running.said


@pytest.mark.slow
def test_the_wheel_holds_no_tests_and_no_data(wheel):
    with zipfile.ZipFile(wheel) as files:
        names = files.namelist()
    tops = {name.split("/")[0] for name in names}
    assert tops <= {"pbem", "worker"} | {top for top in tops if top.endswith(".dist-info")}
    assert not [name for name in names if name.endswith((".sqlite", ".mo", ".pyc")) or "var" in Path(name).parts]


@pytest.mark.slow
def test_the_wheel_shows_the_procfile_too(installed, tmp_path):
    real = {"DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none", "REDIS_URL": "redis://127.0.0.1:1/0"}
    env = environ(**real, PBEM_DATA=tmp_path / "var")
    done = subprocess.run([installed, "-m", "pbem", "up"], cwd=tmp_path, env=env, capture_output=True, text=True)
    assert done.returncode == 2
    assert "gunicorn pbem.wsgi" in done.stderr
