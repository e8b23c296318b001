"""The tables: people, games, seats, moves, turns owed, letters, the audit trail; must not know how a move is made."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, LargeBinary, String, UniqueConstraint, false, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from pbem.store.base import Base


class Person(Base):
    """Somebody with an address. `address_key` is the address as it is compared: lower case.

    `letter_mode`: each (a letter a turn), once (until the next visit), digest (daily, at `digest_hour` of the own zone;
    `digest_at` is the next one) or none. `seen_at`: last act on a page. `away_until` is what the person said.
    No letter comes from `quiet_from` to `quiet_to` o'clock of the own zone. `talk_mode`: each (a letter for what was
    said at a table), turn (with the next turn letter) or none. `motion`: auto (as the device has it) or none.
    `open_points`: wants the points to lie open where all at the table do.
    Since `no_invites_at` no player may invite the person any more. `guide`: the kinds of decisions, blank between
    them, which the person needs no guide to, or "all".
    """

    __tablename__ = "person"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    address: Mapped[str]
    address_key: Mapped[str] = mapped_column(String(320), unique=True)
    language: Mapped[str] = mapped_column(String(8))
    zone: Mapped[str] = mapped_column(String(64))
    letter_mode: Mapped[str] = mapped_column(String(8), default="each", server_default="each")
    digest_hour: Mapped[int] = mapped_column(default=8, server_default="8")
    digest_at: Mapped[datetime | None] = mapped_column(index=True)
    seen_at: Mapped[datetime | None]
    away_until: Mapped[datetime | None]
    quiet_from: Mapped[int | None]
    quiet_to: Mapped[int | None]
    talk_mode: Mapped[str] = mapped_column(String(8), default="each", server_default="each")
    motion: Mapped[str] = mapped_column(String(8), default="auto", server_default="auto")
    open_points: Mapped[bool] = mapped_column(default=False, server_default=false())
    no_invites_at: Mapped[datetime | None]
    guide: Mapped[str] = mapped_column(String(100), default="", server_default="")
    created_at: Mapped[datetime]


class Game(Base):
    """One table. `ply` counts the moves made; `chain` is the hash over the log (notation 4).

    `form_key` is of the form that set the table, so that a second delivery of it sets no second one. While
    `paused_at` is set no clock runs (turns keep what is left in `left_seconds`); moves can be made. With `open_points`
    points lie open for all. `watch_nonce` is in the read-only link, if there is one. `proposed_by`: the player who
    proposed the table, with a short `word` to the invited; state `proposed` while an admin has to agree first. An admin
    has taken it out of the public list at `unlisted_at`.
    """

    __tablename__ = "game"

    id: Mapped[int] = mapped_column(primary_key=True)
    slug: Mapped[str] = mapped_column(String(64), unique=True)
    name: Mapped[str]
    state: Mapped[str] = mapped_column(String(16), index=True)
    rules: Mapped[dict[str, Any]]
    rules_version: Mapped[int]
    seed: Mapped[str]
    seed_hash: Mapped[str] = mapped_column(String(64))
    chain: Mapped[str] = mapped_column(String(64))
    ply: Mapped[int]
    position: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    clock_seconds: Mapped[int]
    clock_text: Mapped[str]
    created_by: Mapped[str]
    form_key: Mapped[str | None] = mapped_column(String(64), unique=True)
    created_at: Mapped[datetime]
    started_at: Mapped[datetime | None]
    paused_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]
    open_points: Mapped[bool] = mapped_column(default=False, server_default=false())
    watch_nonce: Mapped[str | None] = mapped_column(String(32))
    proposed_by: Mapped[int | None] = mapped_column(ForeignKey("person.id"), index=True)
    word: Mapped[str] = mapped_column(default="", server_default="")
    unlisted_at: Mapped[datetime | None]

    seats: Mapped[list["Seat"]] = relationship(back_populates="game", order_by="Seat.number")


class Seat(Base):
    """A place at a table, of a person or of a bot. `nonce` is in every link of the seat: a new one ends them all.

    `public_at`: when its person agreed that the finished game may stand in the public list. `talk_told`: the last Talk
    that its person knows of, by letter or from the page.
    """

    __tablename__ = "seat"
    __table_args__ = (UniqueConstraint("game_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), index=True)
    number: Mapped[int]
    name: Mapped[str]
    person_id: Mapped[int | None] = mapped_column(ForeignKey("person.id"), index=True)
    bot: Mapped[str | None] = mapped_column(String(32))
    status: Mapped[str] = mapped_column(String(16))
    nonce: Mapped[str] = mapped_column(String(32))
    letters_off_at: Mapped[datetime | None]
    public_at: Mapped[datetime | None]
    talk_told: Mapped[int] = mapped_column(default=0, server_default="0")

    game: Mapped[Game] = relationship(back_populates="seats")
    person: Mapped[Person | None] = relationship()


class Move(Base):
    """A line of the append-only log. `mark` as in the game file; `event` is what the move did (rules.Event)."""

    __tablename__ = "move"
    __table_args__ = (UniqueConstraint("game_id", "ply"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"))
    ply: Mapped[int]
    seat: Mapped[int]
    move: Mapped[str]
    mark: Mapped[str] = mapped_column(String(16))
    via: Mapped[str] = mapped_column(String(16))
    at: Mapped[datetime]
    chain: Mapped[str] = mapped_column(String(64))
    event: Mapped[dict[str, Any]]


class Turn(Base):
    """What a seat owes, asked when the log had `since_ply` moves. Open while `done_at` is null.

    People have a deadline and reminders; a bot's turn has `bot_at` instead. While the game is paused the deadline is
    null and `left_seconds` is what will be left of the time.
    """

    __tablename__ = "turn"
    __table_args__ = (
        Index(
            "uq_turn_open_seat",
            "seat_id",
            unique=True,
            sqlite_where=text("done_at IS NULL"),
            postgresql_where=text("done_at IS NULL"),
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), index=True)
    seat_id: Mapped[int] = mapped_column(ForeignKey("seat.id"))
    since_ply: Mapped[int]
    asked_at: Mapped[datetime]
    deadline_at: Mapped[datetime | None] = mapped_column(index=True)
    left_seconds: Mapped[int | None]
    remind_at: Mapped[datetime | None] = mapped_column(index=True)
    reminders: Mapped[int] = mapped_column(default=0)
    bot_at: Mapped[datetime | None] = mapped_column(index=True)
    done_at: Mapped[datetime | None]

    seat: Mapped[Seat] = relationship()
    game: Mapped[Game] = relationship()


class Answer(Base):
    """The first answer to a move's idempotency key; a second delivery gets it again."""

    __tablename__ = "answer"
    __table_args__ = (UniqueConstraint("seat_id", "key"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    seat_id: Mapped[int] = mapped_column(ForeignKey("seat.id"))
    key: Mapped[str] = mapped_column(String(100))
    move: Mapped[str]
    ply: Mapped[int]
    applied: Mapped[list[Any]] = mapped_column(JSON)
    at: Mapped[datetime]


class Letter(Base):
    """A row of the outbox, written in the transaction that makes the letter due.

    `state` is waiting, sent, withdrawn or dead; a worker holds it until `lease_until`; `subject` is noted on
    sending; `raw` keeps the letter only where no SMTP host is set (the mailbox page shows it). `to_address` is where it
    was sent; it came back at `bounced_at`.
    """

    __tablename__ = "letter"
    __table_args__ = (
        Index(
            "ix_letter_waiting",
            "not_before",
            sqlite_where=text("state = 'waiting'"),
            postgresql_where=text("state = 'waiting'"),
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    dedupe: Mapped[str] = mapped_column(String(120), unique=True)
    kind: Mapped[str] = mapped_column(String(32))
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), index=True)
    seat_id: Mapped[int] = mapped_column(ForeignKey("seat.id"), index=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"), index=True)
    ply: Mapped[int]
    extra: Mapped[dict[str, Any]]
    message_id: Mapped[str] = mapped_column(String(200), unique=True)
    state: Mapped[str] = mapped_column(String(16))
    created_at: Mapped[datetime]
    not_before: Mapped[datetime]
    lease_until: Mapped[datetime | None]
    attempts: Mapped[int] = mapped_column(default=0)
    last_error: Mapped[str | None]
    subject: Mapped[str | None]
    to_address: Mapped[str | None]
    bounced_at: Mapped[datetime | None]
    ended_at: Mapped[datetime | None]
    merged_into: Mapped[int | None] = mapped_column(ForeignKey("letter.id"))
    raw: Mapped[bytes | None] = mapped_column(LargeBinary)

    game: Mapped[Game] = relationship()
    seat: Mapped[Seat] = relationship()
    person: Mapped[Person] = relationship()


class AddressTrouble(Base):
    """An address from which letters came back. No letter goes there while `suppressed_at` is set.

    `kind` is the newest reason: dead, full, refused or away; `detail` what the host said.
    """

    __tablename__ = "address_trouble"

    id: Mapped[int] = mapped_column(primary_key=True)
    address_key: Mapped[str] = mapped_column(String(320), unique=True)
    kind: Mapped[str] = mapped_column(String(16))
    count: Mapped[int]
    first_at: Mapped[datetime]
    last_at: Mapped[datetime]
    detail: Mapped[str]
    suppressed_at: Mapped[datetime | None]


class InboundMail(Base):
    """A mail as it came, stored before anything is made of it, once for each `digest` (of envelope and bytes).

    `via` is lmtp, pipe, imap or page; `state` is new, done or failed; a worker holds it until `lease_until`; `outcome`
    and `detail` say what came of it; `raw` goes when it is old.
    """

    __tablename__ = "inbound_mail"
    __table_args__ = (
        Index(
            "ix_inbound_mail_new",
            "received_at",
            sqlite_where=text("state = 'new'"),
            postgresql_where=text("state = 'new'"),
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    received_at: Mapped[datetime]
    via: Mapped[str] = mapped_column(String(8))
    envelope_from: Mapped[str]
    envelope_to: Mapped[str]
    digest: Mapped[str] = mapped_column(String(64), unique=True)
    message_id: Mapped[str | None] = mapped_column(String(320), index=True)
    raw: Mapped[bytes | None] = mapped_column(LargeBinary)
    state: Mapped[str] = mapped_column(String(8))
    lease_until: Mapped[datetime | None]
    attempts: Mapped[int] = mapped_column(default=0)
    outcome: Mapped[str | None] = mapped_column(String(32))
    seat_id: Mapped[int | None] = mapped_column(ForeignKey("seat.id"), index=True)
    detail: Mapped[dict[str, Any]]
    done_at: Mapped[datetime | None]


class AuditEntry(Base):
    """Who did what and when: every act of an admin, a person or the clock, never changed afterwards."""

    __tablename__ = "audit"

    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[datetime] = mapped_column(index=True)
    actor: Mapped[str]
    verb: Mapped[str] = mapped_column(String(40))
    game_id: Mapped[int | None] = mapped_column(ForeignKey("game.id"), index=True)
    detail: Mapped[dict[str, Any]]


class Admin(Base):
    """Who may sign in at /admin/. `nonce` is in the one-time link and changes when the link is used.

    `session_nonce` is in the sessions, with `nonce`, and changes at a sign-out: that ends them all.
    """

    __tablename__ = "admin"

    id: Mapped[int] = mapped_column(primary_key=True)
    email: Mapped[str]
    email_key: Mapped[str] = mapped_column(String(320), unique=True)
    password_hash: Mapped[str | None]
    nonce: Mapped[str] = mapped_column(String(32))
    session_nonce: Mapped[str] = mapped_column(String(32), default="", server_default="")
    created_at: Mapped[datetime]


class Heartbeat(Base):
    """When the worker last did its round: the admin's sign that letters are being sent."""

    __tablename__ = "heartbeat"

    name: Mapped[str] = mapped_column(String(32), primary_key=True)
    at: Mapped[datetime]
