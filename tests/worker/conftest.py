"""A worker's app over the tests' house; its tasks are called as Celery calls them, in this process."""

import pytest

from worker.app import MEMORY, WorkerApp


@pytest.fixture
def run(house):
    """Runs a task by its short name."""
    app = WorkerApp(lambda: house, MEMORY)
    app.loader.import_default_modules()
    app.finalize()
    return lambda name, *arguments: app.tasks[f"pbem.{name}"](*arguments)
