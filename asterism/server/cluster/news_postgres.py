"""News by LISTEN and NOTIFY of the PostgreSQL that has the store, so that several processes need nothing else."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from typing import Any

import psycopg
from psycopg import sql

from .news import PATIENCE, SILENCE, Hear, MendingNews

KEPT_ALIVE: dict[str, Any] = {
    "connect_timeout": round(PATIENCE),
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}


class PostgresNews(MendingNews):
    """News by a channel of PostgreSQL."""

    faults = (psycopg.Error, OSError)

    def __init__(self, url: str, channel: str) -> None:
        super().__init__("PostgreSQL")
        self._url, self._channel = url, channel
        self._speaking: psycopg.AsyncConnection[Any] | None = None

    async def _connect(self) -> psycopg.AsyncConnection[Any]:
        return await psycopg.AsyncConnection.connect(self._url, autocommit=True, **KEPT_ALIVE)

    async def listen(self, hear: Hear, listening: Callable[[], None]) -> None:
        async with await self._connect() as connection:
            await connection.execute(sql.SQL("listen {}").format(sql.Identifier(self._channel)))
            listening()
            while True:
                async for heard in connection.notifies(timeout=SILENCE):
                    hear(heard.payload.encode())
                async with asyncio.timeout(SILENCE):
                    await connection.execute("select 1")  # a ping

    async def speak(self, messages: Sequence[bytes]) -> None:
        if self._speaking is None or self._speaking.closed:
            self._speaking = await self._connect()
        try:
            await self._speaking.execute(
                "select pg_notify(%s, said) from unnest(%s::text[]) said",
                (self._channel, [message.decode() for message in messages]),
            )
        except BaseException:
            await self.let_go()
            raise

    async def let_go(self) -> None:
        connection, self._speaking = self._speaking, None
        if connection is not None:
            with contextlib.suppress(*self.faults):
                await connection.close()
