"""Optimal play of a race: the fewest expected turns for one seat, the chance of winning of every seat for more.

The values are those of a Markov perfect equilibrium, in the table that `value_iteration` finds: computed once, then
kept in memory and on disk.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal

import numpy as np

from asterism.core.discover import find
from asterism.core.game import BadInput, Game, States
from asterism.core.header import OVER

from . import tables
from .bellman import LANES, evaluate_turn, evaluate_turns
from .explore import key_of, seat_in_turn
from .minimise import TurnGraph
from .race import Race, race_of
from .value_iteration import Progress, all_cores, iterate, worth

Array = np.ndarray[Any, Any]

MOST_BYTES = 2 << 30  # a table may take this much memory
TURNS_KEPT = 64  # solved turns that a solution remembers


class Solution:
    """What is known exactly for one number of seats (a `solve.Known`)."""

    exact = True

    def __init__(self, race: Race, seats: int, values: Array, residual: float) -> None:
        self.race = race
        self.seats = seats
        self.values = values  # values[k, i]: of the k-th seat from the one in turn, whose standing is first in i
        self.residual = residual  # how far the values are from satisfying the equations of optimal play
        # Rivals stand still for a whole turn, so the same turn is asked for again and again.
        self._turn = lru_cache(TURNS_KEPT)(lambda rivals: solve_turn(race.graph, values, rivals))

    @property
    def kind(self) -> Literal["win", "turns"]:
        return "win" if self.seats > 1 else "turns"

    def value(self, seen: States) -> list[float]:
        """For each seat its chance of winning; alone, the turns it will take, the one that has begun included."""
        game = self.race.game
        self._check(seen)
        if int(seen["to_act"][0]) == OVER:
            return game.shares(seen) if self.seats > 1 else [0.0]
        seat = seat_in_turn(game, seen)
        x, _ = self._turn(self.race.rivals(seen, seat))
        row = x[self.race.place(key_of(game, seen, seat))]
        return [self._told(row[(other - seat) % self.seats]) for other in range(self.seats)]

    def actions(self, seen: States) -> list[tuple[int, float]]:
        """Each legal action with its value to the seat to act, the one to play first; none when no seat is to act."""
        self._check(seen)
        seat = int(seen["to_act"][0])
        if seat < 0:
            return []
        race, graph = self.race, self.race.graph
        x, pick = self._turn(race.rivals(seen, seat))
        chosen = -1
        node = race.place(key_of(race.game, seen, seat)) - graph.standings - 1
        if graph.chance[node] == 0:  # otherwise there is only one way to go on, which the graph has gone already
            chosen = int(graph.target[graph.first[node] + pick[node, 0]])
        places = {action: race.place_after(seen, seat, action) for action in race.game.legal(seen)}
        order = sorted(places, key=lambda action: (places[action] != chosen, -x[places[action], 0], action))
        return [(action, self._told(x[places[action], 0])) for action in order]

    def choice(self, seen: States) -> int:
        """The action to play."""
        return self.actions(seen)[0][0]

    def _told(self, value: float) -> float:
        return float(value) if self.seats > 1 else -float(value)

    def _check(self, seen: States) -> None:
        game, seats = self.race.game, int(seen["seats"][0])
        if seats != self.seats:
            raise BadInput(f"this is the solution of {game.name} for {self.seats}, not for {seats}")
        if game.options_of(seen) != self.race.options:
            raise BadInput(f"this is the solution of {game.name} for other options")


def solve_turn(graph: TurnGraph, values: Array, rivals: tuple[int, ...]) -> tuple[Array, Array]:
    """One turn solved with a table: the values of every place in it, a lane for each seat, and the choices made."""
    x = np.zeros((graph.standings + 1 + len(graph.chance), LANES))
    pick = np.zeros((len(graph.chance), LANES), np.int8)
    r = 0
    for standing in rivals:
        r = r * graph.standings + standing
    win, toll = worth(len(values))
    evaluate_turn(x, pick, np.zeros(LANES), values, r, win, toll, graph.standings, graph.arrays)
    return x, pick


def solve_turns(graph: TurnGraph, values: Array) -> Array:
    """[how the rivals stand, place] what each place of a turn is worth to the seat in turn."""
    places = graph.standings + 1 + len(graph.chance)
    found = np.empty((graph.standings ** (len(values) - 1), places), np.float32)
    x, pick = np.zeros((places, LANES)), np.zeros((len(graph.chance), LANES), np.int8)
    win, toll = worth(len(values))
    evaluate_turns(found, x, pick, np.zeros(LANES), values, win, toll, graph.standings, graph.arrays)
    return found


def solve(
    game: str | Game, seats: int, progress: Progress | None = None, options: Mapping[str, int] | None = None
) -> Solution:
    """The solution of a race for a number of seats: from memory, from disk, or computed now."""
    game = find(game) if isinstance(game, str) else game
    race = race_of(game, options or {})
    game.check_options(seats, race.options)
    with all_cores:
        found = _kept(race, seats)
        if found is None:
            found = _compute(race, seats, progress or (lambda fraction, text: None))
            _solutions[race, seats] = found
        return found


def solved(game: Game, seats: int, options: Mapping[str, int] | None = None) -> Solution | None:
    """The solution if it has been computed before, here or in an earlier run; None otherwise."""
    race = race_of(game, options or {})
    with all_cores:
        return _kept(race, seats)


_solutions: dict[tuple[Race, int], Solution] = {}  # not by the name of a table, which several races may share


def _name(race: Race, seats: int) -> str:
    return tables.digest(seats, race.graph.arrays)


def _kept(race: Race, seats: int) -> Solution | None:
    shape = (seats, race.graph.standings**seats)
    if (race, seats) not in _solutions and (found := tables.load(_name(race, seats), shape)):
        _solutions[race, seats] = Solution(race, seats, *found)
    return _solutions.get((race, seats))


def _compute(race: Race, seats: int, progress: Progress) -> Solution:
    what = f"{race.game.name} for {seats}"
    if race.bytes_for(seats) > MOST_BYTES or seats > LANES:
        size = race.bytes_for(seats) / 2**30
        raise BadInput(f"{what} needs a table of {size:.1f} GB, which is more than is allowed")
    values, residual = iterate(race.graph, seats, what, progress)
    tables.save(_name(race, seats), values, residual)
    progress(1.0, f"{what}: solved")
    return Solution(race, seats, values, residual)
