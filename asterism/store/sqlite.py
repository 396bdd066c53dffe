"""The store in one SQLite file, with one thread that writes and one that reads.

SQLite writes into a write-ahead log (WAL), and checkpoints it into the file now and then. A commit that also had to
checkpoint would keep every move waiting, so a thread of its own does; only what was written meanwhile is checkpointed
between two commits.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeVar, TypeVarTuple

from . import queries, schema, steady
from .batches import Observe, Write, actions_of, write_all
from .queries import Dialect, SqlConnection
from .rows import REMEMBERED, BadStore, Break, Conflict, Pulse, StoreFailed
from .store import Store

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
FILE = "tables.sqlite"  # name of the store in the data folder
ASIDE = "before-restore-"  # prefix of folders in the data folder that keep a replaced store
KEY = "key"  # the file beside it that signs the guests' cookies; without it a restored table knows none of its people
KEY_BYTES = 32
BUSY_SECONDS = 2.0  # for which a write waits for another process that writes
LATE_SECONDS = 2.5  # after the last heartbeat; a server sends one every second
TIDY_AFTER = 4_000  # writes, of two pages (8 KB) or so each


def connect(path: Path, *, writes: bool, log: bool = True) -> sqlite3.Connection:
    """A connection without implicit transactions; `log`: switch the file to a write-ahead log."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=BUSY_SECONDS)
    if log:
        connection.execute("pragma journal_mode = wal")
    connection.execute("pragma synchronous = full" if writes else "pragma query_only = on")
    connection.execute("pragma wal_autocheckpoint = 0")
    return connection


def tidy(connection: sqlite3.Connection) -> None:
    """Checkpoint the write-ahead log, as far as no reader or writer is kept waiting; the rest can be done later."""
    with suppress(sqlite3.Error):
        connection.execute("pragma wal_checkpoint(passive)").fetchall()


def check(path: Path) -> None:
    """Create the file, or migrate it to the newest schema; BadStore if it cannot be used. An empty file is refused, not
    taken for a new store: something has happened to it."""
    if not path.exists():
        _make(path)
        return
    try:
        connection = connect(path, writes=True, log=False)
    except sqlite3.Error as problem:
        raise BadStore(f"cannot open the store {path}: {problem}") from None
    try:
        schema.prepare(connection, str(path), schema.check(connection, str(path)))
    finally:
        connection.close()


def _make(path: Path) -> None:
    """Create a store, which appears only when it is whole."""
    if (log := path.with_name(f"{path.name}-wal")).exists():
        raise BadStore(f"{path} is missing, but its log {log.name} is there: restore a backup, or move that file away")
    if aside := sorted(path.parent.glob(f"{ASIDE}*/{path.name}")):
        raise BadStore(
            f"{path} is missing, but {aside[-1].parent.name} is there: what put another store in its place was stopped "
            f"in between. Run that again, or move the files of {aside[-1].parent} back; to begin anew, move it away"
        )
    part = path.with_name(f"{path.name}.part")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        part.unlink(missing_ok=True)
        part.touch(0o600)
        connection = sqlite3.connect(part, isolation_level=None)
        try:
            schema.prepare(connection, str(path), 0)
        finally:
            connection.close()
        part.replace(path)
    except (OSError, sqlite3.Error) as problem:
        raise BadStore(f"cannot make the store {path}: {problem}") from None


def read_key(path: Path) -> bytes:
    """The key in a file, which is created on the first start and readable by its owner only."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        key = path.read_bytes()
    else:
        key = secrets.token_bytes(KEY_BYTES)
        with os.fdopen(file, "wb") as out:
            out.write(key)
    if len(key) < KEY_BYTES:
        raise BadStore(f"{path} is not a whole key: delete it and a new one is made (guests then lose their seats)")
    return key


def note_pulse(connection: SqlConnection, now: float, breaks: set[Break]) -> set[Break]:
    """Write a heartbeat and these outages; returns all outages of the last days."""
    connection.execute("update pulse set seen = max(seen, ?)", (now,))
    for began, ended in breaks:
        connection.execute(
            "insert into breaks (began, ended) values (?, ?)"
            " on conflict (began) do update set ended = max(ended, excluded.ended)",
            (began, ended),
        )
    connection.execute("delete from breaks where ended < ?", (now - REMEMBERED,))
    return {(began, ended) for began, ended in connection.execute("select began, ended from breaks")}


class SQLiteStore(Store):
    """A `Store` in a file of SQLite."""

    dialect = Dialect(clock="((julianday('now') - 2440587.5) * 86400.0)", lists=True)

    def __init__(self, path: Path, observe: Observe = lambda size, seconds: None) -> None:
        check(path)
        super().__init__(observe)
        self.path = path
        self._writing = connect(path, writes=True)
        self._reading = connect(path, writes=False)
        self._tidying = connect(path, writes=True)
        self._tidier = ThreadPoolExecutor(1, "store-tidier")
        self._tidied: Future[None] | None = None  # a checkpoint under way
        self._untidy = 0  # writes since the last one
        self._reader = ThreadPoolExecutor(1, "store-reader")
        (seen,) = self._writing.execute("select seen from pulse").fetchone()
        self._ahead = max(
            0.0, seen - steady.now()
        )  # seconds, where the machine's clock was set back since the last heartbeat
        self._felt = steady.now() + self._ahead  # time of the last heartbeat
        self._breaks = {(seen or self._felt, self._felt)}  # without those in the file

    async def key(self) -> bytes:
        return read_key(self.path.with_name(KEY))

    async def pulse(self, lightly: bool = False) -> Pulse:
        """Record a heartbeat. A late one is an outage: this process did not run, or could not write. So is the time in
        which there was no process."""
        now = steady.now() + self._ahead
        late = {(self._felt, now)} if now - self._felt > LATE_SECONDS else set()
        if late or not lightly:
            self._breaks = await self._write(work=partial(note_pulse, now=now, breaks=self._breaks | late))
        self._felt = max(self._felt, now)
        return Pulse(now=now, breaks=tuple(sorted(self._breaks, key=itemgetter(1))))

    def _commit(self, batch: Sequence[Write]) -> list[Any]:
        """Checkpoint if it is time, then commit."""
        self._untidy += len(batch)
        if self._tidied is not None and self._tidied.done():
            self._tidied = None
            tidy(self._writing)  # little was written since, and now the log can begin anew
        elif self._tidied is None and self._untidy >= TIDY_AFTER:
            self._untidy = 0
            self._tidied = self._tidier.submit(tidy, self._tidying)
        return super()._commit(batch)

    def _transact(self, batch: Sequence[Write]) -> list[Any]:
        connection = self._writing
        if not any(write.work or write.guard or write.lease for write in batch):
            actions = actions_of(batch)
            if len(actions) <= queries.MOST_LISTED:  # one statement is a transaction by itself
                queries.insert_actions_listed(connection, actions)
                return [None] * len(batch)
        connection.execute("begin immediate")
        try:
            outcomes = write_all(connection, self.dialect, batch)
            connection.execute("commit")
        except BaseException:
            if connection.in_transaction:
                connection.execute("rollback")
            raise
        return outcomes

    def _as_failure(self, problem: Exception) -> StoreFailed:
        if isinstance(problem, StoreFailed):
            return problem
        return Conflict(str(problem)) if isinstance(problem, sqlite3.IntegrityError) else StoreFailed(str(problem))

    async def _read(self, work: Callable[[SqlConnection, *Ts], T], *args: *Ts, at_once: bool = False) -> T:
        if self._closed:
            raise StoreFailed("the store is closed")

        def ask(connection: sqlite3.Connection) -> T:
            if not at_once:
                return work(connection, *args)
            connection.execute("begin")
            try:
                return work(connection, *args)
            finally:
                connection.execute("commit")

        try:
            return await asyncio.get_running_loop().run_in_executor(self._reader, ask, self._reading)
        except sqlite3.Error as problem:
            raise self._as_failure(problem) from None

    def _release(self) -> None:
        for threads in (self._writer, self._tidier, self._reader):
            threads.shutdown()
        self._tidying.close()
        self._reading.close()
        self._writing.close()
