"""Group commit: all writes that wait share one transaction.

A commit waits for the disk, and while it waits more writes arrive; they all share the next one. So the busier it gets,
the more moves a commit carries. A write whose condition does not hold is refused, and the others are committed; a batch
that fails is split until only the faulty write is refused. How a batch is committed is for the engine (`sqlite.py`,
`postgres.py`).
"""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from . import queries
from .queries import CHANGED, LEASE_LOST, Dialect, SqlConnection
from .rows import Conflict, StoreFailed

Work = Callable[[SqlConnection], Any]
Observe = Callable[[int, float], None]  # takes the number of writes of a batch, and the seconds its commit took
MOST_LOOKS = 64  # at sockets, while more and more wait to be written
LAST = 1 << 62  # after every table


class Away(StoreFailed):
    """The store cannot be reached, so trying each write of a batch by itself is useless."""


@dataclass(eq=False, repr=False, slots=True)
class Write:
    """A write: actions, which a batch inserts all at once, any other statements (`work`), and their conditions."""

    done: asyncio.Future[Any]
    table: int = 0  # id of the table it changes; 0: none
    actions: Sequence[queries.ActionRow] = ()
    work: Work | None = None
    guard: queries.Guard | None = None
    lease: queries.HeldLease | None = None
    failed: bool = False  # its work raised, so it is the one to blame


class GroupCommit(ABC):
    """A queue of writes, committed in batches by a thread of its own."""

    dialect: Dialect

    def __init__(self, observe: Observe) -> None:
        self._observe = observe
        self._writer = ThreadPoolExecutor(1, "store-writer")
        self._waiting: list[Write] = []
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    @abstractmethod
    def _transact(self, batch: Sequence[Write]) -> list[Any]:
        """Commit all of these on the writer's thread, or raise and leave nothing behind."""

    @abstractmethod
    def _as_failure(self, problem: Exception) -> StoreFailed:
        """Translate an exception of the engine."""

    async def _write(
        self,
        table: int = 0,
        actions: Sequence[queries.ActionRow] = (),
        work: Work | None = None,
        guard: queries.Guard | None = None,
        lease: queries.HeldLease | None = None,
    ) -> Any:
        """Queue a write; returns what `work` returned when it is durable."""
        if self._closed:
            raise StoreFailed("the store is closed")
        loop = asyncio.get_running_loop()
        write = Write(loop.create_future(), table, actions, work, guard, lease)
        self._waiting.append(write)
        if self._task is None:
            self._task = loop.create_task(self._drain())
        return await write.done

    async def _drain(self) -> None:
        """Commit batches until no write waits."""
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                await self._let_more_arrive()
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

    async def _let_more_arrive(self) -> None:
        """Wait while each pass of the event loop over its sockets brings more writes: a commit beside a busy loop
        contends with it for Python's lock (the GIL), and costs both much more than one that has waited."""
        for _ in range(MOST_LOOKS):
            known = len(self._waiting)
            await asyncio.sleep(0)
            if len(self._waiting) == known:
                return

    def _commit(self, batch: Sequence[Write]) -> list[Any]:
        """Commit a batch in one transaction or, where that fails, in parts, in their order. Never raises."""
        try:
            return self._transact(batch)
        except Exception as problem:
            if len(batch) == 1 or isinstance(problem, Away):
                return [self._as_failure(problem)] * len(batch)
        outcomes: list[Any] = []
        for part in split(batch):
            away = next((outcome for outcome in outcomes if isinstance(outcome, Away)), None)
            outcomes += self._commit(part) if away is None else [away] * len(part)
        return outcomes


def write_all(connection: SqlConnection, dialect: Dialect, batch: Sequence[Write]) -> list[Any]:
    """Execute a batch inside a transaction; returns for each write what its work returned, or why it was refused."""
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


def refusals(connection: SqlConnection, dialect: Dialect, batch: Sequence[Write]) -> list[Any]:
    """Check the conditions of a batch: for each write a Conflict, or None.

    Tables are locked in the order of their ids, and before leases, so that two processes cannot deadlock."""
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
    """A Conflict where the lease or the revision that a write needs is not there."""
    if write.lease and write.lease not in held:
        return Conflict(LEASE_LOST)
    return Conflict(CHANGED) if write.guard and write.guard not in known else None


def split(batch: Sequence[Write]) -> list[Sequence[Write]]:
    """Split a batch that failed: around the write that is to blame or, where none is known, in the middle."""
    blamed = next((place for place, write in enumerate(batch) if write.failed), None)
    if blamed is None:
        return [batch[: len(batch) // 2], batch[len(batch) // 2 :]]
    batch[blamed].failed = False
    return [part for part in (batch[:blamed], batch[blamed : blamed + 1], batch[blamed + 1 :]) if part]


def actions_of(batch: Sequence[Write]) -> list[queries.ActionRow]:
    return [row for write in batch for row in write.actions]
