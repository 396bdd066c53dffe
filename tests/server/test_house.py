"""Inside the house: what a failing store, a slow client and an idle table do to everyone else."""

from __future__ import annotations

import asyncio
import gc
import json
import secrets
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest

from asterism.core import fair
from asterism.server import house as house_module
from asterism.server.house import PRESENCE_DELAY, House
from asterism.server.http.metrics import Metrics
from asterism.server.http.sockets import Connection
from asterism.server.people.guests import Caller, Key, new_guest
from asterism.server.settings import UNLIMITED, Settings
from asterism.server.tables import clocks, moves
from asterism.server.thinking import bot_desk
from asterism.store import Since, SQLiteStore, StoreFailed, Unknown, read_key

from .houses import until

Story = Callable[[House], Coroutine[Any, Any, None]]


class Frail(SQLiteStore):
    """A store whose disk can be filled."""

    full = False
    refused = 0
    failure: type[StoreFailed] = StoreFailed

    async def append(self, table: int, ply: int, actions: Sequence[int], *more: Any, **named: Any) -> int:
        self._check()
        return await super().append(table, ply, actions, *more, **named)

    async def stand_in(self, *what: Any) -> int:
        self._check()
        return await super().stand_in(*what)

    def _check(self) -> None:
        if self.full:
            self.refused += 1
            raise self.failure("database or disk is full")


@asynccontextmanager
async def house_in(folder: Path, **more: Any) -> AsyncIterator[House]:
    settings = Settings(**{"data": folder, "bot_pause": 0.0, "limits": UNLIMITED, **more})
    house = House(
        settings=settings,
        store=Frail(folder / "t.sqlite"),
        key=Key(read_key(folder / "key")),
        metrics=Metrics(),
        move=moves.act,
        time_up=clocks.time_up,
    )
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
        self.connection = Connection(house, Caller(guest or new_guest(), ""), "here", self.send, self.send_at_once)
        house.hub.connect(self.connection)

    async def send(self, message: Any) -> None:
        await self.open.wait()
        self.told.append(json.loads(message["text"]) if message["type"] == "websocket.send" else message)

    def send_at_once(self, text: bytes) -> bool:
        if self.open.is_set():
            self.told.append(json.loads(text))
        return self.open.is_set()

    async def ask(self, **message: Any) -> Any:
        await self.connection.hear(json.dumps(message))
        return self.told[-1]

    async def open_table(self, *kinds: str, game: str = "noirlab-dice", **more: Any) -> Any:
        seats = [{"kind": kind} for kind in kinds]
        number = self.number = secrets.token_bytes(32)
        lock = fair.lock_nonce(number)
        await self.ask(type="open", id=1, game=game, seats=seats, commit=lock, **more)
        table = self.told[-1]["table"]
        if table["phase"] != "drawing":
            return self.told[-1]
        sheet = table["dice"]["sheet"]
        return await self.ask(type="reveal", id=1, table=table["code"], sheet=sheet, nonce=number.hex())


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


def test_a_match_without_end_is_not_played_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Alone, one may roll and roll; each ply costs memory and disk."""
    monkeypatch.setattr(moves, "MOST_ACTIONS", 6)

    async def story() -> None:
        async with house_in(tmp_path) as house:
            anna = Ear(house)
            scene = await anna.open_table("me", game="geminos")
            code = scene["table"]["code"]
            while scene["ply"] < 6:
                action = scene["choices"][0]["action"]
                scene = await anna.ask(type="act", id=2, table=code, ply=scene["ply"], action=action)
            for asked in ("act", "undo"):
                more = {"action": scene["choices"][0]["action"]} if asked == "act" else {}
                await anna.ask(type=asked, id=3, table=code, ply=scene["ply"], **more)
                refused, fresh = anna.told[-2:]
                assert (refused["code"], fresh["ply"]) == ("not-allowed", scene["ply"])
                assert "longer than that" in refused["text"]

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
            house.drop_idle()
            assert code in house.tables, "someone is watching it"
            anna.connection.leave()
            house.drop_idle()
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
            found = "(select id from tables where code = ?)"
            change(f'insert into actions ("table", ply, action, at) values ({found}, 0, 13, 0)', (codes[2],))
            told = [await anna.ask(type="watch", id=1, table=code) for code in codes]
            assert [t["code"] for t in told] == ["other-rules", "other-rules", "not-allowed"]
            assert "version 99" in told[0]["text"]
            assert "does not fit the rules" in told[2]["text"]

    asyncio.run(story())


def test_a_table_whose_numbers_are_no_longer_allowed_is_told_in_words(tmp_path: Path) -> None:
    async def story() -> None:
        async with house_in(tmp_path) as house:
            anna = Ear(house)
            code = (await anna.open_table("me", "here", game="geminion"))["table"]["code"]
            house.tables.clear()
            change = house.store._writing.execute  # type: ignore[attr-defined]
            change("update editions set numbers = replace(numbers, ': 1', ': -1')")
            told = await anna.ask(type="watch", id=1, table=code)
            assert (told["code"], "with an edition" in told["text"]) == ("other-rules", True)

    asyncio.run(story())


def test_advice_comes_aside_and_for_players_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from asterism import bots

    asked = []

    def advice(game: Any, seen: Any, seat: int, past: Any, step: Any) -> bots.Evaluation:
        asked.append((int(seen["to_act"][0]), seat, len(past)))
        return bots.Evaluation(exact=True, kind="turns", seats=[3.5], actions=[bots.ActionValue(0, 3.5)])

    monkeypatch.setattr(bots, "advice", advice)

    async def story() -> None:
        async with house_in(tmp_path) as house:
            anna = Ear(house)
            code = (await anna.open_table("me"))["table"]["code"]
            await anna.ask(type="advise", id=7, table=code)
            while anna.told[-1]["type"] != "advice":
                await asyncio.sleep(0.001)
            told = anna.told[-1]
            assert (told["id"], told["exact"], told["actions"]) == (
                7,
                True,
                [{"action": 0, "value": 3.5, "points": None}],
            )
            assert asked == [(0, 0, 0)]

    asyncio.run(story())


def test_a_bot_that_fails_is_logged_and_the_table_lives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from asterism import bots

    class Clueless:
        def choose(self, seen: Any, legal: list[int], past: Any = None) -> int:
            raise RuntimeError("out of ideas")

    real = bots.bot
    monkeypatch.setattr(bots, "bot", lambda *_: Clueless())

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


def test_a_bot_moves_once_the_store_is_well_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_desk, "STORE_PAUSE", 0.001)
    monkeypatch.setattr(bot_desk, "LONGEST_PAUSE", 0.002)

    async def story() -> None:
        async with house_in(tmp_path) as house:
            store = house.store
            assert isinstance(store, Frail)
            store.full = True
            code = (await Ear(house).open_table("bot", "me"))["table"]["code"]
            table = await house.find(code)
            async with asyncio.timeout(20):
                while store.refused < 2 * bot_desk.TRIES:
                    await asyncio.sleep(0.001)
                assert table.match is not None
                assert table.match.ply == 0
                store.full = False
                while table.match.ply == 0:
                    await asyncio.sleep(0.001)

    asyncio.run(story())


@pytest.mark.parametrize("unknown", [False, True])
def test_a_bot_whose_move_could_not_be_stored_tries_again_as_soon_as_the_store_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unknown: bool
) -> None:
    """Not when its own pause is over, which is up to half a minute. Where it is not known whether it was, the same."""
    monkeypatch.setattr(bot_desk, "STORE_PAUSE", 3600.0)
    monkeypatch.setattr(bot_desk, "LONGEST_PAUSE", 3600.0)

    async def story() -> None:
        async with house_in(tmp_path) as house:
            store = house.store
            assert isinstance(store, Frail)
            store.full, store.failure = True, Unknown if unknown else StoreFailed
            code = (await Ear(house).open_table("bot", "me"))["table"]["code"]
            table = await house.find(code)
            await until(lambda: store.refused == 1, "the bot has tried")
            house.watch.goes_away("it is full")
            store.full = False
            house.watch.is_back()
            await until(lambda: table.match and table.match.ply, "the bot plays on")

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


class Broken(Ear):
    """A connection whose socket fails in a way nobody foresaw."""

    def send_at_once(self, text: bytes) -> bool:
        raise RuntimeError("Unexpected ASGI message 'websocket.send', after sending 'websocket.close'.")


def watch_quietly(house: House, code: str, ear: Ear) -> None:
    house.hub.watch(code, ear.connection, False)


def test_a_socket_that_fails_hurts_nobody_else_and_the_bot_moves(tmp_path: Path) -> None:
    async def story() -> None:
        async with house_in(tmp_path) as house:
            anna = Ear(house)
            scene = await anna.open_table("me", "bot")
            code = scene["table"]["code"]
            broken, watcher = Broken(house), Ear(house)
            for ear in (broken, watcher):  # the broken one is told first
                watch_quietly(house, code, ear)
            table = await house.find(code)
            while (await anna.ask(type="watch", id=2, table=code))["choices"]:  # until it is the bot's turn
                scene = anna.told[-1]
                choice = scene["choices"][-1]["action"]
                await anna.ask(type="act", id=3, table=code, ply=scene["ply"], action=choice)
            assert watcher.told[-1]["ply"] == anna.told[-1]["ply"]
            while table.match is not None and table.match.to_act == 1:
                await asyncio.sleep(0.001)
            assert watcher.told[-1]["to_act"] == 0, "the bot has moved, and the others heard of it"
            assert broken.connection.closing

    asyncio.run(story())


@pytest.mark.parametrize("hurt", [0, 1], ids=["the one who asks", "a watcher"])
def test_a_scene_that_cannot_be_drawn_is_missed_by_its_reader_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, hurt: int
) -> None:
    real = House.scene

    async def story() -> None:
        async with house_in(tmp_path) as house:
            anna, watcher = Ear(house), Ear(house)
            code = (await anna.open_table("me", "bot"))["table"]["code"]
            watch_quietly(house, code, watcher)
            guest = (anna, watcher)[hurt].connection.guest

            def scene(house: House, table: Any, who: str, *more: Any) -> Any:
                if who == guest:
                    raise ZeroDivisionError("a board that cannot be drawn")
                return real(house, table, who, *more)

            monkeypatch.setattr(House, "scene", scene)
            await anna.ask(type="act", id=9, table=code, ply=0, action=0)
            failed, well = [(anna, watcher), (watcher, anna)][hurt]
            assert failed.told[-1]["code"] == "server-failed"
            assert failed.told[-1]["id"] == (0 if hurt else 9)
            assert well.told[-1]["ply"] == 2
            assert "a board that cannot be drawn" in caplog.text

    asyncio.run(story())


def ours(root: object) -> Iterator[object]:
    """Everything of ours that can be reached from an object."""
    seen, waiting = set(), [root]
    while waiting:
        one = waiting.pop()
        if id(one) in seen or isinstance(one, type | ModuleType | FunctionType):
            continue
        seen.add(id(one))
        waiting.extend(gc.get_referents(one))
        if type(one).__module__.startswith("asterism"):
            yield one


def test_no_secret_is_in_anything_that_could_be_logged(tmp_path: Path) -> None:
    """An exception in a callback prints `repr` of all it is given: no such text may tell the dice, or the key."""

    async def story() -> None:
        keys = {"database": "postgresql://us:k3y-one@far/away", "news": "k3y-two", "think": "redis://:k3y-three@far"}
        async with house_in(tmp_path, **keys) as house:
            anna = Ear(house)
            secrets = [b"k3y-"]
            for seats in (["me"], ["me", "bot"], ["me", "elsewhere"]):
                code = (await anna.open_table(*seats))["table"]["code"]
                secrets.append((await house.find(code)).row.secret)
                saved = await house.store.load(code)
                assert saved is not None
                secrets.append(saved.table.secret)
                assert not any(told_in(text, secrets) for text in (repr(saved), str(saved)))
            secrets.append((tmp_path / "key").read_bytes())
            looked_at = 0
            for one in ours(house):
                looked_at += 1
                assert not told_in(repr(one), secrets), type(one)
            assert looked_at > 30
            assert "77777" not in repr(Since(revision=1, actions=[77777], times=[1], began=[], timing="")), "dealt"
            handle = asyncio.get_running_loop().call_later(9, house._tell_presence, await house.find(code))
            assert not told_in(repr(handle), secrets), "what an exception in a callback prints"
            handle.cancel()

    asyncio.run(story())


def told_in(text: str, secrets: list[bytes]) -> bool:
    return any(
        form in text
        for secret in secrets
        for form in (secret.decode("latin-1"), repr(secret), secret.hex(), str(list(secret)))
    )


def test_bots_among_themselves_play_only_while_someone_watches(tmp_path: Path) -> None:
    async def story() -> None:
        async with house_in(tmp_path) as house:
            anna = Ear(house)
            code = (await anna.open_table("bot", "bot"))["table"]["code"]
            anna.connection.leave()
            table = await house.find(code)
            while house.desk.thinking(table):
                await asyncio.sleep(0.001)
            assert table.match is not None
            stopped_at = table.match.ply
            assert not table.match.over
            house.desk.wake(table)
            assert not house.desk.thinking(table)
            watcher = Ear(house)
            await watcher.ask(type="watch", id=1, table=code)
            while table.match.ply <= stopped_at:
                await asyncio.sleep(0.001)

    asyncio.run(story())


def test_a_long_table_is_read_back_while_others_are_served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading waits here for something that only the event loop can do: on the loop it would wait for ever."""
    served = threading.Event()
    real = house_module.restore

    def restore(saved: Any) -> Any:
        assert served.wait(30), "the event loop stands still"
        return real(saved)

    monkeypatch.setattr(house_module, "restore", restore)

    async def story() -> None:
        async with house_in(tmp_path) as house:
            anna = Ear(house)
            code = (await anna.open_table("me"))["table"]["code"]
            house.tables.clear()
            asyncio.get_running_loop().call_later(0.01, served.set)
            assert (await anna.ask(type="watch", id=2, table=code))["ply"] == 0

    asyncio.run(story())


def test_two_houses_on_one_store_never_both_move(tmp_path: Path) -> None:
    """The unique key (table, ply) settles what no lock in one process could."""

    async def story() -> None:
        async with house_in(tmp_path) as one, house_in(tmp_path) as other:
            here = Ear(one)
            there = Ear(other, here.connection.guest)
            scene = await here.open_table("me", "here")
            code = scene["table"]["code"]
            await there.ask(type="watch", id=1, table=code)
            for _ in range(10):
                act = {
                    "type": "act",
                    "id": 7,
                    "table": code,
                    "ply": scene["ply"],
                    "action": scene["choices"][0]["action"],
                }
                for ear in (here, there):
                    ear.told.clear()
                await asyncio.gather(here.ask(**act), there.ask(**act))
                answers = [next(told for told in ear.told if told["id"] == 7) for ear in (here, there)]
                assert sorted(told["type"] for told in answers) == ["refused", "scene"]
                assert {told.get("code") for told in answers} == {None, "stale"}
                assert here.told[-1]["view"] == there.told[-1]["view"], "the one that lost has read the table again"
                scene = here.told[-1]
                if not scene["choices"]:
                    break

    asyncio.run(story())
