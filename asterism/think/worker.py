"""The worker process, `asterism think redis://...`: as many as there are cores to spare, on any machine."""

from __future__ import annotations

import logging
import os
import random
import secrets
import signal
import socket
import threading
from collections.abc import Callable

import msgspec

from asterism import bots
from asterism.core import discover
from asterism.core.compile import COMPILED
from asterism.core.game import BadInput

from .job_queue import FAULTS, JobQueue, client
from .jobs import Failed, JobRunner, encode, read_job

log = logging.getLogger("asterism.think")
FIRST_WAIT, LONGEST_WAIT = 0.2, 3.0  # seconds before an unreachable queue is tried again
BELL = 1.0  # seconds of waiting for a job
BEAT = 1.0  # seconds between two heartbeats
STUDIES_FIRST = 4  # every so many jobs


class JobCancelled(Exception):
    """Ends a job for which no server waits, or whose answer cannot be stored."""


class Worker:
    """Threads that take jobs until they are told to stop; jobs under way are still answered."""

    def __init__(self, url: str, threads: int, say: Callable[[str], None]) -> None:
        self.name = f"{socket.gethostname()[:30]}-{os.getpid()}-{secrets.token_hex(3)}"
        self.queue, self._runner, self._say = JobQueue(client(url)), JobRunner(), say
        self._stopped = threading.Event()
        self._at: set[str] = set()  # ids of the jobs under way here
        self._away = False
        self.done = 0
        self._threads = [threading.Thread(target=self._work, name=f"think-{i}", daemon=True) for i in range(threads)]
        self._threads.append(threading.Thread(target=self._beat, name="think-beat", daemon=True))

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        self._stopped.set()

    def wait(self) -> None:
        """Block until it was told to stop, and every job under way is answered."""
        for thread in self._threads:
            while thread.is_alive():
                thread.join(0.5)  # in pieces, so that a signal is heard
        self.queue.client.close()

    def _work(self) -> None:
        turn, wait = random.randrange(STUDIES_FIRST), FIRST_WAIT
        while not self._stopped.is_set():
            try:
                taken = self.queue.take(self.name, studies_first=turn % STUDIES_FIRST == 0)
                if taken is None:
                    self.queue.wait(BELL)
                    continue
                turn += 1
                id, job = taken[0].decode(), taken[1]
                self._at.add(id)
                try:
                    self._think(id, job)
                finally:
                    self._at.discard(id)
                self._back()
                wait = FIRST_WAIT
            except FAULTS as problem:
                self._complain(problem)
                self._stopped.wait(wait)
                wait = min(2 * wait, LONGEST_WAIT)

    def _think(self, id: str, job: bytes) -> None:
        def step() -> None:
            try:
                wanted = self.queue.is_wanted(id)
            except FAULTS as problem:
                self._complain(problem)
                raise JobCancelled from None
            if not wanted:
                raise JobCancelled

        try:
            answer = self._runner.do(read_job(job), step)
        except JobCancelled:
            return
        except (BadInput, msgspec.DecodeError) as problem:
            answer = encode(Failed(str(problem)))
        except Exception:
            log.exception("a job failed")
            answer = encode(Failed("something went wrong here"))
        self.queue.put_answer(id, answer)
        self.done += 1

    def _beat(self) -> None:
        while not self._stopped.wait(BEAT):
            try:
                self.queue.count_workers(self.name)
                for id in list(self._at):
                    self.queue.renew(id, self.name)
                self._back()
            except FAULTS as problem:
                self._complain(problem)

    def _complain(self, problem: Exception) -> None:
        if not self._away:
            self._away = True
            self._say(f"the job queue cannot be reached, and is tried again by itself ({problem})")

    def _back(self) -> None:
        if self._away:
            self._away = False
            self._say("the job queue can be reached again")


def think(url: str, threads: int, say: Callable[[str], None]) -> None:
    """Work until a signal says stop."""
    worker = Worker(url, threads, say)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: worker.stop())
    if COMPILED:
        for game in discover.games():
            say(f"making ready {game.name}")
            bots.prepare(game)
    worker.start()
    say(f"working with {threads} threads as {worker.name}")
    worker.wait()
    say(f"done: {worker.done} jobs")
