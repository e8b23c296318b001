"""The whole way of mail: our SMTP out, a real Postfix, real mailboxes, answers as mail programs write them, back in.

Postfix delivers players' mail into Maildirs and hands ours to `pbem up` by LMTP, on loopback alone.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from email.message import EmailMessage
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, text

from pbem import rules
from pbem.store import Game, Store
from tests.e2e.services import Service, as_in_the_procfile, one_process
from tests.mail_in.clients import CLIENTS, gmail_nl, iphone_en
from tests.mail_servers import Postfix
from tests.servers import free_port, wait_until

pytestmark = pytest.mark.slow
PEOPLE = ("anna", "bea")
DOMAIN, OURS = "players.example", "in.pbem.example"
ANSWERS = 8
PATIENCE = 60.0


@dataclass
class Loop:
    """The service and the MTA around it."""

    mta: Postfix
    service: Service
    store: Store

    def rows(self, query: str, **values: object) -> list[Any]:
        """What the database says just now."""
        with self.store.read() as session:
            return list(session.execute(text(query), values))

    def create(self, *seats: str) -> None:
        given = [part for seat in seats for part in ("--seat", seat)]
        self.service.command("game", "create", "--name", "Friday table", "--clock", "48h", *given, "--start")

    def position(self) -> dict[str, Any]:
        with self.store.read() as session:
            return dict(session.scalars(select(Game.position)).one() or {})

    def newest(self, name: str, kind: str) -> EmailMessage | None:
        """A person's newest letter of that kind."""
        letters = [letter for letter in self.mta.mails(name) if letter["X-PBEM-Kind"] == kind]
        return letters[-1] if letters else None

    def outcomes(self) -> list[str]:
        """What came of the mails that came in."""
        return [outcome for (outcome,) in self.rows("SELECT outcome FROM inbound_mail ORDER BY id")]

    def has_receipt(self, name: str, number: int) -> bool:
        """Whether the receipt of that number is in the person's mailbox, by itself or within another letter."""
        query = "SELECT coalesce(merged_into, id) FROM letter WHERE kind = 'receipt' AND state = 'sent' ORDER BY id"
        sent = self.rows(query)
        if len(sent) <= number:
            return False
        (message_id,) = self.rows("SELECT message_id FROM letter WHERE id = :id", id=sent[number][0])[0]
        return message_id in [str(letter["Message-ID"]).strip() for letter in self.mta.mails(name)]

    def answer(self, reply: EmailMessage, name: str, *outcomes: str) -> None:
        """Sends a mail, and waits until it is read; all mails of its Message-ID must come to those outcomes."""
        self.mta.send(reply, f"{name}@{DOMAIN}", str(reply["To"]))
        query = "SELECT outcome FROM inbound_mail WHERE message_id = :id AND state = 'done' ORDER BY id"
        number = str(reply["Message-ID"]).strip()
        wait_until(lambda: len(self.rows(query, id=number)) == len(outcomes), f"{outcomes}\n{self.mta.log}", PATIENCE)
        assert tuple(outcome for (outcome,) in self.rows(query, id=number)) == outcomes, self.rows(
            "SELECT detail FROM inbound_mail ORDER BY id"
        )


@pytest.fixture
def loop(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Loop]:
    """`pbem up`, and again the Procfile's processes, with Postfix on both sides."""
    port = free_port()
    mta = Postfix(PEOPLE, domain=DOMAIN, ours=OURS, lmtp_port=port)
    if request.param == "one process":
        service, database = one_process(tmp_path, mta.url), f"sqlite:///{tmp_path / 'var' / 'pbem.sqlite'}"
    else:
        database = request.getfixturevalue("postgres_url")
        service = as_in_the_procfile(tmp_path, mta.url, database, request.getfixturevalue("redis_url"))
    service.env |= {"MAIL_FROM": f"Puerto Rico <table@{OURS}>", "MAIL_IN": f"play@{OURS}", "MAIL_IN_PORT": str(port)}
    service.env |= {"LETTERS_PER_HOUR": "9999"}
    try:
        yield Loop(mta, service.start(), Store(database))
        assert "Traceback" not in service.output, service.output
    finally:
        service.stop()
        mta.stop()


def answer_to(position: dict[str, Any], seat: int) -> str:
    """Something legal: now the number in the list, now the move itself; a placement where colonists are placed."""
    state = rules.load(position)
    moves = rules.legal(state).moves.get(seat)
    if not moves:
        return rules.suggest_placement(rules.view(state, seat), seat)
    number = len(moves) // 2
    return str(number + 1) if sum(map(ord, moves[number])) % 2 else moves[number]


def asked(loop: Loop, answered: set[str]) -> tuple[int, EmailMessage] | None:
    """Who owes a decision and has a letter about it that he has not answered: the seat and the letter."""
    for seat in loop.position()["to_act"]:
        if seat < len(PEOPLE):
            letter = loop.newest(PEOPLE[seat], "turn")
            ply = loop.rows("SELECT since_ply FROM turn JOIN seat ON seat.id = turn.seat_id "
                            "WHERE done_at IS NULL AND seat.number = :seat", seat=seat)  # fmt: skip
            if letter and ply and str(letter["X-PBEM-Ply"]) == str(ply[0][0]) and letter["Message-ID"] not in answered:
                return seat, letter
    return None


@pytest.mark.parametrize("loop", ["procfile"], indirect=True)
def test_moves_are_made_by_answering_letters(loop: Loop) -> None:
    loop.create(f"Anna <anna@{DOMAIN}>;lang=nl", f"Bea <bea@{DOMAIN}>;lang=de", "bot:steady")
    answered: set[str] = set()
    for number in range(ANSWERS):
        seat, letter = wait_until(lambda: asked(loop, answered), f"letter {number}\n{loop.mta.log}", PATIENCE)
        answered.add(letter["Message-ID"])
        moves = loop.rows("SELECT count(*) FROM move WHERE via = 'mail' AND mark = ''")[0][0]
        said, name = answer_to(loop.position(), seat), PEOPLE[seat]
        loop.answer(CLIENTS[number % len(CLIENTS)](letter, said, f"{name}@{DOMAIN}"), name, "move")
        made = loop.rows("SELECT seat, move FROM move WHERE via = 'mail' AND mark = '' ORDER BY ply")
        assert len(made) == moves + 1 and made[-1][0] == seat
        assert said.isdigit() or made[-1][1] == said
        # Its receipt is in the mailbox: a letter of its own, or the beginning of the next turn letter.
        wait_until(partial(loop.has_receipt, name, number), "the receipt in the mailbox", PATIENCE)
    assert {kind for (kind,) in loop.rows("SELECT DISTINCT via FROM inbound_mail")} == {"lmtp"}


@pytest.mark.parametrize("loop", ["one process"], indirect=True)
def test_what_comes_back_what_comes_twice_and_what_machines_and_others_write(loop: Loop) -> None:
    loop.create(f"Anna <anna@{DOMAIN}>;lang=nl", f"Nobody <nobody@{DOMAIN}>;lang=en", "bot:steady")
    letter = wait_until(lambda: loop.newest("anna", "turn"), f"Anna's letter\n{loop.mta.log}", PATIENCE)
    first = gmail_nl(letter, "burgemeester, graag", f"anna@{DOMAIN}")

    out_of_office = iphone_en(letter, "2", f"anna@{DOMAIN}")
    out_of_office["Auto-Submitted"] = "auto-replied"
    loop.answer(out_of_office, "anna", "ignored")
    loop.answer(gmail_nl(letter, "2", f"bea@{DOMAIN}"), "bea", "confirm")  # a friend who was shown the letter
    confirm = wait_until(lambda: loop.newest("anna", "confirm"), "the question to Anna", PATIENCE)
    assert "X-PBEM-Kind" in confirm and not loop.mta.mails("bea")
    assert loop.rows("SELECT count(*) FROM move WHERE via = 'mail'") == [(0,)]

    loop.answer(first, "anna", "move")
    assert loop.rows("SELECT move FROM move WHERE via = 'mail' AND mark = ''") == [("role mayor",)]
    loop.answer(first, "anna", "move", "copy")  # the same mail by another way: Postfix writes other lines above it

    # The next to act is nobody: his turn letter comes back from the MTA to the address that it left from.
    wait_until(lambda: "bounce_dead" in loop.outcomes(), f"the bounce\n{loop.mta.log}", PATIENCE)
    troubles = loop.rows("SELECT address_key, kind, suppressed_at IS NOT NULL FROM address_trouble")
    assert troubles == [(f"nobody@{DOMAIN}", "dead", True)]
    assert loop.rows("SELECT count(*) FROM letter WHERE bounced_at IS NOT NULL") == [(1,)]
    assert len(loop.rows("SELECT id FROM move WHERE via = 'mail' AND mark = ''")) == 1
