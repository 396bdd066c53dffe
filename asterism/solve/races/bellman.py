"""The Bellman backup of a race, compiled: what every standing is worth, from what it will be worth one turn later.

The rivals of the seat in turn stand still while it plays, so one turn is solved for each way they can stand, for all of
the seat's own standings at once. LANES such turns are solved side by side, which the compiler makes vector instructions
of. How the work is cut does not hang on the number of cores, so neither does any bit of a table.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from asterism.core.compile import apart, fast, rule, spread

Array = Any  # np.ndarray; the graph is `minimise.TurnGraph.arrays`

LANES = 16  # also the most seats whose values one turn can be solved for at once
CHUNKS = 64  # pieces of work handed to the cores, with buffers of their own: no two cores write next to each other
WORTH_SPREADING = 256  # groups of lanes: with fewer, one core is done before the others have begun
TIE = 1e-11  # a later option is taken only if it is better than the earlier ones by more than this
MOST_ROUNDS = 10_000  # of iteration within a turn; a bound for rounding errors that never settle


@apart
def evaluate_nodes(
    x: Array, pick: Array, fresh: Array, choose: bool, tolerance: float, standings: int, graph: tuple[Array, ...]
) -> None:
    """Fill in the values of all nodes, a row of lanes each, from those of the standings and WIN.

    Topological value iteration: each block comes after all that it leads to. With `choose` the seat takes its best
    option and `pick` keeps which; without, it takes what `pick` says. Nodes that lead to each other are iterated from
    zero, so that going round in circles for ever is worth nothing.
    """
    chance, first, target, weight, block, loops, _ = graph
    for b in range(len(loops)):
        if loops[b] == 1:
            for i in range(block[b], block[b + 1]):
                for lane in range(LANES):
                    x[standings + 1 + i, lane] = 0.0
        for _ in range(MOST_ROUNDS):
            moving = 0
            for i in range(block[b], block[b + 1]):
                if chance[i] == 1:
                    for lane in range(LANES):
                        fresh[lane] = 0.0
                    for e in range(first[i], first[i + 1]):
                        for lane in range(LANES):
                            fresh[lane] += weight[e] * x[target[e], lane]
                elif choose:
                    for lane in range(LANES):
                        fresh[lane] = x[target[first[i]], lane]
                        pick[i, lane] = 0
                    for e in range(first[i] + 1, first[i + 1]):
                        for lane in range(LANES):
                            if x[target[e], lane] > fresh[lane] + TIE:
                                fresh[lane] = x[target[e], lane]
                                pick[i, lane] = e - first[i]
                else:
                    for lane in range(LANES):
                        fresh[lane] = x[target[first[i] + pick[i, lane]], lane]
                for lane in range(LANES):
                    moving |= abs(fresh[lane] - x[standings + 1 + i, lane]) > tolerance
                    x[standings + 1 + i, lane] = fresh[lane]
            if loops[b] == 0 or moving == 0:
                break


@apart
def back_up_groups(
    now: Array,
    later: Array,
    policy: Array,
    choose: bool,
    win: float,
    toll: float,
    tolerance: float,
    standings: int,
    graph: tuple[Array, ...],
    x: Array,
    pick: Array,
    fresh: Array,
    groups: tuple[int, int],
) -> None:
    """The part of `back_up` from one group of LANES ways to another, in buffers of its own."""
    start = graph[6]
    nodes = len(graph[0])
    ways = len(later) // standings
    for group in range(groups[0], groups[1]):
        for lane in range(LANES):
            r = min(group * LANES + lane, ways - 1)  # in a short last group, the last lanes do the same work
            for own in range(standings):
                x[own, lane] = later[r * standings + own] - toll
            x[standings, lane] = win
            for i in range(nodes):
                pick[i, lane] = policy[r, i]
        evaluate_nodes(x, pick, fresh, choose, tolerance, standings, graph)
        for lane in range(LANES):
            r = min(group * LANES + lane, ways - 1)
            for own in range(standings):
                now[own * ways + r] = x[start[own], lane]
            if choose:
                for i in range(nodes):
                    policy[r, i] = pick[i, lane]


@fast
def back_up_all_groups(
    now: Array,
    later: Array,
    policy: Array,
    choose: bool,
    win: float,
    toll: float,
    tolerance: float,
    standings: int,
    graph: tuple[Array, ...],
    count: int,
) -> None:
    """`back_up_groups` for all `count` groups, over all cores."""
    nodes = len(graph[0])
    for chunk in spread(CHUNKS):
        x = np.zeros((standings + 1 + nodes, LANES))
        pick = np.zeros((nodes, LANES), np.int8)
        fresh = np.zeros(LANES)
        groups = (count * chunk // CHUNKS, count * (chunk + 1) // CHUNKS)
        back_up_groups(now, later, policy, choose, win, toll, tolerance, standings, graph, x, pick, fresh, groups)


def back_up(
    now: Array,
    later: Array,
    policy: Array,
    choose: bool,
    win: float,
    toll: float,
    tolerance: float,
    standings: int,
    graph: tuple[Array, ...],
) -> None:
    """Write into `now` what a seat can expect before someone's turn, from what it can expect after it (`later`).

    later[r * standings + own]: the rivals stand at r, and the seat in turn has left the turn with standing own.
    now[own * ways + r]: it is about to begin its turn with standing own.
    policy[r, i]: what it does at node i. With `choose` it does its best, and this is written.
    `win` is what finishing is worth, `toll` what ending the turn otherwise costs.
    """
    ways, nodes = len(later) // standings, len(graph[0])
    count = -(-ways // LANES)
    if count >= WORTH_SPREADING:
        back_up_all_groups(now, later, policy, choose, win, toll, tolerance, standings, graph, count)
    else:
        x, pick, fresh = np.zeros((standings + 1 + nodes, LANES)), np.zeros((nodes, LANES), np.int8), np.zeros(LANES)
        back_up_groups(now, later, policy, choose, win, toll, tolerance, standings, graph, x, pick, fresh, (0, count))


@apart
def evaluate_turn(
    x: Array,
    pick: Array,
    fresh: Array,
    values: Array,
    r: int,
    win: float,
    toll: float,
    standings: int,
    graph: tuple[Array, ...],
) -> None:
    """Solve one turn while the rivals stand at r: lane k of `x` is then what the k-th seat after the mover expects.

    values[k] is the table of the k-th seat after the mover, which is the (k - 1)-th once this turn is over.
    """
    seats = len(values)
    for lane in range(LANES):
        for own in range(standings):
            x[own, lane] = values[seats - 1, r * standings + own] - toll
        x[standings, lane] = win
    evaluate_nodes(x, pick, fresh, True, 0.0, standings, graph)
    for lane in range(1, seats):
        for own in range(standings):
            x[own, lane] = values[lane - 1, r * standings + own]
        x[standings, lane] = 0.0
    evaluate_nodes(x, pick, fresh, False, 0.0, standings, graph)


@apart
def evaluate_turns(
    found: Array,
    x: Array,
    pick: Array,
    fresh: Array,
    values: Array,
    win: float,
    toll: float,
    standings: int,
    graph: tuple[Array, ...],
) -> None:
    """Solve the turn for every way the rivals can stand: found[r] is what every place is worth to the seat in turn."""
    seats, ways = len(values), len(found)
    for group in range(0, ways, LANES):
        for lane in range(LANES):
            r = min(group + lane, ways - 1)
            for own in range(standings):
                x[own, lane] = values[seats - 1, r * standings + own] - toll
            x[standings, lane] = win
        evaluate_nodes(x, pick, fresh, True, 0.0, standings, graph)
        for lane in range(min(LANES, ways - group)):
            for place in range(len(x)):
                found[group + lane, place] = x[place, lane]


@rule
def greatest_difference(a: Array, b: Array) -> float:
    """How far two arrays are apart: by the maximum norm."""
    most = 0.0
    for i in range(len(a)):
        most = max(most, abs(a[i] - b[i]))
    return most
