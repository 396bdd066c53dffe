"""The store on PostgreSQL, which many processes may use at once.

Where a connection is lost before the answer to a commit came, the next connection looks up whether that batch was
committed (`postgres_writer.py`). So a write is acknowledged only if it is stored, and tried again only if it is not.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar, TypeVarTuple

import psycopg
from psycopg import errors

from . import postgres_schema
from .batches import Away, Observe, Write
from .postgres_link import Link, NoConnection, as_failure, place_of
from .postgres_writer import Unmarked, Writer
from .queries import Dialect, SqlConnection
from .rows import REMEMBERED, BadStore, Pulse, StoreFailed, Unknown
from .store import Store

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
ANYONE = "PostgreSQL"  # what players are told of where the store is; the log has the address
READERS = 4  # queries at once
ANSWER_SECONDS = 5.0  # for a query, which may hold up a table
SETTLE_SECONDS = 5.0  # for which a lost connection is tried again, where the outcome of a write hangs on it
NO_USE_SECONDS = 1.0  # after a failed connection, in which further queries fail at once
TRIES = 3  # of a batch that failed by no fault of its own

PULSE_SECONDS = 0.9  # since the last heartbeat of any process; then one is written
BREAK_SECONDS = 5.0  # without a heartbeat are an outage
SET_BACK = 1.0  # seconds by which the machine's clock must go back to count as set back
CLOCK = "cast(extract(epoch from clock_timestamp()) as double precision)"
FORGOTTEN = "delete from writers where since < now() - interval '30 days'"  # of processes that were killed


class AwayAndUnknown(Away, Unknown):
    """The connection was lost before the answer to a commit came."""


def check(url: str, moving: bool = False) -> None:
    """Create the store at an address, or migrate it to the newest schema; BadStore if it cannot be used.

    A store half filled by `move-store` is refused unless `moving`."""
    link = Link(url, writes=True)
    try:
        postgres_schema.prepare(link)
        if not moving:
            postgres_schema.refuse_half_filled(link)
    finally:
        link.close()


def feel_pulse(connection: SqlConnection) -> Pulse:
    """Record a heartbeat and, where there was none for a while, an outage.

    Where the clock of PostgreSQL's machine is set back, time goes on from where it was; where it is set ahead, that
    counts as an outage."""
    (now, seen) = connection.execute(f"select {CLOCK} + ahead, seen from asterism").fetchone()
    if now - seen > PULSE_SECONDS or seen - now > SET_BACK:
        (seen,) = connection.execute("select seen from asterism for update").fetchone()  # one at a time
        back = f"case when seen - {CLOCK} - ahead > {SET_BACK} then seen - {CLOCK} else ahead end"
        connection.execute(f"update asterism set ahead = {back}")
        (now,) = connection.execute(
            f"update asterism set seen = greatest(seen, {CLOCK} + ahead) returning seen"
        ).fetchone()
        if now - seen > BREAK_SECONDS:
            connection.execute("insert into breaks (began, ended) values (?, ?)", (seen, now))
    breaks = connection.execute("select began, ended from breaks where ended > ? order by ended", (now - REMEMBERED,))
    return Pulse(now=now, breaks=tuple((began, ended) for began, ended in breaks))


class PostgresStore(Store):
    """A `Store` in a database of PostgreSQL."""

    dialect = Dialect(
        clock=CLOCK,
        share="for share",
        alone="for no key update",
    )

    def __init__(self, url: str, observe: Observe = lambda size, seconds: None) -> None:
        check(url)
        super().__init__(observe)
        self.url = url
        self.place = place_of(url)
        self._mine = threading.local()  # each reader's connection
        self._links: list[Link] = []
        self._in_vain: tuple[float, str, str] = (0.0, "", "")  # until when no reader tries to connect, and why
        self._reader = ThreadPoolExecutor(READERS, "store-reader")
        self._now_writing: Writer | None = None
        self._unsettled: list[Writer] = []  # whose last batch may have been committed; settled before the next write
        try:
            self._connected().link.execute(FORGOTTEN)
        except (Away, psycopg.Error) as problem:
            raise BadStore(str(as_failure(self.place, problem))) from None

    async def key(self) -> bytes:
        found = await self._read(lambda connection: connection.execute("select key from asterism").fetchone())
        return bytes(found[0])

    async def pulse(self, lightly: bool = False) -> Pulse:
        found: Pulse = await self._write(work=feel_pulse)  # every batch is counted, so it always writes
        return found

    def _transact(self, batch: Sequence[Write]) -> list[Any]:
        """Commit a batch; where its connection is lost, find out whether it was committed, and try again if not."""
        for last in [False] * (TRIES - 1) + [True]:
            writer = self._connected()
            try:
                return writer.transact(self.dialect, batch)
            except Exception as problem:
                if not writer.link.is_lost_by(problem) and not isinstance(problem, Unmarked):
                    writer.undo()
                    if last or not isinstance(problem, errors.DeadlockDetected):
                        raise
                    continue
                self._let_go()
                if self._settle(writer):
                    assert writer.outcomes is not None
                    return writer.outcomes
        raise Away(f"{ANYONE} breaks off again and again; nothing was written")

    def _connected(self) -> Writer:
        if self._now_writing is None:
            try:
                self._now_writing = Writer(self.url)
                self._in_vain = (0.0, "", "")
                while self._unsettled:
                    if self._now_writing.became_of(self._unsettled[0]) is not None:
                        self._unsettled.pop(0)
            except (BadStore, psycopg.Error) as problem:
                self._let_go()
                raise self._away(problem) from None
        return self._now_writing

    def _settle(self, lost: Writer) -> bool:
        """Whether the last batch of a lost connection was committed; if not, from now on it cannot be."""
        end = time.monotonic() + SETTLE_SECONDS
        while True:
            try:
                if (known := self._connected().became_of(lost)) is not None:
                    return known
            except (Away, psycopg.Error) as problem:
                self._let_go()
                if time.monotonic() > end:
                    if lost.sent:
                        self._unsettled.append(lost)
                        words = f"{as_failure(ANYONE, problem)}; whether the last write was stored is not known"
                        raise AwayAndUnknown(words, as_failure(self.place, problem).log) from None
                    raise Away(str(as_failure(ANYONE, problem)), as_failure(self.place, problem).log) from None
                time.sleep(0.1)

    def _let_go(self) -> None:
        """Close the writing connection; the next write makes another."""
        if self._now_writing is not None:
            self._now_writing.link.close()
            self._now_writing = None

    def _as_failure(self, problem: Exception) -> StoreFailed:
        return as_failure(ANYONE, problem)

    def _away(self, problem: Exception) -> Away:
        """The failure of a store that cannot be reached, with the address only for the log."""
        reason = problem.reason if isinstance(problem, NoConnection) else "cannot be used"
        return Away(f"{ANYONE} {reason}", str(as_failure(self.place, problem)))

    async def _read(self, work: Callable[[SqlConnection, *Ts], T], *args: *Ts, at_once: bool = False) -> T:
        if self._closed:
            raise StoreFailed("the store is closed")
        return await asyncio.get_running_loop().run_in_executor(
            self._reader, self._ask, lambda connection: work(connection, *args), at_once
        )

    def _ask(self, work: Callable[[SqlConnection], T], at_once: bool) -> T:
        """Run a query on a reader's thread. A lost connection is replaced once; not one that was given up because
        PostgreSQL did not answer, since another would not be answered either."""
        for fresh in (False, True):
            link = self._reading(fresh)
            try:
                if at_once:
                    link.execute("begin isolation level repeatable read")
                found = work(link)
                if at_once:
                    link.execute("commit")
                return found
            except Exception as problem:
                again = link.is_lost_by(problem) and not fresh
                link.roll_back()
                if link.late:
                    words = f"{ANYONE} does not answer", f"{self.place} does not answer"
                    self._in_vain = time.monotonic() + NO_USE_SECONDS, *words
                    raise Away(*words) from None
                if not again:
                    raise self._as_failure(problem) from None
        raise AssertionError("not reached")

    def _reading(self, fresh: bool) -> Link:
        """The connection of this thread; `fresh`: a new one."""
        link: Link | None = getattr(self._mine, "link", None)
        if link is not None and (fresh or link.lost):
            self._links.remove(link)
            link.close()
            link = self._mine.link = None
        if link is None:
            until, *why = self._in_vain
            if time.monotonic() < until:
                raise Away(*why)
            try:
                link = self._mine.link = Link(self.url, writes=False, patience=ANSWER_SECONDS)
            except BadStore as problem:
                away = self._away(problem)
                self._in_vain = time.monotonic() + NO_USE_SECONDS, str(away), away.log
                raise away from None
            self._links.append(link)
        return link

    def _release(self) -> None:
        for threads in (self._writer, self._reader):
            threads.shutdown()
        for link in self._links:
            link.close()
        if self._now_writing is not None:
            self._now_writing.close()
