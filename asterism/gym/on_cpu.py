"""The arrays of a batch in main memory: each core steps its own part of the matches in compiled code."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np

from asterism.core.game import Game

from .given import narrowed
from .kernels.steps import BEGIN, BITS, CHANCE_ACTS, GO_ON, KEEP_ENDS, STEP

Array = np.ndarray[Any, Any]

FEWEST_A_CORE = 256  # matches: fewer are not worth a thread


@cache
def threads() -> ThreadPoolExecutor:
    """The threads of all batches: compiled code lets go of the interpreter's lock."""
    return ThreadPoolExecutor(os.cpu_count() or 1, thread_name_prefix="asterism-gym")


class OnCpu:
    """What `Batch` asks of a device."""

    def __init__(self, game: Game, starts: Array, mine: Array, how: Array, seats: int, cores: int | None) -> None:
        matches = len(mine)
        self._kernels = game.bound("asterism.gym.kernels.steps", ACTIONS=game.actions)
        self._how = how
        self._states = np.empty(matches, game.state)
        self._rngs = np.zeros(matches, np.uint64)
        self._playout_rngs = np.zeros(matches, np.uint64)
        seen = np.empty(matches, game.state) if game.has["see"] else self._states
        columns = (game.actions + 31) // 32 if how[BITS] else game.actions
        mask = np.zeros((matches, columns), np.uint32 if how[BITS] else np.uint8)
        # The next step relies on the mask and, where there are no secrets, on what is seen: both are only to be read
        self.seen, self.mask = seen.view(np.int32).reshape(matches, -1), mask.view()
        self.seen.setflags(write=False)
        self.mask.setflags(write=False)
        self.to_act = np.zeros(matches, np.int32)
        self.odds = np.zeros((1, 1) if how[CHANCE_ACTS] else (matches, game.actions), np.int64)
        self.rewards = np.zeros((matches, seats), np.float32)
        self.scores = np.zeros((matches, seats), np.int32)
        self.done = np.zeros(matches, np.uint8)
        self.illegal = np.zeros(matches, np.uint8)
        outputs = (seen, self.to_act, mask, self.odds, self.rewards, self.scores, self.done, self.illegal)
        self.ends = np.zeros(matches if how[KEEP_ENDS] else 1, game.state)
        self._arrays = (self._states, starts, self.ends, mine, how, self._rngs, *outputs)
        self._actions, self._given = game.actions, np.zeros(matches, np.int32)
        self._sums = np.zeros((matches, seats), np.float32)
        most = cores or os.cpu_count() or 1
        workers = max(1, min(most, matches // FEWEST_A_CORE))
        ends = [matches * worker // workers for worker in range(workers + 1)]
        self._parts = [Part(game, seats, first, last) for first, last in pairwise(ends)]
        self._matches, self._step = matches, self._kernels.step_some
        self._only = (*self._arrays, *self._parts[0].scratch) if workers == 1 else ()

    def begin(self, rngs: Array) -> None:
        self._rngs[:] = rngs
        self._playout_rngs[:] = ~rngs
        self._do(BEGIN, self._given)

    def put(self, states: Array) -> None:
        self._states[:] = states
        self._do(GO_ON, self._given)

    def states(self) -> Array:
        return self._states.copy()

    def step(self, actions: Any) -> None:
        self._do(STEP, narrowed(actions, self._actions, self._given))

    def play_out(self, times: int) -> tuple[Array, int]:
        how, rngs, sums = self._how, self._playout_rngs, self._sums
        counts = self._all(
            lambda part: self._kernels.play_out_some(
                *part.ends, self._states, part.room, times, how, rngs, sums, part.scores, *part.scratch
            )
        )
        return sums, sum(counts)

    def _do(self, what: int, actions: Array) -> None:
        step = self._step
        if self._only:  # a single match a step is mostly the way to it
            step(0, self._matches, what, actions, *self._only)
        else:
            self._all(lambda part: step(*part.ends, what, actions, *self._arrays, *part.scratch))

    def _all(self, work: Callable[[Part], Any]) -> list[Any]:
        """Do it with every part, each on its own core; the last one here."""
        *others, last = self._parts
        waiting = [threads().submit(work, part) for part in others]
        done = [work(last)]
        return [one.result() for one in waiting] + done


class Part:
    """The matches of one core, with buffers of its own: cores that write to neighbouring memory wait for each other."""

    def __init__(self, game: Game, seats: int, first: int, last: int) -> None:
        self.ends = (first, last)
        self.room = np.empty(1, game.state)
        self.scores = np.zeros(seats, np.int32)
        # The actions that are legal, their weights, and what each seat gets
        self.scratch = (np.empty(game.actions, np.int32), np.empty(game.actions, np.int64), np.zeros(game.seats[1]))
