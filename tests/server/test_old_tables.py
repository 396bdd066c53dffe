"""Tables from long ago: tidied by age, and after an upgrade told as what they are."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from asterism.core import fair, record
from asterism.core.discover import find
from asterism.core.verify import shown, verify
from asterism.server.house import House
from asterism.server.tables import tidying

from .houses import until
from .serving import Served
from .talking import Client
from .test_house import Ear, house_in

DAYS = 30


def make_older(path: Path, days: int) -> None:
    """Let so many days pass for all that is stored."""
    seconds = days * tidying.DAY
    with closing(sqlite3.connect(path)) as store, store:
        store.execute("update tables set created = created - ?, ended = ended - ?", (seconds, seconds))
        store.execute("update actions set at = at - ?", (seconds,))


async def told_of(house: House, code: str) -> str:
    """The code of the refusal to watch a table; empty if it can be watched."""
    ear = Ear(house)
    await ear.ask(type="watch", id=1, table=code)
    house.hub.unwatch(code, ear.connection)
    return str(next((told["code"] for told in ear.told if told["type"] == "refused"), ""))


def test_an_old_match_is_closed_first_and_removed_when_as_much_time_has_passed_again(tmp_path: Path) -> None:
    async def story() -> None:
        async with house_in(tmp_path) as house:
            anna = Ear(house)
            running = await anna.open_table("me", "here")
            running = await anna.ask(type="act", id=2, table=running["table"]["code"], ply=0, action=0)
            lobby = await anna.open_table("me", "elsewhere")
            codes = [scene["table"]["code"] for scene in (running, lobby)]
            await tidying.tidy(house, DAYS)
            assert [await told_of(house, code) for code in codes] == ["", ""], "they are young"
            make_older(tmp_path / "t.sqlite", DAYS + 1)
            await tidying.tidy(house, DAYS)
            assert [await told_of(house, code) for code in codes] == ["", ""], "someone looks at them"
            for code in codes:
                house.hub.unwatch(code, anna.connection)
            await tidying.tidy(house, DAYS)
            assert [await told_of(house, code) for code in codes] == ["", "no-table"], "nothing was begun in the lobby"
            closed = await house.find(codes[0])
            assert closed.match is not None
            assert (closed.phase, closed.match.closed) == ("over", True)
            assert fair.lock_secret(closed.row.secret) == running["table"]["dice"]["commitment"]
            await tidying.tidy(house, DAYS)
            assert await told_of(house, codes[0]) == "", "those who played can still save and check it"
            make_older(tmp_path / "t.sqlite", DAYS + 1)
            house.tables.clear()
            await tidying.tidy(house, DAYS)
            assert await told_of(house, codes[0]) == "gone"
            assert await house.store.untouched(int(time.time()) + 1, 9) == []

    asyncio.run(story())


def test_however_many_tables_are_old_they_are_tidied_and_one_that_is_watched_holds_up_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tidying, "MOST_AT_ONCE", 2)

    async def story() -> None:
        async with house_in(tmp_path) as house:
            anna = Ear(house)
            codes = [(await anna.open_table("me", "elsewhere"))["table"]["code"] for _ in range(6)]
            make_older(tmp_path / "t.sqlite", DAYS + 1)
            for code in codes[1:]:
                house.hub.unwatch(code, anna.connection)
            tidier = asyncio.create_task(tidying.keep_tidy(house, DAYS))
            await until(lambda: house.tables.keys() == {codes[0]}, "all others are gone")
            assert not tidier.done()
            tidier.cancel()

    asyncio.run(story())


def test_best_scores_outlive_the_match_they_were_made_in(tmp_path: Path) -> None:
    async def story() -> None:
        async with house_in(tmp_path) as house:
            anna = Ear(house)
            scene = await anna.open_table("me")
            while scene["choices"]:
                code, action = scene["table"]["code"], scene["choices"][0]["action"]
                scene = await anna.ask(type="act", id=2, table=code, ply=scene["ply"], action=action)
            best = await house.store.best_alone("noirlab-dice", True)
            assert [line.code for line in best] == [code]
            make_older(tmp_path / "t.sqlite", DAYS + 1)
            house.hub.unwatch(code, anna.connection)
            house.tables.clear()
            await tidying.tidy(house, DAYS)
            assert await told_of(house, code) == "gone"
            again = await house.store.best_alone("noirlab-dice", True)
            assert [(line.code, line.score) for line in again] == [(code, best[0].score)]

    asyncio.run(story())


@pytest.mark.folder
def test_a_table_of_other_rules_is_told_as_that_and_its_record_can_be_had(own: Served) -> None:
    """As after an upgrade. The record can be verified where those rules are, and says what it does not list."""
    with Client(own) as anna:
        scene = anna.act(anna.open("me", "bot:easy"))
        over = anna.play_on(anna.open("me", "bot:easy"))
        running, ended, cookie = scene["table"]["code"], over["table"]["code"], anna.cookie
    own.stop()
    version = find("noirlab-dice").version
    with closing(sqlite3.connect(own.data / "tables.sqlite")) as store, store:
        store.execute("update tables set version = 99")
    own.start()
    record_of = "/api/tables/{}/record".format
    with Client(own, cookie) as anna:
        told = anna.ask("watch", table=running)
        assert told["code"] == "other-rules"
        assert "plays version 99 of the rules of noirlab-dice" in told["text"]
    assert own.get(record_of(running)).status == 409, "it is not broken off by looking"
    assert own.ask(record_of(running), b"", {}).status == 403, "nor by a stranger"
    broken_off = own.ask(record_of(running), b"", {"cookie": cookie})
    assert (
        own.ask(record_of(running), b"", {"cookie": cookie}).body == broken_off.body == own.get(record_of(running)).body
    )
    for text in (broken_off.text, own.get(record_of(ended)).text):
        made = record.read(text)
        assert fair.problems(made) == [fair.UNLISTED]
        assert any("version 99" in line for line in verify(made)), "not where those rules are missing"
        for sheet in made["dice"]["sheets"]:  # and where they are: as if these were version 99
            assert f'"version": {version}' in sheet
        with_rules = {**made, "version": version}
        with_rules["hash"] = fair.digest(with_rules)
        assert verify(with_rules) == []
        assert "those that were taken back too" in " ".join(shown(with_rules))
        flipped = {**with_rules, "actions": [*with_rules["actions"]]}
        flipped["actions"][1] = 8 + (flipped["actions"][1] - 7) % 6
        assert fair.CHANGED in verify(flipped) or any("the rules do not allow it" in line for line in verify(flipped))


def test_a_table_that_can_go_on_is_not_broken_off_by_an_address(served: Served) -> None:
    with Client(served) as anna:
        code = anna.open("me", "bot:easy")["table"]["code"]
        assert served.ask(f"/api/tables/{code}/record", b"", {"cookie": anna.cookie}).status == 409
        assert served.ask("/api/tables/222222/record", b"", {}).status == 404
