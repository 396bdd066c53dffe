"""Matches a second of the lab, for players of each kind; and what the arena costs beside the bare playout kernel.

    asterism bench lab

Time is that of the processor, the best of several, because shared machines are noisy. The overhead is that of players
who choose at random: whoever thinks pays it too, and notices it less.
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
from asterism.lab.arena import setting_of
from asterism.lab.batch import Batch
from asterism.lab.players import is_tabled
from asterism.lab.stage import Stage

ROUNDS = 9
SEARCH = "search:100"


def seconds_a_match(play: Callable[[int], object], seconds: float) -> float:
    """The best of several: `play(n)` plays n matches."""
    play(2)
    matches = 2
    while True:
        begin = time.process_time()
        play(matches)
        took = time.process_time() - begin
        if took > seconds / ROUNDS:
            break
        matches *= 2
    best = took
    for _ in range(ROUNDS - 1 if took < seconds else 0):
        begin = time.process_time()
        play(matches)
        best = min(best, time.process_time() - begin)
    return best / matches


def bare(name: str, seats: int) -> Callable[[int], object]:
    game = find(name)
    match = Match(game, seats=seats)
    start, out = match.states, np.empty(game.actions, np.int32)
    states, weight, rng = start.copy(), np.empty(game.actions, np.int64), new_rng(1)
    return lambda matches: match.game.doors.playouts(start, states, out, weight, rng, matches)


def staged(name: str, seats: int, player: str) -> Callable[[int], object]:
    stage = Stage(setting_of(name, [player], seats))
    return lambda matches: stage.play(Batch(stage.setting, 0, matches))


def main(seconds: float = 1.0) -> int:
    console = Console(width=max(110, Console().width))
    table = Table("game", "seats", "player", "matches/s a core", "time, bare playouts = 1", title="the lab")
    for name in names():
        game = find(name)
        seats = max(2, game.seats[0])
        alone = seconds_a_match(bare(name, seats), seconds)
        options = game.check_options(seats, {})
        thinks = ["best"] if is_tabled(game, seats, options) else []
        for player in ["uniform", *(["hints", "greedy"] if game.has["hints"] else []), *thinks, SEARCH]:
            took = seconds_a_match(staged(name, seats, player), seconds)
            ratio = f"{took / alone:.2f}" if player == "uniform" else ""
            table.add_row(name, str(seats), player, f"{1 / took:,.1f}" if took > 0.01 else f"{1 / took:,.0f}", ratio)
    console.print(table)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
