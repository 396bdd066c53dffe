"""The other side of `server.py`: many connections in one process, each playing its own table as fast as it is answered.

    python benchmarks/player.py PORT GAME SEATS --tables 50 --seconds 4     plays, then prints what it saw
    python benchmarks/player.py PORT GAME SEATS --tables 500 --hold 20      plays 20 moves at each table, then waits
    python benchmarks/player.py PORT GAME SEATS --tables 500 --pace 2       as people do: about 2 seconds before a move

It speaks just enough of the protocol, so that it does not measure itself.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import os
import random
import secrets
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any, cast

import msgspec

from asterism.core import fair

WARM_UP = 1.0  # seconds that are played but not counted
PATIENCE = 60.0  # seconds


class Choice(msgspec.Struct):
    action: int


class Sheet(msgspec.Struct, frozen=True):
    sheet: str = ""


class Code(msgspec.Struct, frozen=True):
    code: str = ""
    phase: str = ""
    dice: Sheet = Sheet()


class Scene(msgspec.Struct):
    """What a player must read of a scene."""

    id: int = 0
    ply: int = 0
    table: Code = Code()
    choices: list[Choice] = []


class Opened(msgspec.Struct):
    table: str


class Welcome(msgspec.Struct):
    protocol: int


read_scene = msgspec.json.Decoder(Scene).decode


class Seen:
    """What all players of this process saw in the counted time."""

    def __init__(self) -> None:
        self.times: list[float] = []  # from a move to the scene that acknowledges it
        self.entries = self.matches = 0

    def moved(self, took: float, added: int) -> None:
        self.times.append(took)
        self.entries += added


class Player(asyncio.Protocol):
    """One connection. It plays one match after the other or, with `most`, so many moves of one match."""

    def __init__(
        self, host: str, game: str, seats: int, seen: Seen, seed: int, most: int = 0, pace: float = 0.0
    ) -> None:
        self.host, self.game, self.seats, self.seen, self.most, self.pace = host, game, seats, seen, most, pace
        self.draw = random.Random(seed).random
        self.buffer = b""
        self.greeted = self.playing = False
        self.code, self.nonce, self.protocol = "", b"", 0
        self.id = self.ply = self.moves = 0
        self.sent_at = 0.0
        self.done = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        self.transport.write(
            f"GET /ws HTTP/1.1\r\nHost: {self.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.greeted:
            head, found, rest = self.buffer.partition(b"\r\n\r\n")
            if not found:
                return
            assert b" 101 " in head.split(b"\r\n")[0], head
            self.greeted, self.buffer = True, rest
        while (frame := self.frame()) is not None:
            opcode, payload = frame
            if opcode == 1:
                self.hear(payload)
            elif opcode == 9:
                self.send(payload, 0x8A)

    def frame(self) -> tuple[int, bytes] | None:
        """The next whole frame, if it has arrived."""
        buffer = self.buffer
        if len(buffer) < 2:
            return None
        size, start = buffer[1], 2
        if size == 126:
            size, start = int.from_bytes(buffer[2:4], "big"), 4
        elif size == 127:
            size, start = int.from_bytes(buffer[2:10], "big"), 10
        if len(buffer) < start + size:
            return None
        self.buffer = buffer[start + size :]
        return buffer[0] & 15, buffer[start : start + size]

    def send(self, payload: bytes, kind: int = 0x81) -> None:
        """A client's frame must be masked; a mask of zeros leaves the payload as it is."""
        size = len(payload)
        head = bytes([kind, 0x80 | size]) if size < 126 else bytes([kind, 0xFE]) + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + payload)

    def open(self) -> None:
        self.id += 1
        self.code, self.playing = "", False
        seats = [{"kind": "me"}, *[{"kind": "here"}] * (self.seats - 1)]
        self.nonce = secrets.token_bytes(32)
        # a server from before, to compare with, takes the number itself
        mine = {"commit": fair.lock_nonce(self.nonce)} if self.protocol > 1 else {"nonce": self.nonce.hex()}
        self.send(msgspec.json.encode({"type": "open", "id": self.id, "game": self.game, "seats": seats, **mine}))

    def hear(self, payload: bytes) -> None:
        if payload.startswith(b'{"type":"welcome"'):
            self.protocol = msgspec.json.decode(payload, type=Welcome).protocol
            self.open()
        elif payload.startswith(b'{"type":"opened"'):
            self.code = msgspec.json.decode(payload, type=Opened).table
            self.seen.matches += 1
        elif payload.startswith(b'{"type":"scene"') and self.code:
            scene = read_scene(payload)
            if self.playing and scene.id == self.id:
                self.seen.moved(time.perf_counter() - self.sent_at, scene.ply - self.ply)
                self.moves += 1
                self.think(scene)
            elif scene.table.phase == "drawing":
                self.reveal(scene.table.dice.sheet)
            elif not self.playing and scene.table.code == self.code:
                self.playing = True
                self.think(scene)
        elif payload.startswith(b'{"type":"refused"'):
            raise SystemExit(f"the server refused: {payload.decode()}")

    def reveal(self, sheet: str) -> None:
        told = {"type": "reveal", "table": self.code, "sheet": sheet, "nonce": self.nonce.hex()}
        self.send(msgspec.json.encode(told))

    def think(self, scene: Scene) -> None:
        if self.pace:
            asyncio.get_running_loop().call_later(2 * self.pace * self.draw(), self.act, scene)
        else:
            self.act(scene)

    def act(self, scene: Scene) -> None:
        if self.most and (self.moves == self.most or not scene.choices):
            return self.done.set_result(None)
        if not scene.choices:
            return self.open()  # the match is over: the next one
        self.id += 1
        self.ply = scene.ply
        action = scene.choices[int(self.draw() * len(scene.choices))].action
        self.sent_at = time.perf_counter()
        self.send(
            b'{"type":"act","id":%d,"table":"%b","ply":%d,"action":%d}'
            % (self.id, self.code.encode(), scene.ply, action)
        )
        return None


async def play(chosen: argparse.Namespace) -> dict[str, float]:
    """Play for a while; what was seen of it."""
    seen = Seen()
    await seated(chosen, seen)
    await moved(seen)
    await asyncio.sleep(WARM_UP)
    seen.times.clear()
    seen.entries = seen.matches = 0
    started, busy, served = time.perf_counter(), time.process_time(), cpu(chosen.process)
    await asyncio.sleep(chosen.seconds)
    await moved(seen)
    took, busy, served = time.perf_counter() - started, time.process_time() - busy, cpu(chosen.process) - served
    times = sorted(seen.times)
    p50, p99 = (1000 * times[int(share * len(times))] for share in (0.5, 0.99))
    return {
        "moves": len(times) / took,
        "entries": seen.entries / took,
        "cpu": 1000 * served / len(times),
        "p50": p50,
        "p99": p99,
        "client_busy": busy / took,
    }


async def moved(seen: Seen) -> None:
    """Wait for the first move: where much else is going on it may take long."""
    for _ in range(int(PATIENCE / 0.01)):
        if seen.times:
            return
        await asyncio.sleep(0.01)
    raise SystemExit("not one move was acknowledged")


async def hold(chosen: argparse.Namespace) -> None:
    """Play some moves at every table, say so, and stay until the input ends."""
    players = await seated(chosen, Seen())
    await asyncio.gather(*(player.done for player in players))
    print("held", flush=True)
    await asyncio.to_thread(sys.stdin.read)


async def seated(chosen: argparse.Namespace, seen: Seen) -> list[Player]:
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(fail)
    host, players = f"127.0.0.1:{chosen.port}", []
    for number in range(chosen.tables):
        made = partial(Player, host, chosen.game, chosen.seats, seen, number, chosen.hold, chosen.pace)
        players.append((await loop.create_connection(made, "127.0.0.1", chosen.port))[1])
    return players


def cpu(process: int) -> float:
    """Seconds of processor time that a process has used, its own and the system's for it; 0 where nobody tells."""
    try:
        with open(f"/proc/{process}/stat", "rb") as file:
            user, system = file.read().rpartition(b")")[2].split()[11:13]
    except OSError:
        return 0.0
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def fail(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """A client that breaks must not look like a slow server."""
    print(repr(context.get("exception") or context["message"]), file=sys.stderr, flush=True)
    os._exit(1)


def fastest_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop
    except ImportError:
        return None
    made: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description="Play many tables at once.")
    parser.add_argument("port", type=int)
    parser.add_argument("game")
    parser.add_argument("seats", type=int)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--hold", type=int, default=0, help="moves at each table, then wait")
    parser.add_argument("--pace", type=float, default=0.0, help="seconds before a move, on average")
    parser.add_argument("--process", type=int, default=0, help="the server, to tell how busy it was")
    chosen = parser.parse_args()
    with asyncio.Runner(loop_factory=fastest_loop()) as runner:
        if chosen.hold:
            runner.run(hold(chosen))
        else:
            print(json.dumps(runner.run(play(chosen))), flush=True)
        os._exit(0)  # the connections need no goodbye


if __name__ == "__main__":
    main()
