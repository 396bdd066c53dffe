"""The worker processes as a server uses them; without any it does the jobs itself."""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
import time
from collections.abc import Callable
from contextlib import suppress

import msgspec

from asterism.think.job_queue import FAULTS, KEYS, JobQueue, messages, waiting_client
from asterism.think.jobs import Busy, Failed, Job, NoWorkers, Rank, encode

log = logging.getLogger("asterism.workers")
LOOK_AGAIN = 1.5  # seconds, in case a notification was lost
KNOWN_FOR = 1.0  # seconds for which the number of workers is remembered
MOST_PUTS = 3  # of a job: one over which so many workers died is not put in again
STEP = 0.5  # seconds between two calls of `step`
read_failed = msgspec.json.Decoder(Failed).decode


class Workers:
    """The job queue as one server uses it; made on its event loop. It reconnects when Valkey or Redis was away."""

    def __init__(self, url: str, observe: Callable[[float], None] = lambda seconds: None) -> None:
        """`observe` takes the seconds of each answer."""
        self._name, self._observe = secrets.token_hex(4), observe
        self._loop = asyncio.get_running_loop()
        self._queue = JobQueue(waiting_client(url))
        self._waiting: dict[str, asyncio.Event] = {}  # set when there may be an answer; by the id of a job
        self._there, self._believed_until = False, 0.0
        self._away = False  # logged already
        self._listening: asyncio.Task[None] | None = None

    async def ask(self, job: Job, rank: Rank, owner: str) -> bytes:
        began = time.perf_counter()
        try:
            if not await self._are_there():
                raise NoWorkers
            answer = await self._ask(encode(job), rank, owner)
            self._observe(time.perf_counter() - began)
            return answer
        except FAULTS as problem:
            self._there, self._believed_until = False, time.monotonic() + KNOWN_FOR
            if not self._away:
                self._away = True
                log.warning("worker processes cannot be reached, so this server does their jobs itself (%s)", problem)
            raise NoWorkers from None

    async def counts(self) -> tuple[float, float]:
        try:
            return await self._queue.count_waiting(), await self._queue.count_workers()
        except FAULTS:
            return math.nan, math.nan

    def wait_for(self, job: Job, rank: Rank, owner: str, step: Callable[[], None]) -> bytes:
        asked = asyncio.run_coroutine_threadsafe(self.ask(job, rank, owner), self._loop)
        try:
            while True:
                with suppress(TimeoutError):
                    return asked.result(STEP)
                step()
        finally:
            asked.cancel()

    async def _are_there(self) -> bool:
        if time.monotonic() >= self._believed_until:
            self._there = bool(await self._queue.count_workers())
            if self._away:
                self._away = False
                log.warning("worker processes can be reached again")
            self._believed_until = time.monotonic() + KNOWN_FOR
        return self._there

    async def _ask(self, job: bytes, rank: Rank, owner: str) -> bytes:
        if self._listening is None or self._listening.done():
            self._listening = asyncio.create_task(self._listen())
        id = f"{self._name}:{secrets.token_hex(8)}"
        rung = self._waiting[id] = asyncio.Event()
        try:
            await self._put(rank, owner, id, job)
            taken, puts = False, 1
            while True:
                with suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_AGAIN):
                        await rung.wait()
                rung.clear()
                answer: bytes | None = await self._queue.take_answer(id)
                if answer is not None:
                    return self._checked(answer)
                before, taken = taken, bool(await self._queue.is_taken(id))
                if (before and not taken) or not await self._queue.is_wanted(id):
                    if puts >= MOST_PUTS or not await self._are_there():
                        raise NoWorkers
                    puts += 1
                    await self._put(rank, owner, id, job)  # its worker is gone, or all keys were lost
                elif not taken and not await self._are_there():
                    raise NoWorkers
        finally:
            del self._waiting[id]
            with suppress(*FAULTS):
                await self._queue.drop(id)

    async def _put(self, rank: Rank, owner: str, id: str, job: bytes) -> None:
        if not await self._queue.put(rank, owner, id, job):
            raise Busy

    def _checked(self, answer: bytes) -> bytes:
        if answer.startswith(b'{"type":"failed"'):
            log.error("a job failed at a worker: %s", read_failed(answer).why)
            raise NoWorkers
        return answer

    async def _listen(self) -> None:
        """Wake the callers whose answers have come."""
        with suppress(*FAULTS):
            async for id in messages(self._queue.client, f"{KEYS}answers:{self._name}", lambda: None):
                if rung := self._waiting.get(id.decode()):
                    rung.set()

    async def close(self) -> None:
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
        with suppress(*FAULTS):
            await self._queue.client.aclose()
