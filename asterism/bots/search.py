"""A player for every game without an exact table: tree search on what its seat sees (the kernel is in `tree`)."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, partial
from types import ModuleType

import numpy as np

from asterism.core.game import Game, States
from asterism.core.match import Past
from asterism.core.rng import Rng, draw, new_rng

from .belief import Belief, learns
from .tree import BOOK, NODE, USED

EXPLORE = 0.7  # how much an action that was tried little is favoured; shares go from 0 to 1
LONGEST = 20_000  # actions in one simulation
DEEPEST = 1_000  # nodes of one path that learn from a simulation
MOST_BYTES = 256 << 20  # of all trees of one search
SPREAD = (EXPLORE * np.sqrt(np.log(np.arange(1 << 14) + 1.0))).astype(np.float32)  # a longer table changes little
A_CORE = 5_000  # simulations that are worth a thread of their own
SLICE = 0.02  # seconds between two looks at the clock
NO_LOTS = np.empty(0, np.int32)
FEWEST = 16  # simulations between two looks at the clock


@dataclass(frozen=True)
class Found:
    """What a search found out."""

    shares: list[float]  # what each seat got on average
    actions: list[tuple[int, int, float]]  # (action, how often it was tried, what the seat to act got), best first
    simulations: int


@dataclass(frozen=True)
class Budget:
    """What one choice may cost: simulations, or seconds; and how many cores work at it, each with a tree of its own."""

    simulations: int = 0  # all cores together; 0: as many as fit into the seconds
    seconds: float = 0.0
    cores: int = 1


def all_cores(simulations: int = 0, seconds: float = 0.0) -> Budget:
    """A budget for as many cores as there are and as it is worth."""
    cores = os.cpu_count() or 1
    return Budget(simulations, seconds, min(cores, max(1, simulations // A_CORE)) if simulations else cores)


@cache
def _kernel(game: Game) -> ModuleType:
    return game.bound("asterism.bots.tree")


class Tree:
    """One tree and its buffers: threads do not meet."""

    def __init__(self, game: Game, simulations: int, most_bytes: int = MOST_BYTES) -> None:
        self._kernel = _kernel(game)
        self._most = max(4, most_bytes // NODE.itemsize)
        self._nodes = np.empty(self._slots(simulations), NODE)
        self._book = np.empty(BOOK, np.int32)
        self._mark = np.empty(game.actions, np.int32)
        self._work = np.empty(1, game.state)
        self._out = np.empty(game.actions, np.int32)
        self._weight = np.empty(game.actions, np.int64)
        self._share = np.zeros(game.seats[1])
        self._path = np.zeros(DEEPEST, np.int32)
        self.hoped = np.zeros(game.seats[1])  # since the root became the root
        self.simulations = 0
        self._kernel.clear(self._nodes, self._book, self._mark)

    def _slots(self, simulations: int) -> int:
        """Three for each simulation are enough for a node and the room kept beside it; memory unused costs nothing."""
        return min(3 * simulations + 64 if simulations else self._most, self._most)

    def grow(self, seen: States, seat: int, simulations: int, rng: Rng, belief: Belief | None = None) -> None:
        self._kernel.search(
            seen,
            self._work,
            seat,
            self._out,
            self._weight,
            self._share,
            self._nodes,
            self._book,
            self._mark,
            self._path,
            self.hoped,
            SPREAD,
            belief.truths if belief else seen,
            belief.lots if belief else NO_LOTS,
            rng,
            simulations,
            LONGEST,
        )
        self.simulations += simulations

    def grow_until(self, seen: States, seat: int, end: float, rng: Rng, belief: Belief | None = None) -> None:
        """Grow until the clock says so, and a little in any case."""
        count = FEWEST
        while (begin := time.perf_counter()) < end or self.simulations == 0:
            self.grow(seen, seat, count, rng, belief)
            pace = count / max(time.perf_counter() - begin, 1e-6)
            count = max(FEWEST, min(4 * count, int(pace * min(SLICE, max(0.0, end - time.perf_counter())))))

    def children(self, node: int = 0) -> list[tuple[int, int, int, float]]:
        """(slot, action, visits, mean) for each child of a node."""
        first, tried = int(self._nodes[node]["first"]), int(self._nodes[node]["tried"])
        block = self._nodes[first : first + tried] if tried else self._nodes[:0]
        return [(first + i, int(c["action"]), int(c["visits"]), float(c["mean"])) for i, c in enumerate(block)]

    def keep(self, node: int, simulations: int) -> None:
        """Let a node be the root, and forget all that is not below it."""
        room = np.empty(min(self._most, int(self._book[USED]) + self._slots(simulations)), NODE)
        self._kernel.keep(self._nodes, node, room, self._book)
        self._nodes = room
        self.hoped[:] = 0
        self.simulations = 0


def grow(
    trees: Sequence[Tree], seen: States, seat: int, budget: Budget, rng: Rng, belief: Belief | None = None
) -> Found:
    """Grow all trees at once, as the budget allows, and put together what they found at their roots."""
    end = time.perf_counter() + budget.seconds
    rngs = [rng, *(new_rng(int(draw(rng, 1 << 30))) for _ in trees[1:])]
    works: list[Callable[[], None]] = []
    for number, tree in enumerate(trees):
        if budget.simulations:
            part = budget.simulations * (number + 1) // len(trees) - budget.simulations * number // len(trees)
            works.append(partial(tree.grow, seen, seat, part, rngs[number], belief))
        else:
            works.append(partial(tree.grow_until, seen, seat, end, rngs[number], belief))
    if len(works) == 1:
        works[0]()
    else:  # compiled rules release the interpreter's lock
        with ThreadPoolExecutor(len(works)) as pool:
            list(pool.map(lambda work: work(), works))
    return together(trees, int(seen["seats"][0]))


def together(trees: Sequence[Tree], seats: int) -> Found:
    tried: dict[int, int] = {}
    worth: dict[int, float] = {}
    for tree in trees:
        for _, action, visits, mean in tree.children():
            if action >= 0 and visits:
                tried[action] = tried.get(action, 0) + visits
                worth[action] = worth.get(action, 0.0) + visits * mean
    actions = [(action, visits, worth[action] / visits) for action, visits in tried.items()]
    actions.sort(key=lambda line: (-line[1], -line[2], line[0]))
    count = sum(tree.simulations for tree in trees)
    hoped = sum(tree.hoped for tree in trees)
    return Found([float(share) / max(1, count) for share in np.asarray(hoped)[:seats]], actions, count)


def plant(game: Game, budget: Budget) -> list[Tree]:
    each = -(-budget.simulations // budget.cores)
    return [Tree(game, each, MOST_BYTES // budget.cores) for _ in range(budget.cores)]


def look(game: Game, seen: States, seat: int, simulations: int, rng: Rng, belief: Belief | None = None) -> Found:
    """Search once, on one core, from a record as `seat` sees it."""
    budget = Budget(simulations)
    return grow(plant(game, budget), seen, seat, budget, rng, belief)


class Search:
    """Plays what the search has tried most often, and keeps what it learnt about the way the match goes on.

    It knows that way by the past. With secrets, some of what it learnt came from truths that are ruled out by now: a
    small part of the tree, and new simulations outweigh it.
    """

    def __init__(self, game: Game, budget: Budget, rng: Rng, weighs: bool = True) -> None:
        self._game = game
        self._budget = budget
        self._rng = rng
        self._belief = Belief(game, rng) if weighs and learns(game) else None
        self._trees: list[Tree] = []
        self._way: list[tuple[bytes, int]] = []  # all records and actions up to the last choice and with it
        self.found: Found | None = None

    def choose(self, seen: States, legal: list[int], past: Past | None = None) -> int:
        begin = time.perf_counter()
        seat, budget = int(seen["to_act"][0]), self._budget
        belief = self._belief if past else None
        if belief and past:
            belief.follow(past, seen, seat)
            budget = replace(budget, seconds=begin + budget.seconds - time.perf_counter())  # it took some of the time
        way = [(record.tobytes(), action) for record, action in past or []]
        if not self._goes_on(way):
            self._trees = plant(self._game, budget)
        self.found = found = grow(self._trees, seen, seat, budget, self._rng, belief)
        allowed = set(legal)
        action = next((action for action, _, _ in found.actions if action in allowed), legal[0])
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
                node = next((slot for slot, a, _, _ in tree.children(node) if a == action), -1)
                if node < 0:
                    break
            if node < 0:
                tree = Tree(self._game, each, MOST_BYTES // len(self._trees))
            else:
                tree.keep(node, each)
            kept.append(tree)
        self._trees = kept
        return True
