"""A fair queue: jobs of several owners on a pool of threads, the next one by a rank such as who has had least time."""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

Owner = tuple[str, ...]  # from the wider to the narrower: a network address and a guest there, or a guest alone


class Dropped(Exception):
    """Ends a job for whose result nobody waits any more."""


class TimeUsed:
    """Seconds of work that each owner has had, and each wider owner they belong to."""

    def __init__(self) -> None:
        self._seconds: defaultdict[Owner, float] = defaultdict(float)

    def charge(self, owner: Owner, seconds: float) -> None:
        for i in range(len(owner)):
            self._seconds[owner[: i + 1]] += seconds

    def of(self, owner: Owner) -> list[float]:
        """Seconds of the widest owner first, to compare by."""
        return [self._seconds.get(owner[: i + 1], 0.0) for i in range(len(owner))]

    def forget(self) -> None:
        self._seconds.clear()


@dataclass(eq=False)
class Queued:
    """Work for a thread, and the future that its caller waits for."""

    owner: Owner
    work: Callable[[], Any]
    done: asyncio.Future[Any]
    began: float = 0.0  # `time.perf_counter`


J = TypeVar("J", bound=Queued)


class FairQueue(ABC, Generic[J]):
    """Jobs that wait, and those at work, at most `most` at a time. For use on one event loop."""

    def __init__(self, pool: ThreadPoolExecutor, most: int) -> None:
        self.used = TimeUsed()  # forgotten when nothing waits or works, since there is nothing to share then
        self.closed = False
        self._pool, self._most = pool, most
        self._waiting: list[J] = []
        self._working: list[J] = []  # dropped ones too, until their thread has ended

    @abstractmethod
    def may_begin(self, job: J) -> bool:
        """Whether a job is within the limits of its owner, by those at work."""

    @abstractmethod
    def rank(self, job: J) -> Any:
        """The sort key of waiting jobs: the least is next."""

    @abstractmethod
    def ended(self, job: J) -> None:
        """Do what follows when a thread has ended, such as to charge its time."""

    @property
    def busy(self) -> bool:
        """Whether any job waits or is at work."""
        return bool(self._waiting or self._working)

    def put(self, job: J) -> None:
        self._waiting.append(job)
        self._begin()

    def drop(self, job: J) -> None:
        """Take a job out, unless it is at work."""
        if job in self._waiting:
            self._waiting.remove(job)

    def _begin(self) -> None:
        """Begin the jobs that are next while a thread is free."""
        while len(self._working) < self._most and (able := [job for job in self._waiting if self.may_begin(job)]):
            job = min(able, key=self.rank)
            self._waiting.remove(job)
            self._working.append(job)
            job.began = time.perf_counter()
            working = asyncio.get_running_loop().run_in_executor(self._pool, job.work)
            working.add_done_callback(partial(self._end, job))

    def _end(self, job: J, worked: asyncio.Future[Any]) -> None:
        self._working.remove(job)
        problem = None if worked.cancelled() else worked.exception()
        if not job.done.done():
            if worked.cancelled() or isinstance(problem, Dropped):
                job.done.cancel()
            elif problem is not None:
                job.done.set_exception(problem)
                job.done.exception()  # retrieved: nobody may wait for it
            else:
                job.done.set_result(worked.result())
        self.ended(job)
        if not self.closed:
            self._begin()
            if not self.busy:
                self.used.forget()
