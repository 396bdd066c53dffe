"""The append-only log: tables, their seats, every action under the unique key (table, ply), and finished matches."""

from .interface import BadStore, Best, Conflict, ResultRow, Saved, SeatRow, Store, StoreFailed, TableRow
from .sqlite import FILE, SQLiteStore, backup, check

__all__ = [
    "FILE",
    "BadStore",
    "Best",
    "Conflict",
    "ResultRow",
    "SQLiteStore",
    "Saved",
    "SeatRow",
    "Store",
    "StoreFailed",
    "TableRow",
    "backup",
    "check",
]
