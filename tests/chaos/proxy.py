"""A proxy before the servers where no Caddy or nginx is installed: each connection to the least busy server that is
well.

It hands bytes on and looks at /healthz, as those do; a server that is about to leave says so there, and nobody new is
sent to it. For trying the cluster, not for hosting: there is no TLS, and nobody is told apart.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from contextlib import suppress

HEALTH_SECONDS = 0.3  # between two looks
CHUNK = 1 << 16
HEALTHZ = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


class Proxy:
    def __init__(self, addresses: list[str]) -> None:
        self.servers = [(host, int(port)) for host, _, port in (one.rpartition(":") for one in addresses)]
        self.well: set[tuple[str, int]] = set()
        self.open: Counter[tuple[str, int]] = Counter()
        self._tasks: list[asyncio.Task[None]] = []

    async def serve(self, port: int) -> None:
        self._tasks = [asyncio.create_task(self._watch(server)) for server in self.servers]
        async with await asyncio.start_server(self._hand_on, "127.0.0.1", port) as listening:
            await listening.serve_forever()

    async def _watch(self, server: tuple[str, int]) -> None:
        while True:
            well = False
            with suppress(OSError, TimeoutError):
                async with asyncio.timeout(2):
                    reader, writer = await asyncio.open_connection(*server)
                    writer.write(HEALTHZ)
                    well = b" 200 " in await reader.readline()
                    writer.close()
            (self.well.add if well else self.well.discard)(server)
            await asyncio.sleep(HEALTH_SECONDS)

    async def _hand_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        chosen = None
        for server in sorted(self.servers, key=lambda one: (one not in self.well, self.open[one])):
            with suppress(OSError):
                theirs = await asyncio.open_connection(*server)
                chosen = server
                break
        if chosen is None:
            writer.close()
            return
        self.open[chosen] += 1
        try:
            await asyncio.gather(copy(reader, theirs[1]), copy(theirs[0], writer))
        finally:
            self.open[chosen] -= 1


async def copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(CHUNK):
            writer.write(data)
            await writer.drain()
    with suppress(OSError):
        writer.close()


if __name__ == "__main__":  # python -m tests.chaos.proxy PORT ADDRESS ...
    asyncio.run(Proxy(sys.argv[2:]).serve(int(sys.argv[1])))
