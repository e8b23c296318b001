"""The worker inside another process: two queues and the rounds as threads over memory; must not serve pages."""

import threading
import time
from collections.abc import Callable

from celery.beat import Scheduler, Service
from celery.worker import WorkController

from pbem.play import House
from worker.app import MEMORY, WorkerApp
from worker.doorbell import Doorbell

# A mail host that does not answer may hold up letters, but never a game: each queue has its own threads.
THREADS = {"game": 2, "mail": 4}


class EmbeddedWorker:
    """Celery in threads of this process; there may be one a process. Ring with `ring`; what it held is lost with it."""

    def __init__(self) -> None:
        self._house: House | None = None
        self._apps = {queue: WorkerApp(self._its_house, MEMORY) for queue in THREADS}
        self._apps["game"].set_default()  # threads of a pool run the tasks of the default app
        self._controllers: list[WorkController] = []
        self._threads: list[threading.Thread] = []
        # It wakes up every second to see whether it should end.
        self._beat = Service(self._apps["game"], max_interval=1, scheduler_cls=Scheduler)
        self.ring = Doorbell(self._apps["game"])

    def _its_house(self) -> House:
        if self._house is None:
            raise RuntimeError("the worker was not started")
        return self._house

    def start(self, house: House) -> None:
        """Starts the threads and makes the first round at once."""
        self._house = house
        for queue, app in self._apps.items():
            self._start_queue(queue, app)
        self._apps["game"].send_task("pbem.sweep")
        self._run("rounds", self._beat.start)

    def _run(self, name: str, work: Callable[[], object]) -> None:
        thread = threading.Thread(target=work, name=name, daemon=True)
        thread.start()
        self._threads.append(thread)

    def _start_queue(self, queue: str, app: WorkerApp) -> None:
        controller = WorkController(
            app=app,
            hostname=f"{queue}@pbem",
            queues=[queue],
            pool="threads",
            concurrency=THREADS[queue],
            loglevel="WARNING",
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
        )
        self._controllers.append(controller)
        self._run(queue, controller.start)

    def stop(self, patience: float) -> bool:
        """Ends after the tasks that run now; False when some were still at it after `patience` seconds."""
        ending = [threading.Thread(target=self._beat.stop, daemon=True)]
        ending += [threading.Thread(target=controller.stop, daemon=True) for controller in self._controllers]
        for thread in ending:
            thread.start()
        until = time.monotonic() + patience
        for thread in (*ending, *self._threads):
            thread.join(max(0.0, until - time.monotonic()))
        return not any(thread.is_alive() for thread in (*ending, *self._threads))
