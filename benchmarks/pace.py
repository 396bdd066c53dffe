"""How fast this checkout is: `turns.py` asks it, line by line, for `playouts` or `search` of a game for some seats.

Asked for 0, it answers how many matches or simulations fill some seconds; asked for more, it plays so many and answers
with actions or simulations for each second of its own processor time: other programs take turns with it, but not its
time. It must run in older versions too, so it calls little.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from asterism.bots.search import Tree
from asterism.core.discover import find
from asterism.core.game import Game
from asterism.core.header import CHANCE
from asterism.core.match import Match
from asterism.core.rng import new_rng

SEATS = 2  # that every game can have
FIRST = 64  # matches or simulations, to learn how many fill the time


def playouts(game: Game, seats: int = SEATS) -> Callable[[int], int]:
    start = Match(game, seats=seats).states
    out, weight, rng = np.empty(game.actions, np.int32), np.empty(game.actions, np.int64), new_rng(1)
    states = start.copy()
    return lambda matches: int(game.doors.playouts(start, states, out, weight, rng, matches))


def first_choice(game: Game, seats: int) -> Any:
    """The record when a seat first has to act: the same in every version, while the dice of a seeded match are not."""
    states, dice = Match(game, seats=seats).states, random.Random(1)
    while states["to_act"][0] == CHANCE:
        game.doors.step(states, dice.choice(game.legal(states)))
    return states


def search(game: Game, seats: int = SEATS) -> Callable[[int], int]:
    states = first_choice(game, seats)
    seat, seen = int(states["to_act"][0]), states.copy()
    game.doors.look(states, seat, seen)

    def run(simulations: int) -> int:
        Tree(game, simulations).grow(seen, seat, simulations, new_rng(1))
        return simulations

    return run


def spent(run: Callable[[int], int], count: int) -> tuple[int, float]:
    begin = time.thread_time()  # others may run beside it
    done = run(count)
    return done, time.thread_time() - begin


def filling(run: Callable[[int], int], seconds: float) -> int:
    """How many take about so long."""
    run(1)  # the first of a process is compiled
    count = FIRST
    while (took := spent(run, count)[1]) < seconds / 8:
        count *= 4
    return max(1, int(count * seconds / took))


def main() -> None:
    runs: dict[tuple[str, ...], Callable[[int], int]] = {}
    for line in sys.stdin:
        *asked, count, seconds = line.split()
        what, name, seats = asked
        if tuple(asked) not in runs:
            runs[tuple(asked)] = {"playouts": playouts, "search": search}[what](find(name), int(seats))
        run = runs[tuple(asked)]
        if int(count) == 0:
            print(filling(run, float(seconds)), flush=True)
        else:
            done, took = spent(run, int(count))
            print(done / took, flush=True)


if __name__ == "__main__":
    main()
