"""The store: tables, their seats, an append-only log of actions under the unique key (table, ply), finished matches."""

from .choose import check_store, is_address, open_store
from .folder import back_up, held, holder, restore
from .keys import rotate
from .rows import (
    BadStore,
    Best,
    Break,
    Conflict,
    DeviceRow,
    FormerKey,
    Lease,
    LessonRow,
    Pulse,
    StoreFailed,
    Unknown,
    Untouched,
)
from .sqlite import FILE, KEY, SQLiteStore, read_key
from .store import Store
from .table_rows import Consequences, EventRow, Events, ResultRow, Saved, SeatRow, Since, TableRow

__all__ = [
    "FILE",
    "KEY",
    "BadStore",
    "Best",
    "Break",
    "Conflict",
    "Consequences",
    "DeviceRow",
    "EventRow",
    "Events",
    "FormerKey",
    "Lease",
    "LessonRow",
    "Pulse",
    "ResultRow",
    "SQLiteStore",
    "Saved",
    "SeatRow",
    "Since",
    "Store",
    "StoreFailed",
    "TableRow",
    "Unknown",
    "Untouched",
    "back_up",
    "check_store",
    "held",
    "holder",
    "is_address",
    "open_store",
    "read_key",
    "restore",
    "rotate",
]
