"""Minimises the decision process of a seat by bisimulation (partition refinement), and lays it out for the kernels.

Two situations are merged when no way of playing on can tell them apart (the coarsest bisimulation, on exact fractions),
and a seat with only one way to go on is taken to have gone it, so no value changes. A table for n seats has
standings ** n entries a seat, so every standing that is merged away counts.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from .explore import Key, Situations

Array = np.ndarray[Any, Any]

WIN = -1  # in place of a node: the seat has finished


class Lead(NamedTuple):
    """Where an edge leads: on within the turn, or out of it to the node that the seat's next turn begins with."""

    ends_turn: bool
    node: int


class Spot(NamedTuple):
    """A node by number: the options of a seat in order, or the outcomes of chance with how likely each is."""

    chance: bool
    edges: dict[Lead, Fraction]  # 1 for an option


@dataclass(frozen=True)
class TurnGraph:
    """The graph of one turn as the kernels read it.

    Values lie in one array: first the standings (what it is worth to leave the turn with each), then WIN, then the
    nodes. The edges of node i are `target[first[i] : first[i + 1]]`, indices into that array.
    """

    standings: int  # how many
    chance: Array  # a node: 1 where chance acts
    first: Array  # a node: its first edge; one more at the end
    target: Array  # an edge: what it leads to
    weight: Array  # an edge: how likely it is; 1 for an option
    block: Array  # the first node of every block; one more at the end. Edges lead into the same or an earlier block
    loops: Array  # a block: 1 where its nodes lead to each other, so that their values are found by iteration
    start: Array  # a standing: the node its turn begins with, an index into the array of values
    place: dict[Key, int]  # a situation in a turn: its index into the array of values
    standing: dict[Key, int]  # a situation between turns: the number of its standing

    @property
    def arrays(self) -> tuple[Array, ...]:
        """What the kernels take, and all that a solution depends on."""
        return self.chance, self.first, self.target, self.weight, self.block, self.loops, self.start


def minimise(situations: Situations) -> TurnGraph:
    """The graph of a turn, with all that can be merged merged."""
    node_of = {key: number for number, key in enumerate(situations.nodes)}
    spots = []
    for node in situations.nodes.values():
        total = sum(edge.weight for edge in node.edges) if node.chance else 1
        leads = ((Lead(e.ends_turn, WIN if e.key is None else node_of[e.key]), e.weight) for e in node.edges)
        spots.append(join(node.chance, ((lead, Fraction(weight, total)) for lead, weight in leads)))
    while True:
        onward = skip_forced(spots)
        classes = refine(spots, onward)
        merged: dict[int, Spot] = {}
        for number, spot in enumerate(spots):
            if onward[number] == number:
                merged.setdefault(classes[number], moved(spot, onward, classes))
        node_of = {key: classes[onward[number]] for key, number in node_of.items()}
        if len(merged) == len(spots):
            return lay_out([merged[number] for number in range(len(merged))], node_of, situations)
        spots = [merged[number] for number in range(len(merged))]


def join(chance: bool, edges: Iterable[tuple[Lead, Fraction]]) -> Spot:
    """Edges to the same place are one: likelier for chance, the same option for a seat."""
    joined: dict[Lead, Fraction] = {}
    for lead, weight in edges:
        joined[lead] = joined.get(lead, Fraction(0)) + weight if chance else Fraction(1)
    return Spot(chance, joined)


def moved(spot: Spot, onward: list[int], classes: list[int]) -> Spot:
    return join(spot.chance, ((moved_lead(lead, onward, classes), weight) for lead, weight in spot.edges.items()))


def moved_lead(lead: Lead, onward: list[int], classes: list[int]) -> Lead:
    return lead if lead.node == WIN else Lead(lead.ends_turn, classes[onward[lead.node]])


def skip_forced(spots: list[Spot]) -> list[int]:
    """For each node the one that it comes to for certain without the turn ending: mostly itself."""
    onward = []
    for number, spot in enumerate(spots):
        passed = {number}
        while len(spot.edges) == 1:
            (lead,) = spot.edges
            if lead.ends_turn or lead.node in passed:
                break
            number = lead.node
            passed.add(number)
            spot = spots[number]
        onward.append(number)
    return onward


def refine(spots: list[Spot], onward: list[int]) -> list[int]:
    """A class for each node (partition refinement): split by what can be told of its edges, until nothing more can."""
    classes = [int(spot.chance) for spot in spots]
    count = 0
    while True:
        seen: dict[Hashable, int] = {}
        told = []
        for number, spot in enumerate(spots):
            edges = moved(spot, onward, classes).edges
            told.append((classes[number], frozenset(edges.items())))
            if onward[number] == number:
                seen.setdefault(told[number], len(seen))
        # A node that is skipped takes the class of where it leads; its own is never used.
        classes = [seen[told[onward[number]]] for number in range(len(spots))]
        if len(seen) == count:
            return classes
        count = len(seen)


def lay_out(spots: list[Spot], node_of: dict[Key, int], situations: Situations) -> TurnGraph:
    """The arrays of a `TurnGraph`, nodes in an order in which values can be computed."""
    blocks = strong_components(spots)
    order = [number for block in blocks for number in block]
    rank = {number: position for position, number in enumerate(order)}
    begins = list(dict.fromkeys(node_of[key] for key in situations.standings))
    standing_of = {number: standing for standing, number in enumerate(begins)}

    def index(lead: Lead) -> int:
        if lead.node == WIN:
            return len(begins)
        return standing_of[lead.node] if lead.ends_turn else len(begins) + 1 + rank[lead.node]

    edges = [list(spots[number].edges.items()) for number in order]
    loops = [len(block) > 1 or Lead(False, block[0]) in spots[block[0]].edges for block in blocks]
    return TurnGraph(
        standings=len(begins),
        chance=np.array([spots[number].chance for number in order], np.int32),
        first=np.cumsum([0, *(len(e) for e in edges)], dtype=np.int32),
        target=np.array([index(lead) for e in edges for lead, _ in e], np.int32),
        weight=np.array([float(weight) for e in edges for _, weight in e], np.float64),
        block=np.cumsum([0, *(len(block) for block in blocks)], dtype=np.int32),
        loops=np.array(loops, np.int32),
        start=np.array([index(Lead(False, number)) for number in begins], np.int32),
        place={key: index(Lead(False, number)) for key, number in node_of.items()},
        standing={key: standing_of[node_of[key]] for key in situations.standings},
    )


def strong_components(spots: list[Spot]) -> list[list[int]]:
    """The strongly connected components within a turn, each after all that it leads to (Tarjan's algorithm)."""
    within = [[lead.node for lead in spot.edges if not lead.ends_turn and lead.node != WIN] for spot in spots]
    found: dict[int, int] = {}  # a node: when it was found
    low: dict[int, int] = {}  # the earliest found node still open that it leads to
    still_open: list[int] = []
    is_open: set[int] = set()
    blocks: list[list[int]] = []
    for root in range(len(spots)):
        if root in found:
            continue
        path = [(root, iter(within[root]))]
        found[root] = low[root] = len(found)
        still_open.append(root)
        is_open.add(root)
        while path:
            node, rest = path[-1]
            step = next((to for to in rest if to not in found or to in is_open), None)
            if step is None:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[node])
                if low[node] == found[node]:
                    cut = still_open.index(node)
                    blocks.append(still_open[cut:][::-1])
                    is_open.difference_update(still_open[cut:])
                    del still_open[cut:]
            elif step in found:
                low[node] = min(low[node], found[step])
            else:
                found[step] = low[step] = len(found)
                still_open.append(step)
                is_open.add(step)
                path.append((step, iter(within[step])))
    return blocks
