"""Runs the service as its users do: `pbem up`, single commands, the Procfile; each with an environment of its own."""

import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import IO

from tests.servers import free_port, wait_until

ROOT = Path(__file__).resolve().parents[1]
BIN = Path(sys.executable).parent
SETTINGS = (
    "BASE_URL", "SECRET_KEYS", "DATABASE_URL", "REDIS_URL", "SMTP_URL", "MAIL_FROM", "MAIL_IN", "MAIL_PACE",
    "MAIL_IN_PORT", "MAIL_AUTHSERV", "IMAP_URL", "LETTERS_PER_HOUR", "PICTURES", "DKIM_SELECTOR", "DKIM_KEY",
    "DKIM_SELECTOR_2", "DKIM_KEY_2",
)  # fmt: skip
OURS = (*SETTINGS, "PBEM_DATA", "PORT", "TZ")


def environ(**given: object) -> dict[str, str]:
    """This process' environment with none of our variables but the given ones."""
    kept = {key: value for key, value in os.environ.items() if key not in OURS}
    path = f"{BIN}{os.pathsep}{kept.get('PATH', '')}"
    return {**kept, "PATH": path, "PYTHONUNBUFFERED": "1", **{key: str(value) for key, value in given.items()}}


def pbem(*arguments: str, env: Mapping[str, str], cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Runs one command to its end."""
    command = [sys.executable, "-m", "pbem", *arguments]
    return subprocess.run(command, env=dict(env), cwd=cwd, capture_output=True, text=True, timeout=60)


def fetch(url: str) -> str:
    """A page as text. Raises urllib's errors."""
    with urllib.request.urlopen(url, timeout=10) as answer:
        return str(answer.read().decode())


class Running:
    """A process of ours in its own group, with all it says in a file; stopped at the end whatever happens."""

    def __init__(self, command: list[str], env: Mapping[str, str], folder: Path, cwd: Path | None = None) -> None:
        self.env = dict(env)
        self.base = f"http://127.0.0.1:{env['PORT']}"
        self._file = folder / f"said-{free_port()}.txt"
        self._out: IO[bytes] = self._file.open("wb")
        self.process = subprocess.Popen(
            command, env=dict(env), cwd=cwd, stdout=self._out, stderr=subprocess.STDOUT, start_new_session=True
        )

    def __enter__(self) -> "Running":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.stop()
        self._out.close()

    @property
    def said(self) -> str:
        """Everything on stdout and stderr so far."""
        return self._file.read_text("utf-8", "replace")

    def wait_for_pages(self, path: str = "/healthz") -> "Running":
        """Waits until pages are served."""
        wait_until(lambda: self._answers(path), "the pages")
        return self

    def _answers(self, path: str) -> bool:
        assert self.process.poll() is None, self.said
        try:
            return bool(fetch(self.base + path))
        except (urllib.error.URLError, OSError):
            return False

    def stop(self, number: int = signal.SIGTERM, seconds: float = 20) -> int:
        """Ends it by a signal to it alone and gives its exit code; what is left after `seconds` is killed."""
        self.process.send_signal(number)
        try:
            return self.process.wait(seconds)
        finally:
            self.kill()

    def kill(self) -> None:
        """Kills the whole group like a power cut."""
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            return
        self.process.wait(10)


def up(folder: Path, *arguments: str, **given: object) -> Running:
    """`pbem up` over `folder`."""
    env = environ(**{"PBEM_DATA": folder / "var", "PORT": free_port(), **given})
    return Running([sys.executable, "-m", "pbem", "up", *arguments], env, folder, cwd=folder)
