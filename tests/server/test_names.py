"""Names: kept of those who take a seat, and changed only so often: they are all that strangers can show each other."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from asterism.server.house import House
from asterism.server.people import names
from asterism.server.settings import Limits, Rate
from asterism.server.tables import tidying

from .talking import GAME, lock
from .test_house import Ear, house_in

FEW = replace(Limits(), names=Rate(3, 0), names_of_address=Rate(20, 0))


async def rows(house: House) -> dict[str, str]:
    """Every guest whose name the store has."""
    found: dict[str, str] = await house.store._read(  # type: ignore[attr-defined]
        lambda connection: dict(connection.execute("select guest, name from guests").fetchall())
    )
    return found


def leave(ear: Ear) -> None:
    ear.connection.leave()
    ear.connection.house.hub.disconnect(ear.connection)


def test_guests_without_a_seat_leave_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "MOST", 50)

    async def story() -> None:
        async with house_in(tmp_path) as house:
            anna = Ear(house)
            code = (await anna.open_table("me", "elsewhere"))["table"]["code"]
            before = await rows(house)
            for number in range(300):
                guest = Ear(house)
                assert (await guest.ask(type="hello", id=1, name=f"Guest of {number}"))["name"] == f"Guest of {number}"
                await guest.ask(type="watch", id=2, table=code)
                leave(guest)
            assert await rows(house) == before
            assert len(house.names._known) == 50
            assert house.names.of(guest.connection.guest) == "Guest of 299", "for another window, or the next visit"

    asyncio.run(story())


@pytest.mark.parametrize(
    "asked",
    [
        {"type": "open", "game": GAME, "seats": [{"kind": "elsewhere"}] * 2},
        {"type": "sit", "seat": 1},
        {"type": "open-lesson", "game": GAME, "tables": 1, "seats": 2},
        {"type": "join-lesson"},
    ],
)
def test_whoever_takes_a_seat_or_opens_a_table_is_known_by_name(tmp_path: Path, asked: dict[str, Any]) -> None:
    async def story() -> None:
        async with house_in(tmp_path) as house:
            other, anna = Ear(house), Ear(house)
            if asked["type"] == "sit":
                asked["table"] = (await other.open_table("me", "elsewhere"))["table"]["code"]
            if asked["type"] == "join-lesson":
                opened = await other.ask(type="open-lesson", id=1, game=GAME, tables=1, seats=2)
                asked["lesson"] = opened["lesson"]
            given = {} if asked["type"] == "open-lesson" else {"commit": lock()}
            await anna.ask(type="hello", id=1, name="Anna")
            assert anna.connection.guest not in await rows(house)
            await anna.ask(id=2, **asked, **given)
            assert (await rows(house))[anna.connection.guest] == "Anna"
            await anna.ask(type="hello", id=3, name="Anna Lena")
            assert (await rows(house))[anna.connection.guest] == "Anna Lena"

    asyncio.run(story())


def test_tidying_forgets_guests_who_never_sat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tidying, "MOST_GUESTS", 7)

    async def story() -> None:
        async with house_in(tmp_path) as house:
            anna = Ear(house)
            await anna.open_table("me", "elsewhere")
            for number in range(30):  # as they were written down by an older version
                await house.store.name_guest(f"{number:016}", "Name")
            task = asyncio.create_task(tidying.keep_tidy(house, 90))
            while len(await rows(house)) > 1:
                await asyncio.sleep(0.01)
            task.cancel()
            assert list(await rows(house)) == [anna.connection.guest]

    asyncio.run(story())


def test_a_name_is_changed_only_so_often_and_an_old_one_stays(tmp_path: Path) -> None:
    async def story() -> None:
        async with house_in(tmp_path, limits=FEW) as house:
            anna, watcher = Ear(house), Ear(house)
            code = (await anna.open_table("me", "elsewhere"))["table"]["code"]
            await watcher.ask(type="watch", id=1, table=code)
            told = [await watcher.ask(type="hello", id=2, name=f"word {number}") for number in range(30)]
            assert [one["type"] for one in told] == ["welcome"] * 3 + ["refused"] * 27
            assert told[-1]["code"] == "too-fast"
            assert (await watcher.ask(type="hello", id=3))["name"] == "word 2"
            assert (await watcher.ask(type="hello", id=4, name="word 2"))["type"] == "welcome", "that is no change"
            again = Ear(house, watcher.connection.guest)
            assert (await again.ask(type="hello", id=5, name="word 30"))["type"] == "refused", "another window neither"

    asyncio.run(story())


def test_fresh_guests_of_one_address_have_only_so_many_names_and_all_get_in(tmp_path: Path) -> None:
    async def story() -> None:
        async with house_in(tmp_path, limits=FEW) as house:
            anna = Ear(house)
            code = (await anna.open_table("me", "elsewhere"))["table"]["code"]
            told = [await Ear(house).ask(type="hello", id=1, name=f"word {number}") for number in range(40)]
            assert [one["type"] for one in told] == ["welcome"] * 20 + ["refused"] * 20
            bert = Ear(house)
            scene = await bert.ask(type="sit", id=1, table=code, seat=1, commit=lock(), name="Bert")
            assert scene["type"] == "scene"
            assert scene["table"]["seats"][1]["name"] == bert.connection.name

    asyncio.run(story())


def test_names_of_seats_and_bots_are_counted_too(tmp_path: Path) -> None:
    """By sitting down and standing up again one would else say as much as by changing one's name."""

    async def story() -> None:
        async with house_in(tmp_path, limits=FEW) as house:
            anna, bert = Ear(house), Ear(house)
            code = (await anna.open_table("me", "elsewhere", "elsewhere"))["table"]["code"]
            shown = set()
            for number in range(10):
                told = await bert.ask(type="sit", id=1, table=code, seat=1, commit=lock(), name=f"word {number}")
                shown.add(told["table"]["seats"][1]["name"])
                await bert.ask(type="stand", id=2, table=code, seat=1)
            assert shown == {"word 0", "word 1", "word 2", bert.connection.name}
            shown = set()
            for number in range(10):
                shape = {"type": "shape", "table": code, "seat": 2}
                told = await anna.ask(id=3, **shape, change="bot", names=[f"word {number}"])
                shown.add(told["table"]["seats"][2]["name"])
                await anna.ask(id=4, **shape, change="free")
            assert shown == {"word 0", "word 1", "word 2", "Bot"}
            told = await anna.ask(id=5, type="shape", table=code, seat=2, change="bot", names=["Vega"])
            assert told["table"]["seats"][2]["name"] == "Vega", "the usual names of bots say nothing"

    asyncio.run(story())


def test_whoever_opened_a_table_has_those_who_watch_counted_and_not_named(tmp_path: Path) -> None:
    async def story() -> None:
        async with house_in(tmp_path) as house:
            anna, bert = Ear(house), Ear(house)
            code = (await anna.open_table("me", "elsewhere"))["table"]["code"]
            await bert.ask(type="hello", id=1, name="Buy my stars")
            assert (await bert.ask(type="watch", id=2, table=code))["table"]["watching"] == ["Buy my stars"]
            await bert.ask(type="name-watchers", id=3, table=code, named=False)
            assert [told["code"] for told in bert.told if told["type"] == "refused"] == ["not-allowed"]
            hidden = (await anna.ask(type="name-watchers", id=4, table=code, named=False))["table"]
            assert (hidden["unnamed"], hidden["watchers"], hidden["watching"]) == (True, 1, [])
            heard = len(anna.told)
            await bert.ask(type="emote", id=5, table=code, emote="hello")
            await bert.ask(type="hello", id=6, name="Or these")
            await asyncio.sleep(0.2)
            assert "hello" in json.dumps(anna.told[heard:])
            assert "Buy my stars" not in json.dumps(anna.told[heard:])
            assert "Or these" not in json.dumps(anna.told[heard:])
            house.tables.clear()
            assert (await anna.ask(type="watch", id=7, table=code))["table"]["unnamed"], "it is stored"
            shown = (await anna.ask(type="name-watchers", id=8, table=code, named=True))["table"]
            assert shown["watching"] == ["Or these"]

    asyncio.run(story())
