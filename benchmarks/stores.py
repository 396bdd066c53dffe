"""What a move costs on SQLite and on PostgreSQL with few and with many stored actions, and how many there are a second.

    python benchmarks/stores.py [--actions 1000 10000000] [--store postgresql://USER@HOST/EMPTY_DATABASE]

Fills an empty store on a real disk with actions, 40 a table, then writes moves: one after the other, and at 200 tables
at once for some seconds. The server's own work is not in it. The database must be empty, and is filled.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

from rich.console import Console
from rich.table import Table

from asterism.store import SeatRow, Store, TableRow, open_store

TABLES = 200
SINGLE = 300
EACH = 40
ROWS = f"x / {EACH} + 1000000, x % {EACH}, x % 7, 1700000000, x % {EACH}"


def fill(place: str | Path, there: int, actions: int) -> None:
    """Add actions until there are so many."""
    insert = f'insert into actions ("table", ply, action, at, began) select {ROWS} from'
    if isinstance(place, Path):
        numbers = f"with recursive n (x) as (select {there} union all select x + 1 from n where x < {actions - 1}) "
        with closing(sqlite3.connect(place)) as file, file:
            file.execute(f"{numbers} {insert} n")
        os.sync()
        return
    import psycopg

    with psycopg.connect(place, autocommit=True) as database:
        database.execute(f"{insert} generate_series({there}, {actions - 1}) as n (x)")
        database.execute("vacuum analyze")
        database.execute("checkpoint")


async def open_tables(store: Store) -> list[int]:
    row = {"game": "pebbles", "version": 1, "options": "{}", "undo": "free", "hints": True, "secret": b"s" * 32}
    stamp = time.time_ns()
    return [
        await store.open_table(
            TableRow(code=f"{stamp}-{n}", opener="guest", phase="playing", **row),  # type: ignore[arg-type]
            [SeatRow(name="A", guest="a"), SeatRow(holder="bot", level="easy")],
        )
        for n in range(TABLES)
    ]


async def measure(place: str | Path, seconds: float) -> tuple[float, float, float, float]:
    """Milliseconds of a move (the quickest, half of them); moves a second at many tables, milliseconds of 99 of 100."""
    store = open_store(place)
    tables = await open_tables(store)
    shared = isinstance(place, str)
    took = sorted([await timed(store, tables[0], ply, shared) for ply in range(SINGLE)])
    busy: list[float] = []
    end = time.perf_counter() + seconds

    async def play(table: int) -> None:
        ply = SINGLE
        while time.perf_counter() < end:
            busy.append(await timed(store, table, ply, shared))
            ply += 1

    await asyncio.gather(*map(play, tables))
    await store.close()
    busy.sort()
    return took[0], took[SINGLE // 2], len(busy) / seconds, busy[len(busy) * 99 // 100]


async def timed(store: Store, table: int, ply: int, shared: bool) -> float:
    """Milliseconds of a move; where a store is shared, it says by which revision it goes, as servers do there."""
    begin = time.perf_counter()
    await store.append(table, ply, [1], revision=ply if shared else None)
    return 1000 * (time.perf_counter() - begin)


def main(counts: list[int], address: str, seconds: float) -> int:
    shown = Table(title="A move in the store alone")
    many_tables = f"{TABLES} tables, moves/s"
    for title in ("store", "stored actions", "quickest move, ms", "half of them", many_tables, "99 of 100, ms"):
        shown.add_column(title, justify="right")
    with tempfile.TemporaryDirectory(prefix="asterism-bench-", dir=os.environ.get("ASTERISM_BENCH")) as folder:
        file = Path(folder) / "tables.sqlite"
        for name, place in {"SQLite": file, **({"PostgreSQL": address} if address else {})}.items():
            asyncio.run(open_store(place).close())
            there = 0
            for count in sorted(counts):
                fill(place, there, count)
                there = count
                best, half, many, busy = asyncio.run(measure(place, seconds))
                shown.add_row(name, f"{count:,}", f"{best:.2f}", f"{half:.2f}", f"{many:,.0f}", f"{busy:.1f}")
    Console().print(shown)
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="What a move costs on both stores.")
    parser.add_argument("--actions", type=int, nargs="+", default=[1_000, 10_000_000])
    parser.add_argument("--store", default="", metavar="URL", help="an empty database of PostgreSQL")
    parser.add_argument("--seconds", type=float, default=5.0)
    chosen = parser.parse_args()
    sys.exit(main(chosen.actions, chosen.store, chosen.seconds))
