"""What a move costs, in every game: over real sockets, with the store on a real disk.

    asterism bench server [--seconds 4]
    python benchmarks/server.py [--game NAME] [--tables 50] [--rounds 3] [--live 500] [--against FOLDER]

One table, one connection: the client (`player.py`, a process of its own) plays all seats, sends an action, waits for
the scene that acknowledges it, and sends the next. A move is one such action, on the disk when it is acknowledged; what
chance does after it is stored with it. The processor time is the server's, its own and the system's for it, divided by
the moves. The memory is what a server has grown by when many tables are open at once, each with its socket and twenty
moves played. The first line (`echo.py`) has the same sockets, with neither rules nor store.

Shared machines are noisy. With `--against`, a checkout of another version is driven in turns with this one, and each
figure is followed by its ratio to that one's.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

HERE = Path(__file__).parent
HOUSE = HERE.parent
PLAYED = 20  # moves at each table whose memory is measured
FIRST = 20  # tables before that is measured: what the first of all brings into memory is not a table's
QUIET = 7  # seconds in which a server does nothing; its bots are prepared after five
ECHO = "(echo)"


@dataclass
class Version:
    """A checkout whose server is measured."""

    name: str
    folder: Path

    @contextmanager
    def serving(self, data: Path, *flags: str, script: Path | None = None) -> Iterator[Running]:
        """A real server process with its data in `data`."""
        ours = ["-m", "asterism.server", "--port", "0", "--data", str(data), "--unlimited", *flags]
        what = [str(script)] if script else ours
        environment = {**os.environ, "PYTHONPATH": str(self.folder)}
        command = [sys.executable, *what]
        process = subprocess.Popen(command, cwd=self.folder, env=environment, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            if not address:
                raise SystemExit(f"the server of {self.folder} did not start")
            yield Running(int(address.rpartition(":")[2]), process.pid)
        finally:
            process.terminate()
            process.wait(20)


@dataclass
class Running:
    port: int
    process: int

    def client(self, game: str, seats: int, *more: str) -> list[str]:
        player = str(HERE / "player.py")
        return [sys.executable, player, str(self.port), game, str(seats), "--process", str(self.process), *more]

    def play(self, game: str, seats: int, tables: int, seconds: float) -> dict[str, float]:
        command = self.client(game, seats, "--tables", str(tables), "--seconds", str(seconds))
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode or not done.stdout:
            raise SystemExit(f"the client failed: {done.stderr or done.stdout}")
        seen: dict[str, float] = json.loads(done.stdout)
        return seen

    @contextmanager
    def held(self, game: str, seats: int, tables: int) -> Iterator[None]:
        """While so many tables are open."""
        command = self.client(game, seats, "--tables", str(tables), "--hold", str(PLAYED))
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            if process.stdout.readline() != "held\n":
                raise SystemExit("the client failed")
            yield

    def memory(self) -> float:
        """The resident memory in KiB; 0 where nobody tells."""
        try:
            return int(Path(f"/proc/{self.process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1024
        except OSError:
            return 0.0

    def rest(self) -> None:
        """Wait until the bots have all they need: the server gets it for them when it has run for some seconds."""
        quiet, before = 0, self.ticks()
        while quiet < QUIET:
            time.sleep(1.0)
            now = self.ticks()
            quiet = quiet + 1 if now - before <= 5 else 0
            before = now

    def ticks(self) -> int:
        """The processor time it has used, in hundredths of a second or so; 0 where nobody tells."""
        try:
            return sum(map(int, Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()[11:13]))
        except OSError:
            return 0

    def games(self) -> dict[str, int]:
        """Every game it plays, and with how many seats it is measured: two, where it can be played by two."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api/games") as response:
            facts = json.load(response)["games"]
        return {game["name"]: min(max(2, game["seats"][0]), game["seats"][1]) for game in facts}


@dataclass
class Figures:
    """Of one version: the best of the rounds."""

    moves: float = 0.0  # durable, a second
    cpu: float = 0.0  # milliseconds of the server's processor time a move
    p50: float = 0.0  # milliseconds
    p99: float = 0.0
    table: float = 0.0  # KiB of a live table with its socket
    client_busy: float = 0.0  # of one core: near 1 it would be measuring itself

    def add(self, seen: dict[str, float]) -> None:
        if seen["moves"] > self.moves:
            self.moves, self.client_busy = seen["moves"], seen["client_busy"]
        for name in ("cpu", "p50", "p99"):
            setattr(self, name, min(getattr(self, name) or seen[name], seen[name]))


@dataclass
class Line:
    game: str
    tables: int
    found: dict[str, Figures] = field(default_factory=dict)  # by the name of the version


def measure_memory(version: Version, folder: Path, game: str, seats: int, tables: int) -> float:
    with version.serving(folder / f"memory-{version.name}-{game}") as server, server.held(game, seats, FIRST):
        server.rest()
        before = server.memory()
        with server.held(game, seats, tables):
            return (server.memory() - before) / tables


@dataclass
class Plan:
    """What is measured, and how often."""

    games: tuple[str, ...] = ()  # empty: all
    tables: tuple[int, ...] = (50,)
    seconds: float = 4.0
    rounds: int = 3
    live: int = 500  # tables that are open at once when the memory is measured; 0: it is not
    against: Path | None = None

    @property
    def versions(self) -> list[Version]:
        before = [Version("before", self.against.resolve())] if self.against else []
        return [Version("now", HOUSE), *before]


def measured(plan: Plan, console: Console) -> list[Line]:
    folder = Path(tempfile.mkdtemp(prefix="asterism-bench-", dir=os.environ.get("ASTERISM_BENCH")))
    columns = (TextColumn("{task.description:<44}"), BarColumn(), TimeRemainingColumn())
    try:
        with ExitStack() as stack:
            progress = stack.enter_context(Progress(*columns, console=console, transient=True))
            task = progress.add_task("starting the servers", total=None)
            versions = plan.versions
            servers = {v.name: stack.enter_context(v.serving(folder / v.name)) for v in versions}
            echo = stack.enter_context(versions[0].serving(folder, script=HERE / "echo.py"))
            for server in servers.values():
                server.rest()
            known = [server.games() for server in servers.values()]  # an older version has fewer
            games = {
                name: seats
                for name, seats in known[0].items()
                if all(name in others for others in known) and (name in plan.games or not plan.games)
            }
            lines = [Line(game, count) for count in plan.tables for game in (ECHO, *games)]
            each = plan.rounds * len(versions)
            progress.update(task, total=len(lines) * each + bool(plan.live) * len(games) * len(versions))

            def step(text: str) -> None:
                progress.update(task, advance=1, description=text)

            for line in lines:
                runs = {"now": echo} if line.game == ECHO else servers
                measure(line, runs, games.get(line.game, 2), plan, step)
            for line in lines if plan.live else []:
                for version in versions if line.game != ECHO and line.tables == plan.tables[0] else []:
                    step(f"{line.game}: memory of {plan.live} tables, {version.name}")
                    kept = measure_memory(version, folder, line.game, games[line.game], plan.live)
                    line.found[version.name].table = kept
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return lines


def measure(line: Line, runs: dict[str, Running], seats: int, plan: Plan, step: Callable[[str], None]) -> None:
    """The versions take turns, so that a slow moment favours neither."""
    for number in range(plan.rounds):
        for name, server in runs.items():
            step(f"{line.game}, {line.tables} tables, round {number + 1}, {name}")
            seen = server.play(line.game, seats, line.tables, plan.seconds)
            line.found.setdefault(name, Figures()).add(seen)


def shown(lines: list[Line]) -> Table:
    table = Table(title="Durable moves over real sockets")
    table.add_column("game")
    for name in ("tables", "moves/s", "CPU ms a move", "p50 ms", "p99 ms", "KiB a live table", "client core"):
        table.add_column(name, justify="right")
    for line in lines:
        now, before = line.found["now"], line.found.get("before")

        def cell(name: str, form: str, now: Figures = now, before: Figures | None = before) -> str:
            value, other = getattr(now, name), getattr(before, name, 0.0)
            text = format(value, form) if value else "-"
            return f"{text} ({value / other:.2f})" if other else text

        table.add_row(
            line.game, str(line.tables), cell("moves", ",.0f"), cell("cpu", ".3f"), cell("p50", ".1f"),
            cell("p99", ".1f"), cell("table", ".1f"), f"{now.client_busy:.2f}",
        )  # fmt: skip
    return table


def main(
    tables: tuple[int, ...] = (50,),
    seconds: float = 4.0,
    rounds: int = 3,
    live: int = 500,
    games: tuple[str, ...] = (),
    against: Path | None = None,
) -> int:
    """Measure and print a table."""
    console = Console(width=max(120, Console().width))
    console.print(shown(measured(Plan(games, tables, seconds, rounds, live, against), console)))
    console.print(
        f"Best of {rounds} rounds of {seconds:g} s; server, client and disk on this machine ({os.cpu_count()} cores). "
        f"A move is acknowledged when it is on the disk. Memory: {live} tables at once, {PLAYED} moves played at each."
    )
    if against:
        console.print(f"In brackets: the ratio to the server in {against}, measured in turns.")
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="What a move costs the server, over real sockets.")
    parser.add_argument("--tables", type=int, nargs="+", default=[50])
    parser.add_argument("--seconds", type=float, default=4.0, help="of each round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--live", type=int, default=500, help="tables open at once for the memory; 0: not measured")
    parser.add_argument("--game", action="append", default=[], help="only this one")
    parser.add_argument("--against", type=Path, help="a checkout of another version, measured in turns")
    chosen = parser.parse_args()
    sys.exit(main(tuple(chosen.tables), chosen.seconds, chosen.rounds, chosen.live, tuple(chosen.game), chosen.against))
