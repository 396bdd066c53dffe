"""Expensive questions (advice, reviews, replays): a queue behind the bots, fair by network address and by guest.

One computation serves all callers with the same key, and its answer is cached. Threads work in time slices of a few
hundredths of a second, and the next slice goes to the guest who has had least time, by network address first: a long
computation keeps nobody else waiting, and nobody gains by asking more. A question is dropped when its last caller has
gone, even while it is being worked on.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from starlette.requests import Request

from asterism.think.jobs import Busy, Job, NoWorkers, WorkerPool

from ..wire.refusal import Refusal
from .fair_queue import Dropped, FairQueue, Queued
from .time_slices import SLICE, Slice, TimeSlices

T = TypeVar("T")
Step = Callable[[], None]
Work = Callable[[Step], T]

MOST_OF_GUEST = 4  # open questions of one guest
MOST_OF_ADDRESS = 40  # of all guests of one network address (a class may share one)
MOST = 400  # of everybody
MOST_BEGUN = (
    4  # that share each thread; an address has at most one for each thread, so that it cannot take the places of all
)
GIVE_WAY = 0.25  # seconds for which a question waits at most while bots think; then it has a time slice
GIVE_WAY_STEP = 0.005  # seconds


def ask_workers(
    workers: WorkerPool | None, job: Job, owner: str, step: Step, read: Callable[[bytes], T]
) -> tuple[T] | None:
    """The answer of a worker process, waited for on a thread; None where there is no worker."""
    try:
        return (read(workers.wait_for(job, "people", owner, step)),) if workers is not None else None
    except NoWorkers:
        return None
    except Busy:
        raise Refusal("too-fast", "those who work it out are busy: ask again in a moment") from None


@dataclass(frozen=True)
class Asker:
    """The guest and network address that the time of a question is charged to."""

    guest: str
    address: str


@dataclass(eq=False)
class Study(Queued):
    """A question; its owner is the network address, and the guest there who asked it first."""

    key: Hashable = None
    keep: bool = True  # its answer is remembered
    waiting: int = 0  # callers
    dropped: bool = False


class Studies(FairQueue[Study]):
    """A queue of questions. `busy` says whether bots are thinking; `keep` is how many answers are remembered."""

    def __init__(self, name: str, threads: int, keep: int, busy: Callable[[], bool]) -> None:
        super().__init__(ThreadPoolExecutor(threads * MOST_BEGUN, name), threads * MOST_BEGUN)
        self._threads, self._keep, self._bots_busy = threads, keep, busy
        self._slices = TimeSlices(threads, self.used)
        self._open: dict[Hashable, Study] = {}  # waiting or at work, not dropped
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()

    async def ask(self, key: Hashable, asker: Asker, work: Work[T], keep: bool = True) -> T:
        """The answer that `work` computes, once for all callers with this key; cached if `keep`.

        `work` runs on a thread and calls its argument between its steps, as often as it likes: that yields to bots and
        to other questions, and raises Dropped when nobody waits for the answer."""
        if key in self._kept:
            self._kept.move_to_end(key)
            kept: T = self._kept[key]
            return kept
        study = self._open.get(key)
        if study is None:
            self._check_share(asker)
            done = asyncio.get_running_loop().create_future()
            study = self._open[key] = Study((asker.address, asker.guest), lambda: None, done, key=key, keep=keep)
            study.work = partial(self._work, study, work)
            self.put(study)
        study.waiting += 1
        try:
            found: T = await asyncio.shield(study.done)
            return found
        finally:
            study.waiting -= 1
            if study.waiting == 0 and not study.done.done():
                self._drop(study)

    def _check_share(self, asker: Asker) -> None:
        """Refuse a question where too many of the guest, of the address or of everybody are open."""
        owners = [other.owner for other in self._open.values()]
        if (
            self.closed
            or len(owners) >= MOST
            or owners.count((asker.address, asker.guest)) >= MOST_OF_GUEST
            or sum(address == asker.address for address, _ in owners) >= MOST_OF_ADDRESS
        ):
            raise Refusal("too-fast", "much is being worked out already: ask again in a moment")

    def _begun_of(self, study: Study) -> int:
        """The number of studies at work of the same network address."""
        return sum(other.owner[0] == study.owner[0] for other in self._working)

    def may_begin(self, job: Study) -> bool:
        return self._begun_of(job) < self._threads

    def rank(self, job: Study) -> Any:
        return self._begun_of(job), self.used.of(job.owner)

    def _work(self, study: Study, work: Work[Any]) -> Any:
        """Do the work of a study on its thread, in time slices."""
        own = Slice(study.owner)

        def given_up() -> bool:
            return study.dropped or self.closed

        waited = 0.0  # when bots last made this study wait as long as they may

        def step() -> None:
            nonlocal waited
            if self._slices.used_up(own):
                self._slices.pass_on(own, given_up)
            if self._bots_busy() and time.monotonic() - waited > SLICE:
                self._give_way()
                waited = time.monotonic()
            if given_up():
                raise Dropped

        self._slices.take(own, given_up)
        try:
            step()
            return work(step)
        finally:
            self._slices.leave(own)

    def _give_way(self) -> None:
        """Wait while bots are thinking, up to a limit."""
        until = time.monotonic() + GIVE_WAY
        while self._bots_busy() and time.monotonic() < until:
            time.sleep(GIVE_WAY_STEP)

    def ended(self, job: Study) -> None:
        self._forget(job)
        if job.keep and not job.done.cancelled() and job.done.exception() is None:
            self._kept[job.key] = job.done.result()
        while len(self._kept) > self._keep:
            self._kept.popitem(last=False)

    def _drop(self, study: Study) -> None:
        study.dropped = True
        self._slices.wake()
        self._forget(study)
        self.drop(study)
        study.done.cancel()

    def _forget(self, study: Study) -> None:
        if self._open.get(study.key) is study:  # dropped ones may have been asked for anew
            del self._open[study.key]

    def close(self) -> None:
        self.closed = True
        self._slices.wake()
        for study in list(self._open.values()):
            study.done.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)


async def while_connected(request: Request, work: Any) -> Any:
    """The result of `work`, which is cancelled when the client of this request disconnects."""
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
    """Return when the client of a request has disconnected."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
