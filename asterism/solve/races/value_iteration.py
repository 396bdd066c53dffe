"""Value iteration over the whole table of a race, seat by seat from the newest values (Gauss-Seidel).

A table has one value for every seat and every way the seats can stand at the beginning of a turn. It is found by going
back turn by turn from the end: what a seat can expect before a turn follows from what it can expect after it, first for
the seat in turn, then for the one that moves next, and so on round the table, so that one sweep goes back a whole
round. Each seat maximises its own chance of winning; see docs/EXACT.md for ties.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from asterism.core.game import BadInput

from . import tables
from .bellman import back_up, greatest_difference
from .minimise import TurnGraph

Array = np.ndarray[Any, Any]
Progress = Callable[[float, str], None]

GOAL = 1e-13  # iterate until nothing changes by more than this (times the greatest value, where that is above 1)
MOST_SWEEPS = 20_000

all_cores = threading.Lock()  # loops over all cores must not be entered by two threads at once


def worth(seats: int) -> tuple[float, float]:
    """What finishing is worth, and what any other end of a turn costs: turns are counted when alone."""
    return (1.0, 0.0) if seats > 1 else (-1.0, 1.0)


def iterate(graph: TurnGraph, seats: int, what: str, progress: Progress) -> tuple[Array, float]:
    """The table of a race for a number of seats, and its residual; `what` names it where people are told."""
    values = np.zeros((seats, graph.standings**seats))
    policy = empty_policy(graph, seats)
    win, toll = worth(seats)
    before = np.empty(values.shape[1])
    change, begun, scale, done = 1.0, 1.0, 1.0, 0.0
    for sweep in range(MOST_SWEEPS):
        finest = 1e-15 * scale
        tolerance = max(finest, 1e-3 * min(change, 1.0))  # no need to be finer within a turn than between turns
        before[:] = values[0]
        later = before if seats == 1 else values[-1]
        back_up(values[0], later, policy, True, win, toll, tolerance, graph.standings, graph.arrays)
        for k in range(1, seats):
            back_up(values[k], values[k - 1], policy, False, 0.0, 0.0, tolerance, graph.standings, graph.arrays)
        change = greatest_difference(values[0], before)
        scale = max(1.0, float(np.abs(values[0]).max()))
        begun = max(begun, change)
        goal = GOAL * scale
        done = max(done, np.log(begun / max(change, goal)) / np.log(begun / goal))
        progress(float(min(done, 0.99)), f"{what}: sweep {sweep + 1}, still moving by {change:.0e}")
        if change <= goal and tolerance <= finest:
            break
    else:
        raise BadInput(f"{what} did not settle within {MOST_SWEEPS} sweeps")
    residual = residual_of(graph, values)
    if residual > tables.GOOD:
        raise BadInput(f"{what} did not settle: its residual is {residual:.0e}")
    return values, residual


def residual_of(graph: TurnGraph, values: Array) -> float:
    """The Bellman residual: the greatest difference between any value and what the equations make of the others."""
    seats = len(values)
    policy = empty_policy(graph, seats)
    win, toll = worth(seats)
    again = np.empty(values.shape[1])
    back_up(again, values[-1], policy, True, win, toll, 0.0, graph.standings, graph.arrays)
    worst = greatest_difference(again, values[0])
    for k in range(1, seats):
        back_up(again, values[k - 1], policy, False, 0.0, 0.0, 0.0, graph.standings, graph.arrays)
        worst = max(worst, greatest_difference(again, values[k]))
    return float(worst)


def policy_of(graph: TurnGraph, values: Array) -> Array:
    """The policy of a table: what the seat in turn does at every node, for every way its rivals can stand."""
    seats = len(values)
    policy = empty_policy(graph, seats)
    win, toll = worth(seats)
    now = np.empty(values.shape[1])
    with all_cores:
        back_up(now, values[-1], policy, True, win, toll, 0.0, graph.standings, graph.arrays)
    return policy


def empty_policy(graph: TurnGraph, seats: int) -> Array:
    """Room for a policy: [how the rivals stand, node] which option is taken."""
    return np.zeros((graph.standings ** (seats - 1), len(graph.chance)), np.int8)
