"""The append-only log: tables, their seats, every action under the unique key (table, ply), and finished matches."""

from .folder import KEY, back_up, held, holder, restore
from .interface import (
    BadStore,
    Best,
    Conflict,
    EventRow,
    Events,
    LessonRow,
    ResultRow,
    Saved,
    SeatRow,
    Store,
    StoreFailed,
    TableRow,
    Untouched,
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
    "LessonRow",
    "ResultRow",
    "SQLiteStore",
    "Saved",
    "SeatRow",
    "Store",
    "StoreFailed",
    "TableRow",
    "Untouched",
    "back_up",
    "check",
    "held",
    "holder",
    "restore",
]
