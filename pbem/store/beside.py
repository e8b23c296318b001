"""The tables beside a game: what is said, notes, standing orders, the house's switches; no game's state."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from pbem.store.base import Base


class Talk(Base):
    """What was said at a table, by a seat's person or (no seat) by the host; its words never change.

    `via` is page, mail or admin. `name` is the speaker's at that moment. A `key` that came before adds nothing.
    At `hidden_at` a host took it away: then nobody at the table reads it any more.
    """

    __tablename__ = "talk"
    __table_args__ = (UniqueConstraint("game_id", "key"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), index=True)
    seat: Mapped[int | None]
    person_id: Mapped[int | None] = mapped_column(ForeignKey("person.id"))
    name: Mapped[str]
    text: Mapped[str]
    via: Mapped[str] = mapped_column(String(8))
    key: Mapped[str] = mapped_column(String(100))
    at: Mapped[datetime]
    hidden_at: Mapped[datetime | None]


class Note(Base):
    """What a person has noted for himself at a table; nobody else sees it, whoever has the seat afterwards neither."""

    __tablename__ = "note"
    __table_args__ = (UniqueConstraint("game_id", "person_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"))
    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    text: Mapped[str]
    updated_at: Mapped[datetime]


class StandingOrder(Base):
    """What a seat's person wants played when that `phase` asks him: the first of `moves` (notation 2) that is legal.

    It holds while `ended_at` is null; `is_once`: it ends when it was used. `used` counts.
    """

    __tablename__ = "standing_order"

    id: Mapped[int] = mapped_column(primary_key=True)
    seat_id: Mapped[int] = mapped_column(ForeignKey("seat.id"), index=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    phase: Mapped[str] = mapped_column(String(16))
    moves: Mapped[list[Any]] = mapped_column(JSON)
    is_once: Mapped[bool]
    used: Mapped[int] = mapped_column(default=0, server_default="0")
    created_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]


class Switch(Base):
    """What the admins have switched for the whole house, by its name; without a row the default holds."""

    __tablename__ = "switch"

    name: Mapped[str] = mapped_column(String(32), primary_key=True)
    value: Mapped[Any] = mapped_column(JSON)
