"""This checkout and another one in turns, for benchmarks that compare versions (`--against FOLDER`)."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

from asterism.core.discover import find, names

HERE = Path(__file__).parent
STARTS = 5  # of each checkout
SURE_OF_FEW = 2.78  # standard errors: 19 times of 20 the truth lies within (Student's t for so many starts)


class Checkout:
    """A process of a checkout that says how fast it is (`pace.py`)."""

    def __init__(self, folder: Path, until: ExitStack) -> None:
        self._process = until.enter_context(
            subprocess.Popen(
                [sys.executable, str(HERE / "pace.py")],
                cwd=folder,
                env={**os.environ, "PYTHONPATH": str(folder)},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        )
        until.callback(self._process.kill)

    def ask(self, *words: object) -> float | None:
        """What it answers; None where it cannot: it has no such game, say."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            print(*words, file=self._process.stdin, flush=True)
        except BrokenPipeError:
            return None
        answer = self._process.stdout.readline()
        return float(answer) if answer else None


def paces(what: str, game: str, seats: int, against: Path, seconds: float) -> list[tuple[float, float]]:
    """How fast this checkout and the other one are at the same work, for every start; nothing where one cannot do it.

    One process may be a fifth quicker than the next for as long as it lives. So the checkouts are started again and
    again, and each start counts once."""
    found: list[tuple[float, float]] = []
    count = 0
    for _ in range(STARTS):
        with ExitStack() as until:
            now, before = Checkout(HERE.parent, until), Checkout(against.resolve(), until)
            count = count or int(now.ask(what, game, seats, 0, seconds) or 0)
            if not count or not all(one.ask(what, game, seats, 1, seconds) for one in (now, before)):
                return []
            turns = [(one, one.ask(what, game, seats, count, seconds)) for one in (now, before, before, now)]
        best = {mine: max(pace or 0.0 for one, pace in turns if one is mine) for mine in (now, before)}
        found.append((best[now], best[before]))
    return found


def compare(what: str, against: Path, seconds: float, games: Sequence[str], seats: Sequence[int]) -> int:
    """Print how fast this checkout is, and its ratio to another one's: the mean of all starts, with its error."""
    console = Console(width=max(100, Console().width))
    title = f"{what}: a second of processor time on one core, {STARTS} starts in turns with {against}"
    table = Table("game", "seats", "now", "before", "ratio", title=title)
    chosen = [find(game) for game in games or names()]
    rows = [(game.name, count) for game in chosen for count in seats if game.seats[0] <= count <= game.seats[1]]
    for game, count in track(rows, console=console, transient=True):
        found = paces(what, game, count, against, seconds)
        if not found:
            table.add_row(game, str(count), "-", "-", "not in both")
            continue
        ratios = [now / before for now, before in found]
        error = SURE_OF_FEW * statistics.stdev(ratios) / len(ratios) ** 0.5
        fastest = (max(now for now, _ in found), max(before for _, before in found))
        ratio = f"{statistics.mean(ratios):.3f} ± {error:.3f}"
        table.add_row(game, str(count), *(f"{best:,.0f}" for best in fastest), ratio)
    console.print(table)
    return 0
