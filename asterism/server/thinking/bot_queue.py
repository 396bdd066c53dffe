"""The threads on which bots think, shared fairly: whoever opens many tables full of strong bots waits for their own.

Of the bots that wait, the next is one at a table where people sit, then one whose opener had least time.
At most half of the threads think for one opener, and a quarter for tables of bots alone, so that a bot that people
wait for finds a free thread, or soon.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from .fair_queue import FairQueue, Queued


@dataclass(eq=False)
class BotChoice(Queued):
    """A choice that a bot is to make; its owner is the guest who opened the table."""

    bots_alone: bool = False  # no person sits at the table


class BotQueue(FairQueue[BotChoice]):
    """The waiting choices of all bots, and those at work."""

    def __init__(self, pool: ThreadPoolExecutor, threads: int, observe: Callable[[float], None]) -> None:
        """`observe` takes the seconds that each choice took."""
        super().__init__(pool, threads)
        self._observe = observe

    async def choose(self, opener: str, bots_alone: bool, work: Callable[[], int]) -> int:
        """The action that `work` returns, called on a thread when it is this opener's turn."""
        choice = BotChoice((opener,), work, asyncio.get_running_loop().create_future(), bots_alone=bots_alone)
        self.put(choice)
        try:
            return int(await choice.done)
        finally:
            self.drop(choice)

    def may_begin(self, job: BotChoice) -> bool:
        alone = sum(other.bots_alone for other in self._working)
        if job.bots_alone and alone >= max(1, self._most // 4):
            return False
        return sum(other.owner == job.owner for other in self._working) < max(1, self._most // 2)

    def rank(self, job: BotChoice) -> Any:
        return job.bots_alone, self.used.of(job.owner)

    def ended(self, job: BotChoice) -> None:
        seconds = time.perf_counter() - job.began
        self._observe(seconds)
        self.used.charge(job.owner, seconds)
