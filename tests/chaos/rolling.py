"""Servers that are upgraded while people play: each in its turn is asked to stop, and started again."""

from __future__ import annotations

import asyncio
import time
from collections import Counter

from .cluster import Cluster, Process, well

WHAT = "a server restarted"


class Rolling:
    """As `Faults`, but nothing breaks."""

    def __init__(self, cluster: Cluster) -> None:
        self.cluster = cluster
        self.happened: Counter[str] = Counter()
        self.times: list[tuple[float, str]] = []
        self._under_way: asyncio.Task[None] | None = None

    async def go_on(self) -> None:
        while True:
            for server, address in zip(self.cluster.servers, self.cluster.addresses, strict=True):
                self.happened[WHAT] += 1
                self.times.append((time.time(), WHAT))
                self._under_way = asyncio.create_task(restart(server, address))
                await asyncio.shield(self._under_way)

    async def end(self) -> None:
        """Wait until all is as it was before."""
        if self._under_way is not None:
            await self._under_way


async def restart(server: Process, address: str) -> None:
    """Those who are connected are asked to come back, and come to another one."""
    server.killed = True  # by us: nobody else starts it again
    server.process.terminate()
    await asyncio.to_thread(server.process.wait)
    server.start()
    while not await asyncio.to_thread(well, address):
        await asyncio.sleep(0.2)
