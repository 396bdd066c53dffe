"""A bot for every game without an exact table: information-set MCTS on what its seat sees (the kernel is `tree`)."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from asterism.core.game import Game, States
from asterism.core.played import Past
from asterism.core.rng import Rng, new_rng, random_below

from .belief import Belief, can_infer
from .search_result import ActionStats, SearchResult
from .tree import BOOK, NODE, SUMS, USED, NodePool, Particles, SearchBuffers, SearchParameters
from .wishes import Pointed, prefer_wished, wished_actions

EXPLORE = 0.7  # the exploration constant of UCB1, for shares from 0 to 1
LONGEST = 20_000  # actions in one simulation
DEEPEST = 1_000  # nodes of a path that a simulation is backpropagated to
MOST_BYTES = 256 << 20  # of all trees of one search
SPREAD = (EXPLORE * np.sqrt(np.log(np.arange(1 << 14) + 1.0))).astype(np.float32)  # more entries change little
SIMULATIONS_A_TREE = 10_000  # root parallelization: one more tree for so many simulations
MOST_TREES = 4
SLICE = 0.02  # seconds between two looks at the clock
NO_LOTS = np.empty(0, np.int32)
ENDLESS = 1 << 60
LEAST_SECONDS = 1e-3
FEWEST = 16  # simulations between two looks at the clock


@dataclass(frozen=True)
class Budget:
    """What one choice may cost: simulations, seconds, or both, then whichever is used up first."""

    simulations: int = 0  # of all trees together; 0: as many as fit into the seconds
    seconds: float = 0.0  # 0: as long as the simulations take
    trees: int = 1  # grown independently, each by a thread of its own (root parallelization)


def parallel_budget(simulations: int = 0, seconds: float = 0.0) -> Budget:
    """A budget with as many trees as pay off. Where simulations are given, the number of trees does not depend on the
    number of cores, so the same seed finds the same on every machine."""
    if simulations:
        return Budget(simulations, seconds, max(1, min(MOST_TREES, simulations // SIMULATIONS_A_TREE)))
    return Budget(0, seconds, os.cpu_count() or 1)


TREE = "asterism.bots.tree"  # the template of the kernel; comparisons of kernels give another


class Tree:
    """One search tree with its buffers; for one thread at a time."""

    def __init__(self, game: Game, simulations: int, most_bytes: int = MOST_BYTES, template: str = TREE) -> None:
        self._kernel = game.bound(template)
        self._point = np.float32(game.point)
        self._most = max(4, most_bytes // NODE.itemsize)
        self._pool = NodePool(np.empty(self._slots(simulations), NODE), np.empty(BOOK, np.int32))
        self._buffers = SearchBuffers(
            work=np.empty(1, game.state),
            out=np.empty(game.actions, np.int32),
            weight=np.empty(game.actions, np.int64),
            share=np.zeros(game.seats[1]),
            path=np.zeros(DEEPEST, np.int32),
            mark=np.empty(game.actions, np.int32),
        )
        self.sums = np.zeros((SUMS, game.seats[1]))  # see `tree`; since the root became the root
        self.simulations = 0
        self._kernel.reset(*self._pool, self._buffers.mark)

    def _slots(self, simulations: int) -> int:
        """How many nodes to allocate: three a simulation hold its node and the free slots of its block. Memory that is
        never touched costs nothing."""
        return min(3 * simulations + 64 if simulations else self._most, self._most)

    def grow(self, seen: States, seat: int, simulations: int, rng: Rng, belief: Belief | None = None) -> None:
        """Run simulations from a record as `seat` sees it; without a belief the secrets are guessed."""
        particles = Particles(belief.particles, belief.lots) if belief else Particles(seen, NO_LOTS)
        parameters = SearchParameters(simulations, LONGEST, SPREAD, self._point)
        self._kernel.search(seen, seat, particles, self._pool, self._buffers, self.sums, parameters, rng)
        self.simulations += simulations

    def grow_until(
        self, seen: States, seat: int, most: int, end: float, rng: Rng, belief: Belief | None = None
    ) -> None:
        """Run `most` simulations, or as many as fit until `time.perf_counter()` is `end`, but a few in any case."""
        count = FEWEST
        left = most
        while left > 0 and ((begin := time.perf_counter()) < end or left == most):
            count = min(count, left)
            self.grow(seen, seat, count, rng, belief)
            left -= count
            pace = count / max(time.perf_counter() - begin, 1e-6)
            count = max(FEWEST, min(4 * count, int(pace * min(SLICE, max(0.0, end - time.perf_counter())))))

    def children(self, node: int = 0) -> dict[int, ActionStats]:
        """The children of a node (default: of the root), by their slots."""
        nodes = self._pool.nodes
        first, tried = int(nodes[node]["first"]), int(nodes[node]["tried"])
        block = nodes[first : first + tried] if tried else nodes[:0]
        return {
            first + i: ActionStats(int(c["action"]), int(c["visits"]), float(c["mean"]), float(c["points"]))
            for i, c in enumerate(block)
        }

    def reroot(self, node: int, simulations: int) -> None:
        """Make a node the root, with room for further simulations; all that is not below it is forgotten."""
        nodes, book = self._pool
        target = np.empty(min(self._most, int(book[USED]) + self._slots(simulations)), NODE)
        self._kernel.copy_subtree(nodes, node, target, book)
        self._pool = NodePool(target, book)
        self.sums[:] = 0
        self.simulations = 0


def new_trees(game: Game, budget: Budget, template: str = TREE) -> list[Tree]:
    """The empty trees of a budget, with memory shared evenly."""
    each = -(-budget.simulations // budget.trees)
    return [Tree(game, each, MOST_BYTES // budget.trees, template) for _ in range(budget.trees)]


def grow_trees(
    trees: Sequence[Tree], seen: States, seat: int, budget: Budget, rng: Rng, belief: Belief | None = None
) -> SearchResult:
    """Grow all trees at once, as the budget allows, and merge what they found at their roots."""
    if budget.seconds:
        trees[0].grow(seen, seat, 0, rng, belief)  # compiles, the first time in a process, before time is taken
    end = time.perf_counter() + budget.seconds
    rngs = [rng, *(new_rng(int(random_below(rng, 1 << 30))) for _ in trees[1:])]
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
    return merge(trees, int(seen["seats"][0]))


def merge(trees: Sequence[Tree], seats: int) -> SearchResult:
    """The findings of several trees, each action's means weighted by its visits."""
    tried: dict[int, list[ActionStats]] = {}
    for tree in trees:
        for child in tree.children().values():
            if child.action >= 0 and child.visits:
                tried.setdefault(child.action, []).append(child)
    actions = []
    for action, found in tried.items():
        visits = sum(child.visits for child in found)
        value, points = (
            sum(child.visits * mean for child, mean in zip(found, means, strict=True)) / visits
            for means in ([child.value for child in found], [child.points for child in found])
        )
        actions.append(ActionStats(action, visits, value, points))
    actions.sort(key=lambda one: (-one.visits, -one.value, one.action))
    count = sum(tree.simulations for tree in trees)
    shares, wins, scores = (np.sum([tree.sums for tree in trees], axis=0) / max(1, count))[:, :seats].tolist()
    return SearchResult(shares, wins, scores, actions, count)


def search_once(
    game: Game, seen: States, seat: int, simulations: int, rng: Rng, belief: Belief | None = None
) -> SearchResult:
    """Search with a new tree on one core, from a record as `seat` sees it."""
    budget = Budget(simulations)
    return grow_trees(new_trees(game, budget), seen, seat, budget, rng, belief)


class Search:
    """A bot that plays the most visited action, and keeps the subtree below the actions that followed.

    It finds that subtree by the past of the match. With secrets, some of its simulations began with states that are
    ruled out by now: a small part, which new simulations outweigh.
    """

    def __init__(
        self,
        game: Game,
        budget: Budget,
        rng: Rng,
        weighs: bool = True,  # whether to learn about secrets from the actions of others (`belief`)
        template: str = TREE,
        pointed: Pointed = list,
    ) -> None:
        self._game, self._template, self._pointed = game, template, pointed
        self._budget = budget
        self._rng = rng
        self._belief = Belief(game, rng) if weighs and can_infer(game) else None
        self._trees: list[Tree] = []
        self._sensible = np.empty(game.actions, np.int32)
        self._line: list[tuple[bytes, int]] = []  # every record seen and action heard, up to the last choice
        self.found: SearchResult | None = None  # of the last choice

    def choose(self, seen: States, legal: list[int], past: Past | None = None) -> int:
        """Choose a legal action from what the seat sees; with the past, beliefs and subtrees are kept from before."""
        begin = time.perf_counter()
        if self._game.has["sensible"]:
            some = self._sensible[: self._game.doors.list_sensible(seen, self._sensible)]
            if some.size == 1 and int(some[0]) in legal:  # `legal` may leave out actions that are barred
                return int(some[0])
        seat, budget = int(seen["to_act"][0]), self._budget
        belief = self._belief if past else None
        if belief and past:
            belief.follow(past, seen, seat)
            if budget.seconds:  # the update took some of the time
                budget = replace(budget, seconds=max(LEAST_SECONDS, begin + budget.seconds - time.perf_counter()))
        line = [(record.tobytes(), action) for record, action in past or []]
        if not self._reuse_trees(line):
            self._trees = new_trees(self._game, budget, self._template)
        self.found = found = grow_trees(self._trees, seen, seat, budget, self._rng, belief)
        allowed = set(legal)
        tried = [one for one in found.actions if one.action in allowed]
        wishes = wished_actions(self._game, seen, legal, self._pointed())
        action = prefer_wished(tried, wishes) if tried else legal[0]
        self._line = [*line, (seen.tobytes(), action)]
        return action

    def _reuse_trees(self, line: list[tuple[bytes, int]]) -> bool:
        """Reroot the trees at the node that the match has come to; False if it did not go on from the last choice."""
        done = len(self._line)
        if not done or line[:done] != self._line:
            return False
        each = -(-self._budget.simulations // len(self._trees))
        kept = []
        for tree in self._trees:
            node = 0
            for _, action in line[done - 1 :]:
                node = next((slot for slot, child in tree.children(node).items() if child.action == action), -1)
                if node < 0:
                    break
            if node < 0:
                tree = Tree(self._game, each, MOST_BYTES // len(self._trees), self._template)
            else:
                tree.reroot(node, each)
            kept.append(tree)
        self._trees = kept
        return True
