"""Copying a store to another, SQLite or PostgreSQL, and comparing both.

Rows are copied in the order of their keys, `CHUNK` in one transaction. A copy that was stopped goes on behind the last
row that has arrived. No server can use the new store before it is whole, nor either of them during the copy.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from . import schema, sqlite
from .choose import is_address, need_driver
from .folder import held, set_aside
from .queries import SqlConnection
from .rows import BadStore

KEYS = {
    "editions": ("digest",),
    "tables": ("id",),
    "seats": ("table", "seat"),
    "actions": ("table", "ply"),
    "events": ("table", "number"),
    "sheets": ("table", "draw"),
    "nonces": ("table", "draw", "place"),
    "listed": ("table",),
    "results": ("table", "seat"),
    "tallies": ("guest", "game"),
    "guests": ("guest",),
    "lessons": ("code",),
    "devices": ("guest", "device"),
    "former_keys": ("key",),
}
LEFT = {"breaks", "leases", "pulse"}  # not copied: which process acts for which table, and when servers ran
CHUNK = 20_000  # rows
Progress = Callable[[str, int, int], None]  # takes what is done, how many rows of it, and of how many


class End(Protocol):
    """The source or the target of a copy."""

    place: str
    faults: tuple[type[Exception], ...]  # exceptions of its engine

    @property
    def connection(self) -> SqlConnection: ...

    def key(self) -> bytes: ...

    def put(self, relation: str, rows: list[tuple[Any, ...]]) -> None:
        """Insert rows in one transaction."""
        ...

    def finish(self, key: bytes) -> None:
        """Make a complete copy usable, with this key."""
        ...


@cache
def columns(relation: str) -> tuple[str, ...]:
    """The columns of a relation, which have the same names in both engines."""
    with closing(sqlite3.connect(":memory:")) as empty:
        empty.executescript("".join(schema.STEPS))
        return tuple(row[1] for row in empty.execute(f"pragma table_info({relation})"))


def quoted(names: tuple[str, ...]) -> str:
    """Names of columns as a list in SQL."""
    return ", ".join(f'"{name}"' for name in names)


class FolderEnd:
    """A folder with a store of SQLite. While it is filled, the file has another name."""

    faults: tuple[type[Exception], ...] = (sqlite3.Error,)

    def __init__(self, folder: Path, *, target: bool, until: ExitStack) -> None:
        self.place, self.folder = str(folder), folder
        path = folder / sqlite.FILE
        if not target and not path.exists():
            raise BadStore(f"there is no store {path}")
        until.enter_context(held(folder, f"asterism move-store (process {os.getpid()})"))
        if path.exists():
            sqlite.check(path)
        if target:
            if path.exists():
                with closing(sqlite3.connect(path)) as there:
                    refuse_if_used(there, self.place)
            path = folder / f"{sqlite.FILE}.moving"
            sqlite.check(path)
        self.path = path
        self.connection = until.enter_context(closing(sqlite.connect(path, writes=target)))

    def key(self) -> bytes:
        return sqlite.read_key(self.folder / sqlite.KEY)

    def put(self, relation: str, rows: list[tuple[Any, ...]]) -> None:
        self.connection.execute("begin immediate")
        marks = ", ".join("?" * len(columns(relation)))
        self.connection.executemany(f"insert into {relation} ({quoted(columns(relation))}) values ({marks})", rows)
        self.connection.execute("commit")

    def finish(self, key: bytes) -> None:
        self.connection.execute("pragma wal_checkpoint(truncate)").fetchall()
        self.connection.execute("pragma journal_mode = delete").fetchall()  # one file, with nothing beside it
        self.connection.close()
        set_aside(self.folder)
        (self.folder / sqlite.KEY).touch(0o600)
        (self.folder / sqlite.KEY).write_bytes(key)
        self.path.replace(self.folder / sqlite.FILE)


def open_end(place: str, *, target: bool, other: str, until: ExitStack) -> End:
    """Open the store at a path or an address until the stack is closed; as a target it is filled from `other`."""
    if not is_address(place):
        return FolderEnd(Path(place), target=target, until=until)
    need_driver(place)
    from .postgres_move import DatabaseEnd

    return DatabaseEnd(place, target=target, other=other, until=until)


def refuse_if_used(connection: SqlConnection, place: str) -> None:
    """Raise BadStore where a store to be filled is not empty."""
    for relation in ("tables", "guests", "lessons"):
        if connection.execute(f"select 1 from {relation} limit 1").fetchone():
            raise BadStore(f"{place} has tables of its own, so it was left alone: name an empty one")


def move(source: str, target: str, progress: Progress = lambda what, done, all: None) -> dict[str, int]:
    """Copy a store and compare both; returns the number of rows by relation. The source is not changed."""
    with ExitStack() as until:
        old = open_end(source, target=False, other="", until=until)
        new = open_end(target, target=True, other=old.place, until=until)
        try:
            return carry(old, new, progress)
        except (*old.faults, *new.faults) as problem:
            why = " ".join(str(problem).split())
            raise BadStore(f"the move was broken off ({why}); start it again, and it goes on where it was") from None


def carry(old: End, new: End, progress: Progress) -> dict[str, int]:
    """Copy all rows, compare digests, and make the new store usable; returns the number of rows by relation."""
    counts = {relation: count(old, relation) for relation in KEYS}
    for relation, all in counts.items():
        done = count(new, relation)
        progress(f"moving {relation}", done, all)
        for rows in chunks(old, relation, last_key(new, relation)):
            new.put(relation, rows)
            done += len(rows)
            progress(f"moving {relation}", done, all)
    for relation, all in counts.items():
        here, there = digest(old, relation, all, progress), digest(new, relation, all, progress)
        if here != there:
            raise BadStore(
                f"{new.place} is not the same as {old.place}: {relation} differ. One of them was used after a "
                "move that was broken off; empty the new one, and move again"
            )
    new.finish(old.key())
    return counts


def count(end: End, relation: str) -> int:
    """The number of rows of a relation."""
    return int(end.connection.execute(f"select count(*) from {relation}").fetchone()[0])


def last_key(end: End, relation: str) -> tuple[Any, ...] | None:
    """The key of the last row of a relation; None if it is empty."""
    key = KEYS[relation]
    backwards = ", ".join(f'"{name}" desc' for name in key)
    row = end.connection.execute(f"select {quoted(key)} from {relation} order by {backwards} limit 1").fetchone()
    return tuple(row) if row else None


def chunks(end: End, relation: str, after: tuple[Any, ...] | None) -> Iterator[list[tuple[Any, ...]]]:
    """The rows of a relation after a key (None: all), in the order of their keys, `CHUNK` at a time."""
    names, key = columns(relation), KEYS[relation]
    places = [names.index(name) for name in key]
    while True:
        marks = ", ".join("?" * len(key))
        where = f"where ({quoted(key)}) > ({marks})" if after else ""
        rows = end.connection.execute(
            f"select {quoted(names)} from {relation} {where} order by {quoted(key)} limit {CHUNK}", after or ()
        ).fetchall()
        if not rows:
            return
        yield rows
        after = tuple(rows[-1][place] for place in places)


def digest(end: End, relation: str, all: int, progress: Progress) -> str:
    """The count and SHA-256 of all rows of a relation, equal in both engines for equal rows."""
    found, done = hashlib.sha256(), 0
    for rows in chunks(end, relation, None):
        found.update(repr(rows).encode())
        done += len(rows)
        progress(f"comparing {relation}", done, all)
    return f"{done} {found.hexdigest()}"
