"""Inside several houses on one store: clocks, news and limits, where what happens to them is made to happen."""

from __future__ import annotations

import asyncio
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from asterism.core import fair
from asterism.server.cluster import news
from asterism.server.cluster import together as together_module
from asterism.server.cluster.together import LIMITS, MOST_PEOPLE
from asterism.server.house import House
from asterism.server.lessons import teaching
from asterism.server.people.devices import mark_of
from asterism.server.settings import LONGEST_NAME, Limits
from asterism.server.tables import leaving
from asterism.server.tables.tidying import DAY, tidy
from asterism.server.thinking.studies import Asker
from asterism.server.wire.requests import OpenLesson, SteerLesson
from asterism.store import Pulse, Unknown
from asterism.table.timing import read_timing
from asterism.think.jobs import Busy, NoWorkers

from .houses import Room, Way, houses, together, until
from .test_house import Ear

MINUTE = {"per": "turn", "seconds": 60}


async def stored(house: House, code: str) -> Any:
    saved = await house.store.load(code)
    assert saved is not None
    return saved


# Clocks


def breaks(house: House, began: float, ended: float, now: float = 0.0) -> None:
    """What the store tells of; it is that late there, or the break has just ended."""

    async def pulse(lightly: bool = False) -> Pulse:
        return Pulse(now=now or ended, breaks=((began, ended),))

    house.store.pulse = pulse  # type: ignore[method-assign]


def test_nobodys_time_runs_out_while_the_store_is_away(tmp_path: Path) -> None:
    """The timer fires as soon as the store is back; whoever could not move has time to."""

    async def story() -> None:
        async with houses(tmp_path) as (one, other):
            anna = Ear(one)
            code = (await anna.open_table("me", "here", clock=MINUTE))["table"]["code"]
            table = one.tables[code]
            assert table.timing
            since = table.timing.since
            for house in (one, other):
                breaks(house, since + 10, since + 500)
                await house.watch.feel_pulse()
            await one.time_up(one, table)
            assert not table.seats[0].stand_in, "they could not move"
            assert table.timing.left(table.clock, 0, since + 500) == 60  # type: ignore[arg-type]
            shown = [told for told in anna.told if told["type"] == "scene"][-1]
            assert shown["table"]["clock"]["since"] == since + 500, "and they see it"
            later = await other.find(code)
            assert later.timing == table.timing, "whoever reads the table later counts the same"
            breaks(one, since + 10, since + 500, now=since + 600)
            one.desk.wake = lambda table: None  # type: ignore[method-assign]
            await one.time_up(one, table)
            assert table.seats[0].stand_in, "from then on it runs"

    asyncio.run(story())


def test_a_process_that_wakes_up_late_does_not_write_the_clock_of_the_beginning_over_that_of_now(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        async with houses(tmp_path) as (frozen, other):
            anna, bert = Ear(frozen), Ear(other)
            frozen._store_timing = lambda table, ply: asyncio.sleep(0)  # type: ignore[assignment, method-assign]
            scene = await anna.open_table("me", "here", clock=MINUTE)
            code, early = scene["table"]["code"], frozen.tables[scene["table"]["code"]]
            assert early.match
            there = await other.find(code)
            await bert.ask(type="watch", id=1, table=code)
            await until(lambda: there.timing, "the clock runs there too")
            there.timing = replace(there.timing, since=there.timing.since - 5)  # type: ignore[type-var]
            moved = Ear(other, anna.connection.guest)
            scene = await moved.ask(type="act", id=2, table=code, ply=early.match.ply, action=0)
            assert scene["type"] == "scene", scene
            known = (await stored(other, code)).table.timing
            await House._store_timing(frozen, early, early.match.ply)
            assert (await stored(other, code)).table.timing == known

    asyncio.run(story())


def test_the_clock_of_the_beginning_is_stored_once_and_known_everywhere(tmp_path: Path) -> None:
    async def story() -> None:
        async with houses(tmp_path) as (one, other):
            anna = Ear(one)
            code = (await anna.open_table("me", "here", clock=MINUTE))["table"]["code"]
            await asyncio.gather(*[task for task in one.tasks if "_store_timing" in repr(task)])
            assert read_timing((await stored(one, code)).table.timing) == one.tables[code].timing
            assert (await stored(one, code)).revision == one.tables[code].revision
            assert (await other.find(code)).timing == one.tables[code].timing

    asyncio.run(story())


def test_all_go_by_the_clock_of_the_store(tmp_path: Path) -> None:
    async def story() -> None:
        async with houses(tmp_path, ahead=1000.0) as (one, other):
            anna, real = Ear(one), one.settings.now()
            breaks(one, 0, real - 1000 + 90)
            await one.watch.feel_pulse()
            assert 80 < one.settings.now() - other.settings.now() < 100
            told = [told["now"] for told in anna.told if told["type"] == "welcome"]
            assert told, "every page is told"
            assert abs(told[0] - one.settings.now()) < 20
            breaks(one, 0, one.settings.now() - 1000 + 0.01)
            before = one.settings
            await one.watch.feel_pulse()
            assert one.settings is before, "what may be the time on the way changes nothing"

    asyncio.run(story())


# A store that is away


def test_a_store_that_hangs_is_told_as_one_that_is_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(together_module, "LOOK", 0.05)
    monkeypatch.setattr(together_module, "LOOK_PATIENCE", 0.2)

    async def story() -> None:
        async with houses(tmp_path, 1) as (house,):
            anna, hangs = Ear(house), True

            async def pulse(lightly: bool = False) -> Pulse:
                while hangs:
                    await asyncio.sleep(0.01)
                return Pulse(now=house.settings.now())

            house.store.pulse = pulse  # type: ignore[method-assign]
            await until(lambda: anna.told and anna.told[-1]["type"] == "trouble", "they are told")
            assert anna.told[-1]["why"] == "store-away"
            hangs = False
            await until(lambda: anna.told[-1] == {"type": "trouble", "id": 0, "why": ""}, "and that it is over")

    asyncio.run(story())


def test_where_it_is_not_known_whether_something_was_stored_that_is_said_and_it_is_not_done_twice(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        async with houses(tmp_path, 1) as (house,):
            anna = Ear(house)
            code = (await anna.open_table("me", "elsewhere"))["table"]["code"]
            reshape, times = house.store.reshape, []

            async def and_lost(*asked: Any) -> int:
                times.append(await reshape(*asked))
                raise Unknown("PostgreSQL is gone")

            house.store.reshape = and_lost  # type: ignore[method-assign]
            await anna.ask(type="shape", id=5, table=code, change="add")
            refused = next(told for told in anna.told if told["type"] == "refused")
            assert (refused["code"], len(times)) == ("not-known", 1)
            assert "is not known" in refused["text"]
            assert "so it was not" not in refused["text"]

    asyncio.run(story())


# News


def test_a_way_in_works_once_whoever_asks_for_it_at_the_same_moment(tmp_path: Path) -> None:
    async def story() -> None:
        async with houses(tmp_path, 3, Room()) as (one, *others):
            secret = one.devices.offer("anna", "Anna", used=lambda: None)
            mark = mark_of(secret)
            asked = [together(house).take_way_in(mark) for house in others for _ in range(2)]
            found = await asyncio.gather(*asked)
            assert [way.guest for way in found if way is not None] == ["anna"]

    asyncio.run(story())


def test_news_of_someone_without_the_key_of_the_store_are_not_believed(tmp_path: Path) -> None:
    async def story() -> None:
        room = Room()
        async with houses(tmp_path, 2, room) as (one, other):
            secret = one.devices.offer("anna", "Anna", used=lambda: None)
            forged = news.write(news.TakeWayIn(by="mallory", mark=mark_of(secret).hex(), asker="x"))
            stranger = Way(room)
            for message in (forged, b"0" * 24 + forged, news.Seal(b"another").put(forged)):
                stranger.say(message)
            await asyncio.sleep(0.05)
            assert one.devices.take(secret), "nobody has used it"
            assert "mallory" not in together(other)._heard

    asyncio.run(story())


def test_what_is_heard_while_something_is_read_is_read_too(tmp_path: Path) -> None:
    async def story() -> None:
        async with houses(tmp_path, 2, Room()) as (one, other):
            anna, watcher = Ear(one), Ear(other)
            scene = await anna.open_table("me", "here")
            code = scene["table"]["code"]
            await watcher.ask(type="watch", id=1, table=code)
            since, read = other.store.since, asyncio.Event()

            async def slowly(*asked: Any) -> Any:
                found = await since(*asked)
                read.set()
                await asyncio.sleep(0.1)
                return found

            other.store.since = slowly  # type: ignore[method-assign]
            scene = await anna.ask(type="act", id=2, table=code, ply=scene["ply"], action=0)
            await read.wait()  # by now it is known what was read
            scene = await anna.ask(type="act", id=3, table=code, ply=scene["ply"], action=scene["choices"][0]["action"])
            assert scene["type"] == "scene"
            looked = together(other)._looks
            await until(lambda: watcher.told[-1].get("ply") == scene["ply"], "the second move is told")
            assert together(other)._looks <= looked + 1, "nobody had to look"

    asyncio.run(story())


def test_who_cannot_hear_the_others_replaces_nobody_for_being_away(tmp_path: Path) -> None:
    async def story() -> None:
        room = Room()
        async with houses(tmp_path, 2, room) as (one, other):
            anna, bert = Ear(one), Ear(other)
            code = (await anna.open_table("me", "elsewhere", patience=0))["table"]["code"]
            lock = fair.lock_nonce(number := bytes(32))
            await bert.ask(type="sit", id=1, table=code, seat=1, commit=lock)
            await until(lambda: one.tables[code].row.draw, "the dice are drawn")
            sheet = other.tables[code].drawing.hash
            await bert.ask(type="reveal", id=2, table=code, sheet=sheet, nonce=number.hex())
            await anna.ask(type="reveal", id=2, table=code, sheet=sheet, nonce=anna.number.hex())
            await until(lambda: one.tables[code].phase == "playing", "it begins")
            table = one.tables[code]
            await until(lambda: bert.connection.guest in one.hub.guests(code), "she sees him")
            await until(lambda: not table.away, "which is noted")
            assert "is here" in leaving.too_soon(one, table, bert.connection.guest, anna.connection.guest)
            for way in room.ways:
                way.away = True
            together(one)._heard_myself = -math.inf
            one.hub.lost(together(other).me)
            await anna.ask(type="stand-in", id=3, table=code, seat=1)
            refused = next(told for told in anna.told if told["type"] == "refused")
            assert "may be here" in refused["text"]
            one.note_away(table, int(one.settings.now()))
            assert bert.connection.guest not in table.away

    asyncio.run(story())


def test_of_a_crowd_those_who_play_are_told_first_and_every_message_fits(tmp_path: Path) -> None:
    async def story() -> None:
        room = Room()
        async with houses(tmp_path, 2, room) as (one, other):
            crowd = [Ear(one) for _ in range(120)]
            for ear in crowd:
                ear.connection.name = "\U0001f31f" * LONGEST_NAME
            anna = Ear(one)
            code = (await anna.open_table("me", "elsewhere"))["table"]["code"]
            for ear in crowd:
                one.hub.watch(code, ear.connection, False)
            one.hub.unwatch(code, anna.connection)
            one.hub.watch(code, anna.connection, False)  # she comes last
            room.said.clear()
            together(one)._tell_all_here()
            await until(lambda: len(other.hub.guests(code)) == MOST_PEOPLE, "all parts are heard")
            assert anna.connection.guest in other.hub.guests(code)
            assert max(map(len, room.said)) <= news.LONGEST
            for ear in (*crowd, anna):
                one.hub.unwatch(code, ear.connection)
            await until(lambda: not other.hub.guests(code), "all are gone")

    asyncio.run(story())


# Everything else


def test_those_at_a_table_are_told_that_its_bot_has_to_wait(tmp_path: Path) -> None:
    class Full:
        """A line that takes no more, until it does."""

        full = True

        async def ask(self, job: Any, *_: Any) -> bytes:
            if self.full:
                raise Busy
            raise NoWorkers

        async def counts(self) -> tuple[float, float]:
            return 2000, 1

        async def close(self) -> None:
            pass

    async def story() -> None:
        async with houses(tmp_path, 2, Room()) as (one, other):
            line = one.desk.workers = other.desk.workers = Full()  # type: ignore[assignment]
            anna, watcher = Ear(one), Ear(other)
            scene = await anna.open_table("me", "bot")
            code = scene["table"]["code"]
            await watcher.ask(type="watch", id=1, table=code)
            while scene["to_act"] == 0:
                action = scene["choices"][:2][-1]["action"]  # roll once, then pass
                scene = await anna.ask(type="act", id=2, table=code, ply=scene["ply"], action=action)
            for ear in (anna, watcher):
                await until(lambda ear=ear: ear.told[-1]["type"] == "bots-busy", "they are told")
                ply = one.tables[code].match.ply  # type: ignore[union-attr]
                assert ear.told[-1] == {"type": "bots-busy", "id": 0, "table": code, "ply": ply}
            told = one.metrics.text(1, 1, await one.gauges())
            for words in ("thoughts_waiting 2000", "workers 1", "store_away 0", "news_away 0"):
                assert f"asterism_{words}" in told
            line.full = False
            await until(lambda: one.tables[code].match.ply > ply, "then it moves")  # type: ignore[union-attr]

    asyncio.run(story())


def test_who_comes_to_a_lesson_by_two_processes_at_once_has_one_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with houses(tmp_path, 2, Room()) as (one, other):
            teacher = Asker("teacher", "here")
            wish = OpenLesson(game="noirlab-dice", tables=2, seats=2)
            lesson, _ = await teaching.open_lesson(one, teacher, "Teacher", wish)
            await teaching.look_up(other, lesson.code)
            there = other.lessons.get(lesson.code)
            assert there is not None

            def apart(tables: Any) -> Any:
                """Each process finds another table, as where their news are late."""
                mine = tables[0] is one.tables[tables[0].code]
                return (tables[0], 0) if mine else (tables[1], 1)

            monkeypatch.setattr(teaching, "free_seat", apart)
            lock = fair.lock_nonce(bytes(32))
            led = await asyncio.gather(
                teaching.join(one, lesson, "pupil", "Pupil", lock, ""),
                teaching.join(other, there, "pupil", "Pupil", lock, ""),
            )
            assert {led[0].code, led[1].code} >= {lesson.tables[0]}
            held = [row.guest for code in lesson.tables for row in (await stored(one, code)).seats if row.guest]
            assert held == ["pupil"]
            assert (await stored(one, lesson.tables[0])).seats[0].guest == "pupil"

    asyncio.run(story())


def test_a_lesson_that_was_read_before_it_was_changed_here_is_not_taken_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with houses(tmp_path, 1) as (house,):
            teacher = Asker("teacher", "here")
            lesson, _ = await teaching.open_lesson(
                house, teacher, "T", OpenLesson(game="noirlab-dice", tables=2, seats=2)
            )
            read = house.store.lesson

            async def late(code: str) -> Any:
                row = await read(code)
                house.store.lesson = read  # type: ignore[method-assign]
                await teaching.steer(house, teacher, "T", lesson, SteerLesson(lesson=code, secret="", do="pause"))
                return row

            house.store.lesson = late  # type: ignore[method-assign]
            await together(house).read_lesson(lesson.code)
            assert lesson.paused == set(lesson.tables)

    asyncio.run(story())


def test_a_table_where_something_has_happened_at_another_process_is_not_tidied_away(tmp_path: Path) -> None:
    async def story() -> None:
        async with houses(tmp_path) as (one, other):
            anna = Ear(one)
            codes = [(await anna.open_table("me", *more))["table"]["code"] for more in (["here"], ["elsewhere"])]
            for code in codes:
                one.hub.unwatch(code, anna.connection)
            untouched = one.store.untouched

            async def just_before(since: int, limit: int) -> Any:
                found = await untouched(since + 30 * DAY, limit)
                back = Ear(other, anna.connection.guest)
                await back.ask(type="act", id=1, table=codes[0], ply=(await other.find(codes[0])).match.ply, action=0)  # type: ignore[union-attr]
                await back.ask(type="shape", id=2, table=codes[1], change="add")
                return found

            one.store.untouched = just_before  # type: ignore[method-assign]
            await tidy(one, 10)
            assert (await stored(one, codes[0])).table.phase == "playing"
            assert len((await stored(one, codes[1])).seats) == 3
            one.store.untouched = untouched  # type: ignore[method-assign]

    asyncio.run(story())


def test_what_one_process_lets_someone_ask_for_is_not_left_at_the_others(tmp_path: Path) -> None:
    async def story() -> None:
        async with houses(tmp_path, 2, Room(), limits=Limits()) as (one, other):
            for limit in LIMITS:
                while getattr(one, limit).take("anna"):
                    pass
            await asyncio.sleep(0.05)
            assert [limit for limit in LIMITS if getattr(other, limit).has("anna")] == []
            assert all(getattr(other, limit).has("bert") for limit in LIMITS)

    asyncio.run(story())
