"""The append-only log: tables, their seats, every action under the unique key (table, ply), and finished matches."""

from .folder import KEY, back_up, held, restore
from .interface import (
    BadStore,
    Best,
    Conflict,
    EventRow,
    Events,
    ResultRow,
    Saved,
    SeatRow,
    Store,
    StoreFailed,
    TableRow,
)
from .sqlite import FILE, SQLiteStore, check

__all__ = [
    "FILE",
    "KEY",
    "BadStore",
    "Best",
    "Conflict",
    "EventRow",
    "Events",
    "ResultRow",
    "SQLiteStore",
    "Saved",
    "SeatRow",
    "Store",
    "StoreFailed",
    "TableRow",
    "back_up",
    "check",
    "held",
    "restore",
]
