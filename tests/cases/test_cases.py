"""The given case files, in this process and against the engine as its own process."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pbem.rules import protocol
from tests.cases import run_cases

HERE = Path(__file__).parent
FILES = sorted((HERE / "rules").glob("*.json"))


class Inside:
    """An engine in this process, with the face of the runner's own."""

    def __init__(self) -> None:
        self.engine = protocol.Engine()

    def ask(self, request: object) -> dict[str, Any]:
        line = request if isinstance(request, str) else json.dumps(request)
        return json.loads(self.engine.answer_line(line.encode()))

    def must(self, **request: object) -> dict[str, Any]:
        answer = self.ask(request)
        if answer.get("ok") is not True:
            raise run_cases.Failure(f"{request} is accepted", answer)
        return answer


def test_all_files_are_here() -> None:
    assert len(FILES) >= 53


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_case(file: Path) -> None:
    case = json.loads(file.read_text(encoding="utf-8"))
    assert run_cases.play(Inside(), case) is None, case["why"]


def test_the_real_engine_plays_them_all() -> None:
    engine = f"{sys.executable} -m pbem.rules.protocol"
    command = [sys.executable, str(HERE / "run_cases.py"), "--engine", engine, str(HERE / "rules")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=HERE.parent.parent)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith(f"{len(FILES)} passed, 0 failed\n")
