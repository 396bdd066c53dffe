"""A player for every game without an exact table: tree search on what its seat sees (the kernel is in `tree`)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from types import ModuleType

import numpy as np

from asterism.core.game import Game, States
from asterism.core.rng import Rng

from .tree import BOOK, NODE

EXPLORE = 0.7  # how much an action that was tried little is favoured; shares go from 0 to 1
LONGEST = 20_000  # actions in one simulation
DEEPEST = 1_000  # nodes of one path that learn from a simulation
MOST_BYTES = 256 << 20  # of the tree
SPREAD = (EXPLORE * np.sqrt(np.log(np.arange(1 << 14) + 1.0))).astype(np.float32)  # a longer table changes little


@dataclass(frozen=True)
class Found:
    """What a search found out."""

    shares: list[float]  # what each seat got on average
    actions: list[tuple[int, int, float]]  # (action, how often it was tried, what the seat to act got), best first


@cache
def _kernel(game: Game) -> ModuleType:
    return game.bound("asterism.bots.tree")


class Tree:
    """The buffers of one search: threads do not meet."""

    def __init__(self, game: Game, simulations: int) -> None:
        self._kernel = _kernel(game)
        self._game = game
        self._nodes = np.empty(max(4, min(3 * simulations + 64, MOST_BYTES // NODE.itemsize)), NODE)
        self._book = np.empty(BOOK, np.int32)
        self._mark = np.empty(game.actions, np.int32)
        self._work = np.empty(1, game.state)
        self._out = np.empty(game.actions, np.int32)
        self._weight = np.empty(game.actions, np.int64)
        self._share = np.zeros(game.seats[1])
        self._path = np.zeros(DEEPEST, np.int32)
        self.hoped = np.zeros(game.seats[1])
        self._kernel.clear(self._nodes, self._book, self._mark)

    def grow(self, seen: States, seat: int, simulations: int, rng: Rng) -> None:
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
            rng,
            simulations,
            LONGEST,
        )

    @property
    def visits(self) -> int:
        return int(self._nodes[0]["visits"])

    def children(self) -> list[tuple[int, int, float]]:
        """(action, visits, mean) for each action tried at the root."""
        root = self._nodes[0]
        tried = self._nodes[root["first"] : root["first"] + root["tried"]] if root["tried"] else self._nodes[:0]
        return [(int(node["action"]), int(node["visits"]), float(node["mean"])) for node in tried]


def look(game: Game, seen: States, seat: int, simulations: int, rng: Rng) -> Found:
    """Search from a record as `seat` sees it."""
    tree = Tree(game, simulations)
    tree.grow(seen, seat, simulations, rng)
    actions = [line for line in tree.children() if line[0] >= 0]
    actions.sort(key=lambda line: (-line[1], -line[2], line[0]))
    return Found([float(sum) / simulations for sum in tree.hoped[: int(seen["seats"][0])]], actions)


class Search:
    """Plays what the search has tried most often."""

    def __init__(self, game: Game, simulations: int, rng: Rng) -> None:
        self._game = game
        self._simulations = simulations
        self._rng = rng

    def choose(self, seen: States, legal: list[int]) -> int:
        found = look(self._game, seen, int(seen["to_act"][0]), self._simulations, self._rng)
        allowed = set(legal)
        return next((action for action, _, _ in found.actions if action in allowed), legal[0])
