"""How much one server carries, and several on one PostgreSQL: moves a second, how long a move takes, and many tables.

    python benchmarks/load.py [--tables 50] [--seconds 4] [--rounds 3] [--processes 1 2 4]
    python benchmarks/load.py --idle 5000 --active 1000

The first plays NOIRLab Dice as fast as it is answered (`player.py`, a process for each server): at one process on
SQLite, then at so many on one PostgreSQL with Valkey for their news, and at a server of boardgame.io that plays a game
of dice of the same kind, in memory and with its store of files (which does not wait for the disk). All take turns. The
second opens so many tables where nothing happens, each with its connection, and then as many where someone moves every
two seconds, at one process on SQLite and at two on PostgreSQL.

PostgreSQL and Valkey are started from their wheels, those of the tests; boardgame.io is got with npm.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

from rich.console import Console
from rich.table import Table

HERE = Path(__file__).parent
HOUSE = HERE.parent
sys.path[:0] = [str(HOUSE), str(HERE)]

from server import Figures, Running, Version  # noqa: E402

from hatch_build import node_tools  # noqa: E402
from tests.engines import Postgres  # noqa: E402
from tests.valkey import Valkey  # noqa: E402

GAME, SEATS = "noirlab-dice", 2
PACE = 2.0  # seconds before a move of someone at an active table
SPREAD = 1_000  # tables that one client holds
PEER = HERE / "boardgame_io"


class Ours:
    """One server or several, with all their people."""

    def __init__(self, servers: list[Running]) -> None:
        self.servers = servers

    def play(self, tables: int, seconds: float, pace: float = 0.0) -> dict[str, float]:
        """What all players saw; of their percentiles the worst."""
        each = -(-tables // len(self.servers))

        def one(server: Running) -> dict[str, float]:
            command = server.client(GAME, SEATS, "--tables", str(each), "--seconds", str(seconds), "--pace", str(pace))
            return told(command)

        with ThreadPoolExecutor(len(self.servers)) as pool:
            seen = list(pool.map(one, self.servers))
        moves = sum(one["moves"] for one in seen)
        return {
            "moves": moves,
            "cpu": sum(one["cpu"] * one["moves"] for one in seen) / moves,
            "p50": max(one["p50"] for one in seen),
            "p99": max(one["p99"] for one in seen),
            "client_busy": max(one["client_busy"] for one in seen),
        }

    def memory(self) -> float:
        return sum(server.memory() for server in self.servers)


class Peer:
    """A server of boardgame.io."""

    def __init__(self, port: int, folder: Path, node: str) -> None:
        self.port, self.folder, self.node = port, folder, node

    def play(self, tables: int, seconds: float) -> dict[str, float]:
        return told([self.node, str(self.folder / "player.cjs"), str(self.port), str(tables), str(seconds)]) | {
            "cpu": 0.0
        }


def told(command: list[str]) -> dict[str, float]:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode or not done.stdout:
        raise SystemExit(f"a client failed: {done.stderr or done.stdout}")
    found: dict[str, float] = json.loads(done.stdout)
    return found


@contextmanager
def engines() -> Iterator[tuple[str, str]]:
    """The addresses of a PostgreSQL that waits for its disk, and of a Valkey."""
    postgres, valkey = Postgres(durable=True).start(), Valkey().start()
    try:
        yield postgres.url, valkey.url
    finally:
        valkey.stop()
        postgres.stop()


@contextmanager
def on_sqlite(folder: Path) -> Iterator[Ours]:
    with Version("now", HOUSE).serving(folder / "sqlite") as server:
        server.rest()
        yield Ours([server])


@contextmanager
def on_postgres(folder: Path, count: int) -> Iterator[Ours]:
    """So many processes on an empty database of their own."""
    with ExitStack() as stack:
        url, news = stack.enter_context(engines())
        flags = ("--store", url, "--news", news)
        version = Version("now", HOUSE)
        servers = [stack.enter_context(version.serving(folder / f"{count}-{i}", *flags)) for i in range(count)]
        for server in servers:
            server.rest()
        yield Ours(servers)


@contextmanager
def beside(folder: Path, store: str) -> Iterator[Peer]:
    path, npm = node_tools()
    node = shutil.which("node", path=path)
    assert node is not None
    place = folder / "boardgame_io"
    if not place.exists():
        shutil.copytree(PEER, place)
        subprocess.run([*npm, "install", "--silent", "--no-audit", "--no-fund"], cwd=place, check=True)
    command = [node, str(place / "server.cjs"), store, str(folder / "files")]
    with subprocess.Popen(command, cwd=place, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        try:
            yield Peer(int(address.rpartition(":")[2]), place, node)
        finally:
            process.kill()


def race(tables: int, seconds: float, rounds: int, processes: list[int], console: Console) -> None:
    """Every set-up in turns, one running at a time: they would take each other's cores."""
    found: dict[str, Figures] = {}
    folder = Path(tempfile.mkdtemp(prefix="asterism-load-"))
    try:
        for number in range(rounds):
            ways = {
                "1 process, SQLite": on_sqlite(folder / str(number)),
                **{
                    f"{count} process{'es' * (count > 1)}, PostgreSQL": on_postgres(folder / str(number), count)
                    for count in processes
                },
                "boardgame.io, in memory": beside(folder, "memory"),
                "boardgame.io, files": beside(folder, "files"),
            }
            for name, way in ways.items():
                console.print(f"round {number + 1} of {rounds}: {name}", style="dim")
                with way as server:
                    found.setdefault(name, Figures()).add(server.play(tables, seconds))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    console.print(shown(found, tables))
    console.print(
        f"Best of {rounds} rounds of {seconds:g} s; servers, clients, database and disk on this machine. Ours are on "
        "the disk when they are acknowledged; the store of files of boardgame.io does not wait for that."
    )


def shown(found: dict[str, Figures], tables: int) -> Table:
    table = Table(title=f"Dice, {tables} tables, as fast as they are answered")
    table.add_column("server")
    for name in ("moves/s", "ratio", "CPU ms a move", "p50 ms", "p99 ms", "client core"):
        table.add_column(name, justify="right")
    first = next(iter(found.values()))
    for name, seen in found.items():
        cpu = f"{seen.cpu:.2f}" if seen.cpu else "-"
        table.add_row(
            name, f"{seen.moves:,.0f}", f"{seen.moves / first.moves:.2f}", cpu, f"{seen.p50:.1f}", f"{seen.p99:.1f}",
            f"{seen.client_busy:.2f}",
        )  # fmt: skip
    return table


def crowd(idle: int, active: int, seconds: float, console: Console) -> None:
    """Many tables at once: what they weigh, and how long a move then takes."""
    table = Table(title=f"{idle:,} idle tables, then {active:,} where someone moves every {PACE:g} s or so")
    table.add_column("server")
    for name in ("KiB an idle table", "moves/s", "p50 ms", "p99 ms", "cores used by the servers"):
        table.add_column(name, justify="right")
    folder = Path(tempfile.mkdtemp(prefix="asterism-load-"))
    try:
        for name, way in (
            ("1 process, SQLite", on_sqlite(folder)),
            ("2 processes, PostgreSQL", on_postgres(folder, 2)),
        ):
            console.print(name, style="dim")
            with way as ours, ExitStack() as stack:
                before = ours.memory()
                for number, begin in enumerate(range(0, idle, SPREAD)):
                    server = ours.servers[number % len(ours.servers)]
                    stack.enter_context(server.held(GAME, SEATS, min(SPREAD, idle - begin)))
                    console.print(f"  {min(idle, begin + SPREAD):,} tables", style="dim")
                time.sleep(5)
                each = (ours.memory() - before) / max(1, idle)
                seen = ours.play(active, seconds, PACE)
                busy = seen["cpu"] * seen["moves"] / 1000
                table.add_row(
                    name,
                    f"{each:.0f}",
                    f"{seen['moves']:,.0f}",
                    f"{seen['p50']:.1f}",
                    f"{seen['p99']:.1f}",
                    f"{busy:.2f}",
                )
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description="How much one server carries, and several.")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=4.0, help="of each round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--processes", type=int, nargs="*", default=[1, 2, 4], help="on PostgreSQL")
    parser.add_argument("--idle", type=int, default=0, help="tables where nothing happens")
    parser.add_argument("--active", type=int, default=0, help="tables where someone plays as people do")
    chosen = parser.parse_args()
    console = Console(width=max(110, Console().width))
    if chosen.active:
        crowd(chosen.idle, chosen.active, max(10.0, chosen.seconds), console)
    else:
        race(chosen.tables, chosen.seconds, chosen.rounds, chosen.processes, console)


if __name__ == "__main__":
    main()
