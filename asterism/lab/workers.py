"""Who does the work: this process, its threads (compiled players need no more), processes of this machine, or Ray."""

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

from . import stage
from .batch import Batch, Rows
from .cluster import Cluster, Work

Cores = int | Cluster  # how many work at a time, or those of other machines


class Processes:
    """Those of this machine, who are asked as a cluster is."""

    def __init__(self, executor: Executor, count: int) -> None:
        self._executor, self.count = executor, count

    def submit(self, batch: Batch, rows: Rows) -> Future[Rows]:
        return self._executor.submit(stage.play, batch)


class Threads(Processes):
    """They write where the rows are wanted: nothing is copied."""

    def submit(self, batch: Batch, rows: Rows) -> Future[Rows]:
        return self._executor.submit(stage.fill_rows, batch, rows)


Pool = Processes | Cluster


@contextmanager
def workers(cores: Cores, compiled: bool) -> Iterator[Pool | None]:
    """So many who work at a time; None: whoever asks does it. Left early, they begin nothing more."""
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
    """Kept for the next run: they begin slowly."""
    return ProcessPoolExecutor(count, multiprocessing.get_context("spawn"), initializer=_begin)


def _begin() -> None:
    """Ctrl-C is for whoever asked; and nobody waits for work from someone who was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
    os._exit(1)


def played(pool: Pool | None, batches: Iterable[tuple[Batch, Rows]]) -> Iterator[Rows]:
    """Fill the blank rows of all batches, in their order, whoever was ready first. No more is begun than is soon asked
    for."""
    if pool is None:
        for batch, rows in batches:
            yield stage.fill_rows(batch, rows)
        return
    waiting: deque[tuple[Future[Rows] | Work, Rows]] = deque()
    try:
        for batch, rows in batches:
            waiting.append((pool.submit(batch, rows), rows))
            if len(waiting) >= 2 * pool.count:
                yield _filled(*waiting.popleft())
        while waiting:
            yield _filled(*waiting.popleft())
    finally:
        for work, _ in waiting:
            work.cancel()


def _filled(work: Future[Rows] | Work, rows: Rows) -> Rows:
    """These rows, once whoever plays them is ready."""
    made = work.result()
    if made is not rows:
        rows.take(made)
    return rows
