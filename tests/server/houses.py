"""Several houses on one store in one process, whose news can be lost, late or cut: what real processes do by chance."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from asterism.server.cluster.news import Hear
from asterism.server.cluster.together import Together
from asterism.server.house import House
from asterism.server.http.metrics import Metrics
from asterism.server.people.guests import Key
from asterism.server.settings import UNLIMITED, Settings
from asterism.server.tables import clocks, moves
from asterism.store import SQLiteStore, read_key


class Room:
    """Where what is said is heard by all."""

    def __init__(self) -> None:
        self.ways: list[Way] = []
        self.said: list[bytes] = []


class Way:
    """News of one house in a room."""

    def __init__(self, room: Room) -> None:
        self.room, self.away = room, False
        self.hear: Hear = lambda message: None
        room.ways.append(self)

    async def start(self, hear: Hear, back: Callable[[], None]) -> None:
        self.hear = hear
        back()

    def say(self, message: bytes) -> None:
        self.room.said.append(message)
        for way in self.room.ways:  # their own ear as well, as with PostgreSQL and Valkey
            if not self.away and not way.away:
                asyncio.get_running_loop().call_soon(way.hear, message)

    async def close(self) -> None:
        self.room.ways.remove(self)


def together(house: House) -> Together:
    assert isinstance(house.others, Together)
    return house.others


@asynccontextmanager
async def houses(folder: Path, count: int = 2, room: Room | None = None, **more: Any) -> AsyncIterator[list[House]]:
    """So many houses; without a room they hear nothing of each other."""
    made: list[House] = []
    try:
        for _ in range(count):
            house = House(
                settings=Settings(data=folder, bot_pause=0.0, **{"limits": UNLIMITED, **more}),
                store=SQLiteStore(folder / "t.sqlite"),
                key=Key(read_key(folder / "key")),
                metrics=Metrics(),
                move=moves.act,
                time_up=clocks.time_up,
            )
            made.append(house)
            house.others = Together(house, Way(room or Room()))
            await house.others.start()
        yield made
    finally:
        for house in made:
            await house.close()


async def until(true: Callable[[], Any], what: str, seconds: float = 20.0) -> None:
    end = asyncio.get_running_loop().time() + seconds
    while not true():
        assert asyncio.get_running_loop().time() < end, what
        await asyncio.sleep(0.01)
