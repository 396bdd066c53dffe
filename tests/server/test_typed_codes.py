"""One visitor cannot shut the others of their address out: links open at once, and typed codes get their turn."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from asterism.server.people.codes import TOKEN_LENGTH, Turns, split, token_of
from asterism.server.settings import Limits, Rate

from .serving import Served
from .talking import GAME, Client, Told, lock
from .test_house import Ear, house_in

MANY = int(Limits().wrong_codes.burst) + 1
SPENT = replace(Limits(), wrong_codes=Rate(0, 0), typed_codes=50.0, messages=Rate(1e9, 1e9))  # from the beginning


async def say(ear: Ear, **message: Any) -> None:
    """Send a request, whether it is answered at once or not."""
    await ear.connection.hear(json.dumps(message))
    await asyncio.sleep(0)  # until it waits


def link(told: Told, code: str = "code") -> str:
    """The code and the token, as they are in a link."""
    return f"{told[code]}-{told['token']}"


def spend(served: Served) -> None:
    """Use up the wrong codes of this address, by guests who each try a few."""
    for part in range(0, MANY, 8):
        with Client(served) as guesser:
            for number in range(8):
                guesser.refused("watch", table=f"22{part + number:04}")


# By its link


def test_a_link_opens_while_others_of_the_address_try_codes(tmp_path: Path) -> None:
    server = Served(tmp_path)
    try:
        with Client(server) as anna, ExitStack() as room:
            info = anna.open("me", "elsewhere")["table"]
            lesson = anna.ask("open-lesson", game=GAME, tables=2, seats=2)
            spend(server)
            guessers = [room.enter_context(Client(server)) for _ in range(20)]
            for number, guesser in enumerate(guessers):
                for more in range(4):
                    guesser.send("watch", table=f"33{number:02}{more:02}")
                    guesser.send("join-lesson", lesson=f"3{number:02}{more:02}", commit=lock())
            for number in range(80):
                with Client(server) as guest:
                    assert guest.ask("watch", table=link(info))["type"] == "scene", f"guest {number} with the link"
            with Client(server) as pupil:
                assert pupil.ask("join-lesson", lesson=link(lesson, "lesson"), commit=lock())["type"] == "opened"
                assert not [told for told in pupil.told if told["type"] == "code-waits"]
            with Client(server) as guest:
                assert server.get(f"/api/tables/{link(info)}/replay", guest.cookie).status == 409, "it has not begun"
            assert anna.ask("watch", table=info["code"])["type"] == "scene"
            assert anna.ask("lesson", lesson=lesson["lesson"], secret=lesson["secret"])["type"] == "lesson-scene"
    finally:
        assert server.stop() == ""


def test_the_token_of_a_link_is_the_same_after_a_restart_with_another_key(own: Served) -> None:
    """The key that signs cookies may be changed; a restored backup may bring an older one."""
    with Client(own) as anna:
        info = anna.open("me", "elsewhere")["table"]
        lesson = anna.ask("open-lesson", game=GAME, tables=1, seats=2)
    assert len(info["token"]) == TOKEN_LENGTH
    own.stop()
    with sqlite3.connect(own.data / "tables.sqlite") as store:
        (secret,) = store.execute("select secret from tables where code = ?", (info["code"],)).fetchone()
        (mark,) = store.execute("select mark from lessons").fetchone()
    assert info["token"] == token_of(secret, info["code"])
    assert lesson["token"] == token_of(mark, lesson["lesson"]) != lesson["secret"]
    (own.data / "key").write_bytes(bytes(range(32)))
    own.start()
    with Client(own) as bert:
        assert bert.ask("watch", table=link(info))["table"]["token"] == info["token"]
        assert bert.refused("lesson", lesson=link(lesson, "lesson"), secret=lesson["token"]) == "not-allowed"


@pytest.mark.parametrize(
    ("text", "code", "token"),
    [
        ("7KQ2MX", "7KQ2MX", ""),
        ("7kq-2mx", "7KQ2MX", ""),
        ("7KQ2MX-ABCDEFGHJKMNPQRS", "7KQ2MX", "ABCDEFGHJKMNPQRS"),
        (" 7kq 2mx-abcdefghjkmnpqrs", "7KQ2MX", "ABCDEFGHJKMNPQRS"),
        ("7KQ2MX-ABCDEFGHJKMNPQR", "7KQ2MXABCDEFGHJKMNPQR", ""),
        ("", "", ""),
    ],
)
def test_a_link_is_taken_apart_and_a_typed_code_is_read(text: str, code: str, token: str) -> None:
    assert split(text) == (code, token)


def test_tokens_of_tables_differ_by_code_and_by_secret() -> None:
    made = {token_of(bytes([n]) * 32, code) for n in range(20) for code in ("7KQ2MX", "7KQ2MY")}
    assert len(made) == 40


# Typed


def test_typed_codes_are_answered_right_or_wrong_once_the_wrong_ones_are_used_up(tmp_path: Path) -> None:
    """Three hundred tries of fresh guests at once, and behind them a class with the right code."""

    async def story() -> None:
        limits = replace(Limits(), typed_codes=400.0)
        async with house_in(tmp_path, limits=limits) as house:
            teacher = Ear(house)
            lesson = (await teacher.ask(type="open-lesson", id=1, game=GAME, tables=11, seats=2))["lesson"]
            guessers = [Ear(house) for _ in range(300)]
            for number, guesser in enumerate(guessers):
                await say(guesser, type="join-lesson", id=1, lesson=f"2{number:04}", commit=lock())
            pupils = [Ear(house) for _ in range(22)]
            for pupil in pupils:
                await say(pupil, type="join-lesson", id=1, lesson=lesson, commit=lock())
            while not all(any(told["type"] == "opened" for told in pupil.told) for pupil in pupils):
                await asyncio.sleep(0.01)
            wrong = [told["code"] for guesser in guessers for told in guesser.told if told["type"] == "refused"]
            assert wrong == ["no-lesson"] * 300, "nobody was refused for the number of tries"
            assert not [told for pupil in pupils for told in pupil.told if told["type"] == "refused"]

    asyncio.run(story())


def test_hundreds_of_guests_of_one_guesser_keep_a_typed_code_waiting_for_seconds_and_not_for_minutes(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        async with house_in(tmp_path, limits=replace(SPENT, typed_codes=1.0, typed_code_wait=0.5)) as house:
            anna = Ear(house)
            code = (await anna.open_table("me", "elsewhere"))["table"]["code"]
            for number in range(300):
                for more in range(8):
                    await say(Ear(house, f"{number:016x}"), type="watch", id=1, table=f"2{number:03}{more}2")
            bert = Ear(house)
            await say(bert, type="watch", id=1, table=code)
            assert house.typed_codes.waiting("here") == 301
            async with asyncio.timeout(20):
                while not any(told["type"] == "scene" for told in bert.told):
                    await asyncio.sleep(0.01)
            assert house.typed_codes.waiting("here") >= 300, "the guesser waits for more, and so came no guest behind"
            assert {"type": "code-waits", "id": 0, "code": code, "seconds": 1} in bert.told

    asyncio.run(story())


def test_a_typed_code_waits_as_long_whether_it_is_right_or_wrong(tmp_path: Path) -> None:
    """Guests who came one after the other are answered in that order, whatever they typed."""

    async def story() -> None:
        async with house_in(tmp_path, limits=SPENT) as house:
            anna = Ear(house)
            code = (await anna.open_table("me", "elsewhere"))["table"]["code"]
            answered: list[int] = []
            guests = [Ear(house) for _ in range(9)]
            for number, guest in enumerate(guests):
                before = guest.connection.tell

                def told(message: bytes, number: int = number, before: Any = before) -> None:
                    if b'"code-waits"' not in message:
                        answered.append(number)
                    before(message)

                guest.connection.tell = told  # type: ignore[method-assign]
                await say(guest, type="watch", id=1, table=code if number % 3 == 1 else "222222")
            assert not answered
            while len(set(answered)) < 9:
                await asyncio.sleep(0.01)
            assert list(dict.fromkeys(answered)) == list(range(9))

    asyncio.run(story())


def test_one_guest_who_types_many_codes_waits_behind_the_others(tmp_path: Path) -> None:
    async def story() -> None:
        async with house_in(tmp_path, limits=SPENT) as house:
            anna, flood, bert = Ear(house), Ear(house), Ear(house)
            code = (await anna.open_table("me", "elsewhere"))["table"]["code"]
            for number in range(16):
                await say(flood, type="watch", id=number, table=f"22{number:04}")
            refused = await flood.ask(type="watch", id=99, table="229999")
            assert (refused["code"], refused["id"]) == ("too-fast", 99), "one connection has only so many that wait"
            await say(bert, type="watch", id=1, table=code)
            while not any(told["type"] == "scene" for told in bert.told):
                await asyncio.sleep(0.005)
            assert sum(told.get("code") == "no-table" for told in flood.told) <= 2, "a turn, and then it was another's"

    asyncio.run(story())


def test_those_who_know_a_table_need_no_turn(tmp_path: Path) -> None:
    async def story() -> None:
        async with house_in(tmp_path, limits=SPENT) as house:
            anna, bert, cleo = Ear(house), Ear(house), Ear(house)
            info = (await anna.open_table("me", "elsewhere", "elsewhere"))["table"]
            code = info["code"]
            assert (await bert.ask(type="watch", id=1, table=link(info)))["type"] == "scene"
            await bert.ask(type="unwatch", id=2, table=code)
            assert (await bert.ask(type="watch", id=3, table=code))["id"] == 3, "who watched before"
            assert (await cleo.ask(type="sit", id=1, table=link(info), seat=1, commit=lock()))["type"] == "scene"
            assert (await Ear(house, cleo.connection.guest).ask(type="watch", id=4, table=code))["id"] == 4
            assert not house.typed_codes.waiting("here")

    asyncio.run(story())


def test_a_wrong_token_is_a_typed_code(tmp_path: Path) -> None:
    async def story() -> None:
        async with house_in(tmp_path, limits=SPENT) as house:
            anna, bert = Ear(house), Ear(house)
            info = (await anna.open_table("me", "elsewhere"))["table"]
            await say(bert, type="watch", id=1, table=f"{info['code']}-{'2' * TOKEN_LENGTH}")
            assert (bert.told, house.typed_codes.waiting("here")) == ([], 1)
            while not any(told["type"] == "scene" for told in bert.told):
                await asyncio.sleep(0.01)

    asyncio.run(story())


def test_who_waits_for_a_code_is_told_so_and_answered_in_all_else(tmp_path: Path) -> None:
    async def story() -> None:
        async with house_in(tmp_path, limits=replace(SPENT, typed_codes=2.0)) as house:
            bert = Ear(house)
            await say(bert, type="watch", id=1, table="222222")
            assert (await bert.ask(type="hello", id=2))["type"] == "welcome"
            while bert.told[-1]["type"] != "code-waits":
                await asyncio.sleep(0.01)
            assert bert.told[-1] == {"type": "code-waits", "id": 0, "code": "222222", "seconds": 1}
            while bert.told[-1].get("code") != "no-table":
                await asyncio.sleep(0.01)

    asyncio.run(story())


def test_who_goes_away_waits_no_longer(tmp_path: Path) -> None:
    async def story() -> None:
        async with house_in(tmp_path, limits=replace(SPENT, typed_codes=0.001)) as house:
            anna = Ear(house)
            code = (await anna.open_table("me", "elsewhere"))["table"]["code"]
            for _ in range(50):
                guest = Ear(house)
                for text in (code, "222222"):
                    await say(guest, type="watch", id=1, table=text)
                await asyncio.sleep(0)
                guest.connection.leave()
            await asyncio.sleep(0.01)
            assert house.typed_codes.waiting("here") == 0
            assert not house.hub.guests(code) - {anna.connection.guest}

    asyncio.run(story())


def test_turns_go_round_the_guests_and_end() -> None:
    async def story() -> None:
        done: list[str] = []
        turns = Turns(0.001, lambda: done.append("done"))
        order: list[str] = []
        for guest in "aaabbc":
            turns.join(guest).add_done_callback(lambda _, guest=guest: order.append(guest))  # type: ignore[misc]
        gone = turns.join("d")
        turns.leave("d", gone)
        while not done:
            await asyncio.sleep(0.001)
        assert "".join(order) == "abcaba"

    asyncio.run(story())


# By HTTP, and into a second device


def test_a_code_in_an_address_gets_its_turn_too(tmp_path: Path) -> None:
    server = Served(tmp_path)
    try:
        with Client(server) as anna:
            scene = anna.open("me")
            page = "/api/tables/{}/replay"
            forged = [{"x-forwarded-for": f"192.0.2.{n}", "x-real-ip": f"192.0.2.{n}"} for n in range(MANY + 3)]
            found = [server.get(page.format("222222"), headers=headers).status for headers in forged]
            assert set(found) == {404}
            assert server.get(page.format(scene["table"]["code"])).status == 200
            assert server.get(page.format(link(scene["table"]))).status == 200
            assert server.get(page.format(scene["table"]["code"]), anna.cookie).status == 200
    finally:
        assert server.stop() == ""


def test_ways_in_asked_for_by_others_hold_up_nobody_who_plays(tmp_path: Path) -> None:
    async def story() -> None:
        limits = replace(Limits(), ways_in_of_address=Rate(3, 0))
        async with house_in(tmp_path, limits=limits) as house:
            anna = Ear(house)
            await anna.open_table("me", "elsewhere")
            assert [(await Ear(house).ask(type="pair", id=1))["type"] for _ in range(4)][-1] == "refused"
            assert (await anna.ask(type="pair", id=2))["type"] == "pairing"

    asyncio.run(story())
