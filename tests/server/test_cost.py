"""What a move costs, counted: transactions, rolls, scenes. Time cannot be told on a busy machine, but these can."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from asterism.core import fair
from asterism.core.game import Game
from asterism.store import SQLiteStore
from asterism.table import scenes

from .test_house import Ear, house_in

MOVES = 12


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often the expensive things were done."""
    counted: Counter[str] = Counter()

    def count(where: Any, name: str) -> None:
        work: Callable[..., Any] = getattr(where, name)

        def counting(*args: Any, **named: Any) -> Any:
            counted[name] += 1
            return work(*args, **named)

        monkeypatch.setattr(where, name, counting)

    for where, name in (
        (SQLiteStore, "_transact"),
        (SQLiteStore, "_read"),
        (fair.Dice, "roll"),
        (scenes, "draw"),
        (scenes, "draw_shared"),
        (scenes, "info"),
        (Game, "tells"),
    ):
        count(where, name)
    return counted


async def play(ears: list[Ear], scene: Any, done: Counter[str], most: int = MOVES) -> tuple[int, int]:
    """Play some moves, each by whoever may; how many there were, and how many rolls."""
    code, moves = scene["table"]["code"], 0
    await asyncio.sleep(0.2)  # comings and goings have been told
    done.clear()
    rolled = scene["rolled"]
    while moves < most:
        latest = [(ear, ear.told[-1]) for ear in ears]
        able = [(ear, told) for ear, told in latest if told["choices"]]
        if not able:
            break
        ear, told = able[0]
        scene = await ear.ask(type="act", id=2, table=code, ply=told["ply"], action=told["choices"][0]["action"])
        assert scene["type"] == "scene", scene
        moves += 1
    return moves, scene["rolled"] - rolled


def test_a_move_is_one_transaction_and_is_drawn_once(tmp_path: Path, done: Counter[str]) -> None:
    async def story() -> None:
        async with house_in(tmp_path) as house:
            anna = Ear(house)
            scene = await anna.open_table("me", "here", game="geminos")  # it never ends so soon
            moves, rolls = await play([anna], scene, done)
            assert moves == MOVES
            assert rolls > 0
            assert done == {"_transact": moves, "roll": rolls, "draw": moves, "draw_shared": moves}

    asyncio.run(story())


def test_those_who_see_the_same_are_drawn_the_same(tmp_path: Path, done: Counter[str]) -> None:
    """Twenty who watch cost no more than one, and nobody's view of an open board is drawn twice."""

    async def story() -> None:
        async with house_in(tmp_path) as house:
            anna = Ear(house)
            scene = await anna.open_table("me", "here", game="geminos")  # it never ends so soon
            watchers = [Ear(house) for _ in range(20)]
            for watcher in watchers:
                await watcher.ask(type="watch", id=1, table=scene["table"]["code"])
            moves, rolls = await play([anna], scene, done)
            assert all(watcher.told[-1]["ply"] == anna.told[-1]["ply"] for watcher in watchers)
            assert done == {"_transact": moves, "roll": rolls, "draw": 2 * moves, "draw_shared": moves}

    asyncio.run(story())


def test_those_who_come_to_look_are_shown_one_drawing(tmp_path: Path, done: Counter[str]) -> None:
    async def story() -> None:
        async with house_in(tmp_path) as house:
            anna = Ear(house)
            code = (await anna.open_table("me", "here"))["table"]["code"]
            done.clear()
            watchers = [Ear(house) for _ in range(20)]
            for watcher in watchers:
                await watcher.ask(type="watch", id=1, table=code)
            assert done["draw"] == 20, "each sees who else is there"
            assert done["draw_shared"] == 1, "but the same board and log"

    asyncio.run(story())


def test_nothing_is_tried_out_where_the_others_would_be_asked(tmp_path: Path, done: Counter[str]) -> None:
    """Two at their own devices may ask each other to take anything back: what an action told is looked at only then."""

    async def story() -> None:
        async with house_in(tmp_path) as house:
            anna, bert = Ear(house), Ear(house)
            scene = await anna.open_table("me", "elsewhere", game="constellation", undo="free")
            code = scene["table"]["code"]
            bert.number = secrets.token_bytes(32)
            scene = await bert.ask(type="sit", id=1, table=code, seat=1, commit=fair.lock_nonce(bert.number))
            for ear in (anna, bert):
                sheet = scene["table"]["dice"]["sheet"]
                await ear.ask(type="reveal", id=1, table=code, sheet=sheet, nonce=ear.number.hex())
            scene = anna.told[-1]
            assert scene["table"]["phase"] == "playing"
            moves, _ = await play([anna, bert], scene, done, most=1)
            assert moves == 1
            assert done["tells"] == 0
            mover = next(ear for ear in (anna, bert) if not ear.told[-1]["choices"])
            assert mover.told[-1]["may_undo"]
            await mover.ask(type="undo", id=3, table=code, ply=mover.told[-1]["ply"])
            assert done["tells"] > 0, "now it matters"

    asyncio.run(story())
