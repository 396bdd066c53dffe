"""News by the publish and subscribe of Valkey or Redis."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import Any

import redis.asyncio as redis

from asterism.think.job_queue import FAULTS, address_of

from .news import PATIENCE, SILENCE, Hear, MendingNews


class RedisNews(MendingNews):
    faults = FAULTS

    def __init__(self, url: str, channel: str) -> None:
        super().__init__("Valkey or Redis")
        self._channel = channel
        self._client: Any = redis.from_url(
            address_of(url), socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE, socket_keepalive=True
        )

    async def listen(self, hear: Hear, listening: Callable[[], None]) -> None:
        async with self._client.pubsub() as heard:
            await heard.subscribe(self._channel)
            listening()
            asked = False  # a ping is under way
            while True:
                message = await heard.get_message(ignore_subscribe_messages=True, timeout=SILENCE)
                if message is None:
                    if asked:  # no answer to the ping
                        raise ConnectionError("nothing is heard any more")
                    await heard.ping()
                elif message["type"] == "message":
                    hear(message["data"])
                asked = message is None

    async def speak(self, messages: Sequence[bytes]) -> None:
        async with self._client.pipeline(transaction=False) as said:
            for message in messages:
                said.publish(self._channel, message)
            await said.execute()

    async def let_go(self) -> None:
        with contextlib.suppress(*self.faults):
            await self._client.aclose()
