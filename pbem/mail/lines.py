"""Keeps talks with the mail host open for a while, as the next letter often follows at once; it sends nothing."""

import os
import threading
import time

from pbem.mail.talk import Deadline, Talk

REST = 8.0  # seconds without a letter, then we hang up
LONGEST = 60.0  # seconds from the call on
MOST = 50  # letters in one talk; hosts end it by themselves at 100 or so
CHECK = 5.0  # seconds for the host to say that it is still there
FAREWELL = 2.0  # seconds for QUIT


class Lines:
    """The talks that rest, by host, of all threads of this process. One is given to one thread at a time."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Begins anew, in a process that was forked: the talks are its parent's."""
        self._lock = threading.Lock()
        self._resting: dict[object, list[Talk]] = {}

    def take(self, host: object, deadline: Deadline) -> Talk | None:
        """A talk that rests and whose host still answers, ready for a letter; None when a new one is needed."""
        while (talk := self._pop(host)) is not None:
            if not _is_spent(talk) and talk.go_on(deadline, CHECK):
                return talk
            talk.close()
        return None

    def _pop(self, host: object) -> Talk | None:
        with self._lock:
            resting = self._resting.get(host)
            return resting.pop() if resting else None

    def keep(self, host: object, talk: Talk) -> None:
        """Lets a talk rest, for REST seconds; one that has had its share ends now."""
        if talk.is_gone:
            return
        if _is_spent(talk):
            talk.farewell(FAREWELL)
            return
        with self._lock:
            self._resting.setdefault(host, []).append(talk)
        timer = threading.Timer(REST, self._end, (host, talk, talk.letters))
        timer.daemon = True
        timer.start()

    def _end(self, host: object, talk: Talk, letters: int) -> None:
        """Hangs up, unless the talk was taken meanwhile."""
        with self._lock:
            resting = self._resting.get(host, [])
            if talk not in resting or talk.letters != letters:
                return
            resting.remove(talk)
            if not resting:
                self._resting.pop(host, None)
        talk.farewell(FAREWELL)

    def hang_up(self) -> None:
        """Ends all talks that rest."""
        with self._lock:
            talks = [talk for resting in self._resting.values() for talk in resting]
            self._resting.clear()
        for talk in talks:
            talk.farewell(FAREWELL)


def _is_spent(talk: Talk) -> bool:
    return talk.letters >= MOST or time.monotonic() - talk.since > LONGEST


LINES = Lines()
os.register_at_fork(after_in_child=LINES.forget)
