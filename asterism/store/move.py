"""Carrying everything from one store to another, SQLite or PostgreSQL, and making sure that it is the same.

Rows go over in the order of their keys, so many in one transaction. Whoever is stopped in between goes on behind the
last row that has arrived. Nobody can use the new store before it is whole, nor either of them while this works.
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
LEFT = {"breaks", "leases", "pulse"}  # who acts for whose bots, and when servers were there, is of no use elsewhere
CHUNK = 20_000  # rows
Progress = Callable[[str, int, int], None]  # what is done, how far it is, and of how many


class End(Protocol):
    """One of the two stores of a move."""

    place: str
    faults: tuple[type[Exception], ...]  # of its engine

    @property
    def connection(self) -> SqlConnection: ...

    def key(self) -> bytes: ...

    def put(self, relation: str, rows: list[tuple[Any, ...]]) -> None:
        """Write these rows in one transaction."""
        ...

    def finish(self, key: bytes) -> None:
        """All is there: from now on it can be used."""
        ...


@cache
def columns(relation: str) -> tuple[str, ...]:
    """Of a relation; they have the same names in both stores."""
    with closing(sqlite3.connect(":memory:")) as empty:
        empty.executescript("".join(schema.STEPS))
        return tuple(row[1] for row in empty.execute(f"pragma table_info({relation})"))


def quoted(names: tuple[str, ...]) -> str:
    return ", ".join(f'"{name}"' for name in names)


class File:
    """A folder with a store of SQLite. As long as it is filled, the file has another name."""

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
    if not is_address(place):
        return File(Path(place), target=target, until=until)
    need_driver(place)
    from .postgres_move import Database

    return Database(place, target=target, other=other, until=until)


def refuse_if_used(connection: SqlConnection, place: str) -> None:
    for relation in ("tables", "guests", "lessons"):
        if connection.execute(f"select 1 from {relation} limit 1").fetchone():
            raise BadStore(f"{place} has tables of its own, so it was left alone: name an empty one")


def move(source: str, target: str, progress: Progress = lambda what, done, all: None) -> dict[str, int]:
    """Carry everything over and compare it; returns how many rows of what there are. The source stays as it is."""
    with ExitStack() as until:
        old = open_end(source, target=False, other="", until=until)
        new = open_end(target, target=True, other=old.place, until=until)
        try:
            return carry(old, new, progress)
        except (*old.faults, *new.faults) as problem:
            why = " ".join(str(problem).split())
            raise BadStore(f"the move was broken off ({why}); start it again, and it goes on where it was") from None


def carry(old: End, new: End, progress: Progress) -> dict[str, int]:
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
    return int(end.connection.execute(f"select count(*) from {relation}").fetchone()[0])


def last_key(end: End, relation: str) -> tuple[Any, ...] | None:
    """Of the rows that are there."""
    key = KEYS[relation]
    backwards = ", ".join(f'"{name}" desc' for name in key)
    row = end.connection.execute(f"select {quoted(key)} from {relation} order by {backwards} limit 1").fetchone()
    return tuple(row) if row else None


def chunks(end: End, relation: str, after: tuple[Any, ...] | None) -> Iterator[list[tuple[Any, ...]]]:
    """The rows behind a key, in the order of their keys."""
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
    """Of all rows of a relation, the same wherever they are the same."""
    found, done = hashlib.sha256(), 0
    for rows in chunks(end, relation, None):
        found.update(repr(rows).encode())
        done += len(rows)
        progress(f"comparing {relation}", done, all)
    return f"{done} {found.hexdigest()}"
