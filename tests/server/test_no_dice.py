"""Where chance has no part, no dice are drawn and the match begins at once; what was begun with dice goes on with them.

Geminion with its usual options is such a match, and once had dice all the same: `geminion_with_dice.sql` is a store
from then, with a table that waits, one whose dice are being drawn, and one that plays."""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from asterism.core import fair, record
from asterism.core.verify import shown, verify
from asterism.server.house import House
from asterism.server.http import pages
from asterism.server.lessons import teaching
from asterism.server.thinking.studies import Asker
from asterism.server.wire.requests import OpenLesson
from asterism.store import schema

from .houses import Room, houses, until
from .test_house import Ear, house_in

GAME = "geminion"
NOTHING_ROLLED = "With these options nothing is ever rolled"
SCHEMA_THEN = 14
WAITING, DRAWING, PLAYING = "8UNF2D", "NGNAKF", "WF5UM3"
ANNA, BERT = "a" * 32, "b" * 32
HER_NUMBER = "db73eaddfabcbe78695755d005dc79897b87ced327f5c14f28de175d862063eb"  # not shown yet where dice are drawn


def new_lock() -> str:
    return fair.lock_nonce(secrets.token_bytes(32))


def dice_of(scene: Any) -> tuple[str, int]:
    return scene["table"]["phase"], scene["table"]["dice"]["protocol"]


async def play_out(ear: Ear, scene: Any) -> Any:
    while scene["choices"]:
        code, action = scene["table"]["code"], scene["choices"][-1]["action"]
        scene = await ear.ask(type="act", id=2, table=code, ply=scene["ply"], action=action)
    return scene


async def record_of(house: House, code: str) -> record.Record:
    table = await house.find(code)
    assert table.match is not None
    return record.make(table.match, table.names, pages.drawing_of(table))


def store_from_then(folder: Path) -> None:
    rows = (Path(__file__).parent / "geminion_with_dice.sql").read_text(encoding="utf-8")
    with closing(sqlite3.connect(folder / "t.sqlite", isolation_level=None)) as store:
        store.executescript("".join(schema.STEPS[:SCHEMA_THEN]) + rows)
        store.execute(f"pragma application_id = {schema.APPLICATION}")
        store.execute(f"pragma user_version = {SCHEMA_THEN}")


def test_a_match_without_chance_begins_at_once_and_its_record_says_that_nothing_is_rolled(tmp_path: Path) -> None:
    async def story() -> None:
        async with house_in(tmp_path) as house:
            anna = Ear(house, ANNA)
            await anna.ask(type="open", id=1, game=GAME, seats=[{"kind": "me"}, {"kind": "here"}], commit=new_lock())
            scene = anna.told[-1]
            code, dice = scene["table"]["code"], scene["table"]["dice"]
            assert dice_of(scene) == ("playing", 0)
            assert (dice["commitment"], dice["draws"], dice["waiting"], dice["secret"]) == ("", 0, [], None)
            action = scene["choices"][0]["action"]
            await anna.ask(type="act", id=2, table=code, ply=0, action=action)
        async with house_in(tmp_path) as house:  # and after a restart
            anna = Ear(house, ANNA)
            scene = await anna.ask(type="watch", id=1, table=code)
            assert (scene["ply"], *dice_of(scene)) == (1, "playing", 0)
            over = await play_out(anna, scene)
            assert (over["rolled"], *dice_of(over)) == (0, "over", 0)
            made = await record_of(house, code)
            assert (made["dice"], made["rolls"], verify(made)) == (None, [], [])
            assert NOTHING_ROLLED in " ".join(shown(made))
            await anna.ask(type="rematch", id=3, table=code, commit=new_lock())
            again = next(told for told in reversed(anna.told) if told["type"] == "scene")
            assert again["table"]["code"] != code
            assert dice_of(again) == ("playing", 0)

    asyncio.run(story())


def test_whoever_sits_down_last_begins_it_and_bots_alone_do_too(tmp_path: Path) -> None:
    async def story() -> None:
        async with house_in(tmp_path) as house:
            anna, bert = Ear(house, ANNA), Ear(house, BERT)
            lobby = await anna.open_table("me", "elsewhere", game=GAME)
            code = lobby["table"]["code"]
            assert dice_of(lobby) == ("lobby", 0)
            await anna.ask(type="commit", id=2, table=code, commit=new_lock())
            assert dice_of(anna.told[-1]) == ("lobby", 0), "a lock that nobody needs changes nothing"
            assert dice_of(await bert.ask(type="sit", id=2, table=code, seat=1, commit=new_lock())) == ("playing", 0)
            shaped = await anna.open_table("me", "elsewhere", game=GAME)
            await anna.ask(type="shape", id=3, table=shaped["table"]["code"], change="start", level="beginner")
            assert dice_of(anna.told[-1]) == ("playing", 0)
            assert dice_of(await anna.open_table("bot", "bot", game=GAME)) == ("playing", 0)

    asyncio.run(story())


@pytest.mark.parametrize(("options", "protocol"), [({"sparkle": 1}, 0), ({"shuffle": 1}, 2)])
def test_the_options_say_whether_dice_are_drawn(tmp_path: Path, options: dict[str, int], protocol: int) -> None:
    async def story() -> None:
        async with house_in(tmp_path) as house:
            anna = Ear(house)
            scene = await anna.open_table("me", "here", game=GAME, options=options)
            assert dice_of(scene) == ("playing", protocol)
            over = await play_out(anna, scene)
            assert bool(over["rolled"]) == bool(protocol)
            made = await record_of(house, over["table"]["code"])
            assert verify(made) == []
            assert (made["dice"] is None) == (protocol == 0)
            assert (NOTHING_ROLLED in " ".join(shown(made))) == (protocol == 0)

    asyncio.run(story())


def test_at_two_processes_and_in_a_lesson_nothing_is_drawn_either(tmp_path: Path) -> None:
    async def story() -> None:
        async with houses(tmp_path, 2, Room()) as (one, other):
            anna, bert = Ear(one, ANNA), Ear(other, BERT)
            lobby = await anna.open_table("me", "elsewhere", game=GAME)
            code = lobby["table"]["code"]
            await bert.ask(type="watch", id=1, table=code)
            assert dice_of(await bert.ask(type="sit", id=2, table=code, seat=1, commit=new_lock())) == ("playing", 0)
            await until(lambda: one.tables[code].phase == "playing", "the other process hears of it")
            assert one.tables[code].row.protocol == 0
            wish = OpenLesson(game=GAME, tables=1, seats=2)
            lesson, _ = await teaching.open_lesson(one, Asker("teacher", "here"), "Teacher", wish)
            for pupil in ("ada", "bo"):
                table = await teaching.join(one, lesson, pupil, pupil, new_lock(), "")
            assert (table.phase, table.row.protocol) == ("playing", 0)

    asyncio.run(story())


# From before


def test_what_was_begun_with_dice_goes_on_with_them_and_is_verified(tmp_path: Path) -> None:
    """A browser that was shown the lock of a secret would call a host that now denies the dice dishonest."""
    store_from_then(tmp_path)

    async def story() -> None:
        async with house_in(tmp_path) as house:
            anna, bert = Ear(house, ANNA), Ear(house, BERT)
            drawing = await anna.ask(type="watch", id=1, table=DRAWING)
            assert dice_of(drawing) == ("drawing", 2)
            sheet = drawing["table"]["dice"]["sheet"]
            begun = await anna.ask(type="reveal", id=2, table=DRAWING, sheet=sheet, nonce=HER_NUMBER)
            assert dice_of(begun) == ("playing", 2)

            assert dice_of(await anna.ask(type="watch", id=1, table=WAITING)) == ("lobby", 2)
            scene = await bert.ask(type="sit", id=2, table=WAITING, seat=1, commit=new_lock())
            assert dice_of(scene) == ("drawing", 2)

            scene = await anna.ask(type="watch", id=1, table=PLAYING)
            assert (scene["ply"], *dice_of(scene)) == (12, "playing", 2)
            over = await play_out(anna, scene)
            assert dice_of(over) == ("over", 2)
            made = await record_of(house, PLAYING)
            assert len(made["dice"]["sheets"]) == 1
            assert verify(made) == []
            await anna.ask(type="rematch", id=3, table=PLAYING, commit=new_lock())
            again = next(told for told in reversed(anna.told) if told["type"] == "scene")
            assert dice_of(again) == ("playing", 0), "what begins today has none"

    asyncio.run(story())
