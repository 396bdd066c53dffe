"""How many durable moves a second the server makes, over real sockets, with its store on a real disk.

    python benchmarks/server.py [--tables 1 50 200] [--seconds 4] [--rounds 3]

One table, one connection: the client plays both seats, sends an action, waits for the scene that acknowledges it, and
sends the next. A move is one such action, on the disk when it is acknowledged; what chance does after it is stored with
it and counted under log entries. The same is measured against the same socket stack with neither rules nor store.
The client is a process of its own that speaks just enough of the protocol, so that it does not measure itself.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import os
import random
import re
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, cast

import msgspec
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

GAME = "noirlab-dice"
WARM_UP = 1.0  # seconds that are driven but not counted


# The client


class Choice(msgspec.Struct):
    action: int


class Code(msgspec.Struct, frozen=True):
    code: str = ""


class Scene(msgspec.Struct):
    """What a player must read of a scene."""

    id: int = 0
    ply: int = 0
    table: Code = Code()
    choices: list[Choice] = []


class Opened(msgspec.Struct):
    table: str


read_scene = msgspec.json.Decoder(Scene).decode


class Player(asyncio.Protocol):
    """One connection that plays one match after the other, as fast as it is answered."""

    def __init__(self, host: str, moved: Callable[[float, int], None], opened: Callable[[], None], seed: int) -> None:
        self.host, self.moved, self.opened = host, moved, opened
        self.draw = random.Random(seed).random
        self.buffer = b""
        self.greeted = False
        self.code = ""
        self.id = 0
        self.ply = 0
        self.sent_at = 0.0
        self.playing = False

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
            self.open()
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
        seats = [{"kind": "me"}, {"kind": "here"}]
        nonce = secrets.token_hex(16)
        self.code, self.playing = "", False
        self.send(msgspec.json.encode({"type": "open", "id": self.id, "game": GAME, "seats": seats, "nonce": nonce}))

    def hear(self, payload: bytes) -> None:
        if payload.startswith(b'{"type":"opened"'):
            self.code = msgspec.json.decode(payload, type=Opened).table
            self.opened()
        elif payload.startswith(b'{"type":"scene"') and self.code:
            scene = read_scene(payload)
            if self.playing and scene.id == self.id:
                now = time.perf_counter()
                self.moved(now - self.sent_at, scene.ply - self.ply)
                self.act(scene)
            elif not self.playing and scene.table.code == self.code:
                self.playing = True
                self.act(scene)
        elif payload.startswith(b'{"type":"refused"'):
            raise SystemExit(f"the server refused: {payload.decode()}")

    def act(self, scene: Scene) -> None:
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


@dataclass
class Driven:
    """What a client saw in the counted time."""

    seconds: float
    moves: int
    entries: int
    matches: int
    p50: float  # milliseconds
    p99: float
    client_busy: float  # of one core: near 1 it would be measuring itself


async def drive(port: int, tables: int, seconds: float) -> Driven:
    times: list[float] = []
    entries = matches = 0

    def moved(took: float, added: int) -> None:
        nonlocal entries
        times.append(took)
        entries += added

    def opened() -> None:
        nonlocal matches
        matches += 1

    loop = asyncio.get_running_loop()
    loop.set_exception_handler(fail)
    for number in range(tables):
        player = partial(Player, f"127.0.0.1:{port}", moved, opened, number)
        await loop.create_connection(player, "127.0.0.1", port)
    await asyncio.sleep(WARM_UP)
    times.clear()
    entries = matches = 0
    started, busy = time.perf_counter(), time.process_time()
    await asyncio.sleep(seconds)
    took, busy = time.perf_counter() - started, time.process_time() - busy
    counted = sorted(times)
    if not counted:
        raise SystemExit("not one move was acknowledged")
    p50, p99 = (1000 * counted[int(share * len(counted))] for share in (0.5, 0.99))
    return Driven(took, len(counted), entries, matches, p50, p99, busy / took)


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


def run_client(arguments: argparse.Namespace) -> None:
    with asyncio.Runner(loop_factory=fastest_loop()) as runner:
        driven = runner.run(drive(arguments.port, arguments.tables[0], arguments.seconds))
    print(json.dumps(asdict(driven)), flush=True)
    os._exit(0)  # the connections need no goodbye


# The servers


@contextmanager
def server(folder: Path, *flags: str) -> Iterator[int]:
    """A real server process with its data in `folder`; its port."""
    command = [sys.executable, "-m", "asterism.server", "--port", "0", "--data", str(folder), "--unlimited", *flags]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        if not address:
            raise SystemExit("the server did not start")
        yield int(address.rpartition(":")[2])
    finally:
        process.terminate()
        process.wait(20)


def memory(port: int) -> int:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as response:
        found = re.search(r"^asterism_memory_bytes (\d+)", response.read().decode(), re.M)
    return int(found.group(1)) if found else 0


def client(port: int, tables: int, seconds: float) -> Driven:
    command = [
        sys.executable,
        __file__,
        "--client",
        "--port",
        str(port),
        "--tables",
        str(tables),
        "--seconds",
        str(seconds),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode or not done.stdout:
        raise SystemExit(f"the client failed: {done.stderr or done.stdout}")
    return Driven(**json.loads(done.stdout))


@dataclass
class Figures:
    """One line of the result: the best of the rounds."""

    tables: int
    moves: float  # durable, a second
    entries: float
    p50: float
    p99: float
    echoes: float  # a second
    table_memory: float  # KiB
    client_busy: float

    @property
    def ratio(self) -> float:
        return self.moves / self.echoes if self.echoes else 0.0


def measure(tables: int, seconds: float, rounds: int, real: int, echo: int, step: Callable[[str], None]) -> Figures:
    before = memory(real)
    best: Driven | None = None
    echoes = 0.0
    grown = 0.0
    for number in range(rounds):
        step(f"{tables} tables, round {number + 1}: durable moves")
        driven = client(real, tables, seconds)
        if number == 0:
            grown = (memory(real) - before) / (tables + driven.matches) / 1024
        step(f"{tables} tables, round {number + 1}: neither rules nor store")
        plain = client(echo, tables, seconds)
        echoes = max(echoes, plain.moves / plain.seconds)
        if best is None or driven.moves / driven.seconds > best.moves / best.seconds:
            best = driven
    assert best is not None
    return Figures(
        tables=tables,
        moves=best.moves / best.seconds,
        entries=best.entries / best.seconds,
        p50=best.p50,
        p99=best.p99,
        echoes=echoes,
        table_memory=grown,
        client_busy=best.client_busy,
    )


def main(tables: tuple[int, ...] = (1, 50, 200), seconds: float = 4.0, rounds: int = 3) -> int:
    """Measure and print a table."""
    console = Console()
    console.print(shown(measured(tables, seconds, rounds, console)))
    console.print(
        f"Best of {rounds} rounds of {seconds:g} s; server, client and disk on this machine ({os.cpu_count()} cores). "
        "A move is acknowledged when it is on the disk."
    )
    return 0


def measured(tables: tuple[int, ...], seconds: float, rounds: int, console: Console) -> list[Figures]:
    folder = Path(tempfile.mkdtemp(prefix="asterism-bench-", dir=os.environ.get("ASTERISM_BENCH")))
    found: list[Figures] = []
    columns = (TextColumn("{task.description:<44}"), BarColumn(), TimeRemainingColumn())
    try:
        with ExitStack() as stack:
            progress = stack.enter_context(Progress(*columns, console=console, transient=True))
            task = progress.add_task("starting the servers", total=2 * rounds * len(tables) + 1)
            real = stack.enter_context(server(folder / "real"))
            echo = stack.enter_context(server(folder / "echo", "--echo"))

            def step(text: str) -> None:
                progress.update(task, advance=1, description=text)

            for count in tables:
                found.append(measure(count, seconds, rounds, real, echo, step))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return found


def shown(found: list[Figures]) -> Table:
    table = Table(title="Durable moves over real sockets")
    for name in ("tables", "moves/s", "entries/s", "p50 ms", "p99 ms", "echo/s", "ratio", "KiB a table", "client core"):
        table.add_column(name, justify="right")
    for f in found:
        table.add_row(
            f"{f.tables}", f"{f.moves:,.0f}", f"{f.entries:,.0f}", f"{f.p50:.1f}", f"{f.p99:.1f}", f"{f.echoes:,.0f}",
            f"{f.ratio:.2f}", f"{f.table_memory:.0f}", f"{100 * f.client_busy:.0f} %",
        )  # fmt: skip
    return table


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Durable moves a second, over real sockets.")
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 50, 200])
    parser.add_argument("--seconds", type=float, default=4.0, help="of each round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--client", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, default=0, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.client:
        run_client(chosen)
    else:
        sys.exit(main(tuple(chosen.tables), chosen.seconds, chosen.rounds))
