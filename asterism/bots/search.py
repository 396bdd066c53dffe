"""A player for every game without an exact table: tree search on what its seat sees (the kernel is in `tree`)."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

import numpy as np

from asterism.core.game import Game, States
from asterism.core.played import Past
from asterism.core.rng import Rng, draw, new_rng

from .belief import Belief, learns
from .tree import BOOK, NODE, SUMS, USED, Arena, Effort, Room, Truths
from .wishes import Pointed, preferred, wished

EXPLORE = 0.7  # how much an action that was tried little is favoured; shares go from 0 to 1
LONGEST = 20_000  # actions in one simulation
DEEPEST = 1_000  # nodes of one path that learn from a simulation
MOST_BYTES = 256 << 20  # of all trees of one search
SPREAD = (EXPLORE * np.sqrt(np.log(np.arange(1 << 14) + 1.0))).astype(np.float32)  # a longer table changes little
A_TREE = 10_000  # simulations that are worth a tree of their own
MOST_TREES = 4
SLICE = 0.02  # seconds between two looks at the clock
NO_LOTS = np.empty(0, np.int32)
ENDLESS = 1 << 60
FEW_SECONDS = 1e-3
FEWEST = 16  # simulations between two looks at the clock


class Tried(NamedTuple):
    """An action of the seat to act, and what that seat got after it, on average."""

    action: int
    visits: int
    value: float  # its share
    points: float  # its score


@dataclass(frozen=True)
class Found:
    """What a search found out."""

    shares: list[float]  # what each seat got on average
    wins: list[float]  # how often each seat got anything; for a team its chance of winning
    points: list[float]  # what each seat had scored at the end, on average; 0 where nothing is counted
    actions: list[Tried]  # best first
    simulations: int


@dataclass(frozen=True)
class Budget:
    """What one choice may cost: simulations, seconds, or whichever is reached first; and how many trees share it."""

    simulations: int = 0  # of all trees together; 0: as many as fit into the seconds
    seconds: float = 0.0  # 0: as long as the simulations take
    trees: int = 1  # each is grown by a thread of its own


def parallel(simulations: int = 0, seconds: float = 0.0) -> Budget:
    """A budget for as many trees as it is worth. With simulations alone it does not hang on how many cores there are:
    the same seed finds the same on every machine."""
    if simulations:
        return Budget(simulations, seconds, max(1, min(MOST_TREES, simulations // A_TREE)))
    return Budget(0, seconds, os.cpu_count() or 1)


TREE = "asterism.bots.tree"  # the kernel; those who compare kernels name another


class Tree:
    """One tree and its buffers: threads do not meet."""

    def __init__(self, game: Game, simulations: int, most_bytes: int = MOST_BYTES, template: str = TREE) -> None:
        self._kernel = game.bound(template)
        self._point = np.float32(game.point)
        self._most = max(4, most_bytes // NODE.itemsize)
        self._nodes = np.empty(self._slots(simulations), NODE)
        self._book = np.empty(BOOK, np.int32)
        self._mark = np.empty(game.actions, np.int32)
        self._room = Room(
            work=np.empty(1, game.state),
            out=np.empty(game.actions, np.int32),
            weight=np.empty(game.actions, np.int64),
            share=np.zeros(game.seats[1]),
            path=np.zeros(DEEPEST, np.int32),
            mark=self._mark,
        )
        self.sums = np.zeros((SUMS, game.seats[1]))  # since the root became the root
        self.simulations = 0
        self._kernel.clear(self._nodes, self._book, self._mark)

    def _slots(self, simulations: int) -> int:
        """Three for each simulation are enough for a node and the room kept beside it; memory unused costs nothing."""
        return min(3 * simulations + 64 if simulations else self._most, self._most)

    def grow(self, seen: States, seat: int, simulations: int, rng: Rng, belief: Belief | None = None) -> None:
        truths = Truths(belief.truths, belief.lots) if belief else Truths(seen, NO_LOTS)
        arena, how = Arena(self._nodes, self._book), Effort(simulations, LONGEST, SPREAD, self._point)
        self._kernel.search(seen, seat, truths, arena, self._room, self.sums, how, rng)
        self.simulations += simulations

    def grow_until(
        self, seen: States, seat: int, most: int, end: float, rng: Rng, belief: Belief | None = None
    ) -> None:
        """Grow by `most` simulations or until the clock says so, and a little in any case."""
        count = FEWEST
        left = most
        while left > 0 and ((begin := time.perf_counter()) < end or left == most):
            count = min(count, left)
            self.grow(seen, seat, count, rng, belief)
            left -= count
            pace = count / max(time.perf_counter() - begin, 1e-6)
            count = max(FEWEST, min(4 * count, int(pace * min(SLICE, max(0.0, end - time.perf_counter())))))

    def children(self, node: int = 0) -> dict[int, Tried]:
        """The children of a node, by their slots."""
        first, tried = int(self._nodes[node]["first"]), int(self._nodes[node]["tried"])
        block = self._nodes[first : first + tried] if tried else self._nodes[:0]
        return {
            first + i: Tried(int(c["action"]), int(c["visits"]), float(c["mean"]), float(c["points"]))
            for i, c in enumerate(block)
        }

    def keep(self, node: int, simulations: int) -> None:
        """Let a node be the root, and forget all that is not below it."""
        room = np.empty(min(self._most, int(self._book[USED]) + self._slots(simulations)), NODE)
        self._kernel.keep(self._nodes, node, room, self._book)
        self._nodes = room
        self.sums[:] = 0
        self.simulations = 0


def grow(
    trees: Sequence[Tree], seen: States, seat: int, budget: Budget, rng: Rng, belief: Belief | None = None
) -> Found:
    """Grow all trees at once, as the budget allows, and put together what they found at their roots."""
    if budget.seconds:
        trees[0].grow(seen, seat, 0, rng, belief)  # the first of a process is compiled: not in the time to think
    end = time.perf_counter() + budget.seconds
    rngs = [rng, *(new_rng(int(draw(rng, 1 << 30))) for _ in trees[1:])]
    works: list[Callable[[], None]] = []
    for number, tree in enumerate(trees):
        part = budget.simulations * (number + 1) // len(trees) - budget.simulations * number // len(trees)
        if budget.seconds:
            most = part if budget.simulations else ENDLESS
            works.append(partial(tree.grow_until, seen, seat, most, end, rngs[number], belief))
        else:
            works.append(partial(tree.grow, seen, seat, part, rngs[number], belief))
    if len(works) == 1:
        works[0]()
    else:  # compiled rules release the interpreter's lock
        with ThreadPoolExecutor(min(len(works), os.cpu_count() or 1)) as pool:
            list(pool.map(lambda work: work(), works))
    return together(trees, int(seen["seats"][0]))


def together(trees: Sequence[Tree], seats: int) -> Found:
    """What several trees found, each action weighed by how often it was tried in each."""
    tried: dict[int, list[Tried]] = {}
    for tree in trees:
        for child in tree.children().values():
            if child.action >= 0 and child.visits:
                tried.setdefault(child.action, []).append(child)
    actions = []
    for action, found in tried.items():
        visits = sum(child.visits for child in found)
        value, points = (
            sum(child.visits * worth for child, worth in zip(found, worths, strict=True)) / visits
            for worths in ([child.value for child in found], [child.points for child in found])
        )
        actions.append(Tried(action, visits, value, points))
    actions.sort(key=lambda one: (-one.visits, -one.value, one.action))
    count = sum(tree.simulations for tree in trees)
    shares, wins, points_ = (np.sum([tree.sums for tree in trees], axis=0) / max(1, count))[:, :seats].tolist()
    return Found(shares, wins, points_, actions, count)


def plant(game: Game, budget: Budget, template: str = TREE) -> list[Tree]:
    each = -(-budget.simulations // budget.trees)
    return [Tree(game, each, MOST_BYTES // budget.trees, template) for _ in range(budget.trees)]


def search_once(game: Game, seen: States, seat: int, simulations: int, rng: Rng, belief: Belief | None = None) -> Found:
    """What is found on one core, from a record as `seat` sees it."""
    budget = Budget(simulations)
    return grow(plant(game, budget), seen, seat, budget, rng, belief)


class Search:
    """Plays what the search has tried most often, and keeps what it learnt about the way the match goes on.

    It knows that way by the past. With secrets, some of what it learnt came from truths that are ruled out by now: a
    small part of the tree, and new simulations outweigh it.
    """

    def __init__(
        self,
        game: Game,
        budget: Budget,
        rng: Rng,
        weighs: bool = True,
        template: str = TREE,
        pointed: Pointed = list,
    ) -> None:
        self._game, self._template, self._pointed = game, template, pointed
        self._budget = budget
        self._rng = rng
        self._belief = Belief(game, rng) if weighs and learns(game) else None
        self._trees: list[Tree] = []
        self._sensible = np.empty(game.actions, np.int32)
        self._way: list[tuple[bytes, int]] = []  # all records and actions up to the last choice and with it
        self.found: Found | None = None

    def choose(self, seen: States, legal: list[int], past: Past | None = None) -> int:
        begin = time.perf_counter()
        if self._game.has["sensible"]:
            some = self._sensible[: self._game.doors.list_sensible(seen, self._sensible)]
            if some.size == 1 and int(some[0]) in legal:  # it may be told to leave something out
                return int(some[0])
        seat, budget = int(seen["to_act"][0]), self._budget
        belief = self._belief if past else None
        if belief and past:
            belief.follow(past, seen, seat)
            if budget.seconds:  # it took some of the time
                budget = replace(budget, seconds=max(FEW_SECONDS, begin + budget.seconds - time.perf_counter()))
        way = [(record.tobytes(), action) for record, action in past or []]
        if not self._goes_on(way):
            self._trees = plant(self._game, budget, self._template)
        self.found = found = grow(self._trees, seen, seat, budget, self._rng, belief)
        allowed = set(legal)
        tried = [one for one in found.actions if one.action in allowed]
        action = preferred(tried, wished(self._game, seen, legal, self._pointed())) if tried else legal[0]
        self._way = [*way, (seen.tobytes(), action)]
        return action

    def _goes_on(self, way: list[tuple[bytes, int]]) -> bool:
        """Whether the match went on from the last choice; the nodes it has come to are the roots of the trees then."""
        done = len(self._way)
        if not done or way[:done] != self._way:
            return False
        each = -(-self._budget.simulations // len(self._trees))
        kept = []
        for tree in self._trees:
            node = 0
            for _, action in way[done - 1 :]:
                node = next((slot for slot, child in tree.children(node).items() if child.action == action), -1)
                if node < 0:
                    break
            if node < 0:
                tree = Tree(self._game, each, MOST_BYTES // len(self._trees), self._template)
            else:
                tree.keep(node, each)
            kept.append(tree)
        self._trees = kept
        return True
