"""The compiled heart of the solver: what every card is worth, from what the cards were worth one turn later.

The rivals of the seat in turn stand still while it plays, so one turn is solved for each way they can stand, for all of
the seat's own cards at once. LANES such turns are solved side by side, which the compiler makes vector instructions of.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from asterism.core.compile import apart, fast, rule, spread

Array = Any  # np.ndarray; the graph is `merge.Turn.arrays`

LANES = 16  # also the most seats whose values can be looked up at once
CHUNKS = 64  # pieces of work handed to the cores, with buffers of their own: no two cores write next to each other
WORTH_SPREADING = 256  # groups of lanes: with fewer, one core is done before the others have begun
TIE = 1e-11  # a later option is taken only if it is better than the earlier ones by more than this
MOST_ROUNDS = 10_000  # of iteration within a turn; a bound for rounding errors that never settle


@apart
def settle(
    x: Array, pick: Array, fresh: Array, choose: bool, tolerance: float, cards: int, graph: tuple[Array, ...]
) -> None:
    """Fill in the values of all nodes, a row of lanes each, from those of the cards and WIN.

    With `choose` the seat takes its best option and `pick` keeps which; without, it takes what `pick` says. Nodes that
    lead to each other are iterated from zero, so that going round in circles for ever is worth nothing.
    """
    chance, first, target, weight, block, loops, _ = graph
    for b in range(len(loops)):
        if loops[b] == 1:
            for i in range(block[b], block[b + 1]):
                for lane in range(LANES):
                    x[cards + 1 + i, lane] = 0.0
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
                    moving |= abs(fresh[lane] - x[cards + 1 + i, lane]) > tolerance
                    x[cards + 1 + i, lane] = fresh[lane]
            if loops[b] == 0 or moving == 0:
                break


@apart
def some_ways(
    now: Array,
    later: Array,
    picks: Array,
    choose: bool,
    win: float,
    toll: float,
    tolerance: float,
    cards: int,
    graph: tuple[Array, ...],
    x: Array,
    pick: Array,
    fresh: Array,
    groups: tuple[int, int],
) -> None:
    """The part of `turn_back` from one group of LANES ways to another, in buffers of its own."""
    start = graph[6]
    nodes = len(graph[0])
    ways = len(later) // cards
    for group in range(groups[0], groups[1]):
        for lane in range(LANES):
            r = min(group * LANES + lane, ways - 1)  # in a short last group, the last lanes do the same work
            for c in range(cards):
                x[c, lane] = later[r * cards + c] - toll
            x[cards, lane] = win
            for i in range(nodes):
                pick[i, lane] = picks[r, i]
        settle(x, pick, fresh, choose, tolerance, cards, graph)
        for lane in range(LANES):
            r = min(group * LANES + lane, ways - 1)
            for c in range(cards):
                now[c * ways + r] = x[start[c], lane]
            if choose:
                for i in range(nodes):
                    picks[r, i] = pick[i, lane]


@fast
def all_ways(
    now: Array,
    later: Array,
    picks: Array,
    choose: bool,
    win: float,
    toll: float,
    tolerance: float,
    cards: int,
    graph: tuple[Array, ...],
    count: int,
) -> None:
    """`some_ways` for all `count` groups, over all cores."""
    nodes = len(graph[0])
    for chunk in spread(CHUNKS):
        x = np.zeros((cards + 1 + nodes, LANES))
        pick = np.zeros((nodes, LANES), np.int8)
        fresh = np.zeros(LANES)
        groups = (count * chunk // CHUNKS, count * (chunk + 1) // CHUNKS)
        some_ways(now, later, picks, choose, win, toll, tolerance, cards, graph, x, pick, fresh, groups)


def turn_back(
    now: Array,
    later: Array,
    picks: Array,
    choose: bool,
    win: float,
    toll: float,
    tolerance: float,
    cards: int,
    graph: tuple[Array, ...],
) -> None:
    """Write into `now` what a seat can expect before someone's turn, from what it can expect after it (`later`).

    later[r * cards + c]: the rivals stand at r, and the seat in turn has left the turn with card c.
    now[c * ways + r]: it is about to begin its turn with card c.
    picks[r, i]: what it does at node i. With `choose` it does its best, and this is written.
    `win` is what finishing is worth, `toll` what ending the turn otherwise costs.
    """
    ways, nodes = len(later) // cards, len(graph[0])
    count = -(-ways // LANES)
    if count >= WORTH_SPREADING:
        all_ways(now, later, picks, choose, win, toll, tolerance, cards, graph, count)
    else:
        x, pick, fresh = np.zeros((cards + 1 + nodes, LANES)), np.zeros((nodes, LANES), np.int8), np.zeros(LANES)
        some_ways(now, later, picks, choose, win, toll, tolerance, cards, graph, x, pick, fresh, (0, count))


@apart
def look_up(
    x: Array,
    pick: Array,
    fresh: Array,
    values: Array,
    r: int,
    win: float,
    toll: float,
    cards: int,
    graph: tuple[Array, ...],
) -> None:
    """Solve one turn while the rivals stand at r: lane k of `x` is then what the k-th seat after the mover expects.

    values[k] is the table of the k-th seat after the mover, which is the (k - 1)-th once this turn is over.
    """
    seats = len(values)
    for lane in range(LANES):
        for c in range(cards):
            x[c, lane] = values[seats - 1, r * cards + c] - toll
        x[cards, lane] = win
    settle(x, pick, fresh, True, 0.0, cards, graph)
    for lane in range(1, seats):
        for c in range(cards):
            x[c, lane] = values[lane - 1, r * cards + c]
        x[cards, lane] = 0.0
    settle(x, pick, fresh, False, 0.0, cards, graph)


@rule
def furthest(a: Array, b: Array) -> float:
    """The greatest difference between two arrays."""
    most = 0.0
    for i in range(len(a)):
        most = max(most, abs(a[i] - b[i]))
    return most
