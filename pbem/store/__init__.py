"""The database: typed models, sessions and migrations; must not know the rules or the way of a turn."""

from pbem.store.base import Base
from pbem.store.beside import Note, StandingOrder, Switch, Talk
from pbem.store.memory import MemoryStore
from pbem.store.migrate import migrate, pending
from pbem.store.models import (
    AddressTrouble,
    Admin,
    Answer,
    AuditEntry,
    Game,
    Heartbeat,
    InboundMail,
    Letter,
    Move,
    Person,
    Seat,
    Turn,
)
from pbem.store.session import Store, StoreError, UrlError

__all__ = [
    "AddressTrouble",
    "Admin",
    "Answer",
    "AuditEntry",
    "Base",
    "Game",
    "Heartbeat",
    "InboundMail",
    "Letter",
    "MemoryStore",
    "Move",
    "Note",
    "Person",
    "Seat",
    "StandingOrder",
    "Store",
    "StoreError",
    "Switch",
    "Talk",
    "Turn",
    "UrlError",
    "migrate",
    "pending",
]
