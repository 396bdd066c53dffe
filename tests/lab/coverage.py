"""How often the lab's estimates cover the truth, on solved games: for every seat, number of seats and start.

    python -m tests.lab.coverage --runs 2000

Error bars say 95 of 100. A run is a small one, of 200 matches; its error bars are those that `lab play --all` shows. A
confidence sequence, which is looked at after every match, must hold for all looks together in at least 95 of 100.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence

import numpy as np

from asterism.core.discover import find
from asterism.lab.arena import run, setting_of
from asterism.lab.estimates import mean_of, sequence_of
from asterism.lab.simulator import Simulator
from asterism.solve import best_known

MATCHES = 200
CASES = (
    ("noirlab-dice", 2, ""),
    ("noirlab-dice", 2, "token"),
    ("noirlab-dice", 2, "program"),
    ("noirlab-dice", 3, ""),
    ("noirlab-dice", 4, ""),
    ("geminos", 2, ""),
)


def exact(game: str, seats: int, start: str) -> Sequence[float]:
    """What each seat gets, from the table."""
    found = find(game)
    known = best_known(found, seats, found.check_options(seats, {}))
    assert known is not None
    return known.value(Simulator(setting_of(game, ["exact"], seats, start=start)).start)


def covered(game: str, seats: int, start: str, runs: int, seed: int) -> list[tuple[float, float, float]]:
    """Of each seat: the truth, the part of the runs that cover it, and of the sequences that always do."""
    setting = setting_of(game, ["exact"], seats, seed=seed, start=start)
    share = run(setting, runs * MATCHES, cores=2).share.reshape(runs, MATCHES, seats)
    found = []
    for seat, truth in enumerate(exact(game, seats, start)):
        parts = share[:, :, seat]
        usual = np.mean([mean_of(part).covers(truth) for part in parts])
        always = np.mean([holds(part, truth) for part in parts])
        found.append((truth, float(usual), float(always)))
    return found


def holds(values: np.ndarray, truth: float) -> bool:
    low, high = sequence_of(values)
    return bool((low <= truth).all() and (truth <= high).all())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=7)
    asked = parser.parse_args()
    chance = 100 * 1.96 * math.sqrt(0.05 * 0.95 / asked.runs)
    print(f"{asked.runs} runs of {MATCHES} matches; 95.0 is said, ± {chance:.1f} is chance")
    for game, seats, start in CASES:
        for seat, (truth, usual, always) in enumerate(covered(game, seats, start, asked.runs, asked.seed), 1):
            told = f"{game}, {seats} seats{f', start {start}' if start else ''}, seat {seat}"
            print(f"{told}: {100 * truth:.3f} %, covered {100 * usual:.1f} of 100, at all looks {100 * always:.1f}")


if __name__ == "__main__":
    main()
