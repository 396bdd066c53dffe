"""Expensive questions (advice, reviews, replays): a queue behind the bots, with a fair share for everyone who asks.

One computation serves all who ask for the same, and its answer is kept for those who ask later. Of the questions that
wait, the next is one of whoever has had least, by address first and by guest then, so that nobody gains by asking
more. What nobody waits for any more is dropped, also while it is being worked on.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from starlette.requests import Request

from asterism.think.jobs import Busy, Elsewhere, Job, NoWorkers

from .refusal import Refusal

T = TypeVar("T")
Work = Callable[[Callable[[], None]], T]

MOST_OF_GUEST = 4  # questions of one guest that wait or are worked on
MOST_OF_ADDRESS = 40  # of all guests of one network address (a class may share one)
MOST = 400  # of everybody
GIVE_WAY = 0.25  # seconds that a step of a study waits at most while bots are thinking
GIVE_WAY_STEP = 0.005  # seconds


def found_elsewhere(
    elsewhere: Elsewhere | None, job: Job, who: str, step: Callable[[], None], read: Callable[[bytes], T]
) -> tuple[T] | None:
    """What another process found out, if there is one to ask; on a thread."""
    try:
        return (read(elsewhere.wait_for(job, "people", who, step)),) if elsewhere is not None else None
    except NoWorkers:
        return None
    except Busy:
        raise Refusal("too-fast", "those who work it out are busy: ask again in a moment") from None


class Dropped(Exception):
    """Nobody waits for this study any more."""


@dataclass(frozen=True)
class Asker:
    """Whose share a question is taken from."""

    guest: str
    address: str


@dataclass(eq=False)
class Study:
    """One question that is worked on, and how many wait for it."""

    key: Hashable
    asker: Asker
    work: Work[Any]
    keep: bool
    done: asyncio.Future[Any]
    waiting: int = 0
    dropped: bool = False


class Studies:
    """One queue. `busy` says whether bots are thinking; `keep` is how many answers are remembered."""

    def __init__(self, name: str, threads: int, keep: int, busy: Callable[[], bool]) -> None:
        self._pool = ThreadPoolExecutor(threads, name)
        self._threads, self._keep, self._busy = threads, keep, busy
        self._queue: list[Study] = []
        self._open: dict[Hashable, Study] = {}  # queued or worked on
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()
        self._shares: Counter[tuple[str, str]] = Counter()  # studies begun for each address and guest
        self._working = 0
        self._closed = False

    async def ask(self, key: Hashable, asker: Asker, work: Work[T], keep: bool = True) -> T:
        """The answer that `work` finds, computed once for everyone who asks for this key, and kept if it is small.

        `work` runs on a thread and calls what it is given between its steps: that gives way to the bots, and ends the
        work where nobody waits for it."""
        if key in self._kept:
            self._kept.move_to_end(key)
            kept: T = self._kept[key]
            return kept
        study = self._open.get(key)
        if study is None:
            self._check_share(asker)
            study = Study(key, asker, work, keep, asyncio.get_running_loop().create_future())
            self._open[key] = study
            self._queue.append(study)
            self._begin()
        study.waiting += 1
        try:
            found: T = await asyncio.shield(study.done)
            return found
        finally:
            study.waiting -= 1
            if study.waiting == 0 and not study.done.done():
                self._drop(study)

    def _check_share(self, asker: Asker) -> None:
        others = self._open.values()
        if (
            self._closed
            or len(self._open) >= MOST
            or sum(1 for other in others if other.asker == asker) >= MOST_OF_GUEST
            or sum(1 for other in others if other.asker.address == asker.address) >= MOST_OF_ADDRESS
        ):
            raise Refusal("too-fast", "much is being worked out already: ask again in a moment")

    def _begin(self) -> None:
        """Work on what is next, as long as a thread is free."""
        while self._queue and self._working < self._threads:
            study = min(self._queue, key=lambda waiting: self._had(waiting.asker))
            self._queue.remove(study)
            self._shares["address", study.asker.address] += 1
            self._shares["guest", study.asker.guest] += 1
            self._working += 1
            running = asyncio.get_running_loop().run_in_executor(self._pool, self._work, study)
            running.add_done_callback(partial(self._ended, study))

    def _had(self, asker: Asker) -> tuple[int, int]:
        return self._shares["address", asker.address], self._shares["guest", asker.guest]

    def _work(self, study: Study) -> Any:
        def step() -> None:
            until = time.monotonic() + GIVE_WAY
            while self._busy() and time.monotonic() < until:
                time.sleep(GIVE_WAY_STEP)
            if study.dropped or self._closed:
                raise Dropped

        step()
        return study.work(step)

    def _ended(self, study: Study, ended: asyncio.Future[Any]) -> None:
        self._working -= 1
        self._forget(study)
        problem = None if ended.cancelled() else ended.exception()
        if not study.done.done():
            if ended.cancelled() or isinstance(problem, Dropped):
                study.done.cancel()
            elif problem is not None:
                study.done.set_exception(problem)
                study.done.exception()  # seen: nobody may wait for it
            else:
                study.done.set_result(ended.result())
                if study.keep:
                    self._kept[study.key] = ended.result()
                while len(self._kept) > self._keep:
                    self._kept.popitem(last=False)
        if self._closed:
            return
        self._begin()
        if not self._working:
            self._shares.clear()

    def _drop(self, study: Study) -> None:
        study.dropped = True
        self._forget(study)
        if study in self._queue:
            self._queue.remove(study)
        study.done.cancel()

    def _forget(self, study: Study) -> None:
        if self._open.get(study.key) is study:  # dropped ones may have been asked for anew
            del self._open[study.key]

    def close(self) -> None:
        self._closed = True
        for study in list(self._open.values()):
            study.done.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)


async def while_connected(request: Request, work: Any) -> Any:
    """What `work` returns; it is cancelled when whoever asked has gone."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_left(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise Refusal("too-fast", "nobody waits for this any more")  # said to nobody
        return working.result()
    finally:
        working.cancel()
        leaving.cancel()


async def _left(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
