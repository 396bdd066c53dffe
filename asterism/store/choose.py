"""Which store a name stands for: a file of SQLite, or an address of PostgreSQL, whose driver only then is needed."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from . import sqlite
from .batches import Observe
from .rows import BadStore
from .store import Store

ADDRESSES = ("postgresql://", "postgres://")


def is_address(place: str) -> bool:
    return place.startswith(ADDRESSES)


def open_store(place: str | Path, observe: Observe = lambda size, seconds: None) -> Store:
    """The store at a path or an address; BadStore, in words, if it cannot be used."""
    if isinstance(place, Path):
        return sqlite.SQLiteStore(place, observe)
    need_driver(place)
    from .postgres import PostgresStore

    return PostgresStore(place, observe)


def check_store(place: str | Path) -> None:
    """Make the store at a path or an address, or bring it up to date; BadStore, in words, if it cannot be used."""
    if isinstance(place, Path):
        sqlite.check(place)
        return
    need_driver(place)
    from .postgres import check

    check(place)


def need_driver(address: str) -> None:
    """BadStore, in words, where this is no address, or what is needed to go there is missing."""
    if not is_address(address):
        raise BadStore("a store is named by an address such as postgresql://USER:PASSWORD@HOST/DATABASE")
    if find_spec("psycopg") is None:
        raise BadStore("a store on PostgreSQL needs its driver: pip install 'asterism[cluster]'")
