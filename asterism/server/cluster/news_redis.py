"""News by the publish and subscribe of Valkey or Redis."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import Any

import redis.asyncio as redis

from asterism.think.job_queue import FAULTS, address_of, messages

from .news import PATIENCE, Hear, MendingNews


class RedisNews(MendingNews):
    """News by a channel of Valkey or Redis."""

    faults = FAULTS

    def __init__(self, url: str, channel: str) -> None:
        super().__init__("Valkey or Redis")
        self._channel = channel
        self._client: Any = redis.from_url(
            address_of(url), socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE, socket_keepalive=True
        )

    async def listen(self, hear: Hear, listening: Callable[[], None]) -> None:
        async for message in messages(self._client, self._channel, listening):
            hear(message)

    async def speak(self, messages: Sequence[bytes]) -> None:
        async with self._client.pipeline(transaction=False) as said:
            for message in messages:
                said.publish(self._channel, message)
            await said.execute()

    async def let_go(self) -> None:
        with contextlib.suppress(*self.faults):
            await self._client.aclose()
