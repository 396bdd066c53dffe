"""Simulations a second of our tree search against OpenSpiel's C++ MCTSBot, both playing Hex from the start.

    asterism bench search
    python benchmarks/search.py [--seconds 1] [--game NAME] [--seats N ...] [--against FOLDER]

One core each, one random playout a simulation, plain UCT on both sides. Ours plays the small Hex in `hex_game`, through
the same contract and kernel as every other game; theirs is `hex(board_size=N)`. Rounds of both take turns and the best
of three counts, because shared machines are noisy.
With `--against`, a checkout of another version plays every game in turns with this one, and its ratio is told.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from asterism.bots.search import Tree
from asterism.core.rng import new_rng

sys.path.append(str(Path(__file__).parent))  # a script's folder: benchmarks are no package

from hex_game import hex_game
from turns import compare

ROUNDS = 3
SIZES = (5, 11)
FIRST = 200  # simulations, to learn how many fill the time


def ours(size: int) -> Callable[[int], None]:
    game = hex_game()
    start = game.new(2, {"size": size})
    return lambda simulations: Tree(game, simulations).grow(start, 0, simulations, new_rng(1))


def openspiel(size: int) -> Callable[[int], None]:
    import pyspiel

    game = pyspiel.load_game(f"hex(board_size={size})")

    def run(simulations: int) -> None:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        pyspiel.MCTSBot(game, evaluator, 1.4, simulations, 4_000, False, 1, False).mcts_search(game.new_initial_state())

    return run


def took(run: Callable[[int], None], simulations: int) -> float:
    begin = time.perf_counter()
    run(simulations)
    return time.perf_counter() - begin


def filling(run: Callable[[int], None], seconds: float) -> int:
    """How many simulations take about so long."""
    run(FIRST)
    simulations = FIRST
    while (spent := took(run, simulations)) < seconds / 8:
        simulations *= 4
    return max(1, int(simulations * seconds / spent))


def main(seconds: float = 1.0) -> int:
    console = Console(width=max(100, Console().width))
    players: dict[str, Callable[[int], Callable[[int], None]]] = {"ours": ours}
    try:
        import pyspiel  # noqa: F401

        players["theirs"] = openspiel
    except ImportError:
        console.print('OpenSpiel is not installed, so there is no ratio: pip install "asterism[bench]"', markup=False)
    title = f"tree search, simulations/s on one core, best of {ROUNDS}"
    table = Table("Hex", "ours", "OpenSpiel's MCTSBot", "ratio", title=title)
    with Progress(console=console, transient=True) as bar:
        task = bar.add_task("measuring", total=len(SIZES) * ROUNDS * len(players))
        for size in SIZES:
            runs = {name: make(size) for name, make in players.items()}
            budget = {name: filling(run, seconds) for name, run in runs.items()}
            best = dict.fromkeys(("ours", "theirs"), 0.0)
            for _ in range(ROUNDS):
                for name, run in runs.items():
                    best[name] = max(best[name], budget[name] / took(run, budget[name]))
                    bar.advance(task)
            ratio = f"{best['ours'] / best['theirs']:.1f}" if best["theirs"] else "-"
            table.add_row(f"{size} x {size}", f"{best['ours']:,.0f}", f"{best['theirs']:,.0f}", ratio)
    console.print(table)
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Simulations a second.")
    parser.add_argument("--seconds", type=float, default=1.0, help="of each round")
    parser.add_argument("--game", action="append", default=[], help="only this one, with --against")
    parser.add_argument("--seats", type=int, nargs="+", default=[2], help="how many, with --against")
    parser.add_argument("--against", type=Path, help="a checkout of another version, measured in turns")
    chosen = parser.parse_args()
    if chosen.against:
        raise SystemExit(compare("search", chosen.against, chosen.seconds, chosen.game, chosen.seats))
    raise SystemExit(main(chosen.seconds))
