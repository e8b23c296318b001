"""The service as its README starts it, in one process or the Procfile's three, killed and started like a power cut."""

import json
import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.servers import free_port, wait_until

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent
START_WITHIN = 60.0


@dataclass
class Service:
    """Processes over one environment. `commands` are shell lines; all output goes to one file."""

    commands: tuple[str, ...]
    env: dict[str, str]
    folder: Path
    _running: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def url(self) -> str:
        return self.env["BASE_URL"]

    @property
    def output(self) -> str:
        return (self.folder / "output").read_text("utf-8", "replace")

    def start(self) -> "Service":
        """Starts all and waits until the pages answer."""
        with (self.folder / "output").open("ab") as output:
            for command in self.commands:
                self._running.append(
                    subprocess.Popen(
                        ["/bin/sh", "-c", f"exec {command}"],
                        cwd=ROOT,
                        env=self.env,
                        stdout=output,
                        stderr=output,
                        start_new_session=True,
                    )
                )
        wait_until(self._answers, f"the pages of {self.commands[0]}:\n", START_WITHIN)
        return self

    def _answers(self) -> bool:
        assert all(process.poll() is None for process in self._running), self.output
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=2) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    def kill(self) -> None:
        """kill -9 to everything at once."""
        for process in self._running:
            os.killpg(process.pid, signal.SIGKILL)
        for process in self._running:
            process.wait(10)
        self._running.clear()

    def stop(self) -> None:
        """SIGTERM, then SIGKILL for who does not listen."""
        for process in self._running:
            process.terminate()
        for process in self._running:
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait(10)
        self._running.clear()

    def command(self, *arguments: str) -> Any:
        """What `pbem … --json` prints."""
        done = subprocess.run(
            [BIN / "pbem", *arguments, "--json"], env=self.env, cwd=ROOT, capture_output=True, text=True, timeout=60
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)


def _env(folder: Path, smtp: str, **more: str) -> dict[str, str]:
    port = free_port()
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("CELERY", "PBEM"))}
    return {
        **clean,
        "PATH": f"{BIN}:{os.environ['PATH']}",
        "PBEM_DATA": str(folder / "var"),
        "PORT": str(port),
        "BASE_URL": f"http://127.0.0.1:{port}",
        "SMTP_URL": smtp,
        "MAIL_PACE": "0",  # all live at one domain, and answer at once,
        "LETTERS_PER_HOUR": "9999",  # a whole game within minutes
        "PICTURES": "no",  # whole games are a thousand letters
        "MAIL_FROM": "Puerto Rico <table@pbem.example>",
        **more,
    }


def one_process(folder: Path, smtp: str) -> Service:
    """`pbem up` over SQLite."""
    env = _env(folder, smtp)
    for name in ("DATABASE_URL", "REDIS_URL", "SECRET_KEYS"):
        env.pop(name, None)
    return Service(("pbem up",), env, folder)


def as_in_the_procfile(folder: Path, smtp: str, database: str, redis: str) -> Service:
    """gunicorn, worker and beat over PostgreSQL and Redis, by the Procfile's own lines."""
    lines = [line.partition(":")[2].strip() for line in (ROOT / "Procfile").read_text("utf-8").splitlines() if line]
    keys = "a-key-of-the-tests-only-0123456789"
    plain = database.replace("postgresql+psycopg", "postgresql")
    env = _env(folder, smtp, DATABASE_URL=plain, REDIS_URL=redis, SECRET_KEYS=keys)
    env["C_FORCE_ROOT"] = "1"
    return Service(tuple(lines), env, folder)
