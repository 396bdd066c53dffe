"""A seat's belief about what it cannot see, learned from the actions of others; the filter itself is in `particles`."""

from __future__ import annotations

from copy import copy

import numpy as np

from asterism.core.compile import COMPILED
from asterism.core.game import Game, States
from asterism.core.played import Past
from asterism.core.rng import Rng

from .particles import FilterBuffers, Observations

PARTICLES = 1_000 if COMPILED else 20  # interpreted, each takes its time
FEWEST = PARTICLES // 20  # the least effective sample size that particles are resampled to
FOLLOWED = 200  # actions: of a longer past the last 200 to 400 are followed, which bounds the time of an update


def can_infer(game: Game) -> bool:
    """Whether actions of others tell anything: the game has secrets, and hints that say which actions are good."""
    return game.has["guess"] and game.has["hints"]


class Belief:
    """A particle filter for one seat of one match; it is updated as the match goes on."""

    def __init__(self, game: Game, rng: Rng) -> None:
        self._rng = rng
        self._kernel = game.bound("asterism.bots.particles")
        self.particles = np.empty(PARTICLES, game.state)
        self.lots = np.zeros(PARTICLES, np.int32)  # indices of particles, resampled by weight
        self._weights = np.ones(PARTICLES)
        record = np.empty(1, game.state)
        out, weight = np.empty(game.actions, np.int32), np.empty(game.actions, np.int64)
        self._buffers = FilterBuffers(record, record.view(np.uint8), out, weight)
        self._known: list[bytes] = []  # the records seen up to where the particles are

    def fork(self) -> Belief:
        """A copy, for exploring counterfactuals: updating the copy leaves this belief as it is."""
        other = copy(self)
        other._rng = self._rng.copy()
        other.particles, other.lots, other._weights = self.particles.copy(), self.lots.copy(), self._weights.copy()
        return other

    def follow(self, past: Past, seen: States, seat: int) -> None:
        """Update by all that happened since the last call. Where the past is that of another match, or actions were
        taken back, the filter begins anew. Only the last FOLLOWED to twice as many actions count."""
        past = past[max(0, len(past) // FOLLOWED - 1) * FOLLOWED :]
        records = np.concatenate([*(before for before, _ in past), seen])
        as_bytes = records.view(np.uint8).reshape(records.size, -1)
        observed = Observations(records, as_bytes, np.array([action for _, action in past], np.int32), seat)
        wanted = [row.tobytes() for row in as_bytes]
        done = len(self._known) - 1
        if done < 0 or self._known != wanted[: done + 1]:
            done = 0
            self._kernel.imagine(observed, 0, self.particles, self._weights, self._rng)
        for at in range(done, len(past)):
            self._kernel.update(observed, at, self.particles, self._weights, self._buffers, self._rng)
        self._known = wanted
        self._kernel.resample(self._weights, self.lots, FEWEST)
