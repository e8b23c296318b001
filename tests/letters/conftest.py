"""A house for letters: SQLite alone, moves that are lively but always the same, the mailbox as messages."""

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from sqlalchemy import update

from pbem import mail, play, rules
from pbem.mail import inbound
from pbem.store import Letter, Person, Seat, Store
from tests.conftest import Doorbell, StandingClock, new_game, running, test_settings

ANNA = "Anna <anna@example.org>;lang={language};tz=Europe/Amsterdam"
MAIL_IN = "play@in.pbem.example"
# Kinds that speak to a seat, with its links; the one to a new address must not: it may reach a stranger.
SEATED = tuple(kind for kind in mail.KINDS if kind != "new_address")
OTHERS = ("Bea <bea@example.org>;lang=en", "Cem <cem@example.org>;lang=de")


@pytest.fixture
def house(sqlite_url: str, tmp_path: Path, clock: StandingClock, doorbell: Doorbell) -> Iterator[play.House]:
    """A house whose letters go to the mailbox and can be answered by mail."""
    store = Store(sqlite_url)
    yield play.House(test_settings(sqlite_url, tmp_path, mail_in=MAIL_IN), store, clock, doorbell)
    store.close()


@dataclass(frozen=True)
class Played:
    """Games played once for all tests: a copy is as good as playing again. `moments` is when each was left."""

    folder: Path
    moments: dict[str, datetime]

    def copy(self, name: str, house: play.House, language: str) -> None:
        """Puts a played game in the place of the house's database; Anna reads `language`."""
        house.store.close()
        copy_database(self.folder / f"{name}.sqlite", str(house.store.engine.url.database))
        house.clock.moment = self.moments[name]  # type: ignore[attr-defined]
        with house.store.write() as session:
            session.execute(update(Person).where(Person.name == "Anna").values(language=language))


def copy_database(source: Path, target: str) -> None:
    """A whole copy, what still lies in the write-ahead log too."""
    with closing(sqlite3.connect(source)) as have, closing(sqlite3.connect(target)) as want:
        have.backup(want)


@pytest.fixture(scope="session")
def played(_migrated_sqlite: Path, tmp_path_factory: pytest.TempPathFactory) -> Played:
    """`midgame`: Anna is to choose a role, her letter is due. `finished`: the final count is."""
    folder = tmp_path_factory.mktemp("played")
    moments = {}
    for name in ("midgame", "finished"):
        file = folder / f"{name}.sqlite"
        copy_database(_migrated_sqlite if name == "midgame" else folder / "midgame.sqlite", str(file))
        store, clock = Store(f"sqlite:///{file}"), StandingClock()
        house = play.House(test_settings(store.url, folder), store, clock, Doorbell())
        if name == "midgame":
            game = table_for(house, "en")
            move_on(house, game.slug, 60, seat=0, phase="choose_role")
        else:
            clock.moment = moments["midgame"]
            move_on(house, "friday-table", 3000)
        moments[name] = clock.forward(minutes=2)
        store.close()
    return Played(folder, moments)


def table_for(house: play.House, language: str, **options: object) -> play.GameInfo:
    """A game in which Anna reads that language."""
    return new_game(house, ANNA.format(language=language), *OTHERS, **options)


def lively(ply: int, state: rules.State, seat: int) -> str:
    """A legal move that differs from turn to turn, never a pass where something else is possible."""
    moves = rules.legal(state).moves.get(seat)
    if not moves:
        return rules.suggest_placement(rules.view(state, seat), seat)
    acting = [move for move in moves if move != "pass"] or list(moves)
    digest = hashlib.sha256(f"{ply}".encode()).digest()
    return acting[int.from_bytes(digest[:4], "big") % len(acting)]


def move_on(house: play.House, slug: str, least: int, seat: int | None = None, phase: str | None = None) -> None:
    """Plays at least `least` decisions, then on until `seat` is asked (in `phase`), or the game is over."""
    for number in range(3000):
        found = running(house, slug)
        if found is None:
            return
        ply, position = found
        asked = position["to_act"]
        if number >= least and phase in (None, position["phase"]) and (seat is None or seat in asked):
            return
        mover = asked[0] if asked[0] != seat or len(asked) == 1 else asked[1]
        play.submit(house, slug, mover, ply, lively(ply, rules.load(position), mover), "test", None)
        house.clock.forward(minutes=7)  # type: ignore[attr-defined]


def deliver_due(house: play.House) -> list[str]:
    """Delivers what is due and gives the outcomes."""
    return [mail.deliver(house, letter) for letter in play.due(house).letters]


def newest(house: play.House, kind: str, address: str = "anna@example.org") -> EmailMessage:
    """The newest letter of a kind to that address in the mailbox."""
    entry = next(e for e in play.mailbox(house) if e.kind == kind and e.to_address == address)
    raw = play.mailbox_letter(house, entry.id)
    assert raw is not None
    return parsed(raw)


def parsed(raw: bytes) -> EmailMessage:
    """A message as a modern client reads it."""
    message = message_from_bytes(raw, policy=policy.default)
    assert isinstance(message, EmailMessage)
    return message


def text_of(message: EmailMessage) -> str:
    """The text part."""
    part = message.get_body(("plain",))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")


def html_of(message: EmailMessage) -> str:
    """The HTML part."""
    part = message.get_body(("html",))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")


def letter_of(house: play.House, played: Played, kind: str, language: str) -> EmailMessage:
    """A letter of each kind to Anna, as it comes about."""
    if kind == "invitation":
        table_for(house, language, start=False, inviter="Dirk")
        deliver_due(house)
        return newest(house, kind)
    played.copy("finished" if kind == "game_over" else "midgame", house, language)
    deliver_due(house)
    if kind == "reminder":
        house.clock.forward(hours=25)  # type: ignore[attr-defined]
        assert [play.remind(house, turn) for turn in play.due(house).reminders] == [True]
    if kind == "timeout":
        house.clock.forward(hours=49)  # type: ignore[attr-defined]
        assert [play.time_out(house, turn) for turn in play.due(house).timeouts] == [True]
        with house.store.write() as session:  # by itself, as where somebody else is asked next
            session.execute(update(Letter).where(Letter.kind == "turn").values(state="withdrawn"))
    if kind in WRITTEN:
        text, sender = WRITTEN[kind]
        assert answer_by_mail(house, text, sender) != "ignored"
        house.clock.forward(minutes=2)  # type: ignore[attr-defined]
    if kind == "fresh_link":
        seat = next(s for s in play.table(house, "friday-table", 0).seats if s.number == 0)
        play.revoke_links(house, seat.id, "test")
    if kind == "new_address":
        play.request_address(house, play.table(house, "friday-table", 0).seats[0].id, "anna@example.net")
    deliver_due(house)
    return newest(house, kind, "anna@example.net" if kind == "new_address" else "anna@example.org")
    return newest(house, kind)


# A mail after which a letter of the kind comes back: its text and its sender.
WRITTEN = {
    "receipt": ("4", "Anna <anna@example.org>"),
    "answer": ("builder or trader", "Anna <anna@example.org>"),
    "confirm": ("2", "Dirk <dirk@example.com>"),
}


def answer_by_mail(house: play.House, text: str, sender: str = "Anna <anna@example.org>") -> str:
    """Has a mail come in that answers Anna's question at the Friday table; gives what came of it."""
    table = play.table(house, "friday-table", 0)
    assert table.me is not None
    with house.store.read() as session:
        nonce = session.get_one(Seat, table.me.id).nonce
    ply = table.my_turn.since_ply if table.my_turn else table.game.ply
    message = EmailMessage()
    message["From"], message["Subject"] = sender, "Re: Friday table – your turn"
    message["Message-ID"] = f"<{hashlib.sha256(f'{text}{ply}'.encode()).hexdigest()[:16]}@mail.example.org>"
    message.set_content(text)
    to = play.reply_address(house, table.game.id, 0, ply, nonce)
    number = play.store_mail(house, message.as_bytes(), "anna@example.org", to or "", "lmtp")
    assert number is not None
    return inbound.read_mail(house, number)
