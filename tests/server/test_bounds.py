"""What one guest can make the server hold or do has an end, and nobody else pays for it."""

from __future__ import annotations

import asyncio
import gc
import json
import time
import weakref
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from asterism.core.match import Match
from asterism.server.http.guard import AT_ONCE
from asterism.server.http.handshake import serve_socket
from asterism.server.http.sockets import MOST_WAITING
from asterism.server.people import devices
from asterism.server.people.guests import clean_name
from asterism.server.settings import MOST_LOGGED, Door, Limits, Rate

from .serving import Served
from .talking import GAME, KNOWN, Client, lock, playing
from .test_house import Ear, house_in
from .test_lessons import Teacher, join

# Lessons


def test_a_pupil_who_opens_a_rematch_keeps_nobody_from_filling_or_closing_it(served: Served) -> None:
    with ExitStack() as room:
        teacher = Teacher(room.enter_context(Client(served)), tables=2)
        anna, bert, cleo = [room.enter_context(Client(served)) for _ in range(3)]
        for pupil in (anna, bert):
            join(pupil, teacher.code)
        scene = anna.hear_scene(playing)
        bert.hear_scene(playing)
        teacher.steer("close", tables=[scene["table"]["code"]])
        anna.hear_scene(lambda scene: scene["table"]["phase"] == "over")
        second = anna.rematch(scene["table"]["code"])["table"]
        join(cleo, teacher.code)
        filled = teacher.steer("fill", level="beginner")
        assert {table["table"]: table["phase"] for table in filled["tables"]}[second] in ("drawing", "playing")
        assert teacher.steer("close")["over"]


def test_a_lesson_that_cannot_be_takes_no_table_from_the_others_of_its_address(tmp_path: Path) -> None:
    server = Served(tmp_path)
    try:
        with Client(server) as prankster, Client(server) as teacher:
            for wrong in ({"game": "chess"}, {"seats": 99}, {"seats": 0}, {"edition": "none"}) * 3:
                asked = {"game": GAME, "tables": 40, "seats": 2, **wrong}
                assert prankster.refused("open-lesson", **asked) in ("bad-options", "no-game")
            Teacher(teacher, tables=40)
    finally:
        server.stop()


def test_wrong_codes_of_a_whole_school_keep_nobody_from_leading_a_lesson(tmp_path: Path) -> None:
    server = Served(tmp_path)
    try:
        with Client(server) as leads, ExitStack() as room:
            teacher = Teacher(leads, tables=1)
            floods = [room.enter_context(Client(server)) for _ in range(30)]
            for flood in floods:
                for _ in range(10):
                    flood.send("join-lesson", lesson="22222", commit=lock())
            assert len(teacher.see()) == 1
            assert not [told for told in leads.told if told["type"] == "code-waits"]
    finally:
        server.stop()


# What is kept


def test_a_table_that_leaves_memory_is_not_held_by_its_clock(tmp_path: Path) -> None:
    async def story() -> None:
        async with house_in(tmp_path, idle_seconds=0.0) as house:
            anna = Ear(house)
            clock = {"per": "turn", "seconds": 86_400}
            code = (await anna.open_table("me", "here", clock=clock))["table"]["code"]
            await anna.ask(type="unwatch", id=2, table=code)
            await asyncio.sleep(0.2)  # until it was told who is away
            table = weakref.ref(house.tables[code])
            house.drop_idle()
            gc.collect()
            assert table() is None
            assert (await anna.ask(type="watch", id=3, table=code))["table"]["clock"]["running"] == 0

    asyncio.run(story())


@pytest.mark.parametrize("restarted", [True, False])
def test_a_clock_runs_from_the_beginning_of_the_match_and_not_from_that_of_the_lobby(
    tmp_path: Path, restarted: bool
) -> None:
    """A table waits for days until someone comes; the match begins, and before the first move nobody looks at it."""

    async def story() -> None:
        clock = {"per": "turn", "seconds": 86_400, "then": "end"}
        async with house_in(tmp_path, idle_seconds=0.0) as house:
            anna, bert = Ear(house), Ear(house)
            seats = [{"kind": "me"}, {"kind": "elsewhere"}]
            opened = await anna.ask(type="open", id=1, game=GAME, seats=seats, commit=lock(), clock=clock)
            code = opened["table"]["code"]
            object.__setattr__(house.settings, "ahead", 3 * 86_400.0)
            await bert.ask(type="sit", id=1, table=code, seat=1, commit=lock())
            table = house.tables[code]
            for seat, ear in enumerate((anna, bert)):
                number = KNOWN[table.seats[seat].lock]
                await ear.ask(type="reveal", id=2, table=code, sheet=table.drawing.hash, nonce=number)
            begun = table.timing
            assert begun is not None
            await asyncio.sleep(0.1)
            for ear in (anna, bert):
                ear.connection.leave()
            house.drop_idle()
            if not restarted:
                assert code not in house.tables
                assert (await house.find(code)).timing == begun
        if restarted:
            async with house_in(tmp_path, ahead=3 * 86_400.0) as house:
                assert (await house.find(code)).timing == begun

    asyncio.run(story())


def test_a_connection_that_is_over_is_not_held_by_the_way_in_it_asked_for(tmp_path: Path) -> None:
    async def story() -> None:
        async with house_in(tmp_path) as house:
            anna = Ear(house)
            secret = (await anna.ask(type="pair", id=1))["secret"]
            anna.connection.leave()
            house.hub.disconnect(anna.connection)
            connection = weakref.ref(anna.connection)
            del anna
            gc.collect()
            assert connection() is None
            way = house.devices.take(secret)
            assert way is not None
            assert way.used() is None

    asyncio.run(story())


def test_one_address_makes_no_other_way_in_void_by_asking_for_many(tmp_path: Path) -> None:
    limits = replace(Limits(), ways_in_of_address=Rate(3, 0))

    async def story() -> None:
        async with house_in(tmp_path, limits=limits) as house:
            told = [await Ear(house).ask(type="pair", id=1) for _ in range(4)]
            assert [one.get("code", "") for one in told] == ["", "", "", "too-fast"]
            assert house.devices.take(told[0]["secret"]) is not None

    asyncio.run(story())


def test_ways_in_are_forgotten_when_they_are_used_over_or_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices, "MOST_WAITING", 3)
    ways, now = devices.Devices(), time.monotonic()
    monkeypatch.setattr(devices.time, "monotonic", lambda: now)
    a, b, c, d = (ways.offer(guest, "", lambda: None) for guest in "abcd")
    assert ways.take(a) is None, "the oldest made room"
    again = ways.offer("b", "", lambda: None)
    assert ways.take(b) is None, "the next one makes the one before void"
    assert ways.take(c) is not None
    assert ways.take(c) is None, "it works once"
    now += 301
    ways.offer("e", "", lambda: None)
    assert ways.take(d) is ways.take(again) is None
    assert len(ways._waiting) == len(ways._of_guest) == 1


def test_whom_a_proxy_lets_through_has_only_so_many_connections_too(tmp_path: Path) -> None:
    async def story() -> None:
        async with house_in(tmp_path, door=Door(connections=2)) as house:
            said: list[list[Any]] = []

            def come(address: str) -> asyncio.Task[None]:
                mine: list[Any] = []
                said.append(mine)
                asked = iter([{"type": "websocket.connect"}])

                async def receive() -> Any:
                    return next(asked, None) or await asyncio.Future()

                async def send(message: Any) -> None:
                    mine.append(message)

                def at_once(text: bytes) -> bool:
                    mine.append(json.loads(text))
                    return True

                scope = {"headers": [], "scheme": "ws", "client": (address, 1), "extensions": {AT_ONCE: at_once}}
                return asyncio.create_task(serve_socket(house, scope, receive, send))

            tasks = [come("192.0.2.7") for _ in range(3)] + [come("192.0.2.8")] + [come("127.0.0.1") for _ in range(3)]
            await asyncio.sleep(0.2)
            refused = [any(one.get("code") == "too-fast" for one in mine) for mine in said]
            assert refused == [False, False, True, False, False, False, False]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            assert house.peers == {}

    asyncio.run(story())


def test_what_waits_for_one_who_does_not_read_has_an_end_in_bytes(tmp_path: Path) -> None:
    async def story() -> None:
        async with house_in(tmp_path) as house:
            slow = Ear(house)
            slow.open.clear()
            for _ in range(20):
                slow.connection.tell(b"x" * (MOST_WAITING // 10))
            assert slow.connection.closing

    asyncio.run(story())


def test_of_a_very_long_match_the_end_of_the_log_is_told(tmp_path: Path) -> None:
    """Drawn on the event loop for whoever asks, a log without end would stop everyone."""

    async def story() -> None:
        async with house_in(tmp_path) as house:
            anna = Ear(house)
            code = (await anna.open_table("me", game="geminos"))["table"]["code"]
            match = house.tables[code].match
            assert match is not None
            while match.ply < MOST_LOGGED + 500:
                match.play(match.legal()[0])
            scene = await anna.ask(type="watch", id=2, table=code)
            assert scene["since"] == 0
            assert [line["ply"] for line in scene["log"]] == [*range(match.ply - MOST_LOGGED, match.ply)]
            assert len(scene["heard"]) == match.rolled, "of the rolls none is left out: they are checked at the end"

    asyncio.run(story())


def test_the_moments_of_a_match_are_those_that_each_action_was_played_in() -> None:
    match = Match("geminion", seats=2, seed=3)
    for number in range(120):
        match.play(match.legal()[number % len(match.legal())])
        if number % 7 == 6:
            match.undo(2)
    moments = [(played.ply, states.tobytes()) for played, states in match.moments(20)]
    assert len(moments) > 30
    assert moments == [(played.ply, played.states.tobytes()) for played in match.standing(20)]


# Names


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Z\u0351\u0352\u0357\u035b\u0351\u0352a", "Z\u0351\u0352\u0357a"),  # a tower that would cover its neighbours
        ("\u0301\u0302Anna", "Anna"),  # accents on nothing
        ("Zoe\u0308", "Zoë"),
        ("नमस्ते", "नमस्ते"),
        ("Nguyễn", "Nguyễn"),
        ("\u3164\u2800\u115f", ""),  # nothing that can be seen
        ("👩🏽", "👩🏽"),
    ],
)
def test_a_name_is_seen_and_stays_on_its_line(said: str, shown: str) -> None:
    assert clean_name(said) == shown
