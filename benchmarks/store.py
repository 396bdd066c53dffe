"""What the questions of a newcomer and a move cost with few and with many finished matches in the store.

    python benchmarks/store.py [--matches 100 100000]

Fills a store on a real disk with finished matches of a few hundred guests, then times each question, best of several.
What is asked while others play must not cost more for all the matches that were ever played.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

from asterism.store import ResultRow, SeatRow, SQLiteStore, TableRow

GAME = "pebbles"
GUESTS = 300
TIMES = 20


def table_row(code: str) -> TableRow:
    return TableRow(
        code=code, game=GAME, version=1, options="{}", undo="free", hints=True, secret=b"s" * 32, nonce="n",
        opener="guest0", phase="playing",
    )  # fmt: skip


async def fill(store: SQLiteStore, matches: int, draw: random.Random, console: Console) -> None:
    """Finished matches of two people each, a thousand to a commit."""
    for start in track(range(0, matches, 1000), f"{matches:,} matches", console=console, transient=True):
        await asyncio.gather(*(finish(store, number, draw) for number in range(start, min(matches, start + 1000))))


async def finish(store: SQLiteStore, number: int, draw: random.Random) -> None:
    guests = [f"guest{g}" for g in draw.sample(range(GUESTS), 2)]
    seats = [SeatRow(name=guest, guest=guest) for guest in guests]
    id = await store.open_table(table_row(f"M{number}"), seats)
    winner, score = draw.randrange(2), draw.randrange(5, 60)
    results = [
        ResultRow(seat=i, share=float(i == winner), score=score + i, won=i == winner, name=g, guest=g, bot=False)
        for i, g in enumerate(guests)
    ]
    await store.append(id, 0, list(range(30)), results)


async def best_of(ask: Callable[[], Awaitable[object]]) -> float:
    """Milliseconds of the quickest of several."""
    took = []
    for _ in range(TIMES):
        begin = time.perf_counter()
        await ask()
        took.append(time.perf_counter() - begin)
    return 1000 * min(took)


async def measure(matches: int, console: Console) -> dict[str, float]:
    with tempfile.TemporaryDirectory(prefix="asterism-bench-", dir=os.environ.get("ASTERISM_BENCH")) as folder:
        store = SQLiteStore(Path(folder) / "tables.sqlite")
        await fill(store, matches, random.Random(1), console)
        seats = [SeatRow(name="guest1", guest="guest1"), SeatRow(holder="bot", level="easy")]
        live = await store.open_table(table_row("LIVE"), seats)
        plies = iter(range(10_000))
        found = {
            "best scores alone": await best_of(lambda: store.best_alone(GAME, True)),
            "best winning scores": await best_of(lambda: store.best_wins(GAME, True)),
            "a guest's wins": await best_of(lambda: store.wins("guest1", GAME)),
            "a guest's running tables": await best_of(lambda: store.running("guest1")),
            "a table by its code": await best_of(lambda: store.load("LIVE")),
            "a move": await best_of(lambda: store.append(live, next(plies), [1])),
        }
        await store.close()
    return found


def main(matches: tuple[int, ...] = (100, 100_000), seconds: float | None = None) -> int:
    """Measure and print a table; `seconds` is there because every benchmark takes it, and is not needed here."""
    console = Console()
    found = {count: asyncio.run(measure(count, console)) for count in matches}
    table = Table(title="What a question costs, in ms")
    table.add_column("question")
    for count in matches:
        table.add_column(f"{count:,} matches", justify="right")
    table.add_column("ratio", justify="right")
    for name in found[matches[0]]:
        times = [found[count][name] for count in matches]
        table.add_row(name, *(f"{took:.2f}" for took in times), f"{times[-1] / times[0]:.1f}")
    console.print(table)
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="What questions cost with few and with many stored matches.")
    parser.add_argument("--matches", type=int, nargs="+", default=[100, 100_000])
    sys.exit(main(tuple(parser.parse_args().matches)))
