"""A player for every game without an exact table: tree search on what its seat sees (the kernel is in `tree`)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from types import ModuleType

import numpy as np

from asterism.core.game import Game, States
from asterism.core.rng import Rng

EXPLORE = 0.7  # how much an action that was tried little is favoured; shares go from 0 to 1
LONGEST = 20_000  # actions in one simulation
DEEPEST = 1_000  # nodes of one path that learn from a simulation
MOST_BYTES = 256 << 20  # of the tree


@dataclass(frozen=True)
class Found:
    """What a search found out."""

    shares: list[float]  # what each seat got on average
    actions: list[tuple[int, int, float]]  # (action, how often it was tried, what the seat to act got), best first


@cache
def _kernel(game: Game) -> ModuleType:
    return game.bound("asterism.bots.tree")


def look(game: Game, seen: States, seat: int, simulations: int, rng: Rng) -> Found:
    """Search from a record as `seat` sees it. The buffers belong to this call: threads do not meet."""
    slots = game.actions + 1
    room = max(2, min(2 * simulations + 64, MOST_BYTES // (4 * slots)))
    child = np.empty((room, slots), np.int32)
    visits = np.zeros(room, np.int64)
    worth = np.zeros(room)
    hoped = np.zeros(game.seats[1])
    _kernel(game).search(
        seen,
        np.empty(1, game.state),
        seat,
        np.empty(game.actions, np.int32),
        np.empty(game.actions, np.int64),
        np.zeros(game.seats[1]),
        child,
        visits,
        np.zeros(room, np.int64),
        worth,
        np.zeros(room, np.int32),
        np.zeros(DEEPEST, np.int32),
        hoped,
        rng,
        simulations,
        EXPLORE,
        LONGEST,
    )
    tried = [(action, child[0, action]) for action in range(game.actions) if child[0, action] >= 0]
    actions = [(action, int(visits[node]), float(worth[node] / visits[node])) for action, node in tried]
    actions.sort(key=lambda line: (-line[1], -line[2], line[0]))
    return Found([float(sum) / simulations for sum in hoped[: int(seen["seats"][0])]], actions)


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
