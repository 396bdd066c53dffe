"""Random matches a second, for every game, as ratios to OpenSpiel's C++ rollouts of its nearest games in the same run.

    asterism bench playouts
    python benchmarks/playouts.py [--seconds 1] [--game NAME] [--seats N ...] [--against FOLDER]

Every action is counted, chance included, on both sides. OpenSpiel's rollouts run in C++ inside one call (its random
rollout evaluator); how many actions a match has is counted over the first matches in Python. Peers take turns with
ours, processor time is counted and the best of three taken, because shared machines are noisy.
With `--against`, a checkout of another version plays every game in turns with this one, and its ratio is told.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from asterism.core.discover import find, names
from asterism.core.match import Match
from asterism.core.rng import new_rng

sys.path.append(str(Path(__file__).parent))  # a script's folder: benchmarks are no package

from pace import filling, spent
from turns import compare

ROUNDS = 3
PEERS = ("pig", "yacht", "hex(board_size=11)", "gin_rummy")  # a race with dice, a score card, hexagons, cards


def rates(runs: dict[str, Callable[[int], int]], matches: dict[str, int]) -> dict[str, tuple[float, float]]:
    """For each (actions, matches) a second of processor time: the best of three. They take turns, so a slow moment
    favours nobody."""
    best = dict.fromkeys(runs, (0.0, 0.0))
    for _ in range(ROUNDS):
        for name, run in runs.items():
            actions, took = spent(run, matches[name])
            best[name] = max(best[name], (actions / took, matches[name] / took))
    return best


def rate(run: Callable[[int], int], seconds: float) -> float:
    """Actions a second by the clock, which tells what cores are worth together: the best of three."""
    matches = filling(run, seconds)
    best = 0.0
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        actions = run(matches)
        best = max(best, actions / (time.perf_counter() - begin))
    return best


def ours(name: str, seats: int, seed: int = 1) -> Callable[[int], int]:
    game = find(name)
    start, out = Match(game, seats=seats).states, np.empty(game.actions, np.int32)
    states, weight, rng = start.copy(), np.empty(game.actions, np.int64), new_rng(seed)
    return lambda matches: int(game.doors.playouts(start, states, out, weight, rng, matches))


def openspiel(name: str) -> Callable[[int], int]:
    import pyspiel

    game = pyspiel.load_game(name)
    length = actions_in_a_match(game)
    start = game.new_initial_state()
    while start.is_chance_node():  # this bot cannot begin where chance acts: the first roll is the same every time
        start.apply_action(start.chance_outcomes()[0][0])

    def run(matches: int) -> int:
        # One simulation of this bot evaluates the root once: `matches` random rollouts in C++.
        evaluator = pyspiel.RandomRolloutEvaluator(matches, 1)
        pyspiel.MCTSBot(game, evaluator, 1.4, 1, 10, False, 1, False).mcts_search(start)
        return int(matches * length)

    return run


def actions_in_a_match(game: object, matches: int = 60) -> float:
    dice, count = random.Random(1), 0
    for _ in range(matches):
        state = game.new_initial_state()  # type: ignore[attr-defined]
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(dice.choices(outcomes, chances)[0])
            else:
                state.apply_action(dice.choice(state.legal_actions()))
            count += 1
    return count / matches


def main(seconds: float = 1.0, peers: tuple[str, ...] = PEERS) -> int:
    console = Console(width=max(130, Console().width))
    try:
        import pyspiel  # noqa: F401
    except ImportError:
        console.print('OpenSpiel is not installed, so there is no ratio: pip install "asterism[bench]"', markup=False)
        peers = ()
    cores = os.cpu_count() or 1
    title = f"random matches, a second of processor time, best of {ROUNDS}; on {cores} cores, by the clock"
    table = Table("game", "seats", "actions/s a core", "matches/s a core", title=title)
    for peer in peers:
        table.add_column(f"ratio to {peer}: actions, matches")
    table.add_column(f"actions/s on {cores} cores")
    with Progress(console=console, transient=True) as bar, ThreadPoolExecutor(cores) as pool:
        task = bar.add_task("measuring", total=len(names()) * 2 + 1)
        theirs = {peer: openspiel(peer) for peer in peers}
        counts = {peer: filling(run, seconds) for peer, run in theirs.items()}
        fastest = dict.fromkeys(peers, (0.0, 0.0))
        bar.advance(task)
        for name in names():
            game = find(name)
            seats = min(max(2, game.seats[0]), game.seats[1])
            runs = {**theirs, name: ours(name, seats)}
            best = rates(runs, {**counts, name: filling(runs[name], seconds)})
            bar.advance(task)
            # Threads suffice: compiled rules release the interpreter's lock. Each has buffers of its own.
            alike = [ours(name, seats, seed) for seed in range(1, cores + 1)]
            together = sum(pool.map(rate, alike, [seconds] * cores))
            bar.advance(task)
            actions, matches = best[name]
            ratios = [f"{actions / best[peer][0]:.1f}, {matches / best[peer][1]:.1f}" for peer in peers]
            table.add_row(name, str(seats), f"{actions:,.0f}", f"{matches:,.0f}", *ratios, f"{together:,.0f}")
            fastest = {peer: max(fastest[peer], best[peer]) for peer in peers}
    console.print(table)
    for peer, (actions, matches) in fastest.items():
        console.print(f"{peer} (OpenSpiel, C++): {actions:,.0f} actions/s, {matches:,.0f} matches/s a core")
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Actions a second.")
    parser.add_argument("--seconds", type=float, default=1.0, help="of each round")
    parser.add_argument("--game", action="append", default=[], help="only this one, with --against")
    parser.add_argument("--seats", type=int, nargs="+", default=[2], help="how many, with --against")
    parser.add_argument("--against", type=Path, help="a checkout of another version, measured in turns")
    chosen = parser.parse_args()
    if chosen.against:
        raise SystemExit(compare("playouts", chosen.against, chosen.seconds, chosen.game, chosen.seats))
    raise SystemExit(main(chosen.seconds))
