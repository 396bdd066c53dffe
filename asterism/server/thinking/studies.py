"""Expensive questions (advice, reviews, replays): a queue behind the bots, with a fair share for everyone who asks.

One computation serves all who ask for the same, and its answer is kept for those who ask later. Threads work in turns
of a few hundredths of a second, and the next turn is that of the guest who has had least time, by network address
first: a long computation keeps nobody else waiting, and nobody gains by asking more. What nobody waits for any more is
dropped, also while it is being worked on.
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

from ..wire.refusal import Refusal
from .turns import SLICE, Turn, Turns, Who

T = TypeVar("T")
Step = Callable[[], None]
Work = Callable[[Step], T]

MOST_OF_GUEST = 4  # questions of one guest that wait or are worked on
MOST_OF_ADDRESS = 40  # of all guests of one network address (a class may share one)
MOST = 400  # of everybody
MOST_BEGUN = 4  # that take turns on each thread; each of another address, so that one cannot fill the places of all
GIVE_WAY = 0.25  # seconds that a study waits at most while bots are thinking; then it works for a turn's time
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

    @property
    def who(self) -> Who:
        """Whose turns they are."""
        return self.address, self.guest


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
        self._pool = ThreadPoolExecutor(threads * MOST_BEGUN, name)
        self._threads, self._keep, self._busy = threads, keep, busy
        self._turns = Turns(threads)
        self._queue: list[Study] = []
        self._open: dict[Hashable, Study] = {}  # queued or worked on
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()
        self._begun: list[Study] = []  # on a thread, dropped ones too until they have ended
        self._closed = False

    async def ask(self, key: Hashable, asker: Asker, work: Work[T], keep: bool = True) -> T:
        """The answer that `work` finds, computed once for everyone who asks for this key, and kept if it is small.

        `work` runs on a thread and calls what it is given between its steps, as often as it likes: that gives way to
        the bots and to the work of others, and ends the work where nobody waits for it."""
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
        """Begin what is next, as long as there is room: an address has as many at a time as there are threads."""
        while len(self._begun) < self._threads * MOST_BEGUN:
            addresses = Counter(study.asker.address for study in self._begun)
            able = [study for study in self._queue if addresses[study.asker.address] < self._threads]
            if not able:
                return
            study = min(
                able, key=lambda waiting: (addresses[waiting.asker.address], self._turns.had(waiting.asker.who))
            )
            self._queue.remove(study)
            self._begun.append(study)
            running = asyncio.get_running_loop().run_in_executor(self._pool, self._work, study)
            running.add_done_callback(partial(self._ended, study))

    def _work(self, study: Study) -> Any:
        turn = Turn(study.asker.who)

        def given_up() -> bool:
            return study.dropped or self._closed

        waited = 0.0  # when bots last made this study wait as long as they may

        def step() -> None:
            nonlocal waited
            if self._turns.used_up(turn):
                self._turns.pass_on(turn, given_up)
            if self._busy() and time.monotonic() - waited > SLICE:
                self._give_way()
                waited = time.monotonic()
            if given_up():
                raise Dropped

        self._turns.take(turn, given_up)
        try:
            step()
            return study.work(step)
        finally:
            self._turns.leave(turn)

    def _give_way(self) -> None:
        until = time.monotonic() + GIVE_WAY
        while self._busy() and time.monotonic() < until:
            time.sleep(GIVE_WAY_STEP)

    def _ended(self, study: Study, ended: asyncio.Future[Any]) -> None:
        self._begun.remove(study)
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
        if not self._begun:
            self._turns.forget()

    def _drop(self, study: Study) -> None:
        study.dropped = True
        self._turns.wake()
        self._forget(study)
        if study in self._queue:
            self._queue.remove(study)
        study.done.cancel()

    def _forget(self, study: Study) -> None:
        if self._open.get(study.key) is study:  # dropped ones may have been asked for anew
            del self._open[study.key]

    def close(self) -> None:
        self._closed = True
        self._turns.wake()
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
