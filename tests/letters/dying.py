"""Plays a game in which every process dies at the worst moment, and says what reached the mail host.

`python -m tests.letters.dying DATABASE_URL TURNS` prints JSON. Nothing in the product knows of it: this one process is
the mail host, forks each worker, and kills it at a word of the SMTP talk. It has no threads, so that it may fork.
"""

import gc
import json
import os
import select
import signal
import socket
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from email import message_from_bytes
from pathlib import Path

from sqlalchemy import select as query

from pbem import mail, play
from pbem.store import Game, Seat, Store, Turn
from tests.conftest import SEATS, START, first_answer, new_game, play_on, test_settings

BEFORE, AFTER, NEVER = "MAIL", "250", ""  # the word at which the host kills who is talking to it
WARM = "Warm up"
ASKING = ("turn", "reminder")
LEASE = timedelta(minutes=4)  # longer than a worker holds a letter
PATIENCE = 30.0


class KillingHost:
    """A mail host that keeps what it took, and kills the worker at a word, before it can do anything more."""

    def __init__(self) -> None:
        self._server = socket.create_server(("127.0.0.1", 0))
        self.url = f"smtp://127.0.0.1:{self._server.getsockname()[1]}"
        self.taken: list[bytes] = []

    def serve(self, worker: int, word: str) -> bool:
        """Serves a worker until it ends; whether it was killed."""
        while True:
            ready, _, _ = select.select([self._server], [], [], 0.005)
            if ready:
                caller = self._server.accept()[0]
                caller.settimeout(PATIENCE)
                with caller:
                    self._talk(caller, worker, word)
            done, status = os.waitpid(worker, os.WNOHANG)
            if done:
                return os.WIFSIGNALED(status)

    def _talk(self, caller: socket.socket, worker: int, word: str) -> None:
        heard = caller.makefile("rb")
        caller.sendall(b"220 x\r\n")
        while line := heard.readline():
            verb = line[:4].upper().decode()
            if verb == word:
                os.kill(worker, signal.SIGKILL)
                return
            if verb == "QUIT":
                caller.sendall(b"221 x\r\n")
                return
            caller.sendall(b"354 x\r\n" if verb == "DATA" else b"250 x\r\n")
            if verb == "DATA":
                self._take(caller, heard, worker, word)
                if word == AFTER:
                    return

    def _take(self, caller: socket.socket, heard: object, worker: int, word: str) -> None:
        lines = []
        while (line := heard.readline()) not in (b".\r\n", b""):  # type: ignore[attr-defined]
            lines.append(line)
        self.taken.append(b"".join(lines))
        if word == AFTER:  # it must hear the 250 and do nothing more
            os.kill(worker, signal.SIGSTOP)
        caller.sendall(b"250 taken\r\n")
        if word == AFTER:
            os.kill(worker, signal.SIGKILL)


class Table:
    """The games' database and the time that has passed. No connection is open when a process is forked."""

    def __init__(self, url: str, smtp: str) -> None:
        self.moment: datetime = START
        settings = test_settings(url, Path(), smtp_url=smtp, mail_in="play@in.pbem.example", mail_pace=0)
        self.house = play.House(settings, Store(url), lambda: self.moment, lambda *_: None)

    def warm_up(self) -> None:
        """A game in this process: what it loads and compiles, the forked have already."""
        mailbox = replace(self.house, settings=replace(self.house.settings, smtp_url=None))
        game = new_game(mailbox, *SEATS, name=WARM)
        for _ in range(3):
            deliver_all(mailbox)
            play_on(mailbox, game.slug)
            self.moment += timedelta(hours=1)
        play.call_off_game(mailbox, game.slug, "test")
        deliver_all(mailbox)
        self.house.store.close()
        gc.freeze()  # or each of the forked would copy all that it looks at

    def forked(self, work: Callable[[play.House], object]) -> int:
        """A process that does that, and ends."""
        child = os.fork()
        if child == 0:
            try:
                work(self.house)
            finally:
                os._exit(0)
        return child

    def begin(self, seed: str) -> None:
        """Begins a game."""
        new_game(self.house, *SEATS, seed=seed)
        self.house.store.close()

    def move(self) -> bool:
        """The next decision is made by a process that dies right after the commit; False when the game is over."""
        with self.house.store.read() as session:
            row = session.execute(query(Game.slug, Game.ply, Game.position).where(Game.state == "running")).first()
        self.house.store.close()
        if row is None:
            return False
        seat = row.position["to_act"][0]

        def decide(own: play.House) -> None:
            choice = first_answer(play.table(own, row.slug, seat))
            play.submit(own, row.slug, seat, row.ply, choice, "test")
            os.kill(os.getpid(), signal.SIGKILL)

        os.waitpid(self.forked(decide), 0)
        self.moment += timedelta(minutes=5)
        return True


def deliver_all(house: play.House) -> None:
    """What a worker does after a sweep, until nothing is due."""
    while due := play.due(house).letters:
        for number in due:
            mail.deliver(house, number)


def main(url: str, times: int) -> dict[str, object]:
    """Plays until workers were killed `times` times at each moment; gives what happened."""
    host = KillingHost()
    table = Table(url, host.url)
    killed: Counter[str] = Counter()
    games = 0
    table.warm_up()
    while min(killed[BEFORE], killed[AFTER]) < times:
        if killed["commit"] == 0 or not table.move():
            games += 1
            table.begin(f"dying {games}")
        killed["commit"] += 1
        for word in (BEFORE, AFTER, NEVER):
            if host.serve(table.forked(deliver_all), word):
                killed[word] += 1
                table.moment += LEASE
    return {**_compared(table, host), "killed": dict(killed)}


def _compared(table: Table, host: KillingHost) -> dict[str, object]:
    """Turns of people without a letter, and how many letters came more than once."""
    messages = [message_from_bytes(raw) for raw in host.taken]
    told = {(m["X-PBEM-Game"], int(m["X-PBEM-Ply"]), m["To"]) for m in messages if m["X-PBEM-Kind"] in ASKING}
    with table.house.store.read() as session:
        turns = query(Game.slug, Turn.since_ply, Seat.name).join(Turn.game).join(Turn.seat)
        rows = session.execute(turns.where(Game.name != WARM)).all()
    letters = play.list_letters(table.house, limit=None)
    table.house.store.close()
    states = Counter(letter.state for letter in letters if any(letter.slug == row.slug for row in rows))
    asked = {(slug, ply, f"{name} <{name.lower()}@example.org>") for slug, ply, name in rows}
    copies = Counter(message["Message-ID"] for message in messages)
    return {
        "turns": len(asked),
        "missing": sorted(asked - told),
        "arrived": len(messages),
        "duplicates": sum(count - 1 for count in copies.values()),
        "most_copies": max(copies.values()),
        "states": dict(states),
    }


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1], int(sys.argv[2]))))
