"""Matches a second of the lab, for players of each kind; what it costs beside the bare playout kernel; and two workers.

    asterism bench lab

What is timed is `run`, as every question of the lab calls it. Time is that of the processor, the best of several,
because shared machines are noisy. The overhead is that of players who choose at random: whoever thinks pays it too, and
notices it less. How much faster two workers are is told by the clock, so it needs two cores that nobody else uses.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
from rich.console import Console
from rich.table import Table

from asterism.core.discover import find, names
from asterism.core.match import Match
from asterism.core.rng import new_rng
from asterism.lab.arena import run, setting_of
from asterism.lab.players import is_tabled
from asterism.lab.simulator import in_one_piece

ROUNDS = 9
SEARCH = "search:100"


def seconds_a_match(
    play: Callable[[int], object], seconds: float, clock: Callable[[], float] = time.process_time
) -> float:
    """The best of several: `play(n)` plays n matches."""
    play(2)
    matches = 2
    while True:
        begin = clock()
        play(matches)
        took = clock() - begin
        if took > seconds / ROUNDS:
            break
        matches *= 2
    best = took
    for _ in range(ROUNDS - 1 if took < seconds else 0):
        begin = clock()
        play(matches)
        best = min(best, clock() - begin)
    return best / matches


def bare(name: str, seats: int) -> Callable[[int], object]:
    game = find(name)
    match = Match(game, seats=seats)
    parts = {"states": ((1,), game.state), "out": ((game.actions,), np.int32), "weight": ((game.actions,), np.int64)}
    room, rng = in_one_piece(parts), new_rng(1)  # as the arena has it: else the ratio hangs on where things lie
    return lambda matches: match.game.doors.playouts(match.states, **room, rng=rng, matches=matches)


def whole(name: str, seats: int, player: str, cores: int) -> Callable[[int], object]:
    setting = setting_of(name, [player], seats)
    return lambda matches: run(setting, matches, cores=cores)


def main(seconds: float = 1.0) -> int:
    console = Console(width=max(110, Console().width))
    head = ("game", "seats", "player", "matches/s a core", "time, bare playouts = 1", "two workers, times as fast")
    table = Table(*head, title="the lab")
    for name in names():
        game = find(name)
        seats = max(2, game.seats[0])
        alone = seconds_a_match(bare(name, seats), seconds)
        options = game.check_options(seats, {})
        thinks = ["best"] if is_tabled(game, seats, options) else []
        for player in ["uniform", *(["hints", "greedy"] if game.has["hints"] else []), *thinks, SEARCH]:
            took = seconds_a_match(whole(name, seats, player, 1), seconds)
            ratio = f"{took / alone:.2f}" if player == "uniform" else ""
            one, two = (seconds_a_match(whole(name, seats, player, cores), seconds, time.monotonic) for cores in (1, 2))
            rate = f"{1 / took:,.1f}" if took > 0.01 else f"{1 / took:,.0f}"
            table.add_row(name, str(seats), player, rate, ratio, f"{one / two:.2f}")
    console.print(table)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
