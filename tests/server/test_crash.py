"""What was acknowledged is kept, whatever happens to the server."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from . import crash
from .serving import HOUSE, Served
from .talking import Client


@pytest.mark.timeout(900)
@pytest.mark.parametrize("times", [12, pytest.param(60, marks=pytest.mark.long)])
def test_power_cuts_lose_no_acknowledged_move(tmp_path: Path, times: int) -> None:
    story = crash.run(tmp_path, times=times)
    assert story.moves >= times


def test_after_a_restart_the_table_is_the_same_to_the_byte_and_goes_on(own: Served) -> None:
    with Client(own) as anna, Client(own) as bert:
        lobby = anna.open("me", "elsewhere", "bot:easy")
        bert.sit(lobby["table"]["code"], 1)
        for _ in range(5):
            scene = anna.watch(lobby)
            if scene["choices"]:
                anna.act(scene)
        scene = anna.hear_scene(lambda s: s["to_act"] != 2) if anna.told[-1].get("to_act") == 2 else anna.watch(lobby)
        while scene["to_act"] == 2:
            scene = anna.watch(lobby)
        cookies = (anna.cookie, bert.cookie)
        before = [client.watch(lobby) for client in (anna, bert)]
    own.restart()
    with Client(own, cookie=cookies[0]) as anna, Client(own, cookie=cookies[1]) as bert:
        for client in (anna, bert):  # both are there before anyone looks
            client.watch(lobby)
        after = [client.watch(lobby) for client in (anna, bert)]
        for old, new in zip(before, after, strict=True):
            other = {"id": 0, "overdue": 0}  # who comes back has the whole time to move again
            assert {**new, **other} == {**old, **other}
        mover = anna if after[0]["choices"] else bert
        assert mover.act(after[0] if after[0]["choices"] else after[1])["ply"] > before[0]["ply"]


def test_a_lobby_waits_through_a_restart(own: Served) -> None:
    with Client(own) as anna:
        lobby = anna.open("me", "elsewhere")
    own.restart()
    with Client(own, cookie=anna.cookie) as anna, Client(own) as bert:
        again = anna.watch(lobby)
        assert again["table"]["seats"][0]["mine"]
        assert again["table"]["dice"]["commitment"] == lobby["table"]["dice"]["commitment"]
        begun = bert.sit(lobby["table"]["code"], 1)
        assert begun["table"]["phase"] == "playing"


def test_a_bot_that_was_to_move_moves_when_someone_comes_back(own: Served) -> None:
    slow = Served(own.data.parent / "slow", "--unlimited", "--bot-pause", "3600")
    with Client(slow) as anna:
        scene = anna.open("bot:easy", "me")
        assert scene["to_act"] == 0
    slow.kill()
    slow.flags = ("--unlimited",)
    slow.start()
    try:
        with Client(slow, cookie=anna.cookie) as anna:
            anna.watch(scene)
            assert anna.hear_scene(lambda s: s["to_act"] == 1)["choices"]
    finally:
        slow.stop()


def test_a_server_that_is_asked_to_stop_tells_everyone_and_ends_well(own: Served) -> None:
    with Client(own) as anna:
        scene = anna.act(anna.open("me"))
        assert own.stop() == ""
        assert own.process.returncode == 0
        assert anna.closed() == 1012, "service restart: come back soon"
    own.start()
    with Client(own, cookie=anna.cookie) as anna:
        assert anna.watch(scene)["ply"] == scene["ply"]


def test_a_server_that_is_asked_to_stop_does_not_wait_for_those_who_think(own: Served) -> None:
    """A thread that would go on for minutes, as one that compiles a search may, does not keep the process alive."""
    script = (
        "import sys, threading, time\n"
        "from asterism.server import __main__ as server\n"
        "from asterism.server.thinking import bot_desk\n"
        "async def prepare(desk):\n"
        "    await desk.off_loop(time.sleep, 600)\n"
        "bot_desk.BotDesk.prepare = prepare\n"
        "server.leave(server.main())\n"
    )
    command = [sys.executable, "-c", script, "--port", "0", "--data", str(own.data.parent / "another")]
    with subprocess.Popen(command, cwd=HOUSE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("http")
        process.terminate()
        assert process.wait(60) == 0


def test_two_who_race_for_the_same_ply(served: Served) -> None:
    """Two tabs of the same guest act at the same moment, many times: exactly one of them lands each time."""
    with Client(served) as one, Client(served, cookie=one.cookie) as two:
        scene = one.open("me", "here")
        two.watch(scene)
        for _ in range(20):
            ids = [
                c.send("act", table=scene["table"]["code"], ply=scene["ply"], action=scene["choices"][0]["action"])
                for c in (one, two)
            ]
            answers = [
                c.hear_until(lambda told, id=id: told["id"] == id) for c, id in zip((one, two), ids, strict=True)
            ]
            assert sorted(told["type"] for told in answers) == ["refused", "scene"]
            refused = next(told for told in answers if told["type"] == "refused")
            assert refused["code"] in ("stale", "match-over")  # the first may have won by it
            scene = one.watch(scene)
            if scene["outcome"]:
                break
            if not scene["choices"]:
                break


def test_a_client_that_vanishes_in_the_middle_of_a_move_loses_nothing(served: Served) -> None:
    with Client(served) as anna:
        scene = anna.open("me")
        anna.send("act", table=scene["table"]["code"], ply=scene["ply"], action=0)
        anna.socket.socket.shutdown(socket.SHUT_RDWR)  # the cable is pulled
        assert anna.closed() == 1006
    with Client(served, cookie=anna.cookie) as anna:
        assert anna.watch(scene)["ply"] in (0, 2), "all of the move, or nothing"
