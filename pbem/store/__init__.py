"""The database: typed models, sessions and migrations; must not know the rules or the way of a turn."""

from pbem.store.memory import MemoryStore
from pbem.store.migrate import migrate, pending
from pbem.store.models import (
    AddressTrouble,
    Admin,
    Answer,
    AuditEntry,
    Base,
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
    "Person",
    "Seat",
    "Store",
    "StoreError",
    "Turn",
    "UrlError",
    "migrate",
    "pending",
]
