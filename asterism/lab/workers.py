"""Playing ranges of matches in parallel: by threads (compiled players), by processes (bots), or on a Ray cluster."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache

from . import simulator
from .batch import MatchRange, Rows
from .cluster import Cluster, PendingRows

Cores = int | Cluster  # the number of cores of this machine to use, or a cluster


class Processes:
    """Worker processes of this machine."""

    def __init__(self, executor: Executor, count: int) -> None:
        self._executor, self.count = executor, count

    def submit(self, work: MatchRange, rows: Rows) -> Future[Rows]:
        """Have a range played; the result is a copy, not `rows`."""
        return self._executor.submit(simulator.play, work)


class Threads(Processes):
    """Worker threads of this process."""

    def submit(self, work: MatchRange, rows: Rows) -> Future[Rows]:
        """Have a range played into `rows`: nothing is copied."""
        return self._executor.submit(simulator.fill_rows, work, rows)


Pool = Processes | Cluster


@contextmanager
def workers(cores: Cores, compiled: bool) -> Iterator[Pool | None]:
    """The workers for so many cores; None for one core: the caller then plays itself."""
    if isinstance(cores, Cluster):
        yield cores
    elif cores == 1:
        yield None
    elif compiled:
        with ThreadPoolExecutor(cores) as threads:
            yield Threads(threads, cores)
    else:
        yield Processes(_processes(cores), cores)


@cache
def _processes(count: int) -> Executor:
    """The process pool, which is kept for the next run, since processes start slowly."""
    return ProcessPoolExecutor(count, multiprocessing.get_context("spawn"), initializer=_begin)


def _begin() -> None:
    """Start a worker process: it leaves Ctrl-C to its parent, and ends when its parent has died."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
    os._exit(1)


def play_all(pool: Pool | None, works: Iterable[tuple[MatchRange, Rows]]) -> Iterator[Rows]:
    """Fill the blank rows of all ranges, and yield them in the order of the ranges. At most two ranges a worker are
    begun before their rows are taken."""
    if pool is None:
        for work, rows in works:
            yield simulator.fill_rows(work, rows)
        return
    waiting: deque[tuple[Future[Rows] | PendingRows, Rows]] = deque()
    try:
        for work, rows in works:
            waiting.append((pool.submit(work, rows), rows))
            if len(waiting) >= 2 * pool.count:
                yield _filled(*waiting.popleft())
        while waiting:
            yield _filled(*waiting.popleft())
    finally:
        for pending, _ in waiting:
            pending.cancel()


def _filled(pending: Future[Rows] | PendingRows, rows: Rows) -> Rows:
    """Wait until the rows were played."""
    made = pending.result()
    if made is not rows:
        rows.fill_from(made)
    return rows
