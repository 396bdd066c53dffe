"""Who does the work: this process, its threads (compiled players need no more) or processes of this machine."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager

from . import stage
from .batch import Batch, Rows


@contextmanager
def workers(count: int, compiled: bool) -> Iterator[Executor | None]:
    """So many who work at a time; None: whoever asks does it. Left early, they begin nothing more."""
    if count == 1:
        yield None
        return
    pool: Executor
    if compiled:
        pool = ThreadPoolExecutor(count)
    else:
        pool = ProcessPoolExecutor(count, multiprocessing.get_context("spawn"), initializer=_ignore_ctrl_c)
    try:
        yield pool
    finally:
        pool.shutdown(wait=compiled, cancel_futures=True)


def _ignore_ctrl_c() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def played(pool: Executor | None, batches: Iterable[Batch], count: int) -> Iterator[Rows]:
    """The rows of all batches in their order, whoever was ready first. No more is begun than is soon asked for."""
    if pool is None:
        yield from map(stage.play, batches)
        return
    waiting: deque[Future[Rows]] = deque()
    for batch in batches:
        waiting.append(pool.submit(stage.play, batch))
        if len(waiting) >= 2 * count:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def all_cores() -> int:
    return os.cpu_count() or 1
