"""At the entrance: tables that can be found, people who watch by name, and a second device of one's own."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from asterism.server.people.devices import Devices
from asterism.server.settings import MOST_LISTED, MOST_LISTED_OF_GUEST, MOST_NAMED
from asterism.server.tables.listing import to_be_found

from .serving import Answer, Served, wait_until
from .talking import Client
from .test_house import Ear, house_in


def found(served: Served, cookie: str = "") -> list[str]:
    return [table["table"] for table in served.get("/api/open", cookie).json["tables"]]


def test_a_table_is_found_only_if_its_opener_wants_it(own: Served) -> None:
    with Client(own) as anna, Client(own) as bert:
        anna.ask("hello", name="Anna")
        closed = anna.open("me", "elsewhere")["table"]
        shown = anna.open("me", "elsewhere", "bot", listed=True)["table"]
        assert not closed["listed"]
        assert shown["listed"]
        (table,) = own.get("/api/open").json["tables"]
        assert (table["table"], table["game"], table["seats"], table["free"]) == (shown["code"], shown["game"], 3, 1)
        assert table["names"] == ["Anna", "Bot"]
        assert found(own, anna.cookie) == [], "those who sit there know it"
        assert found(own, bert.cookie) == [shown["code"]]

        assert bert.refused("list", table=shown["code"], listed=False) == "not-allowed"
        assert anna.ask("list", table=shown["code"], listed=False)["table"]["listed"] is False
        assert found(own) == []
        anna.ask("list", table=closed["code"], listed=True)
        assert found(own) == [closed["code"]]

        bert.sit(closed["code"], 1)
        assert found(own) == [], "it waits for nobody any more"


def test_a_table_is_found_while_someone_is_there_and_again_after_a_restart(own: Served) -> None:
    with Client(own) as anna:
        code = anna.open("me", "elsewhere", listed=True)["table"]["code"]
        assert found(own) == [code]
    wait_until(lambda: found(own) == [], "whoever waited has left")
    own.restart()
    with Client(own, anna.cookie) as again:
        assert found(own) == [], "nobody is there yet"
        again.ask("watch", table=code)
        assert found(own) == [code]


def test_nobody_fills_the_first_page_alone(own: Served) -> None:
    with Client(own) as anna:
        codes = [anna.open("me", "elsewhere", listed=True)["table"]["code"] for _ in range(MOST_LISTED_OF_GUEST + 3)]
        assert found(own) == codes[:MOST_LISTED_OF_GUEST]


def test_nobody_fills_the_first_page_as_many_guests_of_one_address(tmp_path: Path) -> None:
    async def story() -> None:
        async with house_in(tmp_path) as house:
            many = [Ear(house) for _ in range(MOST_LISTED + 5)]
            ears = [*many, Ear(house), Ear(house), Ear(house)]
            for number, ear in enumerate(ears[-3:]):
                ear.connection.address = f"elsewhere {number}"
            codes = [(await ear.open_table("me", "elsewhere", listed=True))["table"]["code"] for ear in ears]
            shown = [table.code for table in await to_be_found(house)]
            assert shown == [*codes[: MOST_LISTED - 3], *codes[-3:]], "the oldest of each address, oldest first"

    asyncio.run(story())


def test_those_who_watch_are_told_by_name(served: Served) -> None:
    with Client(served) as anna, Client(served) as bert, Client(served) as cleo:
        bert.ask("hello", name="Bert")
        scene = anna.open("me", "bot")
        assert scene["table"]["watching"] == []
        bert.watch(scene)
        anna.hear_scene(lambda scene: scene["table"]["watching"] == ["Bert"])
        cleo.watch(scene)
        told = anna.hear_scene(lambda scene: scene["table"]["watchers"] == 2)
        assert cleo.welcome["name"] in told["table"]["watching"]
        cleo.ask("hello", name="Cleo")
        anna.hear_scene(lambda scene: sorted(scene["table"]["watching"]) == ["Bert", "Cleo"])


def test_of_very_many_who_watch_only_some_are_named(served: Served) -> None:
    with Client(served) as anna:
        scene = anna.open("me", "bot")
        crowd = [Client(served) for _ in range(MOST_NAMED + 3)]
        try:
            for one in crowd:
                one.__enter__().watch(scene)
            told = anna.hear_scene(lambda scene: scene["table"]["watchers"] == len(crowd))
            assert len(told["table"]["watching"]) == MOST_NAMED
        finally:
            for one in crowd:
                one.__exit__()


def come_in(served: Served, secret: str, cookie: str = "", origin: str | None = "") -> Answer:
    """Send a secret as the page would, or as the page of someone else."""
    headers = {"cookie": cookie, "content-type": "application/json"}
    if origin is not None:
        headers["origin"] = origin or served.address
    return served.ask("/api/device", json.dumps({"secret": secret}).encode(), headers)


def cookie_of(answer: Answer) -> str:
    return str(answer.headers["set-cookie"]).partition(";")[0]


def test_a_second_device_is_the_same_person(served: Served) -> None:
    with Client(served) as anna:
        anna.ask("hello", name="Anna")
        scene = anna.open("me", "bot")
        way = anna.ask("pair")
        answer = come_in(served, way["secret"])
        assert answer.json == {"name": "Anna"}
        anna.hear_until(lambda told: told["type"] == "paired")
        with Client(served, cookie_of(answer)) as other:
            assert other.welcome["guest"] == anna.welcome["guest"]
            mine = other.watch(scene)
            assert mine["table"]["seats"][0]["mine"]
            if mine["choices"]:
                assert other.act(mine)["type"] == "scene"


def test_a_way_in_works_once_and_a_new_one_makes_the_old_one_void(served: Served) -> None:
    with Client(served) as anna:
        first, second = anna.ask("pair")["secret"], anna.ask("pair")["secret"]
        assert come_in(served, first).status == 403
        assert come_in(served, second).status == 200
        again = come_in(served, second)
        assert again.status == 403
        assert "used already" in again.json["error"]
        assert "set-cookie" not in again.headers


def test_nobody_else_comes_in(limited: Served) -> None:
    """By guessing, by a page of their own, by what is public about a guest; and only who asked is told the way."""
    with Client(limited) as anna, Client(limited) as mallory:
        scene = anna.open("me", "bot")
        mallory.watch(scene)
        secret = anna.ask("pair")["secret"]
        assert secret not in json.dumps(mallory.told)
        for wrong in ("", anna.welcome["guest"], scene["table"]["code"], secret[:-1], secret.swapcase()):
            answer = come_in(limited, wrong, mallory.cookie)
            assert answer.status == 403
            assert "set-cookie" not in answer.headers
        for origin in ("https://evil.example", "null", None):
            assert come_in(limited, secret, mallory.cookie, origin).status == 403
        for body in (b"", b"{}", b"[1]", b"\xff", b'{"secret": 3}', b'{"secret": "a", "guest": "b"}'):
            assert limited.ask("/api/device", body, {"origin": limited.address}).status == 400
        assert limited.ask("/api/device", b"x" * 5000, {"origin": limited.address}).status == 413
        assert limited.get("/api/device").status in (404, 405)
        assert come_in(limited, secret).status == 200, "none of it has used the way in"


def test_guessing_ways_in_is_slowed_down(tmp_path_factory: pytest.TempPathFactory) -> None:
    server = Served(tmp_path_factory.mktemp("guessed"))
    try:
        statuses = [come_in(server, f"guess {number}").status for number in range(60)]
        assert statuses[0] == 403
        assert statuses[-1] == 429
    finally:
        assert server.stop() == ""


def test_a_way_in_ends_with_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("asterism.server.people.devices.time.monotonic", lambda: now[0])
    devices = Devices()
    secret = devices.offer("anna", "Anna", lambda: None)
    now[0] += 301
    assert devices.take(secret) is None
