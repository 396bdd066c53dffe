"""The one-step regret of playing by the table for fewer seats: `python -m asterism.solve.races.regret GAME --seats N`.

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

from .bellman import back_up
from .fewer_seats import strength_of
from .solution import Solution, solve
from .value_iteration import all_cores, policy_of

Array = np.ndarray[Any, Any]


def regret(solution: Solution, policy: Array) -> Array:
    """How much chance of winning a policy loses in one turn, for every way the seats can stand."""
    graph = solution.race.graph
    now = np.empty(solution.values.shape[1])
    with all_cores:
        back_up(now, solution.values[-1], policy.copy(), False, 1.0, 0.0, 0.0, graph.standings, graph.arrays)
    lost: Array = solution.values[0] - now
    return lost


def policy_for(game: Game, seats: int) -> Array:
    """What the seat in turn does at every node, for every way its rivals can stand, if there are so many seats."""
    found = solve(game, seats)
    return policy_of(found.race.graph, found.values)


def reductions(game: Game, seats: int) -> Iterator[tuple[str, Array]]:
    """Each way to choose without the table for so many seats, with its policy."""
    versus = solve(game, 2)
    standings = versus.race.graph.standings
    ways = standings ** (seats - 1)
    stand = np.stack(np.unravel_index(np.arange(ways), (standings,) * (seats - 1)), axis=1)
    strongest = np.argsort(-strength_of(versus)[stand], axis=1, kind="stable")
    if game.seats[0] == 1:
        yield "as if alone", np.repeat(policy_for(game, 1), ways, axis=0)
    for fewer in range(2, seats):
        policy = policy_for(game, fewer)
        weights = standings ** np.arange(fewer - 2, -1, -1)
        kept = np.take_along_axis(stand, np.sort(strongest[:, : fewer - 1], axis=1), axis=1)
        yield f"table for {fewer}, the next rivals", policy[stand[:, : fewer - 1] @ weights]
        yield f"table for {fewer}, the last rivals", policy[stand[:, seats - fewer :] @ weights]
        yield f"table for {fewer}, the strongest rivals", policy[kept @ weights]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m asterism.solve.races.regret", description="What a smaller table loses."
    )
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=4, help="default: 4")
    args = parser.parse_args(arguments)
    try:
        game = find(args.game)
        if args.seats < 3:
            raise BadInput("with fewer than three seats there is no smaller table")
        exact = solve(game, args.seats)
        for name, policy in reductions(game, args.seats):
            lost = regret(exact, policy)
            print(f"{name:<36} mean {lost.mean():.1e}   worst {lost.max():.1e}", flush=True)
    except BadInput as problem:
        print(problem, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
