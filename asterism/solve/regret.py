"""What is lost by playing with the table for fewer seats? `python -m asterism.solve.regret GAME --seats N` computes it.

For every way the seats can stand at the beginning of a turn, one turn is played by each reduction and the rest exactly.
What the seat in turn loses by it is its regret, exact and not sampled.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

from asterism.core.discover import find
from asterism.core.game import BadInput, Game

from .race import Solution, all_cores, solve, worth
from .sweep import turn_back

Array = np.ndarray[Any, Any]


def choices(solution: Solution) -> Array:
    """What the seat in turn does at every node, for every way its rivals can stand."""
    turn = solution.race.turn
    picks = np.zeros((turn.cards ** (solution.seats - 1), len(turn.chance)), np.int8)
    now = np.empty(solution.values.shape[1])
    win, toll = worth(solution.seats)
    with all_cores:
        turn_back(now, solution.values[-1], picks, True, win, toll, 0.0, turn.cards, turn.arrays)
    return picks


def regret(solution: Solution, picks: Array) -> Array:
    """How much chance of winning these choices lose in one turn, for every way the seats can stand."""
    turn = solution.race.turn
    now = np.empty(solution.values.shape[1])
    with all_cores:
        turn_back(now, solution.values[-1], picks.copy(), False, 1.0, 0.0, 0.0, turn.cards, turn.arrays)
    lost: Array = solution.values[0] - now
    return lost


def reductions(game: Game, seats: int) -> Iterator[tuple[str, Array]]:
    """Each way to choose without the table for so many seats, with the choices it makes."""
    versus = solve(game, 2)
    turn = versus.race.turn
    ways = turn.cards ** (seats - 1)
    stand = np.stack(np.unravel_index(np.arange(ways), (turn.cards,) * (seats - 1)), axis=1)
    strength = versus.values[0].reshape(turn.cards, turn.cards)[:, turn.card[versus.race.turns.first]]
    strongest = np.argsort(-strength[stand], axis=1, kind="stable")
    if game.seats[0] == 1:
        yield "as if alone", np.repeat(choices(solve(game, 1)), ways, axis=0)
    for fewer in range(2, seats):
        picks = choices(solve(game, fewer))
        weights = turn.cards ** np.arange(fewer - 2, -1, -1)
        kept = np.take_along_axis(stand, np.sort(strongest[:, : fewer - 1], axis=1), axis=1)
        yield f"table for {fewer}, the next rivals", picks[stand[:, : fewer - 1] @ weights]
        yield f"table for {fewer}, the last rivals", picks[stand[:, seats - fewer :] @ weights]
        yield f"table for {fewer}, the strongest rivals", picks[kept @ weights]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m asterism.solve.regret", description="What a smaller table loses.")
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=4, help="default: 4")
    args = parser.parse_args(arguments)
    try:
        game = find(args.game)
        if args.seats < 3:
            raise BadInput("with fewer than three seats there is no smaller table")
        exact = solve(game, args.seats)
        for name, picks in reductions(game, args.seats):
            lost = regret(exact, picks)
            print(f"{name:<36} mean {lost.mean():.1e}   worst {lost.max():.1e}", flush=True)
    except BadInput as problem:
        print(problem, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
