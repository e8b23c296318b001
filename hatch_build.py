"""Compiles the rules with mypyc into the wheel, only when asked to: HATCH_BUILD_HOOK_ENABLE_CUSTOM=true.

The sources are the same, stay in the wheel beside the compiled modules, and play on where those do not fit. Without
the variable nothing here runs, and no compiler is needed.
"""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGES = ("pbem/rules", "pbem/bots")
# What stays plain: the face, which answers arguments of any type itself; what is run with -m; what sets of rules that
# are not compiled subclass; what is about files and not about play.
PLAIN = {
    "pbem/rules/__init__.py",
    "pbem/rules/protocol.py",
    "pbem/rules/questions.py",
    "pbem/rules/sets.py",
    "pbem/rules/gamefile.py",
    "pbem/rules/replaying.py",
    "pbem/rules/checking.py",
    "pbem/rules/versions.py",
    "pbem/bots/table.py",
}


class CompiledRules(BuildHookInterface):  # type: ignore[type-arg]
    """Hatch's hook: adds the compiled modules to the wheel and names it after this machine's Python."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compiles into a folder of its own, which `finalize` takes away."""
        if version == "editable":
            return
        self.folder = tempfile.mkdtemp(prefix="pbem-compiled-")
        built = compile_into(Path(self.root), Path(self.folder))
        build_data["force_include"].update({str(file): str(file.relative_to(self.folder)) for file in built})
        build_data.update(pure_python=False, infer_tag=True)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """The wheel is written."""
        if version != "editable":
            shutil.rmtree(self.folder)


def sources(root: Path) -> list[str]:
    """The modules to compile, by path from the root."""
    found = (file.relative_to(root).as_posix() for package in PACKAGES for file in (root / package).rglob("*.py"))
    return sorted(name for name in found if name not in PLAIN)


def compile_into(root: Path, folder: Path) -> list[Path]:
    """Runs mypyc over the sources and returns the extension modules, laid out below `folder` as in a wheel."""
    from mypyc.build import mypycify
    from setuptools import Distribution

    with tempfile.TemporaryDirectory() as scratch, contextlib.chdir(root), contextlib.redirect_stdout(io.StringIO()):
        options = ["--config-file=pyproject.toml", f"--cache-dir={scratch}/mypy"]
        asked = {"group_name": "pbem_rules", "opt_level": "2", "debug_level": "0"}  # level 3 takes longer for nothing
        modules = mypycify([*options, *sources(root)], target_dir=scratch, **asked)
        command = Distribution({"name": "pbem", "ext_modules": modules}).get_command_obj("build_ext")
        command.build_lib, command.build_temp = str(folder), scratch
        command.parallel = os.cpu_count()
        command.ensure_finalized()
        command.run()
    return sorted(file for file in folder.rglob("*") if file.is_file())
