"""A machine of the test's own for commands: no setting of ours in the environment, an empty data folder."""

import pytest

from tests.processes import OURS


@pytest.fixture
def local_machine(tmp_path, monkeypatch):
    """The data folder that PBEM_DATA names; it is made by the first command."""
    for name in OURS:
        monkeypatch.delenv(name, raising=False)
    folder = tmp_path / "var"
    monkeypatch.setenv("PBEM_DATA", str(folder))
    return folder
