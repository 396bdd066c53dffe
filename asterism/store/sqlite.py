"""The store in one SQLite file: one writer thread, and all writes that wait go into one transaction (group commit).

A commit waits for the disk, and while it waits more writes arrive; they all share the next one. So the busier it gets,
the more moves a commit carries. If a batch fails, each write is tried again by itself, so only the bad one is refused.

SQLite writes into a log first and tidies it into the file now and then. A commit that also had to tidy would keep
everyone waiting, so that is done beside the writing; only what was written meanwhile is tidied between two commits.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from . import queries, schema
from .interface import (
    BadStore,
    Best,
    Conflict,
    Events,
    LessonRow,
    ResultRow,
    Saved,
    SeatRow,
    StoreFailed,
    TableRow,
    Untouched,
)

T = TypeVar("T")
FILE = "tables.sqlite"  # its name in the data folder
BUSY_SECONDS = 2.0  # how long a write waits for another process that writes
TIDY_AFTER = 4_000  # writes, of two pages (8 KB) or so each
Work = Callable[[sqlite3.Connection], Any]


@dataclass(eq=False, repr=False, slots=True)
class Write:
    """One thing to be written: plain actions, which a batch writes all at once, or any other work."""

    actions: list[queries.ActionRow]
    work: Work | None
    done: asyncio.Future[Any]


def connect(path: Path, *, writes: bool, log: bool = True) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=BUSY_SECONDS)
    if log:
        connection.execute("pragma journal_mode = wal")
    connection.execute("pragma synchronous = full" if writes else "pragma query_only = on")
    connection.execute("pragma wal_autocheckpoint = 0")
    return connection


def tidy(connection: sqlite3.Connection) -> None:
    """Take over into the file what is in the log, as far as nobody is kept waiting; what cannot be now can be later."""
    with suppress(sqlite3.Error):
        connection.execute("pragma wal_checkpoint(passive)").fetchall()


def check(path: Path) -> None:
    """Make the file, or bring it up to date; BadStore, in words, if it cannot be used. A file that is there but empty
    is not taken for a new store: something has happened to it."""
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
    """A new store, which appears only when it is whole."""
    if (log := path.with_name(f"{path.name}-wal")).exists():
        raise BadStore(f"{path} is missing, but its log {log.name} is there: restore a backup, or move that file away")
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


def all_seated(
    connection: sqlite3.Connection, table: int, start: Sequence[int] | None, sheet: tuple[int, str] | None
) -> None:
    """What follows where nobody is missing any more: the dice are drawn, or the match begins."""
    if sheet is not None:
        queries.draw(connection, table, *sheet)
    if start is not None:
        queries.begin(connection, table)
        queries.insert_actions(connection, rows(table, 0, start))


class SQLiteStore:
    """A `Store` in a file. Made inside a running event loop; use it from that loop only."""

    def __init__(self, path: Path, observe: Callable[[int, float], None] = lambda size, seconds: None) -> None:
        self.path = path
        self._observe = observe  # told the size of each batch and how long it took
        check(path)
        self._writing = connect(path, writes=True)
        self._reading = connect(path, writes=False)
        self._tidying = connect(path, writes=True)
        self._tidier = ThreadPoolExecutor(1, "store-tidier")
        self._tidied: Future[None] | None = None  # under way
        self._untidy = 0  # writes since then
        self._writer = ThreadPoolExecutor(1, "store-writer")
        self._reader = ThreadPoolExecutor(1, "store-reader")
        self._waiting: list[Write] = []
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    # Writing

    async def open_table(
        self,
        table: TableRow,
        seats: Sequence[SeatRow],
        actions: Sequence[int] = (),
        after: int | None = None,
        sheet: str = "",
    ) -> int:
        def work(connection: sqlite3.Connection) -> int:
            id = queries.insert_table(connection, table, seats, now())
            if sheet:
                queries.insert_sheet(connection, id, table.draw, sheet)
            queries.insert_actions(connection, rows(id, 0, actions))
            if after is not None:
                queries.link_rematch(connection, after, table.code)
            return id

        return int(await self._write(work=work))

    async def sit(
        self,
        table: int,
        seat: int,
        row: SeatRow,
        start: Sequence[int] | None = None,
        sheet: tuple[int, str] | None = None,
    ) -> None:
        def work(connection: sqlite3.Connection) -> None:
            queries.fill_seat(connection, table, seat, row)
            all_seated(connection, table, start, sheet)

        await self._write(work=work)

    async def commit(self, table: int, guest: str, lock: str, sheet: tuple[int, str] | None = None) -> None:
        def work(connection: sqlite3.Connection) -> None:
            queries.lock(connection, table, guest, lock)
            if sheet is not None:
                queries.draw(connection, table, *sheet)

        await self._write(work=work)

    async def reveal(
        self, table: int, draw: int, place: int, nonce: str, shown: int, start: Sequence[int] | None = None
    ) -> None:
        def work(connection: sqlite3.Connection) -> None:
            queries.reveal(connection, table, draw, place, nonce, shown)
            if start is not None:
                queries.begin(connection, table, "drawing")
                queries.insert_actions(connection, rows(table, 0, start))

        await self._write(work=work)

    async def void(self, table: int, draw: int, without: Sequence[int] = ()) -> None:
        await self._write(work=lambda connection: queries.void(connection, table, draw, without))

    async def stand(self, table: int, seat: int, guest: str, row: SeatRow) -> None:
        await self._write(work=lambda connection: queries.empty_seat(connection, table, seat, guest, row))

    async def reshape(
        self,
        table: int,
        before: Sequence[SeatRow],
        after: Sequence[SeatRow],
        start: Sequence[int] | None = None,
        sheet: tuple[int, str] | None = None,
    ) -> None:
        def work(connection: sqlite3.Connection) -> None:
            queries.replace_seats(connection, table, before, after)
            all_seated(connection, table, start, sheet)

        await self._write(work=work)

    async def close_table(self, table: int) -> None:
        await self._write(work=lambda connection: queries.close_table(connection, table))

    async def append(
        self,
        table: int,
        ply: int,
        actions: Sequence[int],
        results: Sequence[ResultRow] | None = None,
        events: Events = (0, ()),
        timing: str = "",
    ) -> None:
        work = None
        if results is not None or timing:
            ended = now()

            def work(connection: sqlite3.Connection) -> None:
                if timing:
                    queries.note_timing(connection, table, timing)
                if results is not None:
                    queries.end(connection, table, ended, results)
                if events[1]:
                    queries.insert_events(connection, table, events)

        await self._write(rows(table, ply, actions), work)

    async def stand_in(self, table: int, levels: Mapping[int, str], events: Events, timing: str = "") -> None:
        def work(connection: sqlite3.Connection) -> None:
            if timing:
                queries.note_timing(connection, table, timing)
            queries.stand_in(connection, table, levels)
            queries.insert_events(connection, table, events)

        await self._write(work=work)

    async def note_away(self, table: int, since: Mapping[str, int]) -> None:
        await self._write(work=lambda connection: queries.note_away(connection, table, since))

    async def ask_undo(self, table: int, undo_asked: str) -> None:
        await self._write(work=lambda connection: queries.ask_undo(connection, table, undo_asked))

    async def remove(self, table: int) -> None:
        await self._write(work=lambda connection: queries.remove(connection, table))

    async def list_table(self, table: int, listed: bool) -> None:
        await self._write(work=lambda connection: queries.list_table(connection, table, listed))

    async def save_lesson(self, lesson: LessonRow) -> None:
        await self._write(work=lambda connection: queries.save_lesson(connection, lesson))

    async def pulse(self) -> None:
        await self._write(work=queries.pulse)

    async def name_guest(self, guest: str, name: str) -> None:
        await self._write(work=lambda connection: queries.name_guest(connection, guest, name))

    async def _write(self, actions: list[queries.ActionRow] | None = None, work: Work | None = None) -> Any:
        if self._closed:
            raise StoreFailed("the store is closed")
        loop = asyncio.get_running_loop()
        write = Write(actions or [], work, loop.create_future())
        self._waiting.append(write)
        if self._task is None:
            self._task = loop.create_task(self._drain())
        return await write.done

    async def _drain(self) -> None:
        """Commit what waits until nothing does."""
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                started = time.perf_counter()
                outcomes = await loop.run_in_executor(self._writer, self._write_batch, batch)
                self._observe(len(batch), time.perf_counter() - started)
                for write, outcome in zip(batch, outcomes, strict=True):
                    if write.done.cancelled():
                        continue
                    if isinstance(outcome, StoreFailed):
                        write.done.set_exception(outcome)
                    else:
                        write.done.set_result(outcome)
        finally:
            self._task = None

    def _write_batch(self, batch: list[Write]) -> list[Any]:
        """On the writer's thread: tidy up if it is time, then commit."""
        self._untidy += len(batch)
        if self._tidied is not None and self._tidied.done():
            self._tidied = None
            tidy(self._writing)  # what came since is little, and now the log can begin anew
        elif self._tidied is None and self._untidy >= TIDY_AFTER:
            self._untidy = 0
            self._tidied = self._tidier.submit(tidy, self._tidying)
        return self._commit(batch)

    def _commit(self, batch: list[Write]) -> list[Any]:
        """All in one transaction or, where that fails, each in its own. Never raises."""
        try:
            return self._transact(batch)
        except Exception as problem:
            if len(batch) == 1:
                return [told(problem)]
        return [outcome for write in batch for outcome in self._commit([write])]

    def _transact(self, batch: list[Write]) -> list[Any]:
        connection = self._writing
        actions = [row for write in batch for row in write.actions]
        if not any(write.work for write in batch):
            queries.insert_actions(connection, actions)  # one statement is a transaction by itself
            return [None] * len(batch)
        connection.execute("begin immediate")
        try:
            queries.insert_actions(connection, actions)
            outcomes = [write.work(connection) if write.work else None for write in batch]
            connection.execute("commit")
        except BaseException:
            if connection.in_transaction:
                connection.execute("rollback")
            raise
        return outcomes

    # Reading

    async def guest_name(self, guest: str) -> str | None:
        return await self._read(lambda connection: queries.guest_name(connection, guest))

    async def opened(self, opener: str, lock: str) -> str:
        return await self._read(lambda connection: queries.opened(connection, opener, lock))

    async def lessons(self, since: int) -> list[LessonRow]:
        return await self._read(lambda connection: queries.lessons(connection, since))

    async def load(self, code: str) -> Saved | None:
        return await self._read(lambda connection: queries.load(connection, code))

    async def running(self, guest: str, limit: int = 50) -> list[str]:
        return await self._read(lambda connection: queries.running(connection, guest, limit))

    async def best_alone(self, game: str, fewest: bool, limit: int = 10) -> list[Best]:
        return await self._read(lambda connection: queries.best_alone(connection, game, fewest, limit))

    async def best_wins(self, game: str, fewest: bool, limit: int = 3) -> list[Best]:
        return await self._read(lambda connection: queries.best_wins(connection, game, fewest, limit))

    async def wins(self, guest: str, game: str) -> tuple[int, int, int]:
        return await self._read(lambda connection: queries.wins(connection, guest, game))

    async def untouched(self, since: int, limit: int) -> list[Untouched]:
        return await self._read(lambda connection: queries.untouched(connection, since, limit))

    async def _read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        if self._closed:
            raise StoreFailed("the store is closed")
        try:
            return await asyncio.get_running_loop().run_in_executor(self._reader, work, self._reading)
        except sqlite3.Error as problem:
            raise told(problem) from None

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        if self._task is not None:
            await self._task
        for threads in (self._writer, self._tidier, self._reader):
            threads.shutdown()
        self._tidying.close()
        self._reading.close()
        self._writing.close()


def now() -> int:
    return int(time.time())


def rows(table: int, ply: int, actions: Sequence[int]) -> list[queries.ActionRow]:
    at = now()
    return [(table, ply + i, action, at, ply) for i, action in enumerate(actions)]


def told(problem: Exception) -> StoreFailed:
    """Any failure of a write, as one the caller knows."""
    if isinstance(problem, StoreFailed):
        return problem
    if isinstance(problem, sqlite3.IntegrityError):
        return Conflict(str(problem))
    return StoreFailed(str(problem))
