"""Devices of one's own: they are told apart, listed, and signed out; and the key of their cookies can be changed."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path

import pytest

from asterism import store
from asterism.cli import main
from asterism.server.people import own_devices
from asterism.server.people.guests import Key, admit, caller_of, new_device, new_guest
from asterism.store import FILE, KEY

from .houses import houses, until
from .serving import Answer, Served
from .talking import Client
from .test_entrance import cookie_of

FIREFOX = "Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0"
SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile Safari/604.1"


def devices(served: Served, cookie: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = served.get("/api/devices", cookie, {"user-agent": SAFARI}).json["devices"]
    return found


def sign_out(served: Served, cookie: str, device: str, origin: str = "") -> Answer:
    headers = {"cookie": cookie, "origin": origin or served.address}
    return served.ask("/api/devices", json.dumps({"sign_out": device}).encode(), headers)


def second(served: Served, anna: Client) -> str:
    """The cookie of another device of this guest."""
    body = json.dumps({"secret": anna.ask("pair")["secret"]}).encode()
    headers = {"origin": served.address, "user-agent": FIREFOX}
    return cookie_of(served.ask("/api/device", body, headers))


def test_a_second_device_is_listed_and_signed_out(served: Served) -> None:
    with Client(served) as anna:
        scene = anna.open("me", "bot")
        (alone,) = devices(served, anna.cookie)
        assert (alone["here"], alone["since"], alone["browser"]) == (True, 0, "Safari")
        phone = second(served, anna)
        here, other = devices(served, anna.cookie)
        assert (here["here"], other["here"]) == (True, False)
        assert (other["browser"], other["system"]) == ("Firefox", "Android")
        assert abs(float(str(other["since"])) - time.time()) < 600

        with Client(served, phone) as there:
            assert there.watch(scene)["table"]["seats"][0]["mine"]
            (left,) = sign_out(served, anna.cookie, str(other["id"])).json["devices"]
            assert left["here"]
            assert there.closed() == 1008
        assert served.get("/api/mine", phone).json["tables"] == []
        assert served.get("/api/devices", phone).status == 403
        with Client(served, phone) as thief:
            assert thief.welcome["guest"] != anna.welcome["guest"]
            assert thief.set_cookie
        assert anna.ask("hello")["guest"] == anna.welcome["guest"], "the device that did it stays"
        assert served.get("/api/mine", anna.cookie).json["tables"]


def test_a_device_stays_signed_out_after_a_restart(own: Served) -> None:
    with Client(own) as anna:
        phone = second(own, anna)
        assert sign_out(own, anna.cookie, "").status == 200
    own.restart()
    with Client(own, phone) as there, Client(own, anna.cookie) as again:
        assert there.welcome["guest"] != anna.welcome["guest"] == again.welcome["guest"]


def test_all_others_are_signed_out_those_with_a_cookie_from_before_too(own: Served) -> None:
    with Client(own) as anna:
        guest = anna.welcome["guest"]
        phone, tablet = second(own, anna), second(own, anna)
        old = f"asterism_guest={Key(store.read_key(own.data / KEY)).sign(guest)}" if not own.databases else phone
        for cookie in (phone, tablet, old):
            with Client(own, cookie) as there:
                assert there.welcome["guest"] == guest
        left = sign_out(own, anna.cookie, "").json["devices"]
        assert [device["here"] for device in left] == [True]
        for cookie in (phone, tablet, old):
            with Client(own, cookie) as there:
                assert there.welcome["guest"] != guest


def test_nobody_signs_out_what_is_not_theirs(served: Served) -> None:
    with Client(served) as anna, Client(served) as mallory:
        phone = second(served, anna)
        here, other = (str(device["id"]) for device in devices(served, anna.cookie))
        assert sign_out(served, mallory.cookie, other).status == 409
        assert sign_out(served, anna.cookie, here).status == 409, "nor the device that asks"
        assert sign_out(served, anna.cookie, other, "https://evil.example").status == 403
        assert sign_out(served, "", other).status == 403
        for body in (b"", b"{}", b'{"sign_out": 3}', b'{"sign_out": "", "more": 1}'):
            answer = served.ask("/api/devices", body, {"cookie": anna.cookie, "origin": served.address})
            assert answer.status == 400
        with Client(served, phone) as there:
            assert there.welcome["guest"] == anna.welcome["guest"], "none of it has signed anything out"


def test_guests_with_one_device_leave_no_trace_of_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with houses(tmp_path, 1) as (house,):
            caller = own_devices.Caller(new_guest(), new_device())
            await own_devices.note_seen(house, caller, "Firefox/Android")
            assert await house.store.devices(caller.guest) == []
            await own_devices.note_first(house, caller, "Firefox/Android")
            await own_devices.note_seen(house, caller, "Firefox/Android")
            assert len(await house.store.devices(caller.guest)) == 1

    asyncio.run(story())


def test_guests_of_whom_nothing_is_kept_sign_out_without_a_trace(tmp_path: Path) -> None:
    """Anyone can be new guests without end, and each would leave a row, in memory too."""

    async def story() -> None:
        async with houses(tmp_path, 1) as (house,):
            fresh, seated = (own_devices.Caller(new_guest(), new_device()) for _ in range(2))
            await house.store.name_guest(seated.guest, "Anna")
            for caller in (fresh, seated):
                await own_devices.sign_out(house, caller, "")
            assert await house.store.devices(fresh.guest) == []
            assert house.key.signed_out == {(seated.guest, "")}, "a cookie from before devices had numbers"

    asyncio.run(story())


def test_a_device_that_was_signed_out_at_one_process_is_so_at_the_others(tmp_path: Path) -> None:
    async def story() -> None:
        async with houses(tmp_path, 2) as (one, two):
            caller, other = own_devices.Caller(new_guest(), new_device()), new_device()
            await own_devices.note(one, own_devices.Caller(caller.guest, other), "")
            cookie = two.key.sign(caller.guest, other)
            assert two.key.read(cookie) is not None
            await own_devices.sign_out(one, caller, other)
            await until(lambda: two.key.read(cookie) is None, "the other process hears of it")

    asyncio.run(story())


@pytest.mark.parametrize(
    ("agent", "kind"),
    [
        (FIREFOX, "Firefox/Android"),
        (SAFARI, "Safari/iPhone"),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0",
            "Edge/Windows",
        ),
        ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36", "Chrome/Linux"),
        ("curl/8.5.0", ""),
        ("", ""),
    ],
)
def test_a_browser_is_called_as_people_call_it(agent: str, kind: str) -> None:
    assert own_devices.kind_of(agent) == kind


# The key


def rotated(served: Served, *how: str) -> None:
    """Change the key while the server is stopped."""
    served.stop()
    assert main(["key", *how, "--data", str(served.data)]) == 0
    served.start()


@pytest.mark.folder
def test_a_new_key_keeps_the_guests_who_come_in_time(own: Served) -> None:
    with Client(own) as anna:
        anna.open("me", "here")
    before = (own.data / KEY).read_bytes()
    rotated(own, "--rotate")
    assert (own.data / KEY).read_bytes() != before
    assert own.get("/api/mine", anna.cookie).json["tables"]
    renewed = own.get("/", anna.cookie).headers["set-cookie"].partition(";")[0]
    with Client(own, anna.cookie) as again:
        assert again.welcome["guest"] == anna.welcome["guest"]
        assert again.set_cookie, "signed by the new key"
    rotated(own, "--leaked")
    assert own.get("/api/mine", renewed).json["tables"] == [], "now nobody is known any more"
    with Client(own, renewed) as stranger:
        assert stranger.welcome["guest"] != anna.welcome["guest"]


@pytest.mark.folder
def test_a_renewed_cookie_outlives_the_former_key(own: Served) -> None:
    with Client(own) as anna:
        pass
    rotated(own, "--rotate")
    with Client(own, anna.cookie) as again:
        pass
    rotated(own, "--rotate", "--keep", "1")
    with Client(own, again.cookie) as third:
        assert third.welcome["guest"] == anna.welcome["guest"]


def test_a_former_key_is_believed_until_its_time_is_over() -> None:
    guest, device = new_guest(), new_device()
    old = Key(b"o" * 32)
    in_time, late = (Key(b"n" * 32, [(b"o" * 32, time.time() + left)]) for left in (60, -60))
    for cookie in (old.sign(guest, device), old.sign(guest)):
        caller, renewed = admit(in_time, f"asterism_guest={cookie}", secure=False)
        assert caller.guest == guest
        assert caller_of(Key(b"n" * 32), renewed.partition(";")[0]) == caller, "signed by the key of now"
        assert late.read(cookie) is None


@pytest.mark.folder
def test_the_key_is_not_changed_under_a_running_server(own: Served, capsys: pytest.CaptureFixture[str]) -> None:
    before = (own.data / KEY).read_bytes()
    assert main(["key", "--rotate", "--data", str(own.data)]) == 2
    assert "is in use by the server" in capsys.readouterr().err
    assert (own.data / KEY).read_bytes() == before


def test_a_key_is_changed_only_where_there_is_a_store(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["key", "--leaked", "--data", str(tmp_path)]) == 2
    assert f"there is no store {tmp_path / FILE}" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["key"])


def test_former_keys_are_in_a_database_too(database: str) -> None:
    before = asyncio.run(key_of(database))[0]
    assert store.rotate(database, 30) == 1
    key, former = asyncio.run(key_of(database))
    assert key != before == former[0][0]
    assert store.rotate(database, 0) == 0
    assert asyncio.run(key_of(database))[1] == []


async def key_of(place: str) -> tuple[bytes, list[store.FormerKey]]:
    opened = store.open_store(place)
    try:
        return await opened.key(), await opened.former_keys()
    finally:
        await opened.close()
