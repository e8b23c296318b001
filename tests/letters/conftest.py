"""A house for letters: SQLite alone, moves that are lively but always the same, the mailbox as messages."""

import hashlib
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from sqlalchemy import select, update

from pbem import mail, play, rules
from pbem.mail import inbound
from pbem.play.outbox import write_letter
from pbem.play.people import find_or_add_person
from pbem.play.transaction import transaction
from pbem.store import Game, Letter, Person, Seat, Store
from tests.conftest import Doorbell, StandingClock, new_game, running, test_settings

ANNA = "Anna <anna@example.org>;lang={language};tz=Europe/Amsterdam"
MAIL_IN = "play@in.pbem.example"
# Kinds that speak to a seat, with its links. The one to a new address must not, as it may reach a stranger, nor the one
# to who has left the seat; the link to all games is of no seat, and no letter of a list.
SEATED = tuple(kind for kind in mail.KINDS if kind not in ("new_address", "replaced", "my_games"))
PROPOSING = ("declined", "proposal_agreed", "proposal_refused")  # to Anna, who proposes
BEFORE = ("invitation", "invitation_reminder", "start", *PROPOSING)  # before the first move; Anna is seat 1
OF_A_TABLE = tuple(kind for kind in SEATED if kind != "digest")  # that is of all tables at once
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
    if kind in BEFORE:
        _before_the_game(house, kind, language)
        return newest(house, kind)
    played.copy("finished" if kind == "game_over" else "midgame", house, language)
    deliver_due(house)
    ACTS.get(kind, lambda house: None)(house)
    if kind in WRITTEN:
        text, sender = WRITTEN[kind]
        assert answer_by_mail(house, text, sender) != "ignored"
        house.clock.forward(minutes=2)  # type: ignore[attr-defined]
    deliver_due(house)
    return newest(house, kind, TO.get(kind, "anna@example.org"))


TO = {"new_address": "anna@example.net", "takeover": "dirk@example.org"}  # Anna's address where a kind is not here
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


def _before_the_game(house: play.House, kind: str, language: str) -> None:
    """Dirk invites; Bea accepts at once; three days later Anna is reminded, or the game begins with Bea as governor."""
    seats = [play.read_seat(seat) for seat in (OTHERS[0], ANNA.format(language=language), OTHERS[1])]
    if kind in PROPOSING:
        _propose(house, kind, seats)
        return
    options = {"name": "Friday table", "clock": "48h", "by": "test", "seed": "tests", "inviter": "Dirk"}
    game = play.create_game(house, seats=seats, **options)  # type: ignore[arg-type]
    deliver_due(house)
    play.accept(house, next(seat.id for seat in play.table(house, game.slug, None).seats))
    if kind == "invitation_reminder":
        house.clock.forward(days=3)  # type: ignore[attr-defined]
        assert [play.remind_invited(house, seat) for seat in play.due(house).invitations] == [True, True]
    if kind == "start":
        play.start_game(house, game.slug, "test")
    deliver_due(house)


def _propose(house: play.House, kind: str, seats: list[play.SeatSpec]) -> None:
    """Anna proposes a table to Bea and Cem, with what comes of it."""
    with transaction(house) as tx:
        anna = find_or_add_person(tx, seats[1])
        who = play.Proposer(anna.id, "Anna", anna.language, anna.zone)
    play.set_proposals(house, "open" if kind == "declined" else "moderated", "test")
    wanted = play.Wanted("Friday table", (), "48h", {}, word="No hurry: a quiet game over the winter.")
    game = play.set_proposed(house, who, wanted, seats, [seats[0].address, seats[2].address])
    with house.store.write() as session:  # the seed of a player's table is drawn by lot
        session.execute(update(Game).where(Game.id == game.id).values(chain="0" * 64, seed_hash="0" * 64))
    deliver_due(house)
    if kind == "declined":
        play.decline(house, play.table(house, game.slug, None).seats[0].id)
    elif kind == "proposal_agreed":
        play.agree_proposal(house, game.slug, "test")
    else:
        play.refuse_proposal(house, game.slug, "test", "There are enough tables this month.")
    deliver_due(house)


def _remind(house: play.House) -> None:
    house.clock.forward(hours=25)  # type: ignore[attr-defined]
    assert [play.remind(house, turn) for turn in play.due(house).reminders] == [True]


def _have_digest(house: play.House) -> None:
    """Anna wants one letter a day; next morning two tables wait for her."""
    seat = play.table(house, "friday-table", 0).seats[0]
    zone = "Europe/Amsterdam"
    play.set_preferences(house, seat.id, language=seat.language, zone=zone, mode="digest", digest_hour=8)
    table_for(house, seat.language, name="Second table", clock="72h")
    house.clock.moment = play.next_digest(house.clock(), zone, 8)  # type: ignore[attr-defined]
    assert [play.write_digest(house, person) for person in play.due(house).digests] == [True]


def _ask_for_all(house: play.House) -> None:
    """Anna has lost her links; one table waits for her, of another she has not said whether she comes."""
    language = play.table(house, "friday-table", 0).seats[0].language
    table_for(house, language, name="Second table", start=False, inviter="Bea")
    deliver_due(house)
    play.request_my_games(house, "Anna@Example.org")


def _time_out(house: play.House) -> None:
    house.clock.forward(hours=49)  # type: ignore[attr-defined]
    assert [play.time_out(house, turn) for turn in play.due(house).timeouts] == [True]
    with house.store.write() as session:  # by itself, as where somebody else is asked next
        session.execute(update(Letter).where(Letter.kind == "turn").values(state="withdrawn"))


def _resume(house: play.House) -> None:
    play.pause_game(house, "friday-table", "test", "Bea has no network until Thursday.")
    deliver_due(house)
    house.clock.forward(days=3)  # type: ignore[attr-defined]
    play.resume_game(house, "friday-table", "test")


def _replace(house: play.House, language: str = "en") -> None:
    newcomer = play.read_seat(f"Dirk <dirk@example.org>;lang={language};tz=Europe/Amsterdam")
    play.replace_seat(house, "friday-table", 0, newcomer, "test", reason="Anna is away for a month.")


def _take_over(house: play.House) -> None:
    with house.store.read() as session:
        _replace(house, session.scalars(select(Person.language).where(Person.name == "Anna")).one())


def _ask_back(house: play.House) -> None:
    """No verb writes this letter yet."""
    with transaction(house) as tx:
        seat = tx.session.scalars(select(Seat).where(Seat.number == 0)).one()
        write_letter(tx, "takeback", seat, "takeback:1", ply=60, by=1, moves=["role captain"])


def _mend(house: play.House) -> None:
    sent = play.list_letters(house, "friday-table")[0]
    play.record_bounce(house, sent.id, "dead", "550 no such user")
    house.clock.forward(hours=49)  # type: ignore[attr-defined]
    assert [play.time_out(house, turn) for turn in play.due(house).timeouts] == [True]
    seat = next(seat.id for seat in play.table(house, "friday-table", 0).seats if seat.number == 0)
    assert play.mend_address(house, seat)


def _ask_elsewhere(house: play.House) -> None:
    play.record_bounce(house, play.list_letters(house, "friday-table")[0].id, "dead", "550 no such user")
    play.request_address(house, play.table(house, "friday-table", 0).seats[0].id, "anna@example.net")


def _talk(house: play.House) -> None:
    seats = {seat.name: seat.id for seat in play.table(house, "friday-table", 0).seats}
    play.say(house, seats["Bea"], "The coffee ship is full again, and nobody asked me.", "page", "1")
    house.clock.forward(minutes=1)  # type: ignore[attr-defined]
    play.say(house, seats["Cem"], "I did.\n\nYou were at lunch, see www.example.org & Co.", "page", "2")
    house.clock.forward(minutes=4)  # type: ignore[attr-defined]


ACTS: dict[str, Callable[[play.House], object]] = {
    "reminder": _remind,
    "digest": _have_digest,
    "my_games": _ask_for_all,
    "timeout": _time_out,
    "fresh_link": lambda house: play.revoke_links(house, play.table(house, "friday-table", 0).seats[0].id, "test"),
    "new_address": _ask_elsewhere,
    "paused": lambda house: play.pause_game(house, "friday-table", "test", "Bea has no network until Thursday."),
    "resumed": _resume,
    "deadline": lambda house: play.change_deadline(house, "friday-table", "test", more=86400, reason="Anna is ill."),
    "replaced": _replace,
    "takeover": _take_over,
    "takeback": _ask_back,
    "message": lambda house: play.send_message(house, "friday-table", MESSAGE, "test", sender="Dirk"),
    "bounce_mended": _mend,
    "talk": _talk,
    "called_off": lambda house: play.call_off_game(house, "friday-table", "test", "Bea and Cem have no time any more."),
}
MESSAGE = "The server moves on Saturday, from 10:00 to noon.\n\nNo clock runs then: nobody loses time."
