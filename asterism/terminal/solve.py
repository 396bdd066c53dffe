"""Exact play, computed with a bar and told in figures."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from asterism.core.discover import find
from asterism.core.game import BadInput, Game
from asterism.solve import card_check, card_solve, race
from asterism.solve.cards import is_card_game

Told = Callable[[float, str], None]


NEXT_LINE = 10.0  # seconds between two lines of progress where there is no terminal to draw a bar in


@contextmanager
def bar(console: Console, text: str, *columns: ProgressColumn) -> Iterator[Told]:
    """A bar that is told how far the work has come; in a pipe or a file, a line now and then."""
    if not console.is_terminal:
        yield now_and_then(console)
        return
    with Progress(
        *(columns or (*Progress.get_default_columns(), TimeElapsedColumn())), console=console, transient=True
    ) as progress:
        task = progress.add_task(text, total=1.0)
        yield lambda done, text: progress.update(task, completed=done, description=text)


def now_and_then(console: Console) -> Told:
    """Prints how far the work has come, but not too often."""
    last = time.monotonic()

    def tell(done: float, text: str) -> None:
        nonlocal last
        if time.monotonic() - last >= NEXT_LINE:
            last = time.monotonic()
            console.print(f"{done:6.2%}  {text}")
            console.file.flush()

    return tell


def solve(name: str, seats: int | None, device: card_solve.Device | None, check: bool) -> int:
    """Solve a game in the way that fits it."""
    game, console = find(name), Console(highlight=False)
    if is_card_game(game):
        if seats not in (None, 2):
            raise BadInput(f"{game.name} is solved for two seats, not for {seats}")
        return check_table(game, console) if check else solve_cards(game, device or "cpu", console)
    if device is not None or check:
        raise BadInput(f"--device and --check are for games whose table is shipped, not for {game.name}")
    return solve_race(game, seats, console)


def solve_race(game: Game, seats: int | None, console: Console) -> int:
    """For one number of seats, or for every number whose table fits: what a seat can expect."""
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
    with bar(console, f"{game.name} for {seats}") as progress:
        found = race.solve(game, seats, progress)
    took = time.perf_counter() - begin
    values = found.value(game.new(seats, {}))
    told = f"{values[0]:.6f} turns" if found.kind == "turns" else "  ".join(f"{100 * value:.4f} %" for value in values)
    if found.residual > 1e-9:
        raise BadInput(f"{game.name} for {seats} did not settle: the residual is {found.residual:.1e}")
    return told, f"{found.residual:.0e}", f"{took:.1f}"


def solve_cards(game: Game, device: card_solve.Device, console: Console) -> int:
    """The whole duel: the better part of an hour on a CPU, a minute on a GPU."""
    console.print(f"Solving {game.name} for two on the {device.upper()}.{beforehand(game) if device == 'cpu' else ''}")
    console.file.flush()
    # No guess at the time left: how many sweeps a pair of layers needs is not known before they are made.
    share = TextColumn("{task.percentage:>6.2f} %")
    try:
        with bar(
            console, "beginning", BarColumn(16), share, TimeElapsedColumn(), TextColumn("{task.description}")
        ) as told:
            about = card_solve.solve(game, device=device, progress=told)
    except KeyboardInterrupt:
        console.print(
            f"Stopped. {afterwards(game) if device == 'cpu' else 'A GPU keeps nothing of an unfinished run.'}"
        )
        return 130
    console.print(f"The first seat wins {100 * about['first']:.4f} % of matches in best play.")
    console.print(
        f"Residual {about['residual']:.1e}; table of rank {about['rank']} in {card_solve.default_folder(game)}."
    )
    return 0


def beforehand(game: Game) -> str:
    done, every = card_solve.kept(game)
    before = f" {done} of {every} pairs of layers are kept from before." if done else ""
    return f" It takes the better part of an hour; Ctrl-C stops it, and nothing finished is lost.{before}"


def afterwards(game: Game) -> str:
    done, every = card_solve.kept(game)
    return f"{done} of {every} pairs of layers are kept; run the same command again to go on."


def check_table(game: Game, console: Console) -> int:
    """The shipped table against a fresh look-ahead, exact values and a greedy player."""
    with console.status(f"checking the table of {game.name}"):
        found = card_check.check(game)
    console.print("The files are as they were made." if found.intact else "[red]A file is damaged.[/]")
    table = Table("measured on", "loss: mean", "largest", "error of the value: mean", "largest", box=None)
    fresh = (*found.loss, *found.error)
    table.add_row(f"{found.positions} random positions, by a fresh look one turn ahead", *map("{:.1e}".format, fresh))
    for name, part in (("random positions", "anywhere"), ("positions of best play", "in_play")):
        known = found.exact[part]
        figures = [known[word] for word in ("mean_loss", "largest_loss", "mean_error", "largest_error")]
        table.add_row(f"{known['choices']} choices in {name}, by exact values", *map("{:.1e}".format, figures))
    console.print(table)
    for seats, wins in found.greedy.items():
        rivals = "1 greedy player" if seats == 2 else f"{seats - 1} greedy players"
        console.print(f"Against {rivals} the player wins {wins:.1%}; {1 / seats:.1%} would be even.")
    return 0 if found.intact else 1
