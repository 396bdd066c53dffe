"""The verb `solve`: exact play, computed with a progress bar and printed in figures."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from asterism.core.discover import find
from asterism.core.game import BadInput, Game
from asterism.solve import races
from asterism.solve.decks import has_deck
from asterism.solve.races.solution import MOST_BYTES
from asterism.solve.score_cards import alone as one_seat
from asterism.solve.score_cards import build, has_score_cards, quality
from asterism.solve.score_cards.shipped import duel_of

from .fewest import solve_fewest

ReportProgress = Callable[[float, str], None]
SEEDS = 2**32  # a seed is below this
PRICES = (0.05, 0.1, 0.2, one_seat.PRICE, 0.5, 1.0)  # of a turn, for someone who plays alone
NEXT_LINE = 10.0  # seconds between two lines of progress where the output is no terminal


@contextmanager
def bar(console: Console, text: str, *columns: ProgressColumn) -> Iterator[ReportProgress]:
    """A progress bar; in a pipe or a file, a line now and then."""
    if not console.is_terminal:
        yield now_and_then(console)
        return
    with Progress(
        *(columns or (*Progress.get_default_columns(), TimeElapsedColumn())), console=console, transient=True
    ) as progress:
        task = progress.add_task(text, total=1.0)
        yield lambda done, text: progress.update(task, completed=done, description=text)


def now_and_then(console: Console) -> ReportProgress:
    """A callback that prints the progress, at most every `NEXT_LINE` seconds."""
    last = time.monotonic()

    def tell(done: float, text: str) -> None:
        nonlocal last
        if time.monotonic() - last >= NEXT_LINE:
            last = time.monotonic()
            console.print(f"{done:6.2%}  {text}")
            console.file.flush()

    return tell


@dataclass(frozen=True)
class Sample:
    """The random sample of `--check`; None: as many as usual, and a seed drawn at random."""

    positions: int | None = None
    seed: int | None = None


def solve(
    name: str,
    seats: int | None,
    device: build.Device | None,
    check: bool,
    sample: Sample | None = None,
    alone: bool = False,
) -> int:
    """Solve a game by the method that fits it; returns the exit status."""
    game, console = find(name), Console(highlight=False)
    sample = sample or Sample()
    if alone:
        if seats is not None or device is not None or check or sample != Sample():
            raise BadInput("--alone goes with none of --seats, --device, --check, --positions and --seed")
        return solve_fewest(game, console)
    if not check and sample != Sample():
        raise BadInput("--positions and --seed are for --check")
    if has_score_cards(game):
        if seats not in (None, 1, 2):
            raise BadInput(f"{game.name} is solved for one and for two seats, not for {seats}")
        if seats == 1 and (device is not None or check):
            raise BadInput("--device and --check are for two seats")
        if seats == 1:
            return solve_alone(game, console)
        return check_table(game, sample, console) if check else solve_cards(game, device or "cpu", console)
    if device is not None or check:
        raise BadInput(f"--device and --check are for games whose table is shipped, not for {game.name}")
    if has_deck(game):
        raise BadInput(f"{game.name} is solved for one alone: asterism solve {game.name} --alone")
    return solve_race(game, seats, console)


def solve_race(game: Game, seats: int | None, console: Console) -> int:
    """Print what a seat can expect, for one number of seats or for every number whose table fits into memory."""
    known = races.race_of(game, {})
    low, high = game.seats
    numbers = [seats] if seats else [n for n in range(low, high + 1) if known.bytes_for(n) <= MOST_BYTES]
    table = Table("seats", "what each seat can expect at the start", "residual", "seconds", box=None)
    for number in numbers:
        table.add_row(str(number), *solve_for(game, number, console))
    console.print(table)
    return 0


def solve_for(game: Game, seats: int, console: Console) -> tuple[str, str, str]:
    """The values at the start, the residual and the seconds it took, as text."""
    begin = time.perf_counter()
    with bar(console, f"{game.name} for {seats}") as progress:
        found = races.solve(game, seats, progress)
    took = time.perf_counter() - begin
    values = found.value(game.new(seats, {}))
    told = f"{values[0]:.6f} turns" if found.kind == "turns" else "  ".join(f"{100 * value:.4f} %" for value in values)
    if found.residual > 1e-9:
        raise BadInput(f"{game.name} for {seats} did not settle: the residual is {found.residual:.1e}")
    return told, f"{found.residual:.0e}", f"{took:.1f}"


def solve_cards(game: Game, device: build.Device, console: Console) -> int:
    """Solve the game for two seats: the better part of an hour on a CPU, a minute on a GPU."""
    console.print(f"Solving {game.name} for two on the {device.upper()}.{beforehand(game) if device == 'cpu' else ''}")
    console.file.flush()
    # No estimate of the time left: the number of sweeps that a pair of layers needs is not known in advance.
    share = TextColumn("{task.percentage:>6.2f} %")
    try:
        with bar(
            console, "beginning", BarColumn(16), share, TimeElapsedColumn(), TextColumn("{task.description}")
        ) as told:
            about = build.solve(game, device=device, progress=told)
    except KeyboardInterrupt:
        console.print(
            f"Stopped. {afterwards(game) if device == 'cpu' else 'A GPU keeps nothing of an unfinished run.'}"
        )
        return 130
    console.print(f"The first player's chance in best play: {about['first']:.9f}")
    console.print(f"Residual {about['residual']:.1e}; table of rank {about['rank']} in {build.default_folder(game)}.")
    return 0


def beforehand(game: Game) -> str:
    """A note on the duration of a run on the CPU, and on what earlier runs have left."""
    done, every = build.kept(game)
    before = f" {done} of {every} pairs of layers are kept from before." if done else ""
    return f" It takes the better part of an hour; Ctrl-C stops it, and nothing finished is lost.{before}"


def afterwards(game: Game) -> str:
    """A note on what a run that was stopped leaves."""
    done, every = build.kept(game)
    return f"{done} of {every} pairs of layers are kept; run the same command again to go on."


def solve_alone(game: Game, console: Console) -> int:
    """Print the optimal play of one seat, for several prices of a turn."""
    duel = duel_of(game)
    table = Table("points a turn", "final total less that", "turns", "final total", box=None)
    for price in PRICES:
        with console.status(f"{game.name} alone, {price} points a turn"):
            worth = one_seat.solve(duel, price)
            turns = float(one_seat.turns_of(duel, worth)[0])
        usual = " (hints and bots)" if price == one_seat.PRICE else ""
        table.add_row(f"{price}{usual}", f"{worth[0]:.2f}", f"{turns:.1f}", f"{worth[0] + price * turns:.1f}")
    console.print(table)
    return 0


def check_table(game: Game, sample: Sample, console: Console) -> int:
    """Compare the shipped table with a fresh look-ahead, exact values and a greedy player."""
    positions = sample.positions or quality.POSITIONS
    seed = secrets.randbelow(SEEDS) if sample.seed is None else sample.seed
    console.print(f"Checking the table of {game.name} with seed {seed} (--seed {seed} draws the same again).")
    with console.status("looking ahead"):
        found = quality.check(game, positions, seed)
    duel, about = duel_of(game), found.about
    console.print(f"The files are {'as they were made' if found.intact else '[red]damaged[/]'}, by their checksums.")
    console.print(f"{duel.open:,} cards are not full, {len(duel.total) - duel.open:,} are.")
    bound = f", to within {about['bound']:.10f}" if "bound" in about else ""
    console.print(f"The first player's chance in best play (table.json): {about['first']:.9f}{bound}")
    console.print(losses(found))
    console.print("Loss: the chance of winning that a choice gives away. Error: how far a chance that is told is off.")
    for seats, wins in found.greedy.items():
        rivals = "1 greedy player" if seats == 2 else f"{seats - 1} greedy players"
        even = f"{1 / seats:.1%} would be even"
        console.print(f"Against {rivals} the player wins {wins:.1%} of {found.matches:,} matches; {even}.")
    console.print(f"Two such players take {found.turns:.1f} turns on average in {found.matches:,} matches.")
    return verdict(found, console)


def losses(found: quality.Checked) -> Table:
    """The comparisons with their losses and errors, as a table."""
    table = Table("compared", "loss: mean", "largest", "error: mean", "largest", box=None, padding=(0, 1))
    for column in table.columns[1:]:
        column.no_wrap = True
    table.add_row(
        f"the table's own choices and chances with a fresh look one turn ahead: {found.positions:,} random positions, "
        "all rolls",
        *map("{:.1e}".format, (*found.loss, *found.error)),
    )
    for name, part in (("at random positions", "anywhere"), ("in best play", "in_play")):
        known = found.exact[part]
        figures = [known[word] for word in ("mean_loss", "largest_loss", "mean_error", "largest_error")]
        where = f"with exact values: {known['choices']:,} choices {name}"
        table.add_row(f"the player, who looks one turn ahead of the table, {where}", *map("{:.1e}".format, figures))
        table.add_row(
            f"a greedy player, who takes the largest total now, {where}",
            *map("{:.1e}".format, found.loss_of_greedy[part]),
        )
    return table


def verdict(found: quality.Checked, console: Console) -> int:
    """Print the conclusion; returns the exit status."""
    promise = f"the promised {quality.PROMISED:.4f}"
    if found.mean_loss > quality.PROMISED:
        console.print(f"[red]A choice loses {found.mean_loss:.6f} on average: more than {promise}.[/]")
        return 1
    console.print(f"A choice loses {found.mean_loss:.7f} on average, or less: within {promise}.")
    return 0 if found.intact else 1
