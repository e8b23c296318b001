"""How fast letters go to one domain, so that its host does not take us for a flood; it knows no letter."""

import threading
import time
from collections.abc import Callable

BURST = 20  # letters that may go at once; one table's worth
MOST_SLEEP = 1.0  # seconds; who must wait longer gives way to letters for others
MOST_DOMAINS = 1000  # of which we keep count; those that have rested need none


class Pace:
    """For each domain a bucket of BURST letters that fills up again (GCRA, ITU-T I.371); of this process alone."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._full_at: dict[object, float] = {}
        self._next_slot: dict[object, float] = {}

    def wait(self, domain: object, a_minute: int) -> float:
        """Seconds until a letter may go to a domain that takes `a_minute` of them in the long run (0: any number).

        Up to MOST_SLEEP the letter is counted, and may go after that sleep. Beyond that it is not: it must ask again
        then, and who asks next is told a later moment.
        """
        if a_minute <= 0:
            return 0.0
        step, now = 60.0 / a_minute, self._clock()
        with self._lock:
            self._tidy(now)
            full_at = max(self._full_at.get(domain, now), now)
            wait = max(full_at - now - step * (BURST - 1), 0.0)
            if wait <= MOST_SLEEP:
                self._full_at[domain] = full_at + step
                return wait
            slot = max(self._next_slot.get(domain, 0.0), now + wait)
            self._next_slot[domain] = slot + step
            return slot - now

    def _tidy(self, now: float) -> None:
        """Drops what says no more than nothing."""
        if len(self._full_at) > MOST_DOMAINS:
            self._full_at = {domain: at for domain, at in self._full_at.items() if at > now}
            self._next_slot = {domain: at for domain, at in self._next_slot.items() if at > now}


PACE = Pace()
