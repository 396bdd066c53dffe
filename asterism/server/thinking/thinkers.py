"""The threads on which bots think, shared fairly: whoever opens many tables full of strong bots waits for their own.

Of the bots that wait, the next is one at a table where people sit, then one of whoever's bots have thought least. No
more than half of the threads think for one guest, and a quarter for tables where only bots sit, so that a bot that
others wait for finds one free, or soon.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial


@dataclass(eq=False)
class Thought:
    """One choice that a bot is to make."""

    opener: str  # the guest who opened the table
    bots_alone: bool  # nobody but bots sits there
    choose: Callable[[], int]
    done: asyncio.Future[int]
    began: float = 0.0


class Thinkers:
    def __init__(self, pool: ThreadPoolExecutor, threads: int, observe: Callable[[float], None]) -> None:
        """`observe` is told how many seconds each thought took."""
        self._pool, self._threads, self._observe = pool, threads, observe
        self._waiting: list[Thought] = []
        self._working: list[Thought] = []
        self._had: Counter[str] = Counter()  # milliseconds of thinking by opener, while there is something to share

    @property
    def busy(self) -> bool:
        return bool(self._waiting or self._working)

    async def think(self, opener: str, bots_alone: bool, choose: Callable[[], int]) -> int:
        """What `choose` returns, called on a thread when it is this table's turn."""
        thought = Thought(opener, bots_alone, choose, asyncio.get_running_loop().create_future())
        self._waiting.append(thought)
        self._begin()
        try:
            return await thought.done
        finally:
            if thought in self._waiting:  # nobody wants to know any more
                self._waiting.remove(thought)

    def _begin(self) -> None:
        """Let those who are next think, as long as a thread is free."""
        while len(self._working) < self._threads and (ready := [t for t in self._waiting if self._may_begin(t)]):
            thought = min(ready, key=lambda t: (t.bots_alone, self._had[t.opener]))
            self._waiting.remove(thought)
            self._working.append(thought)
            thought.began = time.perf_counter()
            running = asyncio.get_running_loop().run_in_executor(self._pool, thought.choose)
            running.add_done_callback(partial(self._ended, thought))

    def _may_begin(self, thought: Thought) -> bool:
        of_opener = sum(other.opener == thought.opener for other in self._working)
        alone = sum(other.bots_alone for other in self._working)
        if thought.bots_alone and alone >= max(1, self._threads // 4):
            return False
        return of_opener < max(1, self._threads // 2)

    def _ended(self, thought: Thought, ended: asyncio.Future[int]) -> None:
        self._working.remove(thought)
        seconds = time.perf_counter() - thought.began
        self._observe(seconds)
        self._had[thought.opener] += round(seconds * 1000)
        problem = None if ended.cancelled() else ended.exception()
        if not thought.done.done():
            if ended.cancelled():
                thought.done.cancel()
            elif problem is not None:
                thought.done.set_exception(problem)
            else:
                thought.done.set_result(ended.result())
        self._begin()
        if not self.busy:
            self._had.clear()
