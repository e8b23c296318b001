"""Every kind of letter with sample data: a table in memory is led to where it comes about; no real one is touched.

The links in them are signed with a key of their own, so they open nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.utils import parseaddr
from functools import cache, lru_cache
from pathlib import Path

from sqlalchemy import select, update

from pbem import bots, play
from pbem.config import Settings
from pbem.mail.composing import compose
from pbem.mail.inbound import read_mail
from pbem.play.outbox import write_letter
from pbem.play.people import find_or_add_person
from pbem.play.transaction import transaction
from pbem.store import Game, Letter, MemoryStore, Person, Seat
from pbem.words import voice
from pbem.words.names import N_

START = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)  # a Monday
SLUG, BY, SEED = "sample", "samples", "harbour"
ZONE = "Europe/Amsterdam"
TABLE = N_("Friday table")
AWAY = N_("Bea is at sea until Thursday.")
ILL = N_("Anna is ill.")
ENDED = N_("Bea and Cem have no time any more.")
CROWDED = N_("There are enough tables this month.")
MESSAGE = N_("The server moves on Saturday, from 10:00 to noon.\n\nNo clock runs then: nobody loses time.")
SHIP = N_("The coffee ship is full again, and nobody asked me.")
TAKEN = N_("I did.\n\nYou were at lunch.")
ANNA = play.SeatSpec("Anna", "anna@example.org", "en", ZONE)
OTHERS = (play.SeatSpec("Bea", "bea@example.org", "en", ZONE), play.SeatSpec("Cem", "cem@example.org", "de", ZONE))
MIDGAME = 75  # moves until the sample of a game under way


@dataclass
class _Clock:
    """A clock that stands until it is set."""

    moment: datetime = START

    def __call__(self) -> datetime:
        return self.moment

    def forward(self, **amount: float) -> None:
        self.moment += timedelta(**amount)


@dataclass(frozen=True)
class _Stage:
    """A house in memory, at a moment of its sample game."""

    house: play.House
    clock: _Clock

    @property
    def anna(self) -> play.SeatInfo:
        """Anna's seat."""
        return next(seat for seat in play.table(self.house, SLUG, None).seats if seat.name == "Anna")

    @property
    def table(self) -> play.Table:
        """The sample table as Anna may see it."""
        return play.table(self.house, SLUG, self.anna.number)

    def send_due(self) -> None:
        """Letters that are due have left."""
        due = (Letter.state == "waiting", Letter.not_before <= self.clock())
        with self.house.store.write() as session:
            sent = update(Letter).where(*due).values(state="sent", ended_at=self.clock(), subject="a sample")
            session.execute(sent)

    def say(self, text: str) -> str:
        """A sentence of these samples in Anna's language."""
        return voice(self.anna.language).gettext(text)


@lru_cache(maxsize=128)
def sample(settings: Settings, kind: str, language: str) -> EmailMessage:
    """The letter of that kind to Anna, as a house with these settings writes it. Raises KeyError for no kind."""
    act, when = _ACTS[kind], _WHEN.get(kind, _midgame)
    house = replace(settings, secret_keys=(SEED,), mail_in=settings.mail_in or f"play@{settings.mail_domain}")
    image, moment = when()
    stage = _stage(house, image, moment)
    _speak(stage, language)
    if act is not _nothing:
        stage.send_due()
    act(stage)
    stage.clock.forward(minutes=2)
    letter = _claimed(stage.house, kind)
    message = compose(stage.house, letter)
    stage.house.store.close()
    if message is None:
        raise LookupError(f"the sample of {kind} has nothing to say")
    return message


def _claimed(house: play.House, kind: str) -> play.Letter:
    """The newest letter of the kind to Anna, or to Dirk where he takes her seat over."""
    with house.store.read() as session:
        own = select(Letter.id).join(Letter.person).where(Letter.kind == kind, Person.name.in_(("Anna", "Dirk")))
        newest = session.scalars(own.order_by(Letter.id.desc()).limit(1)).one()
    letter = play.claim_letter(house, newest)
    if letter is None or letter.kind != kind:
        raise LookupError(f"the sample of {kind} could not be taken")
    return letter


def _speak(stage: _Stage, language: str) -> None:
    with stage.house.store.write() as session:
        session.execute(update(Person).where(Person.name == "Anna").values(language=language))
        session.execute(update(Game).where(Game.slug == SLUG).values(name=voice(language).gettext(TABLE)))


def _stage(settings: Settings, image: bytes | None, moment: datetime) -> _Stage:
    clock = _Clock(moment)
    return _Stage(play.House(settings, MemoryStore(image), clock, lambda what, number: None), clock)  # noqa: ARG005


# --- the sample game at three moments


@cache
def _invited() -> tuple[bytes, datetime]:
    """Dirk has invited Bea, Anna and Cem."""
    stage = _empty()
    _set_table(stage, (OTHERS[0], ANNA, OTHERS[1]), start=False)
    return _image(stage)


@cache
def _proposed() -> tuple[bytes, datetime]:
    """Anna has proposed a table to Bea and Cem."""
    stage = _empty()
    _propose(stage)
    return _image(stage)


@cache
def _moderated() -> tuple[bytes, datetime]:
    """The same, and the host is to agree first."""
    stage = _empty()
    play.set_proposals(stage.house, "moderated", BY)
    _propose(stage)
    return _image(stage)


@cache
def _midgame() -> tuple[bytes, datetime]:
    """Anna is to choose a role; her letter is due."""
    stage = _empty()
    _set_table(stage, (ANNA, *OTHERS), start=True)
    _play(stage, MIDGAME)
    return _image(stage)


@cache
def _finished() -> tuple[bytes, datetime]:
    """The game has been played to its end."""
    image, moment = _midgame()
    stage = _stage(_bare_settings(), image, moment)
    _play(stage, None)
    return _image(stage)


def _empty() -> _Stage:
    return _stage(_bare_settings(), None, START)


def _bare_settings() -> Settings:
    """For playing alone; letters are composed with the settings of the house that asks for a sample."""
    return Settings("http://localhost", (SEED,), "sqlite://", None, None, "pbem@localhost", Path(), 0)


def _image(stage: _Stage) -> tuple[bytes, datetime]:
    store = stage.house.store
    assert isinstance(store, MemoryStore)
    image = store.image()
    store.close()
    return image, stage.clock()


def _set_table(stage: _Stage, seats: Sequence[play.SeatSpec], *, start: bool) -> None:
    play.create_game(stage.house, name=SLUG, seats=seats, clock="48h", by=BY, seed=SEED, start=start, inviter="Dirk")


def _propose(stage: _Stage) -> None:
    seats = (OTHERS[0], ANNA, OTHERS[1])
    with transaction(stage.house) as tx:
        anna = find_or_add_person(tx, ANNA).id
    who = play.Proposer(anna, ANNA.name, "en", ZONE)
    wanted = play.Wanted(SLUG, (), "48h", {})
    play.set_proposed(stage.house, who, wanted, seats, [OTHERS[0].address, OTHERS[1].address])


def _play(stage: _Stage, moves: int | None) -> None:
    """Lets bots choose for all, `moves` times and until Anna is to choose a role; None plays to the end."""
    done = 0
    while owed := play.table(stage.house, SLUG, None).owed:
        table = play.table(stage.house, SLUG, owed[0].seat)
        assert table.view is not None and table.legal is not None
        is_there = owed[0].seat == 0 and table.view["phase"] == "choose_role"
        if moves is not None and done >= moves and is_there:
            return
        seed = f"{SEED}:{table.game.ply}:{owed[0].seat}"
        move = bots.choose("steady", table.view, table.legal, owed[0].seat, seed)
        play.submit(stage.house, SLUG, owed[0].seat, table.game.ply, move, BY)
        stage.clock.forward(minutes=7)
        done += 1


# --- how a letter of each kind comes about


def _start(stage: _Stage) -> None:
    play.start_game(stage.house, SLUG, BY)


def _remind_invited(stage: _Stage) -> None:
    play.accept(stage.house, play.table(stage.house, SLUG, None).seats[0].id)
    stage.clock.forward(days=3)
    play.remind_invited(stage.house, stage.anna.id)


def _remind(stage: _Stage) -> None:
    stage.clock.forward(hours=25)
    for turn in play.due(stage.house).reminders:
        play.remind(stage.house, turn)


def _time_out(stage: _Stage) -> None:
    stage.clock.forward(hours=49)
    for turn in play.due(stage.house).timeouts:
        play.time_out(stage.house, turn)
    _leave_alone(stage)


def _leave_alone(stage: _Stage) -> None:
    """The letter goes by itself, as where somebody else is asked next: one that asks would take it along."""
    with stage.house.store.write() as session:
        session.execute(update(Letter).where(Letter.kind == "turn").values(state="withdrawn"))


def _pause(stage: _Stage) -> None:
    stage.clock.forward(hours=20)
    play.pause_game(stage.house, SLUG, BY, stage.say(AWAY))


def _resume(stage: _Stage) -> None:
    _pause(stage)
    stage.send_due()
    stage.clock.forward(days=3)
    play.resume_game(stage.house, SLUG, BY)


def _give_time(stage: _Stage) -> None:
    play.change_deadline(stage.house, SLUG, BY, more=24 * 3600, reason=stage.say(ILL))


def _replace(stage: _Stage) -> None:
    newcomer = play.SeatSpec("Dirk", "dirk@example.org", stage.anna.language, ZONE)
    play.replace_seat(stage.house, SLUG, 0, newcomer, BY, reason=stage.say(ILL))


def _ask_back(stage: _Stage) -> None:
    """No verb writes this letter yet."""
    with transaction(stage.house) as tx:
        seat = tx.session.get_one(Seat, stage.anna.id)
        write_letter(tx, "takeback", seat, "takeback", ply=seat.game.ply, by=1, moves=["role captain"])


def _write(stage: _Stage) -> None:
    play.send_message(stage.house, SLUG, stage.say(MESSAGE), BY, sender="Dirk")


def _mend(stage: _Stage) -> None:
    letter = play.list_letters(stage.house, SLUG)[0].id
    play.record_bounce(stage.house, letter, "dead", "550 5.1.1 no such user")
    stage.clock.forward(hours=49)
    for turn in play.due(stage.house).timeouts:
        play.time_out(stage.house, turn)
    play.mend_address(stage.house, stage.anna.id)


def _ask_elsewhere(stage: _Stage) -> None:
    play.record_bounce(stage.house, play.list_letters(stage.house, SLUG)[0].id, "dead", "550 5.1.1 no such user")
    play.request_address(stage.house, stage.anna.id, "anna@example.net")


def _call_off(stage: _Stage) -> None:
    play.call_off_game(stage.house, SLUG, BY, stage.say(ENDED))


def _digest(stage: _Stage) -> None:
    anna = stage.anna
    play.set_preferences(stage.house, anna.id, language=anna.language, zone=ZONE, mode="digest", digest_hour=8)
    stage.clock.forward(days=1)
    for person in play.due(stage.house).digests:
        play.write_digest(stage.house, person)


def _talk(stage: _Stage) -> None:
    """Bea and Cem say something; no letter that asks takes it along."""
    _leave_alone(stage)
    seats = {seat.name: seat.id for seat in play.table(stage.house, SLUG, None).seats}
    for number, (name, text) in enumerate((("Bea", SHIP), ("Cem", TAKEN))):
        play.say(stage.house, seats[name], stage.say(text), "page", str(number))
        stage.clock.forward(minutes=1)


def _by_mail(text: str, sender: str = "Anna <anna@example.org>") -> Callable[[_Stage], None]:
    """A mail that answers Anna's question comes in."""

    def come(stage: _Stage) -> None:
        table, house = stage.table, stage.house
        assert table.my_turn is not None
        with house.store.read() as session:
            nonce = session.get_one(Seat, stage.anna.id).nonce
        mail = EmailMessage()
        mail["From"], mail["Subject"], mail["Message-ID"] = sender, "Re: sample", "<sample@example.org>"
        mail.set_content(text)
        to = play.reply_address(house, table.game.id, 0, table.my_turn.since_ply, nonce) or ""
        number = play.store_mail(house, mail.as_bytes(), parseaddr(sender)[1], to, "page")
        assert number is not None
        read_mail(house, number)
        _leave_alone(stage)

    return come


def _decline(stage: _Stage) -> None:
    """Bea does not play at the table that Anna has proposed."""
    play.decline(stage.house, next(seat.id for seat in stage.table.seats if seat.name == "Bea"))


def _agree(stage: _Stage) -> None:
    play.agree_proposal(stage.house, SLUG, BY)


def _refuse(stage: _Stage) -> None:
    play.refuse_proposal(stage.house, SLUG, BY, stage.say(CROWDED))


def _nothing(stage: _Stage) -> None:
    """The letter waits already."""


_WHEN = {
    "invitation": _invited,
    "invitation_reminder": _invited,
    "start": _invited,
    "game_over": _finished,
    "declined": _proposed,
    "proposal_agreed": _moderated,
    "proposal_refused": _moderated,
}
_ACTS: Mapping[str, Callable[[_Stage], object]] = {
    "invitation": _nothing,
    "invitation_reminder": _remind_invited,
    "start": _start,
    "turn": _nothing,
    "reminder": _remind,
    "timeout": _time_out,
    "paused": _pause,
    "resumed": _resume,
    "deadline": _give_time,
    "replaced": _replace,
    "takeover": _replace,
    "takeback": _ask_back,
    "message": _write,
    "bounce_mended": _mend,
    "game_over": _nothing,
    "called_off": _call_off,
    "fresh_link": lambda stage: play.revoke_links(stage.house, stage.anna.id, BY),
    "new_address": _ask_elsewhere,
    "digest": _digest,
    "my_games": lambda stage: play.request_my_games(stage.house, "anna@example.org"),
    "declined": _decline,
    "proposal_agreed": _agree,
    "proposal_refused": _refuse,
    "receipt": _by_mail("2"),
    "answer": _by_mail("builder or trader"),
    "talk": _talk,
    "confirm": _by_mail("2", "Dirk <dirk@example.com>"),
}
