"""What both stores have in common: each write as a piece of work, and all that wait share one transaction.

A commit waits for the disk, and while it waits more writes arrive; they all share the next one (group commit). So the
busier it gets, the more moves a commit carries. Who goes by something that is no longer so is told, and the others are
committed; a batch that fails is taken apart until only the bad write is refused. How a batch is committed and how
something is read is for the store behind (`sqlite.py`, `postgres.py`).
"""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

from . import queries, readings
from .interface import (
    Best,
    Conflict,
    DeviceRow,
    Events,
    FormerKey,
    Lease,
    LessonRow,
    Pulse,
    ResultRow,
    Saved,
    SeatRow,
    Since,
    StoreFailed,
    TableRow,
    Untouched,
)
from .queries import CHANGED, LEASE_LOST, Connection, Dialect

T = TypeVar("T")
Work = Callable[[Connection], Any]
Observe = Callable[[int, float], None]
MOST_LOOKS = 64  # at sockets, while more and more wait to be written
LAST = 1 << 62  # after every table


class Away(StoreFailed):
    """The store cannot be reached: there is no use in trying each write by itself."""


@dataclass(eq=False, repr=False, slots=True)
class Write:
    """One thing to be written: plain actions and what they depend on, which a batch takes all at once, and any work."""

    done: asyncio.Future[Any]
    table: int = 0  # that it is about; 0: none
    actions: Sequence[queries.ActionRow] = ()
    work: Work | None = None
    guard: queries.Guard | None = None
    lease: queries.HeldLease | None = None
    failed: bool = False  # its work did, so it is the one to blame


def all_seated(connection: Connection, table: int, start: Sequence[int] | None, sheet: tuple[int, str] | None) -> None:
    """What follows where nobody is missing any more: the dice are drawn, or the match begins."""
    if sheet is not None:
        queries.draw(connection, table, *sheet)
    if start is not None:
        queries.begin(connection, table)
        queries.insert_actions(connection, rows(table, 0, start))


class Front(ABC):
    """A `Store`, but for the engine. Made inside a running event loop; use it from that loop only."""

    dialect: Dialect

    def __init__(self, observe: Observe) -> None:
        self._observe = observe  # told the size of each batch and how long it took
        self._writer = ThreadPoolExecutor(1, "store-writer")
        self._waiting: list[Write] = []
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    # Of the engine

    @abstractmethod
    def _transact(self, batch: Sequence[Write]) -> list[Any]:
        """On the writer's thread: commit all of these, or raise and leave nothing behind."""

    @abstractmethod
    def _told(self, problem: Exception) -> StoreFailed:
        """Any failure, as one the caller knows."""

    @abstractmethod
    async def _read(self, work: Callable[[Connection], T], at_once: bool = False) -> T:
        """Ask something; `at_once`: several questions, answered as of one moment."""

    @abstractmethod
    async def key(self) -> bytes: ...

    @abstractmethod
    async def pulse(self, lightly: bool = False) -> Pulse: ...

    @abstractmethod
    async def close(self) -> None: ...

    # Writing

    async def open_table(
        self,
        table: TableRow,
        seats: Sequence[SeatRow],
        actions: Sequence[int] = (),
        after: int | None = None,
        sheet: str = "",
    ) -> int:
        def work(connection: Connection) -> int:
            if after is not None:
                queries.touch(connection, after, None)
                queries.link_rematch(connection, after, table.code)
            id = queries.insert_table(connection, table, seats, now())
            if sheet:
                queries.insert_sheet(connection, id, table.draw, sheet)
            queries.insert_actions(connection, rows(id, 0, actions))
            return id

        return int(await self._write(after or 0, work=work))

    async def sit(
        self,
        table: int,
        seat: int,
        row: SeatRow,
        start: Sequence[int] | None = None,
        sheet: tuple[int, str] | None = None,
        revision: int | None = None,
    ) -> int:
        def work(connection: Connection) -> None:
            queries.fill_seat(connection, table, seat, row)
            all_seated(connection, table, start, sheet)

        return await self._change(table, revision, work, start)

    async def commit(
        self,
        table: int,
        guest: str,
        lock: str,
        sheet: tuple[int, str] | None = None,
        revision: int | None = None,
    ) -> int:
        def work(connection: Connection) -> None:
            queries.lock(connection, table, guest, lock)
            all_seated(connection, table, None, sheet)

        return await self._change(table, revision, work)

    async def reveal(
        self,
        table: int,
        draw: int,
        place: int,
        nonce: str,
        shown: int,
        start: Sequence[int] | None = None,
        revision: int | None = None,
    ) -> int:
        def work(connection: Connection) -> None:
            queries.reveal(connection, table, draw, place, nonce, shown)
            if start is not None:
                queries.begin(connection, table, "drawing")
                queries.insert_actions(connection, rows(table, 0, start))

        return await self._change(table, revision, work, start)

    async def void(self, table: int, draw: int, without: Sequence[int] = (), revision: int | None = None) -> int:
        return await self._change(table, revision, lambda connection: queries.void(connection, table, draw, without))

    async def stand(self, table: int, seat: int, guest: str, row: SeatRow, revision: int | None = None) -> int:
        def work(connection: Connection) -> None:
            queries.empty_seat(connection, table, seat, guest, row)

        return await self._change(table, revision, work)

    async def reshape(
        self,
        table: int,
        before: Sequence[SeatRow],
        after: Sequence[SeatRow],
        start: Sequence[int] | None = None,
        sheet: tuple[int, str] | None = None,
        revision: int | None = None,
    ) -> int:
        def work(connection: Connection) -> None:
            queries.replace_seats(connection, table, before, after)
            all_seated(connection, table, start, sheet)

        return await self._change(table, revision, work, start)

    async def close_table(self, table: int, revision: int | None = None) -> int:
        return await self._change(table, revision, lambda connection: queries.close_table(connection, table))

    async def append(
        self,
        table: int,
        ply: int,
        actions: Sequence[int],
        results: Sequence[ResultRow] | None = None,
        events: Events = (0, ()),
        timing: str = "",
        revision: int | None = None,
        lease: Lease | None = None,
    ) -> int:
        work = None
        if results is not None or timing or events[1]:
            ended = now()

            def work(connection: Connection) -> None:
                if timing:
                    queries.note_timing(connection, table, timing)
                if results is not None:
                    queries.end(connection, table, ended, results)
                if events[1]:
                    queries.insert_events(connection, table, events)

        guard = None if revision is None else (table, revision - ply)
        await self._write(table, rows(table, ply, actions), work, guard, None if lease is None else (table, *lease))
        return 0 if revision is None else revision + len(actions) + (results is not None)

    async def stand_in(
        self,
        table: int,
        levels: Mapping[int, str],
        events: Events,
        timing: str = "",
        revision: int | None = None,
        lease: Lease | None = None,
        known: int | None = None,
    ) -> int:
        def work(connection: Connection) -> None:
            if timing:
                queries.note_timing(connection, table, timing)
            queries.stand_in(connection, table, levels)
            if known is not None:
                queries.drop_events(connection, table, known, events[0])
            queries.insert_events(connection, table, events)

        return await self._change(table, revision, work, lease=lease)

    async def ask_seat(self, table: int, seat_asked: str, revision: int | None = None) -> int:
        return await self._change(table, revision, lambda connection: queries.ask_seat(connection, table, seat_asked))

    async def take_over(
        self, table: int, seat: int, row: SeatRow, asked: str, events: Events, timing: str, revision: int | None = None
    ) -> int:
        def work(connection: Connection) -> None:
            queries.take_over(connection, table, seat, row, asked, events, timing)

        return await self._change(table, revision, work)

    async def note_events(self, table: int, events: Events, revision: int | None = None) -> int:
        return await self._change(table, revision, lambda connection: queries.insert_events(connection, table, events))

    async def set_timing(self, table: int, timing: str, revision: int | None = None) -> int:
        return await self._change(table, revision, lambda connection: queries.note_timing(connection, table, timing))

    async def note_away(self, table: int, since: Mapping[str, int]) -> None:
        await self._write(table, work=lambda connection: queries.note_away(connection, table, since))

    async def ask_undo(self, table: int, undo_asked: str, revision: int | None = None) -> int:
        return await self._change(table, revision, lambda connection: queries.ask_undo(connection, table, undo_asked))

    async def remove(self, table: int, revision: int | None = None) -> None:
        await self._change(table, revision, lambda connection: queries.remove(connection, table))

    async def name_watchers(self, table: int, named: bool, revision: int | None = None) -> int:
        return await self._change(table, revision, lambda connection: queries.name_watchers(connection, table, named))

    async def list_table(self, table: int, listed: bool, revision: int | None = None) -> int:
        return await self._change(table, revision, lambda connection: queries.list_table(connection, table, listed))

    async def save_lesson(self, lesson: LessonRow, before: str | None = None) -> None:
        await self._write(work=lambda connection: queries.save_lesson(connection, lesson, before))

    async def name_guest(self, guest: str, name: str) -> None:
        await self._write(work=lambda connection: queries.name_guest(connection, guest, name))

    async def note_device(self, device: DeviceRow) -> None:
        await self._write(work=lambda connection: queries.note_device(connection, device))

    async def sign_out(self, guest: str, devices: Sequence[str], at: int) -> None:
        await self._write(work=lambda connection: queries.sign_out(connection, guest, devices, at))

    async def forget_guests(self, limit: int) -> int:
        found = await self._read(lambda connection: readings.only_named(connection, limit))
        if found:
            await self._write(work=lambda connection: queries.forget_guests(connection, found))
        return len(found)

    async def take_lease(self, table: int, holder: str, seconds: float) -> int:
        def work(connection: Connection) -> int:
            return queries.take_lease(connection, self.dialect, table, holder, seconds)

        return int(await self._write(table, work=work))

    async def drop_leases(self, holder: str, table: int | None = None) -> None:
        await self._write(work=lambda connection: queries.drop_leases(connection, self.dialect, holder, table))

    async def _change(
        self,
        table: int,
        revision: int | None,
        work: Work,
        start: Sequence[int] | None = None,
        lease: Lease | None = None,
    ) -> int:
        """Change a table, which must have this revision; returns the one it has then."""

        def whole(connection: Connection) -> None:
            queries.touch(connection, table, revision)
            work(connection)

        await self._write(table, work=whole, lease=None if lease is None else (table, *lease))
        return 0 if revision is None else revision + 1 + len(start or ())

    async def _write(
        self,
        table: int = 0,
        actions: Sequence[queries.ActionRow] = (),
        work: Work | None = None,
        guard: queries.Guard | None = None,
        lease: queries.HeldLease | None = None,
    ) -> Any:
        if self._closed:
            raise StoreFailed("the store is closed")
        loop = asyncio.get_running_loop()
        write = Write(loop.create_future(), table, actions, work, guard, lease)
        self._waiting.append(write)
        if self._task is None:
            self._task = loop.create_task(self._drain())
        return await write.done

    async def _drain(self) -> None:
        """Commit what waits until nothing does."""
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                await self._more()
                batch = [write for write in self._waiting if not write.done.cancelled()]
                self._waiting = []
                if not batch:
                    break
                started = time.perf_counter()
                outcomes = await loop.run_in_executor(self._writer, self._commit, batch)
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

    async def _more(self) -> None:
        """Wait while more arrives with every look that the event loop takes at its sockets: a commit beside a busy loop
        takes turns with it for Python's lock, and costs both much more than one that has waited for it."""
        for _ in range(MOST_LOOKS):
            known = len(self._waiting)
            await asyncio.sleep(0)
            if len(self._waiting) == known:
                return

    def _commit(self, batch: Sequence[Write]) -> list[Any]:
        """All in one transaction or, where that fails, in parts, in their order. Never raises."""
        try:
            return self._transact(batch)
        except Exception as problem:
            if len(batch) == 1 or isinstance(problem, Away):
                return [self._told(problem)] * len(batch)
        outcomes: list[Any] = []
        for part in parts(batch):
            away = next((outcome for outcome in outcomes if isinstance(outcome, Away)), None)
            outcomes += self._commit(part) if away is None else [away] * len(part)
        return outcomes

    # Reading

    async def guest_name(self, guest: str) -> str | None:
        return await self._read(lambda connection: readings.guest_name(connection, guest))

    async def devices(self, guest: str) -> list[DeviceRow]:
        return await self._read(lambda connection: readings.devices(connection, guest))

    async def signed_out(self, since: int) -> list[tuple[str, str]]:
        return await self._read(lambda connection: readings.signed_out(connection, since))

    async def former_keys(self) -> list[FormerKey]:
        return await self._read(readings.former_keys)

    async def opened(self, opener: str, lock: str) -> str:
        return await self._read(lambda connection: readings.opened(connection, opener, lock))

    async def lessons(self, since: int) -> list[LessonRow]:
        return await self._read(lambda connection: readings.lessons(connection, since))

    async def lesson(self, code: str) -> LessonRow | None:
        return await self._read(lambda connection: readings.lesson(connection, code))

    async def to_be_found(self, limit: int) -> list[str]:
        return await self._read(lambda connection: readings.to_be_found(connection, limit))

    async def load(self, code: str) -> Saved | None:
        return await self._read(lambda connection: readings.load(connection, code), at_once=True)

    async def since(self, table: int, revision: int, ply: int) -> Since | None:
        return await self._read(lambda connection: readings.since(connection, table, revision, ply))

    async def revisions(self, tables: Sequence[int]) -> dict[int, int]:
        return await self._read(lambda connection: readings.revisions(connection, tables))

    async def running(self, guest: str, limit: int = 50) -> list[str]:
        return await self._read(lambda connection: readings.running(connection, guest, limit))

    async def best_alone(self, game: str, fewest: bool, limit: int = 10) -> list[Best]:
        return await self._read(lambda connection: readings.best_alone(connection, game, fewest, limit))

    async def best_wins(self, game: str, fewest: bool, limit: int = 3) -> list[Best]:
        return await self._read(lambda connection: readings.best_wins(connection, game, fewest, limit))

    async def wins(self, guest: str, game: str) -> tuple[int, int, int]:
        return await self._read(lambda connection: readings.wins(connection, guest, game))

    async def untouched(self, since: int, limit: int) -> list[Untouched]:
        return await self._read(lambda connection: readings.untouched(connection, since, limit))


def write_all(connection: Connection, dialect: Dialect, batch: Sequence[Write]) -> list[Any]:
    """Everything in a batch, inside a transaction; what each write's work returned, or why it was refused."""
    outcomes = refusals(connection, dialect, batch)
    allowed = [place for place, outcome in enumerate(outcomes) if outcome is None]
    insert = queries.insert_actions_listed if dialect.lists else queries.insert_actions
    insert(connection, sorted(actions_of([batch[place] for place in allowed])))
    for place in sorted(allowed, key=lambda place: batch[place].table or LAST):
        if work := batch[place].work:
            batch[place].failed = True
            outcomes[place] = work(connection)
            batch[place].failed = False
    return outcomes


def refusals(connection: Connection, dialect: Dialect, batch: Sequence[Write]) -> list[Any]:
    """Why each write of a batch cannot be, or None.

    Tables are locked in their order, and before leases, so that two processes do not wait for each other."""
    guarded, leases = any(write.guard for write in batch), [write.lease for write in batch if write.lease]
    if not (guarded or leases or dialect.alone):
        return [None] * len(batch)
    held, known = set[queries.HeldLease](), set[queries.Guard]()
    tables = sorted({write.table for write in batch if write.table})
    if guarded or (dialect.alone and tables and (len(batch) > 1 or leases)):
        known = queries.lock_tables(connection, dialect, tables)
    if leases:
        held = queries.held_leases(connection, dialect, leases)
    return [refusal(write, held, known) for write in batch]


def refusal(write: Write, held: set[queries.HeldLease], known: set[queries.Guard]) -> Conflict | None:
    """Why a write cannot be, by the leases and the tables as they are."""
    if write.lease and write.lease not in held:
        return Conflict(LEASE_LOST)
    return Conflict(CHANGED) if write.guard and write.guard not in known else None


def parts(batch: Sequence[Write]) -> list[Sequence[Write]]:
    """A batch that failed, taken apart: around the write that is to blame or, where none is known, in the middle."""
    blamed = next((place for place, write in enumerate(batch) if write.failed), None)
    if blamed is None:
        return [batch[: len(batch) // 2], batch[len(batch) // 2 :]]
    batch[blamed].failed = False
    return [part for part in (batch[:blamed], batch[blamed : blamed + 1], batch[blamed + 1 :]) if part]


def actions_of(batch: Sequence[Write]) -> list[queries.ActionRow]:
    return [row for write in batch for row in write.actions]


def now() -> int:
    return int(time.time())


def rows(table: int, ply: int, actions: Sequence[int]) -> list[queries.ActionRow]:
    at = now()
    return [(table, ply + i, action, at, ply) for i, action in enumerate(actions)]
