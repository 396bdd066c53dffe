"""Inside the house: what a failing store, a slow client and an idle table do to everyone else."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from asterism.server.house import PRESENCE_DELAY, House
from asterism.server.metrics import Metrics
from asterism.server.seats import Key, new_guest
from asterism.server.settings import UNLIMITED, Settings
from asterism.server.sockets import Connection
from asterism.store import ResultRow, SQLiteStore, StoreFailed

Story = Callable[[House], Coroutine[Any, Any, None]]


class Frail(SQLiteStore):
    """A store whose disk can be filled."""

    full = False

    async def append(
        self, table: int, ply: int, actions: Sequence[int], results: Sequence[ResultRow] | None = None
    ) -> None:
        if self.full:
            raise StoreFailed("database or disk is full")
        await super().append(table, ply, actions, results)


@asynccontextmanager
async def house_in(folder: Path, **more: Any) -> AsyncIterator[House]:
    settings = Settings(data=folder, bot_pause=0.0, limits=UNLIMITED, **more)
    house = House(settings=settings, store=Frail(folder / "t.sqlite"), key=Key(folder / "key"), metrics=Metrics())
    try:
        yield house
    finally:
        await house.close()


class Ear:
    """A connection without a socket: keeps what it is told, at its own speed."""

    def __init__(self, house: House, guest: str = "") -> None:
        self.told: list[Any] = []
        self.open = asyncio.Event()
        self.open.set()
        self.connection = Connection(house, guest or new_guest(), "here", self.send)
        house.hub.connect(self.connection)

    async def send(self, message: Any) -> None:
        await self.open.wait()
        self.told.append(json.loads(message["text"]) if message["type"] == "websocket.send" else message)

    async def ask(self, **message: Any) -> Any:
        await self.connection.hear(json.dumps(message))
        return self.told[-1]

    async def open_table(self, *kinds: str) -> Any:
        seats = [{"kind": kind} for kind in kinds]
        return await self.ask(type="open", id=1, game="noirlab-dice", seats=seats, nonce="0" * 32)


def test_a_full_disk_refuses_the_move_and_nobody_is_told(tmp_path: Path) -> None:
    async def story() -> None:
        async with house_in(tmp_path) as house:
            anna, watcher = Ear(house), Ear(house)
            scene = await anna.open_table("me")
            code = scene["table"]["code"]
            await watcher.ask(type="watch", id=1, table=code)
            heard = len(watcher.told)
            house.store.full = True  # type: ignore[attr-defined]
            await anna.ask(type="act", id=2, table=code, ply=0, action=0)
            refused, fresh = anna.told[-2:]
            assert (refused["code"], fresh["ply"]) == ("store-failed", 0)
            assert [told for told in watcher.told[heard:] if told.get("ply")] == []
            house.store.full = False  # type: ignore[attr-defined]
            assert (await anna.ask(type="act", id=3, table=code, ply=0, action=0))["ply"] == 2
            assert watcher.told[-1]["ply"] == 2

    asyncio.run(story())


def test_a_slow_client_holds_nobody_up_and_is_let_go(tmp_path: Path) -> None:
    async def story() -> None:
        async with house_in(tmp_path) as house:
            anna, slow = Ear(house), Ear(house)
            scene = await anna.open_table("me", "here")
            code = scene["table"]["code"]
            await slow.ask(type="watch", id=1, table=code)
            slow.open.clear()  # its socket takes nothing more
            for _ in range(400):
                scene = await anna.ask(type="watch", id=2, table=code) if not scene["choices"] else scene
                if scene["table"]["phase"] == "over":
                    scene = await anna.open_table("me", "here")
                    code = scene["table"]["code"]
                    house.hub.watch(code, slow.connection, False)
                action = scene["choices"][0]["action"]
                scene = await anna.ask(type="act", id=3, table=code, ply=scene["ply"], action=action)
            assert slow.connection.closing
            heard = len(slow.told)
            slow.open.set()
            await asyncio.sleep(0.01)
            assert slow.told[-1]["type"] == "websocket.close"
            assert len(slow.told) - heard <= 3, "what it missed is not sent after it: it watches again"

    asyncio.run(story())


def test_what_waits_for_a_client_arrives_in_order(tmp_path: Path) -> None:
    async def story() -> None:
        async with house_in(tmp_path) as house:
            ear = Ear(house)
            ear.open.clear()
            for number in range(20):
                ear.connection.tell(b"%d" % number)
            ear.open.set()
            await asyncio.sleep(0.01)
            ear.connection.tell(b"20")
            assert ear.told == list(range(21))

    asyncio.run(story())


def test_an_idle_table_leaves_memory_and_comes_back_from_the_store(tmp_path: Path) -> None:
    async def story() -> None:
        async with house_in(tmp_path, idle_seconds=0.0) as house:
            anna = Ear(house)
            scene = await anna.open_table("me")
            code = scene["table"]["code"]
            moved = await anna.ask(type="act", id=2, table=code, ply=0, action=0)
            house.sweep()
            assert code in house.tables, "someone is watching it"
            anna.connection.leave()
            house.sweep()
            assert house.tables == {}
            again = Ear(house, anna.connection.guest)
            back = await again.ask(type="watch", id=1, table=code)
            assert (back["view"], back["log"], back["choices"]) == (moved["view"], moved["log"], moved["choices"])

    asyncio.run(story())


def test_two_who_ask_for_a_stored_table_at_once_get_the_same_one(tmp_path: Path) -> None:
    async def story() -> None:
        async with house_in(tmp_path) as house:
            anna = Ear(house)
            code = (await anna.open_table("me"))["table"]["code"]
            house.tables.clear()
            one, two = await asyncio.gather(house.find(code), house.find(code.lower()))
            assert one is two

    asyncio.run(story())


def test_a_table_of_other_rules_is_told_in_words(tmp_path: Path) -> None:
    async def story() -> None:
        async with house_in(tmp_path) as house:
            anna = Ear(house)
            codes = [(await anna.open_table("me"))["table"]["code"] for _ in range(3)]
            house.tables.clear()
            change = house.store._writing.execute  # type: ignore[attr-defined]
            change("update tables set version = 99 where code = ?", (codes[0],))
            change("update tables set game = 'gone' where code = ?", (codes[1],))
            change("insert into actions values ((select id from tables where code = ?), 0, 13, 0)", (codes[2],))
            told = [await anna.ask(type="watch", id=1, table=code) for code in codes]
            assert [t["code"] for t in told] == ["not-allowed", "no-game", "not-allowed"]
            assert "version 99" in told[0]["text"]
            assert "does not fit the rules" in told[2]["text"]

    asyncio.run(story())


def test_advice_comes_aside_and_for_players_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from asterism import bots

    asked = []

    def advice(game: Any, seen: Any, seat: int, past: Any) -> bots.Advice:
        asked.append((int(seen["to_act"][0]), seat, len(past)))
        return bots.Advice(exact=True, kind="turns", seats=[3.5], actions=[(0, 3.5)])

    monkeypatch.setattr(bots, "advice", advice)

    async def story() -> None:
        async with house_in(tmp_path) as house:
            anna = Ear(house)
            code = (await anna.open_table("me"))["table"]["code"]
            await anna.ask(type="advise", id=7, table=code)
            while anna.told[-1]["type"] != "advice":
                await asyncio.sleep(0.001)
            told = anna.told[-1]
            assert (told["id"], told["exact"], told["actions"]) == (7, True, [{"action": 0, "value": 3.5}])
            assert asked == [(0, 0, 0)]

    asyncio.run(story())


def test_a_bot_that_fails_is_logged_and_the_table_lives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from asterism import bots

    class Broken:
        def choose(self, seen: Any, legal: list[int], past: Any = None) -> int:
            raise RuntimeError("out of ideas")

    real = bots.bot
    monkeypatch.setattr(bots, "bot", lambda *_: Broken())

    async def story() -> None:
        async with house_in(tmp_path) as house:
            anna = Ear(house)
            code = (await anna.open_table("bot", "me"))["table"]["code"]
            table = await house.find(code)
            while house.desk.thinking(table):
                await asyncio.sleep(0.001)
            assert "out of ideas" in caplog.text
            monkeypatch.setattr(bots, "bot", real)
            await anna.ask(type="watch", id=2, table=code)  # someone looks: the bot is asked again
            while table.match is None or table.match.to_act != 1:
                await asyncio.sleep(0.001)

    asyncio.run(story())


def test_one_who_is_alone_at_a_table_is_not_told_of_their_own_coming(tmp_path: Path) -> None:
    async def story() -> None:
        async with house_in(tmp_path) as house:
            anna, bert = Ear(house), Ear(house)
            code = (await anna.open_table("me", "elsewhere"))["table"]["code"]
            await asyncio.sleep(2 * PRESENCE_DELAY)
            assert [told["type"] for told in anna.told] == ["opened", "scene"]
            await bert.ask(type="watch", id=1, table=code)
            await asyncio.sleep(2 * PRESENCE_DELAY)
            assert anna.told[-1]["table"]["watchers"] == 1
            bert.connection.leave()
            await asyncio.sleep(2 * PRESENCE_DELAY)
            assert anna.told[-1]["table"]["watchers"] == 0

    asyncio.run(story())
