"""Exact play, computed with a bar and told in figures."""

from __future__ import annotations

import time

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from asterism.core.discover import find
from asterism.core.game import BadInput, Game
from asterism.solve import race


def solve(name: str, seats: int | None) -> int:
    """Solve a race for one number of seats, or for every number whose table fits, and print what a seat can expect."""
    game, console = find(name), Console(highlight=False)
    known = race.race_of(game, {})
    low, high = game.seats
    numbers = [seats] if seats else [n for n in range(low, high + 1) if known.bytes_for(n) <= race.MOST_BYTES]
    table = Table("seats", "what each seat can expect at the start", "residual", "seconds", box=None)
    for number in numbers:
        table.add_row(str(number), *solve_for(game, number, console))
    console.print(table)
    return 0


def solve_for(game: Game, seats: int, console: Console) -> tuple[str, str, str]:
    begin = time.perf_counter()
    with Progress(console=console, transient=True) as bar:
        task = bar.add_task(f"{game.name} for {seats}", total=1.0)
        found = race.solve(game, seats, lambda done, text: bar.update(task, completed=done, description=text))
    took = time.perf_counter() - begin
    values = found.value(game.new(seats, {}))
    told = f"{values[0]:.6f} turns" if found.kind == "turns" else "  ".join(f"{100 * value:.4f} %" for value in values)
    if found.residual > 1e-9:
        raise BadInput(f"{game.name} for {seats} did not settle: the residual is {found.residual:.1e}")
    return told, f"{found.residual:.0e}", f"{took:.1f}"
