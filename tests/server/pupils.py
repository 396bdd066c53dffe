"""A class of scripted pupils: plain socket clients that come to a lesson and play whatever they may."""

from __future__ import annotations

import asyncio
import json
import random
import threading
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from .serving import Served
from .talking import KNOWN, lock

NAMES = ["Ada", "Bo", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ida", "Jon", "Kai", "Lea", "Max", "Nora", "Olaf"]

ON_THE_WAY = ("stale", "match-over", "not-allowed")  # refused because the table paused or closed meanwhile


class Pupils:
    """They come one after the other, and play until they are told to stop; on a thread of their own."""

    def __init__(self, served: Served, lesson: str, count: int, thinking: float = 0.0) -> None:
        self.served, self.lesson, self.count, self.thinking = served, lesson, count, thinking
        self.tables: dict[int, str] = {}  # by pupil
        self.over: set[int] = set()  # pupils whose match is over
        self.refusals: list[str] = []
        self._loop = asyncio.new_event_loop()
        self._stopped = asyncio.Event()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._all(),), daemon=True)

    def __enter__(self) -> Pupils:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stopped.set)
        self._thread.join(30)
        assert not self._thread.is_alive()
        self._loop.close()

    async def _all(self) -> None:
        pupils = [asyncio.create_task(self._pupil(number)) for number in range(self.count)]
        await self._stopped.wait()
        for pupil in pupils:
            pupil.cancel()
        await asyncio.gather(*pupils, return_exceptions=True)

    async def _pupil(self, number: int) -> None:
        await asyncio.sleep(number * self.thinking / 4)
        async with connect(self.served.socket, compression=None) as socket:
            again = f" {number // len(NAMES) + 1}" if number >= len(NAMES) else ""
            name = NAMES[number % len(NAMES)] + again
            await self._send(socket, "join-lesson", lesson=self.lesson, commit=lock(), name=name)
            try:
                async for text in socket:
                    await self._hear(socket, number, json.loads(text))
            except ConnectionClosed as closed:
                self.refusals.append(str(closed))

    async def _hear(self, socket: ClientConnection, number: int, news: dict[str, Any]) -> None:
        if news["type"] == "opened":
            self.tables[number] = news["table"]
        if news["type"] == "refused" and news["code"] not in ON_THE_WAY:
            self.refusals.append(news["text"])
        if news["type"] != "scene":
            return
        table, dice = news["table"], news["table"]["dice"]
        mine = any(s["mine"] and i in dice["waiting"] for i, s in enumerate(table["seats"]))
        if table["phase"] == "drawing" and mine:
            await self._send(socket, "reveal", table=table["code"], sheet=dice["sheet"], nonce=KNOWN[dice["lock"]])
        if table["phase"] == "over":
            self.over.add(number)
        elif news["choices"]:
            await asyncio.sleep(self.thinking * random.uniform(0.5, 2))
            action = random.choice(news["choices"])["action"]
            await self._send(socket, "act", table=table["code"], ply=news["ply"], action=action)

    async def _send(self, socket: ClientConnection, type: str, **fields: Any) -> None:
        await socket.send(json.dumps({"type": type, "id": 1, **fields}))
