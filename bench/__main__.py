"""Runs the measurements several times, plain and compiled by turns, and prints the medians side by side."""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
COMPILED = ROOT / "build" / "compiled"

Figures = dict[str, float]


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--runs", type=int, default=5, help="a run is a process of its own; medians are printed")
    parser.add_argument("--games", type=int, default=60, help="games of each kind in a run")
    parser.add_argument("--compiled", type=Path, default=COMPILED, help="a folder with the compiled wheel unpacked")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args = parser.parse_args()
    missing = why_not(args.compiled)
    homes = {"plain": ROOT} if missing else {"plain": ROOT, "compiled": args.compiled}
    medians = measure(homes, args.runs, args.games)
    if args.json:
        print(json.dumps({"how": how(args.runs, args.games), **medians}))
    else:
        print("\n".join(lines(medians)))
        print(how(args.runs, args.games))
        if missing:
            print(missing)


def why_not(folder: Path) -> str:
    """Why the compiled modules cannot be measured, or nothing."""
    if not any(folder.glob("pbem_rules__mypyc.*")):
        return "The compiled modules are not built: `make compiled` builds them."
    for package in ("pbem/rules", "pbem/bots"):
        for source in (ROOT / package).rglob("*.py"):
            built = folder / source.relative_to(ROOT)
            if not built.is_file() or built.read_bytes() != source.read_bytes():
                return (
                    f"The compiled modules were left out: {source.name} has changed since; `make compiled` builds them."
                )
    return ""


def measure(homes: dict[str, Path], runs: int, games: int) -> dict[str, Figures]:
    """The medians by kind. The kinds take turns, so that what else the machine does falls on both."""
    found: dict[str, list[Figures]] = {kind: [] for kind in homes}
    for _ in range(runs):
        for kind, home in homes.items():
            found[kind].append(once(home, games))
    return {kind: {name: median(f[name] for f in figures) for name in figures[0]} for kind, figures in found.items()}


def once(home: Path, games: int) -> Figures:
    """One run in a process of its own, with the `pbem` that lies in `home`."""
    command = [sys.executable, "-m", "bench.measure", str(games)]
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}  # the folder in which it runs comes first
    done = subprocess.run(command, cwd=home, env=environ, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    figures: Figures = json.loads(done.stdout)
    if bool(figures.pop("compiled")) != (home != ROOT):
        sys.exit(f"{home} does not hold the modules that were to be measured.")
    return figures


def lines(medians: dict[str, Figures]) -> list[str]:
    """The table: a line a figure; the last column says how many times as fast the compiled modules are."""
    plain, compiled = medians["plain"], medians.get("compiled")
    told = [f"{'':46}{'plain':>10}" + (f"{'compiled':>10}{'ratio':>8}" if compiled else "")]
    for name, value in plain.items():
        line = f"{name:46}{_number(value):>10}"
        if compiled:
            line += f"{_number(compiled[name]):>10}{_ratio(name, value, compiled[name]):>8}"
        told.append(line)
    return told


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


def _ratio(name: str, plain: float, compiled: float) -> str:
    if "/s" in name:
        return f"{compiled / plain:.2f}"
    return f"{plain / compiled:.2f}" if name.endswith("µs") and compiled else ""


def how(runs: int, games: int) -> str:
    """How it was measured."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    machine = f"{python}, {_processor()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
    medians = f"Medians of {runs} run{'s' * (runs > 1)} of {games} random games of each kind, a fixed seed a game"
    return f"{medians}; process time unless it says wall clock. {machine}."


def _processor() -> str:
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text("utf-8", "replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


if __name__ == "__main__":
    main()
