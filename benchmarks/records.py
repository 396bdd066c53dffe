"""What a larger record costs: search and playouts of a game as it is, and with so many bytes more in its record.

    python benchmarks/records.py [--bytes 364 1168] [--seconds 1] [--game NAME]

The numbers of an edition are part of the record, and every simulation copies it: Geminion's take 364 bytes, and those
of the Gemini Card Game 1168. All take turns; what is told is the mean of the ratios of processor time, with its error.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import warnings
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from asterism.core.discover import find, names
from asterism.core.game import Game

sys.path.append(str(Path(__file__).parent))  # a script's folder: benchmarks are no package

from pace import filling, playouts, search, spent

ROUNDS = 9
SURE = 1.96  # standard errors: 19 times of 20 the truth lies within
GAMES = ("noirlab-dice", "geminos", "constellation")  # whose records have no edition
Run = Callable[[int], int]


def padded(game: Game, more: int) -> Game:
    """The same game with so many bytes behind all that it knows in its record."""
    fields = [(name, *field) for name, *field in game.state.descr]
    return replace(game, state=np.dtype([*fields, ("nothing", np.int32, (more // 4,))], align=True)) if more else game


def ratios(runs: dict[int, Run], seconds: float) -> dict[int, list[float]]:
    """For each number of bytes: how fast it is, compared to the record as it is in the same round."""
    counts = {more: filling(run, seconds) for more, run in runs.items()}
    found: dict[int, list[float]] = {more: [] for more in runs}
    for _ in range(ROUNDS):
        paces = {}
        for more, run in runs.items():
            done, took = spent(run, counts[more])
            paces[more] = done / took
        for more, pace in paces.items():
            found[more].append(pace / paces[0])
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="What a larger record costs.")
    parser.add_argument("--bytes", type=int, nargs="+", default=[364, 1168], help="that a record has more")
    parser.add_argument("--seconds", type=float, default=1.0, help="of each round")
    parser.add_argument("--game", action="append", default=[], choices=names(), help="only this one")
    chosen = parser.parse_args()
    warnings.filterwarnings("ignore", message=".*considered a subtype")  # rules take a record that has more, too
    console = Console(width=max(100, Console().width))
    table = Table("game", "bytes", title=f"speed with a larger record, {ROUNDS} rounds in turns")
    for more in chosen.bytes:
        table.add_column(f"search, {more} bytes more")
        table.add_column("playouts")
    for name in track(chosen.game or GAMES, console=console, transient=True):
        cells = []
        games = {more: padded(find(name), more) for more in (0, *chosen.bytes)}
        found = [
            ratios({more: make(game) for more, game in games.items()}, chosen.seconds) for make in (search, playouts)
        ]
        for more in chosen.bytes:
            for one in found:
                error = SURE * statistics.stdev(one[more]) / ROUNDS**0.5
                cells.append(f"{statistics.mean(one[more]):.3f} ± {error:.3f}")
        table.add_row(name, str(find(name).state.itemsize), *cells)
    console.print(table)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
