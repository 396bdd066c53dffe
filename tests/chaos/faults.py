"""Everything that happens to the processes that carry the tables, in an order that hangs on the seed."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Awaitable, Callable

import psycopg

from .cluster import Cluster

FROZEN = 20.0  # seconds: longer than a lease
SLOW = 0.1  # seconds that each commit waits


class Faults:
    """One after the other, or two at once, in an order that hangs on the seed."""

    def __init__(self, cluster: Cluster, seed: int, most_between: float = 6.0) -> None:
        self.cluster, self.rng, self.most_between = cluster, random.Random(seed), most_between
        self.happened: Counter[str] = Counter()
        self.times: list[tuple[float, str]] = []
        self._under_way: set[asyncio.Task[None]] = set()
        self._busy: set[str] = set()  # what is broken now is not broken once more

    async def go_on(self) -> None:
        kinds: list[tuple[str, str, int, Callable[..., Awaitable[None]]]] = [
            ("a server killed", "server", 5, self.kill_server),
            ("a server frozen", "server", 2, self.freeze_server),
            ("a worker killed", "worker", 2 if self.cluster.workers else 0, self.kill_worker),
            ("PostgreSQL killed", "postgres", 2, self.kill_postgres),
            ("PostgreSQL frozen", "postgres", 1, self.freeze_postgres),
            ("slow commits", "postgres", 1, self.slow_commits),
            ("Valkey killed", "valkey", 2, self.kill_valkey),
            ("Valkey frozen", "valkey", 1, self.freeze_valkey),
        ]
        while True:
            await asyncio.sleep(self.rng.uniform(1.0, self.most_between))
            name, what, _, work = self.rng.choices(kinds, [kind[2] for kind in kinds])[0]
            several = {"server": self.cluster.servers, "worker": self.cluster.workers}.get(what)
            which = self.rng.randrange(len(several)) if several else 0
            if (part := f"{what}{which}") in self._busy:
                continue
            self._busy.add(part)
            self.happened[name] += 1
            self.times.append((time.time(), name))
            task = asyncio.create_task(self._then(work(which) if several else work(), part))
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)

    async def _then(self, work: Awaitable[None], part: str) -> None:
        try:
            await work
        finally:
            self._busy.discard(part)

    async def end(self) -> None:
        """Wait until all is as it was before."""
        if self._under_way:
            await asyncio.gather(*self._under_way)

    async def kill_server(self, which: int) -> None:
        server = self.cluster.servers[which]
        await asyncio.to_thread(server.kill)
        await asyncio.sleep(self.rng.uniform(0.0, 3.0))
        server.start()

    async def kill_worker(self, which: int) -> None:
        worker = self.cluster.workers[which]
        await asyncio.to_thread(worker.kill)
        await asyncio.sleep(self.rng.uniform(0.0, 3.0))
        worker.start()

    async def freeze_server(self, which: int) -> None:
        server = self.cluster.servers[which]
        server.freeze()
        await asyncio.sleep(FROZEN)
        server.thaw()

    async def kill_postgres(self) -> None:
        await asyncio.to_thread(self.cluster.postgres.kill)
        await asyncio.sleep(self.rng.uniform(0.0, 4.0))
        await asyncio.to_thread(self.cluster.postgres.start)

    async def freeze_postgres(self) -> None:
        """Nothing is refused and no line breaks: it just does not answer."""
        await asyncio.to_thread(self.cluster.postgres.freeze)
        await asyncio.sleep(self.rng.uniform(2.0, 14.0))
        await asyncio.to_thread(self.cluster.postgres.thaw)

    async def slow_commits(self) -> None:
        """As a disk that is slow: every commit waits."""
        await asyncio.to_thread(self._set, f"commit_delay = {int(SLOW * 1_000_000)}")
        await asyncio.sleep(8.0)
        await asyncio.to_thread(self._set, "commit_delay = 0")

    def _set(self, setting: str) -> None:
        with psycopg.connect(self.cluster.postgres.url, autocommit=True) as connection:
            connection.execute("alter system set commit_siblings = 0")
            connection.execute(f"alter system set {setting}".encode())
            connection.execute("select pg_reload_conf()")

    async def kill_valkey(self) -> None:
        await asyncio.to_thread(self.cluster.valkey.kill)
        await asyncio.sleep(self.rng.uniform(0.0, 3.0))
        await asyncio.to_thread(self.cluster.valkey.start)

    async def freeze_valkey(self) -> None:
        """News are cut: nothing is said any more, and nobody is told so."""
        process = self.cluster.valkey.process
        assert process is not None
        os.kill(process.pid, signal.SIGSTOP)
        await asyncio.sleep(8.0)
        os.kill(process.pid, signal.SIGCONT)
