"""Opening the store that a path (SQLite) or an address (PostgreSQL) names; only the latter needs its driver."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from . import sqlite
from .batches import Observe
from .rows import BadStore
from .store import Store

ADDRESSES = ("postgresql://", "postgres://")


def is_address(place: str) -> bool:
    """Whether a text is an address of PostgreSQL, and not a path."""
    return place.startswith(ADDRESSES)


def open_store(place: str | Path, observe: Observe = lambda size, seconds: None) -> Store:
    """Open the store at a path or an address; BadStore if it cannot be used. `observe`: see `batches`."""
    if isinstance(place, Path):
        return sqlite.SQLiteStore(place, observe)
    need_driver(place)
    from .postgres import PostgresStore

    return PostgresStore(place, observe)


def check_store(place: str | Path) -> None:
    """Create the store at a path or an address, or migrate it to the newest schema; BadStore if it cannot be used."""
    if isinstance(place, Path):
        sqlite.check(place)
        return
    need_driver(place)
    from .postgres import check

    check(place)


def need_driver(address: str) -> None:
    """Raise BadStore where a text is no address of PostgreSQL, or its driver is not installed."""
    if not is_address(address):
        raise BadStore("a store is named by an address such as postgresql://USER:PASSWORD@HOST/DATABASE")
    if find_spec("psycopg") is None:
        raise BadStore("a store on PostgreSQL needs its driver: pip install 'asterism[cluster]'")
